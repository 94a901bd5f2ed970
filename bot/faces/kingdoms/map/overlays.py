"""What the layers of a Kingdoms map lay upon provinces, each read off what a faction knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.faces.kingdoms.looks import BEING, GRAVE, SPELL, looks_of
from bot.faces.kingdoms.places import explored, hex_of
from bot.faces.map import chart
from bot.faces.map.chart import Chart
from bot.faces.map.survey import Survey
from engine.packs.kingdoms.content.arts import ArtsContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import Grave, Holding, LastingSpell, Ruler, Site
from engine.world import World

_EXPLORED: Final = "#1D4E89"
_GRAVES: Final = "#D5CCB4"
_SPELLS: Final = "#C7A0F0"
_GUARDED: Final = "#B3203A"
_FREE: Final = "#2F7D5B"
_GOLD: Final = "#8A5A00"
_RICH: Final = 10
"""A tax base of so much or more is hatched as thickly as any."""
_MANY: Final = 4
"""Number of graves from which more show no stronger."""


def with_exploration(survey: Survey, chart_: Chart) -> Chart:
    """The chart with how far each province is explored."""
    spots = _spots(
        survey.view,
        ((id, percent / 100, f"{percent}") for id, percent in explored(survey.view).items()),
    )
    return _with(
        _unnamed(chart_), chart.Overlay("Explored", "hatch", _EXPLORED, spots, scaled=True)
    )


def with_taxes(survey: Survey, chart_: Chart) -> Chart:
    """The chart with the tax bases that are known, without features."""
    known = [each for each in survey.view.all(Holding) if each.knows("tax") and each.tax]
    spots = _spots(
        survey.view, ((each.id, min(each.tax, _RICH) / _RICH, f"{each.tax}") for each in known)
    )
    return _with(_unnamed(chart_), chart.Overlay("Tax base", "hatch", _GOLD, spots))


def with_features(survey: Survey, chart_: Chart) -> Chart:
    """The chart with what guards the features that are known."""
    content = survey.rules.module.content(EncounterContent)
    looks = looks_of(survey.rules)
    guarded: dict[str, list[int]] = {}
    free: list[int] = []
    for site in survey.view.all(Site):
        if site.being:
            guarded.setdefault(site.being, []).append(site.holding)
        else:
            free.append(site.holding)
    made = [
        chart.Overlay(
            f"Guarded by {content.beings[being].name}",
            "mark",
            _GUARDED,
            _spots(survey.view, ((id, 1.0, "") for id in where)),
            looks.icon("beings", being, BEING),
        )
        for being, where in sorted(guarded.items())
    ]
    spots = _spots(survey.view, ((id, 1.0, "") for id in free))
    made.append(chart.Overlay("Nobody guards it", "hatch", _FREE, spots))
    return _with(chart_, *made)


def with_graves(survey: Survey, chart_: Chart) -> Chart:
    """The chart with the graves where own people are."""
    counts = Counter(grave.holding for grave in survey.view.all(Grave))
    spots = _spots(
        survey.view,
        ((id, min(count, _MANY) / _MANY, f"{count}") for id, count in sorted(counts.items())),
    )
    return _with(chart_, chart.Overlay("Graves", "mark", _GRAVES, spots, GRAVE))


def with_spells(survey: Survey, chart_: Chart) -> Chart:
    """The chart with own spells that last."""
    arts = survey.rules.module.content(ArtsContent).arts
    where: dict[str, list[int]] = {}
    for each in survey.view.all(LastingSpell):
        holding = _holding_of(survey.view, each)
        if holding:
            where.setdefault(each.art, []).append(holding)
    made = [
        chart.Overlay(
            f"{arts[art].name} ({art})",
            "mark",
            _SPELLS,
            _spots(survey.view, ((id, 1.0, art) for id in ids)),
            SPELL,
        )
        for art, ids in sorted(where.items())
    ]
    return _with(chart_, *made)


def _holding_of(view: World, spell: LastingSpell) -> int:
    """Where a spell lies; 0 where that is not known."""
    on = view.at(spell.on)
    match on:
        case Holding():
            return on.id
        case Site():
            return on.holding
        case Ruler() if on.knows("holding"):
            return on.holding
        case _:
            return 0


def _spots(view: World, of: Iterable[tuple[int, float, str]]) -> tuple[chart.Spot, ...]:
    def made() -> Iterator[chart.Spot]:
        for id, share, text in of:
            here = hex_of(view, id)
            yield chart.Spot(here.x, here.y, share, text)

    return tuple(made())


def _unnamed(chart_: Chart) -> Chart:
    """The chart with features without names, where figures of provinces count."""
    return replace(chart_, sites=tuple(replace(each, name="") for each in chart_.sites))


def _with(chart_: Chart, *overlays: chart.Overlay) -> Chart:
    return replace(chart_, overlays=(*chart_.overlays, *overlays))
