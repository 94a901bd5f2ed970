"""Your turn in Warmaster: armies that lack something, challenges, and what cities train."""

from __future__ import annotations

import pytest

from bot.faces.agenda import Desk
from bot.faces.cohorts.city.making import makings
from bot.faces.leads import Lead
from bot.jobs.agenda import agenda_of
from engine.forms import given_by_players
from engine.orders import Order
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.warmaster.orders.commanding import NameCommander, PostCharacter
from engine.packs.warmaster.pitched.buying import BuyArmy
from engine.packs.warmaster.pitched.challenging import DeclineChallenge, SendChallenge
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge
from engine.packs.warmaster.training import TrainRegiments, needed
from tests.bot.faces.looking import entries
from tests.bot.faces.warmaster.muster import Muster
from tests.rules.scene import ref

ARMIES, CHALLENGES = "Armies to see to", "Challenges"


def test_an_army_that_marches_is_told_what_it_lacks_and_one_tap_mends_it(muster: Muster) -> None:
    muster.scene.items(muster.stack, **{"battle-banner": 1})
    general, unit = ref(muster.leaders[0]), ref(muster.units[0])
    muster.told(PostCharacter(character=general, unit=unit, stance="stay"))
    (entry,) = entries(muster.desk(), ARMIES)
    assert entry.text.startswith("**Iron Guard**: ")
    assert "Battle Banner lies unused" in entry.text
    assert "Aldric commands from the front row with Halberdiers in attack and defence" in entry.text
    assert entry.leads[-1].panel == ("army", "Iron Guard")
    name = NameCommander(character=ref(muster.leaders[0]))
    (after,) = entries(muster.desk(name), ARMIES)
    assert "no commander" in entry.text
    assert "no commander" not in after.text


def test_a_garrison_is_told_only_what_is_grave(muster: Muster) -> None:
    muster.scene.barony((2, 2), (3, 2))
    city = muster.scene.city(2, 2, muster.scene.me, name="Ford")
    lord = muster.scene.change(muster.scene.world.get(Character, city.baron), slot=0)
    muster.scene.troop(city, "halberdiers")
    found = {entry.text.partition(":")[0]: entry.text for entry in entries(muster.desk(), ARMIES)}
    assert "unnamed captain" in found["**Ford**"]
    assert "hex" not in found["**Ford**"]
    muster.scene.change(lord, slot=8)
    found = {entry.text.partition(":")[0]: entry.text for entry in entries(muster.desk(), ARMIES)}
    assert "front row" not in found.get("**Ford**", "")  # a lone unit has no safer place


def test_of_the_armies_of_others_nothing_is_said(muster: Muster) -> None:
    assert all("Red Horde" not in entry.text for entry in entries(muster.desk(), ARMIES))


def army(points: int) -> BuyArmy:
    return BuyArmy(
        name="Guests", list="crown-marches", points=points,
        units=("2 Halberdiers", "1 Crossbowmen"), characters=("general",),
    )  # fmt: skip


@pytest.fixture(scope="module")
def challenged() -> Muster:
    """Somebody has challenged me, and I keep no army yet."""
    muster = Muster()
    scene = muster.scene
    scene.met(muster.foe)
    ran = scene.give(BuyArmy, muster.foe, **army(500).model_dump())
    assert not ran.refused, (ran.failures, ran.unfit)
    sent = {"player": ref(scene.me), "army": ref(scene.world.get(BoughtArmy, 1))}
    ran = scene.give(SendChallenge, muster.foe, **sent)
    assert not ran.refused, (ran.failures, ran.unfit)
    return muster


def test_a_challenge_waits_for_an_answer_and_leads_to_an_army_first(challenged: Muster) -> None:
    (entry,) = entries(challenged.desk(), CHALLENGES)
    assert "challenges you**: 500 points on grassland" in entry.text
    assert "lapses in 4 turns" in entry.text
    assert entry.leads[0].guided == ("army", "500")
    assert entry.leads[-1].order == DeclineChallenge.path
    declined = DeclineChallenge(challenge=ref(challenged.view.get(Challenge, 1)))
    assert not entries(challenged.desk(declined), CHALLENGES)
    assert not challenged.view.get(Challenge, 1).knows("army")


def leads_of(desk: Desk) -> list[Lead]:
    made = agenda_of(desk)
    found = [lead for subject in made.subjects for each in subject.entries for lead in each.leads]
    return [*found, *(lead for step in made.steps for lead in step.leads)]


def test_every_lead_is_an_order_a_form_or_a_panel_of_the_campaign(challenged: Muster) -> None:
    orders = given_by_players(challenged.scene.rules)
    for lead in leads_of(challenged.desk()):
        assert len(lead.label) <= 100
        assert lead.order is None or lead.order in orders
        assert not lead.recipe or lead.recipe in challenged.faces.recipes
        assert lead.guided is None or lead.guided[0] in challenged.faces.guided
        assert lead.panel is None or lead.panel[0] in challenged.faces.panels


# ---------------------------------------------------------------- cities, and the first turn


def town() -> tuple[Muster, City]:
    muster = Muster()
    scene = muster.scene
    city = scene.change(scene.workplace(barracks=1), population={"human": 2000})
    scene.items(city, **{recruits_item("human"): 160})
    return muster, city


def test_a_city_trains_units_of_the_list_by_a_tap() -> None:
    muster, _ = town()
    order: Order | None = None
    for lead in leads_of(muster.desk()):
        if lead.order == TrainRegiments.path and "train" in lead.label and order is None:
            order = TrainRegiments.model_validate(dict(lead.given))
    assert isinstance(order, TrainRegiments)
    steps = {step.name: step.done for step in agenda_of(muster.desk(order)).steps}
    assert steps["Train a unit there"]
    muster.told(order)


@pytest.mark.rule("warmaster.map.training")
def test_what_a_city_can_train_is_told_with_the_most_of_each() -> None:
    muster, city = town()
    view, war = muster.view, muster.scene.war
    made = [each for each in makings(muster.scene.rules, view, view.get(City, city.id))
            if each.kind == "Units"]  # fmt: skip
    kinds = war.army_lists["crown-marches"].units.values()
    could = {kind.name: 160 // kind.points for kind in kinds
             if needed(war, kind) == {"barracks": 1}}  # fmt: skip
    assert {each.name.partition(" (")[0]: each.most for each in made} == could


def test_the_first_turn_has_a_look_at_the_army(muster: Muster) -> None:
    steps = {step.name: step for step in agenda_of(muster.desk()).steps}
    look = steps["See how your army would fight"]
    assert not look.done
    assert look.leads[0].panel == ("army", "Iron Guard")
    after = {step.name: step.done for step in agenda_of(muster.desk(looked=("army",))).steps}
    assert after["See how your army would fight"]
    assert list(steps)[-1] == "Submit your turn"


def test_several_challenges_are_one_line_which_leads_to_all_of_them(challenged: Muster) -> None:
    muster = challenged
    desk = muster.desk()
    (first,) = desk.state.world.all(Challenge)
    for turn in (2, 3):
        values = {field: getattr(first, field) for field in ("challenger", "challenged")}
        desk.state.world.add(
            Challenge, **values, army=first.army if first.knows("army") else 0,
            points=first.points, terrain=first.terrain, open=first.open, turn=turn,
        )  # fmt: skip
    (entry,) = entries(desk, CHALLENGES)
    assert "3 challenges wait for your answer" in entry.text
    assert entry.text.count("500 points") == 3
    assert entry.leads[0].panel == ("pitched", "")
