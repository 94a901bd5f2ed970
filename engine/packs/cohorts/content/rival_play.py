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
    """Whether it asks for the odds of doubtful battles, and has cities looked into that may be
    guarded far better than others before it storms them."""
    able: Annotated[float, Field(ge=0, le=1)] = 0.55
    """How able it takes those to be of whom it does not know enough."""
    doubt: Annotated[float, Field(ge=0, le=10)] = 1.6
    """By so much it mistrusts what it thinks of a garrison that nobody saw."""
    keeps: Annotated[float, Field(ge=0, le=10)] = 1.0
    """What part of a danger it keeps at home against it."""
    counts_points: Annotated[int, Field(ge=0, le=10)] = 0
    """How much more an order is worth at the campaign's end for each point that it brings; before
    that as much less as there is of the campaign to come."""


class WarHabits(Data):
    """When computer players begin wars and end them, in turns, and with what force.

    A force is that of the hosts near a city, in percent of what its defenders are taken for.
    """

    first: Annotated[int, Field(ge=1)] = 6
    """The first turn in which somebody may want a war."""
    weakness: Annotated[int, Field(ge=1)] = 8
    """The first turn in which weakness draws neighbours."""
    leads: Annotated[int, Field(ge=1)] = 16
    """The first turn in which somebody is feared because of its points."""
    betrayal: Annotated[int, Field(ge=1)] = 30
    """The first turn in which a friend may be given up."""
    truce: Annotated[int, Field(ge=0)] = 8
    """From a peace to the next war between the same two."""
    weary: Annotated[int, Field(ge=1)] = 8
    """The age from which a war has to pay."""
    longest: Annotated[int, Field(ge=1)] = 12
    """The age from which nobody wants more of it."""
    at_once: Annotated[int, Field(ge=0)] = 2
    """Nobody begins more wars than that at a time; 0 for no wars at all."""
    enough: Annotated[int, Field(ge=0)] = 115
    """The least force with which a war is begun, and below which one no longer pays."""
    easy: Annotated[int, Field(ge=0)] = 220
    """That with which a city is weak to all ..."""
    easy_to_bold: Annotated[int, Field(ge=0)] = 150
    """... and to the bold."""
    second: Annotated[int, Field(ge=0)] = 350
    """The least with which a war is begun beside another."""


class Caution(Data):
    """The least chances, in percent, at which the hosts of computer players dare something."""

    storm: Percent = 80
    """To storm a city that nobody's player holds; who wants much dares it with less."""
    storm_player: Percent = 62
    """To storm a city of another player; the same holds."""
    march: Percent = 60
    """To go where somebody waits whom it would have to fight."""
    hunt: Percent = 70
    """To fall upon a host in the field."""
    stay: Percent = 35
    """Not to fall back from those who are near."""
    quest: Percent = 75
    """To try a quest that has to be fought for."""


class RivalPlay(Data):
    """What computer players reckon with."""

    worths: Mapping[str, Annotated[int, Field(ge=0, le=100)]] = {}
    """What an order is worth, by its words, such as `city attract`; 5 where nothing is said."""
    cries: tuple[Annotated[str, Field(max_length=200)], ...] = ()
    """The messages that their hosts show in a war."""
    wars: WarHabits = WarHabits()
    caution: Caution = Caution()
    weak: Handling = Handling()
    middle: Handling = Handling()
    strong: Handling = Handling()
