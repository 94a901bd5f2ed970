"""Places on ships, and the banners that stacks fly."""

import pytest

from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.stacks.banners import BannerSet, SetBanner
from engine.packs.cohorts.stacks.ships import AssignShip
from tests.rules.scene import Scene, ref


@pytest.fixture
def scene() -> Scene:
    return Scene(terrain="sea")


# ---------------------------------------------------------------- ships


@pytest.mark.parametrize("wrong, code", [("ship", "bad_target"), ("unit", "bad_target")])
def test_only_ships_take_someone_aboard_and_no_other_ship(
    scene: Scene, wrong: str, code: str
) -> None:
    fleet = scene.stack(1, 1)
    ship, other = (scene.unit(fleet, arm="ship", type="barge") for _ in range(2))
    unit, engine = scene.unit(fleet), scene.unit(fleet, arm="artillery", type="catapult")
    pair = (other, ship) if wrong == "ship" else (engine, unit)
    assert scene.give(AssignShip, piece=ref(pair[0]), ship=ref(pair[1])).code == code


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
