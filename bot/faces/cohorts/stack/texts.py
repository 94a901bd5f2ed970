"""The words of a stack's panel, tab by tab; every name goes through an escape."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.cards.card import lines_of
from bot.faces.cohorts.fighter.rows import action_rows, figure_rows, spell_rows
from bot.faces.cohorts.stack.facts import (
    UNKNOWN,
    MemberFacts,
    PaceFacts,
    StackFacts,
    StackInside,
    outside,
)
from bot.faces.words.figures import amount
from bot.faces.words.tabs import Tab, paged
from bot.faces.words.text import escaped, number


def stack_tabs(facts: StackFacts) -> tuple[Tab, ...]:
    """Every tab of a stack's panel; a foreign stack has only one."""
    inside = facts.inside
    if inside is None:
        return (Tab("Overview", paged(_seen(facts)), "As far as you know it"),)
    movement = (line for pace in inside.paces for line in _pace(pace))
    goods = [f"{count:,} × {escaped(name)}" for name, count in inside.possessions]
    return (
        Tab("Overview", paged(_overview(facts, inside)), "Orders: /stack move, /stack rest"),
        Tab(
            "Movement",
            paged(movement if inside.paces else ["Nothing in it moves by itself."]),
            "Orders: /stack move",
        ),
        Tab("Possessions", paged(goods or ["It carries nothing."]), "Orders: /transfer items"),
        Tab("Can do", paged(lines_of(action_rows(inside.deeds))), "As things stand now"),
    )


def _seen(facts: StackFacts) -> Iterator[str]:
    for title, words in outside(facts):
        yield f"**{title}:** {escaped(words)}"
    yield f"*{UNKNOWN} Spells and agents may find out more.*"


def _overview(facts: StackFacts, inside: StackInside) -> Iterator[str]:
    where = facts.where
    ground = f", {where.ground}" if where.ground else ""
    if inside.encounter:
        kind = f"A {facts.type} of encounter level **{inside.encounter}**"
    elif facts.members:
        kind = f"A stack of {number(len(facts.members), 'piece')} that can neither move nor fight"
    else:
        kind = "An empty stack"
    yield f"{kind}, {escaped(where.at)}{ground}."
    yield f"Player: {escaped(where.player) or 'nobody'}."
    if inside.paces:
        yield f"{amount(inside.used * 100)}% of its movement is used."
    if inside.acted:
        yield f"Its action of the turn went into: {inside.acted}."
    if inside.assists:
        yield "It helps the neutral barony in which it stands against attackers."
    for pace in inside.paces:
        yield (
            f"**By {pace.mode}: {amount(pace.left)}** of {amount(pace.rate)} points left, "
            f"{number(pace.reached, 'province')} in reach. {escaped(pace.why)}"
        )
    yield "**In it**"
    yield from (_member(each) for each in facts.members)
    if not facts.members:
        yield "- nobody"
    yield from lines_of(spell_rows(inside.spells))
    if where.message:
        yield f"Message: “{escaped(where.message)}”"


def _member(each: MemberFacts) -> str:
    parts = [f"slot {each.slot}"] if each.slot and not each.held else []
    parts += [each.described]
    parts += [f"encounter level {each.level}"] if each.level else []
    parts += [each.state] if each.state else []
    return f"- {escaped(each.name)}: {escaped(', '.join(parts))}"


def _pace(pace: PaceFacts) -> Iterator[str]:
    yield f"**By {pace.mode}, {amount(pace.rate)} points a turn.** {escaped(pace.why)}"
    for mover in pace.movers:
        yield from lines_of(figure_rows((mover.figure,)))
        if mover.load or mover.capacity:
            yield f"-# bears {amount(mover.load)} of {amount(mover.capacity)}"
    if pace.hold:
        hold = pace.hold
        yield (
            f"Aboard: troops {amount(hold.troop_load)} of {amount(hold.troop_capacity)}, "
            f"cargo {amount(hold.cargo_load)} of {amount(hold.cargo_capacity)}"
        )
    changes = [f"{family} {percent:+d}%" for family, percent in pace.terrain.items() if percent]
    if changes:
        yield f"Cost of entering: {', '.join(changes).replace('-', '−')}"
