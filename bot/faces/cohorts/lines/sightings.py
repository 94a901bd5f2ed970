"""Lines about sightings of foreign pieces: one for each stack or piece, with the way it went."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, one, word
from engine.hexes import DIRECTION_NAMES
from engine.packs.cohorts.cities.models import SOLDIERS
from engine.packs.cohorts.knowledge.memories import Member
from engine.packs.cohorts.knowledge.sighting import Glimpse, StackSighted
from engine.packs.cohorts.pieces.records import Province
from engine.world import Place

LINES = Lines()

MEMBERS: Final = 3
"""Of more who are in a stack a line tells the numbers alone."""


@LINES.of(StackSighted)
def _(event: StackSighted, names: CohortsNames) -> str:
    return " ".join(ways([event], names))


def ways(seen: Sequence[StackSighted], names: CohortsNames) -> Iterator[str]:
    """A line for each stack and piece that was seen, with where, in the order of first sight."""
    found: dict[Place, list[tuple[int, Glimpse]]] = {}
    for event in seen:
        for glimpse in event.sightings:
            found.setdefault(glimpse.subject, []).append((event.province, glimpse))
    for steps in found.values():
        yield _way(steps, names)


def _way(steps: Sequence[tuple[int, Glimpse]], names: CohortsNames) -> str:
    """One stack or piece as it was seen last, behind the places where it was seen before."""
    provinces = [province for province, _ in steps]
    spots = [spot for n, spot in enumerate(provinces) if not n or spot != provinces[n - 1]]
    last = steps[-1][1]
    whose = f" of {names.faction(last.faction)}" if last.faction else ", nobody's"
    told = f"{names.show(last.name) or 'Unnamed'}, {one(last.type)}{whose}"
    way = " → ".join((*(_spot(each, names) for each in spots[:-1]), names.province(spots[-1])))
    told += f": {way}"
    going = next((each.direction for _, each in reversed(steps) if each.direction >= 0), -1)
    if going >= 0:
        told += f", going {DIRECTION_NAMES[going]}"
    if last.subject.kind == "stack" and last.members:
        told += f", with {_size(last.members, names)}"
    if last.message:
        told += f"; its message: “{names.show(last.message)}”"
        return told if last.message[-1] in ".!?…" else f"{told}."
    return f"{told}."


def _spot(province: int, names: CohortsNames) -> str:
    known = names.world.find(Province, province)
    return known.location if known else "out of sight"


def _size(members: Sequence[Member], names: CohortsNames) -> str:
    """A few who were seen by name; of more their numbers."""
    if len(members) <= MEMBERS:
        return listed(_member(member, names) for member in members)
    soldiers = sum(each.soldiers for each in members)
    others: dict[str, int] = {}
    for each in members:
        if each.arm != "soldier":
            kind = each.type if each.arm else each.place.kind
            others[kind] = others.get(kind, 0) + 1
    told = [number(count, word(kind)) for kind, count in others.items()]
    return listed([*told, *([number(soldiers, "soldier")] if soldiers else [])])


def _member(member: Member, names: CohortsNames) -> str:
    race = f"{word(member.race)} " if member.race else ""
    what = race + word(member.type or member.place.kind)
    if member.arm == "soldier" and member.type == SOLDIERS:
        what = number(member.soldiers, f"{race}soldier")
    elif member.arm == "soldier":
        what = f"{what}, {number(member.soldiers, 'soldier')}"
    elif member.arm:
        what = f"{word(member.type)} with a {race}crew of {member.soldiers}"
    return f"{names.show(member.name) or 'unnamed'} ({what})"
