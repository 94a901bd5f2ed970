"""Words of the rules that module files use, and that no module may change."""

from __future__ import annotations

from typing import Literal

Magical = Literal["WH", "PS", "IL", "EL", "NE"]
Ability = Literal[
    "TA", "MA", "NA", "AR", "ME", "WH", "PS", "IL", "EL", "NE", "SA", "DR", "SP", "EX", "TH"
]
Alignment = Literal["Divine", "Good", "Druidic", "Neutral", "Pagan", "Evil", "Undead"]
Temper = Literal["Berserk", "Brave", "Cautious", "Cowardly"]
