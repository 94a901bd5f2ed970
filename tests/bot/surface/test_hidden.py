"""No panel, map, text, odds or picture of a faction changes by what it cannot know.

Nor are onlookers shown anything that any faction which plays does not know.

`tests.hidden` lists the differences; those of views and ticks are tested beside the engine, and
messages in `test_hidden_reports`. What is slow to draw or reckon is shared out: each pair of worlds
reads a part of it, and all parts together are everything. The ordinary run has as many pairs as it
takes to read every part.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import pytest

from bot import faces
from bot.faces.cards.picture import draw_card
from bot.faces.choices.asking import Asking, planning
from bot.faces.choices.examples import examples
from bot.faces.cohorts.agent.panel import card_of as agent_card
from bot.faces.cohorts.city.panel import card_of as city_card
from bot.faces.cohorts.fighter.panel import card_of as fighter_card
from bot.faces.cohorts.map import atlas
from bot.faces.cohorts.map.marching import MARCHES
from bot.faces.cohorts.market.panel import card_of as market_card
from bot.faces.cohorts.quests.panel import card_of as quests_card
from bot.faces.cohorts.stack.panel import card_of as stack_card
from bot.faces.map.alt import map_alt
from bot.faces.map.chart import Chart, Focus
from bot.faces.map.layers import Layer
from bot.faces.map.picture import draw_map
from bot.faces.map.survey import Survey
from bot.faces.map.telling import map_words
from bot.faces.odds.facts import OddsQuestion
from bot.faces.paint.picture import Picture
from bot.faces.panels import Look
from bot.jobs.opened import ONLOOKERS, known_to_all
from engine.campaign import Player
from engine.forms import given_by_players
from engine.orders import Parameter, Queued, Ref, parameters
from engine.packs import Rules
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit
from engine.suggesting import ParameterTrial, choices
from engine.world import Row, World
from tests import hidden
from tests.bot.faces.looking import Memory, first_odds
from tests.hidden import HIDDEN, kingdoms, twin, veiled, warmaster
from tests.packs.kingdoms.crowns.table import rules as kingdom_rules

KINDS = sorted(HIDDEN)
LAYERS = sorted(atlas.LAYERS, key=lambda layer: layer.name)
SHARE = 4
"""One of this many shown things is read in one pair of worlds, others in the next."""
SPOTS = ((6, 3), (10, 3), (1, 8), (20, 12))
"""Where maps are drawn: among captors, beside a stack in sight, before an enemy's city, far off."""

HOME = Ref("province", 1)
"""Where a standing order goes."""


R = TypeVar("R", Agent, Character, City, Stack, Unit)
SAMPLE = 4
"""Things of a kind whose panels are read in one part."""


def cards(part: int, view: World) -> object:
    """Panels of some of all that a view holds."""
    scene, chance = veiled(), random.Random(part)
    rules, ours = scene.rules, scene.ours.id

    def some(cls: type[R]) -> list[R]:
        named = [each for each in view.all(cls) if each.knows("name")]
        return chance.sample(named, min(len(named), SAMPLE))

    return [
        *(repr(city_card(rules, view, city)) for city in some(City)),
        *(repr(fighter_card(rules, view, ours, piece)) for piece in some(Character) + some(Unit)),
        *(repr(agent_card(rules, view, ours, agent)) for agent in some(Agent)),
        *(repr(stack_card(rules, view, ours, stack)) for stack in some(Stack)),
        repr(market_card(rules, view, ours)),
        repr(quests_card(Asking(faces.of(rules), view, ours, scene.me.id))),
    ]


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
    return draw_map(filled(layer, view), Focus("zoom", centre, 2, layer=layer, legend="none"))


def captive(view: World) -> Picture:
    """The panel of an own captured piece."""
    scene = veiled()
    held = view.get(Character, scene.captive.id)
    return draw_card(fighter_card(scene.rules, view, scene.ours.id, held), view)


def city(view: World) -> Picture:
    """The panel of a city of the enemy in view."""
    scene = veiled()
    shown = view.get(City, scene.named(City, "Town 8").id)
    return draw_card(city_card(scene.rules, view, shown), view)


def stack(view: World) -> Picture:
    """The panel of a stack of the enemy in sight."""
    scene = veiled()
    shadow = view.get(Stack, scene.shadow.id)
    return draw_card(stack_card(scene.rules, view, scene.ours.id, shadow), view)


def odds(view: World) -> object:
    """The first estimate of a battle against that stack."""
    return first_odds(veiled(), view, veiled().shadow)


def words(view: World) -> object:
    """The map in words, by some layers."""
    return [map_words(filled(layer, view), Focus(layer=layer)) for layer in LAYERS[::3]]


def marches(view: World) -> object:
    """Where one's own can be sent and what threatens them there, with the map of their reach."""
    scene = veiled()
    ours, me = scene.ours.id, scene.me.id
    shown: list[object] = []
    for piece in MARCHES.pieces(view, me):
        survey = Survey(scene.rules, view, ours, player=me)
        goals = MARCHES.goals(survey, piece.ref) if piece.goes else ()
        for goal in goals[-1:]:
            order = Move.model_validate(MARCHES.given(piece.ref, goal.ref))
            going = replace(survey, orders=(Queued("k1", order),))
            reached = MARCHES.reach(survey, atlas.ATLAS.chart(survey), piece.ref)
            threats = MARCHES.dangers(going, piece.ref, "k1")
            shown.append((piece, goals, threats, repr(reached)))
    assert len(shown) > 1
    return shown


def helped(part: int, view: World) -> object:
    """How `/help` would have some of the orders given."""
    paths = sorted(given_by_players(veiled().rules))[part::3]
    return examples(veiled().rules, view, veiled().me.id, tuple(paths))


def suggested(part: int, view: World) -> object:
    """What some orders would take for their first parameter, and why not the rest."""
    rules, me = veiled().rules, veiled().me.id
    state = planning(rules, view.fork(), me)
    found: list[object] = []
    for path, cls in sorted(given_by_players(rules).items())[part::9]:
        first = next(each for each in parameters(cls))
        if first.asks:
            trial = ParameterTrial([state], cls, first.name, {})
            some = islice(choices(first.asks, state, {}), 6)
            found.append((path, [(one, trial.refusal(_value(first, one.value))) for one in some]))
    return found


def _value(parameter: Parameter, value: str) -> object:
    return (value,) if parameter.many else value


def waits(view: World) -> object:
    """What a standing order may wait for, and whether it is so."""
    rules, me = veiled().rules, veiled().me.id
    state = planning(rules, view, me)
    order = Move.model_validate(MARCHES.given(next(MARCHES.pieces(view, me)).ref, HOME))
    offered = [until for kind in rules.untils.values() for until in kind.offers(state, order, None)]
    return [(until.model_dump_json(), until.holds(state)) for until in offered]


def overview(name: str, view: World) -> object:
    """A panel about a whole subject."""
    scene = veiled()
    look = Look(faces.of(scene.rules), view, scene.ours.id, scene.me.id, 9, Memory())
    return look.faces.panels[name].make(look, "")


def forecast(view: World) -> object:
    """What is expected of that battle in words, with what would make it surer."""
    scene = veiled()
    scouts = next(each for each in view.all(Stack) if each.name == "Scouts 1")
    asking = Asking(faces.of(scene.rules), view, scene.ours.id, scene.me.id)
    forecasts = asking.faces.forecasts
    assert forecasts
    question = OddsQuestion((scouts.place,), scene.shadow.place)
    first = next(forecasts.estimates(asking, question))
    told = forecasts.tell(asking, question, first, True)
    return told.text, told.picture.alt, forecasts.brief(asking, question, first)


SURFACES: list[Callable[[World], object]] = [
    *(partial(cards, part) for part in range(6)),
    *(partial(a_map, centre, LAYERS[n % len(LAYERS)]) for n, centre in enumerate(SPOTS * 2)),
    *(chart, odds, captive, city, stack),
    *(words, marches, waits, forecast),
    *(partial(overview, name) for name in ("standings", "goal", "relations", "roster")),
    *(partial(helped, part) for part in range(3)),
    *(partial(suggested, part) for part in range(9)),
]


def seen(world: World) -> World:
    scene = veiled()
    return scene.rules.view(world, scene.ours.id)


@functools.cache
def shown(surface: int) -> object:
    """What is shown of the world that every pair begins with."""
    return SURFACES[surface](seen(veiled().world))


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("kinds", HIDDEN.together(SHARE))
def test_no_surface_shows_what_is_hidden(kinds: tuple[str, ...]) -> None:
    view = seen(twin("cohorts", *kinds))
    for surface in range(KINDS.index(kinds[0]) % SHARE, len(SURFACES), SHARE):
        assert SURFACES[surface](view) == shown(surface)


SYSTEMS: dict[str, tuple[Callable[[], Any], Callable[[str], World], list[str]]] = {
    "cohorts": (hidden.veiled, functools.partial(hidden.twin, "cohorts"), sorted(hidden.HIDDEN)),
    "kingdoms": (kingdoms.shrouded, kingdoms.twin, sorted(kingdoms.HIDDEN)),
    "warmaster": (warmaster.mustered, warmaster.twin, sorted(warmaster.HIDDEN)),
}


@functools.cache
def usual(system: str) -> list[Row]:
    """What onlookers see of the world that every pair begins with."""
    return known_to_all(rules_of(system), SYSTEMS[system][0]().world).rows()


def rules_of(system: str) -> Rules:
    """What the system's scene is played by."""
    return kingdom_rules() if system == "kingdoms" else SYSTEMS[system][0]().rules


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_one_faction_cannot_know_onlookers_do_not_see(system: str, every: int) -> None:
    _, twin, kinds = SYSTEMS[system]
    of_others = [kind for kind in kinds if kind in ("memories of others", "sightings by others")]
    for kind in dict.fromkeys((*kinds[::every], *of_others)):
        assert known_to_all(rules_of(system), twin(kind)).rows() == usual(system), kind


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_that_onlookers_see_stands_in_every_view(system: str) -> None:
    rules, world = rules_of(system), SYSTEMS[system][0]().world
    shared = known_to_all(rules, world)
    seen = 0
    for view in _views(rules, world):
        for cls in shared.kinds.values():
            for record in shared.all(cls):
                theirs = view.get(cls, record.id).known()
                for name, value in record.known().items():
                    assert theirs[name] == value, (record, name)
                    seen += 1
    assert seen > 30


def _views(rules: Rules, world: World) -> Iterator[World]:
    for faction in sorted({each.faction for each in world.all(Player) if each.active}):
        yield rules.view(world, faction)


@pytest.mark.parametrize("system", SYSTEMS)
def test_their_map_can_be_drawn_and_is_nobodys(system: str) -> None:
    rules, truth = rules_of(system), SYSTEMS[system][0]().world
    shown = faces.of(rules)
    atlas, layer = shown.atlas, shown.layer(None)
    if atlas is None:
        return
    for world in (known_to_all(rules, truth), truth):
        survey = Survey(rules, world, ONLOOKERS)
        chart = layer.fill(survey, atlas.chart(survey))
        assert chart.own not in {each.key for each in chart.factions}
        assert "Own" not in map_alt(chart, Focus(layer=layer))


def test_who_plays_alone_shows_onlookers_no_more_than_anybody_knows() -> None:
    scene = hidden.veiled()
    alone = scene.world.fork()
    for player in list(alone.all(Player)):
        if player.faction != scene.ours.id:
            alone.put(player.replace(active=False))
    shown = known_to_all(scene.rules, alone)
    assert shown.rows() == scene.rules.public(alone).rows()
    assert len(shown.rows()) < len(scene.rules.view(alone, scene.ours.id).rows())
