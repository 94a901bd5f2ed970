"""Stacks: in and out of play, fleets, what is handed over, and rest."""

from fractions import Fraction
from typing import Any

from engine.orders import Queued
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot, reports
from engine.packs.cohorts.stacks.messages import ChangeMessage, MessageChanged
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.stacks.transfers import (
    AllTransferred,
    ItemsTransferred,
    TransferAll,
    TransferCharacter,
    TransferItems,
    TransferMilitaryUnit,
)
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from engine.packs.cohorts.worth.levels import encounter_level, stack_level
from engine.world import Record
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Ran, Scene, ref


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


@rule("cohorts.order.rest")
def rest(given: Given) -> Result:
    scene = Scene()
    stack = scene.stack(1, 1, used=Fraction(given.get("movement_used", 0), 100))
    character = scene.character(
        stack, attributes={"CON": given.get("con", 10)}, wounds=given.get("wounds", 0)
    )
    ran = scene.run(Rest(stack=ref(stack)))
    return {"wounds": scene.now(character).wounds, "refused": ran.refused}


@rule("cohorts.order.transfer-character")
def transfer_character(given: Given) -> Result:
    scene = Scene()
    holder, owner = start(scene, given)
    character = scene.character(holder, owner, slot=given.get("old_slot", 8))
    ran = scene.give(TransferCharacter, character=ref(character), **ends(scene, given))
    return outcome(scene, ran, character)


@rule("cohorts.order.transfer-military-unit")
def transfer_unit(given: Given) -> Result:
    scene = Scene()
    holder, owner = start(scene, given)
    unit = scene.unit(holder, owner, slot=given.get("old_slot", 3))
    ran = scene.give(TransferMilitaryUnit, unit=ref(unit), **ends(scene, given))
    return outcome(scene, ran, unit)


def start(scene: Scene, given: Given) -> tuple[Record, Any]:
    """Where the piece is, and whose it is."""
    owner = scene.someone("self" if given.get("controls_unit", True) else "teammate")
    return scene.stack(2, 2, owner), owner


def ends(scene: Scene, given: Given) -> dict[str, Any]:
    """The target that the case wants, with the slot."""
    spot = (2, 2) if given.get("same_province", True) else (7, 7)
    if "target_city_owner" in given:
        target = scene.city(*spot, scene.someone(given["target_city_owner"]))
    else:
        target = scene.stack(*spot, scene.someone(given.get("target_stack_owner", "self")))
    if not given.get("target_stack_active", True):
        assert not scene.run(DeactivateStack(stack=ref(target))).refused
    return {"target": ref(target), "slot": given.get("slot")}


def outcome(scene: Scene, ran: Ran, piece: Character | Unit) -> Result:
    return {"result": ran.result(), "slot": scene.now(piece).slot}


@rule("cohorts.order.transfer-items")
def transfer_items(given: Given) -> Result:
    scene = Scene()
    spot = (2, 2) if given.get("same_province", True) else (7, 7)
    cache = given.get("from") == "province cache"
    present = given.get("own_piece_present", True)
    sponsor = scene.at(2, 2) if cache else scene.stack(2, 2)
    target = scene.stack(*spot, scene.someone(given.get("target_faction", "own")))
    if cache and present:
        scene.character(scene.at(2, 2))
    scene.items(sponsor, spear=given.get("in_possession", 5))
    ran = scene.give(
        TransferItems,
        sponsor=ref(sponsor),
        target=ref(target),
        item="Spear",
        count=given.get("ordered", 1),
    )
    return {"result": ran.result(), "moved": scene.held(target).get("spear", 0)}


@rule("cohorts.world.caches")
def take_from_cache(given: Given) -> Result:
    scene = Scene()
    spot = (2, 2) if given["player_has_piece_in_province"] else (7, 7)
    cache, stack = scene.at(2, 2), scene.stack(*spot)
    scene.items(cache, **given["cache"])
    taken: dict[str, int] = {}
    for item, count in given["takes"].items():
        ran = scene.give(
            TransferItems, sponsor=ref(cache), target=ref(stack), item=item, count=count
        )
        taken.update({Name(e.item): e.count for e in ran.events(ItemsTransferred)})
    left = {Name(item): count for item, count in scene.held(cache).items()}
    return {"taken": taken, "cache": left}


@rule("cohorts.order.transfer-all")
def transfer_all(given: Given) -> Result:
    scene = Scene()
    ground = scene.at(2, 2)
    for whose, count in given.get("loose_units", {}).items():
        owner = scene.someone("self" if whose == "own" else whose)
        for _ in range(count):
            scene.unit(ground, owner)
    if "cache_items" in given:
        scene.items(ground, spear=given["cache_items"])
    ends = {"province": lambda: ground, "own stack": lambda: scene.stack(2, 2)}
    ends["teammate stack"] = lambda: scene.stack(2, 2, scene.someone("teammate"))
    sponsor = ends[given.get("from", "own stack")]()
    if sponsor != ground:
        scene.fill(sponsor, ["character", "soldiers", "item"])
    target = ends[given.get("to", "own stack")]()
    ran = scene.run(TransferAll(sponsor=ref(sponsor), target=ref(target)))
    done = ran.events(AllTransferred)
    return {
        "result": ran.result(),
        "units_moved": len(done[0].pieces) if done else 0,
        "items_moved": sum(done[0].items.values()) if done else 0,
    }


@rule("cohorts.world.level-restriction")
def level_limit(given: Given) -> Result:
    scene = Scene()
    province = scene.province(2, 2, level_limit=given["limit"])
    if "action" in given:
        assert given["action"] == "enter"
        outside = scene.stack(1, 2)
        scene.character(outside, level=given["stack_EL"])
        scene.run(MoveAlong(stack=ref(outside), steps=("e",)))
        return {"allowed": scene.now(outside).province == province.id}
    stack, other = scene.stack(2, 2), scene.stack(2, 2)
    for holder, levels in ((stack, "stack_unit_ELs"), (other, "added_unit_ELs")):
        for level in given[levels]:
            scene.character(holder, level=level)
    together = [*pieces_in(scene.world, stack.place), *pieces_in(scene.world, other.place)]
    ran = scene.run(TransferAll(sponsor=ref(other), target=ref(stack)))
    return {"EL_after": stack_level(together), "allowed": not ran.refused}


@rule("cohorts.movement.transfers-under-way")
def leave_on_the_way(given: Given) -> Result:
    assert given["orders"] == [
        "move stack A 2 forests",
        "transfer dwarf to stack B",
        "move stack A",
    ]
    people = {
        race: {"land": {"rate": given[f"{race}_rate"]}, "terrain_percent": {"forest": 0}}
        for race in ("elf", "dwarf")
    }
    scene = Scene(
        terrain="forest",
        content={"races": people, "terrains": {"forest": {"land": given["spent"] // 2}}},
    )
    stack, other = scene.stack(2, 2), scene.stack(4, 2)
    scene.character(stack, race="elf")
    dwarf = scene.character(stack, race="dwarf")
    step_out = TransferCharacter(character=ref(dwarf), target=ref(other))
    ran = scene.run(
        Queued("k1", MoveAlong(stack=ref(stack), steps=("e", "e"))),
        Queued("k2", step_out, phase="movement"),
        Queued("k3", MoveAlong(stack=ref(stack), steps=("e",))),
    )
    assert not ran.refused
    return {"stack_A_points_left": ran.events(StackMoved)[1].points}
