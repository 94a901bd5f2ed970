"""What a map marks of the battles that a faction was told of: where, and who won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.faces.kingdoms.places import hex_of
from bot.faces.map import chart
from bot.faces.map.survey import Survey
from engine.events import Event
from engine.hexes import Hex
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.pieces.records import Crown, Holding
from engine.world import World

MARKED: Final = (KingdomBattleFought,)


def happened(view: World, told: Iterable[Event]) -> Iterator[Hex]:
    """Where battles were fought."""
    for event in told:
        if isinstance(event, KingdomBattleFought) and view.find(Holding, event.holding):
            yield hex_of(view, event.holding)


def battles(survey: Survey) -> Iterator[chart.RecentBattle]:
    """The battles that the faction was told of lately, the oldest first."""
    for each in survey.happened:
        event = each.event
        if isinstance(event, KingdomBattleFought) and survey.view.find(Holding, event.holding):
            here = hex_of(survey.view, event.holding)
            sides = [_side(survey.view, side) for side in (event.attacker, event.defender)]
            won = sides[0] if event.winner == "attacker" else sides[1]
            told = f"{sides[0]} against {sides[1]}, won by {won}"
            yield chart.RecentBattle(here.x, here.y, each.ago, told)


def _side(view: World, crown: int) -> str:
    if not crown:
        return "the militia"
    known = view.find(Crown, crown)
    return known.name if known else "a kingdom"
