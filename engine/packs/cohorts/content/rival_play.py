"""How computer players play Cohorts, in figures: what orders are worth, and how strengths differ.

What each wants is the nature's (`[rivals]`); why an order is given at all is in the pack's rivals.
"""

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import Field

from engine.module.sections import Data

USUAL: Final = 5
"""What an order is worth of which the figures say nothing."""
Percent = Annotated[int, Field(ge=0, le=100)]


class Handling(Data):
    """How well a computer player of one strength plays."""

    attention: Percent = 100
    """Of all who could act in a turn, how many it thinks of: cities, guilds, people and stacks."""
    thoughts: Annotated[int, Field(ge=1, le=100)] = 8
    """Most things to do that are considered for each actor."""
    counts_heads: bool = False
    """Whether it takes all soldiers to be alike, whatever their arms and training."""
    tries_battles: bool = False
    """Whether it asks for the odds of doubtful battles."""
    able: Annotated[float, Field(ge=0, le=1)] = 0.55
    """How able it takes those to be of whom it does not know enough."""
    doubt: Annotated[float, Field(ge=0, le=10)] = 1.6
    """By so much it mistrusts what it thinks of a garrison that nobody saw."""
    keeps: Annotated[float, Field(ge=0, le=10)] = 1.0
    """What part of a danger it keeps at home against it."""
    counts_points: Annotated[int, Field(ge=0, le=10)] = 0
    """How much more an order is worth that brings a point of the campaign."""


class RivalPlay(Data):
    """What computer players reckon with."""

    worths: Mapping[str, Annotated[int, Field(ge=0, le=100)]] = {}
    """What an order is worth, by its words, such as `city attract`; 5 where nothing is said."""
    cries: tuple[Annotated[str, Field(max_length=200)], ...] = ()
    """The messages that their hosts show in a war."""
    weak: Handling = Handling()
    middle: Handling = Handling()
    strong: Handling = Handling()
