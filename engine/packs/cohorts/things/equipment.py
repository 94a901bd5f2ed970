"""Where a character or soldier wears and wields items, and what goes where.

The module says what items are, `bonuses` what they do for their owner, `burden` what they weigh.
Nothing here moves an item in the world. Source: cohorts.item.equipment-slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from engine.module import key_of
from engine.packs.cohorts.content import Armor, Content, Gear, Mount, Weapon
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.content.items import PLACES, EquipPlace
from engine.packs.cohorts.content.peoples import SIZES
from engine.packs.cohorts.pieces.records import Character, Piece, Unit
from engine.packs.cohorts.pieces.statuses import borne

HANDS: Final[tuple[EquipPlace, ...]] = ("main_hand", "off_hand")

SHOWN: Final = 40
"""Characters of what a player typed that are told back."""

Reason = Literal["missing", "unfit", "taken"]
"""Why an item was not put on: not enough of it, of the wrong kind, or the place is filled."""


# ---------------------------------------------------------------- who wears what


def heads(piece: Piece) -> int:
    """How many wear the piece's gear: its soldiers or crew, 1 for a character or agent."""
    return piece.soldiers if isinstance(piece, Unit) else 1


def worn(piece: Piece) -> tuple[str, ...]:
    """What a character, or every soldier of a unit, has equipped."""
    return tuple(piece.equipment.values()) if isinstance(piece, Character | Unit) else ()


def worn_by_all(piece: Piece) -> dict[str, int]:
    """What all heads of a piece have equipped together, by item."""
    found: dict[str, int] = {}
    for item in worn(piece):
        found[item] = found.get(item, 0) + heads(piece)
    return dict(sorted(found.items()))


def mount_of(content: Content, piece: Piece) -> Mount | None:
    """The war mount that a piece rides, None on foot.

    Sources: cohorts.movement.mounted, cohorts.item.mounts, cohorts.race.size.
    """
    if not isinstance(piece, Character | Unit) or not _may_ride(content, piece):
        return None
    item = piece.equipment.get("mount")
    mount = content.mounts.get(item_of(item).key) if item else None
    return mount if mount and can_ride(content, piece.race, mount) else None


def _may_ride(content: Content, piece: Piece) -> bool:
    """Whether no status keeps a piece from riding (cohorts.status.husk)."""
    return all(status.rides for status in borne(content, piece))


def can_ride(content: Content, race: str, mount: Mount) -> bool:
    """Whether a race is not too large for a mount (cohorts.race.size)."""
    return SIZES.index(content.races[race].size) <= SIZES.index(mount.largest_rider)


# ---------------------------------------------------------------- what goes where


def fits(content: Content, piece: Character | Unit, place: EquipPlace, item: str) -> bool:
    """Whether an item goes into a place as the piece is equipped now.

    Sources: cohorts.item.equipment-slots, cohorts.item.weapon-hands, cohorts.item.mounts.
    """
    match content.item(item):
        case Weapon() as weapon:
            if place == "off_hand" and _two_handed(content, piece.equipment.get("main_hand", "")):
                return False
            return weapon.fits(place)
        case Armor():
            return place == "armor"
        case Gear() as gear:
            return place == gear.place
        case Mount() as mount:
            able = _may_ride(content, piece) and can_ride(content, piece.race, mount)
            return place == "mount" and able
        case _:
            return False


def _two_handed(content: Content, item: str) -> bool:
    weapon = content.item(item)
    return isinstance(weapon, Weapon) and weapon.two_handed


def places_for(content: Content, item: str) -> tuple[EquipPlace, ...]:
    """The places to try for an item that is named without one, the best first.

    A weapon that does more harm from afar is a missile weapon and goes nowhere else; one that may
    also be thrown is held as long as a hand is free (cohorts.order.train-military-units).
    """
    known = content.item(item)
    if isinstance(known, Weapon) and known.missile_damage > known.melee_damage:
        return ("ranged",)
    return PLACES


def wearable(content: Content, item: str) -> bool:
    """Whether an item goes anywhere on someone at all."""
    known = content.item(item)
    if isinstance(known, Gear):
        return known.place in PLACES
    return isinstance(known, Weapon | Armor | Mount)


# ---------------------------------------------------------------- putting on


@dataclass(slots=True)
class Wardrobe:
    """A piece while it is dressed: what it has on and what lies ready, in sets for all its heads.

    Sets are exchanged one for one, so that nothing is made or lost.
    """

    content: Content
    piece: Character | Unit
    """As it is dressed by now."""
    ready: dict[str, int]
    """By item, how many sets for all its heads there are."""
    left_out: list[tuple[str, Reason]]
    """What was wanted and not put on, in order."""

    @classmethod
    def of(cls, content: Content, piece: Character | Unit, items: Mapping[str, int]) -> Wardrobe:
        """The wardrobe of a piece that has these items to dress from."""
        sets = {item: count // max(1, heads(piece)) for item, count in items.items()}
        return cls(content, piece, sets, [])

    def change(self, wanted: Mapping[EquipPlace, str]) -> None:
        """Fill places by name, in their fixed order; an empty text empties the place.

        What is not to be had or does not fit is left out and disturbs nothing. A two-handed weapon
        empties the off hand. Sources: cohorts.order.equip-character,
        cohorts.order.equip-military-unit, cohorts.item.weapon-hands.
        """
        for number, place in enumerate(PLACES):
            if place not in wanted:
                continue
            name = wanted[place]
            if not name:
                self._take_off(place)
            elif not _same(self.piece.equipment.get(place, ""), name):
                # From a place that is about to change as well, one may take what is there.
                later: list[EquipPlace] = [
                    p for p in PLACES[number + 1 :] if not _same(wanted.get(p, name), name)
                ]
                self._fill(place, name, later)

    def add(self, names: Iterable[str]) -> None:
        """Put on items where they go; what finds its place filled is left out.

        Source: cohorts.order.train-military-units.
        """
        for name in names:
            item = self._found(name)
            if item is None:
                self.left_out.append((name[:SHOWN], "missing"))
                continue
            where: list[EquipPlace] = [
                p for p in places_for(self.content, item) if self._goes(p, item)
            ]
            place: EquipPlace | None = next((p for p in where if not self._taken(p, item)), None)
            if place:
                self._put_on(place, item)
            else:
                self.left_out.append((item, "taken" if where else "unfit"))

    def _goes(self, place: EquipPlace, item: str) -> bool:
        bare = self.piece.replace(equipment={})
        return fits(self.content, bare, place, item)

    def _taken(self, place: EquipPlace, item: str) -> bool:
        if place in self.piece.equipment or not fits(self.content, self.piece, place, item):
            return True
        both = place == "main_hand" and _two_handed(self.content, item)
        return both and "off_hand" in self.piece.equipment

    def _fill(self, place: EquipPlace, name: str, later: Iterable[EquipPlace]) -> None:
        source: EquipPlace | None = next(
            (p for p in later if _same(self.piece.equipment.get(p, ""), name)), None
        )
        item = self._found(name) or (self.piece.equipment[source] if source else None)
        if item is None:
            self.left_out.append((name[:SHOWN], "missing"))
        elif not fits(self.content, self.piece, place, item):
            self.left_out.append((item, "unfit"))
        else:
            if not self.ready.get(item) and source:
                self._take_off(source)
            self._take_off(place)
            if place == "main_hand" and _two_handed(self.content, item):
                self._take_off("off_hand")
            self._put_on(place, item)

    def _found(self, name: str) -> str | None:
        """The item of that name of which enough lies ready, however it is spelt."""
        return next((i for i, sets in self.ready.items() if sets and _same(i, name)), None)

    def _put_on(self, place: EquipPlace, item: str) -> None:
        self.ready[item] -= 1
        self._wear({**self.piece.equipment, place: item})

    def _take_off(self, place: EquipPlace) -> None:
        item = self.piece.equipment.get(place)
        if item:
            self.ready[item] = self.ready.get(item, 0) + 1
            self._wear({p: i for p, i in self.piece.equipment.items() if p != place})

    def _wear(self, equipment: Mapping[str, str]) -> None:
        self.piece = self.piece.replace(equipment=dict(sorted(equipment.items())))


def _same(item: str, name: str) -> bool:
    return key_of(item) == key_of(name)


def by_place(equipment: Mapping[str, str]) -> Iterator[tuple[EquipPlace, str]]:
    """What is worn, in the order of the places."""
    for place in PLACES:
        if place in equipment:
            yield place, equipment[place]
