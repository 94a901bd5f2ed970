"""The facts of a city's panel: the figures of an own city, and how little of a foreign one."""

import pytest

from bot.faces.cohorts.city.facts import CityFacts, city_facts
from bot.faces.cohorts.city.making import makings
from bot.faces.cohorts.city.texts import city_tabs
from bot.faces.words.tabs import PAGE
from engine.campaign import Now
from engine.orders import Ref
from engine.packs.cohorts.cities.making import MakeEquipment
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.records import Character, City, Defense, Guild, Province, Stack
from engine.packs.cohorts.pieces.territories import Barony
from tests.bot.faces.cohorts.town import metropolis, town
from tests.rules.scene import Scene


@pytest.fixture
def scene() -> Scene:
    return Scene()


def facts_of(scene: Scene, city: City) -> CityFacts:
    view = scene.view()
    return city_facts(scene.rules, view, view.get(City, city.id))


def words(scene: Scene, city: City, tab: str) -> str:
    view = scene.view()
    facts = facts_of(scene, city)
    made = makings(scene.rules, view, view.get(City, city.id)) if facts.own else ()
    return "\n".join(next(t for t in city_tabs(facts, made) if t.name == tab).pages)


# ---------------------------------------------------------------- an own city


def test_strife_and_sabotaged_walls_are_told_to_their_owner(scene) -> None:
    city = town(scene)
    before = words(scene, city, "Overview")
    assert "Strife" not in before
    assert "sabotaged" not in before
    scene.change(city, strife=True)
    province = scene.world.get(Province, city.province)
    scene.change(province, fortification=3, sabotaged=2)
    text = words(scene, city, "Overview")
    assert "left of 2." in text
    assert "**Strife**" in text
    assert "walls 3 (sabotaged: 2 weaker this month)" in text


def test_people_are_told_by_race_with_slaves_growth_and_recruits(scene) -> None:
    inside = facts_of(scene, town(scene)).inside
    assert inside
    assert [(f.race, f.free, f.slaves) for f in inside.people] == [
        ("human", 12_000, 0),
        ("elf", 900, 0),
        ("orc", 0, 300),
    ]
    assert (inside.head_count, inside.actions, inside.most_actions) == (13_200, 1, 3)
    human, elf, orc = inside.people
    assert (human.waiting, elf.waiting, orc.growth, orc.recruits) == (300, 0, 0, 0)


def test_the_growth_and_recruits_foretold_are_those_that_the_month_brings(scene) -> None:
    city = scene.change(town(scene), actions=0)
    before = facts_of(scene, city).inside
    assert before
    scene.produce(monthly=True)
    after = scene.now(city)
    for folk in before.people:
        assert after.population.get(folk.race, 0) == folk.free + folk.growth
        waiting = scene.held(city).get(f"{folk.race}_recruits", 0)
        assert waiting == folk.waiting + folk.recruits
    assert before.people[0].growth > 0


def test_a_besieged_city_expects_neither_growth_nor_recruits(scene) -> None:
    inside = facts_of(scene, scene.change(town(scene), besieged=True)).inside
    assert inside
    assert not any(folk.growth or folk.recruits for folk in inside.people)


def test_an_improvement_says_whether_it_can_be_raised_even_without_an_action_left(scene) -> None:
    city = scene.change(town(scene), actions=0)
    inside = facts_of(scene, city).inside
    assert inside
    works = {work.key: work for work in inside.works}
    assert (works["smithy"].level, works["smithy"].most) == (2, 4)
    assert "sea" in works["shipyard"].hindered
    assert all("action" not in work.hindered for work in works.values())
    assert inside.actions == 0, "it is asked on a copy"


def test_a_resource_is_told_with_its_books_and_where_it_comes_from(scene) -> None:
    city, partner = town(scene), scene.city(8, 8, scene.me, name="Southam")
    scene.guild(partner, "merchant")
    scene.province(8, 8, deposits=("fish",))
    scene.market(city, {"oak": 1})
    scene.agreement(city, partner, {"iron": 1}, {"fish": 1})
    inside = facts_of(scene, city).inside
    assert inside
    told = {each.key: each for each in inside.resources}
    oak, iron, fish = told["oak"], told["iron"], told["fish"]
    assert (oak.own, oak.open, oak.sources) == (1, 1, ("city land", "Oakstead"))
    assert (iron.own, iron.traded, iron.usable) == (0, 1, False)
    assert (fish.own, fish.received, fish.sources) == (0, 1, ("trade with Southam",))
    assert "mithril" not in told, "a village of level 1 does not gather it"


def test_what_comes_from_the_realm_below_is_said_to(scene) -> None:
    city = town(scene)
    territory = scene.territory()
    lower = scene.city(8, 8, scene.me, name="Below")
    scene.province(8, 8, deposits=("gems",))
    for each in (city, lower):
        scene.change(scene.world.get(Barony, each.barony), territory=territory.id)
    scene.change(territory, capital=city.id)
    inside = facts_of(scene, city).inside
    assert inside
    gems = next(each for each in inside.resources if each.key == "gems")
    assert (gems.own, gems.received, gems.usable, gems.sources) == (0, 0, True, ("realm below",))


def test_a_garrison_is_told_with_soldiers_levels_and_wounds(scene) -> None:
    facts = facts_of(scene, town(scene))
    assert facts.garrison == "1 unit, 120 soldiers, 1 character"
    unit = next(each for each in facts.residents if each.kind == "unit")
    assert (unit.what, unit.soldiers, unit.level, unit.state) == (
        "human soldiers",
        120,
        1,
        "wounds 10%",
    )


def test_recruits_are_told_with_the_people_and_not_among_the_possessions(scene) -> None:
    inside = facts_of(scene, town(scene)).inside
    assert inside
    assert [(each.name, each.count) for each in inside.possessions] == [("Spear", 40)]


def test_a_teammates_city_is_told_like_ones_own(scene) -> None:
    city = town(scene)
    mate = scene.player("mate", scene.ours)
    scene.change(city, baron=scene.character(city, mate).id)
    inside = facts_of(scene, city).inside
    assert inside
    warriors = next(guild for guild in inside.guilds if guild.type == "warrior")
    assert warriors.now


# ---------------------------------------------------------------- guilds


def guild_of(scene: Scene, city: City, type: str):
    inside = facts_of(scene, city).inside
    assert inside
    return next(guild for guild in inside.guilds if guild.type == type)


def test_a_guild_tells_what_it_can_do_now_and_what_stands_in_its_way(scene) -> None:
    city = town(scene)
    warriors = guild_of(scene, city, "warrior")
    assert ("guild", "train-units") in [deed.path for deed in warriors.now]
    assert ("guild", "make-potion") not in [deed.path for deed in warriors.deeds]
    merchants = guild_of(scene, city, "merchant")
    offer = next(deed for deed in merchants.deeds if deed.path == ("trade", "offer"))
    assert "market" in offer.hindered


def test_a_guild_that_has_acted_can_do_no_more_than_trade(scene) -> None:
    city = town(scene)
    for guild in scene.world.by(Guild, "city", city.id):
        scene.change(guild, actions=0)
    assert guild_of(scene, city, "warrior").now == ()
    assert [deed.words for deed in guild_of(scene, city, "merchant").now] == ["trade open"]


def test_a_kind_of_guild_that_is_not_there_tells_what_the_city_lacks_for_one(scene) -> None:
    mage = guild_of(scene, town(scene), "mage")
    assert mage.level == 0
    assert "amberwood" in mage.wants


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
    assert "Pike **" in said
    assert "- Catapult: A catapult takes a lumber mill" in said


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


def test_of_a_city_of_others_only_what_is_plain_is_told_and_that_there_is_more(
    scene, rival
) -> None:
    facts = facts_of(scene, rival)
    assert not facts.own
    assert facts.inside is None
    assert facts.owner
    assert (facts.owner.name, facts.player, facts.message) == ("Theirs", "Rita", "Welcome")
    said = words(scene, rival, "Overview")
    assert "hidden from you" in said
    assert len(city_tabs(facts, ())) == 1


def test_nothing_hidden_changes_a_panel_of_a_city_of_others(scene, rival) -> None:
    before = facts_of(scene, rival)
    scene.change(rival, population={"troll": 5}, slaves={}, actions=9, improvements={})
    scene.items(rival, pike=7)
    for guild in list(scene.world.all(Guild)):
        scene.change(guild, level=30)
    assert facts_of(scene, rival) == before
    for name in ("Secret", "Unseen", "Hidden", "Spear", "12,000"):
        assert name not in repr(before)


def test_a_city_that_is_only_remembered_says_when_it_was_seen(scene, rival) -> None:
    assert facts_of(scene, rival).seen == 1
    remember(scene.world, scene.ours.id, [rival.province], scene.world)
    for stack in list(scene.world.all(Stack)):
        scene.world.remove(stack)
    for watcher in list(scene.world.by(Character, "player", scene.me.id)):
        scene.world.remove(watcher)
    scene.change(scene.world.get(Now, 1), turn=4)
    scene.change(rival, name="Renamed", message="Changed since")
    facts = facts_of(scene, rival)
    assert (facts.name, facts.turn, facts.seen, facts.message) == ("Harrow", 4, 1, "")
    assert facts.owner
    assert facts.owner.name == "Theirs", "as it was then"
    assert "last seen in turn 1" in words(scene, rival, "Overview")


# ---------------------------------------------------------------- texts


def test_pages_stay_within_their_limit_for_the_greatest_city(scene) -> None:
    city = metropolis(scene)
    view = scene.view()
    facts = facts_of(scene, city)
    made = makings(scene.rules, view, view.get(City, city.id))
    for tab in city_tabs(facts, made):
        assert tab.pages
        assert all(0 < len(page) <= PAGE for page in tab.pages)


def test_names_cannot_format_or_mention(scene) -> None:
    city = town(scene)
    scene.unit(city, name="**@everyone** <@1>")
    said = words(scene, city, "Garrison")
    assert "@everyone" not in said
    assert "**" not in said.replace("\\*", "")


def test_the_encounter_orders_of_the_garrison_are_told_to_their_owner(scene) -> None:
    city = town(scene)
    assert "up to its own encounter level" in words(scene, city, "Garrison")
    scene.change(city, defense=Defense(highest=None, preferred=None, castle=2, terrain="forest"))
    text = words(scene, city, "Garrison")
    assert "comes out against nobody; at a castle forces up to 2 above its encounter level" in text
