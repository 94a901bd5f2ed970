"""The four tempers: who refuses to fight, who flees from what risk, and how they meet a blow.

Figures and checks alone; where they count stands with encounters and battles. Sources:
kingdoms.temper.table and the rules beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal

from engine.dice import Dice
from engine.packs.kingdoms.pieces.alignment import difference

Temper = Literal["Berserk", "Brave", "Cautious", "Cowardly"]
"""As a character is, and remains."""

ELAN: Final = 10
"""Percent more to hit for a Brave fighter (kingdoms.temper.elan)."""
PARRYING: Final = -10
"""The same for the opponents of a Cautious one (kingdoms.temper.parrying)."""
INTIMIDATION: Final[Mapping[str, int]] = {
    "Berserk": 0,
    "Brave": -5,
    "Cautious": -10,
    "Cowardly": -15,
}
"""The same for the opponents of a Berserk one, by their temper (kingdoms.temper.intimidation)."""
RAGE: Final = 4
"""A Berserk fighter has d(4) hit points more (kingdoms.temper.rage)."""
FLEEING: Final = 10
"""Percent more for a Cautious one who flees (kingdoms.temper.fleeing)."""
WAVERING: Final = 50
"""The chance that a Cowardly one who was hurt flees (kingdoms.temper.flight)."""
_BRAVE_RISK: Final = 25
_CAUTIOUS_RISK: Final = 10
_MERCY: Final = 60  # kingdoms.temper.begging
_MERCY_STEP: Final = 5
_MERCY_OF_THE_GOOD: Final = 15


def may_refuse(temper: str, *, royal: bool) -> bool:
    """Whether somebody makes a refusal check (kingdoms.temper.kings-never-refuse)."""
    return temper in {"Cautious", "Cowardly"} and not royal


def risk_of_death(chance: int, damage: tuple[int, int], modifier: int, hits: int) -> Fraction:
    """The risk in percent that the next blow kills (kingdoms.temper.flight).

    The chance to hit, times the share of the damage results that bring down a target with that many
    hits.
    """
    least, most = damage
    deadly = min(most - least + 1, max(0, most + modifier - hits + 1))
    return Fraction(chance * deadly, most - least + 1)


def flees(
    temper: str, risk: Fraction, opponents: Fraction, dice: Dice, *, hurt: bool
) -> tuple[bool, int]:
    """Whether temper makes somebody flee, and the draw of a coward's check; 0 without one.

    `risk` is the character's, `opponents` the same for the opponent; `hurt`, whether hit points
    were lost since the character's last action. Source: kingdoms.temper.flight.
    """
    match temper:
        case "Brave":
            return risk >= _BRAVE_RISK and risk > opponents, 0
        case "Cautious":
            return risk >= _CAUTIOUS_RISK, 0
        case "Cowardly" if risk > 0:
            return True, 0
        case "Cowardly" if hurt:
            drawn = dice.whole(100, chance=WAVERING)
            return drawn <= WAVERING, drawn
        case _:
            return False, 0


def mercy(beggar: str, opponent: str) -> int:
    """The percent chance that an opponent spares a beggar, by both alignments.

    Source: kingdoms.temper.begging.
    """
    kind = _MERCY_OF_THE_GOOD if opponent in {"Good", "Divine"} else 0
    return _MERCY - _MERCY_STEP * difference(beggar, opponent) + kind
