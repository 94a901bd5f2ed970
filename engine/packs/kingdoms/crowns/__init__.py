"""The game of kings as a pack: kingdoms, characters, provinces, the turn and its end."""

from __future__ import annotations

from typing import Final

from engine.packs import Pack
from engine.packs.kingdoms.crowns.founding import found
from engine.packs.kingdoms.pieces.records import RECORDS

PACK: Final = Pack(
    name="kingdoms.crowns",
    builds_on=("kingdoms.battle",),
    records=RECORDS,
    found=found,
)
