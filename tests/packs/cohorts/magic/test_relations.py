"""On whom no hostile spell is cast: who is sued for peace, and players in a safe province."""

import pytest

from engine.packs.cohorts.pieces.records import Province
from tests.rules.adapters.magic_scene import HOME, Magic


def safe(scene: Magic, *places: Province) -> None:
    for place in places:
        scene.change(place, pvp_free=True)


@pytest.mark.rule("cohorts.world.pvp-restriction")
def test_a_tempest_sinks_no_players_ship_in_a_safe_province() -> None:
    scene = Magic(30)
    scene.change(scene.away(3), terrain="sea", pvp_free=True)
    foe = scene.someone("at_war")
    ship = scene.unit(scene.stack(HOME[0] + 3, HOME[1], foe), foe, arm="ship", type="barge")
    assert scene.cast("tempest", scene.away(3)).refused is False
    assert not scene.gone(ship)
