"""Moves of forces in Kingdoms: what an army may still do, what the sea lets pass."""

from engine.packs.kingdoms.arts.provinces import Tract
from engine.packs.kingdoms.crowns.ventures.marching import Lead, Marcher, Way, barred
from tests.rules.adapters.kingdoms.words import ARMIES
from tests.rules.harness import Given, Result, rule

TYPES = ARMIES.army_types


def way(given: Given, start: str = "Plain") -> Way:
    return Way(Tract(given.get("from", start)), Tract(given.get("to", "Plain")))


@rule("kingdoms.action.move")
def move(given: Given) -> Result:
    if "armies" in given:
        force = [
            Marcher(TYPES[army], used)
            for army, used in zip(given["armies"], given["moves_used"], strict=True)
        ]
    else:
        force = [Marcher(TYPES[given["army"]], given["moves_used"])]
    lead = Lead(march=given.get("march", 0), naval=given.get("naval", 0))
    return {"can_move": barred(ARMIES.columns, force, way(given), lead) is None}


@rule("kingdoms.action.move-naval")
def move_naval(given: Given) -> Result:
    force = [
        Marcher(TYPES[army], given.get(f"{army.lower()}_moves_used", 0)) for army in given["force"]
    ]
    goal = "Sea" if given.get("embark") else given.get("to", "Plain")
    coastal = given.get("coastal", True)
    step = Way(Tract(given.get("from", "Plain")), Tract(goal), goal_coastal=coastal)
    return {
        "allowed": barred(ARMIES.columns, force, step, Lead(naval=given.get("naval", 0))) is None
    }
