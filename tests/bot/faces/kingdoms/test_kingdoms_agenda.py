"""Your turn and plans of the game of kings: each lead is an order as it would be.

And what a plan says of land and people of which not enough is known.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from bot import faces
from bot.faces.agenda import Desk
from bot.faces.kingdoms.realm.panel import PANEL as REALM
from bot.faces.kingdoms.timetable.idling import FillTime
from bot.faces.leads import Lead
from bot.faces.panels import Look
from bot.faces.words.telling import tell
from bot.host import asking
from bot.jobs.agenda import agenda_of
from bot.orders.texts import order_line, outcome, preview_blocks
from engine.orders import Order, Queued, parameters
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.provinces import adjacent, ground_of
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.parting import Leave, PickUp
from engine.packs.kingdoms.crowns.ventures.recruiting import Hire, Recruit, fee_of
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.spying import Spy
from engine.packs.kingdoms.crowns.ventures.treating import UNBOUND, Treat
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Overture, Ruler, Site
from engine.preview import Plan, plan
from engine.rivals import Decision, Reason
from engine.suggesting import refusal_of
from tests.bot.faces import looking
from tests.bot.faces.kingdoms.desk import Desk as Played
from tests.bot.faces.looking import Memory, entries
from tests.packs.kingdoms.crowns.table import Table, ref, rules


def desk(table: Table, *orders: Order, crown: int = 1) -> Desk:
    """A player's desk with these orders in the draft."""
    kingdom = table.crown(crown)
    view = rules().view(table.world, kingdom.faction)
    queued = (Queued(f"o{n}", order) for n, order in enumerate(orders, start=1))
    return looking.desk(rules(), view, kingdom.player, *queued)


def leads(desk: Desk) -> Iterator[Lead]:
    made = agenda_of(desk)
    for subject in made.subjects:
        for entry in subject.entries:
            yield from entry.leads
    for step in made.steps:
        yield from step.leads


@functools.cache
def first() -> Desk:
    return desk(Table.seated())


def test_everybody_has_six_phases_at_first_and_none_once_they_are_filled(table: Table) -> None:
    king, heroes = table.king(), table.heroes()
    _, *told = [entry.text for entry in entries(first(), "Characters with time left")]
    assert len(told) == 1 + len(heroes)
    assert told[0].startswith(f"**{king.name}** has 6 phases left, at ")
    busy = [Practice(character=ref(king), ability="TA") for _ in range(2)]
    after = desk(table, *busy)
    assert not any(king.name in entry.text for entry in entries(after, "Characters with time left"))
    half = desk(table, *busy[:1])
    assert f"3 phases of {king.name}" in [each.unused for each in agenda_of(half).unused]


def test_what_would_end_too_late_is_said(table: Table) -> None:
    king = table.king()
    orders = [Practice(character=ref(king), ability="TA"), Explore(character=ref(king))] * 2
    told = [entry.text for entry in entries(desk(table, *orders), "Characters with time left")]
    assert "would end too late" in told[1]


def test_all_who_are_idle_practise_what_is_promising_or_else_explore(table: Table) -> None:
    king, (afield, *at_home) = table.king(), table.heroes()
    for hero in (afield, *at_home):
        table.put(hero, aptitude=hero.skill)  # who has nothing left to learn
    beyond = next(iter(adjacent(table.world, king.holding)))
    table.put(table.now(afield), holding=beyond)
    busy = [Practice(character=ref(king), ability="TA") for _ in range(2)]
    assert not fills(desk(table, *busy)), "one alone has no need of a form"
    of = desk(table)
    (lead,) = fills(of)
    assert lead.button
    recipe = FillTime.model_validate({"who": [value for _, value in lead.given]})
    work = list(recipe.orders(of.state, {}))
    assert [type(each) for each in work] == [Practice, Explore]
    assert [each.refs()["character"].id for each in work] == [king.id, afield.id]
    assert all(refusal_of(of.state, each) is None for each in work)
    assert not fills(desk(table, *work)), "nobody is idle any more"


def fills(desk: Desk) -> list[Lead]:
    """The leads that give all who are idle something to do."""
    lines = entries(desk, "Characters with time left")
    return [each for line in lines for each in line.leads if each.recipe == FillTime.name]


def test_the_treasury_counts_what_the_draft_spends(table: Table) -> None:
    (before,) = entries(first(), "Treasury")
    assert before.text.startswith("100 gold now, ")
    recruit = Recruit(character=ref(table.king()), army="LE")
    (after,) = entries(desk(table, recruit), "Treasury")
    assert "6 for your orders" in after.text


def test_a_treasury_that_does_not_go_round_is_warned_of(table: Table) -> None:
    table.put(table.crown(), treasury=0)
    home = table.crown().home
    for _ in range(30):
        table.army("HC", home, crown=1)
    (told,) = entries(desk(table), "Treasury")
    assert "gold are missing" in told.text
    assert any(lead.order == ("kingdom", "disband") for lead in told.leads)


def test_a_treaty_that_is_offered_waits_for_an_answer(table: Table) -> None:
    table.run({3: [Treat(kingdom=ref(table.crown(1)))]})
    (told,) = entries(desk(table), "Needs you")
    assert told.text == f"**{table.crown(3).name}** offers you a treaty"
    assert told.leads[0].order == ("kingdom", "treat")
    answered = desk(table, Treat(kingdom=ref(table.crown(3))))
    assert not entries(answered, "Needs you")


@pytest.mark.rule("kingdoms.treaty.making")
def test_a_treaty_that_stands_is_offered_nowhere_again(table: Table) -> None:
    table.run({n: [Treat(kingdom=ref(table.crown(4 - n)))] for n in (1, 3)})
    assert table.world.count(Overture) == 2
    seen = desk(table)
    assert not entries(seen, "Needs you")
    assert str(ref(table.crown(3))) not in [each.value for each in UNBOUND.among(seen.state, {})]
    look = Look(seen.faces, seen.view, seen.faction, seen.player, table.tick, Memory())
    told = repr(REALM.make(look, "1"))
    assert "since turn" in told
    assert "offer" not in told.replace("offers a treaty", "")


@pytest.mark.rule("kingdoms.action.spy")
def test_what_a_spy_would_report_is_not_told_before_he_has_looked(table: Table) -> None:
    (planned,) = desk(table, Spy(character=ref(table.king()))).outcomes
    names = faces.of(rules()).names(rules().view(table.world, 1), planned=True)
    told = " ".join(tell(entry.event, names) for entry in planned.entries)
    assert "would report on" in told
    assert "no armies" not in told


def test_an_heir_waits_for_skills(table: Table) -> None:
    table.put(table.king(), rank="heir")
    table.put(table.crown(), heirs=1)
    (told,) = entries(desk(table), "Needs you")
    assert told.text.endswith("has 6 levels of skill to be given")


def test_features_that_are_known_are_listed_until_they_are_to_be_searched(table: Table) -> None:
    hero = table.heroes()[0]
    site = next(each for each in table.world.all(Site) if each.being)
    table.put(site, holding=hero.holding, known_to=(1,))
    told = entries(desk(table), "Features known")
    line = next(each for each in told if each.leads[0].order == Search.path)
    assert "guarded by the " in line.text
    orders = [Search(character=ref(hero), feature=ref(site))]
    after = entries(desk(table, *orders), "Features known")
    assert len(after) == len(told) - 1


def test_field_armies_without_a_leader_are_told_with_who_could_lead_them(table: Table) -> None:
    told = entries(first(), "Armies without a leader")
    led = [a for a in table.world.by(Army, "crown", 1) if not a.leader and a.type != "GA"]
    assert bool(told) == bool(led)
    for army in led:
        table.put(army, leader=table.king().id)
    assert not entries(desk(table), "Armies without a leader")


def test_nobody_is_to_pick_up_again_what_the_draft_leaves(table: Table) -> None:
    king = on_foot(table)
    for army in [a for a in table.world.by(Army, "crown", 1) if not a.leader]:
        table.world.remove(army)
    legion = table.army("LE", king.holding, crown=1, leader=king.id)
    left = desk(table, Leave(character=ref(king), armies=(ref(legion),)))
    assert not [lead for lead in leads(left) if lead.order == PickUp.path]
    again = PickUp(character=ref(king), armies=(ref(legion),))
    advised = Decision(Queued("r1", again), Reason("lead", (legion.place,), 1))
    assert not [
        lead for lead in leads(replace(left, advice=(advised,))) if lead.order == again.path
    ]
    alone = replace(desk(table), state=left.state, advice=(advised,))
    assert [lead for lead in leads(alone) if ("armies", str(ref(legion))) in lead.given]


def test_a_force_with_ships_on_land_is_told_how_it_can_march(table: Table) -> None:
    king = on_foot(table)
    assert not entries(desk(table), "Bound to the sea")
    fleet = table.army("FL", king.holding, crown=1, leader=king.id)
    (told,) = entries(desk(table), "Bound to the sea")
    assert "leads ships (Fleet) at " in told.text
    assert told.leads[0].order == Leave.path
    assert ("armies", str(ref(fleet))) in told.leads[0].given
    left = desk(table, Leave(character=ref(king), armies=(ref(fleet),)))
    assert not entries(left, "Bound to the sea")
    assert not [each for each in entries(left, "Armies without a leader") if "Fleet" in each.text]


def test_a_known_home_is_not_to_be_explored_and_armies_are_raised_where_one_will_be() -> None:
    table = Table.seated()
    hero = table.heroes()[0]
    steps = {each.name: each for each in agenda_of(first()).steps}
    explore = next(step for name, step in steps.items() if "explored" in name)
    assert {lead.order for lead in explore.leads} == {Move.path}
    wild = next(each for each in table.world.all(Holding) if not each.owner)
    table.put(hero, holding=wild.id)
    recruits = [lead for lead in leads(desk(table)) if lead.order == Recruit.path]
    assert recruits
    assert not [lead for lead in recruits if hero.name in lead.label]


def test_every_lead_to_an_order_names_parameters_of_it() -> None:
    found = [lead for lead in leads(first()) if lead.order]
    assert found
    for lead in found:
        assert lead.order
        fields = rules().orders[lead.order].model_fields
        assert all(name in fields for name, _ in lead.given)
        assert len(lead.label) <= 100


def test_the_steps_of_the_first_turn_are_ticked_as_they_are_done(table: Table) -> None:
    assert [step.done for step in agenda_of(first()).steps] == [False] * 5
    king = table.king()
    orders: list[Order] = [Recruit(character=ref(king), army="LE"), Explore(character=ref(king))]
    done = {step.name: step.done for step in agenda_of(desk(table, *orders)).steps}
    assert done["Recruit an army"]
    assert not done["Fill everybody's six phases"]
    table.put(table.crown(), treasury=0)
    done = {step.name: step.done for step in agenda_of(desk(table, *orders)).steps}
    assert not done["Recruit an army"], "there is no gold left for it"


def test_who_has_no_kingdom_any_more_is_asked_for_nothing(table: Table) -> None:
    table.put(table.crown(), fallen=1)
    subjects = [each.name for each in agenda_of(desk(table)).subjects]
    assert "Treasury" not in subjects
    assert table.world.get(Crown, 1).fallen


def test_every_lead_to_a_sheet_opens_it() -> None:
    made = first()
    panels = {lead.panel for lead in leads(made) if lead.panel}
    assert {name for name, _ in panels} >= {"character", "feature", "kingdom", "timetable"}
    for name, typed in panels:
        about = made.faces.panels[name].about
        assert about is None or about.named(made, typed)


def test_a_feature_is_found_by_what_autocomplete_offers_and_shows() -> None:
    made = first()
    about = made.faces.panels["feature"].about
    assert about
    for offer in about.offers(made, ""):
        assert about.named(made, offer.value) == about.named(made, offer.label)
        assert [each.value for each in about.offers(made, offer.value)] == [offer.value]


def test_the_treasury_counts_the_pay_of_what_the_draft_raises(table: Table) -> None:
    (before,) = entries(first(), "Treasury")
    recruit = Recruit(character=ref(table.king()), army="LE")
    (after,) = entries(desk(table, recruit), "Treasury")
    pay = rules().module.content(ArmyContent).army_types["LE"].pay
    left = [int(each.text.split("**")[1]) for each in (before, after)]
    assert left[0] - left[1] == 6 + pay


def test_land_without_an_owner_and_heroes_without_a_king_are_within_reach(table: Table) -> None:
    king, hero = table.king(), table.heroes()[0]
    for each in list(table.world.all(Ruler)):
        if not each.crown and not each.royal:
            table.put(each, died=1)
    assert not [e for e in entries(desk(table), "Within reach") if "nobody employs" in e.text]
    free = next(each for each in table.world.all(Ruler) if not each.crown and not each.royal)
    table.put(free, died=0, holding=hero.holding)
    told = [e for e in entries(desk(table), "Within reach") if "nobody employs" in e.text]
    assert [free.name in each.text for each in told] == [True]
    hire = Hire(character=ref(king), hero=ref(free))
    assert not [e for e in entries(desk(table, hire), "Within reach") if free.name in e.text]


def test_a_leader_is_told_of_the_nearest_land_that_nobody_owns() -> None:
    table = Played().table  # after a turn, in which what lies around was seen
    king = on_foot(table)
    (land,) = (e for e in entries(desk(table), "Within reach") if "nobody owns" in e.text)
    assert land.text.startswith(f"**{king.name}** could take ")
    march = next(lead for lead in land.leads if lead.order == Move.path)
    assert ("character", str(ref(king))) in march.given
    for army in list(table.world.by(Army, "leader", king.id)):
        table.put(army, leader=0)
    assert not [e for e in entries(desk(table), "Within reach") if "nobody owns" in e.text]


def out_of_sight(table: Table) -> list[Holding]:
    """A way for the first King over land: home, own border, and two provinces nobody has."""
    content = rules().module.content(ArmyContent)

    def steps(here: int, owner: int) -> Iterator[Holding]:
        for id in adjacent(table.world, here):
            there = table.world.get(Holding, id)
            if there.owner == owner and not ground_of(content, there).sea:
                yield there

    home = table.crown().home
    for border in steps(home, 1):
        for first in steps(border.id, 0):
            for second in steps(first.id, 0):
                return [table.world.get(Holding, home), border, first, second]
    raise LookupError("no way leads out of the kingdom")


def foresee(table: Table, *orders: Order) -> Plan:
    view = rules().view(table.world, table.crown().faction)
    queued = tuple(Queued(f"o{n}", order) for n, order in enumerate(orders, start=1))
    return plan(rules(), view, table.crown().player, queued)


def on_foot(table: Table) -> Ruler:
    """The first King, whose ships stay in the harbour."""
    king, content = table.king(), rules().module.content(ArmyContent)
    for army in list(table.world.by(Army, "leader", king.id)):
        if content.army_types[army.type].sails:
            table.put(army, leader=0)
    return king


def marched(table: Table, king: Ruler, way: Sequence[Holding], *more: Order) -> Plan:
    return foresee(table, *(Move(character=ref(king), to=ref(step)) for step in way), *more)


def words(made: Plan, key: str) -> str:
    """What the plan says of an order."""
    names = faces.of(rules()).names(made.world, planned=True)
    return outcome(made.of(key), names)


def test_a_march_goes_on_into_land_whose_owner_is_not_known(table: Table) -> None:
    king = on_foot(table)
    _, *way = out_of_sight(table)
    stranger = next(each for each in table.world.all(Ruler) if not each.crown)
    table.put(stranger, holding=way[1].id)
    made = marched(table, king, way[:2])
    assert [each.outcome for each in made.orders] == ["done", "done"]
    assert made.world.get(Ruler, king.id).holding == way[1].id


def test_who_will_own_land_that_is_marched_into_is_left_open(table: Table) -> None:
    king = on_foot(table)
    _, *way = out_of_sight(table)
    (army, *_) = table.world.by(Army, "leader", king.id)
    left = Leave(character=ref(king), armies=(ref(army),))
    recruited = Recruit(character=ref(king), army="GA")
    made = marched(table, king, way[:2], left, recruited)
    assert [each.outcome for each in made.orders] == ["done", "done", "unforeseen", "unforeseen"]
    assert "who owns that province" in words(made, "o3")
    at_home = foresee(table, left)
    assert [each.outcome for each in at_home.orders] == ["done"]


def test_how_a_guardian_takes_a_search_is_left_open(table: Table) -> None:
    hero = table.heroes()[0]
    site = next(each for each in table.world.all(Site) if each.being)
    table.put(site, holding=hero.holding, known_to=(1,))
    made = foresee(table, Search(character=ref(hero), feature=ref(site)))
    assert "would meet" in words(made, "o1")


@pytest.mark.rule("kingdoms.feature.hoards")
def test_a_search_is_foreseen_with_what_there_is_to_gain(table: Table) -> None:
    king = table.king()
    site = next(each for each in table.world.all(Site) if each.feature == "oracle" and each.being)
    table.put(site, holding=king.holding, known_to=(1,))
    told = words(foresee(table, Search(character=ref(king), feature=ref(site))), "o1")
    assert "Its hoard holds 2 to 20 gold and an item at 10%." in told
    assert "each Search shows where another feature of the world lies" in told
    table.put(table.now(site), gold=999)
    assert words(foresee(table, Search(character=ref(king), feature=ref(site))), "o1") == told


def test_a_chance_is_told_once_and_what_a_deed_may_teach_not_at_all(table: Table) -> None:
    king = table.king()
    _, border, *_ = out_of_sight(table)
    went = marched(table, on_foot(table), [border])
    assert "chance" not in words(went, "o1")
    practised = foresee(table, Practice(character=ref(king), ability="White Magic"))
    assert words(practised, "o1").count("chance") == 1


def test_who_explores_is_told_how_likely_somebody_is_met(table: Table) -> None:
    hero = table.heroes()[0]
    _, border, *_ = out_of_sight(table)
    moved = Move(character=ref(hero), to=ref(border))
    explored = Explore(character=ref(hero))
    assert "% to meet somebody by chance" in words(foresee(table, moved, explored), "o2")


@pytest.mark.rule("kingdoms.economy.hiring")
def test_what_a_hero_asks_and_how_likely_he_comes_is_told_beforehand(table: Table) -> None:
    king, crown = table.king(), table.crown()
    free = next(each for each in table.world.all(Ruler) if not each.crown and not each.royal)
    table.put(free, holding=king.holding, alignment=crown.alignment, died=0)
    made = foresee(table, Hire(character=ref(king), hero=ref(free)))
    hero = table.world.get(Ruler, free.id)
    fee = fee_of(rules().module.content(RulerContent), crown, hero)
    told = f"would try to hire {hero.name}, who asks {fee} gold or more (chance 70%)."
    assert told in words(made, "o1")
    assert made.world.get(Crown, crown.id).treasury == crown.treasury - fee
    table.put(crown, treasury=fee - 1)
    poor = foresee(table, Hire(character=ref(king), hero=ref(free)))
    assert f"asks {fee} gold or more, and your treasury holds {fee - 1}" in words(poor, "o1")


def test_an_order_is_read_back_by_the_names_of_what_has_none_of_its_own(table: Table) -> None:
    king = table.king()
    site = next(each for each in table.world.all(Site) if each.being)
    table.put(site, holding=king.holding, known_to=(1,))
    view = rules().view(table.world, table.crown().faction)
    line = order_line(Queued("k1", Search(character=ref(king), feature=ref(site))), view, rules())
    names = faces.of(rules()).names(view, str)
    assert line.endswith(f"feature {names.thing(site.place)}")


def test_a_blessing_is_offered_for_all_land_the_home_first(table: Table) -> None:
    king = table.king()
    view = rules().view(table.world, table.crown().faction)
    state = asking(rules(), view, table.crown().player)
    asks = next(each for each in parameters(Cast) if each.name == "target").asks
    assert asks
    offered = list(asks.among(state, {"character": ref(king), "spell": "Bless Province"}))
    assert len(offered) == view.count(Holding)
    assert offered[0].value == str(ref(table.world.get(Holding, king.holding)))


def test_a_preview_says_in_which_phase_each_order_takes_effect(table: Table) -> None:
    king = on_foot(table)
    army = next(iter(table.world.by(Army, "leader", king.id)))
    orders = (
        Recruit(character=ref(king), army="LE"),
        Explore(character=ref(king)),
        Leave(character=ref(king), armies=(ref(army),)),
    )
    made = foresee(table, *orders)
    queued = [Queued(f"o{n}", order) for n, order in enumerate(orders, start=1)]
    told = "\n".join(preview_blocks(rules(), queued, made.orders, made.world))
    heads = [line for line in told.splitlines() if line.startswith("**")]
    assert heads == ["**Recruit in phase 1**", "**Explore in phase 3**", "**Leave in phase 4**"]
