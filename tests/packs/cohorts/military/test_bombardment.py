"""Bombardment: in which order pieces fire, what they may hit, and who learns which part of it."""

import pytest

from engine.dice import Pick, ScriptedDice
from engine.packs.cohorts.military.bombardment import (
    BombardmentHit,
    BombardmentSuffered,
    ProvinceBombarded,
)
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.stacks.sinking import ShipSunk
from tests.rules.adapters.marching import see
from tests.rules.adapters.military import HOME, LAND, Barony
from tests.rules.adapters.military_bombarding import battery, fire

BASICS = pytest.mark.rule("cohorts.bombard.basics")
EFFECTS = pytest.mark.rule("cohorts.bombard.effects")


def hits(ran) -> list[BombardmentHit]:
    return [hit for event in ran.events(ProvinceBombarded) for hit in event.hits]


@BASICS
def test_engines_fire_before_ships_and_each_piece_aboard_by_itself(barony: Barony) -> None:
    scene = barony.scene
    scene.unit(barony.stack, arm="ship", type="heavy_warship")
    battery(barony, "trebuchet")
    scene.province(*HOME, fortification=4)
    scene.tower(*HOME, "watch", 4)
    ran = fire(barony)
    # Three hits of 3 levels: two on walls of 4, one on the tower; then two ballistas of 1 each.
    assert [(hit.target, hit.destroyed) for hit in hits(ran)] == [
        ("walls", False),
        ("walls", True),
        ("watch tower", False),
        ("watch tower", True),
    ]


@EFFECTS
def test_a_ship_hit_at_sea_takes_all_aboard_down_and_one_on_land_does_not() -> None:
    for terrain in ("sea", "grassland"):
        barony = Barony()
        scene, foe = barony.scene, barony.foe
        scene.province(7, 5, terrain=terrain, barony=barony.city.barony)
        fleet = scene.stack(7, 5, foe)
        ship = scene.unit(fleet, foe, arm="ship", type="barge")
        aboard = scene.unit(fleet, foe, ship=ship.id)
        scene.change(barony.stack, province=scene.at(*HOME).id)
        battery(barony, "catapult")
        ran = fire(barony, (7, 5))
        assert scene.gone(ship)
        assert scene.gone(aboard) is (terrain == "sea")
        assert len(ran.events(ShipSunk)) == 1


@EFFECTS
def test_all_roads_of_the_province_suffer_at_once(barony: Barony) -> None:
    scene = barony.scene
    links = [
        scene.link(LAND, HOME, road=1),
        scene.link(HOME, (7, 5), road=4),
        scene.link(HOME, (6, 4), road=0),
    ]
    battery(barony, "trebuchet")
    with ScriptedDice([]) as dice:
        ran = fire(barony, dice=dice)
    # One target, so no draw: two hits of 3 levels, and the third finds nothing.
    assert [scene.now(link).road for link in links] == [0, 0, 0]
    assert [(hit.target, hit.destroyed) for hit in hits(ran)] == [("road", False), ("road", True)]


@BASICS
def test_each_side_learns_its_part_and_nobody_else_anything() -> None:
    for seen in (False, True):
        barony = Barony()
        scene, foe = barony.scene, barony.foe
        scene.relation("ours", "third", "at_war")
        third = scene.player("third", "third")
        scene.unit(scene.stack(*HOME, third), third, arm="artillery", type="catapult", name="Tom")
        guild = scene.guild(barony.city, "mage", 20, name="Tower of Ice")
        battery(barony, "catapult")
        if seen:
            see(scene, foe.faction, barony.stack)
        ran = fire(barony, dice=ScriptedDice([Pick(0, 2)]))
        (mine,) = [e for e in ran.entries if isinstance(e.event, ProvinceBombarded)]
        assert list(mine.audience) == [scene.ours.id]
        suffered = {
            next(iter(e.audience)): e.event
            for e in ran.entries
            if isinstance(e.event, BombardmentSuffered)
        }
        assert suffered.keys() == {foe.faction, third.faction}
        assert [loss.name for loss in suffered[third.faction].losses] == ["Tom"]
        assert suffered[third.faction].stack == 0
        (loss,) = suffered[foe.faction].losses
        assert (loss.name, loss.levels) == ("Tower of Ice", 1)
        assert suffered[foe.faction].stack == (barony.stack.id if seen else 0)
        assert scene.now(guild).level == 19


@BASICS
def test_nobody_shoots_back_and_nobody_learns_from_it() -> None:
    barony = Barony(garrison=9)
    scene = barony.scene
    scene.province(*HOME, fortification=2)
    battery(barony, "catapult")
    before = [scene.now(unit) for unit in scene.world.all(Unit)]
    fire(barony)
    for unit in before:
        now = scene.now(unit)
        assert (now.xp, now.morale, now.wounds) == (unit.xp, unit.morale, unit.wounds)
    assert not barony.system.clashes
