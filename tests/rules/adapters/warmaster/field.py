"""The field: hexes, terrain, its making, sight; who stands where at the start."""

from collections.abc import Sequence

from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.grid import AROUND, cell_of, distances, line, spot_of
from engine.packs.warmaster.battle.ground import COVER, may_enter
from engine.packs.warmaster.battle.making import made
from engine.packs.warmaster.battle.values import ATTACKER, SIDES, Spot
from tests.rules.adapters.warmaster.scene import (
    FIELDS,
    army,
    battle_of,
    captain,
    fought_by,
    hexes,
    script,
    troop_of,
    type_of,
)
from tests.rules.harness import Given, Result, folded, rule


def spot(pair: Sequence[int]) -> Spot:
    column, row = pair
    return column, row


@rule("warmaster.field.hexes")
def distance_and_neighbours(given: Given) -> Result:
    found: dict[str, object] = {}
    if "from" in given:
        found["distance"] = distances(cell_of(spot(given["from"])))[cell_of(spot(given["to"]))]
    if "hex" in given:
        around = AROUND[cell_of(spot(given["hex"]))]
        found["neighbours"] = hexes(spot_of(cell) for cell in around if cell >= 0)
    return found


@rule("warmaster.field.terrain")
def terrain(given: Given) -> Result:
    ground = given["terrain"]
    enters = may_enter(given.get("kind", "infantry"), ground, flyer=given.get("flyer", False))
    return {"may_enter": enters, "cover": COVER.get(ground, 0)}


@rule("warmaster.field.generation")
def features(given: Given) -> Result:
    names = {folded(given["terrain"]), *(folded(word) for word in given["terrain"].split())}
    base = next(key for key in FIELDS if folded(key) in names)
    with script(given["draws"]) as dice:
        field = made(base, FIELDS[base], given.get("walls", 0), dice)
    found: dict[str, list[list[int]]] = {}
    for ground in field.grounds:
        found.setdefault(ground.terrain, []).append(list(ground.at))
    return {"features": found}


@rule("warmaster.field.sight")
def sight(given: Given) -> Result:
    with script("") as dice:
        battle = battle_of(given, dice)
    ends = spot(given["from"]), spot(given["to"])
    return {"line": hexes(line(*ends)), "sees": battle.sees(cell_of(ends[0]), cell_of(ends[1]))}


# ---------------------------------------------------------------- deployment


@rule("warmaster.deploy.zones")
def zones(given: Given) -> Result:
    side = SIDES.index(given["side"])
    where = spot(given["hex"])
    # Somebody else stands where the engine would put a unit that may not stand there.
    first = troop_of(type_of("Halberdiers"), at=(8, 11 if side == ATTACKER else 2))
    battle = fought_by(army(side, first, first.replace(at=where)))
    deploy(battle)
    return {"legal": spot_of(battle.units[side][1].cell) == where}


@rule("warmaster.deploy.auto")
def automatic(given: Given) -> Result:
    side = SIDES.index(given.get("side", "attacker"))
    units = 18 if given.get("columns") else given["units"]
    types = ["Halberdiers"] * units if isinstance(units, int) else units
    brigades = given.get("brigades", [0] * len(types))
    troops = [
        troop_of(type_of(name)).replace(brigade=brigade)
        for name, brigade in zip(types, brigades, strict=True)
    ]
    captains = (captain("general"), *[captain("hero")] * 4)
    with script("") as dice:
        field = made("grassland", (), given.get("walls", 0), dice)
    battle = fought_by(army(side, *troops, captains=captains), field=field)
    deploy(battle)
    spots = [spot_of(unit.cell) for unit in battle.units[side]]
    general, *heroes = (each.unit for each in battle.characters[side])
    return {
        "order": [column for column, _ in spots],
        "at": hexes(spots),
        "general_with": general.number if general else None,
        "heroes_with": [unit.number for unit in heroes if unit],
    }
