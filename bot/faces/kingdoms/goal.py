"""What counts in a game of kings, in words."""

from __future__ import annotations

from typing import Final

from bot.faces.choices.asking import Asking
from bot.faces.goals import Goal
from engine.packs.kingdoms.content.ventures import VentureContent


def _ends(_asking: Asking) -> str:
    return "as soon as only one kingdom is left."


def _counts(asking: Asking) -> str:
    second = asking.rules.module.content(VentureContent).merits.second
    behind = (
        f"whoever comes second for an office is given {second}% of what it is worth. "
        if second
        else ""
    )
    return (
        "the imperial offices. World Emperor is worth 20 points and goes to the largest tax base; "
        "Treasurer, Chancellor, Marshal, Admiral, Defender, Priest and Arch-Mage are worth 10 each "
        "and go to the most merit; each of the ten artifacts is worth 1"
        f"{'; ' + behind if behind else '. '}The offices are given when the campaign ends."
    )


GOAL: Final = Goal(
    counts=_counts,
    ends=_ends,
    rule="kingdoms.office.table",
)
