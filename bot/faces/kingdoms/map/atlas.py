"""The atlas of Kingdoms: its map with planned ways, and its layers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from bot.faces.atlas import Atlas
from bot.faces.kingdoms import places
from bot.faces.kingdoms.map import marks
from bot.faces.kingdoms.map.chart import chart_of
from bot.faces.kingdoms.map.marching import MARCHES
from bot.faces.kingdoms.map.overlays import (
    with_exploration,
    with_features,
    with_graves,
    with_spells,
    with_taxes,
)
from bot.faces.kingdoms.map.ways import free_people, routes_of
from bot.faces.map.chart import Chart, Route
from bot.faces.map.layers import Layer
from bot.faces.map.survey import Survey


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
    fought = tuple(marks.battles(survey))
    return replace(chart, stacks=stacks, battles=fought, routes=routes)


ATLAS: Final = Atlas(
    grid=places.grid,
    realms=places.realms,
    places=places.places,
    home=places.home,
    own=places.own,
    known=places.known,
    chart=_chart,
    marked=marks.MARKED,
    happened=marks.happened,
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
