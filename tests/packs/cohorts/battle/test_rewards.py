"""Who reports to a battle, who learns from it, and what the killed leave."""

import pytest

from engine.packs.cohorts.battle.muster import muster
from engine.packs.cohorts.battle.slots import ATTACKER
from engine.packs.cohorts.things.spoils import spoils
from tests.rules.adapters.battle_world import Field
from tests.rules.scene import Scene


@pytest.mark.rule("cohorts.naval.fleet")
@pytest.mark.parametrize("status, fights", [({}, True), ({"husk": 5}, False)])
def test_who_is_aboard_a_ship_that_cannot_fight_does_not_either(
    status: dict[str, int], fights: bool
) -> None:
    field = Field(Scene(20, 20, terrain="sea"))
    scene = field.scene
    ship = scene.unit(field.mine, arm="ship", type="barge", slot=2, statuses=status)
    aboard = scene.unit(field.mine, ship=ship.id)
    _, mine, _ = muster(scene.world, scene.content, field.clash)
    assert (aboard.place in [each.place for each in mine.units]) == fights


@pytest.mark.rule("cohorts.battle.experience")
def test_the_dead_learn_nothing_and_leave_their_share_to_the_living() -> None:
    field = Field()
    scene = field.scene
    living, dying = scene.character(field.mine), scene.character(field.mine)
    scene.unit(field.theirs, field.foe, level=5)
    field.end(ATTACKER, {dying.place: ("dead", 100.0)})
    assert scene.now(dying).dead
    assert scene.now(dying).xp == dying.xp
    assert scene.now(dying).morale == dying.morale
    alone = Field()
    alone.scene.unit(alone.theirs, alone.foe, level=5)
    one = alone.scene.character(alone.mine)
    alone.end(ATTACKER)
    assert scene.now(living).xp == alone.scene.now(one).xp > 0


@pytest.mark.rule("cohorts.race.kill-resources")
def test_each_soldier_killed_leaves_what_its_race_does() -> None:
    field = Field()
    scene = field.scene
    scene.unit(field.mine)
    killed = scene.unit(field.theirs, field.foe, race="wyrm", soldiers=7)
    field.end(ATTACKER, {killed.place: ("dead", 100.0)})
    left = spoils(scene.content, {"wyrm": 7})
    assert left
    assert scene.held(scene.at(*field.at)) == left
