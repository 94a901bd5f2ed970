"""Stacks: activating, deactivating, what they are called, levels, slots and messages."""

from fractions import Fraction

from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot, reports
from engine.packs.cohorts.stacks.messages import ChangeMessage, MessageChanged
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from engine.packs.cohorts.worth.levels import encounter_level, stack_level
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, ref


@rule("cohorts.order.activate-stack")
def activate(given: Given) -> Result:
    scene = Scene()
    territory = given.get("territory", "own")
    scene.barony((5, 5), (5, 6))
    scene.city(5, 5, scene.someone("self" if territory == "own" else territory))
    at_city = given.get("own_city_present", False)
    spot = (5, 5) if at_city else (5, 6)
    said = any(key.startswith("own_") for key in given)
    if given.get("own_stack_present", not said):
        scene.stack(*spot)
    if given.get("own_character_present"):
        scene.character(scene.at(*spot))
    if given.get("own_loose_unit_present"):
        scene.unit(scene.at(*spot))
    present = given.get("own_pieces_present", "none")
    for what in () if present == "none" else present:
        scene.fill(scene.at(*spot), [what])
    name = given.get("name", "Guard")
    if given.get("stack_deactivated_this_turn"):
        assert not scene.run(DeactivateStack(stack=ref(scene.stack(1, 1, name=name)))).refused
    ran = scene.give(ActivateStack, province=ref(scene.at(*spot)), name=name)
    return {"result": ran.result("activated")}


@rule("cohorts.stack.overview")
def stack_limit(given: Given) -> Result:
    scene = Scene()
    gone = [scene.stack(1, 1) for _ in range(given.get("deactivated_this_turn", 0))]
    assert not scene.run(*(DeactivateStack(stack=ref(stack)) for stack in gone)).refused
    for _ in range(given["active"]):
        scene.stack(2, 2)
    scene.character(scene.at(2, 2))
    assert given.get("order", "activate-stack") == "activate-stack"
    ran = scene.run(ActivateStack(province=ref(scene.at(2, 2)), name="One more"))
    return {"result": ran.result("activated")}


@rule("cohorts.order.deactivate-stack")
def deactivate(given: Given) -> Result:
    scene = Scene()
    scene.barony((5, 5), (5, 6))
    scene.city(5, 5, scene.someone("neutral"))
    scene.tower(5, 6)  # sees every stack that is tested one province away
    stack = scene.stack(5, 7)
    for _ in range(given.get("task_spells", 0)):
        scene.world.add(
            ActiveSpell, on=stack.place, spell="task_of_speed", strength=9, level=9, faction=0
        )
    contents = given.get("stack", "empty")
    scene.fill(stack, [] if contents == "empty" else contents)
    empty = given.get("empty_into_province", False)
    ran = scene.run(DeactivateStack(stack=ref(stack), empty=empty))
    return {
        "result": ran.result("deactivated"),
        "sighting_test": bool(ran.events(StackSighted)),
    }


@rule("cohorts.stack.actions")
def act(given: Given) -> Result:
    assert given["order"] in {"rest", "military action"}
    scene = Scene()
    share = Fraction(given.get("movement_used_percent", 0), 100)
    stack = scene.stack(1, 1, acted=given.get("used", ""), used=share)
    scene.character(stack)
    ran = scene.run(Rest(stack=ref(stack)))
    return {
        "result": ran.result(),
        "movement_used_percent": scene.now(stack).used * 100,
    }


@rule("cohorts.stack.types")
def called(given: Given) -> Result:
    scene = Scene()
    stack = scene.stack(1, 1)
    scene.fill(stack, given["contents"])
    return {"type": stack_type(scene.world, stack.place)}


@rule("cohorts.unit.encounter-level")
def level_of_unit(given: Given) -> Result:
    scene = Scene()
    unit = scene.unit(scene.stack(1, 1), level=given["level"], soldiers=given["soldiers"])
    return {"el": encounter_level(unit)}


@rule("cohorts.stack.encounter-level")
def level_of_stack(given: Given) -> Result:
    scene = Scene()
    stack = scene.stack(1, 1)
    for level in given["levels"]:
        scene.character(stack, level=level)
    return {"el": stack_level(pieces_in(scene.world, stack.place))}


@rule("cohorts.order.assign-battle-slot")
def assign_slot(given: Given) -> Result:
    scene = Scene()
    owner = scene.someone(given.get("owner", "self"))
    unit = scene.unit(scene.stack(1, 1, owner), owner)
    ran = scene.give(AssignBattleSlot, piece=ref(unit), slot=given["slot"])
    return {"result": ran.result("set"), "reports_for_battle": reports(scene.now(unit))}


@rule("cohorts.order.change-message")
def change_message(given: Given) -> Result:
    scene = Scene()
    stack = scene.stack(1, 1)
    ran = scene.give(ChangeMessage, bearer=ref(stack), message="x" * given["length"])
    return {"result": ran.result("set")}


@rule("cohorts.turn.basic-orders")
def many_orders(given: Given) -> Result:
    scene = Scene()
    stack = scene.stack(1, 1)
    order = ChangeMessage(bearer=ref(stack), message="Hail")
    ran = scene.run(*[order] * given["basic_orders"])
    return {"executed": len(ran.events(MessageChanged)), "skipped": len(ran.failures)}
