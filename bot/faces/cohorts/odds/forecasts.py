"""`/odds` of a Cohorts campaign: stacks and cities against each other, by its battles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.choosing import Asking, Unanswered
from bot.faces.cohorts.asking import planning
from bot.faces.cohorts.odds.asked import asked, foes, own, own_stacks
from bot.faces.cohorts.odds.facts import Question, clash_of, odds_facts
from bot.faces.cohorts.odds.texts import odds_text
from bot.faces.forecasts import Fight, Forecast, Forecasts, Side
from engine.battle import BATTLE, Odds


def _asked(asking: Asking, fight: Fight) -> Question:
    question = asked(asking, fight)
    if BATTLE not in asking.rules.contests:
        raise Unanswered("In this campaign no battles are fought.")
    return question


def _estimates(asking: Asking, question: Question) -> Iterator[Odds]:
    state = planning(asking.rules, asking.view, asking.player)
    clash = clash_of(asking.view, question)
    yield from asking.rules.contests[clash.kind].odds(state, clash)


def _tell(asking: Asking, question: Question, odds: Odds, counting: bool) -> Forecast:
    from bot.faces.cohorts.odds.picture import draw_odds

    facts = odds_facts(asking.rules, asking.view, asking.faction, question, odds, counting=counting)
    return Forecast(
        title=facts.title,
        turn=facts.turn,
        text=odds_text(facts),
        picture=draw_odds(facts),
        counting=counting,
        hint="/show stack tells more",
    )


FORECASTS: Final = Forecasts(
    help="What a fight would bring, by what you know",
    mine=Side("Your stack; or your city, if it is attacked", own),
    enemy=Side("The stack or city against which it would fight", foes),
    more=Side("More stacks of yours that fight beside it, with commas between", own_stacks),
    defending="Whether they attack you, not you them",
    asked=_asked,
    estimates=_estimates,
    tell=_tell,
)
