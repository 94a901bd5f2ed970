"""`/odds` of a Cohorts campaign: stacks and cities against each other, by its battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bot.faces.choosing import Asking, Unanswered
from bot.faces.cohorts.asking import planning
from bot.faces.cohorts.odds.asked import asked, foes, own, own_stacks, refuse_unknown
from bot.faces.cohorts.odds.facts import TOLD, clash_of, odds_facts
from bot.faces.forecasts import Fight, Forecast, Forecasts, Side
from bot.faces.odds.facts import OddsFacts, Question
from bot.faces.odds.texts import brief, odds_text
from engine.battle import BATTLE, Odds
from engine.packs.cohorts.marching.encounters import WouldMeet
from engine.packs.cohorts.pieces.records import City, Stack
from engine.preview import Planned
from engine.world import Place


def _asked(asking: Asking, fight: Fight) -> Question:
    question = asked(asking, fight)
    if BATTLE not in asking.rules.contests:
        raise Unanswered("In this campaign no battles are fought.")
    return question


def _estimates(asking: Asking, question: Question) -> Iterator[Odds]:
    state = planning(asking.rules, asking.view, asking.player)
    clash = clash_of(asking.view, question)
    refuse_unknown(asking.view, asking.faction, question, clash)
    yield from asking.rules.contests[clash.kind].odds(state, clash)


def _foreseen(planned: Planned) -> Iterator[Question]:
    """The fights that a plan says an order would bring: whom a stack of mine would meet."""
    for entry in planned.entries:
        event = entry.event
        if isinstance(event, WouldMeet) and event.foes:
            cities = [each for each in event.foes if each.kind == City.kind]
            yield Question((Place(Stack.kind, event.stack),), (*cities, *event.foes)[0])


@dataclass(frozen=True, slots=True)
class Words:
    """How a system's forecasts speak of what is not known (`odds_facts`)."""

    told: Mapping[str, str] = field(default_factory=lambda: TOLD)
    assumed: str = ""

    def facts(
        self, asking: Asking, question: Question, odds: Odds, *, counting: bool = False
    ) -> OddsFacts:
        """The answer to a question."""
        return odds_facts(
            asking.rules, asking.view, asking.faction, question, odds,
            told=self.told, assumed=self.assumed, counting=counting,
        )  # fmt: skip


def _brief(words: Words, asking: Asking, question: Question, odds: Odds) -> str:
    return brief(words.facts(asking, question, odds))


def _tell(words: Words, asking: Asking, question: Question, odds: Odds, counting: bool) -> Forecast:
    from bot.faces.odds.picture import draw_odds

    facts = words.facts(asking, question, odds, counting=counting)
    return Forecast(
        title=facts.title,
        turn=facts.turn,
        text=odds_text(facts),
        picture=draw_odds(facts),
        counting=counting,
        hint="/show stack tells more",
        leads=facts.wanting,
    )


def forecasts(help: str, words: Words) -> Forecasts:
    """What `/odds` tells where stacks and cities fight as in Cohorts' world."""
    return Forecasts(
        help=help,
        mine=Side("Your stack; or your city, if it is attacked", own),
        enemy=Side("The stack or city against which it would fight", foes),
        more=Side("More stacks of yours that fight beside it, with commas between", own_stacks),
        defending="Whether they attack you, not you them",
        asked=_asked,
        estimates=_estimates,
        foreseen=_foreseen,
        brief=partial(_brief, words),
        tell=partial(_tell, words),
    )


FORECASTS: Final = forecasts("What a fight would bring, by what you know", Words())
