"""Handing over: pieces and items from one holder to another in the same province.

Nothing is made or lost here, and nothing changes its owner. The orders may also be given among
the movement orders (cohorts.movement.transfers-under-way). What a fleet hands to the sea is thrown
overboard (cohorts.ship.jettison). Stacks themselves are in `stacks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.knowledge.caches import see_cache
from engine.packs.cohorts.knowledge.choices import (
    HELD_ITEM,
    ITEM_HOLDER,
    ITEM_RECEIVER,
    MY_CHARACTER,
    PIECE_RECEIVER,
    STACK_OR_PROVINCE,
    UNIT_OR_PRISONER,
    subject_in,
)
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.control import (
    held_captive,
    may_reach_cache,
    not_controlled,
    subject,
)
from engine.packs.cohorts.pieces.ownership import (
    faction_of,
    imprisoned,
    player_of,
    province_of,
    relation,
)
from engine.packs.cohorts.pieces.records import Agent, Character, City, Piece, Province, Stack, Unit
from engine.packs.cohorts.pieces.refusals import apart, dead_or_held, no_friend, no_teammate
from engine.packs.cohorts.stacks.ships import leave_ship
from engine.packs.cohorts.worth.levels import bars, counts, stack_level
from engine.state import State
from engine.world import Place, Record

LEVELS = "cohorts.world.level-restriction"
PHASES = ("basic", "movement")

Holder = Character | Agent | Stack | City | Province
_HOLDERS: dict[str, type[Holder]] = {
    cls.kind: cls for cls in (Character, Agent, Stack, City, Province)
}


@facts
class PieceTransferred(Event):
    """A character, military unit or agent went from one holder to another."""

    piece: Place
    name: str
    start: Place
    to: Place
    province: int
    slot: int | None
    """The battle slot it was given, None if it kept its own."""


@facts
class ItemsTransferred(Event):
    """Items went from one holder to another; an ally who receives them is told."""

    item: str
    count: int
    start: Annotated[Place, Level.OWN]
    to: Place
    province: int
    player: int
    """Who handed them over."""


@facts
class AllTransferred(Event):
    """Everything movable went from one holder to another."""

    start: Place
    to: Place
    province: int
    pieces: tuple[Place, ...]
    items: dict[str, int]


@facts
class PrisonerReleased(Event):
    """A prisoner was let go, loose in a province (cohorts.covert.prisoners)."""

    piece: Place
    name: str
    province: int
    captor: int
    """The player who held it."""


# ---------------------------------------------------------------- what the orders share


def holder(state: State, ref: Ref) -> Holder:
    """The character, agent, stack, city or province that an order names."""
    return state.the(_HOLDERS[ref.kind], ref)


def hand_over(state: State, piece: Piece, to: Place) -> None:
    """Put a piece into another holder; its used movement goes along.

    A prisoner that is put down in a province is free (cohorts.order.transfer-character); places on
    ships are given up (cohorts.order.assign-ship).
    """
    if isinstance(piece, Character | Unit) and imprisoned(piece) and to.kind == "province":
        freed = PrisonerReleased(
            piece=piece.place, name=piece.name, province=to.id, captor=piece.captor
        )
        state.emit(freed, told=[faction_of(state.world, piece)])
        piece = piece.replace(captor=0)
    if to != piece.holder:
        leave_ship(state.world, piece)
        piece = piece.replace(holder=to, ship=0)
    state.world.put(piece)


def _apart(state: State, one: Record, other: Record, rule: str) -> Iterator[Refusal]:
    """Refuses what is not in one province, and a transfer from a thing to itself."""
    if one.place == other.place:
        yield Refusal(
            "bad_target",
            rule,
            "It would go where it is already.",
            "Choose another place for it to go to.",
        )
    elif province_of(state.world, one.place) != province_of(state.world, other.place):
        yield apart(rule, subject_in(state, other), subject_in(state, one))


def too_high(state: State, stack: Stack, joining: Iterable[Piece]) -> Iterator[Refusal]:
    """Refuses what would lift a stack above the level limit of its province, or a pack's own."""
    there = list(pieces_in(state.world, stack.place))
    new = [piece for piece in joining if counts(piece) and piece.holder != stack.place]
    province = state.world.get(Province, stack.province)
    level = stack_level([*there, *new])
    if new and bars(province, level):
        yield Refusal(
            "not_allowed",
            LEVELS,
            f"{stack.name} would have encounter level {level}; "
            f"this province lets in no more than {province.level_limit}.",
            "Split the force over several stacks.",
        )
    for limit in state.rules.limits if new else ():
        yield from limit.refuse(state, stack, new)


# ---------------------------------------------------------------- pieces


def _piece_conditions(
    state: State, piece: Piece, target: Ref, slot: int | None, rule: str
) -> Iterator[Refusal]:
    # Ships need no condition of their own: where one is, ships may be.
    # Whom the player holds prisoner the player knows.
    captive = held_captive(state, piece)
    if not captive:
        yield from not_controlled(state, piece, rule)
    to = holder(state, target)
    if province_of(state.world, piece.place) != province_of(state.world, to.place):
        yield apart(rule, piece.name, "where it should go")
    if isinstance(to, Stack) and to.player != state.player:
        yield Refusal(
            "bad_target",
            rule,
            f"{to.name} is not your stack.",
            "Choose a stack of yours, a city of your faction, or the province.",
        )
    if isinstance(to, City):
        yield from _no_home(state, to, rule, captive=captive)
    if slot is not None and (captive or isinstance(piece, Agent)):
        yield Refusal(
            "not_allowed",
            rule,
            f"{piece.name} has no battle slot, for agents and prisoners do not fight in line.",
            "Leave the slot out.",
        )
    if isinstance(to, Stack):
        yield from too_high(state, to, [piece])


def _no_home(state: State, city: City, rule: str, *, captive: bool) -> Iterator[Refusal]:
    """Refuses a city that may not take in a piece of the player, or a prisoner."""
    if captive and player_of(state.world, city) != state.player:
        yield Refusal(
            "bad_target",
            rule,
            f"{city.name} is not your city, and prisoners stay with their captor.",
            "Choose a stack or city of yours, or the province to set the prisoner free.",
        )
    elif faction_of(state.world, city) != state.me.faction:
        yield no_teammate(
            "cohorts.world.faction-relations",
            city.name,
            "Choose a city of your faction; not even allies take in characters or units.",
        )


def _transfer(state: State, piece: Piece, to: Place, slot: int | None) -> None:
    start = piece.holder
    if slot is not None:
        assert isinstance(piece, Character | Unit)
        piece = piece.replace(slot=slot)
    hand_over(state, piece, to)
    province = province_of(state.world, to)
    state.emit(
        PieceTransferred(
            piece=piece.place, name=piece.name, start=start, to=to, province=province, slot=slot
        )
    )


class TransferCharacter(Order):
    """Move a character or agent of yours, or a prisoner, to a stack, city or the province here."""

    path = ("transfer", "character")
    rule = "cohorts.order.transfer-character"
    phases = PHASES
    unforeseen: ClassVar = {"character": ("holder", "slot")}

    character: Annotated[Ref, MY_CHARACTER] = Field(description="Who goes")
    target: Annotated[Ref, PIECE_RECEIVER] = Field(description="Where to, in the same province")
    slot: int | None = Field(
        default=None, ge=0, le=10, description="The battle slot to take; else it keeps its own"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from _piece_conditions(state, self._piece(state), self.target, self.slot, self.rule)

    def perform(self, state: State) -> None:
        _transfer(state, self._piece(state), self.target.place, self.slot)

    def _piece(self, state: State) -> Character | Agent:
        cls = Agent if self.character.kind == Agent.kind else Character
        return state.the(cls, self.character)


class TransferMilitaryUnit(Order):
    """Move a military unit of yours, or a prisoner, to a stack, city or the province here."""

    path = ("transfer", "unit")
    rule = "cohorts.order.transfer-military-unit"
    phases = PHASES
    unforeseen: ClassVar = {"unit": ("holder", "slot")}

    unit: Annotated[Ref, UNIT_OR_PRISONER] = Field(description="Which unit goes")
    target: Annotated[Ref, PIECE_RECEIVER] = Field(description="Where to, in the same province")
    slot: int | None = Field(
        default=None, ge=0, le=10, description="The battle slot to take; else it keeps its own"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        unit = state.the(Unit, self.unit)
        yield from _piece_conditions(state, unit, self.target, self.slot, self.rule)

    def perform(self, state: State) -> None:
        _transfer(state, state.the(Unit, self.unit), self.target.place, self.slot)


# ---------------------------------------------------------------- items


class TransferItems(Order):
    """Hand items of one kind over to someone in the same province, or to or from its cache."""

    path = ("transfer", "items")
    rule = "cohorts.order.transfer-items"
    phases = PHASES

    sponsor: Annotated[Ref, ITEM_HOLDER] = Field(description="Who or what gives them")
    target: Annotated[Ref, ITEM_RECEIVER] = Field(description="Who or what gets them")
    item: Annotated[str, HELD_ITEM] = Field(min_length=1, max_length=60, description="What")
    count: int = Field(ge=1, description="How many; if fewer are there, all of them")

    def conditions(self, state: State) -> Iterator[Refusal]:
        sponsor, target = holder(state, self.sponsor), holder(state, self.target)
        if not isinstance(sponsor, Province):
            yield from not_controlled(state, sponsor, self.rule)
        yield from _apart(state, sponsor, target, self.rule)
        # Before anything is said of a receiver: how strangers fare is not for others to learn.
        yield from self._relation(state, target)
        for end in (sponsor, target):
            yield from self._unable(state, end)
        if isinstance(sponsor, Province):
            see_cache(state, sponsor)
        if not possessions.count(state.world, sponsor.place, self.item):
            yield self.refusal(
                "missing",
                f"{subject_in(state, sponsor)} has no “{self.item.replace('_', ' ')}”.",
                "Choose from the list of what is there.",
            )

    def _unable(self, state: State, end: Holder) -> Iterator[Refusal]:
        """Refuses the dead, prisoners, and a cache that the player has nobody to reach into."""
        if isinstance(end, Character) and (end.dead or end.captor):
            yield dead_or_held(self.rule, end.name)
        if isinstance(end, Province) and not may_reach_cache(state.world, state.player, end.id):
            yield Refusal(
                "not_here",
                "cohorts.world.caches",
                "You have no character, stack or city in this province to reach its cache.",
                "Bring a character or a stack there first.",
            )

    def _relation(self, state: State, target: Holder) -> Iterator[Refusal]:
        """Refuses receivers that belong neither to the player's faction nor to an allied one."""
        if isinstance(target, Province):
            return
        theirs = faction_of(state.world, target)
        if relation(state.world, state.me.faction, theirs) != "allied":
            yield no_friend(
                "cohorts.world.faction-relations",
                subject(target),
                "Leave the items in the province's cache, where anyone there can take them.",
            )

    def perform(self, state: State) -> None:
        world, start, to = state.world, self.sponsor.place, self.target.place
        found = possessions.find(world, start, self.item)
        assert found is not None
        moved = possessions.move(world, start, to, found.item, self.count)
        state.emit(
            ItemsTransferred(
                item=found.item,
                count=moved,
                start=start,
                to=to,
                province=province_of(world, to),
                player=state.player,
            ),
            told=[faction_of(world, holder(state, self.target))],
        )


# ---------------------------------------------------------------- everything


class TransferAll(Order):
    """Move all characters, units and items from a stack or province to another one here."""

    path = ("transfer", "all")
    rule = "cohorts.order.transfer-all"
    phases = PHASES

    sponsor: Annotated[Ref, STACK_OR_PROVINCE] = Field(description="What is emptied")
    target: Annotated[Ref, STACK_OR_PROVINCE] = Field(description="Where all of it goes")

    def conditions(self, state: State) -> Iterator[Refusal]:
        sponsor, target = holder(state, self.sponsor), holder(state, self.target)
        for end in (sponsor, target):
            if isinstance(end, Stack):
                yield from not_controlled(state, end, self.rule)
        yield from _apart(state, sponsor, target, self.rule)
        if isinstance(sponsor, Province):
            see_cache(state, sponsor)
        going = list(self._going(state))
        if not going and not any(possessions.held(state.world, sponsor.place)):
            yield self.refusal(
                "missing",
                "There is nothing of yours to move.",
                "Choose a stack or province that holds something.",
            )
        if isinstance(target, Stack):
            yield from too_high(state, target, going)

    def perform(self, state: State) -> None:
        start, to = self.sponsor.place, self.target.place
        going = list(self._going(state))
        for piece in going:
            hand_over(state, piece, to)
        state.emit(
            AllTransferred(
                start=start,
                to=to,
                province=province_of(state.world, to),
                pieces=tuple(piece.place for piece in going),
                items=possessions.move_all(state.world, start, to),
            )
        )

    def _going(self, state: State) -> Iterator[Piece]:
        """From a stack all pieces, prisoners too; from a province only the player's own."""
        for piece in pieces_in(state.world, self.sponsor.place):
            if self.sponsor.kind == Stack.kind or piece.player == state.player:
                yield piece
