"""`/odds` of the game of kings: who may be asked about, and what the answer says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot import faces
from bot.faces.choices.asking import Asking, Unanswered, planning
from bot.faces.forecasts import Brief, Fight
from bot.faces.kingdoms.odds.forecasts import FORECASTS
from bot.faces.kingdoms.province.feature import card_of as feature_card
from bot.faces.odds.facts import OddsQuestion
from bot.jobs import odds
from engine import preview
from engine.orders import Order, Queued
from engine.packs.kingdoms.crowns.exploring import explored
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.ruling import ENTRIES, EncounterPlan
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.pieces.abilities import Ability, levels_of
from engine.packs.kingdoms.pieces.records import Holding, Site
from tests.bot.faces.kingdoms.desk import Desk
from tests.packs.kingdoms.crowns.test_odds import THERE, Border, led, militia
from tests.packs.kingdoms.ventures.court import RULES, ref

NONE: Mapping[Ability, int] = {}


def asking(court: Border) -> Asking:
    view = RULES.view(court.world, court.me.faction)
    return Asking(faces.of(RULES), view, court.me.faction, court.me.player)


def spot(court: Border) -> str:
    holding = court.world.get(Holding, THERE)
    return f"{holding.x},{holding.y}"


def told(court: Border, enemy: str, *, defending: bool = False) -> tuple[str, str]:
    """The words and the alt text of an answer."""
    seen = asking(court)
    question = FORECASTS.asked(seen, Fight((court.mine.name,), enemy, defending))
    estimate = next(FORECASTS.estimates(seen, question))
    forecast = FORECASTS.tell(seen, question, estimate, False)
    return forecast.text, forecast.picture.alt


def refused(court: Border, enemy: str, mine: str = "", *, defending: bool = False) -> Unanswered:
    with pytest.raises(Unanswered) as caught:
        FORECASTS.asked(asking(court), Fight((mine or court.mine.name,), enemy, defending))
    return caught.value


def test_the_answer_names_what_was_guessed_and_how_sure_it_is() -> None:
    court = Border()
    court.give(court.foe, THERE)
    court.army(court.foe, THERE)
    court.look()
    text, alt = told(court, spot(court))
    assert "for Ruler 1 to win at Plain" in text
    assert "at worst" in text
    assert "1 army without a leader stood there as turn 3 ended." in text
    assert "Which armies those are is not known" in text
    assert "the garrison of Theirs" in alt


def test_known_militia_is_answered_exactly() -> None:
    court = Border()
    militia(court, 2)
    court.look()
    explored(court.world, court.me.id, THERE, 1)
    text, _ = told(court, spot(court))
    assert "Exact by the rules" in text
    assert "not known" not in text


def test_whoever_was_noticed_can_be_asked_about_either_way() -> None:
    court = Border()
    king = led(court)
    text, _ = told(court, king.name)
    assert f"{king.name} was noticed 1 turn ago, leading Heavy Cavalry and Legion." in text
    assert f"What {king.name} can do is not known" in text
    text, _ = told(court, king.name, defending=True)
    assert "for Ruler 1 to hold" in text


def test_a_guardian_is_asked_about_by_its_feature() -> None:
    court = Border(mine=0)
    site = court.site(THERE, "giants_castle", court.me, being="giant", hit_points=9, full=9)
    text, alt = told(court, "site#1")
    assert "What its guardian has left is not known" in text
    assert "against the Giant" in alt
    offers = list(FORECASTS.enemy.offers(asking(court), "giant", court.mine.name))
    assert [each.value for each in offers] == ["site#1"]
    court.change(site, being="")
    assert refused(court, "site#1").rule == "kingdoms.action.search"


def thief(court: Border, plan: tuple[str, ...], skill: Mapping[Ability, int] = NONE) -> Border:
    """A King who has come to a giant with a hoard, and means to do other than fight."""
    court.site(10, "giants_castle", court.me, being="giant", hit_points=30, full=30, gold=60)
    court.change(court.mine, plan=plan, skill=levels_of(skill))
    return court


@pytest.mark.rule("kingdoms.encounter.tactic-steal")
def test_a_theft_is_told_by_how_it_may_end_and_not_as_a_lost_fight() -> None:
    court = thief(Border(mine=0), ("ST", "FL"), {"TH": 4})
    text, alt = told(court, "site#1")
    stolen = re.search(r"(\d+)%: Ruler 1 steals, and gets away \(something gained\)", text)
    assert stolen
    assert int(stolen[1]) >= 60
    assert "for Ruler 1 to come off well at" in text
    assert "**Very unlikely" not in text
    assert "%: Ruler 1 flees" in text
    assert stolen[0] in alt
    ends = re.findall(r"^• (\d+)%: ", text, re.MULTILINE)
    assert 98 <= sum(map(int, ends)) <= 102


@pytest.mark.rule("kingdoms.encounter.tactic-talk")
def test_a_talk_is_told_by_what_it_may_bring_and_that_it_may_kill() -> None:
    court = thief(Border(mine=0), ("TA", "ME"))
    order = Search(character=ref(court.mine), feature=ref(next(court.world.all(Site))))
    said = brief_of(court, order)
    text, _ = told(court, "site#1")
    assert re.search(r"\d+%: they talk, and make a truce", text)
    assert re.search(r"may die: Ruler 1 \d+%\.$|\d+%: Ruler 1 dies", said.says)
    assert not said.hopeful
    assert "to come off well" in said.says


@pytest.mark.rule("kingdoms.encounter.end")
def test_a_line_of_a_preview_tells_two_ends_and_who_may_die() -> None:
    court = thief(Border(mine=0), ("TA", "ST", "ME"), {"TH": 1})
    text, _ = told(court, "site#1")
    every = re.findall(r"^• (\d+%: .+)$", text, re.MULTILINE)
    assert len(every) > 3
    order = Search(character=ref(court.mine), feature=ref(next(court.world.all(Site))))
    said = brief_of(court, order).says
    assert [end for end in every if end.replace("\\", "") in said] == every[:2]
    assert re.search(r"may die: Ruler 1 \d+%\.$|\d+%: Ruler 1 dies", said)


@pytest.mark.rule("kingdoms.encounter.plan")
def test_odds_go_by_the_encounter_plan_that_is_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    court = thief(Border(mine=0), ("ME",), {"TH": 4})
    seen = asking(court)
    monkeypatch.setattr(odds, "rules_at", lambda *_: RULES)
    monkeypatch.setattr(odds, "view_at", lambda *_: seen.view)
    question = FORECASTS.asked(seen, Fight((court.mine.name,), "site#1"))
    order = EncounterPlan(character=ref(court.mine), tactics=("Steal", "flee"))
    listed = [("k1", Queued("k1", order).to_json())]
    told = [
        odds.forecast(Path(), 1, 1, seen.faction, seen.player, question, orders, (0.0, False)).text
        for orders in ([], listed)
    ]
    assert ["steals" in text for text in told] == [False, True]


@pytest.mark.rule("kingdoms.encounter.plan")
def test_a_plan_is_offered_and_written_in_words_and_holds_nothing_that_cannot_be_done() -> None:
    court = thief(Border(mine=0), ("ME",), {"TH": 4, "EL": 2})
    seen = asking(court)
    state = planning(RULES, seen.view, seen.player)
    offered = [each.label for each in ENTRIES.among(state, {"character": str(ref(court.mine))})]
    assert offered == ["talk", "melee", "steal", "flee", "cast Fireball", "cast Ice Suspension"]
    order = EncounterPlan(character=ref(court.mine), tactics=("cast fireball", "ST", "Flee"))
    (planned,) = preview.plan(RULES, seen.view, seen.player, (Queued("k1", order),)).orders
    assert planned.outcome == "done", planned.refusal
    assert order.wanted(state) == ("CA-FI", "ST", "FL")
    wrong = EncounterPlan(character=ref(court.mine), tactics=("dance",))
    (planned,) = preview.plan(RULES, seen.view, seen.player, (Queued("k1", wrong),)).orders
    assert planned.refusal
    assert "talk, shoot, melee" in planned.refusal.instead


def test_a_question_without_sense_says_why() -> None:
    court = Border()
    king = led(court)
    assert refused(court, court.mine.name).says.endswith("treaty partners.")
    assert "not of your kingdom" in refused(court, spot(court), king.name).says
    assert "attacks nobody" in refused(court, spot(court), defending=True).says
    assert "You know of no" in refused(court, "Nobody at all").says
    court.treaty(court.me, court.foe)
    assert refused(court, king.name).rule == "kingdoms.treaty.effects"
    alone = Border(mine=0)
    assert refused(alone, spot(alone)).rule == "kingdoms.battle.trigger"
    empty = Border()
    empty.look()
    assert refused(empty, spot(empty)).rule == "kingdoms.map.ownership"
    hero = empty.ruler(empty.foe, THERE)
    empty.sight(empty.me, hero)
    says = refused(empty, hero.name, defending=True)
    assert says.rule == "kingdoms.action.pursue"


def brief_of(court: Border, order: Order) -> Brief:
    seen = asking(court)
    plan = preview.plan(RULES, seen.view, court.me.player, (Queued("k1", order),))
    (planned,) = plan.orders
    assert planned.outcome == "done", planned
    (question,) = FORECASTS.foreseen(planned)
    assert isinstance(question, OddsQuestion)
    after = Asking(seen.faces, plan.world, seen.faction, seen.player)
    return FORECASTS.brief(after, question, next(FORECASTS.estimates(after, question)))


def test_a_search_and_a_march_say_beforehand_what_they_would_bring() -> None:
    court = Border()
    led(court)
    holding = court.world.get(Holding, THERE)
    said = brief_of(court, Move(character=ref(court.mine), to=ref(holding))).says
    assert said.startswith("Ruler 1 would meet at least 2 armies of Ruler 2. ")
    assert "to win" in said
    alone = Border(mine=0)
    site = alone.site(10, "giants_castle", alone.me, being="giant", hit_points=30, full=30)
    said = brief_of(alone, Search(character=ref(alone.mine), feature=ref(site))).says
    assert said.startswith("Ruler 1 would meet the Giant. ")


def test_a_feature_leads_to_the_odds_of_who_is_near(desk: Desk) -> None:
    king = desk.table.king()
    site = desk.table.world.add(
        Site,
        holding=king.holding,
        feature="giants_castle",
        spot=1,
        being="giant",
        hit_points=30,
        full=30,
        gold=0,
        known_to=(1,),
    )
    look = desk.look()
    card = feature_card(look, look.view.get(Site, site.id))
    leads = [lead for box in card.boxes for row in box.rows for lead in row.leads]
    assert leads[0].command == "odds"
    given = dict(leads[0].given)
    question = FORECASTS.asked(look, Fight((given["mine"],), given["enemy"]))
    assert question.enemy == site.place
