"""Somebody in a roster: a row that tells their state, and what the filters look for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.faces.cards.card import Row, Tone
from bot.faces.cohorts.looks import LEADER, PERSON, TROOPS
from bot.faces.cohorts.members import Held, MemberFacts, member_facts
from bot.faces.leads import Lead
from bot.faces.words.known import text_of
from bot.faces.words.text import number
from engine.labels import Labels
from engine.module.schema import Module
from engine.orders import Ref
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Agent, Character, Piece, Unit
from engine.world import Place, Record

Mark = Literal[
    "dead", "prisoner", "wounded", "shaken", "points", "moves", "ordered", "idle", "acted"
]
"""What somebody shows at a glance."""
MARKS: Final[dict[Mark, tuple[str, str]]] = {
    "dead": ("☠️", "dead"),
    "prisoner": ("⛓️", "prisoner"),
    "wounded": ("🩸", "wounded"),
    "shaken": ("😟", "low morale"),
    "points": ("⭐", "points to spend"),
    "moves": ("🥾", "will move"),
    "ordered": ("📜", "has orders"),
    "idle": ("💤", "can still act"),
    "acted": ("✅", "has acted"),
}
"""Sign and words of each."""
_TOLD: Final = ("moves", "ordered", "idle", "acted")
"""Marks whose words say all there is to say."""
_SHAKEN: Final = 50
"""Percent of morale below which it is worth a mark."""


@dataclass(frozen=True, slots=True)
class RosterPerson:
    """A character, unit or agent."""

    row: Row
    kind: str
    held: Held
    slot: int
    soldiers: int
    """Who serve; 0 of those who are held."""
    marks: tuple[Mark, ...]


def person_of(
    module: Module, labels: Labels, orders: Mapping[Place, Mark], piece: Piece
) -> RosterPerson:
    """Somebody of a player's; `orders` are those in the draft, by what they name."""
    facts = member_facts(module, piece)
    points = 0
    if isinstance(piece, Character) and piece.knows("skill_points") and not facts.held:
        points = piece.skill_points + piece.attribute_points
    slot = 0 if facts.held else facts.slot
    marks = tuple(_marks(piece, facts, points, orders.get(piece.place)))
    spend = f"{number(points, 'point')} to spend" if points else ""
    says = [*facts.state.split(", "), spend, *(MARKS[each][1] for each in marks if each in _TOLD)]
    state, *more = [*filter(None, says), ""]
    leads = piece.kind == "character"
    level = f"level {facts.level}" if facts.level else ""
    wounds = piece.wounds if isinstance(piece, Character | Unit) and piece.knows("wounds") else 0
    hurt = wounds and not facts.held
    where = f"slot {slot}" if slot else ""
    weighs = f"encounter {level}" if level and not leads else ""
    told = ", ".join(filter(None, (where, weighs, *more)))
    sign = "".join(MARKS[each][0] for each in marks)
    row = Row(
        facts.name,
        state,
        under=", ".join(filter(None, (facts.described, level if leads else ""))),
        share=float(wounds / 100) if hurt else None,
        tone=_tone(facts, marks),
        icon=_icon(module.content(Content), piece),
        ring=slot,
        told=f"{told[:1].upper()}{told[1:]} {sign}".strip(),
        leads=(_lead(labels, piece, facts, says, marks),),
    )
    return RosterPerson(
        row, piece.kind, facts.held, slot, 0 if facts.held else facts.soldiers, marks
    )


def label_of(labels: Labels, thing: Record) -> str:
    """A thing as the option of its panel takes it; empty for one without a name."""
    return labels.of(Ref(*thing.place), (thing.kind,)) if thing.knows("name") else ""


def _lead(
    labels: Labels, piece: Piece, facts: MemberFacts, says: list[str], marks: tuple[Mark, ...]
) -> Lead:
    return Lead(
        label=facts.name[:100] or piece.kind,
        note=", ".join(filter(None, (facts.described, *says)))[:100],
        emoji=MARKS[marks[0]][0] if marks else "",
        panel=(piece.kind, label_of(labels, piece)),
    )


def _marks(piece: Piece, facts: MemberFacts, points: int, ordered: Mark | None) -> Iterator[Mark]:
    if facts.held:
        yield "dead" if facts.held == "body" else "prisoner"
        return
    if isinstance(piece, Character | Unit):
        if piece.knows("wounds") and piece.wounds:
            yield "wounded"
        if piece.knows("morale") and piece.morale < _SHAKEN:
            yield "shaken"
    if points:
        yield "points"
    if ordered:
        yield ordered
    if isinstance(piece, Character | Agent) and piece.knows("actions"):
        yield "idle" if piece.actions and not ordered else "acted"


def _tone(facts: MemberFacts, marks: tuple[Mark, ...]) -> Tone:
    if facts.held:
        return "faint"
    if "wounded" in marks or "shaken" in marks:
        return "bad"
    return "good" if "idle" in marks else ""


def _icon(content: Content, piece: Piece) -> str:
    race = content.races.get(text_of(piece, "race"))
    if isinstance(piece, Unit):
        return (race.unit_icon or race.icon if race else "") or TROOPS
    if isinstance(piece, Agent):
        return LEADER
    job = content.classes.get(text_of(piece, "job"))
    return (job.icon if job else "") or (race.icon if race else "") or PERSON
