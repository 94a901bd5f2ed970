"""Module `warmaster`: what a campaign of it begins with, and its troops."""

import pytest

from engine.campaign import Faction, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.pieces.records import (
    Character,
    Possession,
    Unit,
)
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pieces import Leader, Regiment
from engine.packs.warmaster.starting import JoinWarmaster
from engine.packs.warmaster.training import TrainRegiments, needed
from tests.packs.campaigns import Campaign
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import module, ref

MODULE = module("warmaster")
RULES = Rules.of(MODULE)
WAR = MODULE.content(WarmasterContent)
CONTENT = MODULE.content(Content)
CAMPAIGN = pytest.mark.rule("warmaster.map.campaign")
TRAINING = pytest.mark.rule("warmaster.map.training")


@pytest.fixture(scope="module")
def fresh() -> Campaign:
    """A campaign that nobody has played in yet; for reading alone."""
    return Campaign(RULES, JoinWarmaster)


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
def test_a_new_world_is_held_by_the_army_lists_and_hides_items(fresh: Campaign) -> None:
    wild = [unit for unit in fresh.world.all(Unit) if not unit.player]
    assert wild
    for unit in wild:
        assert isinstance(unit.ext, Regiment)
        kind = WAR.army_lists[unit.ext.list].units[unit.ext.type]
        assert unit.soldiers == kind.points
        assert WAR.armies[unit.race] == unit.ext.list
    cached = [p for p in fresh.world.all(Possession) if p.holder.kind == "province"]
    assert any(possession.item in WAR.magic_items for possession in cached)


@CAMPAIGN
def test_every_player_begins_with_leaders_and_the_first_troops(fresh: Campaign) -> None:
    players = list(fresh.world.all(Player))
    assert len(players) == len(MODULE.factions) == 7
    for player in players:
        city = fresh.city(player)
        race = CONTENT.realms[fresh.world.get(Faction, player.faction).key].home_race
        units = fresh.world.by(Unit, "holder", city.place)
        types = [unit.ext.type for unit in units if isinstance(unit.ext, Regiment)]
        assert sorted(types) == sorted(WAR.warmaster.starts.units[WAR.armies[race]])
        heroes = list(fresh.world.by(Character, "player", player.id))
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
def test_at_most_four_are_trained_and_attached_stands_cost_more(scene: MusterScene) -> None:
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
