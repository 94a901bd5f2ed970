"""Lines about what was seen of others."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, one, word
from engine.hexes import DIRECTION_NAMES
from engine.packs.cohorts.cities.models import SOLDIERS
from engine.packs.cohorts.knowledge.memories import Member
from engine.packs.cohorts.knowledge.sighting import Glimpse, StackSighted

LINES = Lines()


@LINES.of(StackSighted)
def _(event: StackSighted, names: CohortsNames) -> str:
    seen = "; ".join(_glimpse(glimpse, names) for glimpse in event.sightings)
    return f"At {names.province(event.province)}: {seen}."


def _glimpse(glimpse: Glimpse, names: CohortsNames) -> str:
    whose = f" of {names.faction(glimpse.faction)}" if glimpse.faction else ", nobody's"
    told = f"{names.show(glimpse.name) or 'unnamed'}, {one(glimpse.type)}{whose}"
    if glimpse.direction >= 0:
        told += f", going {DIRECTION_NAMES[glimpse.direction]}"
    if glimpse.subject.kind == "stack" and glimpse.members:
        told += f", with {listed(_member(member, names) for member in glimpse.members)}"
    if glimpse.message:
        told += f"; it says “{names.show(glimpse.message)}”"
    return told


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
