"""Lines about battles: a short summary of each, and what became of those who fought.

The full account and its pictures are made from the record elsewhere.
"""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import counted, listed, number, percent
from engine.battle import BattleRecord
from engine.packs.cohorts.battle.directives import DirectiveSet
from engine.packs.cohorts.battle.record import Ended, Force, Gathered, Participant
from engine.packs.cohorts.battle.told import (
    BattleFought,
    BattleRewarded,
    ForceBeaten,
    PiecesCaptured,
)
from engine.packs.cohorts.characters.loading import CombatSpellLoaded

LINES = Lines()


@LINES.of(BattleFought)
def _(event: BattleFought, names: CohortsNames) -> str:
    attackers, defenders = _sides(event.record, names)
    told = f"Battle at {names.province(event.province)}: {attackers} against {defenders}."
    winner = "attackers" if event.record.winner == "attacker" else "defenders"
    told += f" The {winner} win{_how(event.record)}."
    for state, what in (("dead", "Fallen"), ("fled", "Fled")):
        if fates := _in_state(event.record, state, names):
            told += f" {what}: {fates}."
    return told


@LINES.of(PiecesCaptured)
def _(event: PiecesCaptured, names: CohortsNames) -> str:
    where, parts = names.province(event.province), list[str]()
    if event.pieces:
        parts.append(f"takes {listed(map(names.show, event.pieces))} prisoner")
    if event.bodies:
        parts.append(f"carries off the bodies of {listed(map(names.show, event.bodies))}")
    if event.freed:
        parts.append(f"frees {listed(map(names.show, event.freed))}")
    return f"{names.thing(event.container)} {'; '.join(parts)} at {where}."


@LINES.of(ForceBeaten)
def _(event: ForceBeaten, names: CohortsNames) -> str:
    name = names.show(event.name) or "The loose units"
    if event.force.kind == "city":
        name = f"The garrison of {name}"
    where, to = names.province(event.province), names.province(event.to)
    if event.scattered:
        told = f"{name}, beaten at {where}: {listed(map(names.show, event.pieces))} flee to {to}."
    elif event.to != event.province:
        told = f"{name}, beaten at {where}, falls back to {to}."
    else:
        told = f"{name} is beaten at {where}."
    return f"{told} Left behind: {counted(event.lost)}." if event.lost else told


@LINES.of(BattleRewarded)
def _(event: BattleRewarded, names: CohortsNames) -> str:
    learned = [
        f"{names.show(each.name)} ({each.xp} XP, morale {percent(each.morale)})"
        for each in event.pieces
    ]
    what = "victory" if event.won else "defeat"
    return f"From the {what} at {names.province(event.province)} learn: {listed(learned)}."


@LINES.of(DirectiveSet)
def _(event: DirectiveSet, names: CohortsNames) -> str:
    who = names.show(event.name)
    if not event.directive:
        return f"{who} leaves it to chance which of equally near enemies to attack."
    return f"{who} prefers the enemies with the {event.directive} among equally near ones."


@LINES.of(CombatSpellLoaded)
def _(event: CombatSpellLoaded, names: CohortsNames) -> str:
    who, places = names.show(event.name), " and ".join(event.places)
    if not event.spell:
        return f"{who} casts no {places} spell in battles any more."
    mana = f", with {event.mana} mana put in" if event.mana else ""
    return f"{who} will cast {names.spell(event.spell)} in every battle, as {places} spell{mana}."


def _sides(record: BattleRecord, names: CohortsNames) -> tuple[str, str]:
    """The forces on both sides by name."""
    found: tuple[list[str], list[str]] = ([], [])
    for event in record.engagements[-1].events:
        if isinstance(event, Gathered):
            for force in event.forces:
                found[force.side].append(_called(force, names))
    return listed(found[0]), listed(found[1])


def _called(force: Force, names: CohortsNames) -> str:
    if not force.name:
        return "loose units"
    name = names.show(force.name)
    return f"the garrison of {name}" if force.place.kind == "city" else name


def _in_state(record: BattleRecord, state: str, names: CohortsNames) -> str:
    """Who came out of a battle in a state, side by side; empty if nobody did."""
    fight = record.engagements[-1]
    last = fight.events[-1]
    if not isinstance(last, Ended):
        return ""
    units = [each for each in fight.participants if isinstance(each, Participant)]
    both = list(zip(units, last.outcomes, strict=True))
    told: list[str] = []
    for side, of in enumerate(("attackers", "defenders")):
        found = [names.show(u.name) for u, out in both if u.side == side and out.state == state]
        if found:
            told.append(f"of the {of} {listed(found)}")
    return "; ".join(told)


def _how(record: BattleRecord) -> str:
    """How long it took."""
    last = record.engagements[-1].events[-1]
    if not isinstance(last, Ended):
        return ""
    if not all(army.soldiers for army in last.armies):
        return " without a fight"
    rounds = number(last.rounds, "round")
    return f" in {rounds}" if last.rounds else " before the first round"
