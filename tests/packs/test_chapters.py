"""What a pack brings is what its folders make: nothing is forgotten in a list."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

from engine.events import Event
from engine.orders import Order
from engine.packs import SHIPPED, Pack, cohorts, load
from engine.packs.chapters import Chapter
from engine.packs.cohorts.agents.detecting import Detection
from engine.packs.cohorts.knowledge.sighting import Glimpse
from engine.packs.cohorts.magic.cast import Unfound
from engine.packs.cohorts.magic.effects.revealing import Glow, Reading
from engine.packs.cohorts.setup.founding import JoinArmed
from engine.world import Record

LISTS = {Record: "records", Event: "events", Order: "orders"}
PARTS = {Detection, Glimpse, Glow, JoinArmed, Reading, Unfound}
"""Told within other events, what stands for somebody who is in no world, and what others give."""
PIECES = {"kingdoms.crowns": ("kingdoms.pieces",)}
"""Folders beside a pack whose records it brings, since other parts of its system read them too."""
FOLDERS = [
    found.name
    for found in pkgutil.iter_modules(cohorts.__path__)
    if hasattr(importlib.import_module(f"{cohorts.__name__}.{found.name}"), "CHAPTER")
]


def files(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def called(cls: type) -> object:
    """An order's path, the kind of a record or event; what is common to several has none."""
    return getattr(cls, "path", None) if issubclass(cls, Order) else vars(cls).get("kind") or None


def made(*packages: ModuleType) -> Chapter:
    """Every record, event and order of packages that has a distinct name in the game."""
    found: dict[str, set[type]] = {name: set() for name in LISTS.values()}
    for file in (file for package in packages for file in files(package)):
        for cls in vars(file).values():
            if isinstance(cls, type) and cls.__module__ == file.__name__:
                for base, name in LISTS.items():
                    if issubclass(cls, base) and isinstance(called(cls), str | tuple):
                        found[name].add(cls)
    return Chapter(**{name: tuple(classes - PARTS) for name, classes in found.items()})


def alike(one, other) -> bool:
    return all(
        sorted(map(str, getattr(one, name))) == sorted(map(str, getattr(other, name)))
        for name in LISTS.values()
    )


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_lists_all_that_it_makes(folder):
    package = importlib.import_module(f"{cohorts.__name__}.{folder}")
    assert alike(package.CHAPTER, made(package))


def brought(pack: Pack) -> Chapter:
    """What a pack brings, also beside others."""
    parts = (pack, *pack.beside.values())
    return Chapter.of(Chapter(each.records, each.events, each.orders) for each in parts)


@pytest.mark.parametrize("pack", SHIPPED)
def test_a_pack_brings_all_that_its_folders_make(pack):
    folders = (pack, *PIECES.get(pack, ()))
    packages = (importlib.import_module(f"engine.packs.{folder}") for folder in folders)
    assert alike(brought(load(pack)), made(*packages))


def test_chapters_are_put_together_one_behind_the_other():
    one, two = cohorts.setup.CHAPTER, cohorts.stacks.CHAPTER
    book = Chapter.of((one, Chapter(), two))
    assert book.orders == (*one.orders, *two.orders)
    assert book.events == (*one.events, *two.events)
    assert book.records == (*one.records, *two.records)
