"""No chooser of a Warlords campaign ever raises, whatever was typed before."""

import pytest

from engine.orders import Order
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warlords import PACK
from engine.world import Record
from tests.packs.hostile import TYPED, asked, captives, poorer, raised
from tests.packs.warlords.scene import WarScene
from tests.packs.warlords.test_any_orders import world_of_everything

ORDERS: list[type[Order]] = [order for order in PACK.orders if "setup" not in order.phases]


@pytest.fixture(scope="module")
def scene() -> WarScene:
    return world_of_everything()


@pytest.fixture(scope="module")
def things(scene: WarScene) -> list[Record]:
    return captives(scene)


def test_no_chooser_raises_whatever_was_typed_before(scene: WarScene, things: list[Record]) -> None:
    assert raised(scene, scene.view(), asked(ORDERS, things)) == []


@pytest.mark.parametrize("kind", [Character, Unit], ids=lambda kind: kind.kind)
def test_no_chooser_raises_where_hardly_anything_is_known(
    scene: WarScene, things: list[Record], kind: type[Record]
) -> None:
    some = list(scene.world.all(kind))[:2]
    view = poorer(scene.view(), kind)
    assert raised(scene, view, asked(ORDERS, [*some, *things[:3]], typed=TYPED[3:4])) == []
