"""Questions of balance beside duels of arms: packing, mages, heroes, battles that teach, guards.

Each is asked once with separate dice, and a league asks it often. Sources:
cohorts.combat-spell.area-damage, cohorts.battle.experience, cohorts.covert.kidnapping.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from engine.dice import Dice
from engine.duels import BalanceTrial
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.assassins import KidnapCharacter
from engine.packs.cohorts.duels.ground import FRONT, DuelField, DuelTroop
from engine.packs.cohorts.pieces.records import Character, Loading, Unit

_SPEAR: Final[Mapping[str, str]] = {
    "main_hand": "spear",
    "off_hand": "shield",
    "armor": "soft_leather",
}
_HAIL: Final = "flaming_hail"
_HOST: Final = 500
"""Soldiers of a side."""
_REAR: Final = 8
_LEVELS: Final = (1, 5, 10, 20)
_BARON: Final = 10
"""The level of a baron whom somebody tries to carry off."""
_EQUALS: Final = 3
"""Won battles after which a hero should have gained a level."""


def _host(ground: DuelField, side: int, level: int, *, packed: bool) -> None:
    slots = (FRONT[0],) if packed else FRONT
    ground.troop(side, DuelTroop(_SPEAR, _HOST, level, slots))


def _mage(ground: DuelField, side: int, level: int) -> Character:
    """A mage of that level, with all that it knows in one storm."""
    skills = {"spell_craft": level}
    return ground.hero(
        side,
        "mage",
        level,
        worn={"main_hand": "staff"},
        slot=_REAR,
        skills=skills,
        spells=(_HAIL,),
        loaded={"battle": Loading(spell=_HAIL, mana=0)},
    )


def _warrior(ground: DuelField, side: int, level: int, **values: Any) -> Character:
    skills = {"blade": level} if "blade" in ground.content.skills else {}
    worn = {"main_hand": "broadsword", "off_hand": "shield", "armor": "chain_mail"}
    return ground.hero(side, "warrior", level, worn=worn, skills=skills, **values)


def _packed(rules: Rules, dice: Dice, *, level: int, storms: bool) -> float:
    """A host in one slot against the same host in five; does the first win?"""
    ground, packed = DuelField(rules), dice.whole(2) - 1
    for side in (0, 1):
        _host(ground, side, level, packed=side == packed)
        if storms:
            _mage(ground, side, level)
    return float(ground.fight(dice)[0] == packed)


def _mages(rules: Rules, dice: Dice, *, level: int) -> float:
    """Two mages against two warriors, each with the same host; do the mages win?"""
    ground, mages = DuelField(rules), dice.whole(2) - 1
    for side in (0, 1):
        _host(ground, side, level, packed=False)
        for _ in range(2):
            if side == mages:
                _mage(ground, side, level)
            else:
                _warrior(ground, side, level, slot=FRONT[0])
    return float(ground.fight(dice)[0] == mages)


def _equals(rules: Rules, dice: Dice, level: int) -> tuple[DuelField, Character]:
    """A leader with a host against the same host and leader; fought until that side has won."""
    while True:
        ground = DuelField(rules)
        heroes = [_warrior(ground, side, level, slot=FRONT[0]) for side in (0, 1)]
        for side in (0, 1):
            _host(ground, side, level, packed=False)
        won, record = ground.fight(dice)
        if won == 0:
            ground.carry_out(record)
            return ground, ground.state.world.get(Character, heroes[0].id)


def _falls(rules: Rules, dice: Dice, *, level: int) -> float:
    """Does a hero fall in a battle of equals that the hero's side wins?"""
    _, hero = _equals(rules, dice, level)
    return float(hero.dead)


def _rises(rules: Rules, dice: Dice, *, level: int) -> float:
    """Of the way to the next level, how much three won battles of equals bring; at most all."""
    figures = rules.module.content(Content).experience
    gap, needed = figures.gap(level), figures.needed_for(level)
    won, earned = 0, 0
    while won < _EQUALS:
        _, hero = _equals(rules, dice, level)
        if not hero.dead:
            won, earned = won + 1, earned + hero.xp - needed
    return min(1.0, earned / gap)


def _learns(rules: Rules, dice: Dice, *, level: int) -> float:
    """Of the way to the next level, how much of a won battle of equals a soldier takes home."""
    ground, _ = _equals(rules, dice, level)
    side = ground.players[0].id
    units = list(ground.state.world.by(Unit, "player", side))
    figures = ground.content.experience
    total = sum(each.xp - figures.needed_for(level) for each in units)
    return total / len(units) / figures.gap(level) if units else 0.0


def _kidnapped(rules: Rules, dice: Dice, *, level: int) -> float:
    """The chance that a kidnapper of level 1 carries off a baron of level 10 amid a host."""
    ground = DuelField(rules)
    _host(ground, 1, level, packed=False)
    baron = _warrior(ground, 1, _BARON, slot=FRONT[0])
    skills = {"assassin": 1}
    kidnapper = ground.hero(0, "knave", 1, worn={"main_hand": "dagger"}, skills=skills)
    order = KidnapCharacter(
        character=Ref(Character.kind, kidnapper.id), target=Ref(Character.kind, baron.id)
    )
    return order.prospects(ground.state, kidnapper, baron).odds.success / 100


def _each(
    name: str, ask: Any, goal: tuple[float, float], levels: tuple[int, ...]
) -> list[BalanceTrial]:
    return [
        BalanceTrial(name=f"{name}, level {level}", goal=goal, ask=partial(ask, level=level))
        for level in levels
    ]


TRIALS: Final = (
    *_each("Packed beats spread, no mage", partial(_packed, storms=False), (0.4, 0.6), (1, 5, 10)),
    *_each(
        "Packed beats spread, a storm mage a side",
        partial(_packed, storms=True),
        (0.4, 0.6),
        _LEVELS,
    ),
    *_each("Two mages beat two warriors", _mages, (0.4, 0.75), _LEVELS),
    *_each("A hero falls in a won battle", _falls, (0.0, 0.1), (1, 5, 10)),
    *_each("Three won battles of a hero, in levels", _rises, (1.0, 1.0), (1, 5, 10)),
    *_each("A won battle of a unit, in levels", _learns, (0.05, 1.0), (1, 5, 10)),
    *_each("A novice carries off a baron guarded by a host", _kidnapped, (0.0, 0.2), (1, 5, 10)),
)
