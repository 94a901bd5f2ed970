"""Guard towers: their shots at ships and artillery of enemies that are sighted near them.

Source: cohorts.improvement.guard-tower-attack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.diplomacy.hostility import safe
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.pieces.contents import stack_type
from engine.packs.cohorts.pieces.ownership import city_of, faction_of, owner_of, relation
from engine.packs.cohorts.pieces.records import Map, Province, Stack, Tower, Unit
from engine.packs.cohorts.stacks.sinking import sink
from engine.packs.cohorts.worth.losses import destroy
from engine.state import State
from engine.world import World

GUARD = "guard_tower"


@facts
class TowerFired(Event):
    """A guard tower shot at a force (cohorts.improvement.guard-tower-attack)."""

    tower: int
    stands: int
    """The tower's province."""
    province: int
    target: int
    """The faction whose force it was."""
    ship_percent: int
    """The chance to sink a ship, 0 if there was none."""
    artillery_percent: int
    sunk: str
    """The name of the ship, empty if none sank."""
    destroyed: str


@dataclass(frozen=True, slots=True)
class TowerTarget:
    """All stacks of one faction in a province, as targets of guard towers."""

    stacks: tuple[Stack, ...]
    ships: tuple[Unit, ...]
    artillery: tuple[Unit, ...]
    """Pieces on land; aboard ships they are no targets of their own."""

    @classmethod
    def of(cls, world: World, province: int, faction: int) -> TowerTarget:
        """The force of a faction in a province."""
        stacks = tuple(
            stack
            for stack in world.by(Stack, "province", province)
            if faction_of(world, stack) == faction
        )
        ships: list[Unit] = []
        artillery: list[Unit] = []
        for stack in stacks:
            fleet = stack_type(world, stack.place) == "fleet"
            for unit in world.by(Unit, "holder", stack.place):
                if unit.arm == "ship":
                    ships.append(unit)
                elif unit.arm == "artillery" and not fleet:
                    artillery.append(unit)
        return cls(stacks, tuple(ships), tuple(artillery))


def fire(state: State, stack: Stack) -> None:
    """Let every guard tower in range shoot at the force of a stack where it has just been sighted.

    The owner's own faction must have sighted it there in this tick.
    """
    if state.planning:
        return  # where towers stand that were never seen is not to be foreseen
    world, target = state.world, faction_of(state.world, stack)
    for tower in list(_in_range(state, stack.province)):
        force = TowerTarget.of(world, stack.province, target)
        if not (force.ships or force.artillery):
            return
        owner = owner_of(world, world.get(Province, tower.province))
        at_war = owner and target and relation(world, owner, target) == "at_war"
        if at_war and _sighted(state, owner, stack) and not _safe(state, tower, stack):
            _shoot(state, tower, force, owner, target)


def _in_range(state: State, province: int) -> Iterator[Tower]:
    world = state.world
    if not world.count(Tower):
        return
    grid = world.get(Map, 1).grid
    reach = state.module.content(Content).province_improvements[GUARD].range
    around = [index + 1 for index in grid.indexes_within(grid.at(province - 1), reach)]
    towers = [t for t in world.among(Tower, "province", around) if t.type == "guard"]
    yield from sorted(towers, key=lambda tower: tower.id)


def _sighted(state: State, faction: int, stack: Stack) -> bool:
    row = state.world.first(Sighting, "about", (faction, stack.place))
    return row is not None and (row.tick, row.province) == (state.now.tick, stack.province)


def _safe(state: State, tower: Tower, stack: Stack) -> bool:
    province = state.world.get(Province, tower.province)
    city = city_of(state.world, province.barony)
    return province.pvp_free or (city is not None and safe(state.world, city, stack))


def _shoot(state: State, tower: Tower, force: TowerTarget, owner: int, target: int) -> None:
    world = state.world
    figures = state.module.content(Content).province_improvements[GUARD]
    ship_percent = figures.ship_percent[tower.level - 1] if force.ships else 0
    artillery_percent = figures.artillery_percent[tower.level - 1] if force.artillery else 0
    dice = state.stream(f"tower:{tower.id}", "attack")
    spot = force.stacks[0].province
    sunk = destroyed = ""
    if ship_percent and dice.whole(100, chance=ship_percent) <= ship_percent:
        ship = dice.pick(force.ships)
        sunk = ship.name
        sink(state, ship)
    if artillery_percent and dice.whole(100, chance=artillery_percent) <= artillery_percent:
        piece = dice.pick(force.artillery)
        destroyed = piece.name
        destroy(world, piece, spot)
    event = TowerFired(
        tower=tower.id,
        stands=tower.province,
        province=spot,
        target=target,
        ship_percent=ship_percent,
        artillery_percent=artillery_percent,
        sunk=sunk,
        destroyed=destroyed,
    )
    state.emit_to(event, own=(owner, target))
