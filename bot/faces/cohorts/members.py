"""Who is in a stack or city, as far as a faction knows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from bot.faces.cards.card import Row
from bot.faces.cohorts.fighter.likeness import likeness_of
from bot.faces.sheet.likeness import Likeness
from bot.faces.words.text import number, word
from engine.module.schema import Module
from engine.packs.cohorts.cities.models import SOLDIERS
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.records import Agent, Character, City, Piece, Stack, Unit
from engine.packs.cohorts.worth.levels import counts, encounter_level
from engine.world import World

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


def members_in(
    module: Module, view: World, holder: City | Stack, colour: int = 0
) -> list[MemberFacts]:
    """Those who are known to be there; `colour` is their faction's."""
    return [member_facts(module, each, colour) for each in pieces_in(view, holder.place)]


def muster(members: Sequence[MemberFacts]) -> str:
    """How many of each kind: "4 characters, 2 units, 300 soldiers, 1 prisoner"; empty for none."""
    kinds = [each.held or each.kind for each in members]
    parts = [number(kinds.count(kind), kind) for kind in dict.fromkeys(kinds) if kind not in HELD]
    if soldiers := sum(each.soldiers for each in members if not each.held):
        parts.append(number(soldiers, "soldier"))
    parts += [number(kinds.count(each), each, HELD[each]) for each in HELD if each in kinds]
    return ", ".join(parts)


def member_row(each: MemberFacts) -> Row:
    """Somebody with what ails them."""
    level = f"encounter level {each.level}" if each.level else ""
    said = ", ".join(filter(None, (each.described, level)))
    slot = f"Slot {each.slot}" if each.slot and not each.held else ""
    return Row(each.name, each.state, said, tone="bad" if each.state else "", told=slot)


def calling_of(module: Module, piece: Piece) -> str:
    """What somebody is by trade, as far as is known: a class, or a type of unit or agent.

    A unit is called as in the lists of the system that it fights by.
    """
    content = module.content(Content)
    if isinstance(piece, Character):
        job = piece.job if piece.knows("job") else ""
        known = content.classes.get(job)
        return known.name.lower() if known else job
    if isinstance(piece, Unit) and piece.knows("ext") and piece.ext:
        called = piece.ext.called(module)
        if called:
            return called
    type = getattr(piece, "type") if piece.knows("type") else ""  # noqa: B009 - units, agents
    made = content.artillery.get(type) or content.ships.get(type)
    return made.name.lower() if made else word(type).replace("-", " ")


def member_facts(module: Module, piece: Piece, colour: int = 0) -> MemberFacts:
    """Somebody in a stack or city, as far as is known; `colour` is its faction's."""
    content, calling = module.content(Content), calling_of(module, piece)
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
        what=what.strip(),
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
    for ill in ("wounds", "morale"):
        if piece.knows(ill) and getattr(piece, ill) != (100 if ill == "morale" else 0):
            yield f"{ill} {_whole(getattr(piece, ill))}%"
    if piece.knows("statuses"):
        yield from (key.replace("_", " ") for key in getattr(piece, "statuses"))  # noqa: B009


def _whole(percent: Fraction) -> int:
    """In whole percent; who is hurt is never told unhurt, nor who lives as without any health."""
    return min(max(1, round(percent)), 99) if 0 < percent < 100 else round(percent)


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
