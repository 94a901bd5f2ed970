"""Encounter plans: how they are written, and which entry is used now.

Source: kingdoms.encounter.plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from engine.module import key_of
from engine.packs.kingdoms.bouts.chances import can_talk
from engine.packs.kingdoms.bouts.lore import can_cast
from engine.packs.kingdoms.content.charms import CODES

if TYPE_CHECKING:
    from engine.packs.kingdoms.bouts.bout import Bout
    from engine.packs.kingdoms.bouts.sides import EncounterSide

TALK: Final = "TA"
FIRE: Final = "FI"
MELEE: Final = "ME"
STEAL: Final = "ST"
FLEE: Final = "FL"
CAST: Final = "CA"
ITEM: Final = "IT"
TACTICS: Final = (TALK, FIRE, MELEE, STEAL, FLEE)
"""Those that are one word; spells are written `CA-FI`, and by an item `IT-FI`."""
LONGEST: Final = 10
_WORDS: Final[Mapping[str, str]] = {
    TALK: "talk",
    FIRE: "shoot",
    MELEE: "melee",
    STEAL: "steal",
    FLEE: "flee",
}
IN_WORDS: Final = "talk, shoot, melee, steal, flee, cast a spell, or use an item, in order"
"""What a plan is made of, for who is to write one."""


def entries() -> tuple[str, ...]:
    """All that may stand in a plan."""
    return (*TACTICS, *(f"{how}-{code}" for how in (CAST, ITEM) for code in CODES))


def in_words(entry: str, spells: Mapping[str, str]) -> str:
    """An entry as people say it: "steal", "cast Fireball"; `spells` are names by code."""
    kind, _, code = entry.partition("-")
    if kind == CAST:
        return f"cast {spells.get(code, code)}"
    if kind == ITEM:
        return f"{spells.get(code, code)} by an item"
    return _WORDS.get(entry, entry)


def of_words(text: str, spells: Mapping[str, str]) -> str:
    """The entry that is meant by such words, or by its code; of other text, itself in capitals."""
    said = key_of(text)
    found = (each for each in entries() if said in (key_of(in_words(each, spells)), key_of(each)))
    return next(found, text.strip().upper())


def chosen(bout: Bout, side: EncounterSide, foe: EncounterSide, *, free: bool) -> str:
    """The entry that a side uses now, and moves on from; ME if even the last cannot be used."""
    last = len(side.plan) - 1
    while True:
        entry = side.plan[side.at]
        usable = can_use(bout, side, foe, entry, free=free)
        if not usable and side.at == last:
            return MELEE
        side.at = min(side.at + 1, last)
        if usable:
            return entry


def can_use(bout: Bout, side: EncounterSide, foe: EncounterSide, entry: str, *, free: bool) -> bool:
    """Whether an entry can be used at this moment."""
    kind, _, code = entry.partition("-")
    match kind:
        case "TA":
            druid = side.fighter.level("DR")
            return not side.talked and can_talk(druid, foe.fighter.talk)
        case "FI":
            able = side.fighter.level("AR") > 0 and not side.barred(foe.grip > 0)
            return able and (free or (bout.at != "melee" and not side.fired))
        case "CA" | "IT":
            return can_cast(bout, side, foe, code, item=kind == ITEM)
        case "ST":
            return not side.stolen and foe.fighter.rich
        case _:
            return True
