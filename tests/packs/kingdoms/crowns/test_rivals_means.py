"""Computer kings use what the game gives: pursuit, trails, talk, theft, lines, items and gifts."""

from __future__ import annotations

from typing import TypeVar

import pytest

from engine.deciding import decide
from engine.dice import SeededDice
from engine.module.natures import RivalNature
from engine.orders import Order, Ref
from engine.packs.kingdoms.crowns.rivals.arts import castings
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.rivals.tactics import plans_for
from engine.packs.kingdoms.crowns.rivals.wars import war_of
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.moving import Move, Pursue, Trail
from engine.packs.kingdoms.crowns.ventures.parting import Leave, PickUp
from engine.packs.kingdoms.crowns.ventures.recruiting import Recruit
from engine.packs.kingdoms.crowns.ventures.ruling import (
    AssignItem,
    BattleOrder,
    Dismiss,
    EncounterPlan,
    GiveGold,
)
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.treating import BreakTreaty, Treat
from engine.packs.kingdoms.crowns.ventures.working import Wait
from engine.packs.kingdoms.pieces.records import (
    CharacterSighting,
    Crown,
    Holding,
    Ruler,
    Survey,
    survey_id,
)
from engine.rivals import Decision, Mind
from tests.packs.kingdoms.ventures.court import HEIGHT, RULES, SEED, WIDTH, Court

Given = TypeVar("Given", bound=Order)
LAND = WIDTH * HEIGHT
MINE, NEAR, FAR = 20, 21, 22


def mind(court: Court, crown: Crown, **wishes: int) -> Mind:
    nature = RivalNature.model_validate({"key": "test", "name": "Test", "wishes": wishes})
    view = RULES.view(court.world, crown.faction)
    return Mind(RULES, view, crown.player, nature, "middle", SeededDice(SEED, 1))


def given(court: Court, crown: Crown, kind: type[Given], **wishes: int) -> list[Given]:
    """Orders of a kind that its computer king gives; all of them are possible, each with why."""
    decided = decide(mind(court, crown, **wishes))
    assert all(each.reason.key for each in decided)
    found: list[Decision] = [each for each in decided if isinstance(each.queued.order, kind)]
    return [each.queued.order for each in found]  # type: ignore[misc]


def two(**more: object) -> tuple[Court, Crown, Crown]:
    """Two kingdoms that share out all land, the first with less of it."""
    court = Court()
    mine, other = court.crown("Mine", **more), court.crown("Other")  # type: ignore[arg-type]
    court.give(other, *range(1, LAND + 1))
    court.give(mine, MINE, MINE - 1, MINE - WIDTH)
    court.king(mine, MINE - 1)
    court.king(other, 40)
    known(court, mine)
    return court, court.now(mine), court.now(other)


def known(court: Court, crown: Crown) -> None:
    """Let a kingdom have seen whose every province is, and that an army guards each."""
    for holding in list(court.world.all(Holding)):
        court.world.put(
            Survey(
                id=survey_id(crown.id, holding.id),
                crown=crown.id,
                holding=holding.id,
                percent=0,
                seen=3,
                owner=holding.owner,
                garrison=1,
            )
        )


def seen(court: Court, crown: Crown, ruler: Ruler, *armies: str) -> None:
    court.sight(crown, ruler)
    court.change(court.world.get(CharacterSighting, survey_id(crown.id, ruler.id)), armies=armies)


def test_who_wins_in_person_pursues_an_enemy_who_goes_without_an_army() -> None:
    court, mine, other = two()
    hunter = court.ruler(mine, MINE, skill={"ME": 5, "SP": 2}, hit_points=40)
    prey = court.ruler(other, NEAR, hit_points=20)
    assert not given(court, mine, Pursue, war=10), "nobody has seen him"
    seen(court, mine, prey)
    (order,) = [
        each for each in given(court, mine, Pursue, war=10) if each.character == Ref(*hunter.place)
    ]
    assert order.target == Ref(*prey.place)
    seen(court, mine, prey, "LE", "LE")
    assert not given(court, mine, Pursue, war=10), "he leads armies"


def test_a_spy_follows_an_army_that_was_seen_nearby() -> None:
    court, mine, other = two(treasury=0)
    spy = court.ruler(mine, MINE, skill={"SP": 2})
    seen(court, mine, court.ruler(other, NEAR), "LE", "LE", "LE")
    (order,) = given(court, mine, Trail, guile=10, lore=0)
    assert order.character == Ref(*spy.place)
    court.treaty(mine, other)
    assert not given(court, mine, Trail, guile=10, lore=0), "nobody follows friends"


def test_the_best_armies_stand_in_front_whatever_their_kind() -> None:
    court, mine, _ = two()
    general = court.ruler(mine, MINE, skill={"TA": 2})
    for _ in range(5):
        court.army(mine, MINE, "HC", general, quality=1)
    elite = [court.army(mine, MINE, "LE", general, quality=5) for _ in range(5)]
    (order,) = [
        each for each in given(court, mine, BattleOrder) if each.character == Ref(*general.place)
    ]
    assert {ref.id for ref in order.armies[:5]} == {army.id for army in elite}
    court.change(general, line=tuple(ref.id for ref in order.armies))
    assert not given(court, mine, BattleOrder), "they stand so already"


def test_a_banner_goes_to_who_leads_armies() -> None:
    court, mine, _ = two()
    idle, general = court.ruler(mine, MINE), court.ruler(mine, MINE)
    for _ in range(3):
        court.army(mine, MINE, leader=general)
    item = court.item("war_banner", idle)
    (order,) = given(court, mine, AssignItem)
    assert (order.item, order.to) == (Ref(*item.place), Ref(*general.place))
    court.change(general, holding=MINE - WIDTH)
    assert not given(court, mine, AssignItem), "they are not together"


def test_what_lies_with_the_dead_is_picked_up() -> None:
    court, mine, _ = two()
    court.ruler(mine, MINE)
    item = court.item("enchanted_blade", court.ruler(None, MINE - 1, died=3))
    taken = [ref for each in given(court, mine, PickUp) for ref in each.items]
    assert taken == [Ref(*item.place)]


def test_where_blows_would_be_death_a_druid_talks_and_a_thief_steals() -> None:
    court, mine, _ = two()
    druid = court.ruler(mine, MINE, skill={"DR": 5})
    thief = court.ruler(mine, MINE - WIDTH, skill={"TH": 5})
    for holding in (MINE, MINE - WIDTH):
        court.site(holding, "giants_castle", mine, being="giant", hit_points=25, full=25, gold=30)
    plans = {each.character: each.tactics for each in given(court, mine, EncounterPlan, lore=10)}
    entered = {each.character for each in given(court, mine, Search, lore=10)}
    assert plans[Ref(*druid.place)][0] == "TA"
    assert plans[Ref(*thief.place)] == ("ST", "FL")
    assert {Ref(*druid.place), Ref(*thief.place)} <= entered


def test_only_who_may_be_heard_thinks_of_talking() -> None:
    court, mine, _ = two()
    plain, druid = court.ruler(mine, MINE), court.ruler(mine, MINE, skill={"DR": 3})
    realm = KingsView(mind(court, mine), mine)
    ape, roc = (realm.meetings.beings[key] for key in ("skeleton_guard", "roc"))
    talks = {
        (ruler.id, being.key)
        for ruler in (plain, druid)
        for being in (ape, roc)
        if any("TA" in plan for plan in plans_for(realm, ruler, being))
    }
    assert talks == {(druid.id, "roc")}


def test_a_friend_in_a_war_is_given_gold_out_of_plenty() -> None:
    court, mine, _ = two(treasury=2000)
    friend = court.crown("Friend")
    court.king(friend, 41)
    court.give(friend, 41)
    court.treaty(mine, friend)
    (order,) = given(court, mine, GiveGold, peace=8, war=8)
    assert order.kingdom == Ref(*friend.place)
    assert order.gold < 2000
    assert not given(court, mine, GiveGold, peace=2, war=8), "not everybody is generous"
    court.change(mine, treasury=200)
    assert not given(court, mine, GiveGold, peace=8, war=8)


def test_a_sleeper_whom_nobody_can_wake_is_dismissed_when_pay_runs_out() -> None:
    court, mine, _ = two(treasury=0)
    sleeper = court.ruler(mine, MINE, coma=(1,) * 15, skill={"ME": 5})
    for _ in range(30):
        court.army(mine, MINE)
    assert [each.hero for each in given(court, mine, Dismiss)] == [Ref(*sleeper.place)]
    court.ruler(mine, MINE, skill={"WH": 1})
    assert not given(court, mine, Dismiss), "somebody can wake him"


def test_who_guards_land_that_is_explored_waits() -> None:
    court, mine, other = two()
    general = court.ruler(mine, MINE)
    court.army(mine, MINE, "LE", general)
    seen(court, mine, court.ruler(other, NEAR), *["LE"] * 9)
    assert not given(court, mine, Wait)
    court.change(court.world.get(Survey, survey_id(mine.id, MINE)), percent=100)
    waits = given(court, mine, Wait, land=0, war=0)
    assert [each.character for each in waits][:1] == [Ref(*general.place)]


def test_a_war_is_for_the_weakest_land_beside_ones_own_and_hosts_gather_there() -> None:
    court, mine, other = two()
    realm = KingsView(mind(court, mine), mine)
    war = war_of(realm)
    assert war is not None
    assert war.prey == other.id
    assert war.goal in realm.near(war.muster)
    assert war.muster in realm.land
    court.give(mine, NEAR)
    court.change(court.world.get(Holding, FAR), owner=0)
    known(court, mine)
    free = KingsView(mind(court, mine), mine)
    assert war_of(free) is None, "there is land that nobody owns"


@pytest.mark.parametrize("strong", [True, False])
def test_somebody_is_left_to_fight_unless_he_is_far_too_strong(strong: bool) -> None:
    court = Court()
    mine, one, other = (court.crown(name) for name in ("Mine", "One", "Other"))
    for crown, home in ((mine, 1), (one, 23 if strong else 3), (other, 40)):
        court.king(crown, home)
    court.give(other, *range(1, LAND + 1))
    court.give(mine, *range(1, 23 if strong else 3))
    court.give(one, *((23, 24) if strong else (3, 4)))
    court.treaty(mine, one)
    known(court, mine)
    asked = {each.kingdom.id for each in given(court, court.now(mine), Treat, peace=10)}
    assert not given(court, court.now(mine), BreakTreaty, peace=10)
    assert (other.id in asked) is not strong


def test_who_can_raise_the_dead_goes_where_they_lie() -> None:
    court, mine, _ = two(treasury=120, alignment="Undead")
    caster = court.ruler(mine, MINE, skill={"NE": 3})
    court.army(mine, MINE - WIDTH)
    for _ in range(3):
        court.grave(MINE - WIDTH)
    cast = [each for each in given(court, mine, Cast) if each.spell == "SK"]
    assert [each.character for each in cast] == [Ref(*caster.place)]
    moved = [each.to.id for each in given(court, mine, Move) if each.character == cast[0].character]
    assert moved[0] == MINE - WIDTH


def test_nobody_lays_waste_what_nobody_owns_or_the_own_side_takes_today() -> None:
    court, mine, _ = two()
    ruler = court.ruler(mine, MINE, skill={"EL": 5})

    def shaken(*taken: int) -> list[int]:
        realm = KingsView(mind(court, mine, war=10), mine)
        realm.claimed |= dict.fromkeys(f"take {each}" for each in taken)
        hand = Hand(realm, ruler, MINE, [])
        for errand in castings(hand):
            assert errand.do
            errand.do(hand)
        cast = [each.order for each in hand.given if isinstance(each.order, Cast)]
        return [each.target.id for each in cast if each.spell == "EA" and each.target]

    first, *_ = shaken()
    second, *_ = shaken(first)
    assert second != first
    for holding in list(court.world.all(Holding)):
        if holding.owner != mine.id:
            court.change(holding, owner=0)
    known(court, mine)
    assert not shaken()


def test_a_host_on_an_island_has_ships_built_and_sails() -> None:
    court = Court("Sea")
    mine = court.crown("Mine", treasury=300)
    for holding in (MINE, MINE + 2):
        court.change(court.world.get(Holding, holding), terrain="Plain")
    court.give(mine, MINE)
    general = court.king(mine, MINE)
    for _ in range(6):
        court.army(mine, MINE, "LE", general, quality=5)
    known(court, mine)
    mine = court.now(mine)
    built = [each for each in given(court, mine, Recruit, land=10) if each.army == "FL"]
    assert 0 < len(built) <= 2
    assert not given(court, mine, Move, land=10)
    ships = [court.army(mine, MINE, "FL", general, quality=5) for _ in range(2)]
    assert not [each for each in given(court, mine, Recruit, land=10) if each.army == "FL"]
    assert given(court, mine, Move, land=10)
    court.change(ships[1], leader=0)
    court.change(mine, treasury=0)
    left = [ref for each in given(court, mine, Leave, land=10) for ref in each.armies]
    assert len(left) == 3, "one ship carries no more"
