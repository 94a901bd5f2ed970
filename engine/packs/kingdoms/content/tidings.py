"""Events of a game of kings that all the world hears, from the size and level set by a module.

Source: kingdoms.turn.tidings.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from engine.module.sections import Data


class NewsThresholds(Data):
    """From where on news are public (kingdoms.turn.tidings)."""

    battle: Annotated[int, Field(ge=0, le=1000)] = 6
    """Armies of both sides together, from which all hear of a battle of kingdoms; 0 for never."""
    hero: Annotated[int, Field(ge=0, le=100)] = 5
    """Levels of all skills together, from which all hear of a hero's death; 0 for never."""
    kings: bool = True
    """Whether all hear of the deaths of Kings and Heirs."""
    land: bool = True
    """Whether all hear which provinces one kingdom took from another, and which homes fell."""
    treaties: bool = True
    """Whether all hear who broke a treaty with whom."""
