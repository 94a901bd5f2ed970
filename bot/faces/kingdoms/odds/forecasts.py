"""`/odds` of the game of kings: armies against armies, and two in person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.choices.asking import Asking, planning
from bot.faces.forecasts import Forecasts, ForecastSide
from bot.faces.kingdoms.odds.asked import asked, foes, own, own_people
from bot.faces.kingdoms.odds.facts import clash_of, odds_facts
from bot.faces.odds.facts import OddsQuestion
from bot.faces.odds.telling import Telling
from engine.battle import Odds
from engine.packs.kingdoms.crowns.ventures.acting import FreeOrder
from engine.packs.kingdoms.crowns.ventures.foreseen import WouldFight, WouldMeetInPerson
from engine.packs.kingdoms.pieces.records import Ruler
from engine.preview import Planned
from engine.world import Place


def _estimates(asking: Asking, question: OddsQuestion) -> Iterator[Odds]:
    state = planning(asking.rules, asking.view, asking.player)
    clash = clash_of(asking.view, asking.rules.module, question)
    yield from asking.rules.contests[clash.kind].odds(state, clash)


def _foreseen(planned: Planned) -> Iterator[OddsQuestion]:
    """The fights that a plan says an order would bring."""
    for entry in planned.entries:
        if isinstance(entry.event, WouldFight | WouldMeetInPerson):
            yield OddsQuestion((Place(Ruler.kind, entry.event.ruler),), entry.event.foe)


_TELLING: Final = Telling(odds_facts, "/show character tells more")
FORECASTS: Final = Forecasts(
    help="What a battle or an encounter would bring, by what you know",
    mine=ForecastSide("Your character; or your province, if it is attacked", own),
    enemy=ForecastSide("A province, a feature for its guardian, or a foreign character", foes),
    more=ForecastSide("More characters of yours who fight beside, with commas between", own_people),
    defending="Whether they attack you, not you them",
    asked=asked,
    estimates=_estimates,
    heeds=lambda order: issubclass(order, FreeOrder),
    foreseen=_foreseen,
    brief=_TELLING.brief,
    tell=_TELLING.tell,
)
