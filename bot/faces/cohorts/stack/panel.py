"""`/show stack`: who is in it, how far and fast it goes, and what it carries.

An own one offers maps of its reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, known_box, known_rows, made_of
from bot.faces.cards.slots import InSlot, SlotGrid
from bot.faces.cohorts.choosing import about_a
from bot.faces.cohorts.members import member_row, muster
from bot.faces.cohorts.rows import action_rows, carried_box, message_row, shares_of, spell_rows
from bot.faces.cohorts.stack.facts import (
    NOBODY_ABLE,
    UNKNOWN,
    MoverFacts,
    PaceFacts,
    StackFacts,
    StackInside,
    outside,
    stack_facts,
)
from bot.faces.cohorts.stack.reach import reaches
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.figures import amount
from bot.faces.words.text import number
from engine.packs.cohorts.battle.slots import NAMES, SLOTS
from engine.packs.cohorts.pieces.records import Stack

_MEMBERS: Final = 11
_MOVERS: Final = 7
_FEWER: Final = 4
"""Of each of several ways to move."""
_GOODS: Final = 8
"""Rows that the picture shows."""
_HINTS: Final = {
    "Movement": "Orders: /stack move",
    "Possessions": "Orders: /transfer items",
    "Can do": "As things stand now",
}


def card_of(facts: StackFacts) -> PanelCard:
    """The sheet of a stack as far as its asker knows it."""
    where, inside = facts.where, facts.inside
    note = f"{UNKNOWN} Spells and agents may find out more."
    boxes = tuple(_inside(facts, inside)) if inside else (known_box(outside(facts), note),)
    return PanelCard(
        "stack", facts.name, ", ".join(filter(None, (facts.type, where.at))), where.turn,
        where.owner.id if where.owner else 0, where.own, boxes=boxes,
    )  # fmt: skip


def _inside(facts: StackFacts, inside: StackInside) -> Iterator[Box]:
    if slots := _in_slots(facts):
        rows = tuple(
            Row(f"Slot {slot}", each.name)
            for slot, here in enumerate(slots.here, 1)
            for each in here
        )
        yield Box("In battle", rows, "front rank above, back rank below", wide=True, slots=slots)
    level = f"encounter level {inside.encounter}" if inside.encounter else ""
    members = tuple(map(member_row, facts.members)) or (Row("Nobody is in it", tone="faint"),)
    yield Box(muster(facts.members) or "Empty", members, level, wide=True, most=_MEMBERS)
    for pace in inside.paces:
        reach = f"{number(pace.reached, 'province')} in reach"
        rows = tuple(_pace(pace))
        most = _MOVERS if len(inside.paces) == 1 else _FEWER
        yield Box(f"By {pace.mode}", rows, reach, wide=True, tab="Movement", most=most)
    yield Box("The stack", tuple(_state(facts, inside)), wide=True)
    if inside.spells:
        spells = tuple(spell_rows(inside.spells))
        yield Box("Spells on it", spells, drawn=False)
    yield carried_box(inside.goods, _GOODS, drawn=bool(inside.goods))
    yield Box("Orders", tuple(action_rows(inside.deeds)), tab="Can do", drawn=False)


def _in_slots(facts: StackFacts) -> SlotGrid | None:
    """Those who report for battle; None where nobody does, or battles know no slots."""
    here: list[list[InSlot]] = [[] for _ in range(SLOTS)]
    for each in facts.members:
        if facts.ranked and each.slot and not each.held:
            there = InSlot(each.name, each.what, each.soldiers, each.likeness)
            here[each.slot - 1].append(there)
    return SlotGrid(tuple(NAMES), tuple(map(tuple, here))) if any(here) else None


def _state(facts: StackFacts, inside: StackInside) -> Iterator[Row]:
    where = facts.where
    if facts.members and not inside.encounter:
        yield Row("Able", text=NOBODY_ABLE)
    lines = [("Place", where.stands_on), ("Player", where.player or "nobody")]
    if not inside.paces:
        lines.append(("Movement", "nothing in it moves by itself"))
    elif inside.used:
        lines.append(("Used", f"{amount(inside.used * 100)}% of its movement"))
    if inside.encounter:
        lines.append(("Action of the turn", inside.acted or "not used yet"))
    if inside.assists:
        lines.append(("Helps", "the neutral barony in which it stands against attackers"))
    if inside.spells:
        lines.append(("Under", ", ".join(each.name for each in inside.spells)))
    yield from known_rows(lines)
    yield from message_row(where.message)


def _pace(pace: PaceFacts) -> Iterator[Row]:
    """Points left, why it is so slow, and who moves how fast, the slowest first."""
    share = float(pace.left / pace.rate) if pace.rate else 0.0
    words = f"{amount(pace.left)} of {amount(pace.rate)}"
    yield Row("Points left", words, share=share, tone="gold")
    yield Row(pace.why, tone="faint")
    yield from map(_mover, pace.movers)
    if hold := pace.hold:
        yield Row(
            "Aboard",
            f"troops {amount(hold.troop_load)} of {amount(hold.troop_capacity)}, "
            f"cargo {amount(hold.cargo_load)} of {amount(hold.cargo_capacity)}",
        )
    changes = [f"{family} {percent:+d}%" for family, percent in pace.terrain.items() if percent]
    if changes:
        yield from known_rows([("Cost of entering", ", ".join(changes).replace("-", "−"))])


def _mover(mover: MoverFacts) -> Row:
    load = f"bears {amount(mover.load)} of {amount(mover.capacity)}"
    bears = load if mover.load or mover.capacity else ""
    note = "; ".join(filter(None, (shares_of(mover.figure), bears)))
    return Row(mover.name, mover.figure.value, note)


def _make(look: Look, about: str) -> PanelMade:
    stack = look.view.get(Stack, int(about))
    facts = stack_facts(look.rules, look.view, look.faction, stack)
    hint = "Orders: /stack move, /stack rest" if facts.inside else "As far as you know it"
    thing, further = f"stack:{stack.id}", reaches(stack.id, facts)
    return made_of(card_of(facts), look.view, hint, thing, _HINTS, further)


PANEL: Final = Panel(
    name="stack",
    help="A stack: who is in it, how fast it is and why, its reach",
    make=_make,
    about=about_a(Stack, "Which stack that you know of"),
)
