"""What a map marks of the battles that a faction was told of: where, between whom, who fell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.faces.map import chart
from bot.faces.map.survey import Survey
from engine.campaign import Faction
from engine.events import Event
from engine.hexes import Hex
from engine.packs.cohorts.battle.record import BattleEnded, Participant
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.pieces.records import Character, Map, Province
from engine.world import World

MARKED: Final = (BattleFought,)


def happened(view: World, told: Iterable[Event]) -> Iterator[Hex]:
    """Where battles were fought, in provinces that the view knows."""
    grid = view.get(Map, 1).grid
    for event in told:
        if isinstance(event, BattleFought) and view.find(Province, event.province):
            yield grid.at(event.province - 1)


def battles(survey: Survey) -> Iterator[chart.RecentBattle]:
    """The battles in the survey's realm, the oldest first."""
    for ago, event, hex_ in _fought(survey):
        won = event.attackers if event.record.winner == "attacker" else event.defenders
        sides = (_sides(survey.view, some) for some in (event.attackers, event.defenders))
        told = f"{' against '.join(sides)}, won by {_sides(survey.view, won)}"
        yield chart.RecentBattle(hex_.x, hex_.y, ago, told)


def fallen(survey: Survey) -> Iterator[chart.Fallen]:
    """The characters who fell in them."""
    for ago, event, hex_ in _fought(survey):
        fight = event.record.engagements[-1]
        last = fight.events[-1] if fight.events else None
        if not isinstance(last, BattleEnded):
            continue
        units = [each for each in fight.participants if isinstance(each, Participant)]
        for unit, outcome in zip(units, last.outcomes, strict=True):
            if outcome.state == "dead" and unit.place.kind == Character.kind:
                yield chart.Fallen(hex_.x, hex_.y, unit.name, ago)


def _fought(survey: Survey) -> Iterator[tuple[int, BattleFought, Hex]]:
    grid = survey.view.get(Map, 1).grid
    for each in survey.happened:
        event = each.event
        if isinstance(event, BattleFought) and survey.view.find(Province, event.province):
            hex_ = grid.at(event.province - 1)
            if hex_.realm == survey.realm:
                yield each.ago, event, hex_


def _sides(view: World, factions: Iterable[int]) -> str:
    names = [each.name for id in factions if (each := view.find(Faction, id))]
    return " and ".join(names) or "nobody's people"
