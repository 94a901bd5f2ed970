"""Forecasts kept to: armies of whom only the outside is seen, forecast, then fought in earnest.

The armies come from campaigns of any length, in which sides grow at paces of their own; what they
have is drawn here without the model by which forecasts reckon (`cohorts.battle.usual`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import pytest

from engine.battle import BATTLE, Clash, Odds
from engine.campaign import Now, Player
from engine.dice import SeededDice
from engine.packs.cohorts.battle import supposed
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.pieces import Hero
from engine.state import State
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import SEED, Scene

FEW: Final = 16
MANY: Final = 320
"""Forecasts of each kind of battle."""
BATTLES: Final = 30
"""Fought in earnest, to know the chance that was to be foreseen."""
ENOUGH: Final = 200
"""Trial battles after which a forecast is taken as it stands, as after half a second."""
ARMS: Final = (
    {},
    {"main_hand": "spear", "armor": "soft_leather"},
    {"main_hand": "spear", "off_hand": "shield", "armor": "soft_leather"},
    {"main_hand": "broadsword", "off_hand": "shield", "armor": "studded_leather"},
    {"main_hand": "broadsword", "off_hand": "shield", "armor": "chain_mail", "head": "iron_helm"},
)
JOBS: Final = ("warrior", "mage", "knave", "priest", "bard")
TALENTS: Final = ("armored", "swordsman", "defender", "bowman")
TROOPS: Final = (
    ("peasant", "light_infantry", "archer", "scout"),
    ("heavy_infantry", "spearman", "archer", "knight"),
)


@dataclass(frozen=True)
class Told:
    """A forecast, and what came of it."""

    chance: float
    low: float
    high: float
    true: float
    """The share won of all that were fought in earnest."""
    won: bool
    """The first of these."""

    @property
    def held(self) -> bool:
        """Whether the chance was within the band, as far as so many battles can tell."""
        low, high = Odds(attacker_wins=self.true, exact=False, battles=BATTLES).interval
        return self.low <= high and low <= self.high


class Army:
    """Makes the army of one side at a stage of a campaign."""

    def __init__(self, scene: Scene, random: Random, weeks: int, *, strength: float) -> None:
        self.scene, self.random, self.weeks = scene, random, weeks
        self.pace = random.uniform(0.6, 1.4)
        self.strength = strength

    def raised(self, stack: Stack, player: Player) -> None:
        """Fill a stack."""
        for number in range(self.random.randint(1, 4)):
            self.unit(stack, player, f"Company {number}")
        for number in range(self.random.randint(0, 3)):
            self.hero(stack, player, f"Hero {number}")

    def grown(self, rate: float) -> int:
        """Levels gained since the start."""
        return round(self.weeks * rate * self.pace * self.random.uniform(0.5, 1.3))

    def armed(self) -> dict[str, str]:
        """What a unit has: at first little, after months mostly good things."""
        most = 1 + self.weeks * self.pace / 4
        return dict(ARMS[min(len(ARMS) - 1, int(self.random.uniform(0.3, 1) * most))])

    def unit(self, stack: Stack, player: Player, name: str) -> None:
        """A unit, fresh or seasoned."""
        level = 1 + (self.grown(0.3) if self.random.random() < 0.8 else 0)
        talents = tuple(sorted(self.random.sample(TALENTS, min(2, self.grown(0.1)))))
        values: dict[str, Any] = {
            "name": name,
            "soldiers": round(self.random.randint(60, 180) * self.strength),
            "level": level,
            "talents": talents,
            "equipment": self.armed(),
            "slot": self.random.choice((3, 3, 3, 2, 8)),
            "morale": 100,
        }
        if isinstance(self.scene, WarScene):
            kind = self.random.choice(TROOPS[self.weeks > 5])
            medals = min(4, self.grown(0.08))
            self.scene.troop(
                stack, kind, player, type=kind, condition=Condition(medals=medals), **values
            )
        else:
            self.scene.unit(stack, player, **values)

    def hero(self, stack: Stack, player: Player, name: str) -> None:
        """A character who came with the start, and has lived since."""
        job, level = self.random.choice(JOBS), 1 + self.grown(0.35)
        values: dict[str, Any] = {
            "name": name,
            "job": job,
            "level": level,
            "skills": {"blade": max(1, level // 2), "knight": max(1, level // 2)},
            "equipment": self.armed(),
            "slot": 8,
            "attributes": {"STR": 13, "DEX": 12, "CON": 13, "INT": 11, "WIS": 11, "CHA": 10},
        }
        if isinstance(self.scene, WarScene):
            kind = self.scene.war.hero_of(job) or next(iter(self.scene.war.hero_types.values()))
            relics = list(self.scene.war.relics.values())
            worn = {r.place: r.key for r in self.random.sample(relics, min(2, self.grown(0.06)))}
            values["ext"] = Hero.of(kind).replace(worn=worn)
        self.scene.character(stack, player, **values)


def met(scene: Scene, random: Random) -> Clash:
    """Two armies beside each other, mine attacking, weeks after the start."""
    weeks = random.choice((0, 1, 2, 4, 6, 9, 12, 16))
    now = scene.world.get(Now, 1)
    scene.change(now, turn=weeks + 1)
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
    """One forecast, and what came of it."""
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
    """So many of them."""
    return [told(kind(), number) for number in range(count)]


def bins(found: Sequence[Told], width: float = 0.2) -> Iterator[tuple[float, float, int]]:
    """What was told on average, what came of it on average, and of how many, by what was told."""
    by = sorted(found, key=lambda each: each.chance)
    for _, group in itertools.groupby(by, key=lambda each: min(0.999, each.chance) // width):
        part = list(group)
        n = len(part)
        yield sum(t.chance for t in part) / n, sum(t.true for t in part) / n, n


@pytest.mark.parametrize("kind", [Scene, WarScene])
def test_what_comes_is_within_what_was_told(kind: type[Scene]) -> None:
    found = all_told(kind, FEW)
    assert sum(each.held for each in found) >= 0.9 * FEW
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
        for chance, came, n in bins(found):
            print(f"  told {chance:.0%} on average, came {came:.0%}, of {n}")
        wide = sum(each.high - each.low for each in found) / MANY
        print(f"  about 70% told: came {true:.0%}, of {len(around)}; bands {wide:.0%} wide")
    assert share >= 0.9
    assert 0.6 <= true <= 0.8
    for chance, came, n in bins(found):
        assert n < 10 or abs(chance - came) < 0.15
