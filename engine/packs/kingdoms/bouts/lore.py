"""Who may cast which combat spell at whom, and how well; what they do stands in `spells`.

What all spells share, such as limits and chances, stands with all of them (`content.arts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.packs.kingdoms.bouts.fighters import SEARCH, EncounterFighter
from engine.packs.kingdoms.bouts.sides import EncounterSide
from engine.packs.kingdoms.content.arts import Art, CastingFigures, magicians_help
from engine.packs.kingdoms.content.charms import Charm
from engine.packs.kingdoms.content.encounters import Meetings
from engine.packs.kingdoms.pieces.abilities import Magical

if TYPE_CHECKING:
    from engine.packs.kingdoms.bouts.bout import Bout


@dataclass(frozen=True, slots=True)
class Lore:
    """What a module says of encounters; without the pack of magic nobody casts but by items."""

    meetings: Meetings = field(default_factory=Meetings)
    charms: Mapping[str, Charm] = field(default_factory=dict[str, Charm])
    arts: Mapping[str, Art] = field(default_factory=dict[str, Art])
    casting: CastingFigures | None = None


def touches(charm: Charm, kinds: tuple[str, ...], *, royal: bool) -> bool:
    """Whether a spell can work on an opponent of those kinds (kingdoms.magic.targets)."""
    if any(kind in charm.spares for kind in kinds) or (charm.attacks and royal):
        return False
    return not charm.only or any(kind in charm.only for kind in kinds)


def knows(fighter: EncounterFighter, code: str) -> bool:
    """Whether somebody has learned a spell: characters have all spells of their abilities."""
    return fighter.character or code in fighter.casts


def can_cast(bout: Bout, side: EncounterSide, foe: EncounterSide, code: str, *, item: bool) -> bool:
    """Whether a spell can be cast now (kingdoms.encounter.plan)."""
    charm = bout.lore.charms.get(code)
    if charm is None or side.barred(foe.grip > 0):
        return False
    if charm.attacks and side is not bout.one:
        return False
    cast = [tried for tried, _ in side.tried]
    if code in cast or code in side.by_item:
        return False
    if not touches(charm, foe.kinds, royal=foe.fighter.royal):
        return False
    if item:
        return code in side.fighter.gifts.casts
    return _within_limits(bout.lore, side, code)


def _within_limits(lore: Lore, side: EncounterSide, code: str) -> bool:
    """Sources: kingdoms.magic.casting-limits, kingdoms.character.unskilled-attempts."""
    art = lore.arts.get(code)
    if art is None or lore.casting is None or not knows(side.fighter, code):
        return False
    by = art.ability_of(side.fighter.alignment)
    return lore.casting.allows(art, by, side.fighter.level(by), side.tried)


def spell_chance(bout: Bout, side: EncounterSide, foe: EncounterSide, art: Art, by: Magical) -> int:
    """The percent chance of a spell that is cast by ability (kingdoms.magic.success-chance)."""
    casting, fighter = bout.lore.casting, side.fighter
    assert casting is not None, "without magic nobody casts by ability"
    order = fighter.character and magicians_help(fighter.kingdom, fighter.alignment, by)
    chance = casting.chance("combat", fighter.level(by), order=order)
    charm = bout.lore.charms[art.key]
    if charm.attacks and (bout.meeting == SEARCH or foe.fighter.leads):
        return chance // 2  # kingdoms.spell.kill-enemy
    return chance


def prepare(
    bout: Bout, side: EncounterSide, foe: EncounterSide, code: str, *, item: bool
) -> tuple[int, int]:
    """Count an attempt, and say with which level and chance it is made."""
    if item:
        side.by_item.append(code)
        return bout.lore.meetings.item_level, bout.lore.meetings.item_chance
    art = bout.lore.arts[code]
    by = art.ability_of(side.fighter.alignment)
    side.tried.append((code, by))
    return side.fighter.level(by), spell_chance(bout, side, foe, art, by)
