"""The lines of the Command phase: charges, orders with their values and dice, moves, blunders.

Sources: warmaster.command, warmaster.move, warmaster.directive.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.battle.account import Tellers
from bot.faces.warmaster.battle.teller import Teller, hex_told
from bot.faces.warmaster.battle.terms import DIRECTIVES
from bot.faces.words.text import listed, number
from engine.packs.warmaster.battle.blunders import (
    BACKWARDS,
    CONFUSION,
    HALF_HEARTED,
    HEADLONG,
    LOSS_OF_FACE,
    STANDSTILL,
)
from engine.packs.warmaster.battle.happenings import (
    Blundered,
    Cause,
    CharacterWent,
    Confusion,
    HeldBack,
    Moved,
    MovedBack,
    Ordered,
    Value,
    Went,
)
from engine.packs.warmaster.battle.idling import Idle, held_in_line, why_idle
from engine.packs.warmaster.battle.values import SIDES, Directive, SideName
from engine.packs.warmaster.content.items import TestAgain

_CAUSES: Final[dict[Cause, str]] = {
    "distance": "for the distance",
    "orders": "for orders obeyed this turn",
    "losses": "for lost stands",
    "enemy": "for an enemy within 2 hexes",
    "terrain": "for woods or marsh",
}
_CHARGES: Final[dict[Directive, str]] = {
    "attack": "it charges when it can",
    "advance": "it charges on initiative alone",
    "hold": "it never charges by order",
    "counter": "an enemy was within 4 hexes, or the armies had met",
    "stand-off": "it never charges by order",
    "flank-left": "it attacks once round the flank or near an enemy",
    "flank-right": "it attacks once round the flank or near an enemy",
}
_MOVES: Final[dict[Directive, str]] = {
    "attack": "no charge in reach",
    "advance": "it charges on initiative alone",
    "hold": "",
    "counter": "an enemy near or the armies met, no charge in reach",
    "stand-off": "no enemy in range and in sight",
    "flank-left": "no charge in reach",
    "flank-right": "no charge in reach",
}
"""Why units under a directive went nearer to the enemy and did not charge."""
_UNORDERED: Final = {
    "initiative": "{who} charged {foe} on initiative, no more than 2 hexes away",
    "spell": "  {who} charged {foe} under the spell",
    "pursuit": "  {who} pursued {foe}",
    "advance": "  {who} had won and advanced upon {foe}",
}
_BLUNDERS: Final = {
    CONFUSION: "Confusion",
    STANDSTILL: "Standstill, and it did not move",
    BACKWARDS: "Backwards, by its pace",
    HALF_HEARTED: "Half-hearted, at half pace and charging nobody",
    HEADLONG: "Headlong, as if under Attack",
    LOSS_OF_FACE: "Loss of face, and a Command of {command} from then on",
}
_IDLE: Final[dict[Idle, str]] = {
    "engaged": "in contact with the enemy",
    "confused": "confused",
    "stalled": "stalled by a blunder",
    "charged": "having charged",
    "line": "held back by the army's line",
    "directive": "with nothing to do by directive",
    "order": "without an order that was obeyed",
}
"""Why units stayed where they were."""
_APART: Final[dict[Idle, str]] = {
    "directive": "nothing to do",
    "order": "too far off",
}
"""Why an order to a brigade did not reach one of its units."""
WENT: Final[dict[Went, str]] = {
    "fight": "went to where there was fighting, with {unit}",
    "command": "went to command from {unit}",
    "unit lost": "found refuge with {unit}",
    "spell": "was with {unit} at once",
}
"""Why a character went to another unit."""

TELLERS: Final = Tellers[Teller]()


@TELLERS.of(Ordered)
def _(teller: Teller, event: Ordered) -> Iterator[str]:
    leader = teller.leader(event.side, event.by)
    whom = teller.group(event.side, event.brigade, event.units)
    by = f" with the {teller.item(event.item)}" if event.item else ""
    again = _is_again(teller, event)
    tried = "tested it again" if again else f"ordered {whom}{_not_covered(teller, event)}"
    total = sum(event.dice)
    rolled = f"rolled {event.dice[0]} + {event.dice[1]} = {total}"
    if event.success:
        end = "obeyed" if total <= event.value.value else "obeyed, for a double 1 always is"
    elif event.dice == (6, 6):
        end = "a blunder"
    else:
        end = "not obeyed"
    value = _value(teller, event.side, event.value, event.units)
    yield f"{leader} {tried}{by}: {value}; {rolled}: {end}."


def _not_covered(teller: Teller, event: Ordered) -> str:
    """Whom of a brigade its order did not reach, and why."""
    found: dict[str, list[int]] = {}
    for unit in teller.battle.living(SIDES.index(event.side)) if event.brigade else ():
        if unit.troop.brigade == event.brigade and unit.number not in event.units:
            why = why_idle(teller.battle, unit)
            found.setdefault(_APART.get(why, _IDLE[why]), []).append(unit.number)
    told = (f"{teller.all(event.side, numbers)} ({why})" for why, numbers in found.items())
    return f", but not {listed(told)}" if found else ""


def _is_again(teller: Teller, event: Ordered) -> bool:
    """Whether an item let a failed test be made again."""
    item = teller.battle.lore.items.get(event.item)
    return item is not None and isinstance(item.effect, TestAgain)


def _value(teller: Teller, side: SideName, value: Value, units: tuple[int, ...]) -> str:
    """A value and where it comes from: "value 7 (Command 9, −2 for the distance)"."""
    parts = [f"Command {value.command}"]
    parts += [f"−{each.amount} {_CAUSES[each.cause]}" for each in value.penalties]
    told = f"value {value.value} ({', '.join(parts)})"
    if len(units) > 1 and value.penalties:
        told += f", that of {teller.bare(side, value.unit)}, the hardest"
    return told


@TELLERS.of(HeldBack)
def _(teller: Teller, event: HeldBack) -> Iterator[str]:
    brigades = {teller.replay.unit(event.side, each).troop.brigade for each in event.units}
    brigade = brigades.pop() if len(brigades) == 1 else 0
    yield (
        f"{teller.leader(event.side, event.by)} gave no more orders: the best, to "
        f"{teller.group(event.side, brigade, event.units)}, had "
        f"{_value(teller, event.side, event.value, event.units)}, below the army's boldness "
        f"of {event.boldness}."
    )


@TELLERS.of(Blundered)
def _(teller: Teller, event: Blundered) -> Iterator[str]:
    if event.ignored_by:
        die = f" (rolled {event.die})" if event.die else ""
        yield f"  The {teller.item(event.ignored_by)} set the blunder aside{die}: it was obeyed."
        return
    told = _BLUNDERS[event.die].format(command=event.command)
    if event.die == CONFUSION and teller.replay.unit(event.side, event.number).undead:
        told += ", which the undead do not know"
    whose = teller.who(event.side, event.number)
    if event.die == LOSS_OF_FACE:
        whose = teller.leader(event.side, event.by)
    yield f"  Blunder, rolled {event.die} for {whose}: {told}."


@TELLERS.of(Confusion)
def _(teller: Teller, event: Confusion) -> Iterator[str]:
    now = "fell into confusion" if event.confused else "recovered from confusion"
    yield f"  {teller.who(event.side, event.number)} {now}."


@TELLERS.of(CharacterWent)
def _(teller: Teller, event: CharacterWent) -> Iterator[str]:
    unit = teller.who(event.side, event.unit)
    told = WENT[event.why].format(unit=unit)
    indent = "" if event.why in ("fight", "command") else "  "
    yield f"{indent}{teller.leader(event.side, event.number)} {told}."


# ---------------------------------------------------------------- moves


@TELLERS.of(Moved)
def _(teller: Teller, event: Moved) -> Iterator[str]:
    who, there = teller.who(event.side, event.number), hex_told(event.path[-1])
    unit = teller.replay.unit(event.side, event.number)
    enemy = SIDES[1 - SIDES.index(event.side)]
    steps = number(len(event.path) - 1, "hex", "hexes")
    if unit.ways.flyer:  # whose path has its ends alone
        steps = "through the air"
    if event.errand == "charge":
        foe = teller.who(enemy, event.target)
        if event.unordered:
            told = _UNORDERED[event.unordered].format(who=who, foe=foe)
            yield f"{told}: {steps}, to {there}."
        else:
            why = _why(unit.troop.directive, _CHARGES)
            yield f"  {who} charged {foe}: {steps}, to {there}{why}."
        return
    if event.errand == "flank":
        goal = "its goal on the flank"
        why = f" ({DIRECTIVES[unit.troop.directive]})"
    else:
        goal = f"{teller.who(enemy, event.target)}, the nearest"
        why = _why(unit.troop.directive, _MOVES)
    held = "; the army's line held it back" if held_in_line(teller.battle, unit) else ""
    gone = f"{len(event.path) - 1} of {number(unit.troop.pace, 'hex', 'hexes')}"
    gone = steps if unit.ways.flyer else gone
    yield f"  {who} moved {gone} to {there}, towards {goal}{why}{held}."


def _why(directive: Directive, reasons: dict[Directive, str]) -> str:
    reason = reasons[directive]
    return f" ({DIRECTIVES[directive]}: {reason})" if reason else f" ({DIRECTIVES[directive]})"


@TELLERS.of(MovedBack)
def _(teller: Teller, event: MovedBack) -> Iterator[str]:
    who, gone = teller.who(event.side, event.number), len(event.path) - 1
    hexes = number(event.hexes, "hex", "hexes")
    if not gone:
        yield f"  {who} could not fall back {hexes}."
    elif gone < event.hexes:
        yield f"  {who} fell back {gone} of {hexes}, to {hex_told(event.path[-1])}, and no further."
    else:
        yield f"  {who} fell back {hexes}, to {hex_told(event.path[-1])}."


# ---------------------------------------------------------------- who did nothing


def idle(teller: Teller, side: SideName, ordered: set[int]) -> Iterator[str]:
    """Who of a side did nothing in its Command phase, and why, but for those who were `ordered`."""
    found: dict[str, list[int]] = {}
    for unit in teller.battle.living(SIDES.index(side)):
        if unit.number in ordered:
            continue
        why = why_idle(teller.battle, unit)
        if why == "charged":
            continue
        reason = _IDLE[why]
        if why == "directive":
            reason = f"with nothing to do under {DIRECTIVES[unit.troop.directive]}"
        found.setdefault(reason, []).append(unit.number)
    if found:
        told = (f"{teller.all(side, numbers)} {why}" for why, numbers in found.items())
        yield f"Who stayed: {'; '.join(told)}."
