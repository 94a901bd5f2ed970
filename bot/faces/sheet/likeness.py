"""What a portrait shows of somebody: plain values, read off what is known of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Armour = Literal["none", "leather", "mail", "plate"]
FRESH: Final = 0
HURT: Final = 25
"""Percent of wounds from which a portrait has a bandage."""
SORE: Final = 50
"""From which it also bleeds."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a portrait is drawn from; equal likenesses give equal portraits."""

    seed: int
    """Of what is nobody's choice: complexion, hair, features."""
    race: str
    calling: str
    """The class of a character; `soldiers` or the type of a unit."""
    armour: Armour
    weapon: str
    """The class of what is in its main hand, such as `blade`; empty for nothing."""
    shield: bool
    wounds: int
    """Whole percent."""
    dead: bool
    captive: bool
    colour: int
    """Of its faction, from 1; 0 for nobody's."""
    crowned: bool = False
    """Whether it wears a crown instead of what tells its calling."""


def state_words(likeness: Likeness) -> str:
    """What the portrait shows of its state, in a word or two; empty for unhurt."""
    if likeness.dead:
        return "dead"
    if likeness.wounds >= SORE:
        return "badly wounded"
    if likeness.wounds >= HURT:
        return "wounded"
    return "scratched" if likeness.wounds > FRESH else ""
