"""Kingdoms: abilities, grounds, peoples, alignments, experience, spies, where armies are raised."""

from typing import Any

from engine.packs.cohorts.content import Content
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.pieces.abilities import MAGICAL, MARTIAL, NAMES, SPECIAL
from tests.rules.scene import module
from tests.rules.tables import Compared, Rows, table

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
