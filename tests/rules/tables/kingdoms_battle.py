"""Kingdoms: army types, March, contingents, events of battle, Druid levels."""

from fractions import Fraction

from engine.packs.cohorts.content import Content
from engine.packs.kingdoms.content.armies import ArmyContent, ArmyType
from tests.rules.scene import module
from tests.rules.tables import Compared, Rows, table

CONTENT = module("kingdoms").content(ArmyContent)
FIGURES = CONTENT.columns


def strength(type: ArmyType) -> int | str:
    """The strength of a type in the rulebook's words."""
    if type.attacking:
        return f"{type.strength} defending, {type.attacking} attacking"
    return f"variable, {type.least} to {type.strength}" if type.least else type.strength


@table("kingdoms.army.table")
def army_types(rows: Rows, content: Content) -> Compared:
    told = [
        (
            row["code"],
            row["army"],
            row["strength"],
            [row[name] for name in ("speed", "pay")],
            [row[name] for name in ("home", "adverse", "nemesis")],
        )
        for row in rows
    ]
    made = [
        (
            each.key,
            each.name,
            strength(each),
            [each.speed, each.pay],
            [list(each.home), list(each.adverse), list(each.nemesis)],
        )
        for each in CONTENT.army_types.values()
    ]
    return told, made


@table("kingdoms.ability.march")
def march(rows: Rows, content: Content) -> Compared:
    told = [(row["level"], row["speed_1_2"], row["speed_3_plus"]) for row in rows]
    made = [(level, each.slow, each.fast) for level, each in enumerate(FIGURES.marching)]
    return told, made


@table("kingdoms.battle.contingents")
def contingents(rows: Rows, content: Content) -> Compared:
    told = [[row[name] for name in ("level", "same", "adjacent", "non_adjacent")] for row in rows]
    made = [
        [level, *(each.at(distance) for distance in range(3))]
        for level, each in enumerate(FIGURES.uniting)
    ]
    return told, made


@table("kingdoms.battle.random-events")
def events(rows: Rows, content: Content) -> Compared:
    told = [(row["event"], row["name"], Fraction(str(row["factor"]))) for row in rows]
    made = [
        (place, each.name, each.factor) for place, each in enumerate(FIGURES.happenings, start=1)
    ]
    return told, made


@table("kingdoms.ability.druid-leading")
def druid(rows: Rows, content: Content) -> Compared:
    told = {row["level"]: sorted(row["races"]) for row in rows}
    made: dict[int, list[str]] = {}
    for each in CONTENT.army_races.values():
        made.setdefault(each.druid, []).append(each.key)
    return told, {level: sorted(races) for level, races in made.items()}
