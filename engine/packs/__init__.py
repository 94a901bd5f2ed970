"""Rule packs: the rules of one system as a list of parts, and how the packs in use fit together.

A pack says what it brings; nothing registers itself. `Rules.of` reads the packs a module names, in
order, each adding to or replacing the parts of those before it.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from engine.campaign import Faction, Kept, Now, Player
from engine.codes import COMMON
from engine.corrections import Amend, Corrected
from engine.ending import CampaignEnded, Ending, LeadChanged, Reckoning, Standing
from engine.events import Event, OrderFailed
from engine.installed import PACKS, installed
from engine.module import Module
from engine.orders import Order, Queued, Refusal, Unreadable
from engine.repeats import Repeat, Until
from engine.rollback import Rollback, RolledBack
from engine.rule_refs import Cited
from engine.seat_transfer import SeatTaken
from engine.world import Place, Record, World

if TYPE_CHECKING:
    from engine.battle import Contest
    from engine.dice import Streams
    from engine.duels import BalanceGoal, Duels
    from engine.rivals import Play
    from engine.state import State
    from engine.turn import Declared


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
    when: str = field(default="", kw_only=True)
    """When it runs, in words for people who choose between several phases: "after movement"."""


@dataclass(frozen=True, slots=True)
class Together(Phase):
    """A phase that all players run together: what they declared is checked, then settled at once.

    A turn that has one runs phase by phase over all players.
    """

    settle: Callable[[State, Sequence[Declared]], None] | None = None
    """Carries out what was declared and passed its check, each order in a separate `attempt`, at
    most once. Without it each order is performed in turn."""
    rank: Callable[[State, Declared], Any] | None = None
    """Sorts what was declared; without it players go in the order of their turns."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something the rules do by themselves at a fixed place of a turn or production."""

    name: str
    title: str
    run: Callable[[State], None]
    after: str = ""


Part = Phase | Step
Timetable = Callable[["State", int, Sequence[Queued]], Mapping[str, str]]
"""From a player's orders, by order key, the phase in which each takes effect where that is not
the phase that it is given for, as for an action that lasts several."""


@dataclass(frozen=True, slots=True)
class View:
    """A part of what a faction knows."""

    name: str
    show: Callable[[Rules, World, int, World], None]
    """Puts into the last world what the faction knows of the first."""
    knows: Callable[[Rules, World, int, Place], bool | None] | None = None
    """Whether the faction knows of one record, without making the whole view; None for records
    that other parts speak for."""
    public: Callable[[Rules, World, World], None] | None = None
    """Copies into the last world what is public of the first: by this the herald names things to
    all the world."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What keeps newcomers out of a holder, such as a stack that would become too large."""

    name: str
    refuse: Callable[[State, Record, Sequence[Record]], Iterator[Refusal]]


Listing = Literal[
    "orders",
    "turn",
    "weekly",
    "monthly",
    "closing",
    "views",
    "limits",
    "untils",
    "reading",
    "contests",
]
"""A list of named parts to which each pack adds."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Everything one rule system brings.

    In each list of named parts (`Listing`) a part takes the place of an earlier pack's part of its
    name. Records, events and tagged facts of one kind or tag collide, and are refused.
    """

    name: str
    builds_on: tuple[str, ...] = ()
    anew: frozenset[Listing] = frozenset()
    """The lists that begin with this pack: nothing of earlier packs stays in them."""
    drops: Mapping[Listing, tuple[str, ...]] = field(default_factory=dict[Listing, tuple[str, ...]])
    """Parts of earlier packs that make no sense with this one, by name; an order's name is its
    path, such as `set directive`."""
    records: tuple[type[Record], ...] = ()
    events: tuple[type[Event], ...] = ()
    orders: tuple[type[Order], ...] = ()
    turn: tuple[Part, ...] = ()
    """A turn as a visible list (cohorts.turn.order-phases)."""
    by_phase: bool = False
    """Whether each phase runs over all players before the next, not player after player."""
    codes: tuple[str, ...] = ()
    """The reason codes of its refusals, in addition to the common ones (`engine.codes`)."""
    timetable: Timetable | None = None
    """When orders take effect that last; the last pack that has one says it for all orders."""
    weekly: tuple[Part, ...] = ()
    """The orders of a phase in here are kept from the run to the production."""
    monthly: tuple[Step, ...] = ()
    closing: tuple[Step, ...] = ()
    """What the rules do at the end of every tick, but not of a setup in which only players were
    written, as when one leaves."""
    views: tuple[View, ...] = ()
    found: Callable[[Rules, Streams, Mapping[str, int]], World] | None = None
    """Makes the world of a new campaign, from settings such as the width and height of the map."""
    contests: Mapping[str, Contest] = field(default_factory=dict[str, "Contest"])
    """How fights of each kind go, such as `battle` or `duel`; a clash names its kind. One takes
    the place of an earlier pack's of its kind."""
    ending: Callable[[State, bool], Ending | None] | None = None
    """Asked at the close of each tick whether the campaign is over, and told whether the tick was a
    production; the last pack that has one says it. It is also over after the number of turns that
    the module sets."""
    standing: Callable[[Rules, World], tuple[Standing, ...]] | None = None
    """How factions or players stand in the world, the best first; the last pack's counts."""
    honours: Callable[[State, CampaignEnded], Iterable[Event]] | None = None
    """What all the world also learns when the campaign is over, such as who was given which office;
    the last pack that has any says it."""
    rival: Play | None = None
    """How a computer player plays; the last pack that has one says it. Without any it passes."""
    duels: Duels | None = None
    """How battles of equal worth are fought, for a league; the last pack that has them says it."""
    balance: tuple[BalanceGoal, ...] = ()
    """What the duels of this pack are to show."""
    limits: tuple[Limit, ...] = ()
    """What keeps pieces out of stacks, in addition to earlier packs."""
    untils: tuple[type[Until], ...] = ()
    """What a standing order may wait for."""
    cites: Mapping[Cited, str] = field(default_factory=dict[Cited, str])
    """Which of its ledger ids stand for what the frame refuses by."""
    reading: tuple[str, ...] = ()
    """Fields of a piece that spying tells, in addition to earlier packs."""
    beside: Mapping[str | tuple[str, ...], Pack] = field(
        default_factory=dict["str | tuple[str, ...]", "Pack"]
    )
    """Further parts that apply where earlier packs of those names are on: how a battle is fought in
    the world of a base pack, say, for a part that can also do without."""


class Rules:
    """The rules of a campaign: the packs that its module names, put together."""

    def __init__(self, module: Module, packs: tuple[Pack, ...]) -> None:
        self.module = module
        self.packs = packs
        frame = Pack(
            "frame",
            records=(Now, Faction, Player, Kept, Reckoning),
            events=(OrderFailed, CampaignEnded, LeadChanged, RolledBack, Corrected, SeatTaken),
        )
        every = (frame, *packs)
        self.records = tuple(_of_kinds("record", {pack.name: pack.records for pack in every}))
        self.events: dict[str, type[Event]] = {
            event.kind: event
            for event in _of_kinds("event", {pack.name: pack.events for pack in every})
        }
        self.codes = frozenset(_codes(packs))
        """The reason codes that a refusal may have."""
        orders: tuple[type[Order], ...] = _joined("orders", packs)
        self.orders = {order.path: order for order in (Rollback, Amend, *orders)}
        self.turn: tuple[Part, ...] = _joined("turn", packs)
        self.weekly: tuple[Part, ...] = _joined("weekly", packs)
        self.monthly: tuple[Step, ...] = _joined("monthly", packs)
        self.closing: tuple[Step, ...] = _joined("closing", packs)
        self.views: tuple[View, ...] = _joined("views", packs)
        self.limits: tuple[Limit, ...] = _joined("limits", packs)
        untils: tuple[type[Until], ...] = _joined("untils", packs)
        self.untils: dict[str, type[Until]] = {until.kind: until for until in untils}
        """What a standing order may wait for, by kind."""
        self._cites = {name: rule for pack in packs for name, rule in pack.cites.items()}
        reading: tuple[str, ...] = _joined("reading", packs)
        self.reading = frozenset(reading)
        together = any(isinstance(part, Together) for part in self.turn)
        self.by_phase = together or any(pack.by_phase for pack in packs)
        if any(isinstance(part, Together) for part in self.weekly):
            raise LookupError("a production has no phase that all players run together")
        self.timetable = next((pack.timetable for pack in reversed(packs) if pack.timetable), None)
        self.found = next((pack.found for pack in reversed(packs) if pack.found), None)
        self.contests: Mapping[str, Contest] = _contests(packs)
        self.ending = next((pack.ending for pack in reversed(packs) if pack.ending), None)
        self.standing = next((pack.standing for pack in reversed(packs) if pack.standing), None)
        self.honours = next((pack.honours for pack in reversed(packs) if pack.honours), None)
        self.rival = next((pack.rival for pack in reversed(packs) if pack.rival), None)
        self.duels = next((pack.duels for pack in reversed(packs) if pack.duels), None)
        self.balance = next((pack.balance for pack in reversed(packs) if pack.duels), ())
        self.kept = tuple(part for part in self.weekly if isinstance(part, Phase))
        """The phases whose orders wait for the weekly production."""
        run = tuple(part for part in self.turn if isinstance(part, Phase))
        self.phases: dict[str, Phase] = {phase.name: phase for phase in (*run, *self.kept)}

    @classmethod
    def of(cls, module: Module, known: Mapping[str, Pack] | None = None) -> Rules:
        """The rules of a module; `known` adds packs that are not shipped.

        Raises:
            LookupError: a pack is unknown, one that it builds on does not come before it, or two
                do not fit together.
        """
        packs: list[Pack] = []
        for name in module.meta.packs:
            pack = (known or {}).get(name) or load(name)
            for base in pack.builds_on:
                if base not in [earlier.name for earlier in packs]:
                    raise LookupError(
                        f"pack {name!r} builds on {base!r}, which must come before it"
                    )
            there = [earlier.name for earlier in packs]
            packs.append(pack)
            for bases, more in pack.beside.items():
                if all(base in there for base in ((bases,) if isinstance(bases, str) else bases)):
                    packs.append(more)
        return cls(module, tuple(packs))

    @classmethod
    def read(cls, module: str) -> Rules:
        """The rules of a module as a campaign stores it."""
        for name in SHIPPED:
            load(name)  # a pack declares its sections as it is imported
        return cls.of(Module.from_json(module))

    def cites(self, name: Cited) -> str:
        """The ledger id of a rule that the frame refuses by; empty where no pack has it."""
        return self._cites.get(name, "")

    def read_order(self, key: str, body: str) -> Queued:
        """A stored order; one that the rules no longer understand becomes `Unreadable`."""
        try:
            plain: dict[str, Any] = json.loads(body)
            group, name = plain["order"].split(" ")
            cls = self.orders[group, name]
            now, values = cls.stored(plain["values"], plain.get("v", 1))
            order = now.model_validate(values)
            phase = plain["phase"]
            if phase and phase not in type(order).phases:
                raise ValueError(f"{plain['order']} does not run in phase {phase!r}")
        except (ValueError, KeyError, TypeError):
            first = next(iter(self.phases))
            return Queued(key, Unreadable(text=body[:500]), first)
        return Queued(key, order, phase)

    def read_repeat(self, text: str) -> Repeat:
        """How long a stored standing order is given again.

        One that waits for what the rules no longer know is given once more.
        """
        try:
            return Repeat.read(self.untils, text)
        except ValueError:
            return Repeat(1)

    def when(self, phase: str) -> str:
        """When a phase of the turn is, in words, such as "after movement"."""
        found = self.phases.get(phase)
        return found.when or f"in {found.title}" if found else f"in {phase}"

    def knows(self, world: World, faction: int, place: Place) -> bool:
        """Whether the faction knows of that record, as its view would hold it.

        That a province exists is no secret, although a view holds only those that were seen.
        """
        if world.at(place) is None:
            return False
        denied = False
        for view in self.views:
            answer = view.knows(self, world, faction, place) if view.knows else None
            if answer:  # as mostly: who gives an order knows of what it names
                return True
            denied = denied or answer is False
        return not denied and self.view(world, faction).at(place) is not None

    def standings(self, world: World) -> tuple[Standing, ...]:
        """How the sides stand in the true world, the best first; none if no pack says it."""
        return self.standing(self, world) if self.standing else ()

    def view(self, world: World, faction: int) -> World:
        """What the faction knows, as a world of the same type (cohorts.knowledge.view)."""
        seen = World(self.records)
        seen.put_all(world.all(Reckoning))
        for part in self.views:
            part.show(self, world, faction, seen)
        seen.settle()
        return seen

    def public(self, world: World) -> World:
        """What anybody may know: who plays, in which factions, and further parts of views."""
        known = World(self.records)
        for cls in (Faction, Player, Reckoning):
            known.put_all(world.all(cls))
        for part in self.views:
            if part.public:
                part.public(self, world, known)
        known.settle()
        return known


SHIPPED = (
    "cohorts",
    "warlords",
    "warmaster",
    "kingdoms.battle",
    "kingdoms.bouts",
    "kingdoms.arts",
    "kingdoms.crowns",
)
"""The packs in this package, base first; a part that can be switched on alone by its dotted name,
such as `kingdoms.battle` for the PACK of `engine.packs.kingdoms.battle`."""


def names() -> tuple[str, ...]:
    """The packs that there are: the shipped ones, base first, then those installed."""
    return (*SHIPPED, *(name for name in installed(PACKS) if name not in SHIPPED))


def load(name: str) -> Pack:
    """The pack of that name; a shipped one goes before an installed one.

    Raises:
        LookupError: there is none, or what is installed under that name is no pack of that name.
    """
    if name in SHIPPED:
        return importlib.import_module(f"engine.packs.{name}").PACK
    if name not in installed(PACKS):
        raise LookupError(f"there is no rule pack {name!r}; there are {', '.join(names())}")
    pack = installed(PACKS)[name].load()
    if not isinstance(pack, Pack) or pack.name != name:
        raise LookupError(f"what is installed as rule pack {name!r} is no pack of that name")
    return pack


K = TypeVar("K", bound="type[Record] | type[Event]")


def _of_kinds(what: str, lists: Mapping[str, tuple[K, ...]]) -> Iterator[K]:
    """Everything in the lists of the packs.

    Raises:
        LookupError: two are of one kind.
    """
    bringer: dict[str, str] = {}
    for pack, classes in lists.items():
        for each in classes:
            if each.kind in bringer:
                raise LookupError(
                    f"packs {bringer[each.kind]!r} and {pack!r} both bring a {what} of kind "
                    f"{each.kind!r}"
                )
            bringer[each.kind] = pack
            yield each


def _codes(packs: Sequence[Pack]) -> Iterator[str]:
    """The common reason codes, and those of the packs.

    Raises:
        LookupError: two packs bring the same, which is then told for two things, or one brings a
            common one.
    """
    bringer = dict.fromkeys(COMMON, "engine.codes")
    for pack in packs:
        for code in pack.codes:
            if code in bringer:
                raise LookupError(
                    f"pack {pack.name!r} brings the reason code {code!r}, which is there already: "
                    f"see {bringer[code]!r}"
                )
            bringer[code] = pack.name
    yield from bringer


def _joined(listing: Listing, packs: Sequence[Pack]) -> tuple[Any, ...]:
    """One list of named parts.

    A part takes the place of an earlier one of its name, else goes behind the one that its `after`
    names, else to the end.

    Raises:
        LookupError: a pack drops a part or goes behind one that is not there, or brings two of
            one name.
    """
    joined: dict[str, Any] = {}
    for pack in packs:
        if listing in pack.anew:
            joined.clear()
        for name in pack.drops.get(listing, ()):
            if name not in joined:
                raise LookupError(f"pack {pack.name!r} drops {name!r}, which is not there")
            del joined[name]
        brought: set[str] = set()
        for part in getattr(pack, listing):
            name, after = _name_of(part), getattr(part, "after", "")
            if name in brought:
                raise LookupError(f"pack {pack.name!r} has two parts {name!r} in {listing}")
            brought.add(name)
            if after and name not in joined:
                joined = _put_after(joined, after, name, part)
            else:
                joined[name] = part  # one that was there keeps its place
    return tuple(joined.values())


def _put_after(joined: Mapping[str, Any], after: str, name: str, part: Any) -> dict[str, Any]:
    if after not in joined:
        raise LookupError(f"{name!r} goes after {after!r}, which is not there")
    parts = list(joined.items())
    parts.insert(list(joined).index(after) + 1, (name, part))
    return dict(parts)


def _contests(packs: Sequence[Pack]) -> dict[str, Contest]:
    """By kind, a later pack's in the place of an earlier one's.

    Raises:
        LookupError: a pack drops a kind that is not there.
    """
    found: dict[str, Contest] = {}
    for pack in packs:
        if "contests" in pack.anew:
            found.clear()
        for kind in pack.drops.get("contests", ()):
            if kind not in found:
                raise LookupError(f"pack {pack.name!r} drops {kind!r}, which is not there")
            del found[kind]
        found.update(pack.contests)
    return found


def _name_of(part: Part | View | Limit | type[Order] | type[Until] | str) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, type):
        return part.name
    return " ".join(part.path) if issubclass(part, Order) else part.kind
