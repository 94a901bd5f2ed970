"""Spells that last: laying them on a thing, asking for them, and their end.

Which are the spells' codes stands in the module; what each does is said where it counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.packs.kingdoms.pieces.records import LastingSpell, Ruler
from engine.state import State
from engine.world import Record, World


def on(world: World, thing: Record, art: str) -> Iterator[LastingSpell]:
    """The spells of a code that lie on a thing, the oldest first."""
    return (each for each in world.by(LastingSpell, "on", thing.place) if each.art == art)


def is_on(world: World, thing: Record, art: str) -> bool:
    """Whether such a spell is on it."""
    return any(on(world, thing, art))


def highest(world: World, thing: Record, art: str) -> int:
    """The highest level of such spells on a thing; 0 for none."""
    return max((each.level for each in on(world, thing, art)), default=0)


def lift(world: World, thing: Record, art: str) -> None:
    """Take such spells off a thing."""
    for each in list(on(world, thing, art)):
        world.remove(each)


def lay(
    state: State,
    thing: Record,
    art: str,
    caster: Ruler,
    level: int,
    phase: int,
    *,
    terrain: str = "",
    known_to: tuple[int, ...] = (),
) -> LastingSpell:
    """Lay a spell on a thing."""
    return state.world.add(
        LastingSpell,
        art=art,
        on=thing.place,
        caster=caster.id,
        crown=caster.crown,
        level=level,
        turn=state.now.turn,
        phase=phase,
        terrain=terrain,
        known_to=known_to,
    )
