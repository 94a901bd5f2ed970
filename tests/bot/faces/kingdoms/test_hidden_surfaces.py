"""No message, panel, map, alt text or list of a kingdom changes by what it cannot know.

`tests.hidden.kingdoms` lists the differences; views, ticks and choosers are tested beside the
engine. What is slow to draw is shared out: each pair of worlds reads a part of it, and all parts
together are everything. The ordinary run has as many pairs as it takes to read every part.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from bot import faces
from bot.faces.actions import deeds, done_to
from bot.faces.choices.asking import Asking
from bot.faces.kingdoms.crowns import PANELS
from bot.faces.kingdoms.map.atlas import ATLAS, LAYERS
from bot.faces.kingdoms.map.marching import MARCHES
from bot.faces.map.alt import map_alt
from bot.faces.map.chart import Focus
from bot.faces.map.layers import Layer
from bot.faces.map.picture import draw_map
from bot.faces.map.survey import Survey
from bot.faces.map.telling import map_words
from bot.faces.panels import Look, Panel
from bot.host import asking
from bot.jobs.agenda import agenda_of
from bot.reports import tick_messages
from engine.packs.kingdoms.crowns.ranks import RanksCounted
from engine.packs.kingdoms.pieces.records import Crown, Holding, Ruler, Site
from engine.turn import DueKind, TickOutcome
from engine.world import World
from tests.bot.faces.looking import Memory, desk
from tests.bot.reports.test_tick_messages import read_point
from tests.hidden.kingdoms import HIDDEN, shrouded, twin
from tests.packs.kingdoms.crowns.table import rules
from tests.packs.kingdoms.crowns.test_hidden import FACTION, due, orders, ticked

KINDS = sorted(HIDDEN)
SHARE = 6
"""One of this many shown things is read in one pair of worlds, others in the next."""
EVERY = 5
"""Number of kinds skipped for one that is in the ordinary run."""
SAMPLE = [
    pytest.param(kind, marks=() if place % EVERY == 0 else pytest.mark.soak)
    for place, kind in enumerate(KINDS)
]
PLAYER = 1


def look(view: World) -> Look:
    return Look(faces.of(rules()), view, FACTION, PLAYER, shrouded().tick, Memory((), orders()))


def shown(panel: Panel, view: World) -> object:
    """A panel about each thing that it is offered for first, and about what is hidden in part."""
    asked = [""]
    if panel.about:
        who = Asking(faces.of(rules()), view, FACTION, PLAYER)
        offers = list(panel.about.offers(who, ""))
        asked = [panel.about.meant(who, each.value) for each in (offers[0], offers[-1])]
    return [panel.make(look(view), about) for about in asked]


def about_the_hidden(view: World) -> object:
    """Panels about things that differ in what is hidden of them."""
    scene, by_name = shrouded(), {panel.name: panel for panel in PANELS}
    asked = [
        ("kingdom", scene.crown(2).id),
        ("character", scene.noticed.id),
        ("character", scene.crown(2).king),
        ("province", scene.far.id),
        ("feature", scene.site.id),
    ]
    return [by_name[name].make(look(view), str(id)) for name, id in asked]


def layer(chosen: Layer, view: World) -> object:
    """A layer of the map in words, its alt text, and all that it is drawn from."""
    survey = Survey(rules(), view, FACTION, player=PLAYER, orders=orders())
    chart = chosen.fill(survey, ATLAS.chart(survey))
    focus = Focus(layer=chosen)
    return repr(chart), map_alt(chart, focus), map_words(chart, focus)


def drawn(chosen: Layer, view: World) -> object:
    """A map as a picture."""
    survey = Survey(rules(), view, FACTION, player=PLAYER)
    chart = chosen.fill(survey, ATLAS.chart(survey))
    part = ATLAS.known_part(view, FACTION)
    return draw_map(chart, ATLAS.focus(view, part, chosen, "none"))


def marches(view: World) -> object:
    """Where own people can be sent, and what threatens them there."""
    survey = Survey(rules(), view, FACTION, player=PLAYER)
    pieces = list(MARCHES.pieces(view, PLAYER))
    return [(piece, MARCHES.goals(survey, piece.ref)) for piece in pieces if piece.goes]


def agenda(view: World) -> object:
    """Your turn, with nothing ordered yet and with much ordered."""
    return [agenda_of(desk(rules(), view, PLAYER, *queued)) for queued in ((), orders())]


def done(view: World) -> object:
    """What can be done with own things, and to others."""
    scene = shrouded()
    state = asking(rules(), view.fork(), PLAYER)
    things = [
        *(view.get(Crown, number) for number in (1, 2)),
        *(view.get(Ruler, id) for id in (scene.king().id, scene.noticed.id, scene.king(2).id)),
        *(view.get(Site, scene.site.id), view.get(Holding, scene.far.id)),
    ]
    return [(repr(deeds(state, each)), repr(list(done_to(state, each)))) for each in things]


SURFACES: list[Callable[[World], object]] = [
    *(partial(shown, panel) for panel in PANELS),
    *(about_the_hidden, marches, agenda, done),
    *(partial(layer, each) for each in LAYERS),
    *(partial(drawn, each) for each in LAYERS[::3]),
]


def told(world: World) -> list[str]:
    """All that the run of a turn and its end tell the kingdom, and all the world.

    How it stands for offices hangs on all kingdoms, and is left out.
    """
    ran = ticked(world, "run")
    return [*_messages("run", ran), *_messages("weekly", ticked(ran.world, "weekly"))]


def _messages(kind: DueKind, out: TickOutcome) -> list[str]:
    kept = tuple(each for each in out.entries if not isinstance(each.event, RanksCounted))
    messages = tick_messages(rules(), read_point(), due(kind), replace(out, entries=kept), "")
    return [repr(each) for each in messages if each.to.role in (f"faction:{FACTION}", "herald")]


@functools.cache
def usual(surface: int) -> object:
    """What is shown of the world that every pair begins with."""
    return SURFACES[surface](rules().view(shrouded().world, FACTION))


@functools.cache
def usually_told() -> list[str]:
    return told(shrouded().world)


@pytest.mark.rule("kingdoms.map.visibility")
@pytest.mark.parametrize("kind", SAMPLE)
def test_nothing_shows_what_is_hidden(kind: str) -> None:
    world = twin(kind)
    assert told(world) == usually_told()
    view = rules().view(world, FACTION)
    for surface in range(KINDS.index(kind) % SHARE, len(SURFACES), SHARE):
        assert SURFACES[surface](view) == usual(surface)


def test_the_ordinary_run_reads_every_surface_and_messages_tell_much() -> None:
    assert {place % SHARE for place in range(0, len(KINDS), EVERY)} == set(range(SHARE))
    text = "\n".join(usually_told())
    assert len(text) > 2_000
    assert "faction:1" in text
