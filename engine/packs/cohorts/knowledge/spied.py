"""What spells, spies and battles tell of single pieces and stacks, as part of what is known.

Their further findings are with each of them; what is seen from outside is in `sighting`. What was
told from within stays in the sightings with its date, and never becomes what a view shows of a
piece: it may have changed since. Source: cohorts.knowledge.view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.packs.cohorts.knowledge import captives
from engine.packs.cohorts.knowledge.memories import Insight, Member, Sighting, showing
from engine.packs.cohorts.knowledge.sighting import glimpse_of, member_of, write
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Piece, Province, Stack, Unit
from engine.state import State
from engine.world import Place, World

IDENTIFIED = ("captor", "dead", "level")
"""Extra fields learned by identifying a piece (cohorts.spell.read-party)."""


def insight(state: State, piece: Character | Unit, *fields: str) -> Insight:
    """What is told of a piece from within, with what the packs in use add to any such reading."""
    told = {*IDENTIFIED, *fields, *state.rules.reading}
    names = (name for name in Insight.names if name in told and name in type(piece).names)
    return Insight(turn=state.now.turn, **{name: getattr(piece, name) for name in names})


def learn(
    state: State,
    faction: int,
    province: int,
    pieces: Iterable[tuple[Piece, Insight | None]],
    inside: Iterable[Stack | City] = (),
    *,
    kinds: Sequence[type[Piece]] = (),
    counted: bool = True,
) -> None:
    """Write where a faction found pieces in a province, and what it was told of them.

    Of the stacks and cities `inside` which it was shown all pieces of these `kinds`, no others of
    them are there; otherwise those known to be there still are. Soldiers that were not `counted`
    stay as many as were known.
    """
    world = state.world
    shown_whole = {thing.place: None for thing in inside}
    told: dict[Place, list[Member]] = {place: [] for place in shown_whole}
    for piece, read in pieces:
        loose = piece.holder.kind == Province.kind
        subject = piece.place if loose else piece.holder
        member = member_of(piece).replace(player=piece.player, read=read)
        captives.find(world, faction, piece.place)
        told.setdefault(subject, []).append(member if counted else member.replace(soldiers=0))
    for subject, members in told.items():
        thing = world.at(subject)
        assert isinstance(thing, Stack | City | Piece)
        held = world.first(Sighting, "about", (faction, subject))
        before = {member.place: member for member in held.members} if held else {}
        shown = [_recounted(member, before.get(member.place), counted) for member in members]
        whole = kinds if subject in shown_whole else ()
        if held and held.province == province:
            new = {member.place: None for member in members}
            still = (
                old
                for place, old in before.items()
                if place not in new and not _is_gone(world, faction, place, whole)
            )
            shown = [*still, *shown]
        glimpse = glimpse_of(world, thing).replace(members=tuple(shown))
        write(
            state, faction, province, glimpse, searched=subject.kind == City.kind and Unit in whole
        )


def _is_gone(world: World, faction: int, place: Place, kinds: Sequence[type[Piece]]) -> bool:
    """Whether a piece would have been shown with all of these kinds; friends are not."""
    piece = world.at(place)
    if piece is None:
        return any(place.kind == each.kind for each in kinds)
    allied = relation(world, faction, faction_of(world, piece)) == "allied"
    return isinstance(piece, tuple(kinds)) and not allied


def _recounted(member: Member, before: Member | None, counted: bool) -> Member:
    return member if counted or before is None else member.replace(soldiers=before.soldiers)


def note(state: State, faction: int, piece: Piece, read: Insight) -> None:
    """Write what a faction was told of a piece that it knows to be somewhere, but not where."""
    world, place = state.world, piece.place
    captives.read(world, faction, place, read.told())
    # Where it still is if it is known to be there, else wherever it was seen.
    here = world.among(Sighting, "about", ((faction, piece.holder), (faction, place)))
    found = [sighting for sighting in here if sighting.shows(place)]
    for sighting in found or list(showing(world, faction, place)):
        members = tuple(
            member.replace(read=read) if member.place == place else member
            for member in sighting.members
        )
        world.put(sighting.replace(members=members))


def seen_before(world: World, faction: int, piece: Place) -> Insight | None:
    """The last that a faction was told of a piece from within; None if it never was."""
    told = [
        member.read
        for sighting in showing(world, faction, piece)
        for member in sighting.members
        if member.place == piece and member.read
    ]
    return max(told, key=lambda each: each.turn, default=None)


def insights(view: World) -> dict[Place, Insight]:
    """The last that a view's faction was told of each piece from within."""
    found: dict[Place, Insight] = {}
    for sighting in view.all(Sighting):
        for member in sighting.members:
            before = found.get(member.place)
            if member.read and (before is None or member.read.turn > before.turn):
                found[member.place] = member.read
    return found
