"""What a stack runs into when it enters a province: forces at war, and garrisons that come out.

The seam between movement and battle. Who fights how is the battle system's matter; encounter orders
are not given yet, so every garrison follows the default of cohorts.order.defend-barony.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine.battle import BattleSystem, Clash
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.conquest import garrison_beaten
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.contents import pieces_in, stack_type
from engine.packs.cohorts.hostility import bound
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.views import leave
from engine.packs.cohorts.levels import counts, stack_level
from engine.packs.cohorts.ownership import city_of, faction_of, relation
from engine.packs.cohorts.records import City, Map, Piece, Province, Stack, Tower
from engine.state import State
from engine.world import Place, World

_CERTAIN_DEATH = 5  # levels above one's own; cohorts.world.faction-war-attack-on-sight


@facts
class WouldMeet(Event):
    """In a plan: whom a stack would meet, as far as its faction knows."""

    kind = "would-meet"

    stack: int
    province: int
    foes: tuple[Place, ...]


@facts
class StacksMet(Event):
    """Forces at war met; a city among them stands for its garrison."""

    kind = "stacks-met"

    province: int
    mover: int
    direction: int
    """The way the mover came, -1 through a gate."""
    defenders: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Opposition:
    """Who is about to fight a stack where it stands."""

    stacks: tuple[Stack, ...]
    garrison: City | None
    """The city whose garrison comes out."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Everyone in it."""
        city = (self.garrison.place,) if self.garrison else ()
        return (*(stack.place for stack in self.stacks), *city)


def opposition(state: State, stack: Stack) -> Opposition | None:
    """Who falls upon a stack that has just entered a province, or on whom it falls itself.

    Forces that come to shelter in their city do so here. Sources:
    cohorts.world.faction-war-attack-on-sight, cohorts.movement.enemy-territory.
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
        if _engages(world, city, stack):
            return Opposition((*allies_in(world, city), *_others(state, city, stack)), city)
        shelter(state, city)
    foes = tuple(fighting(state, stack))
    return Opposition(foes, None) if foes else None


def meet(
    state: State, stack: Stack, against: Opposition, direction: int, origin: int = 0
) -> Literal["on", "stop"]:
    """What comes of it: whether the stack may go on. Without a battle system the forces meet.

    `origin` is the province that the stack falls back to if it is beaten.
    """
    world = state.world
    if state.planning:
        state.emit(WouldMeet(stack=stack.id, province=stack.province, foes=against.places))
        return "stop"
    system = state.rules.battle
    if system is None:
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
    for fighter in (stack, *against.stacks):
        leave(state, faction_of(world, fighter), fighter.province)  # for some it is the last look
    clash = Clash(
        province=battlefield(state, stack, against),
        attackers=(stack.id,),
        defenders=tuple(foe.id for foe in against.stacks),
        trigger="garrison" if against.garrison else "movement",
        city=against.garrison.id if against.garrison else 0,
        origin=origin,
    )
    winner = fight_out(state, system, clash)
    left = world.find(Stack, stack.id)
    if left and winner == "attacker" and against.garrison is None:
        return "on"
    if left:
        world.put(left.replace(used=Fraction(1)))  # cohorts.battle.attacker-defeated
    return "stop"


def fight_out(state: State, system: BattleSystem, clash: Clash) -> str:
    """Fight a clash with all that follows from it, and say who won: `attacker` or `defender`.

    Where the forces could see before must have been remembered by now (`leave`).
    """
    field, attacker, defender = system.muster(state, clash)
    leader = clash.attackers[0] if clash.attackers else clash.city
    dice = state.stream(f"{'stack' if clash.attackers else 'city'}:{leader}", "battle")
    record = system.fight(field, attacker, defender, dice, clash)
    system.aftermath(state, record)
    if record.winner == "attacker":
        garrison_beaten(state, clash)
    return record.winner


def battlefield(state: State, stack: Stack, against: Opposition) -> int:
    """The province in which a stack and its foes fight.

    A garrison draws the battle to the nearest castle of its barony in range of the enemy, of
    equally near ones to any of them. Source: cohorts.improvement.castle-battle.
    """
    if against.garrison is None:
        return stack.province
    world = state.world
    grid = world.get(Map, 1).grid
    here = grid.at(stack.province - 1)
    reach = state.module.content(Content).province_improvements["castle"].range
    castles = [
        (grid.distance(here, grid.at(tower.province - 1)), tower.province)
        for province in world.by(Province, "barony", against.garrison.barony)
        for tower in world.by(Tower, "province", province.id)
        if tower.type == "castle"
    ]
    nearest = min((distance for distance, _ in castles), default=reach + 1)
    if nearest > reach:
        return stack.province
    spots = [spot for distance, spot in castles if distance == nearest]
    if len(spots) == 1:
        return spots[0]
    return state.stream(f"city:{against.garrison.id}", "castle").pick(spots)


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
        if _at_war(world, other, mine) and any(map(counts, pieces_in(world, other.place))):
            yield other


def sighted(state: State, faction: int, stack: Stack) -> bool:
    """Whether a faction or one of its allies has sighted the stack where it is in this tick."""
    for side in state.log.factions:
        if relation(state.world, side, faction) == "allied":
            row = state.world.first(Sighting, "about", (side, stack.place))
            if row and row.tick == state.now.tick and row.province == stack.province:
                return True
    return False


def fighting(state: State, stack: Stack) -> Iterator[Stack]:
    """The stacks in its province that a stack falls upon, or that fall upon it.

    Whoever attacks has sighted the other and does not face certain death; those who are neither
    seen nor have seen anyone are left in peace, and who sues for peace keeps it. Sources:
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


# ---------------------------------------------------------------- garrisons and who helps them


def garrison_may_attack(state: State, city: City, stack: Stack) -> bool:
    """Whether a stack's step into a city's barony lets the garrison attack it.

    Sources: cohorts.movement.enemy-territory, cohorts.world.pvp-restriction.
    """
    return (
        _at_war(state.world, city, faction_of(state.world, stack))
        and not state.world.get(Province, city.province).pvp_free
        and stack_type(state.world, stack.place) != "agitator"
        and sighted(state, faction_of(state.world, city), stack)
    )


def _engages(world: World, city: City, stack: Stack) -> bool:
    """Whether the garrison comes out against all forces at war in the stack's province.

    Sources: cohorts.order.defend-barony (no order: +0), cohorts.encounter.decision.
    """
    garrison = stack_level(pieces_in(world, city.place))
    side = faction_of(world, city)
    force = tuple(
        other
        for other in world.by(Stack, "province", stack.province)
        if _at_war(world, other, side)
    )
    return 0 < garrison >= stack_level(_pieces(world, force))


def allies_in(world: World, city: City) -> Iterator[Stack]:
    """The stacks of a city's own and allied factions in its barony, agitators excepted.

    They help the garrison or shelter with it; neutral stacks do neither. Sources:
    cohorts.movement.allied-territory, cohorts.movement.neutral-territory.
    """
    side = faction_of(world, city)
    if not side:
        return
    for province in world.by(Province, "barony", city.barony):
        for stack in world.by(Stack, "province", province.id):
            friend = relation(world, side, faction_of(world, stack)) == "allied"
            if friend and any(map(counts, pieces_in(world, stack.place))):
                yield stack


def _others(state: State, city: City, stack: Stack) -> Iterator[Stack]:
    """Who fights a stack in its province besides the city's friends."""
    side = faction_of(state.world, city)
    for other in fighting(state, stack):
        if relation(state.world, side, faction_of(state.world, other)) != "allied":
            yield other


def shelter(state: State, city: City) -> None:
    """Move a barony's friends behind the walls of its city, at no cost.

    A fleet stays where it is. Sources: cohorts.movement.allied-territory,
    cohorts.encounter.allied-forces.
    """
    world = state.world
    for stack in list(allies_in(world, city)):
        if stack.province != city.province and stack_type(world, stack.place) != "fleet":
            leave(state, faction_of(world, stack), stack.province, city.province)
            world.put(stack.replace(province=city.province))
