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


@pytest.mark.rule("cohorts.world.pvp-restriction")
@pytest.mark.parametrize("where", ["caster", "target", "nowhere"])
def test_an_area_spell_spares_the_pieces_of_players_if_either_province_is_safe(where: str) -> None:
    scene = Magic(20)
    wild = scene.change(scene.unit(scene.away(3)), player=0)
    units = [
        scene.unit(scene.stack(HOME[0] + 3, HOME[1], who), who)
        for who in (scene.me, *map(scene.someone, ("at_war", "neutral", "allied")))
    ]
    if where != "nowhere":
        safe(scene, scene.away(3) if where == "target" else scene.away(0))
    assert not scene.cast("firestorm", scene.away(3)).refused
    assert scene.now(wild).wounds == 20
    spared = 20 if where == "nowhere" else 0
    assert [scene.now(unit).wounds for unit in units] == [spared] * 4
