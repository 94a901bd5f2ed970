"""`/odds` of a Cohorts campaign: stacks and cities against each other, by its battles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.faces.choices.asking import Asking, Unanswered, planning
from bot.faces.cohorts.odds.asked import asked, foes, own, own_stacks, refuse_unknown
from bot.faces.cohorts.odds.facts import QuestFight, clash_of, odds_facts
from bot.faces.forecasts import Fight, Forecasts, ForecastSide, of_groups
from bot.faces.odds.facts import OddsQuestion
from bot.faces.odds.telling import Telling
from engine.battle import BATTLE, Odds
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.encounters import WouldMeet
from engine.packs.cohorts.military.repelling import WouldRepel
from engine.packs.cohorts.pieces.records import City, Stack
from engine.packs.cohorts.quests.beings import assemble
from engine.packs.cohorts.quests.questing import QuestBegun
from engine.preview import Planned
from engine.world import Place


def _asked(asking: Asking, fight: Fight) -> OddsQuestion:
    question = asked(asking, fight)
    if BATTLE not in asking.rules.contests:
        raise Unanswered("In this campaign no battles are fought.")
    return question


def _estimates(asking: Asking, question: OddsQuestion) -> Iterator[Odds]:
    state = planning(asking.rules, asking.view, asking.player)
    clash = clash_of(asking.view, question)
    refuse_unknown(asking.view, asking.faction, question, clash)
    yield from asking.rules.contests[clash.kind].odds(state, clash)


def _foreseen(planned: Planned) -> Iterator[OddsQuestion]:
    """The fights that a plan says an order would bring: whom a stack or garrison would meet."""
    for entry in planned.entries:
        event = entry.event
        if isinstance(event, WouldMeet) and event.foes:
            cities = [each for each in event.foes if each.kind == City.kind]
            yield OddsQuestion((Place(Stack.kind, event.stack),), (*cities, *event.foes)[0])
        elif isinstance(event, WouldRepel):
            yield from (OddsQuestion((Place(City.kind, event.city),), foe) for foe in event.foes)
        elif isinstance(event, QuestBegun):
            stack = Place(Stack.kind, event.stack)
            yield QuestFight((stack,), stack, quest=event.quest)


def _staged(asking: Asking, question: OddsQuestion) -> tuple[Asking, OddsQuestion]:
    """The foes of a quest stand there only once it is taken on."""
    if not isinstance(question, QuestFight):
        return asking, question
    state = planning(asking.rules, asking.view, asking.player)
    quest = asking.rules.module.content(Content).quests[question.quest]
    (stack,) = question.mine
    here = state.world.get(Stack, stack.id).province
    foes = assemble(state, quest.name, quest.foes, here)
    return replace(asking, view=state.world), replace(question, enemy=foes.place)


HINT: Final = "/show stack tells more"
_TELLING: Final = Telling(odds_facts, HINT)
FORECASTS: Final = Forecasts(
    help="What a fight would bring, by what you know",
    mine=ForecastSide("Your stack; or your city, if it is attacked", own),
    enemy=ForecastSide("The stack or city against which it would fight", foes),
    more=ForecastSide("More stacks of yours that fight beside it, with commas between", own_stacks),
    defending="Whether they attack you, not you them",
    asked=_asked,
    estimates=_estimates,
    heeds=of_groups("set", "equip"),
    foreseen=_foreseen,
    staged=_staged,
    brief=_TELLING.brief,
    tell=_TELLING.tell,
)
