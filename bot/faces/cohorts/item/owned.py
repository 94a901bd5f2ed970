"""The items that a faction has, where they are, and all that it can ask for."""

from __future__ import annotations

from collections.abc import Iterator

from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import of_faction, province_of
from engine.packs.cohorts.pieces.records import Character, Possession, Province, Unit
from engine.packs.cohorts.things.equipment import heads
from engine.packs.cohorts.things.item_names import item_name
from engine.world import Place, World


def known_items(rules: Rules, view: World, faction: int) -> dict[str, str]:
    """Every item that a faction can ask for, with its name: those it has first, then all kinds."""
    content = rules.module.content(Content)
    held = dict.fromkeys(sorted(item for item, *_ in _own(view, faction)))
    tables = (content.weapons, content.armors, content.gear, content.mounts, content.potions)
    kinds_ = dict.fromkeys(key for table in (*tables, content.resources) for key in table)
    others = dict.fromkeys(content.thing_names)
    return {key: item_name(content, view, key) for key in held | kinds_ | others}


def stocks(view: World, faction: int, name: str) -> list[tuple[str, int, bool]]:
    """Who has how many of an item, and whether they are worn or wielded; the most first."""
    counts: dict[tuple[str, bool], int] = {}
    for item, place, count, worn in _own(view, faction):
        if item == name:
            holder = _holder(view, place), worn
            counts[holder] = counts.get(holder, 0) + count
    found = [(holder, count, worn) for (holder, worn), count in counts.items()]
    return sorted(found, key=lambda each: (-each[1], each[0]))


def _own(view: World, faction: int) -> Iterator[tuple[str, Place, int, bool]]:
    """The faction's items: their name, who has them, how many, whether they are worn."""
    for each in view.all(Possession):
        holder = view.at(each.holder)
        if isinstance(holder, Province) or (holder and of_faction(view, holder, faction)):
            yield each.item, each.holder, each.count, False
    for cls in (Character, Unit):
        for piece in view.all(cls):
            if piece.knows("equipment") and of_faction(view, piece, faction):
                for item in piece.equipment.values():
                    yield item, piece.place, heads(piece), True


def _holder(view: World, place: Place) -> str:
    thing = view.at(place)
    province = view.find(Province, province_of(view, place))
    spot = f" {province.location}" if province else ""
    if isinstance(thing, Province):
        return f"Cache at{spot}"
    return f"{getattr(thing, 'name', place.kind)}{spot}"
