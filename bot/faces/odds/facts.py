"""What a person may expect of a fight, and on what knowledge that rests, as plain values.

Who would fight, and what is known of whom, each system says for itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.faces.leads import Lead
from bot.faces.words.text import number
from engine.battle import whole_percent
from engine.campaign import Faction
from engine.world import Place

_OPEN: Final = 0.7
"""A band as wide as this says that nothing is certain."""
_SURELY: Final = 0.05
EVEN: Final = 0.5
_VERDICTS: Final = (
    (0.85, "Very likely"),
    (0.6, "Likely"),
    (0.4, "Even"),
    (0.15, "Unlikely"),
    (0.0, "Very unlikely"),
)
"""What the chance to win is called, by the least that it must be."""


@dataclass(frozen=True, slots=True)
class OddsQuestion:
    """What is asked: these of mine against that enemy, who is attacked or attacks."""

    mine: tuple[Place, ...]
    enemy: Place
    defending: bool = False


@dataclass(frozen=True, slots=True)
class Prospect:
    """Somebody who would fight, and what they may expect."""

    name: str
    what: str
    falls: float
    """The chance that they die, 0 to 1."""
    lost: float
    """The share of them that is lost on average."""
    person: bool = False
    """Whether it is a character: to lose one weighs more than any number of soldiers."""


@dataclass(frozen=True, slots=True)
class OddsSide:
    """One of the two sides."""

    name: str
    """Its stacks and city."""
    role: str
    """attacks or defends."""
    owner: Faction | None
    """None where that is not known."""
    wins: float
    low: float
    high: float
    """From its worst case to its best of what is not known; where all is known, between these its
    chance lies with 95% confidence."""
    prospects: tuple[Prospect, ...]
    size: str | None
    """How many are known of it, such as "166 soldiers and 2 characters"; empty for nobody, None
    for one alone."""


@dataclass(frozen=True, slots=True)
class OddsFacts:
    """The answer to a question."""

    mine: OddsSide
    theirs: OddsSide
    place: str
    """Such as "5,4, hills"."""
    turn: int
    exact: bool
    battles: int
    counting: bool
    """Whether a better estimate is on its way."""
    knowledge: tuple[str, ...]
    """On what it rests, in sentences."""
    guessed: tuple[str, ...]
    """What is not known, and what was taken for it, in sentences."""
    wanting: tuple[Lead, ...]
    """Leads to orders that would reveal more, the most telling first."""
    fight: str = "battle"
    """What one trial is, such as "encounter"."""
    ends: tuple[tuple[str, float], ...] = ()
    """Where there is more than to win and to lose: how it may end, in words, and how likely that
    is, the likeliest first."""
    well: str = ""
    """What it is to come off well, where that is more than to win."""

    @property
    def title(self) -> str:
        """Who fights whom."""
        against = "against" if self.mine.role == "attacks" else "attacked by"
        return f"{self.mine.name} {against} {self.theirs.name}"

    @property
    def deed(self) -> str:
        """What the chance of one's own side is to do: "win", "hold"."""
        if self.ends:
            return "come off well"
        return "win" if self.mine.role == "attacks" else "hold"

    @property
    def sure(self) -> bool:
        """Whether all that decides it is known, so that nothing but the dice is open."""
        return not self.guessed

    @property
    def verdict(self) -> str:
        """The chance in a few words: a figure, or how open it is."""
        if self.sure:
            return f"{whole_percent(self.mine.wins)}%"
        if self.mine.high - self.mine.low >= _OPEN:
            return f"Open, {about(self.mine.wins)}"
        words = next(words for least, words in _VERDICTS if self.mine.wins >= least)
        return f"{words}, {about(self.mine.wins)}"

    @property
    def certainty(self) -> str:
        """How sure the chance is."""
        if self.exact:
            return "exact by the rules"
        low, high = (whole_percent(each) for each in (self.mine.low, self.mine.high))
        trials = number(self.battles, f"trial {self.fight}")
        if self.sure:
            return f"95% sure: {low}% to {high}%, from {trials}"
        return f"{low}% at worst, {high}% at best, by what is not known ({trials})"


def about(chance: float) -> str:
    """A chance that rests on what is not known: never quite certain either way."""
    if chance < _SURELY:
        return f"{whole_percent(_SURELY)}% or less"
    if chance > 1 - _SURELY:
        return f"{whole_percent(1 - _SURELY)}% or more"
    return f"about {whole_percent(chance)}%"
