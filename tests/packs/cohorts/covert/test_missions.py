"""What all covert missions share: who learns what, what a plan shows, whom nobody may aim at."""

import pytest

from engine.orders import Asks
from engine.packs.cohorts.characters.acting import ActionConfused
from engine.packs.cohorts.covert import choosing
from engine.packs.cohorts.covert.mission import MissionEnded, MissionFoiled
from engine.packs.cohorts.covert.spying import SpyCharacter, SpyCity, SpyProvince
from engine.packs.cohorts.covert.thieving import ItemsStolen, StealItemFromStackPossessions
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.packs.cohorts.pieces.records import Character
from engine.preview import Plan
from tests.rules.adapters.covert_scene import HOME, NOBODY, Covert
from tests.rules.scene import Ran, ref


def told(ran: Ran, faction: int) -> list[str]:
    """All that a faction learned, as it is stored for it."""
    return [e.dump_for(faction, ()).decode() for e in ran.entries if e.for_(faction)]


def about(ran: Ran, scene: Covert) -> str:
    return "\n".join(told(ran, scene.foe.faction))


# ---------------------------------------------------------------- who learns what


@pytest.mark.rule("cohorts.covert.outcomes")
def test_whoever_is_spied_on_with_success_learns_nothing(scene: Covert) -> None:
    ran = scene.carry_out(scene.order(SpyCharacter, scene.target("character")), 1)
    assert ran.events(MissionEnded)[0].outcome == "success"
    assert about(ran, scene) == ""


@pytest.mark.rule("cohorts.covert.outcomes")
def test_the_victim_of_a_theft_learns_what_was_taken_but_not_by_whom(scene: Covert) -> None:
    scene.change(scene.hero, name="Nightshade")
    stack = scene.camp()
    scene.items(stack, spear=2)
    ran = scene.carry_out(scene.order(StealItemFromStackPossessions, stack), 1)
    (learned,) = [e.for_(scene.foe.faction) for e in ran.entries if e.for_(scene.foe.faction)]
    assert isinstance(learned, ItemsStolen)
    assert (learned.item, learned.count, learned.start) == ("spear", 2, stack.place)
    assert not learned.knows("name")
    assert not learned.knows("character")
    assert "Nightshade" not in about(ran, scene)


@pytest.mark.rule("cohorts.covert.outcomes")
def test_who_fails_and_gets_away_is_not_named_to_the_target(scene: Covert) -> None:
    scene.change(scene.hero, name="Nightshade")
    ran = scene.carry_out(scene.order(StealItemFromStackPossessions, scene.camp()), 100, 1)
    (foiled,) = ran.events(MissionFoiled)
    assert (foiled.mission, foiled.culprit, foiled.captor) == ("steal-stack", None, None)
    assert "Nightshade" not in about(ran, scene)
    assert "mission-foiled" in about(ran, scene)


def test_an_insane_character_may_forget_its_mission_in_a_fit(scene: Covert) -> None:
    scene.change(scene.hero, statuses={"insane": 1})
    order = scene.order(SpyProvince, scene.land())
    ran = scene.carry_out(order, 1)
    assert ran.events(ActionConfused)
    assert not ran.events(MissionEnded)
    assert not scene.now(scene.hero).actions


# ---------------------------------------------------------------- plans


def foreseen(plan: Plan) -> MissionEnded:
    (order,) = plan.orders
    (entry,) = order.entries
    assert isinstance(entry.event, MissionEnded)
    return entry.event


def test_a_plan_rolls_nothing_and_leaves_a_mission_open() -> None:
    scene = Covert(spy=10)
    plan = scene.plan(scene.order(SpyCity, scene.target("city")))
    event = foreseen(plan)
    assert (event.outcome, event.success, event.roll) == ("open", 70, 0)
    assert plan.orders[0].draws == ()
    assert not plan.world.get(Character, scene.hero.id).actions


def test_the_chances_of_a_panel_are_those_of_the_plan_even_after_the_action() -> None:
    scene = Covert(spy=10)
    order = scene.order(SpyCity, scene.target("city"))
    planned = foreseen(scene.plan(order))
    scene.change(scene.hero, actions=0)
    state = scene.planning()
    hero = state.world.get(Character, scene.hero.id)
    odds = order.prospects(state, hero, order.aim(state)).odds
    assert (odds.success, odds.capture) == (planned.success, planned.capture)


def test_what_is_not_known_and_what_is_not_there_are_refused_alike() -> None:
    scene = Covert(spy=60)
    hidden = scene.theirs(scene.stack(12, 2, scene.foe))
    unknown = scene.run(scene.order(SpyCharacter, hidden))
    nobody = scene.run(scene.order(SpyCharacter, hidden.replace(id=999)))
    (one,), (other,) = unknown.failures, nobody.failures
    assert (one.code, one.says, one.instead) == (other.code, other.says, other.instead)


# ---------------------------------------------------------------- whom nobody may aim at


@pytest.mark.rule("cohorts.covert.relations")
@pytest.mark.parametrize("where", ["sponsor", "target"])
def test_in_a_safe_province_players_do_nothing_in_secret_to_each_other(where: str) -> None:
    scene = Covert(away=1, spy=5)
    city = scene.target("city")
    x, y = HOME if where == "sponsor" else scene.there
    scene.province(x, y, pvp_free=True)
    assert scene.run(scene.order(SpyCity, city)).code == "relation"


@pytest.mark.rule("cohorts.covert.relations")
def test_what_nobody_has_may_be_spied_on_from_a_safe_province() -> None:
    scene = Covert(relation=NOBODY, away=1, spy=5)
    scene.province(*HOME, pvp_free=True)
    assert not scene.run(scene.order(SpyCity, scene.target("city"))).refused


@pytest.mark.rule("cohorts.covert.relations")
def test_who_sues_for_peace_steals_nothing_abroad_but_may_spy() -> None:
    scene = Covert(away=1, thief=5, spy=5)
    scene.world.add(Vote, player=scene.me.id, target=scene.foe.faction, matter="peace")
    stack = scene.camp()
    assert scene.run(scene.order(StealItemFromStackPossessions, stack)).code == "relation"
    city = scene.target("city")
    assert not scene.run(scene.order(SpyCity, city)).refused


@pytest.mark.rule("cohorts.covert.capture")
def test_what_no_player_has_keeps_nobody() -> None:
    scene = Covert(relation=NOBODY)
    ran = scene.carry_out(scene.order(StealItemFromStackPossessions, scene.camp()), 100, 100)
    assert ran.events(MissionEnded)[0].outcome == "escaped"
    assert scene.now(scene.hero).holder == scene.party.place


# ---------------------------------------------------------------- who defends


@pytest.mark.rule("cohorts.covert.defense-place")
@pytest.mark.parametrize("state", ["captor", "dead", "insane", "frightened", "stoned", "husk"])
def test_who_is_not_free_or_not_well_defends_nothing(state: str, scene: Covert) -> None:
    stack = scene.camp()
    guard = scene.theirs(stack, thief=20)
    order = scene.order(StealItemFromStackPossessions, stack)
    assert scene.venture(order).defense.level == 20
    values = {"captor": 99} if state == "captor" else {"dead": True}
    lasting = {"statuses": {state: 1}} if state not in ("captor", "dead") else values
    scene.change(guard, **lasting)
    assert scene.venture(order).defense.level == 0


# ---------------------------------------------------------------- what is offered


def offered(scene: Covert, asks: Asks, **given: str) -> list[str]:
    """What autocomplete lists for a parameter, from the view alone."""
    return [each.value for each in asks.among(scene.planning(), given)]


def test_only_what_others_have_within_reach_is_offered() -> None:
    scene = Covert(away=3, spy=5)
    city = scene.target("city")
    far = scene.city(30, 6, scene.foe)
    own = scene.city(*HOME, scene.me)
    scene.character(scene.stack(30, 6))
    found = offered(scene, choosing.CITY, character=str(ref(scene.hero)))
    assert str(ref(city)) in found
    assert not {str(ref(far)), str(ref(own))} & set(found)


def test_what_a_cache_holds_is_offered_to_a_thief_who_can_know_it_else_all_that_there_is() -> None:
    scene = Covert()
    land, stack = scene.land(), scene.camp()
    for holder in (land, stack):
        scene.items(holder, spear=1)
    assert offered(scene, choosing.LOOT, target=str(ref(land))) == ["spear"]
    assert set(scene.content.weapons) < set(offered(scene, choosing.LOOT, target=str(ref(stack))))


def test_ones_own_in_captivity_are_offered_to_rescuers_and_to_themselves(scene: Covert) -> None:
    held = scene.change(scene.able(scene.camp()), captor=scene.foe.id)
    for asks in (choosing.PRISONER, choosing.CAPTIVE):
        assert offered(scene, asks) == [str(ref(held))]
