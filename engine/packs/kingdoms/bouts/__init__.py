"""Encounters as a pack: two fighters, each with a plan, round by round until one is beaten."""

from __future__ import annotations

from typing import Final

from engine.packs import Pack

PACK: Final = Pack(name="kingdoms.bouts")
