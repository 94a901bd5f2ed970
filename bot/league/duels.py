"""Duels of equal worth, each fought with sides changed, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations_with_replacement
from typing import Final

from engine.dice import Seed, SeededDice
from engine.duels import Boon, Fought, Parties, Party
from engine.packs import Rules

MORE: Final = 100
"""Points by which the worth of a boon is reckoned: what so many more in troops are worth."""


@dataclass(slots=True)
class Tally:
    """Of many like duels, how often somebody won, and by how much he led."""

    battles: int = 0
    won: int = 0
    lead: float = 0
    squares: float = 0

    def add(self, won: bool, lead: float) -> None:
        """Count another duel, in which he had that lead."""
        self.battles += 1
        self.won += won
        self.lead += lead
        self.squares += lead * lead

    @property
    def share(self) -> float:
        """Of all duels those that he has won; half without any."""
        return self.won / self.battles if self.battles else 0.5

    @property
    def share_error(self) -> float:
        """The standard error of that share, which few duels cannot make 0 (Agresti and Coull)."""
        number = self.battles + 4
        middle = (self.won + 2) / number
        return _root(middle * (1 - middle) / number)

    @property
    def mean(self) -> float:
        """His lead in the middle of all."""
        return self.lead / max(1, self.battles)

    @property
    def error(self) -> float:
        """The standard error of that lead."""
        number = max(2, self.battles)
        return _root(max(0.0, self.squares / number - self.mean**2) / (number - 1))


def _root(value: float) -> float:
    return float(value**0.5)


@dataclass(slots=True)
class Counted:
    """Everything that is counted of the duels of a league."""

    worth: int
    peoples: dict[str, str]
    pairs: dict[tuple[str, str], Tally] = field(default_factory=dict[tuple[str, str], Tally])
    """How the first of two peoples fared against the other, whoever attacked."""
    attackers: Tally = field(default_factory=Tally)
    marks: Counter[str] = field(default_factory=Counter[str])
    tried: Counter[str] = field(default_factory=Counter[str])
    worked: Counter[str] = field(default_factory=Counter[str])
    sides: Counter[str] = field(default_factory=Counter[str])
    """How many sides of each people have fought."""
    more: Tally = field(default_factory=Tally)
    """How those fared who had `MORE` points."""
    boons: dict[str, tuple[Boon, Tally]] = field(default_factory=dict[str, "tuple[Boon, Tally]"])
    """How those fared who had each boon, against the same without it."""


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

    @property
    def battles(self) -> int:
        """How many will be fought in all."""
        peoples = len(self.counted.peoples)
        pairs = peoples * (peoples + 1) // 2
        tried = len(self.boons) + 1 if self.boons else 0
        return 2 * (pairs * self.armies + tried * self.tries)

    def fight(self) -> Iterator[Counted]:
        """Fight them all, and tell of each what has been counted so far."""
        for one, other in combinations_with_replacement(self.counted.peoples, 2):
            tally = self.counted.pairs[one, other] = Tally()
            for number in range(1, self.armies + 1):
                # Armies of one people are not the same, or nothing would be told by them.
                met = self._party(one, number), self._party(other, self.armies + number)
                yield from self._both_ways(f"{one} {other}", met, tally, usual=True)
        if self.boons:
            yield from self._try(self.counted.more, "more", tuple(self.counted.peoples))
        for boon in self.boons:
            tally = Tally()
            self.counted.boons[boon.key] = (boon, tally)
            yield from self._try(tally, boon.key, boon.peoples, boon)

    # ------------------------------------------------------------ inside

    def _party(self, people: str, number: int) -> Party:
        return Party(people=people, worth=self.counted.worth, number=number)

    def _try(
        self, tally: Tally, name: str, peoples: Sequence[str], boon: Boon | None = None
    ) -> Iterator[Counted]:
        """Let sides meet the same sides without a boon, or with fewer points."""
        for number in range(1, self.tries + 1):
            plain = self._party(peoples[number % len(peoples)], number)
            worth, key = plain.worth, boon.key if boon else ""
            if boon is None:
                met = Party(people=plain.people, worth=worth + MORE, number=number), plain
            elif boon.given:
                met = Party(people=plain.people, worth=worth, number=number, gift=key), plain
            else:
                met = plain, Party(people=plain.people, worth=worth, number=number, lack=key)
            yield from self._both_ways(name, met, tally)

    def _both_ways(
        self, name: str, met: Parties, tally: Tally, *, usual: bool = False
    ) -> Iterator[Counted]:
        """Two parties meet twice, and each attacks once; the tally is that of the first."""
        for attacker, parties in enumerate((met, (met[1], met[0]))):
            seed = sha256(f"duel:{self.counted.worth}:{name}:{met[0].number}".encode()).digest()
            dice = SeededDice(Seed(seed), 1 + attacker).stream("league", "duel")
            fought = self.duels.fight(self.rules, parties, dice)
            ahead = fought.lead if attacker == 0 else -fought.lead
            tally.add(fought.winner == attacker, ahead)
            if usual:
                self._count(parties, fought)
            yield self.counted

    def _count(self, parties: Parties, fought: Fought) -> None:
        self.counted.attackers.add(fought.winner == 0, fought.lead)
        self.counted.marks.update(fought.marks)
        self.counted.sides.update(party.people for party in parties)
        for key, (tried, worked) in fought.uses.items():
            self.counted.tried[key] += tried
            self.counted.worked[key] += worked
