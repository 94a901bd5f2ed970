"""What spies find out and thieves take, and what is known and left afterwards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import MOVEMENT, Clash
from engine.orders import Order
from engine.packs.cohorts.battle.guess import unseen_garrisons
from engine.packs.cohorts.covert.findings import HoardSpied, PieceSpied
from engine.packs.cohorts.covert.spying import (
    DefensesSpied,
    SpyBarony,
    SpyCity,
    SpyDefenses,
    Spying,
    SpyLegionFleet,
    SpyParty,
    SpyProvince,
    SpySpotted,
)
from engine.packs.cohorts.covert.thieving import (
    ItemsStolen,
    StealEquippedItem,
    StealItemFromCharacterPossessions,
    loot,
)
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.magic.effects.revealing import BaronyRead, CityRead, ProvinceRead
from engine.packs.cohorts.pieces.records import Character, Possession, Stack, Unit
from tests.rules.adapters.covert_scene import Covert
from tests.rules.asking import ask
from tests.rules.scene import ref


def spied(scene: Covert, order: Order) -> list[PieceSpied]:
    return scene.carry_out(order, 1).events(PieceSpied)


# ---------------------------------------------------------------- land and cities


@pytest.mark.rule("cohorts.order.spy-province")
def test_a_spy_finds_improvements_without_levels_resources_and_the_cache(scene: Covert) -> None:
    land = scene.land()
    scene.province(*scene.there, deposits=("oak", "wheat"), fortification=3)
    scene.village(*scene.there, 2)
    scene.tower(*scene.there, "guard", 2)
    scene.items(land, spear=4)
    ran = scene.carry_out(scene.order(SpyProvince, land), 1)
    (event,) = ran.events(ProvinceRead)
    assert event.improvements == {"fortification": 0, "guard_tower": 0, "village": 0}
    assert (event.resources, event.items) == (("oak", "wheat"), {"spear": 4})


@pytest.mark.rule("cohorts.order.spy-barony")
def test_a_spy_on_a_barony_finds_levels_in_each_province_of_it(scene: Covert) -> None:
    scene.land()
    scene.village(*scene.there, 2)
    scene.character(scene.stack(*scene.grid.at(scene.capital().province - 1).spot))
    ran = scene.carry_out(scene.order(SpyBarony, scene.change(scene.capital())), 1)
    assert ran.refused  # the capital is out of reach
    scene.change(scene.hero, skills={"spy": 10})
    ran = scene.carry_out(scene.order(SpyBarony, scene.capital()), 1)
    told = {event.province: event.improvements for event in ran.events(ProvinceRead)}
    assert told[scene.at(*scene.there).id] == {"village": 2}
    assert ran.events(BaronyRead)[0].read == len(told) == 2


@pytest.mark.rule("cohorts.order.spy-barony")
def test_the_province_of_a_capital_stands_for_it() -> None:
    scene = Covert(spy=5)
    scene.target("city")
    assert not scene.run(scene.order(SpyBarony, scene.at(*scene.there))).refused


@pytest.mark.rule("cohorts.order.spy-city")
def test_a_spy_finds_what_a_city_has_and_all_strangers_in_its_province(scene: Covert) -> None:
    scene.target("city")
    city = scene.change(scene.capital(), improvements={"barracks": 2})
    scene.guild(city, "mage", 7)
    inside = scene.theirs(city)
    outside = scene.unit(scene.camp(), scene.foe, xp=30, equipment={"main_hand": "spear"})
    scene.character(scene.stack(*scene.there, scene.someone("allied")))
    ran = scene.carry_out(scene.order(SpyCity, city), 1)
    (had,) = ran.events(CityRead)
    assert (had.improvements, had.guilds) == ({"barracks": 2}, {"mage": 7})
    found = {each.piece: each for each in ran.events(PieceSpied)}
    assert {inside.place, outside.place} < found.keys()
    assert all(scene.world.at(place).player == scene.foe.id for place in found)  # type: ignore[union-attr]
    troop = found[outside.place]
    assert (troop.xp, troop.soldiers, troop.equipment) == (30, 25, ("spear",))


@pytest.mark.rule("cohorts.knowledge.view")
def test_whom_a_spy_found_in_a_city_can_be_aimed_at_from_then_on() -> None:
    scene = Covert(thief=60)
    city = scene.target("city")
    inside = scene.theirs(city)
    scene.items(inside, spear=1)
    theft = scene.order(StealItemFromCharacterPossessions, inside)
    assert scene.run(theft).code == "bad_target"
    scene.carry_out(scene.order(SpyCity, city), 1)
    shown = scene.view().get(Character, inside.id)
    assert (shown.holder, shown.player) == (city.place, scene.foe.id)  # type: ignore[union-attr]
    assert not shown.knows("xp")
    scene.produce()
    assert scene.view().find(Character, inside.id), "what is seen from outside does not undo it"
    assert not scene.run(theft).refused
    assert scene.held(scene.hero) == {"spear": 1}


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("order", [SpyCity, SpyLegionFleet])
def test_a_spy_who_looks_again_knows_who_has_left_and_that_no_troops_are_there(
    order: type[Spying],
) -> None:
    scene = Covert()
    city = scene.target("city")
    lord, troop = scene.theirs(city), scene.unit(city, scene.foe)
    target = city if order is SpyCity else scene.at(*scene.there)
    place = scene.at(*scene.there).place
    clash = Clash(sides=((), (city.place,)), trigger=MOVEMENT, place=place)
    scene.carry_out(scene.order(SpyCity, city), 1)
    assert [each.id for each in scene.view().by(Unit, "holder", city.place)] == [troop.id]
    scene.change(troop, holder=scene.stack(30, 3, scene.foe).place)
    scene.produce()
    scene.carry_out(scene.order(order, target), 1)
    view = scene.view()
    assert not any(view.by(Unit, "holder", city.place))
    assert lord.id in {each.id for each in view.by(Character, "holder", city.place)}
    assert unseen_garrisons(view, clash, scene.ours.id) == (), "no garrison has to be imagined"


@pytest.mark.rule("cohorts.knowledge.view")
def test_what_a_spy_told_of_a_city_is_no_longer_shown_once_it_is_ones_own(scene: Covert) -> None:
    city = scene.target("city")
    scene.theirs(city)
    scene.carry_out(scene.order(SpyCity, city), 1)
    assert any(each.subject == city.place for each in scene.view().all(Sighting))
    scene.change(scene.capital(), baron=scene.hero.id)
    scene.run()
    assert not any(each.subject == city.place for each in scene.view().all(Sighting))


# ---------------------------------------------------------------- people


@pytest.mark.rule("cohorts.order.spy-party")
def test_a_spy_on_a_party_finds_living_strangers_and_what_stacks_and_cities_hold() -> None:
    scene = Covert()
    stack = scene.camp()
    scene.items(stack, oak=5)
    city = scene.target("city")
    scene.items(city, spear=6)
    alive, dead = scene.theirs(stack), scene.theirs(stack)
    scene.change(dead, dead=True)
    scene.unit(stack, scene.foe)
    ran = scene.carry_out(scene.order(SpyParty, scene.at(*scene.there)), 1)
    found = {each.piece for each in ran.events(PieceSpied)}
    assert alive.place in found
    assert dead.place not in found
    assert all(place.kind == "character" for place in found)
    assert {each.holder: each.items for each in ran.events(HoardSpied)} == {
        stack.place: {"oak": 5},
        city.place: {"spear": 6},
    }


@pytest.mark.rule("cohorts.knowledge.view")
def test_a_spy_on_characters_does_not_forget_the_troops_of_which_it_is_told_nothing() -> None:
    scene = Covert(away=3, spy=10)
    stack = scene.camp()
    hero, troop = scene.theirs(stack), scene.unit(stack, scene.foe)
    scene.produce()  # the scout sees them
    scene.change(scene.scout, holder=scene.party.place)
    scene.world.remove(next(s for s in scene.world.all(Stack) if s.place == scene.scout.holder))
    late = scene.theirs(stack)
    spied(scene, scene.order(SpyParty, scene.at(*scene.there)))
    view = scene.view()
    known = {each.id for each in view.by(Character, "holder", stack.place)}
    assert known == {hero.id, late.id}
    assert [each.id for each in view.by(Unit, "holder", stack.place)] == [troop.id]


def test_strangers_in_ones_own_land_may_be_spied_on(scene: Covert) -> None:
    scene.city(*scene.there, scene.me)
    target = scene.theirs(scene.camp())
    found = spied(scene, scene.order(SpyParty, scene.at(*scene.there)))
    assert [each.piece for each in found] == [target.place]


# ---------------------------------------------------------------- defenses


@pytest.mark.rule("cohorts.order.spy-defenses")
def test_of_a_barony_the_defenses_of_its_capital_are_told(scene: Covert) -> None:
    city = scene.target("city")
    scene.guild(scene.capital(), "knave", 6)
    barony = scene.world.at(ref(city).place).barony  # type: ignore[union-attr]
    order = SpyDefenses.model_validate({"character": ref(scene.hero), "target": f"barony:{barony}"})
    ran = scene.carry_out(order, 100)
    (event,) = ran.events(DefensesSpied)
    assert (event.on, event.levels["thief"], event.spotted) == (city.place, 6, True)
    (seen,) = [e for e in ran.entries if isinstance(e.event, SpySpotted)]
    assert list(seen.audience) == [scene.foe.faction]
    assert "character" not in SpySpotted.names


def test_the_barony_of_a_city_that_nobody_saw_is_no_target() -> None:
    scene = Covert(spy=60)
    city = scene.city(30, 3, scene.foe)
    order = SpyDefenses.model_validate(
        {"character": ref(scene.hero), "target": f"barony:{city.barony}"}
    )
    assert scene.run(order).code == "bad_target"


def every_item(scene: Covert) -> dict[str, int]:
    """All items of the world, worn or held."""
    found: dict[str, int] = {}
    for each in scene.world.all(Possession):
        found[each.item] = found.get(each.item, 0) + each.count
    for hero in scene.world.all(Character):
        for item in hero.equipment.values():
            found[item] = found.get(item, 0) + 1
    return found


@pytest.mark.rule("cohorts.covert.stealing-capacity")
@given(
    room=st.fractions(0, 100),
    weight=st.fractions(0, 50),
    present=st.integers(1, 90),
    wanted=st.none() | st.integers(1, 50),
)
def test_a_thief_takes_one_at_least_and_carries_all_but_that_one(
    room: object, weight: object, present: int, wanted: int | None
) -> None:
    taken = loot(room, weight, present, wanted)  # type: ignore[arg-type]
    assert 1 <= taken <= min(present, wanted or present)
    assert (taken - 1) * weight <= room  # type: ignore[operator]


@pytest.mark.rule("cohorts.order.steal-equipped-item")
def test_what_is_stolen_from_the_body_no_longer_helps(scene: Covert) -> None:
    target = scene.theirs(scene.camp())
    scene.change(target, equipment={"armor": "chain_mail", "main_hand": "spear"})

    def armor() -> object:
        return ask(scene.world, scene.content, scene.now(target), "DF", 0).value

    before = armor()
    ran = scene.carry_out(scene.order(StealEquippedItem, target, item="chain mail"), 1)
    assert ran.events(ItemsStolen)[0].worn
    assert scene.now(target).equipment == {"main_hand": "spear"}
    assert scene.held(scene.hero) == {"chain_mail": 1}
    assert armor() != before


@given(
    kind=st.sampled_from(["province", "character", "stack", "city", "worn"]),
    there=st.integers(0, 400),
    count=st.none() | st.integers(1, 60),
    rolls=st.tuples(st.sampled_from([1, 100]), st.sampled_from([1, 100])),
)
@settings(max_examples=20, deadline=None)
def test_stealing_makes_and_loses_nothing(
    kind: str, there: int, count: int | None, rolls: tuple[int, int]
) -> None:
    scene = Covert()
    worn = kind == "worn"
    target = scene.target("character" if worn else kind)
    scene.change(scene.hero, equipment={"armor": "chain_mail"})
    if worn:
        scene.change(target, equipment={"main_hand": "spear"})
    if there:
        scene.items(target, spear=there, oak=2)
    name = f"steal-item-from-{kind}-possessions".replace("province", "provincial")
    cls = scene.mission("steal-equipped-item" if worn else name)
    before = every_item(scene)
    more = {} if worn else {"count": count}
    order = scene.order(cls, target, **more)
    ran = scene.carry_out(order, *rolls)
    assert not ran.refused
    assert every_item(scene) == before
