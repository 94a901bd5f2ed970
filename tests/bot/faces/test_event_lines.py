"""Every event of every system has its line, at every level of knowledge."""

from collections.abc import Callable
from functools import cache

import pytest

from bot import faces
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words import failing
from bot.faces.words.names import Names
from bot.faces.words.telling import Lines, tell
from bot.faces.words.text import clean
from engine.events import Event, Level, OrderFailed
from engine.packs import SHIPPED, Rules, load
from engine.packs.kingdoms.battle.on_cohorts.told import LinesFought
from engine.packs.kingdoms.bouts.on_cohorts.challenging import WouldChallenge
from engine.packs.kingdoms.bouts.on_cohorts.planning import PlanSet
from engine.packs.kingdoms.bouts.on_cohorts.system import BoutFought
from tests.bot.faces.samples import sample
from tests.packs.kingdoms.battle.scene import LineScene
from tests.packs.kingdoms.crowns.table import Table, rules
from tests.rules.scene import Scene

COHORTS = ("cohorts", "warlords", "warmaster")
"""The packs that call things as Cohorts does."""
OF_COHORTS = [OrderFailed, *(event for name in COHORTS for event in load(name).events)]
KINGDOMS = tuple(name for name in SHIPPED if name.startswith("kingdoms."))
BESIDE = (LinesFought, BoutFought, WouldChallenge, PlanSet)
"""What the packs of Kingdoms bring to a world of Cohorts."""


@cache
def of_cohorts() -> Names:
    lines = Lines((failing.LINES, *(faces.load(name).lines for name in COHORTS)))
    return CohortsNames(Scene().world, lines=lines.told)


@cache
def of_kingdoms() -> Names:
    return faces.of(rules()).names(Table.seated().world)


@cache
def beside_cohorts() -> Names:
    scene = LineScene()
    return faces.of(Rules.of(scene.module)).names(scene.world, clean, reader=scene.me.faction)


TOLD = [
    *((of_cohorts, event) for event in OF_COHORTS),
    *((of_kingdoms, event) for name in KINGDOMS for event in load(name).events),
    *((beside_cohorts, event) for event in BESIDE),
]


@pytest.mark.parametrize(
    "names, event", TOLD, ids=[f"{event.__name__} {names.__name__}" for names, event in TOLD]
)
def test_an_event_has_a_line_as_it_is_known(names: Callable[[], Names], event: type[Event]) -> None:
    assert event in names().lines
    whole = sample(event)
    told = tell(whole, names())
    assert told.endswith((".", "!")) or event is OrderFailed
    assert "Place(" not in told
    assert "\n" not in told
    for level in Level:
        assert tell(whole.at(level), names())
    for missing in event.names:
        assert tell(whole.only([name for name in event.names if name != missing]), names())


def test_the_packs_of_kingdoms_bring_no_other_events_beside_cohorts() -> None:
    beside = [load(name).beside["cohorts"] for name in ("kingdoms.battle", "kingdoms.bouts")]
    assert {event for pack in beside for event in pack.events} == set(BESIDE)
