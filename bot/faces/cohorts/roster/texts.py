"""The words of a roster: every place with who is there, filtered by what one looks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bot.faces.cohorts.roster.facts import MARKS, Mark, PieceFacts, PlaceFacts, RosterFacts
from bot.faces.leads import Beside, Entry, Lead, tab
from bot.faces.words.tabs import Tab
from bot.faces.words.text import escaped, number

_EMOJI: Final = {"city": "🏰", "stack": "🛡️", "loose": "⛺", "captive": "⛓️"}
_WAITING: Final[tuple[Mark, ...]] = ("idle", "points")
_HINT: Final = "Choose one below to go on with it"


def roster_tabs(facts: RosterFacts) -> list[tuple[Tab, Beside]]:
    """Everything, then each filter that finds something."""
    filters: tuple[tuple[str, Callable[[PlaceFacts, PieceFacts], bool], str], ...] = (
        ("Can still act", lambda _, each: any(m in _WAITING for m in each.marks), "idle"),
        ("Wounded", lambda _, each: "wounded" in each.marks or "shaken" in each.marks, ""),
        ("Cities", lambda place, _: place.kind == "city", "city"),
        ("Stacks", lambda place, _: place.kind == "stack", "stack"),
        ("Characters", lambda _, each: each.kind == "character" and not each.facts.held, ""),
        ("Units", lambda _, each: each.kind == "unit" and not each.facts.held, ""),
        ("Agents", lambda _, each: each.kind == "agent", ""),
        ("Prisoners and dead", lambda _, each: bool(each.facts.held), ""),
    )
    made = [tab("Everything", _everything(facts), _HINT)]
    for name, wanted, place in filters:
        entries = list(_filtered(facts, wanted, place))
        if entries:
            made.append(tab(name, entries, _HINT))
    return made


def _everything(facts: RosterFacts) -> Iterator[Entry]:
    yield Entry(headline(facts))
    signs = dict.fromkeys(
        mark for place in facts.places for mark in (*place.marks, *_all_marks(place))
    )
    if signs:
        legend = " · ".join(f"{MARKS[m][0]} {MARKS[m][1]}" for m in MARKS if m in signs)
        yield Entry(f"-# {legend}")
    if not facts.places:
        yield Entry("You have nothing that you know of.")
    for place in facts.places:
        yield _place(place)
        yield from (_piece(each) for each in place.pieces)


def _all_marks(place: PlaceFacts) -> Iterator[Mark]:
    for each in place.pieces:
        yield from each.marks


def headline(facts: RosterFacts) -> str:
    """How much the player has: "2 cities, 3 stacks, 5 characters, 4 units, 1,200 soldiers"."""
    parts = [
        number(sum(1 for each in facts.places if each.kind == "city"), "city", "cities"),
        number(sum(1 for each in facts.places if each.kind == "stack"), "stack"),
        number(facts.count("character"), "character"),
        number(facts.count("unit"), "unit"),
        number(facts.soldiers, "soldier"),
    ]
    agents = facts.count("agent")
    return ", ".join(parts + ([number(agents, "agent")] if agents else [])) + "."


def _filtered(
    facts: RosterFacts, wanted: Callable[[PlaceFacts, PieceFacts], bool], kind: str
) -> Iterator[Entry]:
    for place in facts.places:
        own = place.kind == kind or (kind == "idle" and "idle" in place.marks)
        pieces = [each for each in place.pieces if wanted(place, each)]
        if own or pieces:
            yield _place(place)
            yield from map(_piece, pieces)


def _place(place: PlaceFacts) -> Entry:
    at = f" {escaped(place.spot)}" if place.spot else ""
    what = f", {place.what}" if place.what and place.kind != "city" else ""
    line = f"{_EMOJI[place.kind]} **{escaped(place.name)}**{at}{what}{_signs(place.marks)}"
    if place.notes:
        line += f"\n-# {escaped(' · '.join(place.notes))}"
    if place.kind not in ("city", "stack"):
        return Entry(line)
    label = f"{place.name} {place.spot}".strip()
    lead = Lead(
        label=label[:100],
        note=", ".join((place.what, *place.notes))[:100],
        emoji=_EMOJI[place.kind],
        panel=(place.kind, place.ref),
    )
    return Entry(line, (lead,))


def _piece(each: PieceFacts) -> Entry:
    slot = f"slot {each.slot}: " if each.slot else ""
    parts = [each.facts.described]
    parts += [f"encounter level {each.facts.level}"] if each.facts.level else []
    parts += [each.facts.state] if each.facts.state else []
    parts += [number(each.points, "point") + " to spend"] if each.points else []
    told = escaped(", ".join(parts))
    line = f"- {slot}**{escaped(each.facts.name)}**, {told}{_signs(each.marks)}"
    sign = MARKS[each.marks[0]][0] if each.marks else ""
    lead = Lead(
        label=each.facts.name[:100] or each.kind,
        note=", ".join(parts)[:100],
        emoji=sign,
        panel=(each.kind, each.ref),
    )
    return Entry(line, (lead,))


def _signs(marks: tuple[Mark, ...]) -> str:
    return " " + "".join(MARKS[each][0] for each in marks) if marks else ""
