"""Transfers of pieces and items, caches, and the level limits of provinces."""

from typing import Any

from engine.orders import Queued
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.activation import DeactivateStack
from engine.packs.cohorts.stacks.transfers import (
    AllTransferred,
    ItemsTransferred,
    TransferAll,
    TransferCharacter,
    TransferItems,
    TransferMilitaryUnit,
)
from engine.packs.cohorts.worth.levels import stack_level
from engine.world import Record
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Ran, Scene, ref


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
