"""`/show stack`: who is in it, how far and fast it goes, and what it carries.

An own one offers maps of its reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot import faces
from bot.faces.cards.card import Box, PanelCard, Row, known_box, known_rows, made_of
from bot.faces.cards.parts import InSlot, SlotGrid
from bot.faces.choices.asking import planning
from bot.faces.cohorts.choosing import about_a
from bot.faces.cohorts.fighter.spells import spells_on
from bot.faces.cohorts.members import MemberFacts, member_row, members_in, muster, read_of
from bot.faces.cohorts.rows import carried_box, goods_of, message_row, spell_rows
from bot.faces.cohorts.stack.paces import pace_box, ways_of
from bot.faces.cohorts.stack.reach import reaches
from bot.faces.cohorts.whereabouts import Whereabouts, seen_outside, whereabouts
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.figures import amount
from bot.faces.words.known import as_known
from engine.packs import Rules
from engine.packs.cohorts.battle.slots import NAMES, SLOTS
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.worth.levels import stack_level
from engine.world import World

UNKNOWN: Final = "How strong, how fast and how loaded it is, is hidden from you."
NOBODY_ABLE: Final = "Nobody in it can move or fight."
"""Of a stack of bodies and prisoners, and of an empty one."""
_MEMBERS: Final = 11
_MOVERS: Final = 7
_FEWER: Final = 4
"""Of each of several ways to move."""
_GOODS: Final = 8
"""Rows that the picture shows."""
_HINTS: Final = {
    "Movement": "Orders: /stack move",
    "Possessions": "Orders: /transfer items",
}


def card_of(rules: Rules, view: World, faction: int, stack: Stack) -> PanelCard:
    """The sheet of a stack as far as a faction knows it."""
    where, own = whereabouts(view, faction, stack), stack.knows("used")
    colour = where.owner.colour if where.owner else 0
    members = members_in(rules.module, view, stack, colour)
    boxes = None
    if own:
        type = as_known(lambda: stack_type(view, stack.place), "")
        boxes = as_known(lambda: tuple(_inside(rules, view, stack, where, members)), None)
    else:
        sighting = view.first(Sighting, "about", (faction, stack.place))
        type = sighting.type if sighting else ""
    if boxes is None:
        seen = ", ".join(f"{each.name} ({each.described})" for each in members)
        read = "" if own else read_of(view, pieces_in(view, stack.place))
        known = seen_outside(type, where, ("Seen in it", seen), ("Read", read))
        boxes = (known_box(known, f"{UNKNOWN} Spells and agents may find out more."),)
    return PanelCard(
        "stack", stack.name, ", ".join(filter(None, (type, where.at))), where.turn,
        where.owner.id if where.owner else 0, where.own, boxes=boxes,
    )  # fmt: skip


def _inside(
    rules: Rules, view: World, stack: Stack, where: Whereabouts, members: Sequence[MemberFacts]
) -> Iterator[Box]:
    content, state = rules.module.content(Content), planning(rules, view, stack.player)
    combat = faces.of(rules).combat
    slots = _in_slots(members) if combat is None or combat.ranked else None
    if slots:
        rows = tuple(
            Row(f"Slot {slot}", each.name)
            for slot, here in enumerate(slots.here, 1)
            for each in here
        )
        yield Box("In battle", rows, "front rank above, back rank below", wide=True, slots=slots)
    level = stack_level(list(pieces_in(view, stack.place)))
    people = tuple(map(member_row, members)) or (Row("Nobody is in it", tone="faint"),)
    note = f"encounter level {level}" if level else ""
    yield Box(muster(members) or "Empty", people, note, wide=True, most=_MEMBERS)
    ways = ways_of(state, stack)
    for way in ways:
        most = _MOVERS if len(ways) == 1 else _FEWER
        yield pace_box(content, state, stack, way, most)
    spells = spells_on(view, content, stack.place)
    rows = tuple(_state(stack, where, ways, members, level, [each.name for each in spells]))
    yield Box("The stack", rows, wide=True)
    if spells:
        yield Box("Spells on it", tuple(spell_rows(spells)), drawn=False)
    goods = goods_of(content, view, stack.place)
    yield carried_box(goods, _GOODS, drawn=bool(goods))


def _in_slots(members: Iterable[MemberFacts]) -> SlotGrid | None:
    """Those who report for battle; None where nobody does."""
    here: list[list[InSlot]] = [[] for _ in range(SLOTS)]
    for each in members:
        if each.slot and not each.held:
            there = InSlot(each.name, each.what, each.soldiers, each.likeness)
            here[each.slot - 1].append(there)
    return SlotGrid(tuple(NAMES), tuple(map(tuple, here))) if any(here) else None


def _state(
    stack: Stack,
    where: Whereabouts,
    ways: Sequence[Stamina],
    members: Sequence[MemberFacts],
    level: int,
    spells: Sequence[str],
) -> Iterator[Row]:
    if members and not level:
        yield Row("Able", text=NOBODY_ABLE)
    lines = [("Place", where.stands_on), ("Player", where.player or "nobody")]
    used = ways[-1].used if ways else stack.used
    if not ways:
        lines.append(("Movement", "nothing in it moves by itself"))
    elif used:
        lines.append(("Used", f"{amount(used * 100)}% of its movement"))
    if level:
        lines.append(("Action of the turn", stack.acted or "not used yet"))
    if stack.assists:
        lines.append(("Helps", "the neutral barony in which it stands against attackers"))
    if spells:
        lines.append(("Under", ", ".join(spells)))
    yield from known_rows(lines)
    yield from message_row(where.message)


def _make(look: Look, about: str) -> PanelMade:
    rules, view, stack = look.rules, look.view, look.view.get(Stack, int(about))
    card = card_of(rules, view, look.faction, stack)
    own = stack.knows("used")
    hint = "Orders: /stack move, /stack rest" if own else "As far as you know it"
    further = reaches(rules, view, stack) if own else ()
    return made_of(card, view, hint, f"stack:{stack.id}", _HINTS, further)


PANEL: Final = Panel(
    name="stack",
    help="A stack: who is in it, how fast it is and why, its reach",
    make=_make,
    about=about_a(Stack, "Which stack that you know of"),
)
