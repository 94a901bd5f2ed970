"""Your turn: what a system has a player look at, from what the faction knows and the draft does.

A face lists blocks, each a subject with its lines, and the steps of a player's first turn. A line
says what is there to be decided and leads on to the order; nothing empty is said. How all of it
stands on Discord is not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from bot.faces.choices.asking import Asking
from bot.faces.leads import Lead
from engine.orders import Order, Queued
from engine.preview import Planned
from engine.rivals import Decision
from engine.state import State
from engine.world import Place, World

NEW: Final = "New to you"
"""The subject of what a faction has come to know, which the card of the week tells too."""
Noted = Callable[[World, int], Iterable[Place]]
"""What a faction knows of on its view that is worth telling when it is new to it."""


@dataclass(frozen=True, slots=True)
class Desk(Asking):
    """What Your turn is made from: the view, and the player's draft as it would leave it."""

    state: State
    """A plan's state after the draft, in the player's place; nothing is drawn in it."""
    orders: tuple[Queued, ...]
    """The draft."""
    outcomes: tuple[Planned, ...]
    """What each of its orders would do."""
    submitted: bool
    """Whether a turn of the player's waits for its run."""
    looked: frozenset[str]
    """The panels of `/show` that the player has opened in this campaign."""
    earlier: frozenset[Place] | None = None
    """What the face's `Noted` gave of what was known when the turn before this one began.

    None where there is nothing to compare with."""
    advice: tuple[Decision, ...] = ()
    """What a strong computer player would do in the player's place, before the draft."""

    def gives(self, *orders: type[Order]) -> bool:
        """Whether the draft has such an order, by whichever rules, and it is not to fail."""
        paths = [each.path for each in orders]
        failing = {each.key for each in self.outcomes if each.outcome == "refused"}
        return any(each.order.path in paths and each.key not in failing for each in self.orders)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgendaEntry:
    """A line of a block."""

    text: str
    """As Discord shows it: whatever people typed is made safe in it."""
    leads: tuple[Lead, ...] = ()
    """Where it leads on to, the likeliest first."""
    unused: str = ""
    """What goes to waste if the turn is submitted so, such as "2 actions in Harrowford".

    As people typed it: the view that shows it makes it safe."""


Line = Callable[[], AgendaEntry | None]
"""Makes a line once it is wanted; None if there is nothing to say.

One that needs what is not known raises `NotKnown` or `Missing` and is left out, as after an order
that cannot be foreseen; the others stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A subject of Your turn."""

    name: str
    """Its heading, and what its menu is called."""
    place: int
    """Where it stands: the lower the more urgent."""
    lines: Callable[[Desk], Iterable[Line]]
    """Its lines, the most urgent first; none if there is nothing to say. What lists them reads
    nothing that may be in doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStep:
    """A step of a player's first turn, which is ticked once it is done."""

    name: str
    """What to do, as an order to the player."""
    done: Callable[[Desk], bool]
    leads: Callable[[Desk], Iterable[Lead]]
    """Where to do it, for as long as it is not done."""
