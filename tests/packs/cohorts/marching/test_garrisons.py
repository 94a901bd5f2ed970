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
    foe = barony.foe
    barony.relation("at_war", "third", "at_war")
    third = barony.player("third", "third")
    army = barony.stack(*LAND, third)
    barony.unit(army, third)
    agents = barony.stack(*LAND, third)
    barony.agent(agents, third)
    bystander = barony.stack(*LAND, barony.someone("neutral"))
    barony.unit(bystander, barony.someone("neutral"))
    barony.enter()
    (clash,) = barony.system.clashes
    assert clash.sides == ((barony.party.place, army.place), (barony.town.place,))
    # The one that came is thrown back, the one that stood there stays; neither can march on.
    assert barony.now(barony.party).province == barony.at(*BEYOND).id
    assert barony.now(army).province == barony.at(*LAND).id
    assert [barony.now(each).used for each in (barony.party, army)] == [1, 1]
    assert foe.faction != third.faction


@DUTY
def test_their_levels_count_together_for_the_decision() -> None:
    for others, comes_out in ((0, True), (3, False)):
        barony = Barony()
        barony.character(barony.town, barony.foe, level=2)
        for _ in range(others):
            barony.unit(barony.stack(*LAND))
        barony.enter()
        assert bool(barony.system.clashes) is comes_out


@DUTY
@pytest.mark.rule("cohorts.encounter.decision")
def test_who_would_not_fight_counts_on_neither_side(barony: Barony) -> None:
    barony.character(barony.town, barony.foe, level=20, slot=0)
    barony.enter()
    assert not barony.system.clashes
    barony.character(barony.town, barony.foe, level=3)
    barony.character(barony.party, level=20, slot=0)
    barony.enter()
    assert barony.system.clashes


@pytest.mark.rule("cohorts.city.garrison")
def test_walkers_come_out_against_nobody_at_sea() -> None:
    barony = Barony(garrison=9)
    barony.tower(*HOME, "watch", 2)  # it sights those who come
    barony.province(*LAND, terrain="sea")
    barony.province(*BEYOND, terrain="sea")
    barony.unit(barony.party, arm="ship", type="barge")
    barony.enter()
    assert not barony.system.clashes
    barony.unit(barony.town, barony.foe, race="avian", level=9)
    barony.produce()
    barony.enter()
    assert barony.system.clashes


@DUTY
def test_who_has_attacked_a_friend_in_the_barony_is_its_enemy_this_turn() -> None:
    barony = Barony(garrison=9, won=("attacker",))
    barony.relation("ours", "at_war", "neutral")
    ally = barony.player("ally", "ally")
    barony.relation("at_war", "ally", "allied")
    barony.relation("ours", "ally", "at_war")
    victim = barony.stack(*LAND, ally)
    barony.unit(victim, ally)
    barony.enter()
    (clash,) = barony.system.clashes
    assert clash.defenders == (victim.place,)
    assert barony.now(barony.party).raids == barony.town.barony
    barony.change(barony.party, province=barony.at(*LAND).id)
    barony.run(MoveAlong(stack=ref(barony.party), steps=("e",)))
    assert barony.town.place in barony.system.clashes[-1].defenders
    barony.produce()
    assert barony.now(barony.party).raids == 0


# ---------------------------------------------------------------- triggers


def relief(barony: Barony) -> Stack:
    """A friend of the city who comes from outside, past the enemy that stands in its land."""
    foe = barony.foe
    friend = barony.stack(HOME[0] + 1, HOME[1], foe)
    barony.unit(friend, foe)
    ran = barony.run(MoveAlong(stack=ref(friend), steps=("w",)), player=foe)
    assert not ran.refused
    return friend


@pytest.mark.rule("cohorts.encounter.triggers")
def test_a_force_that_was_beaten_is_left_alone_in_that_province_for_the_turn() -> None:
    barony = Barony(garrison=9)
    see(barony, barony.foe.faction, barony.party)
    friend = relief(barony)
    (clash,) = barony.system.clashes
    assert clash.sides == ((barony.party.place,), (friend.place, barony.town.place))
    assert (clash.trigger, clash.origin) == (GARRISON, None)
    assert barony.now(barony.party).repulsed == barony.party.province
    relief(barony)
    assert len(barony.system.clashes) == 1
    barony.produce()
    relief(barony)
    assert len(barony.system.clashes) == 2


@pytest.mark.rule("cohorts.encounter.triggers")
def test_an_enemy_that_stands_still_or_that_nobody_has_sighted_triggers_nothing() -> None:
    barony = Barony(garrison=9)
    barony.run()
    relief(barony)
    assert not barony.system.clashes


@pytest.mark.rule("cohorts.encounter.triggers")
def test_who_moves_about_inside_the_barony_does_not_call_the_garrison() -> None:
    barony = Barony(garrison=9)
    foe = barony.foe
    barony.province(6, 4, barony=barony.town.barony)
    see(barony, foe.faction, barony.party)
    friend = barony.stack(6, 4, foe)
    barony.unit(friend, foe)
    barony.run(MoveAlong(stack=ref(friend), steps=("sw",)), player=foe)
    assert all(clash.first("city") == 0 for clash in barony.system.clashes)


@pytest.mark.rule("cohorts.encounter.allied-forces")
def test_a_friend_who_comes_too_late_goes_behind_the_walls_with_the_others(barony: Barony) -> None:
    foe = barony.foe
    for hex_ in ((6, 4), (7, 4)):
        barony.province(*hex_, barony=barony.town.barony)
    waiting = barony.stack(6, 4, foe)
    barony.unit(waiting, foe)
    see(barony, foe.faction, barony.party)
    friend = barony.stack(8, 4, foe)
    barony.unit(friend, foe)
    ran = barony.run(MoveAlong(stack=ref(friend), steps=("w", "w")), player=foe)
    assert [barony.now(each).province for each in (friend, waiting)] == [barony.at(*HOME).id] * 2
    assert barony.now(waiting).used == 0
    (end,) = ran.events(MoveEnded)
    assert end.reason == "sheltered"
    assert {event.stack for event in ran.events(StackSheltered)} == {friend.id, waiting.id}
    (stayed,) = ran.events(GarrisonStayed)
    assert stayed.foes == (barony.party.name,)
    told = [list(e.audience) for e in ran.entries if e.event is stayed]
    assert told == [[foe.faction]]


@pytest.mark.rule("cohorts.encounter.triggers")
def test_a_plan_says_whom_ones_garrison_would_meet_and_fights_no_battle(barony: Barony) -> None:
    foe = barony.foe
    mine = barony.city(9, 9, barony.me)
    barony.province(9, 8, barony=mine.barony)
    raiders = barony.stack(9, 8, foe, name="Raiders")
    barony.unit(raiders, foe)
    friend = barony.stack(10, 9)
    barony.unit(friend)
    reveal(state_of(barony), barony.ours.id, raiders)
    plan = barony.plan(MoveAlong(stack=ref(friend), steps=("w",)))
    (planned,) = plan.orders
    met = [e.event for e in planned.entries if isinstance(e.event, WouldMeet)]
    assert [event.foes for event in met] == [(raiders.place,)]
    assert not barony.system.clashes


# ---------------------------------------------------------------- orders


@pytest.mark.rule("cohorts.order.defend-barony")
@pytest.mark.parametrize("limit", ["36", "-36", "soon", "1.5", ""])
def test_a_limit_is_a_whole_number_of_the_range_or_never(limit: str, barony: Barony) -> None:
    order = {"city": str(ref(barony.town)), "max_el": limit}
    assert barony.give(DefendBarony, barony.foe, **order).refused


@pytest.mark.rule("cohorts.order.defend-barony")
def test_the_orders_stand_until_they_are_changed_and_cost_no_action(barony: Barony) -> None:
    city = barony.town
    order = {"city": str(ref(city)), "max_el": "+2", "castle_el": "never"}
    ran = barony.give(DefendBarony, barony.foe, **order, preferred_terrain="Mountains")
    assert not ran.refused
    barony.produce(monthly=True)
    told = Defense(highest=2, preferred=2, castle=None, terrain="mountains")
    assert barony.now(city).defense == told
    assert [event.orders for event in ran.events(DefenseSet)] == [told]
    ran = barony.give(DefendBarony, barony.foe, **order, preferred_terrain="mountan")
    assert "mountains" in ran.failures[0].instead
    assert barony.give(DefendBarony, barony.me, **order).code == "not_allowed"
    assert not barony.view().get(type(city), city.id).knows("defense")


@pytest.mark.rule("cohorts.order.assist-barony")
def test_help_for_neutrals_is_the_owners_choice_and_known_to_nobody_else(barony: Barony) -> None:
    told = AssistBarony(stack=ref(barony.party), assist=True)
    assert barony.run(told, player=barony.foe).refused
    assert not barony.run(told).refused
    assert barony.now(barony.party).assists
    barony.unit(barony.stack(*LAND, barony.foe), barony.foe)
    theirs = barony.view(barony.faction("at_war"))
    assert not theirs.get(Stack, barony.party.id).knows("assists")
