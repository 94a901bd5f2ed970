"""The atlas of Cohorts: its map with planned ways, and its layers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.atlas import Atlas
from bot.faces.cohorts.map import places
from bot.faces.cohorts.map.marching import MARCHES
from bot.faces.map.chart import Chart
from bot.faces.map.layers import Layer
from bot.faces.map.survey import Survey


def _chart(survey: Survey) -> Chart:
    # Only workers pay for what draws.
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.cohorts.map.places import battles, fallen
    from bot.faces.cohorts.map.ways import ways_of

    rules, view = survey.rules, survey.view
    ways = ways_of(rules, view, survey.player, survey.orders) if survey.orders else ()
    idle = places.idle(view, survey.player, survey.orders) if survey.player else ()
    chart = chart_of(rules, view, survey.faction, ways, survey.realm, idle)
    return replace(chart, battles=tuple(battles(survey)), fallen=tuple(fallen(survey)))


def with_reaches(survey: Survey, chart: Chart) -> Chart:
    """The chart with what towers, castles, pieces and cities see or reach."""
    from bot.faces.cohorts.map.reaches import reaches

    return replace(chart, reaches=tuple(reaches(survey)))


def with_costs(survey: Survey, chart: Chart) -> Chart:
    """The chart with what steps by land cost in this module."""
    from bot.faces.cohorts.map.reaches import costs

    return replace(chart, costs=costs(survey.rules))


ATLAS: Final = Atlas(
    grid=places.grid,
    realms=places.realms,
    places=places.places,
    home=places.home,
    own=places.own,
    known=places.known,
    chart=_chart,
    marked=places.MARKED,
    happened=places.happened,
    marches=MARCHES,
    rule_of_shape="cohorts.world.map-shape",
    rule_of_realms="cohorts.world.hex-distance",
)

LAYERS: Final = (
    Layer("political", "Realms, cities, stacks, battles and your planned routes"),
    Layer(
        "terrain",
        "The land alone, with rivers, roads and settlements",
        "the terrain",
        realms=False,
        forces=False,
        routes=False,
    ),
    Layer(
        "resources",
        "Deposits of your baronies, villages, and what is worked",
        "resources",
        forces=False,
        routes=False,
        resources="always",
        symbols=False,
    ),
    Layer(
        "ownership",
        "Who holds what: factions, baronies, territories, kingdoms",
        "who holds what",
        forces=False,
        routes=False,
        resources="never",
        symbols=False,
        holdings=True,
        roads="none",
        faded=0.7,
    ),
    Layer(
        "roads",
        "Roads by level, barriers, gates, and what a step costs",
        "the roads",
        fill=with_costs,
        realms=False,
        forces=False,
        resources="never",
        symbols=False,
        roads="levels",
        faded=0.45,
    ),
    Layer(
        "towers",
        "What your towers, castles, pieces and cities see or reach",
        "what towers and pieces see",
        fill=with_reaches,
        realms=False,
        routes=False,
        resources="never",
        symbols=False,
        reaches=True,
        roads="none",
        faded=0.45,
    ),
)
"""The layers of `/map`, the first of which it shows unasked."""
