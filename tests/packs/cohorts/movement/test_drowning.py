"""Drowning: who stays afloat at the week's end, in whose favour places go, what is left."""

import pytest

from engine.packs.cohorts.content.items import Carrying
from engine.packs.cohorts.movement.drowning import Drowned
from engine.packs.cohorts.pieces.records import Unit
from tests.rules.scene import Scene

FLOATS = {"gear": {"wagon": {"water": Carrying(rate=10, capacity=80)}}}


def test_a_drowned_unit_is_gone_and_its_equipment_lies_in_the_province() -> None:
    scene = Scene(terrain="sea")
    stack = scene.stack(5, 5)
    unit = scene.unit(stack, soldiers=20, equipment={"back": "cloak", "main_hand": "spear"})
    ran = scene.produce()
    assert scene.gone(unit)
    assert scene.held(scene.at(5, 5)) == {"spear": 20, "cloak": 20}
    [drowned] = ran.events(Drowned)
    assert (drowned.piece, drowned.province) == (unit.place, stack.province)


def test_a_drowned_character_floats_dead_in_the_province_without_its_goods() -> None:
    scene = Scene(terrain="ocean")
    worn = {"main_hand": "dagger", "off_hand": "dagger", "armor": "plate+1"}
    hero = scene.character(scene.stack(5, 5), captor=2, equipment=worn)
    scene.items(hero, dagger=1)
    scene.produce()
    body = scene.now(hero)
    assert (body.dead, body.captor, body.holder) == (True, 0, scene.at(5, 5).place)
    assert body.equipment == {}
    assert scene.held(scene.at(5, 5)) == {"dagger": 3, "plate+1": 1}


def test_nobody_drowns_on_land_and_no_body_or_agent_at_sea() -> None:
    scene = Scene()
    on_land = scene.unit(scene.stack(5, 5))
    scene.province(8, 8, terrain="sea")
    agent = scene.agent(scene.at(8, 8))
    body = scene.character(scene.at(8, 8), dead=True)
    assert not scene.produce().events(Drowned)
    assert not any(scene.gone(piece) for piece in (on_land, agent, body))


def test_wings_do_not_keep_a_unit_up_for_a_week_and_fins_do() -> None:
    scene = Scene(terrain="sea")
    avian = scene.unit(scene.at(5, 5), race="avian")
    lizardfolk = scene.unit(scene.at(5, 5), race="lizardfolk")
    scene.produce()
    assert scene.gone(avian)
    assert not scene.gone(lizardfolk)


def test_places_go_to_characters_then_units_then_prisoners_and_pass_on_whom_they_do_not_fit() -> (
    None
):
    scene = Scene(terrain="sea", content=FLOATS)
    stack = scene.stack(5, 5)
    scene.items(stack, wagon=1)
    prisoner = scene.character(stack, level=9, captor=scene.me.id)
    crowd, pair = scene.unit(stack, soldiers=25), scene.unit(stack, soldiers=1)
    hero = scene.character(stack)
    scene.produce()
    assert not scene.now(hero).dead
    assert scene.gone(crowd)
    assert not scene.gone(pair)
    assert scene.now(prisoner).dead


def test_ships_hold_whom_their_cargo_has_room_for() -> None:
    scene = Scene(terrain="sea")
    stack = scene.stack(5, 5)
    kind = max(scene.content.ships.values(), key=lambda ship: ship.cargo_capacity)
    ship = scene.unit(stack, arm="ship", type=kind.key, soldiers=20)
    aboard = kind.cargo_capacity // scene.content.races["human"].weight
    fits = scene.unit(stack, soldiers=aboard)
    late = scene.unit(stack, soldiers=1)
    scene.produce()
    assert [scene.gone(unit) for unit in (ship, fits, late)] == [False, False, True]
    assert scene.world.count(Unit) == 2


@pytest.mark.rule("cohorts.production.drowning")
def test_a_captured_unit_waits_until_all_others_have_a_place() -> None:
    scene = Scene(terrain="sea", content=FLOATS)
    stack = scene.stack(5, 5)
    scene.items(stack, wagon=1)
    captured = scene.unit(stack, soldiers=2, level=20, captor=scene.me.id)
    own = scene.unit(stack, soldiers=1)
    scene.produce()
    assert not scene.gone(own)
    assert scene.gone(captured)


@pytest.mark.rule("cohorts.ship.capacities")
@pytest.mark.parametrize("cargo, drowns", [(100, False), (99, True)])
def test_an_engine_aboard_takes_cargo_room_and_its_crew_the_troops(
    cargo: int, drowns: bool
) -> None:
    scene = Scene(
        terrain="sea",
        content={
            "artillery": {"catapult": {"weight": 100}},
            "ships": {"barge": {"troop_capacity": 25 * 35, "cargo_capacity": cargo}},
        },
    )
    stack = scene.stack(5, 5)
    ship = scene.unit(stack, arm="ship", type="barge")
    engine = scene.unit(stack, arm="artillery", type="catapult", soldiers=25, ship=ship.id)
    scene.produce()
    assert scene.gone(engine) == drowns
