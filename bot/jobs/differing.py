"""Comparing two stored modules, in a worker: reading them takes its time."""

from bot.store.records import ModuleCopy
from engine.module import Module
from engine.module.changes import Change, changes


def compare(before: ModuleCopy, after: ModuleCopy) -> list[Change]:
    """What the later module says otherwise. Raises as `engine.module.Module.from_json`."""
    return changes(Module.from_json(before.body), Module.from_json(after.body))
