"""The spells of Kingdoms that are cast as actions: what each does, without the world it is in."""

from __future__ import annotations

from typing import Final

from engine.packs import Pack

PACK: Final = Pack(name="kingdoms.arts")
