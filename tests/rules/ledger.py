"""The rulebook, every entry of which is read once for all tests of a process."""

from collections.abc import Mapping
from typing import Final

from engine.rulebook import LedgerEntry, Rulebook

BOOK: Final = Rulebook.load()
ENTRIES: Final[Mapping[str, LedgerEntry]] = {rule: BOOK.get(rule) for rule in BOOK.ids}
