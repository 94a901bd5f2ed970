"""The caster of an action spell, as the spells see it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RealmCaster:
    """A caster: alignment, the kingdom's alignment, and whether it is the King or Heir."""

    alignment: str
    kingdom: str
    royal: bool = False
