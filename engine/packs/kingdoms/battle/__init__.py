"""Battles in lines as a pack."""

from __future__ import annotations

from typing import Final

from engine.packs import Pack

PACK: Final = Pack(name="kingdoms.battle")
