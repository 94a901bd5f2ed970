"""`/odds` of the game of kings: armies against armies, and two in person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.choosing import Asking
from bot.faces.forecasts import Forecast, Forecasts, Side
from bot.faces.kingdoms.odds.asked import asked, foes, own, own_people
from bot.faces.kingdoms.odds.facts import clash_of, odds_facts
from bot.faces.odds.facts import Question
from bot.faces.odds.texts import brief, odds_text
from engine.battle import Odds
from engine.dice import ForeseeDice
from engine.packs.kingdoms.crowns.ventures.foreseen import WouldFight, WouldMeet
from engine.packs.kingdoms.pieces.records import Ruler
from engine.preview import Planned
from engine.state import State
from engine.world import Place


def _estimates(asking: Asking, question: Question) -> Iterator[Odds]:
    state = State(asking.rules, asking.view.fork(), ForeseeDice())
    state.planning, state.player = True, asking.player
    clash = clash_of(asking.view, asking.rules.module, question)
    yield from asking.rules.contests[clash.kind].odds(state, clash)


def _foreseen(planned: Planned) -> Iterator[Question]:
    """The fights that a plan says an order would bring."""
    for entry in planned.entries:
        if isinstance(entry.event, WouldFight | WouldMeet):
            yield Question((Place(Ruler.kind, entry.event.ruler),), entry.event.foe)


def _brief(asking: Asking, question: Question, odds: Odds) -> str:
    return brief(odds_facts(asking.rules, asking.view, asking.faction, question, odds))


def _tell(asking: Asking, question: Question, odds: Odds, counting: bool) -> Forecast:
    from bot.faces.odds.picture import draw_odds

    facts = odds_facts(asking.rules, asking.view, asking.faction, question, odds, counting=counting)
    return Forecast(
        title=facts.title,
        turn=facts.turn,
        text=odds_text(facts),
        picture=draw_odds(facts),
        counting=counting,
        hint="/show character tells more",
        leads=facts.wanting,
    )


FORECASTS: Final = Forecasts(
    help="What a battle or an encounter would bring, by what you know",
    mine=Side("Your character; or your province, if it is attacked", own),
    enemy=Side("A province, a feature for its guardian, or a foreign character", foes),
    more=Side("More characters of yours who fight beside, with commas between", own_people),
    defending="Whether they attack you, not you them",
    asked=asked,
    estimates=_estimates,
    foreseen=_foreseen,
    brief=_brief,
    tell=_tell,
)
