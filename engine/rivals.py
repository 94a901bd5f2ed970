"""Computer players as values: who thinks, what is wanted, and why.

A rival sees what its faction sees and gives the orders that anybody may give. How a system is
played is said by its pack (`engine.packs.Pack.rival`); `engine.deciding` gives as much of it as the
rules take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from engine.dice import ForeseeDice
from engine.module.natures import RivalNature
from engine.orders import Order, Queued
from engine.state import State
from engine.world import Place, World

if TYPE_CHECKING:
    from engine.dice import Dice, Streams
    from engine.packs import Rules

Strength = Literal["weak", "middle", "strong"]
"""How well a rival reckons."""
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)
Keeping = Literal["grow", "production"]
"""How much a caretaker sees to: all that is the player's, or production alone."""


@dataclass(frozen=True, slots=True)
class Mind:
    """Who thinks: a player with the view of its faction, and nothing else of the world."""

    rules: Rules
    view: World
    player: int
    nature: RivalNature
    strength: Strength
    dice: Streams
    """Its own, of which the campaign's chance knows nothing."""

    def state(self) -> State:
        """The view as rules read it, on which nothing is drawn."""
        state = State(self.rules, self.view.fork(), ForeseeDice(), before=self.view)
        state.player, state.planning = self.player, True
        return state


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a rival gives an order, for a face to put into words."""

    key: str
    """A word of the pack, such as `weakly_held`."""
    things: tuple[Place, ...] = ()
    """What it is about."""
    figure: int = 0
    """A number that weighed, such as a chance in percent."""


@dataclass(frozen=True, slots=True)
class Intent:
    """An order that a rival would give, and why."""

    order: Order
    reason: Reason
    choice: str = ""
    """Of those with the same, only the first that the rules take is given; empty: it stands
    alone."""
    phase: str = ""
    """The phase, if it is not the order's own."""


Thinker = Callable[[Mind], Iterable[Intent]]
"""How a system is played: the wishes of this turn, in the order in which to give them."""


def _never(_mind: Mind, _order: Order, _keeping: Keeping) -> bool:
    return False


def _nothing(_rules: Rules, _world: World, _player: int) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """How computer players play the system of a pack, and what their games are judged by."""

    think: Thinker
    join: Callable[[Rules, World, str, str, Dice], Order]
    """The order that takes a seat: of a faction by its key, for a player of a name."""
    keeps: Callable[[Mind, Order, Keeping], bool] = _never
    """Whether a caretaker may give an order: none that changes how sides stand to each other, in
    war or in peace (`engine.caretaking`). A pack that does not say lets it give none."""
    traits: Callable[[Rules, World, int], Mapping[str, str]] = _nothing
    """From the true world, what a player began with that may make a difference, by name."""
    figures: Callable[[Rules, World, int], Mapping[str, int]] = _nothing
    """From the true world, how a player stands in numbers, by name."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An order that a rival gives, and why."""

    queued: Queued
    reason: Reason
