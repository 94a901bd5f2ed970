"""What a challenge on a world of Cohorts would bring, beside what battles would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.faces.choices.asking import Asking, planning
from bot.faces.cohorts.odds import forecasts as cohorts
from bot.faces.forecasts import Brief
from bot.faces.odds.facts import EVEN, OddsFacts, OddsQuestion, OddsSide, Prospect
from bot.faces.odds.texts import brief
from engine.battle import Clash, Odds
from engine.campaign import Faction, Now
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Province
from engine.packs.kingdoms.bouts.contest import BOUT
from engine.packs.kingdoms.bouts.on_cohorts.challenging import WouldChallenge, where
from engine.packs.kingdoms.bouts.on_cohorts.system import CHALLENGE
from engine.preview import Planned
from engine.world import Place


@dataclass(frozen=True, slots=True)
class Dare(OddsQuestion):
    """What is asked of a challenge: one character against one."""


def _foreseen(planned: Planned) -> Iterator[OddsQuestion]:
    yield from cohorts.FORECASTS.foreseen(planned)
    for entry in planned.entries:
        event = entry.event
        if isinstance(event, WouldChallenge):
            one, other = (Place(Character.kind, id) for id in (event.character, event.target))
            yield Dare((one,), other)


def _estimates(asking: Asking, question: OddsQuestion) -> Iterator[Odds]:
    if not isinstance(question, Dare):
        yield from cohorts.FORECASTS.estimates(asking, question)
        return
    state = planning(asking.rules, asking.view, asking.player)
    one = state.world.get(Character, question.mine[0].id)
    ground = Place(Province.kind, where(state.world, one))
    clash = Clash(
        kind=BOUT, sides=(question.mine, (question.enemy,)), trigger=CHALLENGE, place=ground
    )
    yield from asking.rules.contests[BOUT].odds(state, clash)


def _brief(asking: Asking, question: OddsQuestion, odds: Odds) -> Brief:
    if not isinstance(question, Dare):
        return cohorts.FORECASTS.brief(asking, question, odds)
    one, other = (asking.view.get(Character, each.id) for each in (*question.mine, question.enemy))
    low, high = odds.band
    facts = OddsFacts(
        mine=_side(asking, one, "attacks", odds, (odds.attacker_wins, low, high)),
        theirs=_side(asking, other, "defends", odds, (1 - odds.attacker_wins, 1 - high, 1 - low)),
        place="",
        turn=asking.view.get(Now, 1).turn,
        exact=odds.exact,
        battles=odds.battles,
        counting=False,
        knowledge=(),
        guessed=(),
        wanting=(),
        fight="encounter",
    )
    return Brief(brief(facts), facts.mine.wins >= EVEN)


def _side(
    asking: Asking, who: Character, role: str, odds: Odds, chances: tuple[float, float, float]
) -> OddsSide:
    """One who fights alone."""
    fates = [
        Prospect(who.name, "", fate.falls, fate.lost, person=True)
        for fate in odds.fates
        if fate.piece == who.place
    ]
    owner = asking.view.find(Faction, faction_of(asking.view, who))
    return OddsSide(who.name, role, owner, *chances, tuple(fates), None)


FORECASTS: Final = replace(
    cohorts.FORECASTS, foreseen=_foreseen, estimates=_estimates, brief=_brief
)
