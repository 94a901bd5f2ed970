"""The orders of the golden realm, as they are stored: those of its version, and those added since.

A class of orders that is new moves no stored tick: its order stands in the second list, and is run
in a separate realm. The lists become one when the version is raised.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.orders import Queued
from engine.packs import Rules

FILE: Final = Path(__file__).parent / "orders.json"


@dataclass(frozen=True, slots=True)
class Queue:
    """What is given in the golden realm."""

    turns: Mapping[int, tuple[Queued, ...]]
    """The orders of each run, by tick."""
    added: tuple[Queued, ...] = ()
    """An order of each class that is younger than the version."""

    @classmethod
    def read(cls, rules: Rules) -> Queue:
        """The stored queue."""
        stored = json.loads(FILE.read_text(encoding="utf-8"))
        turns = {int(tick): _read(rules, orders) for tick, orders in stored["turns"].items()}
        return cls(turns, _read(rules, stored["added"]))

    def write(self) -> None:
        """Store it."""
        turns = {str(tick): _plain(orders) for tick, orders in self.turns.items()}
        text = json.dumps({"turns": turns, "added": _plain(self.added)}, indent=1)
        FILE.write_text(text + "\n", encoding="utf-8")

    @property
    def paths(self) -> set[tuple[str, str]]:
        """The classes that it has an order of."""
        turns = [each for orders in self.turns.values() for each in orders]
        return {each.order.path for each in (*turns, *self.added)}


def _read(rules: Rules, orders: Iterable[Mapping[str, Any]]) -> tuple[Queued, ...]:
    return tuple(rules.read_order(each["key"], json.dumps(each)) for each in orders)


def _plain(orders: Iterable[Queued]) -> list[dict[str, Any]]:
    return [{"key": each.key, **json.loads(each.to_json())} for each in orders]
