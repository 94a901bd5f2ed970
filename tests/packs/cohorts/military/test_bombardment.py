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
    barony.unit(barony.party, arm="ship", type="heavy_warship")
    battery(barony, "trebuchet")
    barony.province(*HOME, fortification=4)
    barony.tower(*HOME, "watch", 4)
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
        foe = barony.foe
        barony.province(7, 5, terrain=terrain, barony=barony.town.barony)
        fleet = barony.stack(7, 5, foe)
        ship = barony.unit(fleet, foe, arm="ship", type="barge")
        aboard = barony.unit(fleet, foe, ship=ship.id)
        barony.change(barony.party, province=barony.at(*HOME).id)
        battery(barony, "catapult")
        ran = fire(barony, (7, 5))
        assert barony.gone(ship)
        assert barony.gone(aboard) is (terrain == "sea")
        assert len(ran.events(ShipSunk)) == 1


@EFFECTS
def test_all_roads_of_the_province_suffer_at_once(barony: Barony) -> None:
    links = [
        barony.link(LAND, HOME, road=1),
        barony.link(HOME, (7, 5), road=4),
        barony.link(HOME, (6, 4), road=0),
    ]
    battery(barony, "trebuchet")
    with ScriptedDice([]) as dice:
        ran = fire(barony, dice=dice)
    # One target, so no draw: two hits of 3 levels, and the third finds nothing.
    assert [barony.now(link).road for link in links] == [0, 0, 0]
    assert [(hit.target, hit.destroyed) for hit in hits(ran)] == [("road", False), ("road", True)]


@BASICS
def test_each_side_learns_its_part_and_nobody_else_anything() -> None:
    for seen in (False, True):
        barony = Barony()
        foe = barony.foe
        barony.relation("ours", "third", "at_war")
        third = barony.player("third", "third")
        barony.unit(barony.stack(*HOME, third), third, arm="artillery", type="catapult", name="Tom")
        guild = barony.guild(barony.town, "mage", 20, name="Tower of Ice")
        battery(barony, "catapult")
        if seen:
            see(barony, foe.faction, barony.party)
        ran = fire(barony, dice=ScriptedDice([Pick(0, 2)]))
        (mine,) = [e for e in ran.entries if isinstance(e.event, ProvinceBombarded)]
        assert list(mine.audience) == [barony.ours.id]
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
        assert suffered[foe.faction].stack == (barony.party.id if seen else 0)
        assert barony.now(guild).level == 19


@BASICS
def test_nobody_shoots_back_and_nobody_learns_from_it() -> None:
    barony = Barony(garrison=9)
    barony.province(*HOME, fortification=2)
    battery(barony, "catapult")
    before = [barony.now(unit) for unit in barony.world.all(Unit)]
    fire(barony)
    for unit in before:
        now = barony.now(unit)
        assert (now.xp, now.morale, now.wounds) == (unit.xp, unit.morale, unit.wounds)
    assert not barony.system.clashes
