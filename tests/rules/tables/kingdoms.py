"""Kingdoms: armies and battles, the game of crowns, encounters."""

from fractions import Fraction
from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import Content
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.content.armies import ArmyContent, ArmyType
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.pieces.abilities import MAGICAL, MARTIAL, NAMES, SPECIAL
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


ARMIES = module("kingdoms").content(ArmyContent)
CROWNS = module("kingdoms").content(RulerContent)


@table("kingdoms.game.scope")
def abilities(told: Any, content: Content) -> Compared:
    groups = {"martial": MARTIAL, "magical": MAGICAL, "special": SPECIAL}
    made = {group: {key: NAMES[key] for key in keys} for group, keys in groups.items()}
    return told["abilities"], made


@table("kingdoms.mapping.province")
def families(rows: Rows, content: Content) -> Compared:
    told = {row["base"].casefold(): row["kingdoms"] for row in rows}
    return told, {family: ARMIES.ground_of(family).key for family in told}


@table("kingdoms.map.terrain-table")
def grounds(rows: Rows, content: Content) -> Compared:
    told = [(row["terrain"], row["tax"], row["exploration"], row["encounter"]) for row in rows]
    made = [
        (each.key, each.tax, each.exploration, each.encounter) for each in ARMIES.grounds.values()
    ]
    lines = [row["line"] for row in rows], [list(each.line) for each in ARMIES.grounds.values()]
    return (told, lines[0]), (made, lines[1])


@table("kingdoms.setup.start-forces")
def forces(rows: Rows, content: Content) -> Compared:
    told = [(row["race"], row["armies"]) for row in rows]
    return told, [(key, list(people.armies)) for key, people in CROWNS.peoples.items()]


@table("kingdoms.alignment.table")
def alignments(rows: Rows, content: Content) -> Compared:
    """Names, reductions, aptitudes, and what is said of each beside them."""
    told: list[tuple[object, ...]] = []
    made: list[tuple[object, ...]] = []
    zeal = ARMIES.columns.fanaticism
    for row, each in zip(rows, CROWNS.alignments.values(), strict=True):
        more = row["abilities"]
        told.append(
            (
                row["alignment"],
                row["reduction"],
                tuple(name for name in (row["magic"], row["special"]) if name != "none"),
                "Automatic Treat" in more,
                "Automatic Break" in more,
                [n for n in (25, 40, 50) if f"{n}% fanaticism" in more],
                [word for word in ("White Magic", "Necromancy") if f"+1 {word}" in more],
                any("pays heroes" in word.casefold() for word in more),
            )
        )
        names = tuple(NAMES[key].removesuffix(" Magic") for key in each.doubles)
        made.append(
            (
                each.key,
                each.reduction,
                names,
                each.treats,
                each.breaks,
                [zeal[each.key]] if zeal.get(each.key) else [],
                [NAMES[each.gift]] if each.gift else [],
                each.hires_as is not None,
            )
        )
    return told, made


@table("kingdoms.experience.action-table")
def experience(rows: Rows, content: Content) -> Compared:
    words = {
        "that spell's magical ability": "spell",
        "TA on land, NA in a Sea province": "command",
    }
    told = [
        (row["action"], row["chance"], words.get(row["ability"], row["ability"])) for row in rows
    ]
    return told, [(each.action, each.chance, each.ability) for each in CROWNS.learning.deeds]


@table("kingdoms.ability.spy-table")
def spies(rows: Rows, content: Content) -> Compared:
    return rows, [
        {"level": level, **each.model_dump()} for level, each in enumerate(CROWNS.spying.levels)
    ]


@table("kingdoms.economy.recruit-places")
def places(rows: Rows, content: Content) -> Compared:
    """Each type with the grounds where it is raised, and whether on the coast."""
    land = [key for key, ground in ARMIES.grounds.items() if not ground.sea]
    told: dict[str, tuple[list[str], bool]] = {}
    for row in rows:
        place = row["place"]
        named = [key for key in ARMIES.grounds if key in place.replace("coastal land", "")]
        where = land if place == "any land province" else named
        told.update(dict.fromkeys(row["types"], (where, "coastal" in place)))
    made = {
        key: ([ground for ground in ARMIES.grounds if ground in type.raised], type.coast)
        for key, type in ARMIES.army_types.items()
    }
    return dict(sorted(told.items())), dict(sorted(made.items()))


MODULE = module("kingdoms")
KINGDOMS = MODULE.content(EncounterContent)
ARTS = MODULE.content(ArtsContent).arts
_NONE = "none"


def _key(name: str) -> str:
    return key_of(name.replace("'", ""))


def _span(told: str) -> list[int]:
    return [0, 0] if told == _NONE else [int(each) for each in told.split("-")]


def _spells(told: Any) -> tuple[dict[str, int], list[str]]:
    if told == _NONE:
        return {}, []
    return {name: level for name, level in told.items() if name != "cast"}, list(told["cast"])


@table("kingdoms.monster.table")
def monsters(rows: Rows, content: Content) -> Compared:
    told = {
        _key(row["monster"]): (
            [row[name] for name in ("hp", "melee", "missile", "raid")],
            [_span(row["damage"]), _span(row["missile_damage"])],
            [row[name] for name in ("speed", "intelligence", "alignment", "temper", "talk")],
            list(row["kinds"]),
            _spells(row["spells"]),
        )
        for row in rows
    }
    made = {
        key_of(key): (
            [each.hits, each.melee, each.missile, each.raid],
            [list(each.damage), list(each.missile_damage)],
            [each.speed, each.intelligence, each.alignment, each.temper, each.talk],
            list(each.kinds),
            (dict(each.levels), list(each.casts)),
        )
        for key, each in KINGDOMS.beings.items()
    }
    return told, made


@table("kingdoms.monster.table-given")
def monsters_given(rows: Rows, content: Content) -> Compared:
    names = ("hp", "melee", "missile", "speed")
    told = {_key(row["monster"]): [row[name] for name in names] for row in rows}
    made = {
        key_of(key): [each.hits, each.melee, each.missile, each.speed]
        for key, each in KINGDOMS.beings.items()
        if key_of(key) in told
    }
    return told, made


@table("kingdoms.monster.wandering")
def wandering(rows: Rows, content: Content) -> Compared:
    told = {row["terrain"]: [_key(each) for each in row["monsters"]] for row in rows}
    made = {
        ground: [key_of(each) for each in beings] for ground, beings in KINGDOMS.wandering.items()
    }
    return told, made


@table("kingdoms.feature.table")
def features(rows: Rows, content: Content) -> Compared:
    told = [
        [
            row["feature"],
            list(row["terrain"]),
            [_key(each) for each in row["guardians"] if each != _NONE],
            row["hoard"],
            row["benefit"],
        ]
        for row in rows
    ]
    made = [
        [
            each.name,
            list(each.grounds),
            [key_of(being) for being in each.guardians],
            each.hoard or _NONE,
            each.benefit or (f"tax-{each.tax}" if each.tax else _NONE),
        ]
        for each in KINGDOMS.sites.values()
    ]
    return told, made


@table("kingdoms.feature.hoards")
def hoards(rows: Rows, content: Content) -> Compared:
    told = {
        row["hoard"]: (f"{row['gold']}", list(row["item_chances"]))
        for row in rows
        if row["hoard"] != _NONE
    }
    made = {key: (f"{each.gold}d10", list(each.items)) for key, each in KINGDOMS.hoards.items()}
    return told, made


@table("kingdoms.item.table")
def items(rows: Rows, content: Content) -> Compared:
    told: list[list[Any]] = []
    for row in sorted(rows, key=lambda row: row["nr"]):
        casts = ""
        if row["effect"].startswith("casts "):
            name, _, kind = row["effect"].removeprefix("casts ").partition(" (")
            casts = f"{next(a.key for a in ARTS.values() if a.name == name)} {kind[:-1]}"
        told.append([row["item"], casts])
    made = [
        [
            each.name,
            f"{each.casts} combat"
            if each.casts
            else f"{each.performs} action"
            if each.performs
            else "",
        ]
        for each in KINGDOMS.items
    ]
    return told, made


@table("kingdoms.item.artifacts")
def artifacts(rows: Rows, content: Content) -> Compared:
    told = [_key(row["artifact"]) for row in rows]
    return told, [key_of(key) for key, each in KINGDOMS.artifacts.items() if each.unique]
