"""No panel, map, text, odds or picture of a faction changes by what it cannot know.

`tests.hidden` lists the differences; those of views and ticks are tested beside the engine. What is
slow to draw or reckon is shared out: each pair of worlds reads a part of it, and all parts together
are everything.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from functools import partial

import pytest

from bot.faces.cohorts.asking import planning
from bot.faces.cohorts.city.facts import city_facts
from bot.faces.cohorts.city.picture import draw_city
from bot.faces.cohorts.fighter.facts import fighter_facts
from bot.faces.cohorts.fighter.picture import draw_fighter
from bot.faces.cohorts.map import atlas
from bot.faces.cohorts.odds.facts import Question, clash_of, odds_facts
from bot.faces.cohorts.stack.facts import stack_facts
from bot.faces.cohorts.stack.picture import draw_stack
from bot.faces.map.alt import map_alt
from bot.faces.map.chart import Chart, Focus
from bot.faces.map.layers import Layer
from bot.faces.map.picture import draw_map
from bot.faces.map.survey import Survey
from bot.faces.paint.picture import Picture
from engine.battle import BATTLE
from engine.packs.cohorts.pieces.records import Character, City, Stack
from engine.world import World
from tests.bot.surface.test_random_worlds import panels
from tests.hidden import HIDDEN, twin, veiled

KINDS = sorted(HIDDEN)
LAYERS = sorted(atlas.LAYERS, key=lambda layer: layer.name)
SHARE = 9
"""Of what is shown every so many things are read in one pair of worlds, others in the next."""
SPOTS = ((6, 3), (10, 3), (1, 8), (20, 12))
"""Where maps are drawn: among captors, beside a stack in sight, before an enemy's city, far off."""


def tabs(part: int, view: World) -> object:
    """The texts of panels of some of all that a view holds."""
    return list(panels(view, veiled().ours.id, random.Random(part)))


def filled(layer: Layer, view: World) -> Chart:
    """All that a layer of the map is drawn from."""
    survey = Survey(veiled().rules, view, veiled().ours.id)
    return layer.fill(survey, atlas.ATLAS.chart(survey))


def chart(view: World) -> object:
    """All that maps are drawn from, and the alt texts of their layers."""
    charts = [(layer, filled(layer, view)) for layer in LAYERS]
    return [(repr(drawn), map_alt(drawn, Focus(layer=layer))) for layer, drawn in charts]


def a_map(centre: tuple[int, int], layer: Layer, view: World) -> Picture:
    """The picture of a part of the map by one layer."""
    return draw_map(filled(layer, view), Focus("zoom", centre, 2, layer, legend="none"))


def captive(view: World) -> Picture:
    """The panel of one's own in the hands of others."""
    scene = veiled()
    held = view.get(Character, scene.captive.id)
    return draw_fighter(fighter_facts(scene.rules, view, scene.ours.id, held))


def city(view: World) -> Picture:
    """The panel of a city of the enemy in view."""
    scene = veiled()
    shown = view.get(City, scene.named(City, "Town 8").id)
    return draw_city(city_facts(scene.rules, view, shown))


def stack(view: World) -> Picture:
    """The panel of a stack of the enemy in sight."""
    scene = veiled()
    shadow = view.get(Stack, scene.shadow.id)
    return draw_stack(stack_facts(scene.rules, view, scene.ours.id, shadow))


def odds(view: World) -> object:
    """The first estimate of a battle against that stack."""
    scene = veiled()
    scouts = next(each for each in view.all(Stack) if each.name == "Scouts 1")
    question = Question((scouts.place,), scene.shadow.place)
    state = planning(scene.rules, view, scene.me.id)
    first = next(iter(scene.rules.contests[BATTLE].odds(state, clash_of(view, question))))
    return repr(odds_facts(scene.rules, view, scene.ours.id, question, first))


SURFACES: list[Callable[[World], object]] = [
    *(partial(tabs, part) for part in range(6)),
    *(partial(a_map, centre, LAYERS[n % len(LAYERS)]) for n, centre in enumerate(SPOTS * 2)),
    *(chart, odds, captive, city, stack),
]


def seen(world: World) -> World:
    scene = veiled()
    return scene.rules.view(world, scene.ours.id)


@functools.cache
def shown(surface: int) -> object:
    """What is shown of the world that every pair begins with."""
    return SURFACES[surface](seen(veiled().world))


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("kind", KINDS)
def test_no_surface_shows_what_is_hidden(kind: str) -> None:
    view = seen(twin("cohorts", kind))
    for surface in range(KINDS.index(kind) % SHARE, len(SURFACES), SHARE):
        assert SURFACES[surface](view) == shown(surface)
