"""Who gets a city whose garrison was beaten by several."""

import pytest

from engine.battle import GARRISON
from engine.packs.cohorts.marching.encounters import fight_out
from engine.packs.cohorts.pieces.records import Character
from tests.rules.scene import Scene, clash_at


@pytest.mark.rule("cohorts.battle.garrison-defeated")
@pytest.mark.parametrize("slot, owner", [(0, "friend"), (3, "me")])
def test_a_city_goes_to_whose_units_that_took_part_have_the_highest_level(
    slot: int, owner: str
) -> None:
    scene = Scene(content={"realms": {"ours": Scene().content.realms["ashmark"]}})
    friend, foe = scene.player("friend", scene.ours), scene.someone("at_war")
    city = scene.city(5, 5, foe, population={})
    scene.unit(city, foe, soldiers=1)
    mine, theirs = scene.stack(5, 5), scene.stack(5, 5, friend)
    scene.character(mine)
    scene.character(theirs, friend)
    # The largest unit of all may keep out of the battle, and then it counts for nothing.
    large = scene.unit(mine, soldiers=2500, level=9, slot=slot)
    scene.unit(theirs, friend, soldiers=400, level=5)
    clash = clash_at(scene.at(5, 5), [mine, theirs], [city], GARRISON)
    assert fight_out(scene.state(), clash) == "attacker"
    baron = scene.world.get(Character, scene.now(city).baron)
    assert baron.player == {"me": scene.me.id, "friend": friend.id}[owner]
    assert (scene.now(large).holder == city.place) == (owner == "me")
