"""The atlas of Kingdoms: its map with planned ways, and its layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from bot.faces.atlas import Atlas
from bot.faces.kingdoms import places
from bot.faces.kingdoms.days import DayFacts, days_of
from bot.faces.kingdoms.map.chart import chart_of
from bot.faces.kingdoms.map.marching import MARCHES
from bot.faces.kingdoms.map.overlays import (
    with_exploration,
    with_features,
    with_graves,
    with_spells,
    with_taxes,
)
from bot.faces.kingdoms.places import hex_of
from bot.faces.map import chart
from bot.faces.map.chart import Chart, Route
from bot.faces.map.layers import Layer
from bot.faces.map.survey import Survey
from engine.campaign import Now
from engine.events import Event
from engine.hexes import Hex
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.pieces.records import Crown, Holding, Ruler
from engine.world import World


def days(survey: Survey) -> tuple[DayFacts, ...]:
    """The turns of the player's characters, by id."""
    crown = survey.view.first(Crown, "player", survey.player)
    people = [
        each for each in survey.view.by(Ruler, "crown", crown.id if crown else 0) if each.alive
    ]
    turn = survey.view.get(Now, 1).turn
    return days_of(survey.rules, survey.view, people if crown else (), survey.orders, turn)


def routes_of(survey: Survey) -> Iterator[Route]:
    """The way of each character who would move, as far as each step leads to the next province.

    Each step is numbered by its phase; where the character does something else between two, the
    way goes on as another.
    """
    for day in days(survey):
        way, first, here = [day.ruler.holding], 0, day.ruler.holding
        for slot in day.slots:
            if not slot.goal or slot.late:
                continue
            if slot.goal not in adjacent(survey.view, here):
                break
            if slot.first != first + len(way) - 1:
                yield from _route(survey, way, first)
                way, first = [here], slot.first
            way.append(slot.goal)
            here = slot.goal
        yield from _route(survey, way, first)


def _route(survey: Survey, way: list[int], first: int) -> Iterator[Route]:
    """Steps in phases one behind the other, from the first of them."""
    if len(way) > 1:
        spots = tuple(hex_of(survey.view, id).spot for id in way)
        yield Route(spots, turn_ends=tuple(range(1, len(way))), first_turn=first)


def free_people(survey: Survey) -> dict[str, None]:
    """The names of the player's characters who have no order yet."""
    return {day.ruler.name: None for day in days(survey) if day.able and not day.slots}


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


def _chart(survey: Survey) -> Chart:
    routes: tuple[Route, ...] = ()
    idle: dict[str, None] = {}
    if survey.player:
        routes = tuple(routes_of(survey))
        idle = free_people(survey)
    chart = chart_of(survey)
    stacks = tuple(
        replace(each, idle=each.owner == chart.own and each.name in idle) for each in chart.stacks
    )
    fought = tuple(battles(survey))
    return replace(chart, stacks=stacks, battles=fought, routes=routes)


ATLAS: Final = Atlas(
    grid=places.grid,
    realms=places.realms,
    places=places.places,
    home=places.home,
    own=places.own,
    known=places.known,
    chart=_chart,
    marked=MARKED,
    happened=happened,
    marches=MARCHES,
    rule_of_shape="kingdoms.mapping.province",
)

_plain: Final = partial(Layer, roads="none", resources="never")
_inward: Final = partial(_plain, routes=False)
"""Of one thing alone."""
LAYERS: Final = (
    _plain(
        "kingdoms",
        "Who owns what, characters, garrisons, features, battles and your planned routes",
    ),
    _inward(
        "exploration",
        "How far you have explored each province, in percent",
        "how far you have explored",
        fill=with_exploration,
        forces=False,
        symbols=False,
        faded=0.6,
    ),
    _inward(
        "features",
        "Features that you have discovered, and what guards them",
        "the features that you know",
        fill=with_features,
        forces=False,
        faded=0.35,
    ),
    _inward(
        "tax",
        "The tax base of every province where you know it",
        "tax bases",
        fill=with_taxes,
        forces=False,
        symbols=False,
        faded=0.5,
    ),
    _inward(
        "graves",
        "Graves where your people are, from which armies may rise",
        "graves",
        fill=with_graves,
        realms=False,
        faded=0.35,
    ),
    _inward(
        "spells",
        "Your spells that last, and where they lie",
        "your spells",
        fill=with_spells,
        forces=False,
        faded=0.35,
    ),
    _inward(
        "land",
        "The land alone",
        "the land",
        realms=False,
        forces=False,
    ),
)
"""The layers of `/map`, the first of which it shows unasked."""
