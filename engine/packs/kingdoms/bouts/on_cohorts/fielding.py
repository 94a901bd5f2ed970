"""From the base game's characters to fighters.

Source: kingdoms.mapping.abilities-for-base-characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from engine.module import key_of
from engine.numbers import Exact
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.levels import heroic_level
from engine.packs.kingdoms.bouts.fighters import EncounterFighter
from engine.packs.kingdoms.bouts.on_cohorts.planning import plan_of
from engine.packs.kingdoms.pieces.abilities import HIGHEST, Levels, level_in, levels_of
from engine.world import World

_BODY: Final = 20
_BY_MELEE: Final = 2
_UNDEAD: Final = "undead"
_WEAPONS: Final = ("blade", "axe", "pole", "hammer", "exotic")
_MOST_WOUNDS: Final = 100


@dataclass(frozen=True, slots=True)
class Schooling:
    """The effective skills of a base character that count, in levels."""

    troop_training: int = 0
    best_weapon: int = 0
    bow: int = 0
    faith: int = 0
    spell_craft: int = 0
    spy: int = 0
    thief: int = 0


def abilities(schooling: Schooling) -> Levels:
    """The levels that a base character has: heroic levels of its skills, each at most 5."""

    def level(skill: int) -> int:
        return min(HIGHEST, heroic_level(skill))

    magic = level(schooling.spell_craft)
    return levels_of(
        {
            "TA": level(schooling.troop_training),
            "NA": level(schooling.troop_training),
            "ME": level(schooling.best_weapon),
            "AR": level(schooling.bow),
            "WH": level(schooling.faith),
            "PS": magic,
            "IL": magic,
            "EL": magic,
            "NE": magic,
            "SP": level(schooling.spy),
            "TH": level(schooling.thief),
        }
    )


def full_hits(levels: Levels) -> int:
    """The hit points of an unhurt base character."""
    return _BODY + _BY_MELEE * level_in(levels, "ME")


def hits_left(full: int, wounds: Exact) -> int:
    """The hit points of one with these wounds in percent; who lives has one at least."""
    return max(1, ceil(full * (_MOST_WOUNDS - wounds) / _MOST_WOUNDS))


def wounds_of(full: int, hits: int) -> int:
    """The wounds in percent points of that many lost hit points, rounded down."""
    return hits * _MOST_WOUNDS // full


def schooling_of(world: World, content: Content, character: Character) -> Schooling:
    """What a character has learned, with what helps it."""

    def level(key: str) -> int:
        return skill_level(world, content, character, key)

    return Schooling(
        troop_training=level("troop_training"),
        best_weapon=max(level(key) for key in _WEAPONS if key in content.skills),
        bow=level("bow"),
        faith=level("faith"),
        spell_craft=level("spell_craft"),
        spy=level("spy"),
        thief=level("thief"),
    )


def fighter(world: World, content: Content, character: Character) -> EncounterFighter:
    """A base character as it fights: human wits, no items, and Brave."""
    levels = abilities(schooling_of(world, content, character))
    nature = content.natures.get(character.nature)
    undead = nature is not None and key_of(nature.category) == _UNDEAD
    full = full_hits(levels)
    return EncounterFighter(
        piece=character.place,
        name=character.name,
        alignment="Undead" if undead else "Neutral",
        hits=hits_left(full, character.wounds),
        full=full,
        levels=levels,
        kinds=(_UNDEAD,) if undead else (),
        plan=plan_of(character),
    )
