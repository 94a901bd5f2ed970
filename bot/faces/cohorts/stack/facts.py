"""A stack as a person wants to see it: who is in it, how fast it goes and what slows it.

Facts alone, from what one faction knows; about a foreign stack only who was seen in it, and
`inside` is then None. Where it can get to is `reach`, drawn on a map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bot import faces
from bot.faces.actions import Action, deeds
from bot.faces.choices.asking import planning
from bot.faces.cohorts.fighter.spells import Lying, spells_on
from bot.faces.cohorts.members import MemberFacts, member_facts
from bot.faces.cohorts.rows import goods_of
from bot.faces.cohorts.whereabouts import Whereabouts, seen_outside, whereabouts
from bot.faces.words.figures import Figure, amount, figure
from bot.faces.words.known import as_known
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.movement import routes
from engine.packs.cohorts.movement.burden import Hold
from engine.packs.cohorts.movement.rates import Mover, Pace
from engine.packs.cohorts.movement.stamina import Stamina, shown
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.pieces.records import Piece, Stack
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.worth.levels import stack_level
from engine.world import World

UNKNOWN: Final = "How strong, how fast and how loaded it is, is hidden from you."
NOBODY_ABLE: Final = "Nobody in it can move or fight."
"""Of a stack of bodies and prisoners, and of an empty one."""


@dataclass(frozen=True, slots=True)
class MoverFacts:
    """Somebody or something that moves by itself, or the pool of what is carried."""

    name: str
    figure: Figure
    """Its rate, with what makes it."""
    load: Fraction
    capacity: Fraction
    penalty: int
    """Percent of its rate that its overburden costs."""


@dataclass(frozen=True, slots=True)
class PaceFacts:
    """How the stack moves in a mode that somebody in it can use."""

    mode: Mode
    rate: Fraction
    """Movement points a turn; 0 if it cannot move so."""
    left: Fraction
    movers: tuple[MoverFacts, ...]
    """The slowest first."""
    why: str
    """Why it is as slow as it is, in a sentence."""
    terrain: Mapping[str, int]
    """What its members change of the cost of terrain, in percent by family."""
    hold: Hold | None
    reached: int
    """How many other provinces are in reach now, as far as is known."""


@dataclass(frozen=True, slots=True)
class StackInside:
    """What only its own faction knows of a stack."""

    encounter: int
    used: Fraction
    """The share of its movement that is used."""
    acted: str
    """Its action of this turn; empty if it has it still."""
    assists: bool
    """Whether it helps neutral baronies (cohorts.order.assist-barony)."""
    paces: tuple[PaceFacts, ...]
    spells: tuple[Lying, ...]
    goods: tuple[tuple[str, int], ...]
    """As names and counts."""
    deeds: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class StackFacts:
    """A stack as one faction knows it."""

    id: int
    name: str
    type: str
    """party, legion, agitator or fleet; empty if that is not known."""
    where: Whereabouts
    members: tuple[MemberFacts, ...]
    inside: StackInside | None
    read: str = ""
    """How many in a foreign stack were spied on, and when."""
    ranked: bool = True
    """Whether its people stand in battles by slots, in two ranks."""


def outside(facts: StackFacts) -> list[tuple[str, str]]:
    """What is known of a foreign stack, as titles and words."""
    seen = ", ".join(f"{each.name} ({each.described})" for each in facts.members)
    return seen_outside(facts.type, facts.where, ("Seen in it", seen), ("Read", facts.read))


def stack_facts(rules: Rules, view: World, faction: int, stack: Stack) -> StackFacts:
    """What a faction knows of a stack, on that faction's view."""
    content = rules.module.content(Content)
    own = stack.knows("used")
    where, combat = whereabouts(view, faction, stack), faces.of(rules).combat
    colour = where.owner.colour if where.owner else 0
    return StackFacts(
        id=stack.id,
        name=stack.name,
        type=as_known(lambda: stack_type(view, stack.place), "")
        if own
        else _told_type(view, faction, stack),
        where=where,
        members=tuple(member_facts(content, each, colour) for each in pieces_in(view, stack.place)),
        inside=as_known(lambda: _inside(rules, view, content, stack), None) if own else None,
        read="" if own else read_of(view, pieces_in(view, stack.place)),
        ranked=combat is None or combat.ranked,
    )


def read_of(view: World, pieces: Iterable[Piece]) -> str:
    """How many of these pieces were read from within, and when; empty for none."""
    told, known = insights(view), [piece.place for piece in pieces]
    read = [told[place] for place in known if place in told]
    turns = sorted(each.turn for each in read if each.level is not None)
    if not turns:
        fought = max((each.turn for each in read), default=0)
        return f"no levels, but fought in turn {fought}" if fought else ""
    who = "all of them" if len(turns) == len(known) else f"{len(turns)} of {len(known)}"
    when = f"turn {turns[0]}" if turns[0] == turns[-1] else f"turns {turns[0]} to {turns[-1]}"
    return f"{who} in {when}"


def reach(
    rules: Rules, view: World, stack: Stack, mode: Mode, turns: int = 1
) -> tuple[Stamina, dict[int, tuple[int, Fraction]]]:
    """How an own stack moves, and the provinces in its reach.

    Each with the turn in which it arrives, this one being 1, and the points left there.
    """
    state = planning(rules, view, stack.player)
    return Stamina.of(state, stack, mode), routes.by_turn(state, stack, mode, turns)


# ---------------------------------------------------------------- who is in it


def _told_type(view: World, faction: int, stack: Stack) -> str:
    sighting = view.first(Sighting, "about", (faction, stack.place))
    return sighting.type if sighting else ""


# ---------------------------------------------------------------- how it moves


def _inside(rules: Rules, view: World, content: Content, stack: Stack) -> StackInside:
    state = planning(rules, view, stack.player)
    pieces = list(pieces_in(view, stack.place))
    paces: list[PaceFacts] = []
    used = stack.used
    for mode in MODES:
        stamina = Stamina.of(state, stack, mode)
        used = stamina.used
        if stamina.pace.movers or stamina.rate:
            reached = len(routes.reach(state, stack, mode)) - 1
            paces.append(_pace(content, view, stamina, reached))
    return StackInside(
        encounter=stack_level(pieces),
        used=used,
        acted=stack.acted,
        assists=stack.assists,
        paces=tuple(paces),
        spells=spells_on(view, content, stack.place),
        goods=tuple(goods_of(content, view, stack.place)),
        deeds=deeds(state, stack),
    )


def _pace(content: Content, view: World, stamina: Stamina, reached: int) -> PaceFacts:
    pace = stamina.pace
    everyone = [*pace.movers, *((pace.pool,) if pace.pool else ())]
    movers = sorted(everyone, key=lambda mover: mover.rate)
    return PaceFacts(
        mode=pace.mode,
        rate=shown(pace.rate),
        left=shown(stamina.points),
        movers=tuple(_mover(content, view, mover) for mover in movers),
        why=_why(content, view, pace),
        terrain=pace.terrain_percent,
        hold=pace.hold,
        reached=reached,
    )


def _mover(content: Content, view: World, mover: Mover) -> MoverFacts:
    name = _name(content, view, mover)
    slower = (("Overburden", f"−{mover.penalty}%"),) if mover.penalty else ()
    rate = figure(name, mover.normal, "Base", mover.rate, slower)
    return MoverFacts(name, rate, mover.load, mover.capacity, mover.penalty)


def _name(content: Content, view: World, mover: Mover) -> str:
    if race_of_recruits(mover.name) in content.races:
        return item_name(content, view, mover.name)
    return "What the stack carries" if mover.name == "possessions" else mover.name


def _why(content: Content, view: World, pace: Pace) -> str:
    slowest = pace.slowest
    if pace.hold and not pace.hold.holds:
        return "More is aboard than its ships can hold."
    if slowest is None:
        return "Nothing in it moves so."
    name = _name(content, view, slowest)
    if slowest.rate > pace.rate:
        return "Nothing carries a ship that cannot move so."
    if slowest.penalty:
        load = amount(slowest.load)
        if slowest.overburden is None:
            return f"Nothing in it carries its goods, bodies and captives ({load} in weight)."
        return f"{name} is slowest: loaded with {load}, able to bear {amount(slowest.capacity)}."
    return f"{name} is slowest." if len(pace.movers) > 1 or pace.pool else f"{name} sets the pace."
