"""Module `warlords`: a campaign of it is founded, joined and fought."""

import pytest

from engine.campaign import Faction, Player
from engine.orders import Order, Ref
from engine.packs import Rules
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import (
    Character,
    Possession,
    Relation,
    Stack,
    Unit,
)
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferCharacter, TransferMilitaryUnit
from engine.packs.warlords.aftermath import WarlordsBattleFought
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import Hero, Troop
from engine.packs.warlords.starting import JoinWarlords
from engine.packs.warlords.training import TrainTroops, TroopsTrained
from engine.world import World
from tests.packs.campaigns import Campaign
from tests.rules.adapters.warlords_world import validation
from tests.rules.harness import Given
from tests.rules.scene import module

MODULE = module("warlords")
RULES = Rules.of(MODULE)
WAR = MODULE.content(WarContent)


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


def test_the_module_is_stored_and_read_back_as_it_is() -> None:
    stored = MODULE.to_json()
    read = type(MODULE).from_json(stored)
    assert read == MODULE
    assert read.to_json() == stored
    assert Rules.read(stored).orders.keys() == RULES.orders.keys()


def founded() -> Campaign:
    """A campaign that everybody has joined."""
    return Campaign(RULES, JoinWarlords, {"width": 20, "height": 16})


@pytest.fixture(scope="module")
def fresh() -> Campaign:
    """A campaign that nobody has played in yet; for reading alone."""
    return founded()


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


def test_all_parts_of_the_world_are_stored_and_loaded_as_they_are(fresh: Campaign) -> None:
    assert World.load(RULES.records, fresh.world.rows()).rows() == fresh.world.rows()


@pytest.mark.rule("warlords.map.campaign", "warlords.map.military-unit")
def test_some_turns_are_played_and_battles_happen() -> None:
    campaign = founded()
    world = campaign.world
    factions = [faction.id for faction in world.all(Faction)]
    for one in factions:
        for other in factions:
            if one < other:
                world.add(Relation, one=one, other=other, relation="at_war")
    players = list(world.all(Player))
    outcome = campaign.tick("run", {player.id: muster(campaign, player) for player in players})
    trained = [e.event for e in outcome.entries if isinstance(e.event, TroopsTrained)]
    assert len(trained) == len(players)
    stacks = [next(campaign.world.by(Stack, "player", player.id)) for player in players]
    sizes = [len(list(campaign.world.by(Unit, "holder", stack.place))) for stack in stacks]
    assert sizes == [5, 5, 5, 5]
    # The first army meets the second at home, which the host has brought over.
    first, second = stacks[:2]
    campaign.world.put(second.replace(province=first.province))
    aside = campaign.neighbour(first)
    campaign.world.put(first.replace(province=aside))
    campaign.tick("run", {})
    steps = {"stack": f"stack:{first.id}", "steps": [campaign.back(first)]}
    step = MoveAlong.model_validate(steps)
    outcome = campaign.tick("run", {players[0].id: [step]})
    fought = [e.event for e in outcome.entries if isinstance(e.event, WarlordsBattleFought)]
    assert fought
    beaten = fought[0].record.winner
    lost = first if beaten == "defender" else second
    assert campaign.world.find(Stack, lost.id) is None
    for entry in outcome.entries:
        if isinstance(entry.event, WarlordsBattleFought):
            assert set(entry.audience) <= set(factions)
    campaign.tick("weekly", {})
    campaign.tick("monthly", {})


def muster(campaign: Campaign, player: Player) -> list[Order]:
    """Train something, and put all troops and a hero into a stack."""
    world, city = campaign.world, campaign.city(player)
    recruits = next(
        possession
        for possession in world.by(Possession, "holder", city.place)
        if possession.item.endswith("_recruits")
    )
    race = recruits.item.removesuffix("_recruits")
    place = Ref(*city.place)
    orders: list[Order] = [
        TrainTroops(city=place, type="light_infantry", race=race, quantity=2),
        ActivateStack(province=Ref("province", city.province), name=f"Host {player.id}"),
    ]
    stack = Ref("stack", new="k2")
    units = list(world.by(Unit, "holder", city.place))
    orders += [TransferMilitaryUnit(unit=Ref(*unit.place), target=stack) for unit in units]
    hero = next(world.by(Character, "holder", city.place))
    return [*orders, TransferCharacter(character=Ref(*hero.place), target=stack)]
