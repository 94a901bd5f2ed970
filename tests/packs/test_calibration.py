"""Forecasts kept to: armies of whom only the outside is seen, forecast, then fought in earnest.

The armies come from campaigns of any length, in which sides grow at paces of their own (`armies`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from engine.battle import BATTLE, Clash, Odds
from engine.dice import SeededDice
from engine.packs.cohorts.battle import supposed
from engine.packs.cohorts.pieces.records import Stack
from engine.state import State
from tests.packs.armies import Army, weeks_on
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import SEED, Scene

FEW: Final = 8
MANY: Final = 320
"""Forecasts of each kind of battle."""
BATTLES: Final = 30
"""Fought in earnest, to know the chance that was to be foreseen."""
ENOUGH: Final = 200
"""Trial battles after which a forecast is taken as it stands, as after half a second."""


@dataclass(frozen=True)
class Told:
    """A forecast, and the result."""

    chance: float
    low: float
    high: float
    true: float
    """The share won of all that were fought in earnest."""
    won: bool
    """The first of these."""

    @property
    def held(self) -> bool:
        """Whether the chance was within the band, as far as that many battles can tell."""
        low, high = Odds(attacker_wins=self.true, exact=False, battles=BATTLES).interval
        return self.low <= high and low <= self.high


def met(scene: Scene, random: Random) -> Clash:
    """Two armies beside each other, mine attacking, weeks after the start."""
    weeks = random.choice((0, 1, 2, 4, 6, 9, 12, 16))
    weeks_on(scene, weeks)
    foe = scene.someone("at_war")
    mine, theirs = scene.stack(5, 5, name="Mine"), scene.stack(5, 5, foe, name="Theirs")
    # People attack whom they think they can beat, and sometimes are wrong.
    Army(scene, random, weeks, strength=random.uniform(0.9, 1.5)).raised(mine, scene.me)
    Army(scene, random, weeks, strength=1).raised(theirs, foe)
    view = scene.view()
    return supposed.attack(view, [view.get(Stack, mine.id)], view.get(Stack, theirs.id))


def forecast(scene: Scene, clash: Clash) -> Odds:
    """What my faction is told, after about as many trial battles as there is time for."""
    state = scene.state()
    asked = State(scene.rules, scene.view(), state.dice)
    asked.planning, asked.player = True, scene.me.id
    estimates = scene.rules.contests[BATTLE].odds(asked, clash)
    for odds in estimates:
        if odds.exact or odds.battles >= ENOUGH:
            return odds
    raise AssertionError("an estimate goes on until there were enough battles")


def told(scene: Scene, number: int) -> Told:
    """One forecast, and the result."""
    clash = met(scene, Random(number))
    odds = forecast(scene, clash)
    contest = scene.rules.contests[BATTLE]
    field, sides = contest.muster(State(scene.rules, scene.world, SeededDice(SEED, 1)), clash)
    dice = SeededDice(SEED, 1_000 + number)
    fought = [
        contest.fight(field, sides, dice.stream("stack:1", "battle"), clash).winner == "attacker"
        for _ in range(BATTLES)
    ]
    low, high = odds.band
    return Told(odds.attacker_wins, low, high, sum(fought) / BATTLES, fought[0])


def all_told(kind: type[Scene], count: int) -> list[Told]:
    """Their number."""
    return [told(kind(), number) for number in range(count)]


def bins(found: Sequence[Told], width: float = 0.2) -> Iterator[tuple[float, float, int]]:
    """The mean forecast, the mean result, and their number, by the forecast."""
    by = sorted(found, key=lambda each: each.chance)
    for _, group in itertools.groupby(by, key=lambda each: min(0.999, each.chance) // width):
        part = list(group)
        n = len(part)
        yield sum(t.chance for t in part) / n, sum(t.true for t in part) / n, n


@pytest.mark.parametrize("kind", [Scene, WarScene])
def test_what_comes_is_within_what_was_told(kind: type[Scene]) -> None:
    found = all_told(kind, FEW)
    # A band holds nine in ten, so one of eight may lie without; the soak asks for the share.
    assert sum(each.held for each in found) >= FEW - 1
    assert any(each.high - each.low > 0.3 for each in found), "a band tells what is not known"
    assert not [each for each in found if each.low >= 0.995 and each.true < 0.9]
    surprise = sum(each.true - each.chance for each in found) / FEW
    assert abs(surprise) < 0.15, "neither hope nor fear on the whole"


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Scene, WarScene])
def test_over_hundreds_of_battles_the_band_holds_and_the_chance_comes_true(
    kind: type[Scene], capsys: pytest.CaptureFixture[str]
) -> None:
    found = all_told(kind, MANY)
    share = sum(each.held for each in found) / MANY
    around = [each for each in found if 0.6 <= each.chance < 0.8]
    true = sum(each.true for each in around) / len(around)
    with capsys.disabled():
        print(f"\n{kind.__name__}: in the band {share:.1%} of {MANY}")
        for chance, came, n in bins(found, 0.1):
            print(f"  told {chance:.0%} on average, came {came:.0%}, of {n}")
        wide = sum(each.high - each.low for each in found) / MANY
        print(f"  about 70% told: came {true:.0%}, of {len(around)}; bands {wide:.0%} wide")
    assert share >= 0.9
    assert 0.6 <= true <= 0.8
    for chance, came, n in bins(found):
        assert n < 10 or abs(chance - came) < 0.15
