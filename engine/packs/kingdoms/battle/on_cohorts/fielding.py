"""From the base game's pieces to armies and leaders.

Sources: kingdoms.mapping.battle-for-base-units, kingdoms.mapping.abilities-for-base-characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.module import key_of
from engine.numbers import Exact
from engine.packs.cohorts.content import Content, Weapon
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.things.equipment import mount_of
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.levels import heroic_level
from engine.packs.kingdoms.battle.values import Fielded, Leader
from engine.packs.kingdoms.content.armies import ArmyContent, StandIn
from engine.packs.kingdoms.pieces.abilities import HIGHEST
from engine.world import World

_FULL: Final = 100
"""Soldiers of a unit that fights at its whole strength, and percent of wounds."""
_HUMAN: Final = "human"
_LEVELS: Final = 1
"""The quality of a unit of level 0."""
_TRAINING: Final = "troop_training"


@dataclass(frozen=True, slots=True)
class Looks:
    """How a military unit is told as an army."""

    arm: str = "soldier"
    words: tuple[str, ...] = ()
    """Its race, and keywords of its nature."""
    flies: bool = False
    mount: str = ""
    mount_speed: int = 0
    weapons: tuple[str, ...] = ()
    """Classes of its weapons, and `missile` for one that shoots."""
    armed: bool = True
    garrison: bool = False

    def fits(self, rule: StandIn) -> bool:
        """Whether all fits that a line of the module names."""
        return all(
            (
                rule.arm is None or rule.arm == self.arm,
                not rule.words or any(key_of(each) in self.words for each in rule.words),
                not rule.flies or self.flies,
                not rule.mounts or any(key_of(each) in key_of(self.mount) for each in rule.mounts),
                not rule.mounted or bool(self.mount),
                rule.least_speed <= self.mount_speed,
                not rule.wields or any(each in self.weapons for each in rule.wields),
                not rule.unarmed or not self.armed,
                not rule.garrison or self.garrison,
            )
        )


def army_for(rules: Sequence[StandIn], looks: Looks) -> str:
    """The army type that a unit fights as: of the first line that fits.

    Raises:
        LookupError: the module has no line for it.
    """
    for rule in rules:
        if looks.fits(rule):
            return rule.army
    raise LookupError("the module's stand_ins have no line for every unit")


def quality_of(level: int) -> int:
    """The quality of a unit of that level, at most Elite."""
    return min(HIGHEST, _LEVELS + heroic_level(level))


def share_of(soldiers: int, wounds: Exact) -> Fraction:
    """The share of a whole army's strength left to a number of soldiers with those wounds."""
    return Fraction(soldiers, _FULL) * (_FULL - Fraction(wounds)) / _FULL


def looks_of(world: World, content: Content, unit: Unit, *, garrison: bool) -> Looks:
    """What a unit looks like."""
    mount = mount_of(content, unit)
    weapons = list(_weapons(content, unit))
    nature = content.natures.get(unit.nature)
    return Looks(
        arm=unit.arm,
        words=tuple(map(key_of, (unit.race, unit.nature, nature.category if nature else ""))),
        flies=unit.arm == "soldier" and by_itself(world, content, unit, "air") is not None,
        mount=f"{mount.key} {mount.name}" if mount else "",
        mount_speed=mount.land.rate if mount and mount.land else 0,
        weapons=tuple(word for weapon in weapons for word in _classes(weapon)),
        armed=bool(weapons),
        garrison=garrison,
    )


def _weapons(content: Content, unit: Unit) -> Iterator[Weapon]:
    for name in unit.equipment.values():
        item = content.item(item_of(name).key)
        if isinstance(item, Weapon) and (item.melee_damage or item.missile_damage):
            yield item


def _classes(weapon: Weapon) -> Iterator[str]:
    yield from weapon.words
    if weapon.missile_damage > weapon.melee_damage:
        yield "missile"  # what is worth less when thrown, as an axe, is no missile weapon


def race_of(columns: ArmyContent, army: str, race: str) -> str:
    """The race that an army of that type and base race counts as."""
    own = columns.army_types[army].race
    if own:
        return own
    known = columns.army_races.get(race)
    return race if known and known.humanoid else _HUMAN


def fielded(
    world: World, content: Content, columns: ArmyContent, unit: Unit, *, garrison: bool
) -> Fielded:
    """A military unit as it enters a battle in lines."""
    looks = looks_of(world, content, unit, garrison=garrison)
    army = army_for(columns.stand_ins, looks)
    return Fielded(
        piece=unit.place,
        name=unit.name,
        type=army,
        race=race_of(columns, army, unit.race),
        quality=quality_of(unit.level),
        strength=share_of(unit.soldiers, unit.wounds),
    )


def leader_of(world: World, content: Content, columns: ArmyContent, one: Character) -> Leader:
    """A character who leads units."""
    skill = min(HIGHEST, heroic_level(skill_level(world, content, one, _TRAINING)))
    nature = content.natures.get(one.nature)
    undead = nature is not None and key_of(nature.category) == key_of(columns.columns.undead)
    known = columns.army_races.get(one.race)
    return Leader(
        piece=one.place,
        name=one.name,
        race=one.race if known and known.humanoid else _HUMAN,
        alignment=columns.columns.undead if undead else "",
        tactical=skill,
        naval=skill,
    )
