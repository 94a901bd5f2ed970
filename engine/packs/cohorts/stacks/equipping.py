"""Orders that put equipment on characters and military units, and that take all of it away.

Where items go and which of them fit stands in `places`; training dresses new units by itself.

War mounts are equipped like arms (cohorts.city.war-mount-use).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module import key_of
from engine.orders import Asks, Choice, Chooser, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.caches import see_cache
from engine.packs.cohorts.knowledge.choices import FIGHTER_OR_PRISONER, MY_HERO, MY_UNIT, named_in
from engine.packs.cohorts.pieces.control import held_captive, not_controlled
from engine.packs.cohorts.pieces.possessions import give, held, move_all, take
from engine.packs.cohorts.pieces.records import Character, Province, Unit
from engine.packs.cohorts.pieces.refusals import dead
from engine.packs.cohorts.things.equipment import (
    PLACES,
    EquipPlace,
    Wardrobe,
    by_place,
    fits,
    heads,
    worn_by_all,
)
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.uniques import Unique
from engine.state import State
from engine.world import Place, World

NOTHING = "nothing"
"""The value of a place that should be empty."""


@facts
class Equipped(Event):
    """A character or military unit changed its equipment."""

    piece: Place
    name: str
    put_on: dict[str, str]
    """Items by the place where they are new."""
    taken_off: tuple[str, ...]
    """What was there before, and went to the possessions or the container."""
    left_out: tuple[tuple[str, str], ...]
    """What was not put on, and why: missing or unfit."""


@facts
class Stripped(Event):
    """A character or military unit lost all that it wore and carried to its container."""

    piece: Place
    name: str
    to: Place
    items: dict[str, int]


# ---------------------------------------------------------------- items change hands


def dress(world: World, wardrobe: Wardrobe, piece: Character | Unit, store: Place) -> None:
    """Put a piece as it is now dressed; the items come from and go to the store."""
    before, after = worn_by_all(piece), worn_by_all(wardrobe.piece)
    for item in sorted({**before, **after}):
        more = after.get(item, 0) - before.get(item, 0)
        if more > 0:
            take(world, store, item, more)
        else:
            give(world, store, item, -more)
    world.put(wardrobe.piece)


def wardrobe_of(state: State, piece: Character | Unit, store: Place) -> Wardrobe:
    """A piece with what lies in a store to dress it from."""
    items = {each.item: each.count for each in held(state.world, store)}
    return Wardrobe.of(state.module.content(Content), piece, items)


def strip(world: World, piece: Character | Unit) -> dict[str, int]:
    """Move what a piece wears and carries to the container it is in, and say what it was."""
    for item, number in worn_by_all(piece).items():
        give(world, piece.place, item, number)
    world.put(piece.replace(equipment={}))
    return move_all(world, piece.place, piece.holder)


def _store(piece: Character | Unit) -> Place:
    """From where it is dressed: a character from its possessions, a unit from its container."""
    return piece.place if isinstance(piece, Character) else piece.holder


# ---------------------------------------------------------------- choices


def _items_for(place: EquipPlace) -> Chooser:
    """What the piece named before has at hand for a place, and nothing."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        piece = _named(state, given)
        if piece is None:
            return
        content = state.module.content(Content)
        bare = piece.replace(equipment={})
        for each in held(state.world, _store(piece)):
            if each.count >= heads(piece) and fits(content, bare, place, each.item):
                name = item_name(content, state.world, each.item)
                yield Choice(each.item, f"{name}, {each.count} there")
        if place in piece.equipment:
            name = item_name(content, state.world, piece.equipment[place])
            yield Choice(NOTHING, f"Nothing, instead of {name}")

    return choose


def _named(state: State, given: Given) -> Character | Unit | None:
    """The piece of the player that the parameters name so far."""
    for parameter, cls in (("character", Character), ("unit", Unit)):
        piece = named_in(state, given, parameter, cls)
        if piece and piece.player == state.player:
            return piece
    return None


def _asks(place: EquipPlace) -> Asks:
    return Asks("an item at hand that goes there, or nothing", _items_for(place), ids=Unique.kind)


_What = Annotated[str, Field(min_length=1, max_length=60)]


# ---------------------------------------------------------------- the Equip orders


class _Equip(Order):
    """What both Equip orders share: places by name, and the result of filling them."""

    phases = ("basic", "movement")  # cohorts.movement.transfers-under-way

    main_hand: Annotated[_What | None, _asks("main_hand")] = Field(
        default=None, description="A melee weapon, or nothing"
    )
    off_hand: Annotated[_What | None, _asks("off_hand")] = Field(
        default=None, description="A shield or second one-handed weapon, or nothing"
    )
    ranged: Annotated[_What | None, _asks("ranged")] = Field(
        default=None, description="A missile weapon, or nothing"
    )
    armor: Annotated[_What | None, _asks("armor")] = Field(
        default=None, description="Armor, or nothing"
    )
    head: Annotated[_What | None, _asks("head")] = Field(
        default=None, description="Head gear, or nothing"
    )
    back: Annotated[_What | None, _asks("back")] = Field(
        default=None, description="Back gear, or nothing"
    )
    hand: Annotated[_What | None, _asks("hand")] = Field(
        default=None, description="Hand gear, or nothing"
    )
    finger: Annotated[_What | None, _asks("finger")] = Field(
        default=None, description="A ring, or nothing"
    )
    foot: Annotated[_What | None, _asks("foot")] = Field(
        default=None, description="Foot gear, or nothing"
    )
    mount: Annotated[_What | None, _asks("mount")] = Field(
        default=None, description="A war mount, or nothing"
    )

    @abstractmethod
    def _piece(self, state: State) -> Character | Unit:
        """Who is dressed."""

    def conditions(self, state: State) -> Iterator[Refusal]:
        piece = self._piece(state)
        yield from not_controlled(state, piece, self.rule)
        if isinstance(piece, Character) and piece.dead:
            yield dead(self.rule, piece.name, "Strip the body to get what it wears.", code="unable")
        if not self._wanted():
            yield self.refusal(
                "missing",
                "The order names nothing to put on or take off.",
                f"Name an item for at least one place, or “{NOTHING}” to empty it.",
            )
        store = state.world.at(_store(piece))
        if isinstance(store, Province):
            see_cache(state, store)

    def perform(self, state: State) -> None:
        piece = self._piece(state)
        store = _store(piece)
        wardrobe = wardrobe_of(state, piece, store)
        wardrobe.change(self._wanted())
        dress(state.world, wardrobe, piece, store)
        before, after = piece.equipment, wardrobe.piece.equipment
        state.emit(
            Equipped(
                piece=piece.place,
                name=piece.name,
                put_on={p: item for p, item in by_place(after) if before.get(p) != item},
                taken_off=tuple(item for p, item in by_place(before) if after.get(p) != item),
                left_out=tuple(wardrobe.left_out),
            )
        )

    def _wanted(self) -> dict[EquipPlace, str]:
        """By place what it is to hold, an empty text for nothing; places not named stay."""
        named: dict[EquipPlace, str | None] = {place: getattr(self, place) for place in PLACES}
        return {
            place: "" if key_of(item) == NOTHING else item
            for place, item in named.items()
            if item is not None
        }


class EquipCharacter(_Equip):
    """Have a character wear and wield items that it possesses; what it replaces it keeps."""

    path = ("equip", "character")
    rule = "cohorts.order.equip-character"
    unforeseen: ClassVar = {"character": ("equipment",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Who changes its equipment")

    def _piece(self, state: State) -> Character:
        return state.the(Character, self.character)


class EquipMilitaryUnit(_Equip):
    """Equip a military unit from the stack, city or cache it is in, one item for every soldier."""

    path = ("equip", "unit")
    rule = "cohorts.order.equip-military-unit"
    unforeseen: ClassVar = {"unit": ("equipment",)}

    unit: Annotated[Ref, MY_UNIT] = Field(description="Which unit changes its equipment")

    def _piece(self, state: State) -> Unit:
        return state.the(Unit, self.unit)


# ---------------------------------------------------------------- Strip Unit


class StripUnit(Order):
    """Take all equipment and possessions off one of yours, dead or alive, or off a prisoner."""

    path = ("unit", "strip")
    rule = "cohorts.order.strip-unit"
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("equipment",)}

    piece: Annotated[Ref, FIGHTER_OR_PRISONER] = Field(description="Who is stripped")

    def conditions(self, state: State) -> Iterator[Refusal]:
        piece = self._piece(state)
        if not held_captive(state, piece):
            yield from not_controlled(state, piece, self.rule)

    def perform(self, state: State) -> None:
        piece = self._piece(state)
        items = strip(state.world, piece)
        state.emit(Stripped(piece=piece.place, name=piece.name, to=piece.holder, items=items))

    def _piece(self, state: State) -> Character | Unit:
        return state.the(Unit if self.piece.kind == Unit.kind else Character, self.piece)
