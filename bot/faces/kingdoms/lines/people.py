"""Lines about heroes and Kings: who comes and goes, what they learn, carry and are told to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.faces.kingdoms.bouts.plans import plan_told
from bot.faces.kingdoms.hiring import fee_told
from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.kingdoms.terms import Terms, times
from bot.faces.words.news import (
    GAINED,
    LOST,
    PEOPLE,
    PLAIN,
    VAIN,
    News,
    headline,
    routine,
)
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed
from engine.packs.kingdoms.crowns.experience import AbilityRose
from engine.packs.kingdoms.crowns.growing import HeroAppeared
from engine.packs.kingdoms.crowns.noticing import CharacterNoticed
from engine.packs.kingdoms.crowns.paying import HeroLeft
from engine.packs.kingdoms.crowns.ventures.recruiting import HireTried
from engine.packs.kingdoms.crowns.ventures.ruling import (
    DraughtDrunk,
    HeroDismissed,
    ItemAssigned,
    LineChanged,
    PlanChanged,
)
from engine.packs.kingdoms.crowns.ventures.working import Practised
from engine.packs.kingdoms.pieces.records import Ruler

LINES: Final = Lines()


def _appeared(event: HeroAppeared, names: KingdomsNames) -> News:
    return headline(PEOPLE, f"{names.show(event.name)}, a hero without a King")


@LINES.of(HeroAppeared, _appeared)
def _(event: HeroAppeared, names: KingdomsNames) -> str:
    return f"{names.show(event.name)}, a hero without a King, came into the world."


@LINES.of(HeroDismissed)
def _(event: HeroDismissed, names: KingdomsNames) -> str:
    dismissed = names.did("dismissed", "dismiss")
    where = names.holding(event.holding)
    return f"{names.crown(event.crown)} {dismissed} {names.show(event.name)} at {where}."


def _left(event: HeroLeft, names: KingdomsNames) -> News:
    if names.own(event.crown):
        return headline(LOST, f"{names.show(event.name)}, unpaid")
    return PLAIN


@LINES.of(HeroLeft, _left)
def _(event: HeroLeft, names: KingdomsNames) -> str:
    who, where = names.show(event.name), names.holding(event.holding)
    told = f"Unpaid, {who} left the service of {names.crown(event.crown)} at {where}."
    if event.disbanded:
        told += f" Without a leader {names.armies(event.disbanded)} disbanded."
    return told


def _hired(event: HireTried, names: KingdomsNames) -> News:
    if not event.hired:
        return VAIN
    if names.owns_ruler(event.ruler):
        return headline(GAINED, f"{names.show(event.hero_name)}, hired")
    return PLAIN


@LINES.of(HireTried, _hired)
def _(event: HireTried, names: KingdomsNames) -> str:
    who, hero = names.show(event.name), names.show(event.hero_name)
    chance = names.with_chance(event)
    if names.planned:
        fee = fee_told(event.fee, names.world.find(Ruler, event.hero))
        return f"{who} would try to hire {hero}, who asks {fee}."
    if not event.hired:
        return f"{who} tried to hire {hero} in vain{chance}."
    fee = f" for {event.fee} gold" if event.knows("fee") else ""
    return f"{who} hired {hero}{fee}{chance}."


@LINES.of(CharacterNoticed)
def _(event: CharacterNoticed, names: KingdomsNames) -> str:
    of = f" of {names.crown(event.of)}" if event.of else ", who served nobody,"
    ways: dict[int, list[int]] = {}
    for phase, holding in event.seen:
        ways.setdefault(holding, []).append(phase)
    seen = listed(
        f"{names.holding(holding)} ({phases_told(phases)})" for holding, phases in ways.items()
    )
    where = f" at {seen}" if ways else ""
    when = " when last seen" if event.armies and len(event.seen) > 1 else ""
    led = f", leading {names.army_types(event.armies)}{when}" if event.armies else ""
    return f"{names.show(event.name)}{of} was seen{where}{led}."


def phases_told(phases: Sequence[int]) -> str:
    """Phases in words, such as "phase 2", "phases 1 and 4" or "phases 3 to 6"."""
    first, last = phases[0], phases[-1]
    if len(phases) == 1:
        return f"phase {first}"
    whole = len(phases) > 2 and last - first == len(phases) - 1
    return f"phases {first} to {last}" if whole else f"phases {listed(map(str, phases))}"


# ---------------------------------------------------------------- learning


@LINES.of(AbilityRose)
def _(event: AbilityRose, names: KingdomsNames) -> str:
    if not (event.knows("ability") and event.knows("level")):
        return f"{names.show(event.name)} learned something."
    who, ability = names.show(event.name), names.ability(event.ability)
    return f"{who} rose to {ability} {event.level}."


def _practised(event: Practised, names: KingdomsNames) -> News:
    if event.rose:
        return PLAIN
    return VAIN if names.planned else routine("practice", "practices")


@LINES.of(Practised, _practised)
def _(event: Practised, names: KingdomsNames) -> str:
    practised = names.did("practised", "practise")
    told = f"{names.show(event.name)} {practised} {names.ability(event.ability)}"
    vain = "" if event.rose else f"{',' if names.planned else ''} {names.in_vain()}"
    return f"{told}{vain}{names.with_chance(event)}."


# ---------------------------------------------------------------- orders that take no time


@LINES.of(ItemAssigned)
def _(event: ItemAssigned, names: KingdomsNames) -> str:
    giver, taker = names.ruler(event.giver), names.ruler(event.taker)
    return f"{giver} {names.did('gave', 'give')} {taker} {names.item(event.item)}."


@LINES.of(DraughtDrunk)
def _(event: DraughtDrunk, names: KingdomsNames) -> str:
    told = f"{names.show(event.name)} {names.did('used', 'use')} up {names.item(event.item)}"
    if not event.knows("hit_points"):
        return f"{told}."
    return f"{told} and {names.did('had', 'have')} {event.hit_points} hit points."


@LINES.of(PlanChanged, routine("plan", "plans"))
def _(event: PlanChanged, names: KingdomsNames) -> str:
    plan = plan_told(event.plan, Terms(names.module))
    who = names.show(event.name)
    return f"{who} {names.did('planned', 'plan')} for encounters: {names.show(plan)}."


@LINES.of(LineChanged, routine("battle order", "battle orders"))
def _(event: LineChanged, names: KingdomsNames) -> str:
    runs = [(names.army(id), 1) for id in event.line]
    for place in range(len(runs) - 1, 0, -1):
        if runs[place][0] == runs[place - 1][0]:
            runs[place - 1 : place + 1] = [(runs[place][0], runs[place][1] + 1)]
    line = listed((times(army, count) for army, count in runs), most=12)
    return f"The battle order of {names.show(event.name)} {names.was()} {line}."
