"""Comparing modules: what differs, found in a worker for that takes its time, and in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from bot.faces.words.text import escaped, listed, number, word
from bot.jobs.opened import rules_of
from bot.resolving import unbearable
from bot.store.records import ModuleCopy
from bot.store.world import read_campaign, read_world
from engine.module import Module, ModuleError
from engine.module.changes import ModuleChange, changes
from engine.module.names import display_of
from engine.module.terms import terms_of, with_terms

_SIGNS: Final = {"added": "🟢", "removed": "🔴", "changed": "🔸"}
_SHORT: Final = 90  # characters of a value in a message; the file has all
_PAGE: Final = 1800  # characters of a message's page
_MOST_PAGES: Final = 20
SAME: Final = "They are the same in every fact."


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


# ---------------------------------------------------------------- in words


def summary(found: Sequence[ModuleChange]) -> str:
    """How much differs, and where: `12 changed, 3 added, in units and factions`."""
    if not found:
        return SAME
    counts = Counter(each.how for each in found)
    told = ", ".join(
        f"{counts[how]:,} {how}" for how in ("changed", "added", "removed") if counts[how]
    )
    return f"{told}, in {listed(dict.fromkeys(word(each.section) for each in found))}."


def pages(found: Sequence[ModuleChange]) -> list[str]:
    """The differences as pages of a message; a very long list ends with how many more there are."""
    made: list[str] = []
    page, told = "", 0
    for section, group in groupby(found, key=lambda each: each.section):
        head = f"**{escaped(display_of(section))}**"
        for each in group:
            line = _line(each)
            if len(page) + len(head) + len(line) + 2 > _PAGE:
                made.append(page)
                page, head = "", f"**{escaped(display_of(section))}**"
            page += f"{head}\n{line}\n" if head else f"{line}\n"
            head = ""
            if len(made) == _MOST_PAGES:
                more = number(len(found) - told, "difference")
                made[-1] += f"… and {more} more, in the file."
                return made
            told += 1
    return [*made, page] if page else made or [SAME]


def lines(found: Sequence[ModuleChange]) -> Iterator[str]:
    """Every difference in full, as a plain text."""
    for section, group in groupby(found, key=lambda each: each.section):
        yield f"[{section}]"
        for each in group:
            where = ".".join(each.path) or "(all of it)"
            match each.how:
                case "added":
                    yield f"  + {where} = {each.after}"
                case "removed":
                    yield f"  - {where} = {each.before}"
                case "changed":
                    yield f"  ~ {where}: {each.before} -> {each.after}"
        yield ""


def _line(change: ModuleChange) -> str:
    where = " · ".join(escaped(word(each)) for each in change.path) or "all of it"
    sign = _SIGNS[change.how]
    match change.how:
        case "added":
            return f"{sign} {where}: new, {_short(change.after)}"
        case "removed":
            return f"{sign} {where}: gone, was {_short(change.before)}"
        case "changed":
            return f"{sign} {where}: {_short(change.before)} → {_short(change.after)}"


def _short(value: str) -> str:
    shown = value if len(value) <= _SHORT else value[: _SHORT - 1] + "…"
    return escaped(shown) or "nothing"
