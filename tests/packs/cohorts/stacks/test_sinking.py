"""Ships that go down, whatever destroys them, and what becomes of all aboard."""

import pytest

from engine.packs.cohorts.stacks.sinking import ShipSunk
from tests.rules.scene import Scene


@pytest.mark.rule("cohorts.ship.sinking")
def test_a_ship_that_a_status_destroys_takes_all_aboard_and_its_cargo_along() -> None:
    scene = Scene(terrain="sea")
    fleet = scene.stack(5, 5)
    wreck = scene.unit(fleet, arm="ship", type="barge", wounds=99, statuses={"frozen": 3})
    sound = scene.unit(fleet, arm="ship", type="barge")
    captain = scene.character(fleet, ship=wreck.id, equipment={"main_hand": "spear"})
    crew = scene.unit(fleet, ship=wreck.id, equipment={"armor": "plate"})
    other = scene.unit(fleet, ship=sound.id)
    scene.items(captain, dagger=2)
    scene.items(fleet, iron=10)
    ran = scene.produce()
    [sunk] = ran.events(ShipSunk)
    assert (sunk.ship, sunk.flotsam) == (wreck.id, {"iron": 5})
    assert [scene.gone(each) for each in (wreck, sound, crew, other)] == [True, False, True, False]
    body = scene.now(captain)
    assert (body.dead, body.holder, body.ship) == (True, scene.at(5, 5).place, 0)
    assert body.equipment == {}
    flotsam = {"iron": 5, "spear": 1, "dagger": 2, "plate": 25}
    assert scene.held(scene.at(5, 5)) == flotsam
    assert scene.held(fleet) == {"iron": 5}


@pytest.mark.rule("cohorts.ship.sinking")
def test_a_status_that_destroys_a_ship_on_land_harms_nobody_aboard(scene: Scene) -> None:
    fleet = scene.stack(5, 5)
    wreck = scene.unit(fleet, arm="ship", type="barge", wounds=99, statuses={"frozen": 3})
    crew = scene.unit(fleet, ship=wreck.id)
    scene.produce()
    assert scene.gone(wreck)
    assert scene.now(crew).ship == 0
