"""Sightings and what a faction knows, through real moves, productions and views."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from engine.campaign import Now, Player
from engine.dice import Streams
from engine.hexes import Hex
from engine.packs.cohorts.content.spells import Hide
from engine.packs.cohorts.knowledge.memories import Member, Memory
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Character, Map, Province, Stack
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from engine.world import World
from tests.rules.dice import Unsighted
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran, Scene, ref
from tests.rules.words import key

UNTAUGHT = {"classes": {"warrior": {"trained": (), "built_in": ()}}}
"""A class that teaches nothing, so that it adds nothing to anybody's skills."""
SKILLED: dict[str, Any] = {"job": "warrior", "level": 60}


@rule("cohorts.turn.sighting-chance")
def sighting_chance(given: Given) -> Result:
    """Somebody of mine enters a province as far from the viewer, which alone could sight it."""
    scene = Scene(24, 14, content=UNTAUGHT)
    viewer, distance = key(given["viewer"]), given["distance"]
    others = scene.someone("neutral")
    at = (5 + distance, 6)
    home = scene.city(20, 1, others)
    start = (at[0] + 1, 6)
    ranger: dict[str, Any] = {}
    if "ranger" in given:
        ranger = {"skills": {"ranger": given["ranger"]}}
    match viewer:
        case "city":
            capital = scene.city(5, 6, others)
            if ranger:
                scene.character(capital, others, **SKILLED, **ranger)
        case "stack":
            scene.character(scene.stack(5, 6, others), others, **SKILLED, **ranger)
        case "agitator":
            scene.agent(scene.stack(5, 6, others), others)
        case _:
            scene.province(5, 6, barony=home.barony)
            scene.tower(5, 6, viewer.removesuffix("_tower"), given["viewer_level"])
    stack = scene.stack(*start)
    hides: dict[str, Any] = {"skills": {"stealth": given.get("stealth", 0)}}
    match key(given["mover"]):
        case "agitator":
            scene.agent(stack, **hides)
        case "party":
            scene.character(stack, **SKILLED, **hides)
        case "legion":
            scene.character(stack, **SKILLED, **hides)
            scene.unit(stack)
        case kind:
            assert kind == "fleet"
            for x in range(24):
                scene.province(x, 6, terrain="sea")
            scene.unit(stack, arm="ship", type="runner")
    if given.get("invisible"):
        unseen = next(s.key for s in scene.content.spells.values() if isinstance(s.effect, Hide))
        spell = {"on": stack.place, "spell": unseen, "level": 1, "faction": scene.ours.id}
        scene.world.add(ActiveSpell, strength=given["invisible"], **spell)
    dice = Unsighted()
    ran = go(scene, stack, at, dice=dice)
    sure = [e for e in ran.entries if isinstance(e.event, StackSighted) and e.for_(others.faction)]
    drawn = dice.of(others.faction)
    return {"chance": 100 if sure else drawn[-1] if drawn else 0}


@rule("cohorts.turn.sighting-when")
def sighting_when(given: Given) -> Result:
    """The mover goes east; the viewer stands as far from each province entered as the case says."""
    scene = Scene(20, 14)
    names = given["path"] if "path" in given else [given["mover_enters"]]
    distances = given["distances"] if "distances" in given else [given["distance"]]
    assert len(names) == len(distances)
    path = [Hex(5 + step, 6) for step in range(1, len(distances) + 1)]
    x, y = next(
        hex_.spot
        for hex_ in scene.grid
        if [scene.grid.distance(hex_, at) for at in path] == distances
    )
    others = scene.someone("neutral")
    viewer, _, level = given["viewer"].partition(" tower level ")
    match viewer:
        case "city":
            scene.city(x, y, others)
        case "stack":
            scene.unit(scene.stack(x, y, others), others)
        case _:
            scene.province(x, y, barony=scene.city(18, 1, others).barony)
            scene.tower(x, y, viewer, int(level))
    dice = Unsighted()
    mover = scene.stack(5, 6)
    scene.character(mover)
    ran = go(scene, mover, path[-1].spot, dice=dice)
    sure = [entry for entry in ran.entries if isinstance(entry.event, StackSighted)]
    shown = [entry for entry in sure if entry.for_(others.faction)]
    tests = len(dice.of(others.faction)) + len(shown)
    return {"tested": tests > 0, "tests": tests}


def go(
    scene: Scene,
    stack: Stack,
    to: Sequence[int],
    player: Player | None = None,
    dice: Streams | None = None,
) -> Ran:
    """Move a stack as far as it gets."""
    order = Move.model_validate({"stack": ref(stack), "destination": ref(scene.at(*to))})
    ran = scene.run(order, player=player, dice=dice)
    assert not ran.refused
    return ran


@rule("cohorts.turn.sighting-report")
def sighting_report(given: Given) -> Result:
    scene = Scene()
    sighted = given["sighted"]
    sighted.takes("name", "race", "soldiers", "level", "equipment")
    others = scene.someone("neutral")
    scene.city(4, 3, others)
    stack = scene.stack(2, 3)
    scene.unit(stack, **{**sighted, "equipment": {"armor": sighted["equipment"]}})
    shown = told(go(scene, stack, (4, 3)), others.faction)
    return {"reported": {key: getattr(shown, key) for key in sighted if key in Member.names}}


def told(ran: Ran, faction: int) -> Member:
    """The one piece that a faction was last told of."""
    events = [event for entry in ran.entries if (event := entry.for_(faction))]
    (glimpse,) = [e for e in events if isinstance(e, StackSighted)][-1].sightings
    (member,) = glimpse.members
    return member


@rule("cohorts.knowledge.view")
def knowledge_view(given: Given) -> Result:
    scene = Scene(24, 14)
    if "captive_of" in given:
        return captive(scene, given)
    if given["province"] == "in_view":
        return escaped(scene, given)
    assert not given.get("ever_seen", False)
    if "own_watch_tower" in given:
        x, y = given["own_watch_tower"]
        home = scene.city(20, 12, scene.me)
        scene.province(x, y, barony=home.barony)
        scene.tower(x, y, "watch", given["tower_level"])
    elif "own_stack_before" in given:
        wander(scene, given)
    elif "own_stack" in given:
        scene.character(scene.stack(*given["own_stack"]))
    found: dict[str, object] = {}
    if "allied_stack" in given:
        # What the other faction remembers it saw before there was an alliance.
        ally = scene.someone("neutral")
        far = given["remembered_by_ally_only"]
        scout = scene.stack(far[0], far[1], ally)
        scene.character(scout, ally)
        go(scene, scout, (far[0], far[1] + 3), ally)
        x, y = given["allied_stack"]
        scene.relation("ours", "neutral", "allied")
        scene.character(scene.stack(x, y, ally), ally)
        theirs = state_of(scene, scene.view(scene.faction("neutral")), far)
        assert theirs["state"] == "remembered"
        found["ally_memory_shared"] = state_of(scene, scene.view(), far)["state"] != "never_seen"
    return {**state_of(scene, scene.view(), given["province"]), **found}


def captive(scene: Scene, given: Given) -> Result:
    """Somebody of ours is taken, carried off and hurt; then a friend may come by there."""
    foe = scene.someone(given["captive_of"])
    (x, y), (goal_x, goal_y) = given["seen_in"], given["carried_to"]
    gaol = scene.stack(x, y, foe)
    hero = scene.character(gaol, captor=foe.id, wounds=given["wounds"])
    scene.run()
    scene.change(gaol, province=scene.at(goal_x, goal_y).id)
    scene.change(hero, wounds=given["wounds_now"])
    scene.run()
    if "seen_again_by" in given:
        friend = scene.someone(given["seen_again_by"])
        scene.character(scene.stack(goal_x, goal_y, friend), friend)
        scene.run()
    view = scene.view()
    known = view.get(Character, hero.id)
    at = view.get(Map, 1).grid.at(province_of(view, known.place) - 1)
    return {"captive_at": [at.x, at.y], "captive_wounds": known.wounds}


def wander(scene: Scene, given: Given) -> None:
    """Go from the one place to the other before anyone rests, and let that many turns pass."""
    stack = scene.stack(*given["own_stack_before"])
    hero = scene.character(stack)
    while scene.now(stack).province != scene.at(*given["own_stack"]).id:
        go(scene, stack, given["own_stack"])
        scene.change(stack, used=Fraction(0))
        scene.change(hero, used=Fraction(0))
    for _ in range(given["moved_turns_ago"]):
        scene.produce()


def state_of(scene: Scene, view: World, at: Sequence[int]) -> dict[str, object]:
    """In view, remembered since when, or never seen."""
    province = scene.at(*at).id
    memory = view.find(Memory, province)
    assert (view.find(Province, province) is None) == (memory is None)
    if memory is None:
        return {"state": "never_seen"}
    if memory.in_view:
        return {"state": "in_view"}
    return {"state": "remembered", "age_turns": view.get(Now, 1).turn - memory.turn}


def escaped(scene: Scene, given: Given) -> Result:
    """An enemy stack comes near and is not sighted."""
    assert (given["enemy_stack_present"], given["sighting_test"]) == (True, "failed")
    enemy = scene.someone("at_war")
    scene.character(scene.stack(5, 5))
    mover = scene.stack(8, 5, enemy)
    scene.character(mover, enemy)
    dice = Unsighted()
    go(scene, mover, (6, 5), enemy, dice)
    assert dice.tests
    assert scene.now(mover).province == scene.at(6, 5).id
    view = scene.view()
    known = view.find(Province, scene.at(6, 5).id)
    return {
        "terrain_known": known is not None and known.knows("terrain"),
        "enemy_stack_known": view.find(Stack, mover.id) is not None,
    }
