"""Modules of each system: what is at fault, what is stored, what a campaign begins with."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import pytest

from engine.campaign import Faction, Player
from engine.dice import SeededDice
from engine.module import check
from engine.orders import Order
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import Character, City, Possession, Unit
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import Hero, Troop
from engine.packs.warlords.starting import JoinWarlords
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pieces import Leader, Regiment
from engine.packs.warmaster.starting import JoinWarmaster
from engine.packs.warmaster.training import TrainRegiments, needed
from engine.turn import Due, Submission, resolve
from engine.world import World
from tests.packs.warmaster.scene import MusterScene
from tests.rules.adapters.warlords_world import validation
from tests.rules.harness import Given
from tests.rules.scene import MODULES, SEED, module, queued, ref

systems = pytest.mark.parametrize("name", ["cohorts", "warlords", "kingdoms", "warmaster"])


@systems
def test_a_module_is_sound_and_stored_and_read_back_as_it_is(name: str) -> None:
    assert check(MODULES / name, [MODULES]) == []
    stored = module(name).to_json()
    read = type(module(name)).from_json(stored)
    assert read == module(name)
    assert read.to_json() == stored
    assert Rules.read(stored).orders.keys() == Rules.of(module(name)).orders.keys()


@systems
def test_all_parts_of_a_founded_world_are_stored_and_loaded_as_they_are(name: str) -> None:
    rules = Rules.of(module(name))
    assert rules.found
    world = rules.found(rules, SeededDice(SEED, 0), {"width": 20, "height": 16})
    assert World.load(rules.records, world.rows()).rows() == world.rows()


MONDAY = dt.date(2024, 5, 6)


class Campaign:
    """A campaign of a player in each faction."""

    def __init__(self, rules: Rules, join: type[Order], size: Mapping[str, int] = {}) -> None:
        assert rules.found
        world = rules.found(rules, SeededDice(SEED, 0), dict(size))
        parties = rules.module.content(Content).parties
        joins = [
            join.model_validate({"faction": key, "name": f"Lord of {key}", "party": party})
            for key, party in zip(rules.module.factions, parties, strict=False)
        ]
        due = Due("setup", 1, MONDAY, (Submission(0, queued(tuple(joins))),))
        outcome = resolve(rules, world, due, SeededDice(SEED, 1))
        assert not outcome.faults, outcome.faults[0].traceback
        self.world = outcome.world

    def city(self, player: Player) -> City:
        """The city whose baron is the player's."""
        return next(
            city
            for city in self.world.all(City)
            if city.baron and self.world.get(Character, city.baron).player == player.id
        )


WARLORDS = module("warlords")
BY_CARDS = Rules.of(WARLORDS)
ROSTER = WARLORDS.content(WarContent)
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
def by_cards() -> Campaign:
    """A campaign that nobody has played in yet; for reading alone."""
    return Campaign(BY_CARDS, JoinWarlords, SIZE)


@pytest.mark.rule("warlords.map.campaign")
def test_a_new_world_is_held_by_the_roster_and_hides_temples_and_relics(by_cards: Campaign) -> None:
    wild = [unit for unit in by_cards.world.all(Unit) if not unit.player]
    assert wild
    for unit in wild:
        assert isinstance(unit.ext, Troop)
        assert unit.soldiers == ROSTER.unit_types[unit.ext.type].recruits
    temples = [s for s in by_cards.world.all(HotSpot) if s.type in ROSTER.warlords.temples]
    assert temples
    cached = [p for p in by_cards.world.all(Possession) if p.holder.kind == "province"]
    assert any(possession.item in ROSTER.relics for possession in cached)


@pytest.mark.rule("warlords.map.campaign")
def test_every_player_begins_with_heroes_and_the_first_troops(by_cards: Campaign) -> None:
    assert len(list(by_cards.world.all(Player))) == len(WARLORDS.factions)
    for player in by_cards.world.all(Player):
        city = by_cards.city(player)
        troops = list(by_cards.world.by(Unit, "holder", city.place))
        types = [unit.ext.type for unit in troops if isinstance(unit.ext, Troop)]
        assert types == sorted(types, key=list(ROSTER.warlords.starts.units).index)
        assert sorted(types) == sorted(ROSTER.warlords.starts.units)
        heroes = list(by_cards.world.by(Character, "player", player.id))
        assert len(heroes) == 5
        for hero in heroes:
            assert isinstance(hero.ext, Hero)
            assert ROSTER.hero_types[hero.ext.type].job == hero.job


WARMASTER = module("warmaster")
BY_LISTS = Rules.of(WARMASTER)
WAR = WARMASTER.content(WarmasterContent)
CONTENT = WARMASTER.content(Content)
CAMPAIGN = pytest.mark.rule("warmaster.map.campaign")
TRAINING = pytest.mark.rule("warmaster.map.training")


@pytest.fixture(scope="module")
def by_lists() -> Campaign:
    """A campaign that nobody has played in yet; for reading alone."""
    return Campaign(BY_LISTS, JoinWarmaster)


def test_every_list_has_its_power_and_its_first_troops() -> None:
    homes = [WAR.armies[realm.home_race] for realm in CONTENT.realms.values()]
    assert sorted(homes) == sorted(WAR.army_lists)
    for key, army in WAR.army_lists.items():
        troops = WAR.warmaster.starts.units[key]
        assert troops
        assert all(needed(WAR, army.units[each]) is not None for each in troops)
    machines = [
        k.key for a in WAR.army_lists.values() for k in a.units.values() if k.kind == "machine"
    ]
    assert sorted(WAR.warmaster.engines) == sorted(machines)


def test_the_foes_and_companions_of_quests_are_of_the_army_lists() -> None:
    named = [
        being
        for quest in CONTENT.quests.values()
        for being in (*quest.foes, *((quest.reward.companion,) if quest.reward.companion else ()))
        if being.type
    ]
    assert len(named) >= 10
    for being in named:
        types = [army for army in WAR.army_lists.values() if being.type in army.units]
        assert types, being.type


@CAMPAIGN
def test_a_new_world_is_held_by_the_army_lists_and_hides_items(by_lists: Campaign) -> None:
    wild = [unit for unit in by_lists.world.all(Unit) if not unit.player]
    assert wild
    for unit in wild:
        assert isinstance(unit.ext, Regiment)
        kind = WAR.army_lists[unit.ext.list].units[unit.ext.type]
        assert unit.soldiers == kind.points
        assert WAR.armies[unit.race] == unit.ext.list
    cached = [p for p in by_lists.world.all(Possession) if p.holder.kind == "province"]
    assert any(possession.item in WAR.magic_items for possession in cached)


@CAMPAIGN
def test_every_player_begins_with_leaders_and_the_first_troops(by_lists: Campaign) -> None:
    players = list(by_lists.world.all(Player))
    assert len(players) == len(WARMASTER.factions) == 7
    for player in players:
        city = by_lists.city(player)
        race = CONTENT.realms[by_lists.world.get(Faction, player.faction).key].home_race
        units = by_lists.world.by(Unit, "holder", city.place)
        types = [unit.ext.type for unit in units if isinstance(unit.ext, Regiment)]
        assert sorted(types) == sorted(WAR.warmaster.starts.units[WAR.armies[race]])
        heroes = list(by_lists.world.by(Character, "player", player.id))
        assert len(heroes) == 5
        assert all(isinstance(hero.ext, Leader) for hero in heroes)


# ---------------------------------------------------------------- training


@TRAINING
@pytest.mark.parametrize(
    "type, race, works",
    [
        ("halberdiers", "orc", {"barracks": 1}),  # not of the race's list
        ("penitents", "human", {"barracks": 1}),  # 70 points
        ("oathsworn", "dwarf", {"barracks": 1}),  # 85 points
        ("hold-warriors", "dwarf", {"barracks": 2}),  # 105 points
        ("knights", "human", {"barracks": 1, "livery": 2}),
        ("war-wagon", "human", {"barracks": 2, "livery": 1}),
        ("great-cannon", "human", {"lumber_mill": 1}),
        ("griffon", "human", {"barracks": 4, "livery": 4}),
        ("no such", "human", {"barracks": 1}),
        ("halberdiers", "nobody", {"barracks": 1}),
    ],
)
def test_a_city_trains_only_what_its_people_and_works_allow(
    type: str, race: str, works: dict[str, int]
) -> None:
    scene = MusterScene()
    city = scene.workplace(**works)
    scene.items(city, **{recruits_item(race): 500})
    assert scene.run(TrainRegiments(city=ref(city), type=type, race=race)).refused
    assert not list(scene.world.by(Unit, "holder", city.place))


@TRAINING
def test_at_most_four_are_trained_and_attached_stands_cost_more() -> None:
    scene = MusterScene()
    city = scene.workplace(barracks=1)
    scene.items(city, human_recruits=1000)
    order = TrainRegiments(
        city=ref(city), type="Halberdiers", race="human", quantity=9, attached=True
    )
    assert not scene.run(order).refused
    units = list(scene.world.by(Unit, "holder", city.place))
    assert len(units) == 4
    assert all(isinstance(unit.ext, Regiment) and unit.ext.attached for unit in units)
    assert scene.held(city)["human_recruits"] == 1000 - 4 * 70
    bare = TrainRegiments(city=ref(city), type="crossbowmen", race="human", attached=True)
    assert scene.run(bare).refused
