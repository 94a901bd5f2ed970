"""What a character or military unit can do, with everything that raises or lowers it.

The one place where talents, equipment, enchantments and what else lies on a piece become modifiers
of its statistics. What a statistic is used for stands with the rules that ask for it; how modifiers
add up in `engine.modifiers`, which bonuses there are in `content.bonus`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from engine.modifiers import Modifier, Operation, Situation, Statistic, statistic
from engine.numbers import exact
from engine.packs.cohorts.content import Armor, Content, Gear, Mount, Talent, Weapon
from engine.packs.cohorts.content.bonus import Bonus, bonuses_of
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.movement.burden import worn
from engine.packs.cohorts.records import Character, Piece, Unit
from engine.world import World

_EQUIPMENT = "cohorts.item.equipment-characteristics"
_FLOOR = 1  # of an attribute and of DF, cohorts.item.percent-bonuses


def modifiers(world: World, content: Content, piece: Piece) -> Iterator[Modifier]:
    """Everything that changes a statistic of a piece, in a fixed order.

    Sources: cohorts.item.percent-bonuses, cohorts.item.direct-bonuses, cohorts.talent.list.
    """
    if not isinstance(piece, Character | Unit):
        return
    talents = [content.talents[key] for key in piece.talents]
    for talent in talents:
        yield from _of_talent(talent, piece.level)
    for name in worn(piece):
        yield from _of_item(content, name, tuple(talents), piece.level)


def ask(
    world: World,
    content: Content,
    piece: Piece,
    target: str,
    base: Fraction | int,
    situation: Situation | None = None,
    more: Iterable[Modifier] = (),
) -> Statistic:
    """A statistic of a piece: its base with all that changes it, and `more` from the situation."""
    return statistic(target, base, (*modifiers(world, content, piece), *more), situation)


def attribute(world: World, content: Content, piece: Character | Unit, key: Attribute) -> Statistic:
    """An effective attribute, never below 1; that of a military unit is its race's.

    Source: cohorts.item.percent-bonuses.
    """
    own = piece.attributes.get(key) if isinstance(piece, Character) else None
    base = getattr(content.races[piece.race].attributes, key) if own is None else own
    found = ask(world, content, piece, key, base)
    return found if found.value >= _FLOOR else replace(found, value=Fraction(_FLOOR))


# ---------------------------------------------------------------- where they come from


def modifier(bonus: Bonus, source: str, rule: str, times: int = 1) -> Modifier:
    """A bonus of a module as a modifier, so many times over if it counts by level."""
    operation: Operation = "percent" if bonus.percent else "add"
    amount = exact(bonus.percent or bonus.add) * times
    return Modifier(bonus.target, operation, amount, source, rule, dict[str, str](bonus.when.items()))


def _of_talent(talent: Talent, level: int) -> Iterator[Modifier]:
    for bonus in talent.bonuses:
        times = level if bonus.per == "level" else 1
        yield modifier(bonus, talent.name, "cohorts.talent.list", times)


def _of_item(
    content: Content, name: str, talents: tuple[Talent, ...], level: int
) -> Iterator[Modifier]:
    """What a worn item gives: its plain ratings and its bonuses."""
    known = content.item(name)
    if known is None:
        return

    def flat(target: str, amount: Fraction | int) -> Modifier:
        return Modifier(target, "add", Fraction(amount), known.name, _EQUIPMENT)

    if isinstance(known, Mount):
        yield flat("HP", _trained("mount HP", known.hp, talents, level))
        if known.special:
            yield flat(f"special.{known.special.type}", known.special.strength)
        return
    if known.df:
        part = _PART.get(type(known), "")
        if isinstance(known, Weapon) and "shield" in known.classes:
            part = "shield DF"
        yield flat("DF", _trained(part, known.df, talents, level))
    if known.mar:
        yield flat("MAR", known.mar)
    if known.sar:
        yield flat("SAR", known.sar)
    if isinstance(known, Gear):
        for bonus in bonuses_of(known.modifiers):
            yield modifier(bonus, known.name, "cohorts.table.gear")


_PART: dict[type, str] = {Armor: "armor DF"}


def _trained(part: str, base: int, talents: tuple[Talent, ...], level: int) -> Fraction:
    """What an item gives a bearer whose talents make more of it (cohorts.talent.list)."""
    changes = [each for talent in talents for each in _of_talent(talent, level)]
    return statistic(part, base, changes).value
