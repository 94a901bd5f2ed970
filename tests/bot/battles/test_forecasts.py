"""The job that makes a forecast: when it stops, and what it says where too little is known."""

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.faces.forecasts import Forecast
from bot.faces.odds.facts import OddsQuestion
from bot.jobs import odds
from bot.jobs.odds import expected, forecast
from engine.battle import whole_percent
from engine.orders import Order, Queued
from engine.packs.cohorts.battle import trials
from engine.packs.cohorts.knowledge.spied import learn
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.stacks.rest import Rest
from engine.world import World
from tests.packs.warlords.scene import WarScene
from tests.rules.adapters.military import Barony
from tests.rules.scene import Scene, ref

LONG, NONE = math.inf, 0.0
"""Seconds."""


@contextmanager
def seeing(scene: Scene, world: World | None = None) -> Iterator[None]:
    """Have jobs read this scene, as I see it or as another world is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(odds, "rules_at", lambda *_: scene.rules)
        patch.setattr(odds, "view_at", lambda *_: world or scene.view())
        yield


def told(
    scene: Scene,
    question: OddsQuestion,
    world: World | None = None,
    *,
    seconds: float = LONG,
    more: bool = True,
) -> Forecast:
    """The forecast on my view, or on another world."""
    with seeing(scene, world):
        return forecast(Path(), 1, 1, scene.ours.id, scene.me.id, question, (), (seconds, more))


def met(scene: Scene) -> OddsQuestion:
    """A stack of mine and one of an enemy, of even strength, in one province."""
    foe = scene.someone("at_war")
    mine, theirs = scene.stack(5, 5, name="Guard"), scene.stack(5, 5, foe, name="Host")
    for stack, player in ((mine, scene.me), (theirs, foe)):
        if isinstance(scene, WarScene):
            scene.troop(stack, "knight", player, name=f"Riders of {stack.name}")
        else:
            scene.unit(stack, player, soldiers=100)
    return OddsQuestion((mine.place,), theirs.place)


def test_it_stops_when_time_is_up_and_says_that_there_is_more_to_come() -> None:
    scene = Scene()
    question = met(scene)
    early = told(scene, question, seconds=NONE)
    assert early.counting
    assert "still counting" in early.text
    last = told(scene, question, seconds=NONE, more=False)
    assert not last.counting
    assert "still counting" not in last.text


def test_it_stops_when_the_rules_have_enough() -> None:
    scene = Scene()
    made = told(scene, met(scene))
    assert not made.counting
    battles = int(made.text.split("known (")[1].split(" ")[0].replace(",", ""))
    assert 0 < battles <= trials.MOST


@pytest.mark.rule("warlords.forecast")
def test_by_warlords_who_was_not_fully_read_has_an_estimate_with_its_band() -> None:
    scene = WarScene()
    made = told(scene, met(scene), seconds=NONE)
    assert made.counting
    assert "at worst" in made.text
    assert "Exact by the rules" not in made.text
    assert "Not known of Riders of Host: " in made.text
    assert "To be surer" in made.text


@pytest.mark.rule("warlords.forecast")
def test_by_warlords_who_is_known_in_full_has_an_exact_one_in_whole_percent() -> None:
    scene = WarScene()
    made = told(scene, met(scene), scene.world, seconds=NONE)
    assert not made.counting
    assert made.text.startswith("**50%** for Guard to win")
    assert "Exact by the rules" in made.text
    assert "• Riders of Host: falls 50%" in made.text
    assert "falls 50%" in made.text
    assert whole_percent(0.5) == 50


# ---------------------------------------------------------------- fights that orders lead to


def foreseen(barony: Barony, *orders: Order, seconds: float = NONE) -> dict[str, str]:
    """What is told of the fights to which my orders lead, by their keys."""
    given = [(f"k{n}", Queued(f"k{n}", order).to_json()) for n, order in enumerate(orders, 1)]
    keys = [key for key, _ in given]
    with seeing(barony):
        made = expected(Path(), 1, 1, barony.ours.id, barony.me.id, given, keys, seconds)
    return {key: brief.says for key, brief in made.items()}


def test_an_attack_says_whom_it_would_meet_and_what_to_expect() -> None:
    barony = Barony()
    barony.change(barony.town, name="Mossump")
    state = barony.state()
    guards = [barony.unit(barony.town, barony.foe, soldiers=n) for n in (133, 33)]
    order = ConquerCity(stack=ref(barony.party), city=ref(barony.town))
    hidden = foreseen(barony, order)
    assert "would meet the garrison of Mossump, of which you know nobody." in hidden["k1"]
    assert re.search(r"\(\d+% to \d+%\), by what you know", hidden["k1"])
    learn(state, barony.ours.id, barony.home.id, [(each, None) for each in guards])
    told = foreseen(barony, order)
    assert "would meet at least 166 soldiers of the garrison of Mossump." in told["k1"]
    assert re.search(r"\(\d+% to \d+%\), by what you know", told["k1"])


def test_orders_without_a_fight_tell_nothing() -> None:
    barony = Barony()
    assert foreseen(barony, Rest(stack=ref(barony.party))) == {}
