"""Places on ships, and the banners that stacks fly."""

import pytest

from engine.dice import ForeseeDice
from engine.packs.cohorts.battle.muster import slot_of
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.contents import ship_of
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.stacks.banners import BannerSet, SetBanner
from engine.packs.cohorts.stacks.ships import AssignShip
from engine.packs.cohorts.stacks.transfers import TransferAll, TransferMilitaryUnit
from engine.state import State
from tests.rules.scene import Scene, ref


@pytest.fixture
def scene() -> Scene:
    return Scene(terrain="sea")


# ---------------------------------------------------------------- ships


@pytest.mark.rule("cohorts.ship.capacities")
def test_troops_with_a_place_on_a_ship_take_troop_capacity_others_are_cargo(scene: Scene) -> None:
    fleet = scene.stack(1, 1)
    barge = scene.unit(fleet, arm="ship", type="barge", soldiers=5)
    unit = scene.unit(fleet, soldiers=100, equipment={"armor": "plate"})
    state = State(scene.rules, scene.world, ForeseeDice())
    before = pace(state, fleet, "water").hold
    assert before
    assert before.troop_load == 0
    scene.give(AssignShip, piece=ref(unit), ship=ref(barge))
    after = pace(State(scene.rules, scene.world, ForeseeDice()), fleet, "water").hold
    assert after
    assert after.troop_load == 100 * scene.content.races["human"].weight
    assert after.troop_load + after.cargo_load == before.cargo_load


@pytest.mark.rule("cohorts.production.drowning")
def test_a_place_on_a_ship_saves_from_drowning_whom_the_cargo_hold_could_not_take(
    scene: Scene,
) -> None:
    fleet = scene.stack(1, 1)
    warship = scene.unit(fleet, arm="ship", type="light_warship")  # 5000 of troops, 3000 of cargo
    aboard, cargo = scene.unit(fleet, soldiers=100), scene.unit(fleet, soldiers=100)
    scene.give(AssignShip, piece=ref(aboard), ship=ref(warship))
    scene.produce()
    assert not scene.gone(aboard)
    assert scene.gone(cargo)


@pytest.mark.rule("cohorts.order.assign-ship")
@pytest.mark.parametrize("who", ["crew", "ship"])
def test_who_leaves_the_stack_loses_the_place(scene: Scene, who: str) -> None:
    fleet, other = scene.stack(1, 1), scene.stack(1, 1)
    ship = scene.unit(fleet, arm="ship", type="barge")
    unit = scene.unit(fleet)
    scene.give(AssignShip, piece=ref(unit), ship=ref(ship))
    assert ship_of(scene.world, scene.now(unit)) == ship
    leaver = unit if who == "crew" else ship
    for target in (other, fleet):
        scene.run(TransferMilitaryUnit(unit=ref(leaver), target=ref(target)))
        assert ship_of(scene.world, scene.now(unit)) is None
    assert scene.now(unit).ship == 0


def test_a_whole_stack_that_changes_over_gives_up_its_places(scene: Scene) -> None:
    fleet, other = scene.stack(1, 1), scene.stack(1, 1)
    ship, unit = scene.unit(fleet, arm="ship", type="barge"), scene.unit(fleet)
    scene.give(AssignShip, piece=ref(unit), ship=ref(ship))
    scene.run(TransferAll(sponsor=ref(fleet), target=ref(other)))
    assert scene.now(unit).ship == 0


def test_a_place_can_be_given_up(scene: Scene) -> None:
    fleet = scene.stack(1, 1)
    ship, unit = scene.unit(fleet, arm="ship", type="barge"), scene.unit(fleet)
    scene.give(AssignShip, piece=ref(unit), ship=ref(ship))
    scene.give(AssignShip, piece=ref(unit))
    assert scene.now(unit).ship == 0


@pytest.mark.parametrize("wrong, code", [("ship", "bad_target"), ("unit", "bad_target")])
def test_only_ships_take_someone_aboard_and_no_other_ship(
    scene: Scene, wrong: str, code: str
) -> None:
    fleet = scene.stack(1, 1)
    ship, other = (scene.unit(fleet, arm="ship", type="barge") for _ in range(2))
    unit, engine = scene.unit(fleet), scene.unit(fleet, arm="artillery", type="catapult")
    pair = (other, ship) if wrong == "ship" else (engine, unit)
    assert scene.give(AssignShip, piece=ref(pair[0]), ship=ref(pair[1])).code == code


def test_whoever_keeps_out_of_battle_reports_from_no_ship(scene: Scene) -> None:
    ship = scene.unit(scene.stack(1, 1), arm="ship", type="barge", slot=0)
    unit = scene.unit(scene.stack(1, 1), slot=3)
    assert slot_of(scene.content, unit, ship, naval=True) == 0
    assert slot_of(scene.content, unit, ship.replace(slot=1), naval=True) == 1


# ---------------------------------------------------------------- banners


@pytest.mark.rule("cohorts.order.set-banner")
def test_a_banner_comes_down_when_the_territory_is_lost() -> None:
    scene = Scene()
    territory = scene.territory()
    capital = scene.city(8, 8, scene.me)
    scene.change(territory, capital=capital.id)
    scene.change(scene.world.get(Barony, capital.barony), territory=territory.id)
    stack = scene.stack(1, 1)
    scene.run(SetBanner(stack=ref(stack), territory=ref(territory)))
    assert scene.now(stack).banner == territory.id
    scene.change(capital, baron=0)
    [told] = scene.run().events(BannerSet)
    assert (scene.now(stack).banner, told.territory) == (0, 0)


def test_a_banner_can_be_taken_down() -> None:
    scene = Scene()
    stack = scene.stack(1, 1, banner=0)
    territory = scene.territory()
    scene.change(territory, capital=scene.city(8, 8, scene.me).id)
    scene.run(SetBanner(stack=ref(stack), territory=ref(territory)))
    scene.run(SetBanner(stack=ref(stack)))
    assert scene.now(stack).banner == 0
