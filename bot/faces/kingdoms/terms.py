"""What a module calls what fights: armies, grounds, monsters, items, spells, by their keys.

A module has a table only if one of its packs declares it; what is in none is called by its key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.faces.words.text import word
from engine.module import Module
from engine.packs.kingdoms.crowns.ranks import PARTS

TIES: Final = {
    "treasury": "by the richer treasury",
    "tax": "by the larger tax base",
    "age": "as the elder claim",
}
"""What decided between two of equal merit for an office (kingdoms.office.ties)."""


def hundredths(parts: int) -> str:
    """Points of a standing, counted in hundredths, without idle noughts (kingdoms.office.table)."""
    return f"{parts / PARTS:.2f}".rstrip("0").rstrip(".")


def counted(parts: int) -> str:
    """A number of points, such as "1 point" or "7.6 points"."""
    return f"{hundredths(parts)} {'point' if parts == PARTS else 'points'}"


def times(name: str, count: int) -> str:
    """A number of armies of a type, such as "Legion ×3": nobody asks which names are plurals."""
    return f"{name} ×{count}" if count > 1 else name


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of one module; without any all is called by its key."""

    module: Module | None = None

    def named(self, table: str, key: str) -> str:
        """What a row of a table is called, such as "Legion" for `LE` of `army_types`."""
        row = self._row(table, key)
        return str(getattr(row, "name", "")) or word(key)

    def army(self, key: str) -> str:
        """An army type."""
        return self.named("army_types", key)

    def event(self, key: str) -> str:
        """What happens to a side in a battle, such as "War cries"."""
        figures = self._section("columns")
        row = figures.events.get(key) if figures else None
        return row.name if row else word(key)

    def spell(self, key: str) -> str:
        """A spell."""
        return self.named("arts", key)

    def item(self, key: str) -> str:
        """A magic item or an artifact."""
        return self.named("artifacts", key)

    def _row(self, table: str, key: str) -> Any:
        rows = self._section(table)
        return rows.get(key) if rows else None

    def _section(self, name: str) -> Any:
        contents = self.module.contents.values() if self.module else ()
        return next((found for each in contents if (found := getattr(each, name, None))), None)
