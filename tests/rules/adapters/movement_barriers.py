"""Barriers between neighbours: natural ones as a module draws them, and those of magic."""

from engine.packs.cohorts.content.land import MODES
from engine.packs.cohorts.marching.march import MoveEnded
from engine.packs.cohorts.movement.barriers import mark
from engine.packs.cohorts.movement.steps import natural_barrier
from tests.rules.adapters.magic_revealing import mage, teleport
from tests.rules.adapters.magic_scene import Magic
from tests.rules.adapters.movement import PLENTY, entered, everywhere, moved
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import ref


@rule("cohorts.world.barriers")
def barrier(given: Given) -> Result:
    """A party goes, or is sent, from one province to the next.

    A natural barrier is on the side of `on_province`, by default of `from` towards `to`.
    """
    scene = Magic(content={"races": {"human": everywhere(PLENTY)}})
    start, goal = tuple(given["from"]), tuple(given["to"])
    here, there = scene.at(*start), scene.at(*goal)
    on = scene.at(*given["on_province"]) if "on_province" in given else here
    other = there if on == here else here
    around = scene.grid.adjacency()[on.id - 1]
    side = given.get("on_side", around.index(other.id - 1))
    match given["barrier"]:
        case "natural":
            modes = tuple(given.get("modes", MODES))
            bits = natural_barrier(side, modes, one_way=given.get("one_way", False))
            scene.link(start, goal, barrier=bits)
        case "magic":
            scene.put("provincial-barrier", on, 9, side)
            mark(scene.world, on.id, side, barred=True)
        case kind:
            raise AssertionError(f"nobody knows a {kind} barrier")
    stack = scene.stack(*start)
    hero = mage(scene, 20, stack)
    if "by" in given:
        assert given["by"] == "teleport", "a gate and a retreat have rules of their own"
        ran = teleport(scene, hero, "teleport-party", stack, 0, destination=ref(there))
        assert not ran.refused
        return {"blocked": scene.now(stack).province != there.id}
    ran = moved(scene, stack, f"{goal[0]}/{goal[1]}", mode=given.get("mode"))
    if entered(ran):
        return {"blocked": scene.now(stack).province != there.id}
    [ended] = ran.events(MoveEnded)
    return {"blocked": "barrier" in ended.reason}
