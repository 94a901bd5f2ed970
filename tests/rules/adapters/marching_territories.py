"""Whose land a stack enters, and the result: enemy, neutral and allied baronies."""

from fractions import Fraction
from typing import Any

from engine.campaign import Faction, Player
from engine.packs.cohorts.marching.encounters import StacksMet
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.ownership import owner_of, relation
from engine.packs.cohorts.pieces.records import City
from engine.world import Place
from tests.rules.adapters.marching import Eyes
from tests.rules.adapters.movement import EAST, START, entered, moved
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, ref


def barony_of(scene: Scene, relation: str) -> Any:
    """A city at (6, 5) with the province west of it, of a player who stands so to `me`."""
    scene.barony(EAST, START)
    return scene.city(*EAST, None if relation == "wild" else scene.someone(relation))


@rule("cohorts.movement.enemy-territory")
def enemy_territory(given: Given) -> Result:
    """My stack comes into the barony, where a strong garrison would fight whom it sights.

    A party, which a city does not sight for certain, or an agitator.
    """
    scene = Scene()
    scene.rules.contests = {}  # who meets is asked, not who wins
    owner = scene.someone(given["relation"])
    city = barony_of(scene, given["relation"])
    scene.unit(city, owner, level=9)
    stack = scene.stack(4, 5)
    (scene.agent if given["stack"] == "agitator" else scene.character)(stack)
    eyes = Eyes(f"faction:{owner.faction}", sees=given["sighted"])
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("e",)), dice=eyes)
    assert scene.now(stack).province == scene.at(*START).id
    met = [place for event in ran.events(StacksMet) for place in event.defenders]
    return {"garrison_may_attack": city.place in met}


@rule("cohorts.movement.neutral-territory")
def neutral_territory(given: Given) -> Result:
    """My stack goes in; then enemies of the city and of mine may come, whom its garrison fights."""
    scene = Scene()
    owner = scene.whose(given["barony"])
    city = barony_of(scene, given["barony"])
    stack = scene.stack(4, 5)
    scene.character(stack)
    if not given.get("own_stack_inside", True):
        scene.change(stack, province=scene.at(0, 0).id)
    ran = moved(scene, stack, "e")
    inside = scene.now(stack)
    province = scene.at(*START)
    defends = safe = False
    if given.get("barony_attacked") and owner:
        before = scene.world
        for guarded in (True, False):
            scene.world = before.fork()
            defends = defends or stack.place in invaded(scene, city, owner, guarded=guarded)
            safe = safe or scene.now(stack).province == city.province
    return {
        "may_enter": entered(ran) == 1 and inside.province == province.id,
        "relation": relation(scene.world, scene.ours.id, owner_of(scene.world, province)),
        "stack_defends": defends,
        "safe_in_city": safe,
    }


def invaded(scene: Scene, city: City, owner: Player, *, guarded: bool) -> list[Place]:
    """Whom enemies of a city meet as they come through its barony to its province, in sight.

    A strong garrison comes out against them, or there is none.
    """
    scene.rules.contests = {}  # who meets is asked, not who wins
    foe = scene.player("invader", "invaders")
    scene.relation("invaders", scene.world.get(Faction, owner.faction), "at_war")
    if guarded:
        scene.unit(city, owner, level=9)
    invader = scene.stack(4, 5, foe)
    scene.unit(invader, foe)
    # At the latest in its own province the city sights a legion for certain.
    ran = scene.run(MoveAlong(stack=ref(invader), steps=("e", "e")), player=foe)
    return [place for event in ran.events(StacksMet) for place in event.defenders]


@rule("cohorts.movement.allied-territory")
def allied_territory(given: Given) -> Result:
    assert given["allied_stack_in_barony"]
    scene = Scene()
    ally = scene.someone("allied")
    scene.barony(EAST, START, (6, 4))
    city = scene.city(*EAST, ally)
    stack = scene.stack(6, 4, used=Fraction(given.get("movement_used_percent", 0), 100))
    scene.unit(stack)
    defenders = invaded(scene, city, ally, guarded=given["garrison_engages"])
    return {
        "stack_joins": stack.place in defenders and city.place in defenders,
        "stack_moves_to_city": scene.now(stack).province == city.province,
        "movement_used_percent": scene.now(stack).used * 100,
    }
