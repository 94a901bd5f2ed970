"""Magic items that units and characters carry into battle (warmaster.map.items)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import MY_FIGHTER
from engine.packs.cohorts.pieces.control import controls, not_controlled
from engine.packs.cohorts.pieces.possessions import count, move
from engine.packs.cohorts.pieces.records import Character, City, Province, Unit
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.warmaster.content import MagicItem, WarmasterContent
from engine.packs.warmaster.fielding import figures_of_unit
from engine.packs.warmaster.leading import role_of
from engine.packs.warmaster.pieces import carried, leader_of, regiment_of
from engine.refusals import no_such
from engine.state import State
from engine.world import Place

RULE = "warmaster.map.items"


@facts
class ItemCarried(Event):
    """A unit or character took up a magic item, or laid it down."""

    kind = "warmaster-item-carried"

    piece: Place
    name: str
    item: str
    """Its name."""
    taken: bool
    """False: it was laid down."""


def piece_of(state: State, ref: Ref) -> Character | Unit:
    """The character or unit that an order names."""
    return state.the(Unit if ref.kind == Unit.kind else Character, ref)


def may_carry(state: State, piece: Character | Unit, item: MagicItem) -> bool:
    """Whether a piece may carry an item: a unit by its kind and values, a character by its roles.

    A character may be named commander, and then is a General.
    """
    if isinstance(piece, Character):
        role = role_of(state.module.content(WarmasterContent), piece)
        return any(item.cost_for_role(each) is not None for each in ("general", role))
    troop = figures_of_unit(state, piece)
    return item.cost_for(troop.kind, troop.armour, troop.hits) is not None


def reach(state: State, piece: Character | Unit, item: str) -> Place | None:
    """Where a piece finds an item: among its own possessions, in its stack or its own city."""
    holder = state.world.at(piece.holder)
    alien = isinstance(holder, City) and not controls(state, holder)
    places = (
        (piece.place,) if alien or isinstance(holder, Province) else (piece.place, piece.holder)
    )
    return next((place for place in places if count(state.world, place, item)), None)


def dress(state: State, piece: Character | Unit, item: str) -> None:
    """Write down which item a piece carries; empty for none."""
    if isinstance(piece, Character):
        state.world.put(piece.replace(ext=leader_of(piece).replace(item=item)))
        return
    war, content = state.module.content(WarmasterContent), state.module.content(Content)
    state.world.put(piece.replace(ext=regiment_of(war, content, piece).replace(item=item)))


def _pieces_item(state: State, given: Given) -> Iterator[Choice]:
    ref = given.ref("piece", Unit.kind, Character.kind)
    piece = state.world.at(ref.place) if ref else None
    if not isinstance(piece, Unit | Character) or not controls(state, piece):
        return
    for item in state.module.content(WarmasterContent).magic_items.values():
        if reach(state, piece, item.key) and may_carry(state, piece, item):
            yield Choice(item.key, item.name)


ITEM = Asks("a magic item that is there and that it may carry", _pieces_item)


class EquipMagicItem(Order):
    """Give a magic item to a unit or character that may carry it; each carries one."""

    path = ("army", "equip")
    rule = RULE
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("ext",)}

    piece: Annotated[Ref, MY_FIGHTER] = Field(description="Who carries it")
    item: Annotated[str, ITEM] = Field(max_length=60, description="Which item")

    def conditions(self, state: State) -> Iterator[Refusal]:
        war = state.module.content(WarmasterContent)
        piece = piece_of(state, self.piece)
        yield from not_controlled(state, piece, self.rule)
        item = self._item(state)
        if item is None:
            yield no_such(self.rule, "magic item", self.item, war.magic_items.values())
            return
        has = carried(state.world, piece)
        if has:
            yield Refusal(
                "not_allowed",
                "warmaster.item.one-each",
                f"{piece.name} carries an item already.",
                "Lay that one down first.",
            )
        if not may_carry(state, piece, item):
            yield Refusal(
                "not_qualified",
                "warmaster.item.carriers",
                f"{piece.name} may not carry {item.name}.",
                "Choose another item, or another carrier.",
            )
        if reach(state, piece, item.key) is None:
            yield self.refusal(
                "missing",
                f"{item.name} is not at hand for {piece.name}.",
                "Bring the item into its stack or city first.",
            )

    def perform(self, state: State) -> None:
        piece, item = piece_of(state, self.piece), self._item(state)
        assert item, "conditions have seen to it"
        place = reach(state, piece, item.key)
        assert place, "conditions have seen to it"
        if place != piece.place:
            move(state.world, place, piece.place, item.key, 1)
        dress(state, piece, item.key)
        state.emit(ItemCarried(piece=piece.place, name=piece.name, item=item.name, taken=True))

    def _item(self, state: State) -> MagicItem | None:
        items = state.module.content(WarmasterContent).magic_items
        return kind_called(items.values(), self.item)


class UnequipMagicItem(Order):
    """Have a unit or character lay its magic item down, in the stack or city where it is."""

    path = ("army", "unequip")
    rule = RULE
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("ext",)}

    piece: Annotated[Ref, MY_FIGHTER] = Field(description="Who lays it down")

    def conditions(self, state: State) -> Iterator[Refusal]:
        piece = piece_of(state, self.piece)
        yield from not_controlled(state, piece, self.rule)
        if not carried(state.world, piece):
            yield self.refusal(
                "missing", f"{piece.name} carries no magic item.", "Choose one who does."
            )

    def perform(self, state: State) -> None:
        piece = piece_of(state, self.piece)
        key = carried(state.world, piece)
        if isinstance(piece, Unit):
            move(state.world, piece.place, piece.holder, key, 1)
        dress(state, piece, "")
        item = state.module.content(WarmasterContent).magic_items.get(key)
        name = item.name if item else key
        state.emit(ItemCarried(piece=piece.place, name=piece.name, item=name, taken=False))
