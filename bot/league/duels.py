"""Duels of equal worth, each fought with sides changed, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import combinations_with_replacement
from math import sqrt
from typing import Final

from engine.dice import Seed, SeededDice
from engine.duels import BalanceTrial, Boon, DuelResult, DuelSide, Parties
from engine.packs import Rules

ASKED: Final = 30
"""How often each question is asked for each army of a people."""
MORE: Final = 100
"""Points in which the worth of a boon is reckoned: what that many more in troops are worth."""


@dataclass(slots=True)
class Tally:
    """Of many like duels, how often somebody won."""

    battles: int = 0
    won: int = 0

    def add(self, won: bool) -> None:
        """Count another duel."""
        self.battles += 1
        self.won += won

    @property
    def share(self) -> float:
        """Share of all duels that are won; half without any."""
        return self.won / self.battles if self.battles else 0.5

    @property
    def error(self) -> float:
        """The standard error of that share, which few duels cannot make 0 (Agresti and Coull)."""
        number = self.battles + 4
        middle = (self.won + 2) / number
        return sqrt(middle * (1 - middle) / number)


@dataclass(slots=True)
class Mean:
    """The mean of many figures, and how sure it is."""

    number: int = 0
    sum: float = 0
    squares: float = 0

    def add(self, figure: float) -> None:
        """Take another figure in."""
        self.number += 1
        self.sum += figure
        self.squares += figure * figure

    @property
    def value(self) -> float:
        """The mean; 0 without any figure."""
        return self.sum / max(1, self.number)

    @property
    def error(self) -> float:
        """Its standard error."""
        spread = self.squares / max(1, self.number) - self.value**2
        return sqrt(max(0.0, spread) / max(1, self.number - 1))


@dataclass(slots=True)
class DuelDifference:
    """What having something changes in duels that else are the same, to the die."""

    wins: Mean = field(default_factory=Mean)
    """Of the share of duels won, -1 to 1."""
    lead: Mean = field(default_factory=Mean)


@dataclass(slots=True)
class Counted:
    """Everything that is counted of the duels of a league."""

    worth: int
    peoples: dict[str, str]
    pairs: dict[tuple[str, str], Tally] = field(default_factory=dict[tuple[str, str], Tally])
    """How the first of two peoples fared against the other, attacking or defending."""
    attackers: Tally = field(default_factory=Tally)
    marks: Counter[str] = field(default_factory=Counter[str])
    tried: Counter[str] = field(default_factory=Counter[str])
    worked: Counter[str] = field(default_factory=Counter[str])
    sides: Counter[str] = field(default_factory=Counter[str])
    """How many sides of each people have fought."""
    more: DuelDifference = field(default_factory=DuelDifference)
    """What `MORE` points change."""
    boons: dict[str, tuple[Boon, DuelDifference]] = field(
        default_factory=dict[str, "tuple[Boon, DuelDifference]"]
    )
    """What each boon changes."""
    trials: list[tuple[BalanceTrial, Mean]] = field(default_factory=list[tuple[BalanceTrial, Mean]])
    """What was asked, and the answers."""

    def between(self, one: str, other: str) -> Tally:
        """How one people fared against another, whichever is named first."""
        if found := self.pairs.get((one, other)):
            return found
        found = self.pairs.get((other, one), Tally())
        return Tally(battles=found.battles, won=found.battles - found.won)

    def against_all(self, one: str) -> Tally:
        """How a people fared against all others together."""
        met = [self.between(one, other) for other in self.peoples if other != one]
        return Tally(sum(each.battles for each in met), sum(each.won for each in met))


class Duelling:
    """A league of duels. The same rules and numbers fight the same duels."""

    def __init__(self, rules: Rules, armies: int, worth: int = 0, boons: int = 0) -> None:
        """`armies` of each people meet as many of every other; `boons` duels try each boon.

        Raises:
            LookupError: no pack of the module says how duels are fought.
        """
        if rules.duels is None:
            raise LookupError(f"nobody fights duels in module {rules.module.name}")
        self.rules, self.duels = rules, rules.duels
        self.armies, self.tries = armies, boons
        self.counted = Counted(worth or self.duels.usual, dict(self.duels.peoples(rules)))
        self.boons: Sequence[Boon] = self.duels.boons(rules) if boons else ()
        self._alike: dict[tuple[DuelSide, int], DuelResult] = {}

    @property
    def battles(self) -> int:
        """How many will be fought in all."""
        peoples = len(self.counted.peoples)
        pairs = peoples * (peoples + 1) // 2
        tried = len(self.boons) + 1 if self.boons else 0
        asked = len(self.duels.trials(self.rules)) * self.armies * ASKED
        return 2 * (pairs * self.armies + tried * self.tries) + asked

    def fight(self) -> Iterator[Counted]:
        """Fight them all, and tell of each what has been counted so far."""
        for one, other in combinations_with_replacement(self.counted.peoples, 2):
            tally = self.counted.pairs[one, other] = Tally()
            for number in range(1, self.armies + 1):
                # Armies of one people are not the same, or nothing would be told by them.
                met = self._party(one, number), self._party(other, self.armies + number)
                for attacker in (0, 1):
                    parties, fought = self._fight(met, attacker)
                    tally.add(fought.winner == attacker)
                    self._count(parties, fought)
                    yield self.counted
        if self.boons:
            yield from self._try(self.counted.more, tuple(self.counted.peoples))
        for boon in self.boons:
            change = DuelDifference()
            self.counted.boons[boon.key] = (boon, change)
            yield from self._try(change, boon.peoples, boon)
        for trial in self.duels.trials(self.rules):
            answers = Mean()
            self.counted.trials.append((trial, answers))
            seed = Seed(sha256(f"trial:{trial.name}".encode()).digest())
            for number in range(1, self.armies * ASKED + 1):
                dice = SeededDice(seed, number).stream("league", "trial")
                answers.add(trial.ask(self.rules, dice))
                yield self.counted

    # ------------------------------------------------------------ inside

    def _party(self, people: str, number: int) -> DuelSide:
        return DuelSide(people=people, worth=self.counted.worth, number=number)

    def _try(
        self, change: DuelDifference, peoples: Sequence[str], boon: Boon | None = None
    ) -> Iterator[Counted]:
        """Let sides meet their likes with a boon, or with more points, and without it."""
        for number in range(1, self.tries + 1):
            plain = self._party(peoples[number % len(peoples)], number)
            changed = replace(plain, worth=plain.worth + MORE) if boon is None else plain
            if boon and boon.given:
                changed = replace(plain, gift=boon.key)
            elif boon:
                changed = replace(plain, lack=boon.key)
            sign = -1 if boon and not boon.given else 1
            for attacker in (0, 1):
                before = self._plain(plain, attacker)
                _, after = self._fight((changed, plain), attacker)
                ahead = 1 if attacker == 0 else -1
                won = (after.winner == attacker) - (before.winner == attacker)
                change.wins.add(sign * won)
                change.lead.add(sign * ahead * (after.lead - before.lead))
                yield self.counted

    def _plain(self, plain: DuelSide, attacker: int) -> DuelResult:
        """How a side fares against its like, fought once for all boons."""
        if (plain, attacker) not in self._alike:
            _, self._alike[plain, attacker] = self._fight((plain, plain), attacker)
        return self._alike[plain, attacker]

    def _fight(self, met: Parties, attacker: int) -> tuple[Parties, DuelResult]:
        """Let the first or the second of two parties attack; gives who attacked whom, and the end.

        The dice are the same for parties of the same people and number, whatever else they have.
        """
        parties = (met[attacker], met[1 - attacker])
        names = " ".join(f"{party.people}:{party.number}" for party in parties)
        seed = sha256(f"duel:{self.counted.worth}:{names}".encode()).digest()
        dice = SeededDice(Seed(seed), 1 + attacker).stream("league", "duel")
        return parties, self.duels.fight(self.rules, parties, dice)

    def _count(self, parties: Parties, fought: DuelResult) -> None:
        self.counted.attackers.add(fought.winner == 0)
        self.counted.marks.update(fought.marks)
        self.counted.sides.update(party.people for party in parties)
        for key, (tried, worked) in fought.uses.items():
            self.counted.tried[key] += tried
            self.counted.worked[key] += worked
