"""Module `warlords`: a campaign of it is founded, joined and fought."""

import pytest

from engine.campaign import Player
from engine.orders import Order, Ref
from engine.packs import Rules
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import (
    Character,
    Possession,
    Stack,
    Unit,
)
from engine.packs.warlords.aftermath import WarlordsBattleFought
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import Hero, Troop
from engine.packs.warlords.starting import JoinWarlords
from engine.packs.warlords.training import TrainTroops, TroopsTrained
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


@pytest.mark.rule("warlords.map.campaign", "warlords.map.military-unit")
def test_some_turns_are_played_and_battles_happen() -> None:
    campaign = Campaign(RULES, JoinWarlords, SIZE)
    players = campaign.at_war()
    musters = {each.id: campaign.mustered(each, training(campaign, each)) for each in players}
    outcome = campaign.tick("run", musters)
    trained = [e.event for e in outcome.entries if isinstance(e.event, TroopsTrained)]
    assert len(trained) == len(players)
    stacks = [next(campaign.world.by(Stack, "player", player.id)) for player in players]
    sizes = [len(list(campaign.world.by(Unit, "holder", stack.place))) for stack in stacks]
    assert sizes == [5, 5, 5, 5]
    fought = [e for e in campaign.meeting().entries if isinstance(e.event, WarlordsBattleFought)]
    (battle,) = fought
    assert set(battle.audience) <= {player.faction for player in players}
    assert isinstance(battle.event, WarlordsBattleFought)
    lost = stacks[battle.event.record.winner == "attacker"]
    assert campaign.world.find(Stack, lost.id) is None
    campaign.tick("weekly", {})
    campaign.tick("monthly", {})


def training(campaign: Campaign, player: Player) -> Order:
    """Two units of foot, of the people that has recruits."""
    city = campaign.city(player)
    held = (each.item for each in campaign.world.by(Possession, "holder", city.place))
    race = next(item.removesuffix("_recruits") for item in held if item.endswith("_recruits"))
    return TrainTroops(city=Ref(*city.place), type="light_infantry", race=race, quantity=2)
