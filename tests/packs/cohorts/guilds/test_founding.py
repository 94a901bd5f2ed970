"""Guilds: how one is founded and how it rises."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.guilds.founding import BuildGuild, GuildBuilt
from engine.packs.cohorts.guilds.raising import GuildGrew, ImproveGuild, ImproveSelf, chance
from engine.packs.cohorts.pieces.records import City, Guild
from engine.state import State
from tests.packs.cohorts.guilds.town import town
from tests.rules.scene import Scene, ref

CLASSES = {"mage": "mage", "warrior": "warrior", "knave": "knave", "college": "bard"}


@pytest.fixture
def place() -> Scene:
    place = Scene()
    town(place)
    return place


def build(place: Scene, type: str = "knave", **values: Any) -> BuildGuild:
    """An order that nothing stands in the way of; the founder is as `founder` says."""
    city = next(place.world.all(City))
    job = {**CLASSES, "church": "priest", "merchant": "bard"}[type]
    who = {"job": job, "level": 10, "deity": "myrr", **values.pop("founder", {})}
    holder, player = who.pop("holder", city), who.pop("player", None)
    founder = place.character(holder, player, **who)
    fields = {"city": ref(city), "type": type, "name": "Silent Hand", "founder": ref(founder)}
    return BuildGuild.model_validate({**fields, **values})


@pytest.mark.parametrize("type", ["mage", "warrior", "knave", "college", "church", "merchant"])
def test_a_new_guild_has_level_1_full_mana_and_no_action_yet(place: Scene, type: str) -> None:
    ran = place.run(build(place, type))
    (guild,) = place.world.all(Guild)
    assert (guild.type, guild.name, guild.level, guild.actions) == (type, "Silent Hand", 1, 0)
    assert (guild.spells, guild.barred) == ((), False)
    assert guild.mana == (type in ("mage", "church"))
    assert guild.deity == ("myrr" if type == "church" else "")
    assert next(place.world.all(City)).actions == 2
    (told,) = ran.events(GuildBuilt)
    assert (told.guild, told.type, told.deity) == (guild.id, type, guild.deity)
    place.produce()
    assert place.now(guild).actions == 1


@pytest.mark.parametrize(
    "type, founder, code",
    [
        ("knave", {"level": 9}, "founder"),
        ("knave", {"job": "mage"}, "founder"),
        ("merchant", {"level": 9}, "founder"),
        ("church", {"deity": ""}, "religion"),
        ("knave", {"dead": True}, "not_here"),
        ("knave", {"captor": 9}, "not_here"),
    ],
)
def test_who_is_no_fit_founder_founds_nothing(
    place: Scene, type: str, founder: dict[str, Any], code: str
) -> None:
    assert place.run(build(place, type, founder=founder)).code == code
    assert next(place.world.all(City)).actions == 3


def test_the_founder_must_be_mine_and_in_the_province(place: Scene) -> None:
    other = place.player("mate", place.ours)
    assert place.run(build(place, founder={"player": other})).code == "founder"
    assert place.run(build(place, founder={"holder": place.at(3, 3)})).code == "not_here"
    outside = place.stack(0, 0)
    assert not place.run(build(place, founder={"holder": outside})).refused


def test_a_city_has_one_guild_of_a_type_and_no_two_of_a_name(place: Scene) -> None:
    city = next(place.world.all(City))
    place.guild(city, "mage", name="SILENT HAND ")
    assert place.run(build(place, "mage", name="Other")).code == "type_present"
    assert place.run(build(place, "knave")).code == "name_taken"
    elsewhere = place.city(9, 9, place.me, actions=1)
    place.guild(elsewhere, "warrior", name="Free Name")
    assert not place.run(build(place, "knave", name="Free Name")).refused


def test_reasons_come_in_the_order_of_the_rule() -> None:
    place = Scene()
    town(place, "wheat", actions=0, population={"human": 10})
    city = next(place.world.all(City))
    place.guild(city, "merchant")
    order = build(place, "merchant", founder={"level": 1, "holder": place.at(5, 5)})
    codes = [refusal.code for refusal in order.conditions(state_of(place))]
    assert codes == ["not_here", "type_present", "founder", "population"]
    assert place.run(order).code == "no_action"


def state_of(place: Scene) -> State:
    state = place.planning(place.world.fork())
    city = next(state.world.all(City))
    state.world.put(city.replace(actions=1))
    return state


def test_who_can_found_it_is_offered(place: Scene) -> None:
    order = build(place)
    place.character(next(place.world.all(City)), job="mage", level=10)
    place.character(place.at(4, 4), job="knave", level=10)
    assert place.offered(BuildGuild, "founder", type="knave") == [str(order.founder)]


def guild(scene: Scene, type: str = "mage", level: int = 5, **values: Any) -> Guild:
    return scene.guild(town(scene), type, level, **values)


def fallen(*rolls: int) -> ScriptedDice:
    return ScriptedDice([Whole(roll, 100) for roll in rolls])


# ---------------------------------------------------------------- by orders


@pytest.mark.rule("cohorts.order.improve-guild", "cohorts.guild.improve-chance")
def test_a_success_is_the_one_rise_of_the_turn_by_whichever_order(scene: Scene) -> None:
    mages = guild(scene)
    ran = scene.run(ImproveGuild(guild=ref(mages)), ImproveSelf(guild=ref(mages)))
    assert (scene.now(mages).level, ran.code) == (6, "upgraded_this_turn")
    assert scene.now(mages).actions == 1
    scene.change(mages, actions=0)
    scene.produce(dice=fallen(100))
    assert not scene.run(ImproveSelf(guild=ref(mages))).refused
    assert scene.now(mages).level == 7


def test_the_reasons_come_in_the_order_of_the_rule(scene: Scene) -> None:
    city = town(scene, "oak", population={"human": 10})
    merchants = scene.guild(city, "merchant", 30, upgraded=1)
    state = scene.planning(scene.world)
    codes = [each.code for each in ImproveSelf(guild=ref(merchants)).conditions(state)]
    assert codes == ["upgraded_this_turn", "chance_zero", "population"]


@given(st.integers(1, 60))
def test_the_chance_is_a_chance_and_never_grows_with_the_level(level: int) -> None:
    rules = Scene().content.guild_rules
    assert 0 <= chance(rules, level + 1) <= chance(rules, level) <= 100


# ---------------------------------------------------------------- by themselves


@pytest.mark.rule("cohorts.guild.spontaneous-improvement")
def test_a_guild_grows_by_itself_without_its_action_and_its_owner_is_told(scene: Scene) -> None:
    mages = guild(scene, level=30, actions=0)
    wild = scene.guild(scene.city(9, 9), "knave", 35)
    ran = scene.produce(dice=fallen(10))
    assert (scene.now(mages).level, scene.now(mages).upgraded) == (31, 0)
    assert scene.now(wild).level == 35
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, GuildGrew)]
    assert list(entry.audience) == [scene.ours.id]
    assert scene.now(mages).actions == 1


def test_the_guilds_of_wild_cities_grow_but_nobody_is_told_and_they_try_nothing(
    scene: Scene,
) -> None:
    wild = scene.guild(scene.city(9, 9), "knave", 3)
    ran = scene.produce(dice=fallen(1))
    assert scene.now(wild).level == 4
    assert [entry.audience for entry in ran.entries] == [{}]
