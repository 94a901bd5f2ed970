"""What spies bring home of characters, military units and stacks, and how long it is remembered.

What is told is true at the moment of the mission and goes to the sponsor's faction alone; where
the pieces are becomes part of what it knows, as by a sighting. Of provinces, baronies and cities
spies tell as detection spells do (`magic.effects.revealing`). Source: cohorts.knowledge.view.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.spied import insight, learn, note
from engine.packs.cohorts.pieces.ownership import imprisoned, player_of
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.packs.cohorts.worth import skills
from engine.state import State
from engine.world import Place


@facts
class PieceSpied(Event):
    """What a spy found out of one character or military unit (cohorts.order.spy-character)."""

    piece: Place
    name: str
    player: int
    """Whose it is, 0 for nobody's."""
    holder: Place
    type: str
    """A character's class, a unit's type."""
    arm: str
    """A unit's class; empty for characters."""
    soldiers: int
    """0 for a character."""
    xp: int
    prisoner: bool
    skills: dict[str, int]
    """Bare levels, if they are told."""
    equipment: tuple[str, ...]
    possessions: dict[str, int]


@facts
class HoardSpied(Event):
    """What a spy found among the possessions of a stack or city (cohorts.order.spy-party)."""

    holder: Place
    name: str
    player: int
    items: dict[str, int]


@facts
class PiecesSpied(Event):
    """How much a spy found in a province, each told of by itself (cohorts.order.spy-party)."""

    province: int
    pieces: int
    hoards: int
    """Stacks and cities whose possessions are told."""


_TOLD = ("xp", "equipment")
"""What spies tell of a piece, apart from its identity."""


def tell_character(state: State, character: Character) -> None:
    """Tell all of one character, skills too, but not where it is."""
    content = state.module.content(Content)
    known = {key: skills.bare(content, character, key) for key in content.skills}
    told = {key: level for key, level in sorted(known.items()) if level}
    state.emit(_spied(state, character).replace(skills=told))
    read = insight(state, character, *_TOLD).replace(skills=told)
    note(state, state.me.faction, character, read)


def tell_pieces(
    state: State,
    province: int,
    pieces: Sequence[Character | Unit],
    kinds: Sequence[type[Character | Unit]],
    inside: Sequence[Stack | City],
    hoarders: Sequence[Stack | City] = (),
) -> None:
    """Tell of all foreign pieces of some kinds in a province, and remember where they were.

    They are all that there are of these kinds in the stacks and cities `inside` which the spy
    looked; of the `hoarders` it is told what they have.
    """
    for piece in pieces:
        state.emit(_spied(state, piece))
    for hoarder in hoarders:
        state.emit(_hoard(state, hoarder))
    state.emit(PiecesSpied(province=province, pieces=len(pieces), hoards=len(hoarders)))
    read = ((piece, insight(state, piece, *_TOLD)) for piece in pieces)
    learn(state, state.me.faction, province, read, inside, kinds=kinds)


def _spied(state: State, piece: Character | Unit) -> PieceSpied:
    character = isinstance(piece, Character)
    return PieceSpied(
        piece=piece.place,
        name=piece.name,
        player=piece.player,
        holder=piece.holder,
        type=piece.job if character else piece.type,
        arm="" if character else piece.arm,
        soldiers=0 if character else piece.soldiers,
        xp=piece.xp,
        prisoner=imprisoned(piece),
        skills={},
        equipment=tuple(piece.equipment.values()),
        possessions=_items(state, piece.place),
    )


def _hoard(state: State, thing: Stack | City) -> HoardSpied:
    return HoardSpied(
        holder=thing.place,
        name=thing.name,
        player=player_of(state.world, thing),
        items=_items(state, thing.place),
    )


def _items(state: State, holder: Place) -> dict[str, int]:
    return dict(sorted((each.item, each.count) for each in held(state.world, holder)))
