"""Barriers of magic: spells that bar the way into a province over one of its sides.

The links of the map show where they stand (`Link.barrier`), so everyone who sees a province sees
them; their strength stands with the spells alone. How stacks meet them is in `movement`.
"""

from __future__ import annotations

from typing import Annotated

from engine.events import Event, Level
from engine.facts import facts
from engine.hexes import opposite
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.spells import Barrier, Dispel
from engine.packs.cohorts.movement.steps import magic_barrier
from engine.packs.cohorts.pieces.links import Link, link_id
from engine.packs.cohorts.pieces.ownership import owner_of
from engine.packs.cohorts.pieces.records import Map, Province, Stack
from engine.packs.cohorts.worth.active_spells import ActiveSpell, lying_on, own_shell
from engine.state import State
from engine.world import Place, World


@facts
class BarrierBroken(Event):
    """A stack on its way removed a barrier with a waiting spell (cohorts.spell.dispel-barrier)."""

    province: int
    side: int
    stack: Annotated[int, Level.OWN]
    name: Annotated[str, Level.OWN]
    strength: Annotated[int, Level.OWN]
    """Of the spell that was used."""


def barrier_at(world: World, content: Content, province: int, side: int) -> ActiveSpell | None:
    """The barrier of magic on a province's side, None without one."""
    for active, spell in lying_on(world, content, Place(Province.kind, province)):
        if isinstance(spell.effect, Barrier) and active.side == side:
            return active
    return None


def mark(world: World, province: int, side: int, *, barred: bool) -> None:
    """Show on the map whether a province's side is barred by magic."""
    id = link_id(world.get(Map, 1).grid, province, side)
    held = world.find(Link, id)
    link = held or Link(id=id, river=0, road=0, barrier=0)
    bit = magic_barrier(side)
    link = link.replace(barrier=link.barrier | bit if barred else link.barrier & ~bit)
    if link.barrier or link.river or link.road:
        world.put(link)
    elif held:
        world.remove(held)


def waiting(world: World, content: Content, stack: Place) -> list[ActiveSpell]:
    """The spells on a stack that wait to remove a barrier, the weakest first."""
    found = lying_on(world, content, stack)
    held = [active for active, spell in found if _waits(spell.effect)]
    return sorted(held, key=lambda active: (active.strength, active.id))


def _waits(effect: object) -> bool:
    return isinstance(effect, Dispel) and effect.removes == "barrier"


def weakest_that_breaks(
    world: World, content: Content, stack: Place, barrier: ActiveSpell
) -> ActiveSpell | None:
    """The waiting spell that a stack would use at a barrier, None if none is strong enough.

    It must exceed the barrier and the shell of the barrier's province, each on its own. Source:
    cohorts.spell.dispel-barrier.
    """
    withstand = max(barrier.strength, own_shell(world, content, barrier.on))
    for active in waiting(world, content, stack):
        if active.strength > withstand:
            return active
    return None


def break_through(state: State, stack: Stack, entered: int, way: int) -> bool:
    """Have a stack that goes a way use a waiting spell on the barrier there; whether it fell."""
    world, content = state.world, state.module.content(Content)
    side = opposite(way)
    barrier = barrier_at(world, content, entered, side)
    used = barrier and weakest_that_breaks(world, content, stack.place, barrier)
    if barrier is None or used is None:
        return False
    world.remove(used)
    world.remove(barrier)
    mark(world, entered, side, barred=False)
    owner = owner_of(world, world.get(Province, entered))
    event = BarrierBroken(
        province=entered, side=side, stack=stack.id, name=stack.name, strength=used.strength
    )
    state.emit(event, told=(owner,))
    return True
