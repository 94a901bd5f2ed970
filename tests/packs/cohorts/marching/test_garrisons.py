"""Garrisons: against whom they come out, with whom, and what is told of it."""

import pytest

from engine.battle import GARRISON
from engine.packs.cohorts.knowledge.sighting import reveal
from engine.packs.cohorts.marching.encounters import WouldMeet
from engine.packs.cohorts.marching.garrisons import GarrisonStayed, StackSheltered
from engine.packs.cohorts.marching.march import MoveEnded
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.military.assisting import AssistBarony
from engine.packs.cohorts.military.defending import DefendBarony, DefenseSet
from engine.packs.cohorts.pieces.records import Defense, Stack
from tests.rules.adapters.marching import see
from tests.rules.adapters.military import BEYOND, HOME, LAND, Barony
from tests.rules.adapters.movement import state_of
from tests.rules.scene import ref

DUTY = pytest.mark.rule("cohorts.encounter.garrison-duty")


@DUTY
def test_all_enemies_in_the_province_fight_a_garrison_as_one_side() -> None:
    barony = Barony(garrison=9)
    scene, foe = barony.scene, barony.foe
    scene.relation("at_war", "third", "at_war")
    third = scene.player("third", "third")
    army = scene.stack(*LAND, third)
    scene.unit(army, third)
    agents = scene.stack(*LAND, third)
    scene.agent(agents, third)
    bystander = scene.stack(*LAND, scene.someone("neutral"))
    scene.unit(bystander, scene.someone("neutral"))
    barony.enter()
    (clash,) = barony.system.clashes
    assert clash.sides == ((barony.stack.place, army.place), (barony.city.place,))
    # The one that came is thrown back, the one that stood there stays; neither can march on.
    assert scene.now(barony.stack).province == scene.at(*BEYOND).id
    assert scene.now(army).province == scene.at(*LAND).id
    assert [scene.now(each).used for each in (barony.stack, army)] == [1, 1]
    assert foe.faction != third.faction


@DUTY
def test_their_levels_count_together_for_the_decision() -> None:
    for others, comes_out in ((0, True), (3, False)):
        barony = Barony()
        scene = barony.scene
        scene.character(barony.city, barony.foe, level=2)
        for _ in range(others):
            scene.unit(scene.stack(*LAND))
        barony.enter()
        assert bool(barony.system.clashes) is comes_out


@DUTY
@pytest.mark.rule("cohorts.encounter.decision")
def test_who_would_not_fight_counts_on_neither_side(barony: Barony) -> None:
    scene = barony.scene
    scene.character(barony.city, barony.foe, level=20, slot=0)
    barony.enter()
    assert not barony.system.clashes
    scene.character(barony.city, barony.foe, level=3)
    scene.character(barony.stack, level=20, slot=0)
    barony.enter()
    assert barony.system.clashes


@pytest.mark.rule("cohorts.city.garrison")
def test_walkers_come_out_against_nobody_at_sea() -> None:
    barony = Barony(garrison=9)
    scene = barony.scene
    scene.tower(*HOME, "watch", 2)  # it sights those who come
    scene.province(*LAND, terrain="sea")
    scene.province(*BEYOND, terrain="sea")
    scene.unit(barony.stack, arm="ship", type="barge")
    barony.enter()
    assert not barony.system.clashes
    scene.unit(barony.city, barony.foe, race="avian", level=9)
    scene.produce()
    barony.enter()
    assert barony.system.clashes


@DUTY
def test_who_has_attacked_a_friend_in_the_barony_is_its_enemy_this_turn() -> None:
    barony = Barony(garrison=9, won=("attacker",))
    scene = barony.scene
    scene.relation("ours", "at_war", "neutral")
    ally = scene.player("ally", "ally")
    scene.relation("at_war", "ally", "allied")
    scene.relation("ours", "ally", "at_war")
    victim = scene.stack(*LAND, ally)
    scene.unit(victim, ally)
    barony.enter()
    (clash,) = barony.system.clashes
    assert clash.defenders == (victim.place,)
    assert scene.now(barony.stack).raids == barony.city.barony
    scene.change(barony.stack, province=scene.at(*LAND).id)
    scene.run(MoveAlong(stack=ref(barony.stack), steps=("e",)))
    assert barony.city.place in barony.system.clashes[-1].defenders
    scene.produce()
    assert scene.now(barony.stack).raids == 0


# ---------------------------------------------------------------- triggers


def relief(barony: Barony) -> Stack:
    """A friend of the city who comes from outside, past the enemy that stands in its land."""
    scene, foe = barony.scene, barony.foe
    friend = scene.stack(HOME[0] + 1, HOME[1], foe)
    scene.unit(friend, foe)
    ran = scene.run(MoveAlong(stack=ref(friend), steps=("w",)), player=foe)
    assert not ran.refused
    return friend


@pytest.mark.rule("cohorts.encounter.triggers")
def test_a_force_that_was_beaten_is_left_alone_in_that_province_for_the_turn() -> None:
    barony = Barony(garrison=9)
    scene = barony.scene
    see(scene, barony.foe.faction, barony.stack)
    friend = relief(barony)
    (clash,) = barony.system.clashes
    assert clash.sides == ((barony.stack.place,), (friend.place, barony.city.place))
    assert (clash.trigger, clash.origin) == (GARRISON, None)
    assert scene.now(barony.stack).repulsed == barony.stack.province
    relief(barony)
    assert len(barony.system.clashes) == 1
    scene.produce()
    relief(barony)
    assert len(barony.system.clashes) == 2


@pytest.mark.rule("cohorts.encounter.triggers")
def test_an_enemy_that_stands_still_or_that_nobody_has_sighted_triggers_nothing() -> None:
    barony = Barony(garrison=9)
    barony.scene.run()
    relief(barony)
    assert not barony.system.clashes


@pytest.mark.rule("cohorts.encounter.triggers")
def test_who_moves_about_inside_the_barony_does_not_call_the_garrison() -> None:
    barony = Barony(garrison=9)
    scene, foe = barony.scene, barony.foe
    scene.province(6, 4, barony=barony.city.barony)
    see(scene, foe.faction, barony.stack)
    friend = scene.stack(6, 4, foe)
    scene.unit(friend, foe)
    scene.run(MoveAlong(stack=ref(friend), steps=("sw",)), player=foe)
    assert all(clash.first("city") == 0 for clash in barony.system.clashes)


@pytest.mark.rule("cohorts.encounter.allied-forces")
def test_a_friend_who_comes_too_late_goes_behind_the_walls_with_the_others(barony: Barony) -> None:
    scene, foe = barony.scene, barony.foe
    for hex_ in ((6, 4), (7, 4)):
        scene.province(*hex_, barony=barony.city.barony)
    waiting = scene.stack(6, 4, foe)
    scene.unit(waiting, foe)
    see(scene, foe.faction, barony.stack)
    friend = scene.stack(8, 4, foe)
    scene.unit(friend, foe)
    ran = scene.run(MoveAlong(stack=ref(friend), steps=("w", "w")), player=foe)
    assert [scene.now(each).province for each in (friend, waiting)] == [scene.at(*HOME).id] * 2
    assert scene.now(waiting).used == 0
    (end,) = ran.events(MoveEnded)
    assert end.reason == "sheltered"
    assert {event.stack for event in ran.events(StackSheltered)} == {friend.id, waiting.id}
    (stayed,) = ran.events(GarrisonStayed)
    assert stayed.foes == (barony.stack.name,)
    told = [list(e.audience) for e in ran.entries if e.event is stayed]
    assert told == [[foe.faction]]


@pytest.mark.rule("cohorts.encounter.triggers")
def test_a_plan_says_whom_ones_garrison_would_meet_and_fights_no_battle(barony: Barony) -> None:
    scene, foe = barony.scene, barony.foe
    mine = scene.city(9, 9, scene.me)
    scene.province(9, 8, barony=mine.barony)
    raiders = scene.stack(9, 8, foe, name="Raiders")
    scene.unit(raiders, foe)
    friend = scene.stack(10, 9)
    scene.unit(friend)
    reveal(state_of(scene), scene.ours.id, raiders)
    plan = scene.plan(MoveAlong(stack=ref(friend), steps=("w",)))
    (planned,) = plan.orders
    met = [e.event for e in planned.entries if isinstance(e.event, WouldMeet)]
    assert [event.foes for event in met] == [(raiders.place,)]
    assert not barony.system.clashes


# ---------------------------------------------------------------- orders


@pytest.mark.rule("cohorts.order.defend-barony")
@pytest.mark.parametrize("limit", ["36", "-36", "soon", "1.5", ""])
def test_a_limit_is_a_whole_number_of_the_range_or_never(limit: str, barony: Barony) -> None:
    order = {"city": str(ref(barony.city)), "max_el": limit}
    assert barony.scene.give(DefendBarony, barony.foe, **order).refused


@pytest.mark.rule("cohorts.order.defend-barony")
def test_the_orders_stand_until_they_are_changed_and_cost_no_action(barony: Barony) -> None:
    scene, city = barony.scene, barony.city
    order = {"city": str(ref(city)), "max_el": "+2", "castle_el": "never"}
    ran = scene.give(DefendBarony, barony.foe, **order, preferred_terrain="Mountains")
    assert not ran.refused
    scene.produce(monthly=True)
    told = Defense(highest=2, preferred=2, castle=None, terrain="mountains")
    assert scene.now(city).defense == told
    assert [event.orders for event in ran.events(DefenseSet)] == [told]
    ran = scene.give(DefendBarony, barony.foe, **order, preferred_terrain="mountan")
    assert "mountains" in ran.failures[0].instead
    assert scene.give(DefendBarony, scene.me, **order).code == "not_allowed"
    assert not scene.view().get(type(city), city.id).knows("defense")


@pytest.mark.rule("cohorts.order.assist-barony")
def test_help_for_neutrals_is_the_owners_choice_and_known_to_nobody_else(barony: Barony) -> None:
    scene = barony.scene
    told = AssistBarony(stack=ref(barony.stack), assist=True)
    assert scene.run(told, player=barony.foe).refused
    assert not scene.run(told).refused
    assert scene.now(barony.stack).assists
    scene.unit(scene.stack(*LAND, barony.foe), barony.foe)
    theirs = scene.view(scene.faction("at_war"))
    assert not theirs.get(Stack, barony.stack.id).knows("assists")
