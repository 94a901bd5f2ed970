"""Who leaves a player, how, and who inherits; the wounded that are left behind."""

import pytest

from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.stacks.leaving import (
    BuryUnit,
    CityInherited,
    DropUnit,
    GiftUnit,
    PieceBuried,
)
from engine.packs.cohorts.stacks.wounded import AbandonWounded, WoundedAbandoned
from tests.rules.scene import Scene, ref

# ---------------------------------------------------------------- dropping


@pytest.mark.rule("cohorts.order.drop-unit")
def test_whom_a_player_drops_is_loose_and_nobodys_with_all_it_has(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    hero = scene.character(stack, equipment={"armor": "plate"})
    unit = scene.unit(stack, equipment={"main_hand": "spear"})
    scene.items(hero, gold_ring=1)
    for piece in (hero, unit):
        scene.give(DropUnit, piece=ref(piece))
        now = scene.now(piece)
        assert (now.player, now.holder) == (0, scene.at(2, 2).place)
        assert now.equipment == piece.equipment
    assert scene.held(hero) == {"gold_ring": 1}
    scene.produce(monthly=True)
    assert scene.now(hero).player == 0


def test_a_dismissed_agent_leaves_the_game_and_its_goods_behind(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    agent = scene.agent(stack)
    scene.items(agent, gold_ring=1)
    assert not scene.give(DropUnit, piece=ref(agent)).refused
    assert scene.gone(agent)
    assert scene.held(stack) == {"gold_ring": 1}


# ---------------------------------------------------------------- burying


@pytest.mark.rule("cohorts.order.bury-unit")
def test_the_buried_leave_the_game_and_their_goods_to_the_container(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    body = scene.character(stack, dead=True, equipment={"armor": "plate"})
    scene.items(body, spear=3)
    scene.give(BuryUnit, piece=ref(body), sure=True)
    assert scene.gone(body)
    assert scene.held(stack) == {"plate": 1, "spear": 3}


def test_a_burial_must_be_confirmed(scene: Scene) -> None:
    body = scene.character(scene.stack(2, 2), dead=True)
    ran = scene.give(BuryUnit, piece=ref(body))
    assert (ran.code, scene.gone(body)) == ("not_allowed", False)
    assert "sure" in ran.failures[0].instead


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


def test_soldiers_who_live_are_not_buried(scene: Scene) -> None:
    unit = scene.unit(scene.stack(2, 2))
    assert scene.give(BuryUnit, piece=ref(unit), sure=True).code == "not_allowed"


# ---------------------------------------------------------------- giving


@pytest.mark.rule("cohorts.order.gift-unit")
def test_a_given_baron_takes_the_city_along_but_not_its_garrison(scene: Scene) -> None:
    friend = scene.someone("teammate")
    city = scene.city(5, 5, scene.me)
    baron = scene.world.get(Character, city.baron)
    guard = scene.unit(city)
    scene.give(GiftUnit, piece=ref(baron), target=ref(friend))
    assert player_of(scene.world, scene.now(city)) == friend.id
    assert scene.now(baron).holder == scene.at(5, 5).place
    assert scene.now(guard).player == scene.me.id


def test_the_dead_may_be_given_but_no_prisoners_and_no_first_characters(scene: Scene) -> None:
    friend, enemy = scene.someone("teammate"), scene.someone("enemy")
    stack = scene.stack(2, 2)
    body = scene.character(stack, dead=True)
    captive = scene.character(stack, enemy, captor=scene.me.id)
    first = scene.character(stack, starting=True)
    codes = [
        scene.give(GiftUnit, piece=ref(p), target=ref(friend)).code for p in (body, captive, first)
    ]
    assert codes == ["", "not_allowed", "not_allowed"]


@pytest.mark.parametrize("to", ["self", "gone"])
def test_a_gift_goes_to_another_player_who_takes_part(scene: Scene, to: str) -> None:
    player = scene.me if to == "self" else scene.change(scene.someone("teammate"), active=False)
    unit = scene.unit(scene.stack(2, 2))
    assert scene.give(GiftUnit, piece=ref(unit), target=ref(player)).code == "bad_target"


def test_a_gift_joins_no_stack_that_would_be_too_high_for_its_province(scene: Scene) -> None:
    friend = scene.someone("teammate")
    scene.province(2, 2, level_limit=2)
    theirs = scene.stack(2, 2, friend)
    unit = scene.unit(scene.stack(2, 2), level=5)
    ran = scene.give(GiftUnit, piece=ref(unit), target=ref(friend), stack=ref(theirs))
    assert (ran.code, ran.failures[0].rule) == ("not_allowed", "cohorts.world.level-restriction")


# ---------------------------------------------------------------- the wounded


@pytest.mark.rule("cohorts.order.abandon-wounded")
def test_without_stripping_the_gear_of_the_wounded_is_lost_and_that_of_the_others_kept(
    scene: Scene,
) -> None:
    stack = scene.stack(2, 2)
    worn = {"main_hand": "spear", "off_hand": "shield"}
    unit = scene.unit(stack, soldiers=50, wounds=10, equipment=worn, xp=99, talents=("scout",))
    [told] = scene.give(AbandonWounded, unit=ref(unit)).events(WoundedAbandoned)
    now = scene.now(unit)
    assert (told.abandoned, now.soldiers, now.wounds) == (5, 45, 0)
    assert (now.equipment, now.xp, now.talents) == (worn, 99, ("scout",))
    assert scene.held(stack) == {}


@pytest.mark.parametrize("arm, type", [("ship", "barge"), ("artillery", "catapult")])
def test_crews_are_not_abandoned(scene: Scene, arm: str, type: str) -> None:
    unit = scene.unit(scene.stack(2, 2), arm=arm, type=type, wounds=50)
    assert scene.give(AbandonWounded, unit=ref(unit)).code == "bad_target"


def test_a_plan_shows_who_is_left(scene: Scene) -> None:
    unit = scene.unit(scene.stack(2, 2), soldiers=100, wounds=80)
    plan = scene.plan(AbandonWounded(unit=ref(unit)))
    assert plan.world.get(Unit, unit.id).soldiers == 20
