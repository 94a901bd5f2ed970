"""Comparing modules, in a worker: reading them takes its time."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.jobs.opened import rules_of
from bot.resolving import unbearable
from bot.store.records import ModuleCopy
from bot.store.world import read_campaign, read_world
from engine.module import Module, ModuleError
from engine.module.changes import ModuleChange, changes
from engine.module.terms import terms_of, with_terms


@dataclass(frozen=True, slots=True)
class Prospect:
    """What it would mean for a campaign to go on with another module."""

    copy: ModuleCopy
    """The module on the terms of the campaign, which stay as they are."""
    was: str
    """The digest of the module that the campaign has now."""
    changes: Sequence[ModuleChange]
    reasons: Sequence[str]
    """Why it does not fit its world; none if it could."""


def compare(before: ModuleCopy, after: ModuleCopy) -> list[ModuleChange]:
    """What the later module says otherwise. Raises as `engine.module.Module.from_json`."""
    return changes(Module.from_json(before.body), Module.from_json(after.body))


def foresee(path: Path, campaign: int, wanted: ModuleCopy) -> Prospect:
    """What would change in a campaign by a module, and what its world would say to that."""
    _, copy = read_campaign(path, campaign)
    present, other = rules_of(copy), Module.from_json(wanted.body)
    try:
        module = with_terms(other, terms_of(present.module))
    except ModuleError as error:
        return Prospect(wanted, copy.digest, (), [str(each) for each in error.faults])
    fitted = ModuleCopy.of(module)
    found = changes(present.module, module)
    reasons = unbearable(present, rules_of(fitted), read_world(path, campaign))
    return Prospect(fitted, copy.digest, found, reasons)
