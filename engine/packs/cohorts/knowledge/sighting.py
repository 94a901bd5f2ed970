"""Sightings: whether a stack that moves is seen, by whom, and what is told of it.

Every stack, city and tower of another faction in range tests against the mover, and the mover
against them; a success shows all that stands openly in the province. What a faction keeps of it
is a `SightingChances`; how that enters its view stands in `knowledge`.
Sources: cohorts.turn.sighting-when, cohorts.turn.sighting-chance, cohorts.turn.sighting-report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

from engine.campaign import Faction
from engine.events import Event, Level
from engine.facts import facts
from engine.packs.cohorts.content import Content, SightingChances
from engine.packs.cohorts.knowledge import captives, memories
from engine.packs.cohorts.knowledge.memories import Captive, Member
from engine.packs.cohorts.knowledge.towers import overlooking, reach
from engine.packs.cohorts.knowledge.views import present
from engine.packs.cohorts.pieces.contents import StackType, pieces_in, stack_type, type_with
from engine.packs.cohorts.pieces.ownership import faction_of, owner_of, player_of, province_of
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Map,
    Piece,
    Province,
    Stack,
    Unit,
)
from engine.packs.cohorts.worth.active_spells import invisibility
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.state import State
from engine.world import Place, World

Viewer = Literal["city", "stack", "watch", "wizard"]


@facts
class StackSighted(Event):
    """A faction sighted what stands in a province (cohorts.turn.sighting-report)."""

    province: Annotated[int, Level.SIGHTED]
    terrain: Annotated[str, Level.SIGHTED]
    sightings: Annotated[tuple[Glimpse, ...], Level.SIGHTED]


@facts
class Glimpse(Event):
    """One stack or loose piece in a sighting report."""

    subject: Place
    name: str
    type: str
    faction: int
    banner: int
    direction: int
    message: str
    members: tuple[Member, ...]


class Look(NamedTuple):
    """One test of a sighting: who looks, how far away, at what."""

    viewer: Viewer
    distance: int
    mover: StackType
    level: int = 0
    """How far a tower sees, by its level."""
    stealth: int = 0
    """The lowest stealth in the stack that is looked at."""
    invisible: int = 0
    """The strength of that stack's invisibility spell, 0 for none."""
    ranger: int = 0
    """The best ranger level of a viewing stack or city."""
    agitator: bool = False
    """Whether the viewing stack is an agitator."""

    def percent(self, figures: SightingChances) -> int:
        """The chance of the test (cohorts.turn.sighting-chance)."""
        base = self._base(figures)
        hides = self.mover in ("party", "agitator") and (self.viewer == "watch" or self.agitator)
        if not base or not hides:
            return base
        hidden = base - figures.stealth_points_per_level * self.stealth
        return max(min(base, figures.least_percent), hidden)

    def _base(self, figures: SightingChances) -> int:
        if self.viewer in ("watch", "wizard"):
            seen = bool(self.invisible) == (self.viewer == "wizard")
            return figures.tower_percent if seen and self.distance <= self.level else 0
        if self.distance > figures.range or self.ranger < self.invisible:
            return 0
        by_type = figures.next_province if self.distance else figures.same_province
        return getattr(by_type, self.mover)


def sight_entry(state: State, stack: Stack, province: int, direction: int) -> None:
    """Test the sightings of a stack that enters a province, or is deactivated there.

    `direction` is the way it moved, -1 if it did not.
    """
    if state.planning:
        return  # who would be sighted is not to be foreseen
    world, content = state.world, state.module.content(Content)
    mine = faction_of(world, stack)
    near = list(_near(world, content, province, mine))
    pieces = list(pieces_in(world, stack.place))
    type_ = type_with(pieces)
    hidden = _stealth(world, content, pieces)
    unseen = invisibility(world, content, stack.place)
    for other in sorted({eye.faction: None for eye in near if eye.faction}):
        for eye in near:
            if eye.faction != other:
                continue
            look = Look(
                eye.viewer,
                eye.distance,
                type_,
                level=eye.level,
                stealth=hidden,
                invisible=unseen,
                ranger=_ranger(state, eye) if unseen else 0,
                agitator=eye.type == "agitator",
            )
            if _succeeds(state, look.percent(content.sighting), f"faction:{other}"):
                _show(state, other, province, seen=stack.place, direction=direction)
                break
    if mine:
        _look_around(state, stack, mine, type_, near)


def _look_around(state: State, stack: Stack, mine: int, type_: StackType, near: list[_Eye]) -> None:
    """The mover's own tests against the stacks in range; cities in range it always sights."""
    world, content = state.world, state.module.content(Content)
    ranger = _best_ranger(world, content, stack.place)
    shown: list[int] = []
    for eye in near:
        if eye.viewer != "stack" or eye.province in shown:
            continue
        assert eye.type is not None
        look = Look(
            "stack",
            eye.distance,
            eye.type,
            stealth=eye.stealth,
            invisible=invisibility(world, content, Place("stack", eye.id)),
            ranger=ranger,
            agitator=type_ == "agitator",
        )
        percent = look.percent(content.sighting)
        if _succeeds(state, percent, f"stack:{stack.id}"):
            shown.append(eye.province)
            _show(state, mine, eye.province, seen=Place("stack", eye.id))


def reveal(state: State, faction: int, stack: Stack) -> None:
    """Show a faction a stack that makes itself seen, with all that stands openly around it."""
    _show(state, faction, stack.province, seen=stack.place)


def _succeeds(state: State, percent: int, actor: str) -> bool:
    if percent <= 0:
        return False
    return percent >= 100 or state.stream(actor, "sighting").whole(100, chance=percent) <= percent


# ---------------------------------------------------------------- who is in range


class _Eye(NamedTuple):
    """A stack, city or tower that may sight."""

    viewer: Viewer
    id: int
    faction: int
    province: int
    distance: int
    level: int = 0
    type: StackType | None = None
    stealth: int = 0


def _near(world: World, content: Content, province: int, mine: int) -> Iterator[_Eye]:
    """Of other factions the cities and stacks within 1 hex and the towers that overlook it."""
    around = world.get(Map, 1).grid.adjacency()[province - 1]
    spots = [province, *(index + 1 for index in around if index >= 0)]
    there = (*world.among(City, "province", spots), *world.among(Stack, "province", spots))
    for thing in sorted(there, key=lambda each: spots.index(each.province)):
        faction = faction_of(world, thing)
        if faction == mine:
            continue
        spot, distance = thing.province, int(thing.province != province)
        if isinstance(thing, City):
            yield _Eye("city", thing.id, faction, spot, distance)
            continue
        seen = _standing(world, thing)
        if seen.pieces:
            hidden = _stealth(world, content, seen.pieces)
            yield _Eye("stack", thing.id, faction, spot, distance, 0, seen.type, hidden)
    for tower, distance in overlooking(world, content, province):
        faction = owner_of(world, world.get(Province, tower.province))
        if faction != mine and tower.type in ("watch", "wizard"):
            far = reach(content, tower)
            yield _Eye(tower.type, tower.id, faction, tower.province, distance, far)


def _ranger(state: State, eye: _Eye) -> int:
    """The best ranger of a viewing stack or city; a tower has none."""
    if eye.viewer not in ("city", "stack"):
        return 0
    return _best_ranger(state.world, state.module.content(Content), Place(eye.viewer, eye.id))


def _best_ranger(world: World, content: Content, place: Place) -> int:
    """The best level of those whose eyes pierce invisibility (cohorts.skill.ranger)."""
    able = (c for c in world.by(Character, "holder", place) if not c.dead and not c.captor)
    return max((skill_level(world, content, each, "ranger") for each in able), default=0)


def _stealth(world: World, content: Content, pieces: Iterable[Piece]) -> int:
    """The lowest stealth of a stack's pieces; 0 if one of them has none."""
    levels: list[int] = []
    for piece in pieces:
        match piece:
            case Character():
                levels.append(skill_level(world, content, piece, "stealth"))
            case Agent():
                levels.append(piece.skills.get("stealth", 0))
            case _:
                return 0
    return min(levels, default=0)


# ---------------------------------------------------------------- what is shown


def _show(state: State, faction: int, province: int, *, seen: Place, direction: int = -1) -> None:
    """Show a faction all foreign pieces that stand openly in a province, and tell it so.

    `seen` is the stack that was sighted, which may be an invisible one, and `direction` its way.
    """
    content = state.module.content(Content)
    glimpses: list[Glimpse] = []
    for glimpse in glimpses_of(state.world, faction, province):
        if glimpse.subject != seen and invisibility(state.world, content, glimpse.subject):
            continue
        seen_moving = glimpse.subject == seen and direction >= 0
        glimpses.append(glimpse.replace(direction=direction) if seen_moving else glimpse)
    if not glimpses:
        return
    note(state, faction, province, glimpses)
    terrain = state.world.get(Province, province).terrain
    state.emit_to(
        StackSighted(province=province, terrain=terrain, sightings=tuple(glimpses)),
        sighted=[faction],
    )


def note(state: State, faction: int, province: int, glimpses: list[Glimpse]) -> None:
    """Write what a faction now knows of a province's stacks in place of what it knew before."""
    world = state.world
    shown = {glimpse.subject: None for glimpse in glimpses}
    for old in list(world.by(memories.Sighting, "spot", (faction, province))):
        if old.subject not in shown and not _indoors(world, old):
            world.remove(old)
    for glimpse in glimpses:
        write(state, faction, province, glimpse)
        if world.count(Captive):
            for member in glimpse.members:
                captives.see(world, faction, member.place)


def write(
    state: State, faction: int, province: int, glimpse: Glimpse, *, searched: bool = False
) -> None:
    """Write what a faction now knows of one stack, loose piece or city.

    `searched` says that it was told of all troops in it.
    """
    world, now = state.world, state.now
    held = world.first(memories.Sighting, "about", (faction, glimpse.subject))
    values: dict[str, Any] = {
        "faction": faction,
        "subject": glimpse.subject,
        "tick": now.tick,
        "turn": now.turn,
        "province": province,
        "direction": glimpse.direction,
        "name": glimpse.name,
        "type": glimpse.type,
        "player": _player(world, glimpse.subject),
        "banner": glimpse.banner,
        "message": glimpse.message,
        "members": _still_read(glimpse.members, held),
        "searched": searched,
    }
    if held:
        world.put(memories.Sighting(id=held.id, **values))
    else:
        world.add(memories.Sighting, **values)


def _still_read(members: tuple[Member, ...], held: memories.Sighting | None) -> tuple[Member, ...]:
    """Those who are seen now, with what was told of them from within before."""
    read = {each.place: each.read for each in held.members if each.read} if held else {}
    if not read:
        return members
    return tuple(
        each if each.read or each.place not in read else each.replace(read=read[each.place])
        for each in members
    )


def detect(state: State, faction: int, agent: Agent) -> None:
    """Write that a faction knows in which province an agent is, whatever it is in there.

    Source: cohorts.order.detect-agent.
    """
    world, now = state.world, state.now
    province = province_of(world, agent.holder)
    forget(world, faction, agent.place, but=province)
    world.add(
        memories.Sighting,
        faction=faction,
        subject=agent.place,
        tick=now.tick,
        turn=now.turn,
        province=province,
        direction=-1,
        name=agent.name,
        type=memories.DETECTED,
        player=agent.player,
        banner=0,
        message=agent.message,
        members=(member_of(agent),),
    )


def forget(world: World, faction: int, piece: Place, *, but: int = 0) -> None:
    """Take a piece out of what a faction knows by itself, and of stacks outside one province."""
    for old in list(world.by(memories.Sighting, "about", (faction, piece))):
        world.remove(old)
    for old in list(memories.showing(world, faction, piece)):
        if old.province != but:
            left = tuple(member for member in old.members if member.place != piece)
            world.put(old.replace(members=left))


def _indoors(world: World, sighting: memories.Sighting) -> bool:
    """Whether it is of what is in a city, where no look around shows it.

    So are an agent that was detected there, and those whom spies found in a foreign city.
    """
    subject = world.at(sighting.subject)
    if isinstance(subject, City):
        return faction_of(world, subject) != sighting.faction
    return (
        sighting.type == memories.DETECTED
        and isinstance(subject, Agent)
        and subject.holder.kind == City.kind
        and province_of(world, subject.holder) == sighting.province
    )


def _player(world: World, subject: Place) -> int:
    thing = world.at(subject)
    return player_of(world, thing) if thing else 0


def glimpses_of(world: World, faction: int, province: int) -> Iterator[Glimpse]:
    """What a sighting of a province reports to a faction: others' stacks and loose pieces.

    A stack in which somebody of that faction is kept hidden does not show them.
    """
    for stack in world.by(Stack, "province", province):
        if faction_of(world, stack) != faction:
            glimpse = _standing(world, stack).glimpse
            # Mostly nobody is held captive, and nobody need be looked for.
            yield _without_missed(world, faction, glimpse) if world.count(Captive) else glimpse
    for piece in pieces_in(world, Place("province", province)):
        if faction_of(world, piece) != faction:
            yield glimpse_of(world, piece, (member_of(piece),))


def _without_missed(world: World, faction: int, glimpse: Glimpse) -> Glimpse:
    missed = [
        member
        for member in glimpse.members
        if (piece := world.at(member.place)) is not None
        and captives.hidden(piece)
        and faction_of(world, piece) == faction
    ]
    left = tuple(member for member in glimpse.members if member not in missed)
    return glimpse.replace(members=left) if missed else glimpse


class _Standing(NamedTuple):
    """A stack as it stands for all to see."""

    type: StackType
    glimpse: Glimpse
    """What is plain of it, with all that are in it."""
    pieces: tuple[Piece, ...]


def _standing(world: World, stack: Stack) -> _Standing:
    """How a stack stands: one value for all who see it as it is."""
    pieces = tuple(pieces_in(world, stack.place))
    faction = faction_of(world, stack)
    like = stack.place, stack.name, stack.message, stack.banner, faction

    def find() -> _Standing:
        # It reads nothing of the world, so that what changes elsewhere is nothing to it. It keeps
        # the pieces, so that nothing else gets their places in memory.
        type_ = type_with(pieces)
        glimpse = _glimpse(stack, type_, faction, tuple(map(member_of, pieces)))
        return _Standing(type_, glimpse, pieces)

    return world.recall(Glimpse, (*like, *map(id, pieces)), find)


def glimpse_of(
    world: World, thing: Stack | City | Piece, members: tuple[Member, ...] = ()
) -> Glimpse:
    """What is plain of a stack, loose piece or city from outside, and who is seen in it."""
    type_ = stack_type(world, thing.place) if isinstance(thing, Stack) else thing.kind
    return _glimpse(thing, type_, faction_of(world, thing), members)


def _glimpse(
    thing: Stack | City | Piece, type_: str, faction: int, members: tuple[Member, ...]
) -> Glimpse:
    return Glimpse(
        subject=thing.place,
        name=thing.name,
        type=type_,
        faction=faction,
        banner=thing.banner if isinstance(thing, Stack) else 0,
        direction=-1,
        message=thing.message,
        members=members,
    )


def member_of(piece: Piece) -> Member:
    """A piece as a sighting reports it (cohorts.turn.sighting-report)."""
    arm, type_, soldiers = "", "", 0
    match piece:
        case Unit():
            arm, type_, soldiers = piece.arm, piece.type, piece.soldiers
        case Agent():
            type_ = piece.type
        case Character():
            type_ = piece.job
        case _:
            pass
    return Member(
        place=piece.place,
        name=piece.name,
        race=piece.race,
        arm=arm,
        type=type_,
        soldiers=soldiers,
        message=piece.message,
    )


def settle(state: State) -> None:
    """At the end of a tick: who shares a province with others knows them from now on."""
    for faction in state.world.all(Faction):
        for province in present(state.world, faction.id):
            glimpses = list(glimpses_of(state.world, faction.id, province))
            held = any(
                True for _ in state.world.by(memories.Sighting, "spot", (faction.id, province))
            )
            if glimpses or held:
                note(state, faction.id, province, glimpses)
