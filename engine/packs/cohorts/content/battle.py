"""How battles go in a Cohorts module: their figures, the types of damage, and battle statuses.

What is done with them stands in `engine.packs.cohorts.battle`.
"""

import operator
from typing import Annotated, Final, Literal

from pydantic import Field

from engine.module.sections import Data, KeyOf, Named
from engine.packs.cohorts.content.land import Percent

BattleStatusKey = Annotated[str, KeyOf(("battle_statuses",))]
DamageTypeKey = Annotated[str, KeyOf(("damage_types",))]
Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]


RATINGS: Final = ("HP", "AF", "RES", "POW", "DF")
DIRECTIVES: Final = tuple(f"{end} {each}" for end in ("highest", "lowest") for each in RATINGS)
"""Which of equally near enemies one prefers (`cohorts.battle.directives`)."""


class StatusAura(Data):
    """What a bearer does to the battle slot it stands in, once for each heroic level.

    At the start of its turn friends are healed, then enemies wounded, by these percent points;
    the AF of friend and foe there is raised all the time. `..._only` names a keyword, such as
    `undead`, that a unit must have to be concerned.
    """

    heals: Count = 0
    heals_only: str = ""
    wounds: Count = 0
    wounds_only: str = ""
    af_percent: Count = 0
    af_only: str = ""


class BattleStatus(Named):
    """A battle status (`cohorts.battle-status.scope`).

    Wounds in percent points: `at_once`, `at_start` and `at_end` of each of the unit's turns;
    `heals` at the end. `melee_af`, `missile_af` and `df` are percents. One that is
    `curable` ends with a chance of the unit's constitution in percent. A `lasting` status of
    the same name works in battle like it; if it is not `covert`, who has that goes on no mission
    (`cohorts.battle-status.burning`). `becomes` is the state that the unit is in from then
    on, out of the fight.
    """

    at_once: Percent = 0
    at_start: Percent = 0
    at_end: Percent = 0
    heals: Percent = 0
    melee_af: int = 0
    missile_af: int = 0
    df: int = 0
    con_percent: int = 0
    curable: bool = False
    lasting: bool = False
    covert: bool = True
    becomes: Literal["", "fled", "stone"] = ""
    aura: StatusAura | None = None


class DamageType(Named):
    """A type of damage and the status that special attacks and spells of it may cause.

    Special attacks of several types are made in the order of the table
    (`cohorts.battle.special-attack-types`).
    """

    status: BattleStatusKey | None = None


class SpecialAttack(Data):
    """A special attack in addition to the normal ones: its type and strength."""

    type: DamageTypeKey
    strength: Positive


class BattleRules(Data):
    """The figures of battles.

    A unit whose morale is below `steady` fails a check with `failure_per_point` percent for
    each point; a failed check after a loss adds `rout_percent` of that loss. Weapons that wound
    by more than `weapon_check_above` call for a check, as other single losses do above
    `loss_check_above` (`cohorts.morale.check-after-weapons`). Morale after a battle is in
    `cohorts.morale.after-battle`. Into a combat spell at most `most_spell_mana` is put. A
    weapon of either one hand or two does `both_hands_percent` more in both
    (`cohorts.table.further-weapons`).

    A storm has its full force against `storm_heads` in a slot for each heroic level of its caster;
    0 for any number (`cohorts.battle.crowded-storm`). With `heroes_led` weapons pass over
    characters while soldiers of theirs fight beside them (`cohorts.battle.led-heroes`).
    """

    rounds: Positive
    steady: int
    failure_per_point: Positive
    rout_percent: Count
    weapon_check_above: Percent
    loss_check_above: Percent
    kill_morale: Count
    won_percent: Count
    won_most: Count
    lost_percent: Percent
    lost_least: Count
    captured_above: Percent
    displaced: Positive
    artillery_percent: Percent
    artillery_percent_per_level: Percent
    percent_per_attribute_point: Count
    both_hands_percent: Count = 10
    most_spell_mana: Count
    storm_heads: Annotated[int, Field(ge=0, exclude_if=operator.not_)] = 0
    heroes_led: Annotated[bool, Field(exclude_if=operator.not_)] = False
