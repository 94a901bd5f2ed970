"""A stack as a person wants to see it: who is in it, how fast it goes and what slows it.

Facts alone, from what one faction knows; about a foreign stack only who was seen in it, and
`inside` is then None. Where it can get to is `reach`, drawn on a map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from bot import faces
from bot.faces.actions import Action, deeds
from bot.faces.choices.asking import planning
from bot.faces.cohorts.fighter.likeness import likeness_of
from bot.faces.cohorts.fighter.spells import Lying, spells_on
from bot.faces.cohorts.whereabouts import Whereabouts, whereabouts
from bot.faces.sheet.likeness import Likeness
from bot.faces.words.figures import Figure, amount, figure
from bot.faces.words.known import as_known
from bot.faces.words.text import number
from engine.packs import Rules
from engine.packs.cohorts.cities.models import SOLDIERS
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
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Agent, Character, Piece, Stack, Unit
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.worth.levels import counts, encounter_level, stack_level
from engine.world import World

UNKNOWN: Final = "How strong, how fast and how loaded it is, is hidden from you."
NOBODY_ABLE: Final = "Nobody in it can move or fight."
"""Of a stack of bodies and prisoners, and of an empty one."""


Held = Literal["", "prisoner", "body"]
"""What somebody is who is only held in a stack or city."""
HELD: Final[dict[Held, str]] = {"prisoner": "prisoners", "body": "bodies"}
"""The words for several of them."""


@dataclass(frozen=True, slots=True)
class MemberFacts:
    """Somebody in the stack."""

    kind: str
    """character, unit or agent."""
    name: str
    what: str
    soldiers: int
    """Of a unit, else 0; the crew of a ship is none."""
    level: int
    """Its encounter level; 0 if it is not known, and of those who do not count."""
    state: str
    """What ails it, such as "wounds 12%, morale 80%"; empty if nothing is known to."""
    held: Held = ""
    """Whether it is one of those who make up the stack, or is only held there."""
    slot: int = 0
    """Where it stands in battle, 1 to 10; 0 where it does not report, and where that is hidden."""
    likeness: Likeness | None = None
    """None of agents."""

    @property
    def described(self) -> str:
        """What it is and how many: "100 Human soldiers", "Human knight, 100 strong"."""
        what = self.what or self.kind
        if not self.soldiers:
            return what
        many = what.endswith(SOLDIERS)
        return f"{self.soldiers:,} {what}" if many else f"{what}, {self.soldiers:,} strong"


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
    possessions: tuple[tuple[str, int], ...]
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

    @property
    def soldiers(self) -> int:
        """The soldiers in it that are known of, prisoners left out."""
        return sum(each.soldiers for each in self.members if not each.held)

    @property
    def muster(self) -> str:
        """How many of each kind are in it: "4 characters, 2 units, 300 soldiers, 1 prisoner"."""
        kinds = [each.held or each.kind for each in self.members]
        own = [kind for kind in dict.fromkeys(kinds) if kind not in HELD]
        parts = [number(kinds.count(kind), kind) for kind in own]
        if self.soldiers:
            parts.append(number(self.soldiers, "soldier"))
        parts += [number(kinds.count(each), each, HELD[each]) for each in HELD if each in kinds]
        return ", ".join(parts)


def outside(facts: StackFacts) -> list[tuple[str, str]]:
    """What is known of a foreign stack, as titles and words."""
    where = facts.where
    lines = [
        ("What it is", facts.type),
        ("Holder", where.whose),
        ("Place", f"{where.at}, {where.ground}" if where.ground else where.at),
        ("Sight", where.sight),
        ("Seen in it", ", ".join(_seen_as(each) for each in facts.members)),
        ("Read", facts.read),
        ("Message", where.message),
    ]
    return [(title, text) for title, text in lines if text]


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


def member_facts(content: Content, piece: Piece, colour: int = 0) -> MemberFacts:
    """Somebody in a stack or city, as far as is known; `colour` is its faction's."""
    calling = ""
    if isinstance(piece, Character):
        calling = piece.job if piece.knows("job") else ""
    elif piece.knows("type"):
        calling = getattr(piece, "type").replace("-", " ")  # noqa: B009 - units and agents have one
    race = content.races.get(piece.race) if piece.knows("race") else None
    fights = isinstance(piece, Character | Unit) and piece.knows("level")
    people = race.name if race else ""
    soldiers = piece.soldiers if isinstance(piece, Unit) and piece.knows("soldiers") else 0
    what = f"{people} {calling}"
    if soldiers and isinstance(piece, Unit) and piece.knows("arm") and piece.arm == "ship":
        what, soldiers = f"{calling} with a crew of {soldiers} {people}", 0
    return MemberFacts(
        kind=piece.kind,
        name=piece.name if piece.knows("name") else piece.kind,
        what=what.replace("_", " ").strip(),
        soldiers=soldiers,
        level=encounter_level(piece) if fights and counts(piece) else 0,
        state=", ".join(_ails(piece)),
        held=held_as(piece),
        slot=piece.slot if fights and isinstance(piece, Character | Unit) else 0,
        likeness=likeness_of(content, piece, colour)
        if isinstance(piece, Character | Unit)
        else None,
    )


def held_as(piece: Piece) -> Held:
    """Whether somebody is a body or a prisoner where they are, as far as is known."""
    if isinstance(piece, Character) and piece.knows("dead") and piece.dead:
        return "body"
    captive = isinstance(piece, Character | Unit) and piece.knows("captor") and piece.captor
    return "prisoner" if captive else ""


def _ails(piece: Piece) -> Iterator[str]:
    if isinstance(piece, Agent):
        return
    if isinstance(piece, Character) and piece.knows("dead") and piece.dead:
        yield "dead"
        return
    if piece.knows("captor") and getattr(piece, "captor"):  # noqa: B009 - no agent has one
        yield "prisoner"
    for word in ("wounds", "morale"):
        if piece.knows(word) and getattr(piece, word) != (100 if word == "morale" else 0):
            yield f"{word} {_whole(getattr(piece, word))}%"
    if piece.knows("statuses"):
        yield from (key.replace("_", " ") for key in getattr(piece, "statuses"))  # noqa: B009


def _whole(percent: Fraction) -> int:
    """In whole percent; who is hurt is never told unhurt, nor who lives as without any health."""
    return min(max(1, round(percent)), 99) if 0 < percent < 100 else round(percent)


def _seen_as(each: MemberFacts) -> str:
    return f"{each.name} ({each.described})"


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
    goods = ((item_name(content, view, each.item), each.count) for each in held(view, stack.place))
    return StackInside(
        encounter=stack_level(pieces),
        used=used,
        acted=stack.acted,
        assists=stack.assists,
        paces=tuple(paces),
        spells=spells_on(view, content, stack.place),
        possessions=tuple(sorted(goods)),
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
