"""Module `warlords`: its faults, and what a campaign of it begins with."""

import pytest

from engine.campaign import Player
from engine.packs import Rules
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import (
    Character,
    Possession,
    Unit,
)
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import Hero, Troop
from engine.packs.warlords.starting import JoinWarlords
from tests.packs.campaigns import Campaign
from tests.rules.adapters.warlords_world import validation
from tests.rules.harness import Given
from tests.rules.scene import module

MODULE = module("warlords")
RULES = Rules.of(MODULE)
WAR = MODULE.content(WarContent)
SIZE = {"width": 20, "height": 16}


@pytest.mark.parametrize(
    "fault",
    [
        {"die": 17},
        {"die": 101},
        {"mercy": 101},
        {"type_strength": 0},
        {"type_hits": 5},
        {"type_move": 41},
        {"recruits": 0},
        {"ability": "leaping"},
        {"ability": "leadership", "value": 0},
        {"terrain": "moon"},
        {"hero_class": "cook"},
        {"spell_level": 8},
        {"spell_school": "wild"},
        {"item_place": "tail"},
        {"twice": True},
    ],
    ids=str,
)
@pytest.mark.rule("warlords.pack.validation")
def test_a_module_with_a_fault_of_warlords_is_refused(fault: dict[str, object]) -> None:
    assert validation(Given({}, "case")) == {"valid": True}
    assert validation(Given(fault, "case")) == {"valid": False}


@pytest.fixture(scope="module")
def fresh() -> Campaign:
    """A campaign that nobody has played in yet; for reading alone."""
    return Campaign(RULES, JoinWarlords, SIZE)


@pytest.mark.rule("warlords.map.campaign")
def test_a_new_world_is_held_by_the_roster_and_hides_temples_and_relics(fresh: Campaign) -> None:
    wild = [unit for unit in fresh.world.all(Unit) if not unit.player]
    assert wild
    for unit in wild:
        assert isinstance(unit.ext, Troop)
        assert unit.soldiers == WAR.unit_types[unit.ext.type].recruits
    temples = [s for s in fresh.world.all(HotSpot) if s.type in WAR.warlords.temples]
    assert temples
    cached = [p for p in fresh.world.all(Possession) if p.holder.kind == "province"]
    assert any(possession.item in WAR.relics for possession in cached)


@pytest.mark.rule("warlords.map.campaign")
def test_every_player_begins_with_heroes_and_the_first_troops(fresh: Campaign) -> None:
    assert len(list(fresh.world.all(Player))) == len(MODULE.factions)
    for player in fresh.world.all(Player):
        city = fresh.city(player)
        troops = list(fresh.world.by(Unit, "holder", city.place))
        types = [unit.ext.type for unit in troops if isinstance(unit.ext, Troop)]
        assert types == sorted(types, key=list(WAR.warlords.starts.units).index)
        assert sorted(types) == sorted(WAR.warlords.starts.units)
        heroes = list(fresh.world.by(Character, "player", player.id))
        assert len(heroes) == 5
        for hero in heroes:
            assert isinstance(hero.ext, Hero)
            assert WAR.hero_types[hero.ext.type].job == hero.job
