"""Lines about what characters do with their phases: moving, exploring, searching, spying ..."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.kingdoms.terms import times
from bot.faces.words.news import (
    DEED,
    DISCOVERY,
    PLAIN,
    VAIN,
    News,
    headline,
    routine,
    unless_vain,
)
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, one
from engine.packs.kingdoms.crowns.ventures.fading import FeatureRevealed
from engine.packs.kingdoms.crowns.ventures.moving import Pursued, RulerMoved, Trailed
from engine.packs.kingdoms.crowns.ventures.parting import ArmiesLeft, ArmiesPickedUp
from engine.packs.kingdoms.crowns.ventures.recruiting import Recruited
from engine.packs.kingdoms.crowns.ventures.searching import SiteSearched
from engine.packs.kingdoms.crowns.ventures.spying import ProvinceReported, WouldReport
from engine.packs.kingdoms.crowns.ventures.working import Explored, InventionGained

LINES: Final = Lines()
_HOW: Final[Mapping[str, str]] = {
    "sage": "discovered",
    "espionage": "spied out",
    "library": "found in a library",
}


@LINES.of(RulerMoved, routine("move"))
def _(event: RulerMoved, names: KingdomsNames) -> str:
    went = names.did("went", "go")
    led = f" with {names.armies(event.armies)}" if event.knows("armies") and event.armies else ""
    start, goal = names.holding(event.start), names.holding(event.goal)
    return f"{names.show(event.name)} {went} from {start} to {goal}{led}."


@LINES.of(Pursued, unless_vain("came"))
def _(event: Pursued, names: KingdomsNames) -> str:
    pursued = names.did("pursued", "pursue")
    told = f"{names.show(event.name)} {pursued} {names.ruler(event.target)}"
    chance = names.with_chance(event)
    if not event.found:
        return f"{told} {names.in_vain()}, without a trace{chance}."
    if not event.came:
        late = f"{names.did('came', 'come')} too late"
        return f"{told} to {names.holding(event.holding)}, and {late}{chance}."
    return f"{told} and {names.did('came', 'come')} up at {names.holding(event.holding)}{chance}."


def _trailed(event: Trailed, names: KingdomsNames) -> News:
    return VAIN if event.lost else routine("phase on a trail", "phases on a trail")


@LINES.of(Trailed, _trailed)
def _(event: Trailed, names: KingdomsNames) -> str:
    who, whom = names.show(event.name), names.ruler(event.target)
    where = names.holding(event.holding)
    if event.lost:
        return f"{who} {names.did('lost', 'lose')} the trail of {whom} at {where}."
    return f"{who} {names.did('followed', 'follow')} {whom} unseen to {where}."


# ---------------------------------------------------------------- what is found


def _explored(event: Explored, names: KingdomsNames) -> News:
    if event.knows("sites") and event.sites:
        return headline(DISCOVERY, f"{names.sites(event.sites)} at {names.holding(event.holding)}")
    return VAIN if event.before == event.percent else routine("exploration")


@LINES.of(Explored, _explored)
def _(event: Explored, names: KingdomsNames) -> str:
    explored = names.did("explored", "explore")
    if event.before == event.percent:
        where = names.holding(event.holding)
        known = "all" if event.percent == 100 else f"{event.percent}%"
        vain = f"{names.in_vain()}: {known} of it was known before"
        return f"{names.show(event.name)} {explored} {where} {vain}."
    far = f"{event.percent}%" if event.before == 0 else f"{event.percent}% ({event.before}% before)"
    told = f"{names.show(event.name)} {explored} {names.holding(event.holding)} to {far}"
    if not (event.knows("sites") and event.sites):
        return f"{told}."
    first = event.knows("first") and event.first
    before = ", before any other kingdom" if first else ""
    return f"{told} and {names.did('found', 'find')} {names.sites(event.sites)}{before}."


def _revealed(event: FeatureRevealed, names: KingdomsNames) -> News:
    return headline(DISCOVERY, names.site(event.site))


@LINES.of(FeatureRevealed, _revealed)
def _(event: FeatureRevealed, names: KingdomsNames) -> str:
    return f"What had hidden {names.site(event.site)} was gone: {names.crown(event.crown)} saw it."


def _searched(event: SiteSearched, names: KingdomsNames) -> News:
    if event.knows("items") and event.items and names.owns_ruler(event.ruler):
        return headline(DEED, f"{names.items(event.items)} from {names.site(event.site)}")
    return PLAIN


@LINES.of(SiteSearched, _searched)
def _(event: SiteSearched, names: KingdomsNames) -> str:
    told = f"{names.show(event.name)} {names.did('searched', 'search')} {names.site(event.site)}"
    if not event.knows("gold"):
        return f"{told}."
    found = [f"{event.gold} gold"] if event.gold else []
    if event.knows("items"):
        found += map(names.item, event.items)
    if event.knows("benefit") and event.benefit:
        found.append(names.benefit(event.benefit))
    told += f" and {names.did('found', 'find')} {listed(found)}"
    if event.knows("found") and event.found:
        told += f"; it told of {names.site(event.found)}"
    return f"{told}."


def _gained(event: InventionGained, names: KingdomsNames) -> News:
    if names.own(event.crown):
        return headline(DISCOVERY, f"{names.device(event.device)}, by {names.show(event.name)}")
    return PLAIN


@LINES.of(InventionGained, _gained)
def _(event: InventionGained, names: KingdomsNames) -> str:
    how = _HOW.get(event.how, "gained")
    first = ", before any other kingdom" if event.first else ""
    device = names.device(event.device)
    return f"{device} was {how} by {names.show(event.name)} for {names.crown(event.crown)}{first}."


@LINES.of(WouldReport)
def _(event: WouldReport, names: KingdomsNames) -> str:
    sure = f", in numbers within {event.margin}%" if event.margin else ""
    return (
        f"{names.show(event.name)} would report on {names.holding(event.holding)}: its armies"
        f"{sure}, characters and the inventions of its owner."
    )


@LINES.of(ProvinceReported)
def _(event: ProvinceReported, names: KingdomsNames) -> str:
    how = "reported on" if event.ordered else "looked about at"
    owner = f"owned by {names.crown(event.owner)}" if event.owner else "independent"
    told = f"{names.show(event.name)} {how} {names.holding(event.holding)}, {owner}: "
    seen: dict[int, list[str]] = {}
    for crown, type, count in event.armies:
        seen.setdefault(crown, []).append(times(names.army_type(type), count))
    told += "; ".join(_of(names, crown, types) for crown, types in seen.items()) or "no armies"
    if seen and event.margin:
        told += f" (numbers may be wrong by {event.margin}%)"
    others = [id for id in event.characters if id != event.ruler]
    if others:
        told += f"; characters: {names.rulers(others)}"
    if event.inventions:
        told += f"; inventions: {listed(map(names.device, event.inventions), most=20)}"
    return f"{told}."


def _of(names: KingdomsNames, crown: int, types: list[str]) -> str:
    """The armies of one kingdom in a report."""
    of = f" of {names.crown(crown)}" if crown else " of no kingdom"
    return f"{listed(types, most=len(types))}{of}"


# ---------------------------------------------------------------- armies


def _recruited(event: Recruited, names: KingdomsNames) -> News:
    return PLAIN if not event.knows("army") or event.army else VAIN


@LINES.of(Recruited, _recruited)
def _(event: Recruited, names: KingdomsNames) -> str:
    who, where = names.show(event.name), names.holding(event.holding)
    mercenary = "mercenary " if event.mercenary else ""
    what = f"{one(f'{mercenary}army')} of {names.army_type(event.type)}"
    chance = names.with_chance(event)
    if event.knows("army") and not event.army:
        tried = names.did("tried", "try")
        return f"{who} {tried} to recruit {what} at {where} {names.in_vain()}{chance}."
    cost = f" for {event.cost} gold" if event.knows("cost") else ""
    return f"{who} {names.did('recruited', 'recruit')} {what} at {where}{cost}{chance}."


@LINES.of(ArmiesLeft)
def _(event: ArmiesLeft, names: KingdomsNames) -> str:
    what = names.armies(event.armies) if event.knows("armies") else "armies"
    where = names.holding(event.holding)
    return f"{names.show(event.name)} {names.did('left', 'leave')} {what} behind at {where}."


@LINES.of(ArmiesPickedUp)
def _(event: ArmiesPickedUp, names: KingdomsNames) -> str:
    what: list[str] = []
    if event.knows("armies") and event.armies:
        what.append(names.armies(event.armies))
    if event.knows("items"):
        what += map(names.item, event.items)
    taken = listed(what) if what else "something"
    took = names.did("took", "take")
    return f"{names.show(event.name)} {took} {taken} at {names.holding(event.holding)}."
