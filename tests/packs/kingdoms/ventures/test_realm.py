"""Treaties, Heirs, offices, heroes and armies in a world of Kingdoms."""

from __future__ import annotations

import pytest

from engine.events import OrderFailed
from engine.orders import Order, Ref
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.dying import die
from engine.packs.kingdoms.crowns.ranks import RanksCounted, count_ranks
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.crowns.ventures.burying import bury_left
from engine.packs.kingdoms.crowns.ventures.heirs import HeirAppeared, HeirSkills, appear
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.parting import Leave, PickUp
from engine.packs.kingdoms.crowns.ventures.recruiting import (
    TYPE,
    Hire,
    HireTried,
    Recruit,
    Recruited,
)
from engine.packs.kingdoms.crowns.ventures.ruling import (
    AssignItem,
    BattleOrder,
    Disband,
    Dismiss,
    Drink,
    EncounterPlan,
    GiveGold,
    PayTribute,
)
from engine.packs.kingdoms.crowns.ventures.treating import (
    BreakTreaty,
    Treat,
    TreatyEnded,
    TreatyMade,
)
from engine.packs.kingdoms.pieces.abilities import level_in, levels_of
from engine.packs.kingdoms.pieces.records import Army, Crown, Grave, Holding, Overture, Ruler
from tests.packs.kingdoms.ventures.court import MODULE, Court, ref
from tests.rules.tables import TABLES

HERE, EAST = 20, 21


@pytest.mark.rule("kingdoms.action.table")
def test_the_table_of_actions_is_what_the_module_says() -> None:
    actions = MODULE.content(VentureContent).ventures
    told: dict[str, object] = {}
    for row in TABLES["kingdoms.action.table"]:
        for name in row["action"].split(", "):
            told[name] = row["phases"]
    words = {"rest": "all that remain", 0: "free"}
    assert told == {each.name: words.get(each.phases, each.phases) for each in actions.values()}


# ---------------------------------------------------------------- treaties


def kingdoms(*alignments: str) -> tuple[Court, list[Crown]]:
    court = Court()
    crowns = [court.crown(f"Kingdom {n}", told) for n, told in enumerate(alignments)]
    for crown in crowns:
        court.king(crown, HERE)
        court.give(crown, crown.id)
    return court, [court.now(crown) for crown in crowns]


@pytest.mark.rule("kingdoms.action.treat")
def test_an_offer_stands_until_it_is_answered_turns_later() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    court.turn({red: [Treat(kingdom=ref(blue))]})
    assert not partners(court.world, red.id, blue.id)
    court.turn({blue: [Treat(kingdom=ref(red))]})
    assert partners(court.world, red.id, blue.id)
    assert [event.automatic for event in court.told(TreatyMade)] == [False]


@pytest.mark.rule("kingdoms.action.treat")
def test_a_kingdom_without_a_king_makes_no_treaty_and_may_break_one() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    court.treaty(red, blue)
    court.change(red, king=0)
    third = court.crown("Third")
    assert not court.do(red, Treat(kingdom=ref(third)))
    assert court.do(red, BreakTreaty(kingdom=ref(blue)))


@pytest.mark.rule("kingdoms.action.break-treaty")
def test_an_offer_is_withdrawn_before_it_is_answered() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    assert court.do(red, Treat(kingdom=ref(blue)))
    assert court.do(red, BreakTreaty(kingdom=ref(blue)))
    assert not court.world.count(Overture)
    assert not court.do(red, BreakTreaty(kingdom=ref(blue)))


@pytest.mark.rule("kingdoms.action.break-treaty")
def test_a_treaty_broken_by_notice_ends_with_the_turn_and_not_before() -> None:
    court, (red, blue) = kingdoms("Good", "Druidic")
    court.treaty(red, blue)
    orders: dict[Crown, list[Order]] = {
        red: [BreakTreaty(kingdom=ref(blue))],
        blue: [Treat(kingdom=ref(red))],
    }
    court.tick("run", {crown.player: told for crown, told in orders.items()})
    assert partners(court.world, red.id, blue.id)
    court.tick("weekly")
    assert not partners(court.world, red.id, blue.id)
    assert court.told(TreatyEnded)
    # The Druidic King's word binds again as soon as the turn is over.
    court.tick("run", {blue.player: [Treat(kingdom=ref(red))]})
    assert partners(court.world, red.id, blue.id)


@pytest.mark.rule("kingdoms.treaty.effects")
def test_gold_goes_to_treaty_partners_alone() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    order = GiveGold(kingdom=ref(blue), gold=30)
    assert not court.do(red, order)
    court.treaty(red, blue)
    assert court.do(red, order)
    assert (court.now(red).treasury, court.now(blue).treasury) == (70, 130)
    assert not court.do(red, GiveGold(kingdom=ref(blue), gold=71))


# ---------------------------------------------------------------- free orders


@pytest.mark.rule("kingdoms.action.assign-item")
def test_an_item_goes_to_another_character_in_the_same_province() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    giver, taker = court.ruler(red, HERE), court.ruler(red, HERE)
    away, stranger = court.ruler(red, EAST), court.ruler(blue, HERE)
    blade = court.item("enchanted_blade", giver)

    def to(other: Ruler) -> AssignItem:
        return AssignItem(character=ref(giver), item=ref(blade), to=ref(other))

    assert not court.do(red, to(away))
    court.sight(red, stranger)
    assert not court.do(red, to(stranger))
    assert court.do(red, to(taker))
    assert court.now(blade).holder == taker.place
    assert not court.do(red, to(taker))


@pytest.mark.rule("kingdoms.action.free-orders")
def test_a_plan_holds_only_what_the_character_can_do() -> None:
    court, (red,) = kingdoms("Good")
    hero = court.ruler(red, HERE, skill={"EL": 1})
    court.item("skull_sceptre", hero)
    good = EncounterPlan(character=ref(hero), tactics=("ta", "CA-FI", "IT-HA", "ME"))
    assert court.do(red, good)
    assert court.now(hero).plan == ("TA", "CA-FI", "IT-HA", "ME")
    assert not court.do(red, EncounterPlan(character=ref(hero), tactics=("CA-HO",)))
    assert "cast Ice Suspension" in court.refused[0].instead


@pytest.mark.rule("kingdoms.action.free-orders")
def test_a_battle_order_names_armies_that_he_leads() -> None:
    court, (red,) = kingdoms("Good")
    hero = court.ruler(red, HERE)
    one, other = (court.army(red, HERE, leader=hero) for _ in range(2))
    garrison = court.army(red, HERE)
    assert court.do(red, BattleOrder(character=ref(hero), armies=(ref(other), ref(one))))
    assert court.now(hero).line == (other.id, one.id)
    assert not court.do(red, BattleOrder(character=ref(hero), armies=(ref(garrison),)))


@pytest.mark.rule("kingdoms.action.free-orders")
def test_a_tribute_fulfils_a_bargain_and_is_no_merit() -> None:
    court, (red,) = kingdoms("Good")
    site = court.site(HERE, "troll_caves", red, being="troll", full=25, bargains=((red.id, 25),))
    assert court.do(red, PayTribute(feature=ref(site)))
    after = court.now(site)
    assert (after.bargains, after.truces, court.now(red).treasury) == ((), (red.id,), 75)
    assert not court.do(red, PayTribute(feature=ref(site)))


def test_a_healing_draught_is_used_up() -> None:
    court, (red,) = kingdoms("Good")
    hero = court.ruler(red, HERE, hit_points=2)
    draught, blade = court.item("healing_draught", hero), court.item("enchanted_blade", hero)
    assert not court.do(red, Drink(character=ref(hero), item=ref(blade)))
    assert court.do(red, Drink(character=ref(hero), item=ref(draught)))
    assert court.now(hero).hit_points == 20
    assert not court.there(draught)


def test_orders_to_the_characters_of_others_are_refused() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    theirs = court.ruler(blue, HERE)
    court.sight(red, theirs)
    assert not court.do(red, EncounterPlan(character=ref(theirs), tactics=("FL",)))
    assert not court.do(red, EncounterPlan(character=Ref("ruler", 999), tactics=("FL",)))


# ---------------------------------------------------------------- death and Heirs


@pytest.mark.rule("kingdoms.character.death")
def test_armies_of_the_dead_are_garrison_or_led_on_or_disband() -> None:
    court, (red,) = kingdoms("Good")
    at_home, abroad, alone = (
        court.ruler(red, 30),
        court.ruler(red, EAST),
        court.ruler(red, HERE + 3),
    )
    court.give(red, 30)
    armies = [court.army(red, each.holding, leader=each) for each in (at_home, abroad, alone)]
    friend = court.ruler(red, EAST)
    for each in (at_home, abroad, alone):
        court.step(lambda state, id=each.id: die(state, id, "battle"))
    assert court.now(armies[0]).leader == 0
    assert court.now(armies[1]).leader == friend.id
    assert not court.there(armies[2])
    assert not court.world.count(Grave)
    assert not court.now(alone).alive
    assert court.now(alone).holding == HERE + 3


@pytest.mark.rule("kingdoms.character.death")
def test_items_of_the_dead_go_to_the_victor_or_lie_with_the_body() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    one, other, victor = court.ruler(red, EAST), court.ruler(red, EAST), court.ruler(blue, EAST)
    taken, left = court.item("enchanted_blade", one), court.item("enchanted_blade", other)
    court.step(lambda state: die(state, one.id, "encounter", taker=victor.place))
    court.step(lambda state: die(state, other.id, "battle"))
    assert court.now(taken).holder == victor.place
    assert court.now(left).holder == other.place


def test_an_heir_comes_at_home_and_is_given_his_skills_once() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    king = court.world.get(Ruler, red.king)
    court.step(lambda state: die(state, king.id, "battle"))
    assert court.now(red).king == 0
    court.step(appear)
    crown = court.now(red)
    heir = court.world.get(Ruler, crown.king)
    assert (heir.rank, heir.holding, crown.bones, crown.heirs) == ("heir", 1, king.id, 1)
    assert [level_in(heir.aptitude, ability) for ability in ("WH", "SA", "ME")] == [5, 5, 3]
    assert court.hears(blue, HeirAppeared)
    short = HeirSkills(levels=("Melee", "Melee"))
    assert not court.do(red, short)
    assert "has 6 skill levels" in court.refused[0].says
    three = HeirSkills(levels=("Melee",) * 3 + ("Tactical", "Tactical", "Druid"))
    assert not court.do(red, three)
    good = HeirSkills(levels=("Melee", "Melee", "Tactical", "Tactical", "Druid", "Spy"))
    assert court.do(red, good)
    after = court.now(heir)
    assert (level_in(after.skill, "ME"), level_in(after.skill, "DR"), after.grown) == (2, 1, True)
    assert not court.do(red, good)


def test_a_kingdom_that_lost_its_home_gets_its_heir_in_its_richest_province() -> None:
    court, (red, _) = kingdoms("Good", "Good")
    court.change(court.world.get(Holding, 1), owner=0)
    for id, tax in ((30, 6), (31, 9), (32, 9)):
        court.give(red, id)
        court.change(court.world.get(Holding, id), tax=tax)
    court.step(lambda state: die(state, red.king, "battle"))
    court.step(appear)
    assert court.world.get(Ruler, court.now(red).king).holding == 31


# ---------------------------------------------------------------- offices


@pytest.mark.rule("kingdoms.office.treasurer")
def test_the_richest_treasury_makes_the_treasurer() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    court.change(blue, treasury=101)
    court.step(count_ranks)
    heard = court.hears(red, RanksCounted)
    assert isinstance(heard[0], RanksCounted)
    treasurer = next(rank for rank in heard[0].ranks if rank.office == "treasurer")
    assert (treasurer.place, treasurer.merit, treasurer.leader) == (2, 100, blue.id)


def test_what_failed_is_told_to_its_player_alone() -> None:
    court, (red, blue) = kingdoms("Good", "Good")
    court.tick("run", {red.player: [GiveGold(kingdom=ref(blue), gold=5)]})
    assert court.hears(red, OrderFailed)
    assert not court.hears(blue, OrderFailed)


@pytest.mark.rule("kingdoms.alignment.automatic-treat-and-break")
def test_a_druidic_word_binds_alone_and_an_evil_break_counts_before_phase_one() -> None:
    court, (red, blue, green) = kingdoms("Druidic", "Evil", "Neutral")
    treats: list[Order] = [Treat(kingdom=ref(blue)), Treat(kingdom=ref(green))]
    court.tick("run", {red.player: treats, green.player: [Treat(kingdom=ref(blue))]})
    assert partners(court.world, red.id, blue.id)
    assert partners(court.world, red.id, green.id)
    # A Neutral King's word alone binds nobody.
    assert not partners(court.world, green.id, blue.id)
    court.tick("weekly")
    breaks: dict[int, list[Order]] = {
        blue.player: [BreakTreaty(kingdom=ref(red))],
        green.player: [BreakTreaty(kingdom=ref(red))],
    }
    court.tick("run", breaks)
    assert not partners(court.world, red.id, blue.id)
    assert partners(court.world, red.id, green.id)


def test_a_kingdom_of_fifteen_characters_hires_and_raises_nobody() -> None:
    court, (red,) = kingdoms("Good")
    king = court.world.get(Ruler, red.king)
    for _ in range(14):
        court.ruler(red, HERE)
    hero = court.ruler(None, king.holding)
    assert not court.do(red, Hire(character=ref(king), hero=ref(hero)))
    assert court.refused[0].rule == "kingdoms.mapping.stack"


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
