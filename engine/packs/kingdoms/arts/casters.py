"""Who casts an action spell, as the spells read him."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RealmCaster:
    """A caster: his alignment and that of his kingdom, and whether he is its King or Heir."""

    alignment: str
    kingdom: str
    royal: bool = False
