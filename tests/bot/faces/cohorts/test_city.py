"""The card of a city: the figures of an own city, and how little of a foreign one."""

import re

import pytest

from bot.faces.cards.card import Row
from bot.faces.cohorts.city.making import makings
from engine.campaign import Now
from engine.orders import Ref
from engine.packs.cohorts.cities.making import MakeEquipment
from engine.packs.cohorts.knowledge.spied import learn
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Defense,
    Guild,
    Province,
    Stack,
    Unit,
)
from engine.packs.cohorts.pieces.territories import Barony
from tests.bot.faces.cohorts.panels import card, rows, words
from tests.bot.faces.cohorts.town import town
from tests.rules.scene import Scene

# ---------------------------------------------------------------- an own city


def test_strife_and_sabotaged_walls_are_told_to_their_owner(scene) -> None:
    city = town(scene)
    before = words(scene, city)
    assert "strife" not in before
    assert "sabotaged" not in before
    scene.change(city, strife=True)
    province = scene.world.get(Province, city.province)
    scene.change(province, fortification=3, sabotaged=2)
    text = words(scene, city)
    assert "Actions left: 1 of 2 (strife costs it actions" in text
    assert "Walls: 3 of 4 (sabotaged: 2 weaker this month)" in text


def test_people_are_told_by_race_with_slaves_growth_and_recruits(scene) -> None:
    city = town(scene)
    people = rows(scene, city, "Population")
    assert [*people] == ["In all", "Humans", "Elves", "Orcs"]
    assert people["In all"].value == "13,200 of 25,000"
    assert [each.value for each in people.values()][1:] == ["12,000", "900", "300"]
    assert people["Humans"].note == "+480 a month"
    assert people["Orcs"].note == "slaves"
    recruits = rows(scene, city, "Recruits")
    assert recruits["Humans"].value == "300"
    assert "Orcs" not in recruits


def test_the_growth_and_recruits_foretold_are_those_that_the_month_brings(scene) -> None:
    city = scene.change(town(scene), actions=0)
    people, recruits = rows(scene, city, "Population"), rows(scene, city, "Recruits")
    scene.produce(monthly=True)
    after = scene.now(city)
    more = after.population["human"] - 12_000
    assert people["Humans"].note == f"+{more:,} a month"
    waiting = scene.held(city)["human_recruits"]
    assert recruits["Humans"].note == f"+{waiting - 300:,} next month"


def test_a_besieged_city_expects_neither_growth_nor_recruits(scene) -> None:
    said = words(scene, scene.change(town(scene), besieged=True))
    assert "Besieged: no growth, no new actions" in said
    assert "month" not in said


def test_an_improvement_says_whether_it_can_be_raised_even_without_an_action_left(scene) -> None:
    city = scene.change(town(scene), actions=0)
    works = rows(scene, city, "Actions and improvements")
    assert works["Smithy"].level == (2, 4)
    assert works["Barracks"].note == "can be raised"
    assert "sea" in works["Shipyard"].told
    assert all("action" not in work.told for work in works.values())
    assert works["Actions left"].value == "0 of 3", "it is asked on a copy"


def test_a_resource_is_told_with_its_books_and_where_it_comes_from(scene) -> None:
    city, partner = town(scene), scene.city(8, 8, scene.me, name="Southam")
    scene.guild(partner, "merchant")
    scene.province(8, 8, deposits=("fish",))
    scene.market(city, {"oak": 1})
    scene.agreement(city, partner, {"iron": 1}, {"fish": 1})
    told = rows(scene, city, "Resources")
    oak, iron, fish = told["Oak"], told["Iron"], told["Fish"]
    assert (oak.value, oak.note) == ("1 in own use, 1 open", "from city land, Oakstead")
    assert iron.value == "1 traded, not usable here now"
    assert (fish.value, fish.note) == ("1 received", "from trade with Southam")
    assert "Mithril" not in told, "a village of level 1 does not gather it"


def test_what_comes_from_the_realm_below_is_said_to(scene) -> None:
    city = town(scene)
    territory = scene.territory()
    lower = scene.city(8, 8, scene.me, name="Below")
    scene.province(8, 8, deposits=("gems",))
    for each in (city, lower):
        scene.change(scene.world.get(Barony, each.barony), territory=territory.id)
    scene.change(territory, capital=city.id)
    gems = rows(scene, city, "Resources")["Gems"]
    assert (gems.value, gems.note, gems.tone) == ("at hand", "from realm below", "")


def test_a_garrison_is_told_with_soldiers_levels_and_wounds(scene) -> None:
    city = town(scene)
    assert rows(scene, city, "The city")["Garrison"].text == "1 character, 1 unit, 120 soldiers"
    told = "Unit 1: wounds 10% (120 Human soldiers, encounter level 3). Slot 3"
    assert told in words(scene, city, "Garrison")


def test_a_city_says_how_many_soldiers_it_feeds_and_what_hunger_costs_more() -> None:
    scene = Scene(content={"cities": {"fed_percent": 1}})
    city = town(scene)
    fed = rows(scene, city, "The city")["Feeds"]
    assert (fed.value, fed.note, fed.tone) == ("132 soldiers", "120 inside", "")
    fed = rows(scene, scene.change(city, besieged=True), "The city")["Feeds"]
    costs = "120 inside: each unit loses 25% of its strength a week"
    assert (fed.value, fed.note, fed.tone) == ("0 soldiers", costs, "bad")


def test_recruits_are_told_with_the_people_and_not_among_the_possessions(scene) -> None:
    (spear,) = rows(scene, town(scene), "Possessions").values()
    assert (spear.name, spear.value) == ("Spear", "40")


def test_a_teammates_city_is_told_like_ones_own(scene) -> None:
    city = town(scene)
    mate = scene.player("mate", scene.ours)
    scene.change(city, baron=scene.character(city, mate).id)
    assert rows(scene, city, "Guilds")["Warrior guild"].leads


# ---------------------------------------------------------------- guilds


def orders_of(guild: Row) -> list[tuple[str, str] | None]:
    return [lead.order for lead in guild.leads]


def test_a_guild_tells_what_it_can_do_now_and_what_stands_in_its_way(scene) -> None:
    guilds = rows(scene, town(scene), "Guilds")
    warriors, merchants = guilds["Warrior guild"], guilds["Merchant guild"]
    assert ("guild", "train-units") in orders_of(warriors)
    assert "train units" in warriors.text
    assert "make potion" not in warriors.text + warriors.told
    assert "market" in merchants.told.split("Not now trade offer: ")[1]


def test_a_guild_that_has_acted_can_do_no_more_than_trade(scene) -> None:
    city = town(scene)
    for guild in scene.world.by(Guild, "city", city.id):
        scene.change(guild, actions=0)
    guilds = rows(scene, city, "Guilds")
    assert orders_of(guilds["Warrior guild"]) == []
    assert guilds["Warrior guild"].note == "has acted"
    assert orders_of(guilds["Merchant guild"]) == [("trade", "open")]


def test_a_kind_of_guild_that_is_not_there_tells_what_the_city_lacks_for_one(scene) -> None:
    mage = rows(scene, town(scene), "Guilds")["Mage guild"]
    assert mage.value == "none here"
    assert "amberwood" in mage.told


# ---------------------------------------------------------------- making


def test_what_can_be_made_comes_first_with_as_many_as_the_order_makes(scene) -> None:
    city = town(scene)
    view = scene.view()
    made = makings(scene.rules, view, view.get(City, city.id))
    ready = [each for each in made if not each.hindered]
    assert list(made[: len(ready)]) == ready
    assert all(each.most > 0 for each in ready)
    assert not any(each.most for each in made[len(ready) :])
    pike = next(each for each in ready if each.name == "Pike")
    scene.run(MakeEquipment(city=Ref(*city.place), item="pike"))
    assert scene.held(city)["pike"] == pike.most


def test_everything_that_cities_and_their_guilds_make_is_on_the_list(scene) -> None:
    city = town(scene)
    view = scene.view()
    names = [each.name for each in makings(scene.rules, view, view.get(City, city.id))]
    content = scene.content
    for table in (content.weapons, content.armors, content.gear, content.mounts, content.potions):
        assert {thing.name for thing in table.values()} <= {*names}
    assert any(name.startswith("Soldiers") for name in names)


def test_who_has_no_action_left_is_told_so_and_still_what_could_be_made(scene) -> None:
    city = scene.change(town(scene), actions=0)
    said = words(scene, city, "Make")
    assert "no action left" in said
    assert re.search(r"Pike \d+", said)
    assert ", Catapult: Each takes a lumber mill" in said


# ---------------------------------------------------------------- a foreign city


@pytest.fixture
def rival(scene) -> City:
    """A rival's city full of secrets, in view of a party."""
    theirs = scene.player("Rita", "theirs")
    city = scene.change(town(scene, theirs), message="Welcome")
    for guild in list(scene.world.by(Guild, "city", city.id)):
        scene.change(guild, name="Secret Circle")
    scene.change(scene.world.get(Character, city.baron), name="Lady Hidden")
    scene.unit(city, theirs, name="Unseen Foot")
    scene.character(scene.stack(3, 4, name="Watchers"))
    return city


def test_of_a_foreign_city_only_what_is_plain_is_told_and_that_there_is_more(scene, rival) -> None:
    shown = card(scene, rival)
    assert not shown.own
    said = words(scene, rival)
    assert "Holder: Theirs, Rita" in said
    assert "Message: Welcome" in said
    assert "hidden from you" in said
    assert {box.tab for box in shown.boxes} == {""}


def test_a_city_into_which_a_spy_looked_in_vain_is_told_to_have_no_troops(scene, rival) -> None:
    for unit in list(scene.world.by(Unit, "holder", rival.place)):
        scene.world.remove(unit)
    assert "no troops" not in words(scene, rival)
    learn(scene.state(), scene.ours.id, rival.province, (), (rival,), kinds=(Unit,))
    assert "Known inside: no troops, seen in turn" in words(scene, rival)


def test_a_city_that_is_only_remembered_says_when_it_was_seen(scene, rival) -> None:
    assert "in view" in words(scene, rival)
    remember(scene.world, scene.ours.id, [rival.province], scene.world)
    for stack in list(scene.world.all(Stack)):
        scene.world.remove(stack)
    for watcher in list(scene.world.by(Character, "player", scene.me.id)):
        scene.world.remove(watcher)
    scene.change(scene.world.get(Now, 1), turn=4)
    scene.change(rival, name="Renamed", message="Changed since")
    shown, said = card(scene, rival), words(scene, rival)
    assert (shown.title, shown.turn) == ("Harrow", 4)
    assert "Changed since" not in said
    assert "Holder: Theirs" in said, "as it was then"
    assert "last seen in turn 1" in said


# ---------------------------------------------------------------- texts


def test_the_encounter_orders_of_the_garrison_are_told_to_their_owner(scene) -> None:
    city = town(scene)
    assert "up to its own encounter level" in words(scene, city, "Garrison")
    scene.change(city, defense=Defense(highest=None, preferred=None, castle=2, terrain="forest"))
    text = words(scene, city, "Garrison")
    assert "comes out against nobody; at a castle against forces up to 2 encounter levels" in text
    assert "levels above its own" in text
