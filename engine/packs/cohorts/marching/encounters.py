"""What a stack runs into when it enters a province: forces at war, and garrisons that come out.

The seam between movement and battle. Who fights how is the battle system's matter; what garrisons
decide, and who helps them, stands in `marching.garrisons`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine.battle import BATTLE, GARRISON, MOVEMENT, REPEL, Clash, fought
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.diplomacy.hostility import bound, calm
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.views import leave
from engine.packs.cohorts.marching import hearing
from engine.packs.cohorts.marching.conquest import garrison_beaten
from engine.packs.cohorts.marching.forces import armed, force_against, known, sighted
from engine.packs.cohorts.marching.garrisons import (
    battlefield,
    defenders,
    engages,
    garrison_may_attack,
    stay,
)
from engine.packs.cohorts.pieces.contents import pieces_in, stack_type
from engine.packs.cohorts.pieces.ownership import city_of, faction_of, relation
from engine.packs.cohorts.pieces.records import City, Map, Piece, Province, Stack
from engine.packs.cohorts.worth.levels import stack_level
from engine.state import State
from engine.world import Place, World

_CERTAIN_DEATH = 5  # levels above one's own; cohorts.world.faction-war-attack-on-sight


@facts
class WouldMeet(Event):
    """In a plan: whom a stack would meet, as far as its faction knows."""

    stack: int
    province: int
    foes: tuple[Place, ...]


@facts
class StacksMet(Event):
    """Forces at war met; a city among them stands for its garrison."""

    province: int
    mover: int
    direction: int
    """The way the mover came, -1 through a gate."""
    defenders: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Opposition:
    """Who is about to fight a stack where it stands."""

    stacks: tuple[Stack, ...]
    garrison: City | None = None
    """The city whose garrison comes out."""
    beside: tuple[Stack, ...] = ()
    """The others of the force against which the garrison comes out."""
    ground: int = 0
    """Where the garrison meets them."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Everyone in it."""
        city = (self.garrison.place,) if self.garrison else ()
        return (*(stack.place for stack in self.stacks), *city)


def opposition(state: State, stack: Stack) -> Opposition | None:
    """Who falls upon a stack that has just entered a province, or on whom it falls itself.

    Forces that come to shelter in their city do so here. Sources:
    cohorts.world.faction-war-attack-on-sight, cohorts.movement.enemy-territory,
    cohorts.encounter.triggers.
    """
    world = state.world
    if state.planning:
        return _foreseen(state, stack)
    if stack_type(world, stack.place) == "agitator":
        return None  # cohorts.agent.agitator
    province = world.get(Province, stack.province)
    if province.pvp_free:
        return None  # cohorts.world.pvp-restriction
    city = city_of(world, province.barony)
    if city and garrison_may_attack(state, city, stack):
        force = force_against(world, city, province.id)
        if not _beaten_here(force):
            ground = battlefield(state, city, province.id)
            if engages(state, city, force, ground):
                helpers = defenders(world, city, force)
                others = _others(state, stack, (*force, *helpers))
                beside = tuple(each for each in force if each != stack)
                return Opposition((*helpers, *others), city, beside, ground)
            stay(state, city, force)
    foes = tuple(fighting(state, stack))
    return Opposition(foes) if foes else None


def _beaten_here(force: tuple[Stack, ...]) -> bool:
    """Whether the garrison has beaten all of a force where it is, and leaves it alone this turn."""
    return all(each.knows("repulsed") and each.repulsed == each.province for each in force)


def meet(
    state: State, stack: Stack, against: Opposition, direction: int, origin: int = 0
) -> Literal["on", "stop"]:
    """Its results: whether the stack may go on. Without battles the forces meet.

    `origin` is the province that the stack falls back to if it is beaten.
    """
    world = state.world
    if state.planning:
        state.emit(WouldMeet(stack=stack.id, province=stack.province, foes=against.places))
        return "stop"
    if BATTLE not in state.rules.contests:
        met = StacksMet(
            province=stack.province,
            mover=stack.id,
            direction=direction,
            defenders=against.places,
        )
        sides = [faction_of(world, foe) for foe in against.stacks]
        if against.garrison:
            sides.append(faction_of(world, against.garrison))
        state.emit(met, own=(faction_of(world, stack), *sides))
        return "stop"
    clash = Clash(
        sides=((stack.place, *(each.place for each in against.beside)), against.places),
        trigger=GARRISON if against.garrison else MOVEMENT,
        place=Place(Province.kind, against.ground or stack.province),
        origin=Place(Province.kind, origin) if origin else None,
    )
    winner = fight_out(state, clash)
    left = world.find(Stack, stack.id)
    if left and winner == "attacker" and against.garrison is None:
        return "on"
    if left:
        world.put(left.replace(used=Fraction(1)))  # cohorts.battle.attacker-defeated
    return "stop"


def fight_out(state: State, clash: Clash) -> str:
    """Fight a clash with all that follows from it, and say who won: `attacker` or `defender`."""
    world = state.world
    stood = {stack.id: stack for side in clash.sides for stack in _stacks(world, side)}
    for stack in stood.values():
        side = faction_of(world, stack)
        if side:
            leave(state, side, stack.province)  # for some it is the last look
    raided = _raided(world, clash)
    hosts = hearing.ClashSides.of(world, state.module.content(Content), clash)
    record = fought(state, clash)
    hearing.tell(state, clash, hosts, record.winner)
    if record.winner == "attacker":
        contest = state.rules.contests[clash.kind]
        garrison_beaten(state, clash, contest.took_part(record))
    _mark(world, clash, record.winner, {id: each.province for id, each in stood.items()}, raided)
    return record.winner


def _stacks(world: World, side: tuple[Place, ...]) -> Iterator[Stack]:
    """The stacks of a side that are there."""
    return (each for each in map(world.at, side) if isinstance(each, Stack))


def _raided(world: World, clash: Clash) -> int:
    """The barony that the attackers of a clash attack: its city, or its friends there; else 0."""
    barony = world.get(Province, clash.ground).barony
    city = city_of(world, barony)
    if city is None or clash.trigger == REPEL:
        return 0
    side = faction_of(world, city)
    sides = (faction_of(world, stack) for stack in _stacks(world, clash.defenders))
    own = city.place in clash.defenders or any(
        relation(world, side, each) == "allied" for each in sides
    )
    return barony if own else 0


def _mark(world: World, clash: Clash, winner: str, stood: dict[int, int], raided: int) -> None:
    """Note on the stacks what the battle was: an attack on a barony, or a garrison's victory."""
    intruders = clash.defenders if clash.trigger == REPEL else clash.attackers
    garrison = clash.first(City.kind) != 0
    garrison_won = garrison and (winner == "attacker") == (clash.trigger == REPEL)
    for stack in list(_stacks(world, intruders)):
        marked = stack.replace(raids=raided) if raided else stack
        if garrison_won:
            marked = marked.replace(repulsed=stood[stack.id], used=Fraction(1))
        world.put(marked)


# ---------------------------------------------------------------- an ally comes


def alarm(state: State, stack: Stack, origin: int) -> City | None:
    """The friendly city whose garrison must decide anew because the stack has entered its barony.

    An enemy force is inside that somebody of its side has sighted. Source:
    cohorts.encounter.triggers.
    """
    world = state.world
    province, left = world.find(Province, stack.province), world.find(Province, origin)
    barony = province.barony if province else 0
    if not barony or (left and left.barony == barony):
        return None
    city = city_of(world, barony)
    if city is None or not city.knows("baron") or not armed(world, stack):
        return None
    friend = relation(world, faction_of(world, city), faction_of(world, stack)) == "allied"
    return city if friend and any(True for _ in _inside(state, city)) else None


def answer(state: State, city: City, stack: Stack) -> None:
    """A garrison decides about every force in its barony, since the stack has come to help it.

    Sources: cohorts.encounter.triggers, cohorts.encounter.allied-forces.
    """
    world = state.world
    owner = faction_of(world, city)
    if state.planning:
        foes = tuple(foe.place for _, force in _inside(state, city) for foe in force)
        state.emit(WouldMeet(stack=stack.id, province=stack.province, foes=foes))
        return
    for province, _ in list(_inside(state, city)):
        city = world.get(City, city.id)
        force = force_against(world, city, province)
        if faction_of(world, city) != owner or not force or BATTLE not in state.rules.contests:
            return
        ground = battlefield(state, city, province)
        if not engages(state, city, force, ground):
            stay(state, city, force)
            continue
        helpers = (each.place for each in defenders(world, city, force))
        clash = Clash(
            sides=(tuple(foe.place for foe in force), (*helpers, city.place)),
            trigger=GARRISON,
            place=Place(Province.kind, ground),
        )
        fight_out(state, clash)


def _inside(state: State, city: City) -> Iterator[tuple[int, tuple[Stack, ...]]]:
    """The sighted enemy forces in a barony, each with its province, nearest to the capital first.

    Those that the garrison has beaten there are left alone, and those in safe provinces.
    """
    world = state.world
    grid = world.get(Map, 1).grid
    home, side = grid.at(city.province - 1), faction_of(world, city)
    lands = [each for each in world.by(Province, "barony", city.barony) if not calm(world, each.id)]
    for land in sorted(lands, key=lambda each: grid.distance(home, grid.at(each.id - 1))):
        force = force_against(world, city, land.id)
        if any(known(state, side, foe) for foe in force) and not _beaten_here(force):
            yield land.id, force


# ---------------------------------------------------------------- what a plan knows


def _foreseen(state: State, stack: Stack) -> Opposition | None:
    """The stacks at war last sighted in the province, and a city of theirs there."""
    world, mine = state.world, state.me.faction
    if stack_type(world, stack.place) == "agitator":
        return None
    foes: list[Stack] = []
    for other in world.by(Stack, "province", stack.province):
        faction = faction_of(world, other)
        sighting = world.first(Sighting, "about", (mine, other.place))
        agents = sighting is not None and sighting.type == "agitator"
        if not agents and relation(world, mine, faction) == "at_war":
            foes.append(other)
    city = world.first(City, "province", stack.province)
    if city and not (city.knows("baron") and _at_war(world, city, mine)):
        city = None
    return Opposition(tuple(foes), city) if foes or city else None


# ---------------------------------------------------------------- forces at war


def enemies_in(world: World, stack: Stack) -> Iterator[Stack]:
    """The stacks at war with a stack in its province; agents alone are none, nor are the empty."""
    mine = faction_of(world, stack)
    for other in world.by(Stack, "province", stack.province):
        if _at_war(world, other, mine) and armed(world, other):
            yield other


def fighting(state: State, stack: Stack) -> Iterator[Stack]:
    """The stacks in its province that a stack falls upon, or that fall upon it.

    An attacker has sighted the other and does not face certain death; those who are neither seen
    nor have seen anyone are left in peace, and who sues for peace keeps it. Sources:
    cohorts.world.faction-war-attack-on-sight, cohorts.order.sue-for-peace.
    """
    world, mine = state.world, faction_of(state.world, stack)
    foes = tuple(enemies_in(world, stack))
    if not foes:
        return
    own, against = stack_level(pieces_in(world, stack.place)), stack_level(_pieces(world, foes))
    dares = against < own + _CERTAIN_DEATH
    for foe in foes:
        side = faction_of(world, foe)
        force = tuple(o for o in foes if relation(world, side, faction_of(world, o)) == "allied")
        falls_upon = own < stack_level(_pieces(world, force)) + _CERTAIN_DEATH
        attacked = dares and sighted(state, mine, foe)
        attacked = attacked and not bound(world, mine, side, stack.province)
        falls_upon = falls_upon and not bound(world, side, mine, stack.province)
        if attacked or (falls_upon and sighted(state, side, stack)):
            yield foe


def _pieces(world: World, stacks: tuple[Stack, ...]) -> Iterator[Piece]:
    for stack in stacks:
        yield from pieces_in(world, stack.place)


def _at_war(world: World, thing: Stack | City, faction: int) -> bool:
    return relation(world, faction, faction_of(world, thing)) == "at_war"


def _others(state: State, stack: Stack, met: tuple[Stack, ...]) -> Iterator[Stack]:
    """Further enemies of a stack in its province, apart from those who meet there anyway."""
    return (other for other in fighting(state, stack) if other not in met)
