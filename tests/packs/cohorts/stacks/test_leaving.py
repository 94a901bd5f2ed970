"""Stacks, fleets and banners: who comes, leaves, inherits, rests and goes down."""

import pytest

from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.banners import BannerSet, SetBanner
from engine.packs.cohorts.stacks.leaving import BuryUnit, CityInherited, GiftUnit, PieceBuried
from engine.packs.cohorts.stacks.rest import Rest, StackRested
from engine.packs.cohorts.stacks.ships import AssignShip
from engine.packs.cohorts.stacks.sinking import ShipSunk
from engine.packs.cohorts.stacks.wounded import AbandonWounded
from tests.rules.scene import Scene, ref


def activate(scene: Scene, name: str = "Guard") -> ActivateStack:
    return ActivateStack(province=ref(scene.at(2, 2)), name=name)


def test_a_prisoner_or_an_agent_is_no_foothold_for_a_stack(scene: Scene) -> None:
    enemy = scene.someone("at_war")
    scene.character(scene.stack(2, 2, enemy), captor=enemy.id)
    scene.agent(scene.at(2, 2))
    assert scene.run(activate(scene)).code == "not_here"


def test_a_plan_knows_enemy_land_even_if_its_capital_is_out_of_sight(scene: Scene) -> None:
    scene.barony((2, 2), (8, 8))
    scene.city(8, 8, scene.someone("at_war"))
    scene.unit(scene.at(2, 2))
    [planned] = scene.plan(activate(scene)).orders
    assert planned.refusal
    assert planned.refusal.code == scene.run(activate(scene)).code == "relation"


def test_the_preview_knows_what_was_deactivated_this_week(scene: Scene) -> None:
    stack = scene.stack(2, 2, name="Guard")
    scene.unit(scene.at(2, 2))
    scene.run(DeactivateStack(stack=ref(stack)))
    [planned] = scene.plan(activate(scene)).orders
    assert planned.outcome == "refused"


def test_a_tower_sees_a_full_stack_deactivated_but_learns_nothing_of_the_order(
    scene: Scene,
) -> None:
    rival = scene.someone("neutral")
    scene.met(rival)
    scene.barony((5, 5), (5, 6))
    scene.city(5, 5, rival)
    scene.tower(5, 6)
    stack = scene.stack(5, 7, name="Guard")
    scene.character(stack, name="Ana")
    ran = scene.run(DeactivateStack(stack=ref(stack), empty=True))
    [sighted] = ran.events(StackSighted)
    assert sighted.sightings[0].members[0].name == "Ana"
    learned = [type(e.event) for e in ran.entries if e.for_(rival.faction)]
    assert learned == [StackSighted]


@pytest.mark.rule("cohorts.order.activate-stack")
def test_a_plan_refuses_a_stack_at_a_city_of_which_only_the_memory_is_left(scene: Scene) -> None:
    scene.city(2, 2, scene.someone("neutral"))
    remember(scene.world, scene.ours.id, [scene.at(2, 2).id], scene.world)
    [planned] = scene.plan(activate(scene)).orders
    assert planned.refusal
    assert planned.refusal.code == "not_here"


@pytest.fixture
def afloat() -> Scene:
    return Scene(terrain="sea")


# ---------------------------------------------------------------- ships


@pytest.mark.parametrize("wrong, code", [("ship", "bad_target"), ("unit", "bad_target")])
def test_only_ships_take_someone_aboard_and_no_other_ship(
    afloat: Scene, wrong: str, code: str
) -> None:
    fleet = afloat.stack(1, 1)
    ship, other = (afloat.unit(fleet, arm="ship", type="barge") for _ in range(2))
    unit, engine = afloat.unit(fleet), afloat.unit(fleet, arm="artillery", type="catapult")
    pair = (other, ship) if wrong == "ship" else (engine, unit)
    assert afloat.give(AssignShip, piece=ref(pair[0]), ship=ref(pair[1])).code == code


# ---------------------------------------------------------------- banners


@pytest.mark.rule("cohorts.order.set-banner")
def test_a_banner_comes_down_when_the_territory_is_lost() -> None:
    afloat = Scene()
    territory = afloat.territory()
    capital = afloat.city(8, 8, afloat.me)
    afloat.change(territory, capital=capital.id)
    afloat.change(afloat.world.get(Barony, capital.barony), territory=territory.id)
    stack = afloat.stack(1, 1)
    afloat.run(SetBanner(stack=ref(stack), territory=ref(territory)))
    assert afloat.now(stack).banner == territory.id
    afloat.change(capital, baron=0)
    [told] = afloat.run().events(BannerSet)
    assert (afloat.now(stack).banner, told.territory) == (0, 0)


# ---------------------------------------------------------------- burying


@pytest.mark.parametrize("levels, heir", [((3, 9, 9), 1), ((), None)])
def test_cities_go_to_the_highest_living_character_of_the_player_or_become_wild(
    scene: Scene, levels: tuple[int, ...], heir: int | None
) -> None:
    baron = scene.character(scene.stack(2, 2), dead=True)
    city = scene.city(5, 5, scene.me, baron=baron.id)
    scene.character(scene.stack(2, 2), level=30, dead=True)
    scene.character(scene.stack(2, 2), scene.someone("teammate"), level=30)
    living = [scene.character(scene.stack(2, 2), level=level) for level in levels]
    [told] = scene.give(BuryUnit, piece=ref(baron), sure=True).events(CityInherited)
    expected = living[heir].place if heir is not None else None
    assert told.baron == expected
    assert scene.now(city).baron == (expected.id if expected else 0)


def test_the_faction_of_a_prisoner_learns_of_its_death_but_not_what_it_left(scene: Scene) -> None:
    enemy = scene.someone("enemy")
    captive = scene.character(
        scene.stack(2, 2), enemy, captor=scene.me.id, equipment={"armor": "plate"}
    )
    ran = scene.give(BuryUnit, piece=ref(captive), sure=True)
    [entry] = [each for each in ran.entries if isinstance(each.event, PieceBuried)]
    told = entry.for_(enemy.faction)
    assert isinstance(told, PieceBuried)
    assert (told.name, told.killed) == (captive.name, True)
    assert not told.knows("items")
    assert not told.knows("to")


# ---------------------------------------------------------------- giving


@pytest.mark.parametrize("to", ["self", "gone"])
def test_a_gift_goes_to_another_player_who_takes_part(scene: Scene, to: str) -> None:
    player = scene.me if to == "self" else scene.change(scene.someone("teammate"), active=False)
    unit = scene.unit(scene.stack(2, 2))
    assert scene.give(GiftUnit, piece=ref(unit), target=ref(player)).code == "bad_target"


# ---------------------------------------------------------------- the wounded


@pytest.mark.parametrize("arm, type", [("ship", "barge"), ("artillery", "catapult")])
def test_crews_are_not_abandoned(scene: Scene, arm: str, type: str) -> None:
    unit = scene.unit(scene.stack(2, 2), arm=arm, type=type, wounds=50)
    assert scene.give(AbandonWounded, unit=ref(unit)).code == "bad_target"


def test_all_who_rest_heal_and_regain_a_quarter_of_a_months_mana() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    mage = scene.character(
        stack, attributes={"CON": 11}, wounds=20, level=16, skills={"magic_user": 20}, mana=3
    )
    unit = scene.unit(stack, wounds=20)
    [rested] = scene.run(Rest(stack=ref(stack))).events(StackRested)
    assert rested.healed == ((mage.place, 5), (unit.place, 5))
    assert (scene.now(mage).wounds, scene.now(mage).mana) == (15, 7)
    assert scene.now(unit).wounds == 15


@pytest.mark.rule("cohorts.ship.sinking")
def test_a_ship_that_a_status_destroys_takes_all_aboard_and_its_cargo_along() -> None:
    scene = Scene(terrain="sea")
    fleet = scene.stack(5, 5)
    wreck = scene.unit(fleet, arm="ship", type="barge", wounds=99, statuses={"frozen": 3})
    sound = scene.unit(fleet, arm="ship", type="barge")
    captain = scene.character(fleet, ship=wreck.id, equipment={"main_hand": "spear"})
    crew = scene.unit(fleet, ship=wreck.id, equipment={"armor": "plate"})
    other = scene.unit(fleet, ship=sound.id)
    scene.items(captain, dagger=2)
    scene.items(fleet, iron=10)
    ran = scene.produce()
    [sunk] = ran.events(ShipSunk)
    assert (sunk.ship, sunk.flotsam) == (wreck.id, {"iron": 5})
    assert [scene.gone(each) for each in (wreck, sound, crew, other)] == [True, False, True, False]
    body = scene.now(captain)
    assert (body.dead, body.holder, body.ship) == (True, scene.at(5, 5).place, 0)
    assert body.equipment == {}
    flotsam = {"iron": 5, "spear": 1, "dagger": 2, "plate": 25}
    assert scene.held(scene.at(5, 5)) == flotsam
    assert scene.held(fleet) == {"iron": 5}


@pytest.mark.rule("cohorts.ship.sinking")
def test_a_status_that_destroys_a_ship_on_land_harms_nobody_aboard(scene: Scene) -> None:
    fleet = scene.stack(5, 5)
    wreck = scene.unit(fleet, arm="ship", type="barge", wounds=99, statuses={"frozen": 3})
    crew = scene.unit(fleet, ship=wreck.id)
    scene.produce()
    assert scene.gone(wreck)
    assert scene.now(crew).ship == 0
