"""Garrisons: whether they come out against an enemy force, where they fight, and who helps them.

Their encounter orders are given in `defending`. Sources: cohorts.encounter.garrison-duty,
cohorts.encounter.decision, cohorts.encounter.allied-forces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.views import leave
from engine.packs.cohorts.marching.conquest import can_stand
from engine.packs.cohorts.marching.forces import able, armed, force_level, hostile, known, sighted
from engine.packs.cohorts.movement import rates
from engine.packs.cohorts.pieces.contents import stack_type
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack, Tower, Unit
from engine.packs.cohorts.worth.levels import stack_level
from engine.state import State
from engine.world import Place, World

CASTLE = "castle"


@facts
class GarrisonStayed(Event):
    """A garrison did not come out against an enemy force; its own faction is told."""

    city: int
    name: str
    province: int
    """Where the enemy is."""
    foes: tuple[str, ...]
    """Those that were sighted."""


@facts
class StackSheltered(Event):
    """A friend of a city drew back behind its walls; told to the stack's own faction."""

    stack: int
    name: str
    province: int
    """Where it was."""
    city: int
    city_name: str


# ---------------------------------------------------------------- friends


def allies_in(world: World, city: City) -> Iterator[Stack]:
    """The stacks of a city's own and allied factions in its barony, agitators excepted.

    They help the garrison or shelter with it; others do neither. Sources:
    cohorts.movement.allied-territory, cohorts.movement.neutral-territory,
    cohorts.world.faction-allied, cohorts.encounter.allied-forces.
    """
    side = faction_of(world, city)
    if side:
        for stack in _stacks_in(world, city):
            if relation(world, side, faction_of(world, stack)) == "allied":
                yield stack


def assistants(world: World, city: City, attackers: Sequence[Stack]) -> Iterator[Stack]:
    """The neutral stacks in a barony that choose to help its garrison against these attackers.

    Nobody helps against its own faction or an ally. Source: cohorts.order.assist-barony.
    """
    side = faction_of(world, city)
    against = [faction_of(world, each) for each in attackers]
    for stack in _stacks_in(world, city):
        mine = faction_of(world, stack)
        if (
            stack.assists
            and relation(world, side, mine) == "neutral"
            and all(relation(world, mine, other) != "allied" for other in against)
        ):
            yield stack


def _stacks_in(world: World, city: City) -> Iterator[Stack]:
    for province in world.by(Province, "barony", city.barony):
        for stack in world.by(Stack, "province", province.id):
            if armed(world, stack):
                yield stack


def defenders(world: World, city: City, attackers: Sequence[Stack]) -> tuple[Stack, ...]:
    """Everyone who helps a garrison that fights: friends, then neutrals who choose to."""
    return (*allies_in(world, city), *assistants(world, city, attackers))


def in_the_way(world: World, city: City) -> tuple[Place, ...]:
    """In a plan: whom an attack on a city would meet, its garrison and the friends known of."""
    friends = allies_in(world, city) if city.knows("baron") else ()
    return (*(stack.place for stack in friends), city.place)


def shelter(state: State, city: City) -> None:
    """Move a barony's friends behind the walls of its city, at no cost.

    A fleet stays on the water before an inland city. Sources: cohorts.movement.allied-territory,
    cohorts.encounter.allied-forces.
    """
    world = state.world
    home = world.get(Province, city.province)
    for stack in list(allies_in(world, city)):
        if stack.province != home.id and can_stand(state, stack, home):
            side = faction_of(world, stack)
            leave(state, side, stack.province, home.id)
            world.put(stack.replace(province=home.id))
            event = StackSheltered(
                stack=stack.id,
                name=stack.name,
                province=stack.province,
                city=city.id,
                city_name=city.name,
            )
            state.emit_to(event, own=[side])


# ---------------------------------------------------------------- the decision


def garrison_may_attack(state: State, city: City, stack: Stack) -> bool:
    """Whether a stack's step into a city's barony lets the garrison attack it.

    Sources: cohorts.movement.enemy-territory, cohorts.world.pvp-restriction.
    """
    return (
        hostile(state.world, city, stack)
        and not state.world.get(Province, city.province).pvp_free
        and stack_type(state.world, stack.place) != "agitator"
        and sighted(state, faction_of(state.world, city), stack)
    )


def engages(state: State, city: City, force: Sequence[Stack], ground: int) -> bool:
    """Whether a garrison comes out against a force, to fight in the province `ground`.

    What its encounter orders allow in that place counts, the most willing of them. An empty
    garrison never engages. Source: cohorts.encounter.decision.
    """
    world, content = state.world, state.module.content(Content)
    own = stack_level(_sortie(world, content, city, ground))
    enemy = force_level(world, content, force)
    limits = [own + offset for offset in _offsets(world, content, city, ground)]
    return own > 0 and any(enemy <= limit for limit in limits)


def _sortie(world: World, content: Content, city: City, ground: int) -> Iterator[Character | Unit]:
    """Who of a garrison can fight there; at sea ships, and who swims or flies.

    Source: cohorts.city.garrison.
    """
    water = content.terrains[world.get(Province, ground).terrain].is_water
    for piece in able(world, content, city.place):
        ship = isinstance(piece, Unit) and piece.arm == "ship"
        if not water or ship or _crosses(world, content, piece):
            yield piece


def _crosses(world: World, content: Content, piece: Character | Unit) -> bool:
    return any(rates.by_itself(world, content, piece, mode) for mode in ("water", "air"))


def _offsets(world: World, content: Content, city: City, ground: int) -> Iterator[int]:
    """The limits of a garrison's encounter orders that hold in a province."""
    orders, terrains = city.defense, content.terrains
    home = terrains[world.get(Province, city.province).terrain].family
    here = terrains[world.get(Province, ground).terrain].family
    at_castle = any(tower.type == CASTLE for tower in world.by(Tower, "province", ground))
    limits = (
        orders.highest,
        orders.preferred if here == (orders.terrain or home) else None,
        orders.castle if at_castle else None,
    )
    yield from (limit for limit in limits if limit is not None)


def stay(state: State, city: City, force: Sequence[Stack]) -> None:
    """A garrison keeps behind its walls, and its friends go there with it."""
    side = faction_of(state.world, city)
    event = GarrisonStayed(
        city=city.id,
        name=city.name,
        province=force[0].province,
        foes=tuple(stack.name for stack in force if known(state, side, stack)),
    )
    state.emit_to(event, own=[side])
    shelter(state, city)


def battlefield(state: State, city: City, province: int) -> int:
    """The province in which a garrison meets a force that was sighted in one of its barony.

    The nearest castle of the barony in range of the enemy draws the battle to itself, of equally
    near ones any of them. Source: cohorts.improvement.castle-battle.
    """
    world = state.world
    grid = world.get(Map, 1).grid
    here = grid.at(province - 1)
    reach = state.module.content(Content).province_improvements[CASTLE].range
    castles = [
        (grid.distance(here, grid.at(tower.province - 1)), tower.province)
        for land in world.by(Province, "barony", city.barony)
        for tower in world.by(Tower, "province", land.id)
        if tower.type == CASTLE
    ]
    nearest = min((distance for distance, _ in castles), default=reach + 1)
    if nearest > reach:
        return province
    spots = [spot for distance, spot in castles if distance == nearest]
    if len(spots) == 1:
        return spots[0]
    return state.stream(f"city:{city.id}", "castle").pick(spots)
