"""Lines about battles: who, against whom, how it ended and at what price, and the results.

The full account and its pictures are made from the record elsewhere.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.faces.cohorts.battle.scenes import able
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.cohorts.spelling import spelt
from bot.faces.words.news import (
    CAPTURED,
    DEFEAT,
    FREED,
    PLAIN,
    VICTORY,
    News,
    headline,
    routine,
)
from bot.faces.words.telling import Lines
from bot.faces.words.text import counted, experience, listed, number, percent
from engine.battle import BattleRecord
from engine.packs.cohorts.battle.directives import DirectiveSet
from engine.packs.cohorts.battle.record import (
    BattleEnded,
    Force,
    Gathered,
    Participant,
    UnitOutcome,
)
from engine.packs.cohorts.battle.told import (
    BattleFought,
    BattleRewarded,
    ForceBeaten,
    PiecesCaptured,
)
from engine.packs.cohorts.characters.loading import CombatSpellLoaded

LINES = Lines()


def _battle(event: BattleFought, names: CohortsNames) -> News:
    sides = [names.reader in factions for factions in (event.attackers, event.defenders)]
    if not names.reader or sum(sides) != 1:
        return PLAIN
    mine = _force(event.record, sides.index(True), names)
    title = f"{mine} at {names.province(event.province)}"
    won = event.record.winner == ("attacker" if sides[0] else "defender")
    return headline(VICTORY, title) if won else headline(DEFEAT, title, vain=True)


@LINES.of(BattleFought, _battle)
def _(event: BattleFought, names: CohortsNames) -> str:
    record = event.record
    attackers, defenders = (_force(record, side, names) for side in (0, 1))
    verb = "beat" if record.winner == "attacker" else "attacked"
    lost = "" if record.winner == "attacker" else " and lost"
    told = f"{attackers} {verb} {defenders}{lost}{_how(record)}."
    if losses := _losses(record):
        told += f" Dead or wounded: {losses}."
    for state, what in (("dead", "Fallen"), ("fled", "Fled")):
        if fates := _in_state(record, state, names):
            told += f" {what}: {fates}."
    return told


def _captured(event: PiecesCaptured, names: CohortsNames) -> News:
    if names.own(event.container):
        return PLAIN
    if event.pieces:
        who = listed(map(names.show, event.pieces), most=3)
        return headline(CAPTURED, f"{who} fell into enemy hands")
    if event.freed:
        who = listed(map(names.show, event.freed), most=3)
        return headline(FREED, f"{who} came free")
    return PLAIN


@LINES.of(PiecesCaptured, _captured)
def _(event: PiecesCaptured, names: CohortsNames) -> str:
    where, parts = names.province(event.province), list[str]()
    if event.pieces:
        parts.append(f"took {listed(map(names.show, event.pieces))} prisoner")
    if event.bodies:
        bodies = "body" if len(event.bodies) == 1 else "bodies"
        parts.append(f"carried off the {bodies} of {listed(map(names.show, event.bodies))}")
    if event.freed:
        parts.append(f"freed {listed(map(names.show, event.freed))}")
    return f"{names.thing(event.container)} {'; '.join(parts)} at {where}."


@LINES.of(ForceBeaten)
def _(event: ForceBeaten, names: CohortsNames) -> str:
    name = names.show(event.name) or "The loose units"
    if event.force.kind == "city":
        name = f"The garrison of {name}"
    where, to = names.province(event.province), names.province(event.to)
    if event.scattered:
        told = f"{name} broke up at {where}: {listed(map(names.show, event.pieces))} fled to {to}."
    elif event.to != event.province:
        told = f"{name}, beaten at {where}, fell back to {to}."
    else:
        told = f"{name}, beaten at {where}, stayed there."
    return f"{told} Left behind: {counted(event.lost)}." if event.lost else told


@LINES.of(BattleRewarded, routine("lesson of battle", "lessons of battle"))
def _(event: BattleRewarded, names: CohortsNames) -> str:
    learned = [
        f"{names.show(each.name)} ({experience(each.xp)} at morale {percent(each.morale)})"
        for each in event.pieces
    ]
    what = "victory" if event.won else "defeat"
    return f"Learned from the {what} at {names.province(event.province)}: {listed(learned)}."


@LINES.of(DirectiveSet, routine("directive"))
def _(event: DirectiveSet, names: CohortsNames) -> str:
    who = names.show(event.name)
    if not event.directive:
        return f"{who} {names.did('had', 'have')} no directive any more for equally near enemies."
    directive = f"of equally near enemies to attack those with the {spelt(event.directive)}"
    return f"{who} {names.did('got', 'get')} orders {directive}."


@LINES.of(CombatSpellLoaded, routine("combat spell"))
def _(event: CombatSpellLoaded, names: CohortsNames) -> str:
    who, places = names.show(event.name), " and ".join(event.places)
    if not event.spell:
        return f"{who} {names.did('gave', 'give')} up the {places} spell."
    mana = f" with {event.mana} mana" if event.mana else ""
    loaded = names.did("loaded", "load")
    return f"{who} {loaded} {names.spell(event.spell)}{mana} as {places} spell for every battle."


# ---------------------------------------------------------------- what a record says


class _Fighter(NamedTuple):
    """A participant, and how it came out."""

    unit: Participant
    outcome: UnitOutcome


def _force(record: BattleRecord, side: int, names: CohortsNames) -> str:
    """The forces of a side by name."""
    found = [
        _called(force, names)
        for event in record.engagements[-1].events
        if isinstance(event, Gathered)
        for force in event.forces
        if force.side == side
    ]
    return listed(found)


def _called(force: Force, names: CohortsNames) -> str:
    if not force.name:
        return "loose units"
    name = names.show(force.name)
    return f"the garrison of {name}" if force.place.kind == "city" else name


def _fighters(record: BattleRecord) -> Sequence[_Fighter]:
    """Everybody who took part, with what became of them; nobody of a mere outline."""
    fight = record.engagements[-1]
    last = fight.events[-1]
    if not isinstance(last, BattleEnded):
        return ()
    units = [each for each in fight.participants if isinstance(each, Participant)]
    return [_Fighter(*pair) for pair in zip(units, last.outcomes, strict=True)]


def _losses(record: BattleRecord) -> str:
    """The soldiers of each side whom it cost, of those who could fight; empty without any."""
    told: list[str] = []
    for side, of in enumerate(("attackers", "defenders")):
        troops = [each for each in _fighters(record) if each.unit.side == side and each.unit.arm]
        had = sum(able(each.unit, each.unit.wounds) for each in troops)
        left = sum(
            0 if each.outcome.state == "dead" else able(each.unit, each.outcome.wounds)
            for each in troops
        )
        if had:
            told.append(f"{of} {max(had - left, 0):,} of {number(had, 'soldier')}")
    return ", ".join(told)


def _in_state(record: BattleRecord, state: str, names: CohortsNames) -> str:
    """Who came out of a battle in a state, side by side; empty if nobody did."""
    told: list[str] = []
    for side, of in enumerate(("attackers", "defenders")):
        found = [
            names.show(each.unit.name)
            for each in _fighters(record)
            if each.unit.side == side and each.outcome.state == state
        ]
        if found:
            told.append(f"{listed(found)} of the {of}")
    return "; ".join(told)


def _how(record: BattleRecord) -> str:
    """How long it took."""
    last = record.engagements[-1].events[-1]
    if not isinstance(last, BattleEnded):
        return ""
    if not all(army.soldiers for army in last.armies):
        return " without a fight"
    rounds = number(last.rounds, "round")
    return f" in {rounds}" if last.rounds else " before the first round"
