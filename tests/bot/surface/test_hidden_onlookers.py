"""Onlookers are shown nothing that any faction which plays does not know.

Pairs of worlds that differ in what one faction cannot know (`tests.hidden`) are the same to them,
and whatever they are shown stands in the view of every faction.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot import faces
from bot.faces.map.alt import map_alt
from bot.faces.map.chart import Focus
from bot.faces.map.survey import Survey
from bot.jobs.opened import ONLOOKERS, known_to_all
from engine.campaign import Player
from engine.packs import Rules
from engine.world import Row, World
from tests import hidden
from tests.hidden import kingdoms, warmaster
from tests.packs.kingdoms.crowns.table import rules as kingdom_rules

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
def test_what_one_faction_cannot_know_changes_nothing_for_onlookers(
    system: str, every: int
) -> None:
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
