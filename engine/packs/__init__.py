"""Rule packs: the rules of one system as a list of parts, and how the packs in use fit together.

A pack says what it brings; nothing registers itself. `Rules.of` reads the packs a module names, in
order, each adding to or replacing the parts of those before it.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.campaign import Faction, Kept, Now, Player
from engine.events import Event, OrderFailed
from engine.module import Module
from engine.orders import Order, Queued, Refusal, Unreadable
from engine.world import Place, Record, World

if TYPE_CHECKING:
    from engine.battle import BattleSystem
    from engine.dice import Streams
    from engine.state import State


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of a turn in which the players' orders of that phase run."""

    name: str
    title: str
    limit: int | None = None
    """The most orders of this kind a player may give in a turn; None: any number."""
    limit_rule: str = ""
    after: str = ""
    """In a pack that builds on others: the part of the turn behind which this one goes."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something the rules do by themselves at a fixed place of a turn or production."""

    name: str
    title: str
    run: Callable[[State], None]
    after: str = ""


Part = Phase | Step
Knows = Callable[["Rules", World, int, Place], bool]
"""Whether a faction knows of a record; True for kinds that are another pack's."""
ViewPart = Callable[["Rules", World, int, World], None]
"""Put into the last world what the faction knows of the first."""
Limit = Callable[["State", Record, Sequence[Record]], Iterator[Refusal]]
"""What keeps newcomers out of a holder, such as a stack that would become too large."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Everything one rule system brings."""

    name: str
    builds_on: tuple[str, ...] = ()
    records: tuple[type[Record], ...] = ()
    events: tuple[type[Event], ...] = ()
    orders: tuple[type[Order], ...] = ()
    """An order with the path of an earlier pack's order takes its place."""
    drops: tuple[type[Order], ...] = ()
    """Orders of earlier packs that make no sense with this one, and are not offered."""
    turn: tuple[Part, ...] = ()
    """A turn as a visible list (cohorts.turn.order-phases)."""
    by_phase: bool = False
    """Whether each phase runs over all players before the next, not player after player."""
    weekly: tuple[Part, ...] = ()
    """The orders of a phase in here are kept from the run to the production."""
    monthly: tuple[Step, ...] = ()
    closing: tuple[Step, ...] = ()
    """What the rules do at the end of every tick."""
    views: tuple[ViewPart, ...] = ()
    knows: Knows | None = None
    """The same question for one record, without making the whole view."""
    found: Callable[[Rules, Streams, Mapping[str, int]], World] | None = None
    """Makes the world of a new campaign, from settings such as the width and height of the map."""
    battle: BattleSystem | None = None
    limits: tuple[Limit, ...] = ()
    """What keeps pieces out of stacks, besides what earlier packs say."""
    reading: tuple[str, ...] = ()
    """Fields of a piece that reading it from within tells, besides what earlier packs say."""


class Rules:
    """The rules of a campaign: the packs that its module names, put together."""

    def __init__(self, module: Module, packs: tuple[Pack, ...]) -> None:
        self.module = module
        self.packs = packs
        self.records = (Now, Faction, Player, Kept, *(r for pack in packs for r in pack.records))
        self.events: dict[str, type[Event]] = {
            event.kind: event
            for event in (OrderFailed, *(e for pack in packs for e in pack.events))
        }
        self.orders: dict[tuple[str, str], type[Order]] = {}
        for pack in packs:
            for dropped in pack.drops:
                del self.orders[dropped.path]
            self.orders.update({order.path: order for order in pack.orders})
        self.turn: tuple[Part, ...] = _join([pack.turn for pack in packs])
        self.weekly: tuple[Part, ...] = _join([pack.weekly for pack in packs])
        self.monthly: tuple[Step, ...] = _join([pack.monthly for pack in packs])
        self.closing: tuple[Step, ...] = _join([pack.closing for pack in packs])
        self._knows = tuple(pack.knows for pack in packs if pack.knows)
        self.views = tuple(view for pack in packs for view in pack.views)
        self.by_phase = any(pack.by_phase for pack in packs)
        self.found = next((pack.found for pack in reversed(packs) if pack.found), None)
        self.battle = next((pack.battle for pack in reversed(packs) if pack.battle), None)
        self.limits = tuple(limit for pack in packs for limit in pack.limits)
        self.reading = frozenset(name for pack in packs for name in pack.reading)
        self.kept = tuple(part for part in self.weekly if isinstance(part, Phase))
        """The phases whose orders wait for the weekly production."""
        run = tuple(part for part in self.turn if isinstance(part, Phase))
        self.phases: dict[str, Phase] = {phase.name: phase for phase in (*run, *self.kept)}

    @classmethod
    def of(cls, module: Module, known: Mapping[str, Pack] | None = None) -> Rules:
        """The rules of a module; `known` adds packs that are not shipped.

        Raises:
            LookupError: a pack is unknown, or one that it builds on does not come before it.
        """
        packs: list[Pack] = []
        for name in module.meta.packs:
            pack = (known or {}).get(name) or load(name)
            for base in pack.builds_on:
                if base not in [earlier.name for earlier in packs]:
                    raise LookupError(
                        f"pack {name!r} builds on {base!r}, which must come before it"
                    )
            packs.append(pack)
        return cls(module, tuple(packs))

    @classmethod
    def read(cls, module: str) -> Rules:
        """The rules of a module as a campaign stores it."""
        for name in SHIPPED:
            load(name)  # a pack declares its sections as it is imported
        return cls.of(Module.from_json(module))

    def read_order(self, key: str, body: str) -> Queued:
        """A stored order; one that the rules no longer understand becomes `Unreadable`."""
        try:
            plain: dict[str, Any] = json.loads(body)
            group, name = plain["order"].split(" ")
            order = self.orders[group, name].model_validate(plain["values"])
            phase = plain["phase"]
            if phase and phase not in type(order).phases:
                raise ValueError(f"{plain['order']} does not run in phase {phase!r}")
        except (ValueError, KeyError, TypeError):
            first = next(iter(self.phases))
            return Queued(key, Unreadable(text=body[:500]), first)
        return Queued(key, order, phase)

    def knows(self, world: World, faction: int, place: Place) -> bool:
        """Whether the faction knows of that record, as its view would hold it."""
        return all(knows(self, world, faction, place) for knows in self._knows)

    def view(self, world: World, faction: int) -> World:
        """What the faction knows, as a world of the same type (cohorts.knowledge.view)."""
        seen = World(self.records)
        for part in self.views:
            part(self, world, faction, seen)
        seen.settle()
        return seen


SHIPPED = ("cohorts", "warlords")
"""The packs in this package, base first."""


def load(name: str) -> Pack:
    """The shipped pack of that name.

    Raises:
        LookupError: there is none.
    """
    if name not in SHIPPED:
        raise LookupError(f"there is no rule pack {name!r}; shipped are {', '.join(SHIPPED)}")
    return importlib.import_module(f"engine.packs.{name}").PACK


def _join(lists: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """One list of named parts.

    A part takes the place of an earlier one of its name, else goes behind the one that its `after`
    names, else to the end.
    """
    joined: list[Any] = []
    for parts in lists:
        for part in parts:
            names = [earlier.name for earlier in joined]
            if part.name in names:
                joined[names.index(part.name)] = part
            elif part.after:
                if part.after not in names:
                    raise LookupError(
                        f"{part.name!r} goes after {part.after!r}, which is not there"
                    )
                joined.insert(names.index(part.after) + 1, part)
            else:
                joined.append(part)
    return tuple(joined)


__all__ = ["SHIPPED", "Pack", "Part", "Phase", "Rules", "Step", "ViewPart", "load"]
