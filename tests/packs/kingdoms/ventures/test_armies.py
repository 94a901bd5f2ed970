"""Armies that change hands, are recruited and disbanded; heroes who are hired and let go."""

from __future__ import annotations

import pytest

from engine.packs.kingdoms.crowns.ventures.burying import bury_left
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.parting import Leave, PickUp
from engine.packs.kingdoms.crowns.ventures.recruiting import (
    TYPE,
    Hire,
    HireTried,
    Recruit,
    Recruited,
)
from engine.packs.kingdoms.crowns.ventures.ruling import Disband, Dismiss
from engine.packs.kingdoms.pieces.abilities import levels_of
from engine.packs.kingdoms.pieces.records import Army, Grave, Holding
from tests.packs.kingdoms.ventures.court import Court, ref

HERE, EAST = 20, 21


@pytest.mark.rule("kingdoms.action.leave")
def test_armies_are_left_in_own_and_partners_provinces_alone(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    king = court.king(red, HERE)
    one, other = court.army(red, HERE, leader=king), court.army(red, HERE, leader=king)
    court.give(blue, HERE)
    assert not court.do(red, Leave(character=ref(king), armies=(ref(one),)))
    court.treaty(red, blue)
    assert court.do(red, Leave(character=ref(king), armies=(ref(one),)))
    assert (court.now(one).leader, court.now(other).leader) == (0, king.id)


@pytest.mark.rule("kingdoms.action.leave")
def test_land_armies_are_not_left_in_the_sea() -> None:
    court = Court("Sea")
    red = court.crown("Red")
    king = court.king(red, HERE)
    court.give(red, HERE)
    fleet, legion = (court.army(red, HERE, type, leader=king) for type in ("FL", "LE"))
    assert not court.do(red, Leave(character=ref(king), armies=(ref(legion),)))
    assert not court.do(red, Leave(character=ref(king), armies=(ref(fleet),)))
    assert court.do(red, Leave(character=ref(king), armies=(ref(fleet), ref(legion))))


@pytest.mark.rule("kingdoms.action.pick-up")
def test_armies_of_the_garrison_join_and_keep_the_moves_they_used(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    hero = court.ruler(red, HERE)
    mine, theirs = court.army(red, HERE, moves=1), court.army(blue, HERE)
    assert court.do(red, PickUp(character=ref(hero), armies=(ref(mine),)))
    assert (court.now(mine).leader, court.now(mine).moves) == (hero.id, 1)
    assert not court.do(red, PickUp(character=ref(hero), armies=(ref(theirs),)))


@pytest.mark.rule("kingdoms.action.pick-up")
def test_a_fleet_leaves_no_cargo_behind_at_sea() -> None:
    court = Court("Sea")
    red = court.crown("Red")
    hero = court.ruler(red, HERE)
    fleet, legion = court.army(red, HERE, "FL"), court.army(red, HERE)
    assert not court.do(red, PickUp(character=ref(hero), armies=(ref(fleet),)))
    assert court.do(red, PickUp(character=ref(hero), armies=(ref(fleet), ref(legion))))


@pytest.mark.rule("kingdoms.action.pick-up")
def test_anybody_takes_the_items_that_lie_with_a_body(court: Court) -> None:
    red, blue = court.crown("Red"), court.crown("Blue")
    hero, dead = court.ruler(red, HERE), court.ruler(blue, HERE, died=2)
    wand = court.item("wand_of_fire", dead)
    assert court.do(red, PickUp(character=ref(hero), items=(ref(wand),)))
    assert court.now(wand).holder == hero.place


def test_a_skeletal_army_that_nobody_undead_picks_up_lies_down_again(court: Court) -> None:
    red = court.crown("Red", "Undead")
    lich, knight = court.king(red, HERE), court.ruler(red, HERE, alignment="Evil")
    court.give(red, HERE)
    bones = [court.army(red, HERE, leader=knight, skeletal=True, quality=3) for _ in range(2)]
    assert court.do(red, Leave(character=ref(knight), armies=tuple(map(ref, bones))))
    assert court.do(red, PickUp(character=ref(lich), armies=(ref(bones[0]),)))
    court.step(bury_left)
    assert [court.there(each) for each in bones] == [True, False]
    assert [(grave.quality, grave.turn) for grave in court.world.all(Grave)] == [(3, 4)]


@pytest.mark.rule("kingdoms.action.recruit")
def test_a_recruited_army_is_green_joins_and_has_no_moves_left(court: Court) -> None:
    red = court.crown("Red")
    hero = court.ruler(red, HERE)
    court.give(red, HERE)
    east = court.world.get(Holding, EAST)
    assert court.do(red, Recruit(character=ref(hero), army="LE"), [])
    army = next(court.world.by(Army, "leader", hero.id))
    assert (army.quality, army.race, army.raised) == (1, "human", 4)
    assert court.now(red).treasury == 94
    assert not court.do(red, Move(character=ref(hero), to=ref(east)))


@pytest.mark.rule("kingdoms.action.recruit")
def test_a_failed_try_to_recruit_counts_against_the_province_and_costs_nothing() -> None:
    court = Court("Mountain")
    red = court.crown("Red")
    hero = court.ruler(red, HERE, skill={"DR": 3})
    court.give(red, HERE)
    eagles = Recruit(character=ref(hero), army="Eagle Wing")
    # Druid 3 is what eagles need: 50 percent.
    assert court.do(red, eagles, [51])
    assert court.now(red).treasury == 100
    assert court.do(red, eagles, [50])
    assert court.now(red).treasury == 100 - court.told(Recruited)[-1].cost
    assert not court.do(red, eagles)
    assert court.refused[0].rule == "kingdoms.economy.recruit-places"


@pytest.mark.rule("kingdoms.economy.mercenaries")
def test_mercenaries_are_taken_anywhere_in_their_quality(court: Court) -> None:
    red = court.crown("Red")
    hero = court.ruler(red, HERE)
    trolls = court.army(None, HERE, "TR", race="troll", quality=4)
    assert court.do(red, Recruit(character=ref(hero), mercenary=ref(trolls)), [])
    after = court.now(trolls)
    assert (after.crown, after.leader, after.quality) == (red.id, hero.id, 4)


@pytest.mark.rule("kingdoms.action.hire")
def test_a_hired_hero_serves_for_three_times_his_pay(court: Court) -> None:
    red = court.crown("Red")
    king, hero = court.king(red, HERE), court.ruler(None, HERE, skill={"ME": 4})
    order = Hire(character=ref(king), hero=ref(hero))
    assert court.do(red, order, [71])
    assert (court.now(hero).crown, court.now(red).treasury) == (0, 100)
    assert court.do(red, order, [70])
    after = court.now(hero)
    assert (after.crown, after.since, court.now(red).treasury) == (red.id, 4, 91)
    assert [event.hired for event in court.told(HireTried)] == [False, True]


@pytest.mark.rule("kingdoms.action.hire")
def test_nobody_hires_beyond_three_steps_of_alignment_or_without_the_gold(court: Court) -> None:
    red = court.crown("Red", "Good", treasury=2)
    king = court.king(red, HERE)
    far = court.ruler(None, HERE, alignment="Evil")
    near = court.ruler(None, HERE, alignment="Good")
    assert not court.do(red, Hire(character=ref(king), hero=ref(far)))
    assert "too far" in court.refused[0].says
    assert not court.do(red, Hire(character=ref(king), hero=ref(near)))
    assert "asks 3 gold" in court.refused[0].says


@pytest.mark.rule("kingdoms.action.free-orders")
def test_a_disbanded_army_is_gone_without_a_grave_and_a_dismissed_hero_is_free() -> None:
    court = Court()
    red = court.crown("Red")
    hero = court.ruler(red, HERE)
    court.give(red, HERE)
    led, gone = court.army(red, HERE, leader=hero), court.army(red, HERE)
    assert court.do(red, Disband(army=ref(gone)))
    assert not court.there(gone)
    assert not court.world.count(Grave)
    assert court.do(red, Dismiss(hero=ref(hero)))
    assert (court.now(hero).crown, court.now(led).leader) == (0, 0)


@pytest.mark.rule("kingdoms.economy.recruit-chance")
def test_what_would_never_come_is_refused_and_names_the_level_that_is_missing() -> None:
    court = Court("Mountain")
    red = court.crown("Red", treasury=500)
    king = court.king(red, HERE, skill={"DR": 0})
    court.give(red, HERE)
    assert not court.do(red, Recruit(character=ref(king), army="TR"))
    refusal = court.refused[-1]
    assert refusal.rule == "kingdoms.economy.recruit-chance"
    assert "has Druid level 0, and it takes level" in refusal.says

    def offered() -> list[str]:
        given = {"character": str(ref(king))}
        return [each.label for each in TYPE.among(court.state(), given)]

    assert not any(label.startswith("Troll") for label in offered())
    assert any(label.endswith(" gold") for label in offered())
    court.change(king, skill=levels_of({"DR": 3}))
    assert any(label.startswith("Troll") and label.endswith("% chance") for label in offered())
