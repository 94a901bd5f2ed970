"""Sightings: whether a stack that moves is seen, by whom, and what is told of it.

Every stack, city and tower of another faction in range tests against the mover, and the mover
against them; a success shows all that stands openly in the province. What a faction keeps of it
is a `Sighting`; how that enters its view stands in `knowledge`.
Sources: cohorts.turn.sighting-when, cohorts.turn.sighting-chance, cohorts.turn.sighting-report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from engine.campaign import Faction
from engine.events import Event, Level
from engine.facts import facts
from engine.packs.cohorts.bonuses import skill_level
from engine.packs.cohorts.content import Content, Sighting
from engine.packs.cohorts.contents import StackType, pieces_in, stack_type
from engine.packs.cohorts.knowledge import memories
from engine.packs.cohorts.knowledge.memories import Member
from engine.packs.cohorts.knowledge.towers import overlooking, reach
from engine.packs.cohorts.knowledge.views import present
from engine.packs.cohorts.magic.active import invisibility
from engine.packs.cohorts.ownership import faction_of, owner_of
from engine.packs.cohorts.records import Agent, Character, City, Map, Piece, Province, Stack, Unit
from engine.state import State
from engine.world import Place, World

Viewer = Literal["city", "stack", "watch", "wizard"]


@facts
class StackSighted(Event):
    """A faction sighted what stands in a province (cohorts.turn.sighting-report)."""

    kind = "stack-sighted"

    province: Annotated[int, Level.SIGHTED]
    terrain: Annotated[str, Level.SIGHTED]
    sightings: Annotated[tuple[Glimpse, ...], Level.SIGHTED]


@facts
class Glimpse(Event):
    """One stack or loose piece in a sighting report."""

    kind = "glimpse"

    subject: Place
    name: str
    type: str
    faction: int
    banner: int
    direction: int
    message: str
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Look:
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

    def percent(self, figures: Sighting) -> int:
        """The chance of the test (cohorts.turn.sighting-chance)."""
        base = self._base(figures)
        hides = self.mover in ("party", "agitator") and (self.viewer == "watch" or self.agitator)
        if not base or not hides:
            return base
        hidden = base - figures.stealth_points_per_level * self.stealth
        return max(min(base, figures.least_percent), hidden)

    def _base(self, figures: Sighting) -> int:
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
    world, figures = state.world, state.module.content(Content).sighting
    mine = faction_of(world, stack)
    near = list(_near(world, state.module.content(Content), province))
    type_ = stack_type(world, stack.place)
    hidden = _stealth(world, state.module.content(Content), stack)
    unseen = invisibility(world, state.module.content(Content), stack.place)
    for other in world.all(Faction):
        if other.id == mine:
            continue
        for eye in near:
            if eye.faction != other.id:
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
            if _succeeds(state, look.percent(figures), f"faction:{other.id}"):
                _show(state, other.id, province, seen=stack.place, direction=direction)
                break
    if mine:
        _look_around(state, stack, mine, type_, near)


def _look_around(state: State, stack: Stack, mine: int, type_: StackType, near: list[_Eye]) -> None:
    """The mover's own tests against the stacks in range; cities in range it always sights."""
    world = state.world
    shown: list[int] = []
    for eye in near:
        if eye.faction == mine or eye.viewer != "stack" or eye.province in shown:
            continue
        assert eye.type is not None
        look = Look(
            "stack",
            eye.distance,
            eye.type,
            stealth=_stealth(world, state.module.content(Content), world.get(Stack, eye.id)),
            invisible=invisibility(world, state.module.content(Content), Place("stack", eye.id)),
            ranger=_best_ranger(world, state.module.content(Content), stack.place),
            agitator=type_ == "agitator",
        )
        percent = look.percent(state.module.content(Content).sighting)
        if _succeeds(state, percent, f"stack:{stack.id}"):
            shown.append(eye.province)
            _show(state, mine, eye.province, seen=Place("stack", eye.id))


def _succeeds(state: State, percent: int, actor: str) -> bool:
    if percent <= 0:
        return False
    return percent >= 100 or state.stream(actor, "sighting").whole(100, chance=percent) <= percent


# ---------------------------------------------------------------- who is in range


@dataclass(frozen=True, slots=True)
class _Eye:
    """A stack, city or tower that may sight."""

    viewer: Viewer
    id: int
    faction: int
    province: int
    distance: int
    level: int = 0
    type: StackType | None = None


def _near(world: World, content: Content, province: int) -> Iterator[_Eye]:
    """The cities and stacks within 1 hex and the towers in whose range the province lies."""
    grid = world.get(Map, 1).grid
    for spot in (province, *(n + 1 for n in grid.adjacency()[province - 1] if n >= 0)):
        distance = int(spot != province)
        for city in world.by(City, "province", spot):
            yield _Eye("city", city.id, faction_of(world, city), spot, distance)
        for stack in world.by(Stack, "province", spot):
            if any(True for _ in pieces_in(world, stack.place)):
                kind = stack_type(world, stack.place)
                faction = faction_of(world, stack)
                yield _Eye("stack", stack.id, faction, spot, distance, type=kind)
    for tower, distance in overlooking(world, content, province):
        if tower.type in ("watch", "wizard"):
            faction = owner_of(world, world.get(Province, tower.province))
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


def _stealth(world: World, content: Content, stack: Stack) -> int:
    """The lowest stealth in a stack; 0 if a piece in it has none."""
    levels: list[int] = []
    for piece in pieces_in(world, stack.place):
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
    """Show a faction everything of others that stands openly in a province, and tell it so.

    `seen` is the stack that was sighted, which may be an invisible one, and `direction` its way.
    """
    content = state.module.content(Content)
    glimpses: list[Glimpse] = []
    for glimpse in glimpses_of(state.world, faction, province):
        if glimpse.subject != seen and invisibility(state.world, content, glimpse.subject):
            continue
        way = direction if glimpse.subject == seen else -1
        glimpses.append(glimpse.replace(direction=way))
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
    world, now = state.world, state.now
    shown = {glimpse.subject: None for glimpse in glimpses}
    for old in list(world.by(memories.Sighting, "spot", (faction, province))):
        if old.subject not in shown:
            world.remove(old)
    for glimpse in glimpses:
        values = {
            "tick": now.tick,
            "turn": now.turn,
            "province": province,
            "direction": glimpse.direction,
            "name": glimpse.name,
            "type": glimpse.type,
            "player": _player(world, glimpse.subject),
            "banner": glimpse.banner,
            "message": glimpse.message,
            "members": glimpse.members,
        }
        held = world.first(memories.Sighting, "about", (faction, glimpse.subject))
        if held:
            world.put(held.replace(**values))
        else:
            world.add(memories.Sighting, faction=faction, subject=glimpse.subject, **values)


def _player(world: World, subject: Place) -> int:
    thing = world.at(subject)
    return thing.player if isinstance(thing, Stack | Piece) else 0


def glimpses_of(world: World, faction: int, province: int) -> Iterator[Glimpse]:
    """What a sighting of a province reports to a faction: others' stacks and loose pieces."""
    for stack in world.by(Stack, "province", province):
        owner = faction_of(world, stack)
        if owner != faction:
            yield Glimpse(
                subject=stack.place,
                name=stack.name,
                type=stack_type(world, stack.place),
                faction=owner,
                banner=stack.banner,
                direction=-1,
                message=stack.message,
                members=tuple(_member(piece) for piece in pieces_in(world, stack.place)),
            )
    for piece in pieces_in(world, Place("province", province)):
        owner = faction_of(world, piece)
        if owner != faction:
            yield Glimpse(
                subject=piece.place,
                name=piece.name,
                type=type(piece).kind,
                faction=owner,
                banner=0,
                direction=-1,
                message=piece.message,
                members=(_member(piece),),
            )


def _member(piece: Piece) -> Member:
    type_ = ""
    if isinstance(piece, Character):
        type_ = piece.job
    elif isinstance(piece, Unit | Agent):
        type_ = piece.type
    return Member(
        place=piece.place,
        name=piece.name,
        race=piece.race,
        arm=piece.arm if isinstance(piece, Unit) else "",
        type=type_,
        soldiers=piece.soldiers if isinstance(piece, Unit) else 0,
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
