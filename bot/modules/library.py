"""The modules that this host offers for new campaigns: the shipped ones, and those installed.

A module is named by its folder, and a folder is only ever found by listing, never made from what a
person typed. How a module is read and checked is the engine's matter.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bot.store.records import ModuleCopy
from data import FOLDER
from engine import installed
from engine.module import Head, described, load


@dataclass(frozen=True, slots=True)
class Offer:
    """A module as people choose it."""

    name: str
    title: str
    description: str


def folders() -> tuple[Path, ...]:
    """Where modules are looked for: of two that have one name, the one in the first is meant."""
    return FOLDER / "modules", *installed.folders("modules")


def offers(*, drafts: bool = False) -> list[Offer]:
    """Every module there is; one that is broken may be among them.

    That comes first on which most others are built, the rest in order of title.
    Those that are still being made are left out unless `drafts`.
    """
    heads: dict[str, Head] = {}
    for folder in folders():
        for file in folder.glob("*/module.toml"):
            heads.setdefault(file.parent.name, described(file.parent))
    found = (
        Offer(name, head.title, head.description)
        for name, head in heads.items()
        if drafts or not head.draft
    )
    built_on = Counter(head.extends for head in heads.values())
    base = max(sorted(heads), key=built_on.__getitem__, default="")
    return sorted(found, key=lambda offer: (offer.name != base, offer.title))


def take(name: str) -> ModuleCopy:
    """The module as a campaign keeps it; a job for a worker. Raises `engine.module.ModuleError`."""
    module = load(name, folders())
    return ModuleCopy.of(module)
