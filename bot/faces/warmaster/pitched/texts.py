"""Armies of points in words: what is in one, what it lacks, what each thing of its list does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from bot.faces.warmaster.battle.terms import ROLES
from bot.faces.warmaster.cards.spells import casting, does
from bot.faces.warmaster.terms import SPECIALS, STANCES, armour, directive, figures, shots
from bot.faces.words.text import number
from engine.packs.warmaster.battle.deployment import MOST_UNITS
from engine.packs.warmaster.content import ArmyList, UnitType, WarmasterContent
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.content.points import limits
from engine.packs.warmaster.orders.deploying import ZONES
from engine.packs.warmaster.pitched.buying import RULE, breaches_of, spent_on, told
from engine.packs.warmaster.pitched.mustering import points_of_officer, points_of_unit
from engine.packs.warmaster.pitched.records import BoughtArmy, Enlisted, Officer

_BAR: Final = 12


def points(count: int) -> str:
    """Points as people write them: "1,500 points"."""
    return number(count, "point")


def bar(spent: int, of: int) -> str:
    """How much is spent, drawn with signs of text."""
    full = min(_BAR, max(0, round(_BAR * spent / of)))
    return "▰" * full + "▱" * (_BAR - full)


def range_of(least: int, most: int | None) -> str:
    """How many there may be: "2 to 4", "at least 2", "at most 4", "any number"."""
    if most is None:
        return f"at least {least}" if least else "any number"
    if least == most:
        return f"exactly {most}"
    return f"{least} to {most}" if least else f"at most {most}"


def allowed(war: WarmasterContent, army: BoughtArmy, what: str) -> str:
    """How many of a type or role an army of its points may have."""
    least, most = limits(army.points, war.army_lists[army.list])[what]
    return range_of(least, most)


def name_of(own: ArmyList, what: str) -> str:
    """What a type or role is called."""
    kind = own.units.get(what)
    return kind.name if kind else ROLES.get(what, what)  # type: ignore[call-overload]


def price_of(own: ArmyList, what: str) -> int:
    """What one of a type or role costs without anything."""
    kind = own.units.get(what)
    return kind.points if kind else own.characters[what].points  # type: ignore[index]


# ---------------------------------------------------------------- what is in an army


def unit_words(war: WarmasterContent, army: BoughtArmy, unit: Enlisted) -> str:
    """A unit with all that it has."""
    kind = war.army_lists[army.list].units[unit.type]
    with_ = [kind.attached.name] if unit.attached and kind.attached else []
    with_ += [war.magic_items[unit.item].name] if unit.item else []
    return f"{kind.name} with {' and '.join(with_)}" if with_ else kind.name


def officer_words(war: WarmasterContent, officer: Officer) -> str:
    """A character with the item."""
    item = f" with {war.magic_items[officer.item].name}" if officer.item else ""
    return f"{ROLES[officer.role]}{item}"


def orders_of(unit: Enlisted) -> str:
    """What a unit was told; empty if nothing."""
    parts = [directive(unit.directive)] if unit.directive else []
    parts += [f"in defence {directive(unit.in_defence)}"] if unit.in_defence else []
    parts += [places] if (places := places_of(unit)) else []
    parts += [f"brigade {unit.brigade}"] if unit.brigade else []
    return ", ".join(parts)


def places_of(unit: Enlisted) -> str:
    """Where a unit was told to stand; empty if nowhere."""
    parts = [f"attacking from {unit.attack[0]},{unit.attack[1]}"] if unit.attack else []
    parts += [f"defending at {unit.defence[0]},{unit.defence[1]}"] if unit.defence else []
    return ", ".join(parts)


def post_of(war: WarmasterContent, army: BoughtArmy, officer: Officer) -> str:
    """What a character was told; empty if nothing."""
    parts = [f"with {numbered(war, army, officer.unit)}"] if officer.unit else []
    parts += [STANCES[officer.stance]] if officer.stance else []
    parts += [f"casts {spells_told(war, officer)}"] if officer.spells else []
    return ", ".join(parts)


def numbered(war: WarmasterContent, army: BoughtArmy, number: int) -> str:
    """A unit of the army by its number: "3. Knights"."""
    return f"{number}. {war.army_lists[army.list].units[army.units[number - 1].type].name}"


def spells_told(war: WarmasterContent, officer: Officer) -> str:
    """A Wizard's order of spells: "Dragonbolt, then Dread"."""
    return ", then ".join(war.war_spells[key].name for key in officer.spells)


def brigades_in(war: WarmasterContent, army: BoughtArmy) -> dict[int, str]:
    """The brigades of the player's making by their numbers, each as its units."""
    found: dict[int, list[str]] = {}
    for place, unit in enumerate(army.units, start=1):
        if unit.brigade:
            found.setdefault(unit.brigade, []).append(numbered(war, army, place))
    return {brigade: ", ".join(found[brigade]) for brigade in sorted(found)}


def units_in(war: WarmasterContent, army: BoughtArmy) -> Iterator[str]:
    """The units, those that are alike in one line with what they cost."""
    rows = [
        (unit_words(war, army, unit), points_of_unit(war, army, place))
        for place, unit in enumerate(army.units)
    ]
    yield from _alike(rows)


def officers_in(war: WarmasterContent, army: BoughtArmy) -> Iterator[str]:
    """The characters, those that are alike in one line with what they cost."""
    rows = [
        (officer_words(war, officer), points_of_officer(war, army, place))
        for place, officer in enumerate(army.officers)
    ]
    yield from _alike(rows)


def _alike(rows: list[tuple[str, int]]) -> Iterator[str]:
    for (words, each), same in groupby(rows):
        many = len(list(same))
        yield f"{many} × {words}: {many * each}" if many > 1 else f"{words}: {each}"


def summary(war: WarmasterContent, army: BoughtArmy) -> str:
    """An army in a line: its units by type."""
    own = war.army_lists[army.list]
    counts: dict[str, int] = {}
    for unit in army.units:
        counts[unit.type] = counts.get(unit.type, 0) + 1
    leaders: dict[Role, int] = {}
    for officer in army.officers:
        leaders[officer.role] = leaders.get(officer.role, 0) + 1
    parts = [f"{count} {own.units[key].name}" for key, count in counts.items()]
    parts += [f"{count} {ROLES[role]}" for role, count in leaders.items()]
    return ", ".join(parts)


def lacks(war: WarmasterContent, army: BoughtArmy) -> Iterator[tuple[str, str]]:
    """What keeps an army from being bought: in words, and with the rule."""
    if not army.units:
        yield f"An army has 1 to {MOST_UNITS} units.", ZONES
    for breach in breaches_of(war, army, army.points):
        yield told(war, army, breach), RULE


def spent_line(war: WarmasterContent, army: BoughtArmy) -> str:
    """What is spent and what is left."""
    spent = spent_on(war, army)
    over = army.points - spent
    rest = f"**{over:,} left**" if over >= 0 else f"**{-over:,} too many**"
    return f"{bar(spent, army.points)} {spent:,} of {points(army.points)} spent, {rest}"


# ---------------------------------------------------------------- what things do


def unit_lines(kind: UnitType) -> Iterator[str]:
    """What a type is and does."""
    yield figures(kind)
    yield from (f"**{rule.capitalize()}**: {SPECIALS[rule]}." for rule in kind.special)
    extra = kind.attached
    if extra:
        parts = [number(extra.attacks, "attack"), number(extra.hits, "hit")]
        parts += [shots(extra.shots, extra.range)] if extra.shots else []
        parts += [f"armour {armour(extra.armour)}"]
        yield (
            f"**{extra.name}** may be attached for {extra.points} more: a stand with "
            f"{', '.join(parts)}."
        )


_DO: Final[dict[Role, str]] = {
    "general": "orders units anywhere on the field; when he is slain, his army withdraws.",
    "hero": "orders units within 6 hexes, and goes where there is fighting.",
    "wizard": "casts the spells of the list, and orders units within 6 hexes.",
    "runesmith": "hinders enemy spells, and orders units within 6 hexes.",
}


def role_lines(war: WarmasterContent, own: ArmyList, role: Role) -> Iterator[str]:
    """What a character is and does."""
    figures_ = own.characters[role]
    yield f"Command {figures_.command}, attack bonus +{figures_.bonus}."
    yield f"A {ROLES[role]} {_DO[role]}"
    for key in own.spells if role == "wizard" else ():
        spell = war.war_spells[key]
        yield f"**{spell.name}** ({casting(spell)}): {does(spell)}."
