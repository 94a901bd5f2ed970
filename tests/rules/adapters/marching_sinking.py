"""Ships that sink, and what is thrown overboard."""

from typing import Any

from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.stacks.transfers import TransferItems
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, ref


@rule("cohorts.ship.sinking")
def sinking(given: Given) -> Result:
    """A status brings a ship to these wounds in a weekly production; a worn dagger shows the gear.

    `possessions` are the stack's, `ships_left` how many ships of the same type stay afloat.
    """
    terrain = "sea" if given["terrain"] in ("sea", "water") else "grassland"
    scene = Scene(
        terrain=terrain, content={"statuses": {"frozen": {"weekly": given["ship_wounds"]}}}
    )
    fleet = scene.stack(2, 2)
    ship = scene.unit(fleet, arm="ship", type="barge", statuses={"frozen": 1})
    for _ in range(given.get("ships_left", 0)):
        scene.unit(fleet, arm="ship", type="barge")
    aboard: dict[str, Any] = {
        each: (scene.character if each == "character" else scene.unit)(
            fleet, ship=ship.id, equipment={"main_hand": "dagger"}
        )
        for each in given.get("assigned", [])
    }
    scene.items(fleet, **given.get("possessions", {}))
    scene.produce()
    adrift = scene.held(scene.at(2, 2))
    sunk = 0 if "soldiers" not in aboard else aboard["soldiers"].soldiers
    gear = sunk + ("character" in aboard)
    found: dict[str, object] = {
        "sunk": scene.gone(ship),
        "gear": "province cache" if gear and adrift.pop("dagger", 0) == gear else "kept",
        "to_cache": adrift,
        "flotsam": adrift,
    }
    for each, piece in aboard.items():
        if scene.gone(piece):
            found[each] = "buried"
        else:
            now = scene.now(piece)
            lost = getattr(now, "dead", False) and now.holder == scene.at(2, 2).place
            found[each] = "dead in province" if lost else "unharmed"
    return found


@rule("cohorts.ship.jettison")
def jettison(given: Given) -> Result:
    content = {
        "ships": {"barge": {"cargo_capacity": given["cargo_capacity"]}},
        "weapons": {"spear": {"weight": 1}},
    }
    scene = Scene(terrain="sea", content=content)
    fleet = scene.stack(2, 2)
    scene.unit(fleet, arm="ship", type="barge")
    scene.items(fleet, spear=given["cargo_load"])
    sea = scene.at(2, 2)
    overboard = TransferItems(
        sponsor=ref(fleet), target=ref(sea), item="spear", count=given["thrown_overboard"]
    )
    scene.run(overboard, MoveAlong(stack=ref(fleet), steps=("e",)))
    return {
        "can_move": scene.now(fleet).province == scene.at(3, 2).id,
        "province_cache_gains": scene.held(sea).get("spear", 0),
    }
