"""The modules that this host offers for new campaigns.

A module is named by its folder, and a folder is only ever found by listing, never made from what a
person typed. How a module is read and checked is the engine's matter.
"""

from dataclasses import dataclass

from bot.store.records import ModuleCopy
from data import FOLDER
from engine.module import described, load

_MODULES = FOLDER / "modules"


@dataclass(frozen=True, slots=True)
class Offer:
    """A module as people choose it."""

    name: str
    title: str
    description: str


def offers() -> list[Offer]:
    """Every module there is, in order of title; one that is broken may be among them."""
    found: list[Offer] = []
    for file in _MODULES.glob("*/module.toml"):
        title, text = described(file.parent)
        found.append(Offer(file.parent.name, title, text))
    return sorted(found, key=lambda offer: offer.title)


def take(name: str) -> ModuleCopy:
    """The module as a campaign keeps it; a job for a worker. Raises `engine.module.ModuleError`."""
    module = load(name, [_MODULES])
    return ModuleCopy(module.digest(), module.name, module.to_json())
