"""The map of the sand: who stands where, and, on a separate layer, where blood was spilt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.faces.atlas import Atlas, MapPlace
from bot.faces.map import chart
from bot.faces.map.chart import Chart
from bot.faces.map.layers import Layer
from bot.faces.map.survey import Survey
from engine.campaign import Faction, Now
from engine.hexes import Grid, Hex, located
from engine.world import World
from skirmish.rules.records import Arena, Fighter, Spot, school_of

_BLOOD: Final = "#8E1F2B"
_TERMS: Final = chart.MapTerms(hexes="places", forces="fighters")
_MOST: Final = 4  # marks of blood that show as strongly as any


def _grid(view: World) -> Grid:
    return view.get(Arena, 1).grid


def _realms(view: World) -> tuple[str, ...]:
    return ("The sand",)


def _standing(view: World) -> Iterator[tuple[Fighter, Hex]]:
    grid = _grid(view)
    for fighter in view.all(Fighter):
        if fighter.spot:
            yield fighter, grid.at(fighter.spot - 1)


def _places(view: World, faction: int) -> Iterator[MapPlace]:
    for fighter, hex in _standing(view):
        where = located(*hex.spot)
        yield MapPlace(f"{fighter.name} {where}", where, hex, fighter.name)
    for spot, hex in zip(view.all(Spot), _grid(view), strict=True):
        if view.first(Fighter, "spot", spot.id) is None:
            yield MapPlace(f"the sand {located(*hex.spot)}", located(*hex.spot), hex)


def _home(view: World, faction: int, player: int) -> Hex | None:
    return next((hex for fighter, hex in _standing(view) if fighter.player == player), None)


def _own(view: World, faction: int) -> Iterator[Hex]:
    return (hex for fighter, hex in _standing(view) if school_of(view, fighter) == faction)


def _known(view: World) -> Iterator[Hex]:
    return iter(_grid(view))


def chart_of(survey: Survey) -> Chart:
    """The sand and all who stand on it."""
    from bot.faces.paint.shapes import emblem

    view = survey.view
    grid, me, turn = _grid(view), view.get(Faction, survey.faction), view.get(Now, 1).turn
    keys = {each.id: each.key for each in view.all(Faction)}
    return Chart(
        grid.width,
        grid.height,
        tuple(chart.Cell(hex.x, hex.y, "desert") for hex in grid),
        wrap=False,
        factions=tuple(
            chart.FactionLook(each.key, each.name, each.colour, emblem(each.emblem))
            for each in view.all(Faction)
        ),
        own=me.key,
        stacks=tuple(
            chart.Stack(hex.x, hex.y, fighter.name, keys[school_of(view, fighter)], counted=False)
            for fighter, hex in _standing(view)
        ),
        title=me.name,
        subtitle=survey.rules.module.year.date_of(turn),
        turn=turn,
        terms=_TERMS,
    )


def with_blood(survey: Survey, chart_: Chart) -> Chart:
    """The chart with blood on the sand."""
    spots = tuple(
        chart.Spot(each.x, each.y, min(each.blood, _MOST) / _MOST, str(each.blood))
        for each in survey.view.all(Spot)
        if each.blood
    )
    blood = chart.Overlay("Blood on the sand", "shade", _BLOOD, spots, scaled=True)
    return replace(chart_, overlays=(*chart_.overlays, blood))


ATLAS: Final = Atlas(
    grid=_grid,
    realms=_realms,
    places=_places,
    home=_home,
    own=_own,
    known=_known,
    chart=chart_of,
    rule_of_shape="skirmish.arena.sand",
)
LAYERS: Final = (
    Layer("fighters", "Who stands where", resources="never", roads="none"),
    Layer(
        "blood",
        "Where wounds were struck",
        "blood on the sand",
        fill=with_blood,
        resources="never",
        roads="none",
        faded=0.3,
    ),
)
