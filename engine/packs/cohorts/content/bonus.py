"""What raises or lowers a statistic: talents, gear, enchantments and titles say it alike.

A bonus is written out (`{target = "AF", percent = 10, per = "level", when = {weapon = "blade"}}`)
or, where a plain figure will do, as a word with an amount (`str_percent = 10`). How bonuses add
up stands in `engine.modifiers`, whose they are in `bonuses`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field, ValidationInfo

from engine.module.names import closest
from engine.module.sections import Data, Validation

Statistic = Literal[
    "STR",
    "DEX",
    "CON",
    "INT",
    "WIS",
    "CHA",
    "AF",
    "DF",
    "POW",
    "RES",
    "MAR",
    "SAR",
    "HP",
    "weapon POW",
    "armor DF",
    "shield DF",
    "mount HP",
    "rate",
    "initiative",
    "mana",
]
"""What can be changed, apart from `skill.<skill>` and `special.<type of attack>`; `mana` is what a
production gives, `rate` the movement points."""
Condition = Literal["attack", "weapon", "terrain", "stance", "type", "mode", "riding"]
"""Facts of a situation: attack melee or missile, the class of the weapon used, the family of the
terrain, stance attacking or defending, the type of the attack met, the mode of movement, riding
yes or no."""

_STATISTICS = get_args(Statistic)
_FREE = re.compile(r"(?:skill|special)\.[a-z_]+")


def _is_target(target: str) -> str:
    if target not in _STATISTICS and not _FREE.fullmatch(target):
        raise ValueError(f"is no statistic; these are {', '.join(_STATISTICS)} and skill.<skill>")
    return target


class Bonus(Data):
    """One change: a number that is added, or a percentage; for each level if it says so."""

    target: Annotated[str, AfterValidator(_is_target)]
    add: float = 0
    percent: float = 0
    per: Literal["", "level"] = ""
    when: Mapping[Condition, str] = {}


_ATTRIBUTE = re.compile(r"(str|dex|con|int|wis|cha)_percent")
_RESIST = re.compile(r"resist_([a-z_]+)")
_RATE = re.compile(r"(land|air|water)_rate_percent")
_AF = re.compile(r"(melee|missile)_af_percent")
_POWER = re.compile(r"(melee|missile)_pow")
_PLAIN: Mapping[str, str] = {
    **{each.lower(): each for each in ("STR", "DEX", "CON", "INT", "WIS", "CHA")},
    "df": "DF",
    "pow": "POW",
    "res": "RES",
    "mar": "MAR",
    "sar": "SAR",
    "hp": "HP",
    "weapon_pow": "weapon POW",
    "mana_at_production": "mana",
}
_PERCENT: Mapping[str, str] = {
    "af_percent": "AF",
    "movement_percent": "rate",
    "mana_percent": "mana",
}
_SKILL = re.compile(r"([a-z_]+)_percent")
_SKILL_LEVELS = re.compile(r"([a-z_]+)_levels")


def bonus_of(word: str, amount: float) -> Bonus:
    """The bonus that a word with an amount stands for.

    `stealth_percent`, `stealth_levels` and the like are those for skills.

    Raises:
        ValueError: it stands for none.
    """
    if word in _PLAIN:
        return Bonus(target=_PLAIN[word], add=amount)
    if word in _PERCENT:
        return Bonus(target=_PERCENT[word], percent=amount)
    if found := _ATTRIBUTE.fullmatch(word):
        return Bonus(target=found[1].upper(), percent=amount)
    if found := _RESIST.fullmatch(word):
        return Bonus(target="RES", add=amount, when={"type": found[1]})
    if found := _RATE.fullmatch(word):
        return Bonus(target="rate", percent=amount, when={"mode": found[1]})
    if found := _AF.fullmatch(word):
        return Bonus(target="AF", percent=amount, when={"attack": found[1]})
    if found := _POWER.fullmatch(word):
        return Bonus(target="weapon POW", add=amount, when={"attack": found[1]})
    if found := _SKILL.fullmatch(word):
        return Bonus(target=f"skill.{found[1]}", percent=amount)
    if found := _SKILL_LEVELS.fullmatch(word):
        return Bonus(target=f"skill.{found[1]}", add=amount)
    raise ValueError(f"'{word}' changes no statistic")


def bonuses_of(words: Mapping[str, float]) -> Iterator[Bonus]:
    """The bonuses that words with amounts stand for, as in `{df = 1, stealth_percent = 10}`."""
    for word, amount in words.items():
        yield bonus_of(word, amount)


def _are_words(words: Mapping[str, float], info: ValidationInfo) -> Mapping[str, float]:
    for word, amount in words.items():
        bonus = bonus_of(word, amount)
        if isinstance(info.context, Validation):
            _names_what_there_is(word, bonus, info.context)
    return words


def _names_what_there_is(word: str, bonus: Bonus, reading: Validation) -> None:
    """Raises ValueError for a word of a skill or type of attack that the module has not."""
    skill = bonus.target.partition("skill.")[2]
    for name, table in ((skill, "skills"), (bonus.when.get("type", ""), "damage_types")):
        known = list(reading.tables.get(table, ()))
        if name and known and reading.find(name, table) is None:
            near = closest(name, known)
            hint = f"; did you mean {near}?" if near else ""
            raise ValueError(f"'{word}' is of none of the {table.replace('_', ' ')}{hint}")


Words = Annotated[Mapping[str, float], AfterValidator(_are_words), Field(default_factory=dict)]
