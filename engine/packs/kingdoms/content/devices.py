"""What a module says of inventions: what each does for the kingdom that has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Named

Boon = Literal[
    "explorer_levels",
    "attack_percent",
    "walls_percent",
    "cavalry_percent",
    "bowmen_percent",
    "legion_percent",
    "fleet_percent",
    "melee_damage",
    "hit_points",
    "spy_margin",
    "naval_moves",
    "practice_percent",
    "tax_percent",
    "plain_gold",
    "healing",
    "road_moves",
    "plague_halved",
    "watch",
    "fast",
    "gold",
]
"""What an invention can change; each is added up over a kingdom's inventions."""


class Device(Named):
    """An invention (kingdoms.invention.table); the table's order is that of the picks."""

    gives: Annotated[Mapping[Boon, int], Field(min_length=1)]
    help: str
    icon: IconOrNone = None
