"""What modules say: names, terrains, resources and how their deposits are drawn, spells; hexes."""

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from engine.dice import Dice, Percent
from engine.hexes import APART, Grid, Hex
from engine.module import load
from engine.module.names import key_of
from engine.module.sections import Named
from engine.packs.cohorts.content import Content, Resource
from engine.packs.cohorts.mapgen.deposits import lay_deposits, new_ground
from engine.packs.cohorts.trade.access import access
from tests.rules.harness import Given, Name, Result, UnknownKeyError, folded, rule
from tests.rules.scene import CONTENT, MODULES, Scene, changed

R = TypeVar("R", bound=Named)


def named(table: Mapping[str, R], name: str) -> R:
    """The record that a case calls so."""
    wanted = key_of(name)
    for record in table.values():
        words = (record.key, record.name, *getattr(record, "aliases", ()))
        if wanted in map(key_of, words):
            return record
    raise UnknownKeyError(f"the module knows no {name!r}")


def key(table: Mapping[str, R], name: str | None) -> str | None:
    """The key of what a case calls so; None for nothing."""
    return named(table, name).key if name else None


@rule("cohorts.world.terrain-types")
def terrain(given: Given) -> Result:
    found = named(CONTENT.terrains, given["terrain"])
    return {"family": Name(found.family), "water": found.is_water}


@rule("cohorts.world.resource-table")
def resources(given: Given) -> Result:
    if given.get("count_by_class"):
        classes = [resource.class_ for resource in CONTENT.resources.values()]
        return {**{each: classes.count(each) for each in classes}, "total": len(classes)}
    found = named(CONTENT.resources, given["resource"])
    return {"level": found.level, "availability": found.availability, "class": found.class_}


@rule("cohorts.magic.spell-catalogue")
def spells(given: Given) -> Result:
    # cohorts.magic.invisibility is not counted among those of the book.
    levels = [s.level for s in CONTENT.spells.values() if s.key != "invisibility"]
    return {"count": levels.count(given["level"])}


@rule("cohorts.world.resource-terrain")
def fitting(given: Given) -> Result:
    where = named(CONTENT.terrains, given["terrain"]).key
    found = CONTENT.fitting(where, given.get("coastal", False))
    return {"resources": sorted((Name(resource.key) for resource in found), key=folded)}


@rule("cohorts.world.resource-seeding")
def seeding(given: Given) -> Result:
    """Lay the one deposit of one province with every roll of the dice; count the results."""
    content = where_these_fit({name: given["fitting"][name] for name in given["fitting"]})
    laid: list[str] = []
    dice = OneDeposit()
    while dice.roll < dice.sides:
        dice.roll += 1
        ground = new_ground(Grid(4, 4), content, ["grassland"] * 16, [True, *[False] * 15])
        lay_deposits(ground, dice)
        laid += ground.deposits[0]
    weights = {Name(each): laid.count(each) for each in content.resources}
    chances = {f"chance_of_{each}_percent": 100 * n / len(laid) for each, n in weights.items()}
    return {"weights": weights, **chances}


def where_these_fit(rarities: Mapping[str, str]) -> Content:
    """Content whose grassland holds these resources, each as rare as said, one to a province."""
    plain = {"families": ("grassland",), "terrains": (), "coast": False}
    table: dict[str, Resource] = {}
    for name, availability in rarities.items():
        values = {**plain, "key": name, "availability": availability}
        table[name] = CONTENT.resources["oak"].model_copy(update=values)
    one = changed(CONTENT.seeding, {"deposits_percent": (0, 100)})
    return CONTENT.model_copy(update={"resources": table, "seeding": one})


@dataclass
class OneDeposit:
    """Dice for one province: the first draw is how many deposits, the second which; it is given."""

    roll: int = 0
    sides: int = 1
    """Of the second draw; known after the first round."""
    draws: int = field(default=0)

    def stream(self, actor: str, purpose: str) -> Dice:
        self.draws = 0
        return self  # type: ignore[return-value]

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        self.draws += 1
        if self.draws == 1:
            return sides
        self.sides = sides
        return self.roll


@rule("cohorts.improvement.village")
def village(given: Given) -> Result:
    scene = Scene()
    scene.barony((0, 0), (1, 0))
    city = scene.city(0, 0, scene.me)
    deposits = tuple(key(CONTENT.resources, each) for each in given["deposits"])
    scene.province(1, 0, deposits=deposits)
    scene.village(1, 0, level=given["village_level"])
    return {"access": [Name(each) for each in access(scene.world, scene.content, city)]}


# ---------------------------------------------------------------- modules

_FIGURE = re.compile(r"(\w+?)_(growth|conscription)_rate")


@rule("cohorts.world.modules")
def modules(given: Given) -> Result:
    """Write a module that says only this, read it, and ask it."""
    lines = ["[meta]", 'title = "Case"', 'extends = "cohorts"']
    for name in given["module_sets"]:
        race, figure = race_figure(name)
        lines.append(f"[races.{race}]\n{figure} = {given['module_sets'][name]}")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "case").mkdir()
        (Path(folder) / "case" / "module.toml").write_text("\n".join(lines), encoding="utf-8")
        content = load("case", [Path(folder), MODULES]).content(Content)
    race, figure = race_figure(given["asked"])
    return {"value": getattr(named(content.races, race), figure)}


def race_figure(name: str) -> tuple[str, str]:
    """A figure such as `human_growth_rate`: the race's name and the field."""
    found = _FIGURE.fullmatch(name)
    if not found:
        raise UnknownKeyError(f"a module has no figure {name!r} that this adapter knows")
    return found[1], found[2]


def spot(hex_: Hex | None) -> tuple[int, int] | None:
    """A place as a case writes it; None beyond the edge."""
    return hex_.spot if hex_ else None


@rule("cohorts.world.map-shape")
@rule("cohorts.world.hex-directions")
def step(given: Given) -> Result:
    grid = Grid(given["width"], given["height"])
    start = Hex(*given["from"])
    if "direction" in given:
        return {"to": spot(grid.neighbour(start, given["direction"]))}
    return {"neighbors": [spot(each) for each in grid.neighbours(start)]}


@rule("cohorts.world.hex-distance")
def distance(given: Given) -> Result:
    """Between two places of one realm, or to the same place of one beside it; null without end."""
    alone = Grid(given["width"], given.get("height", 200), given.get("wraps", True))
    grid = Grid(alone.width, alone.height, alone.wraps, (alone,))
    realm = {"same": 0, "another": 1}[given.get("to_realm", "same")]
    x, y = given["to"]
    away = grid.distance(Hex(*given["from"]), Hex(x, y, realm))
    return {"distance": None if away == APART else away}
