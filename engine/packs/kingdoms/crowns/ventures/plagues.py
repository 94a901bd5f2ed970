"""A plague that goes on: from phase to phase it may spread to the provinces around.

Source: kingdoms.spell.plague.
"""

from __future__ import annotations

from typing import Any

from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.arts.armies import spreads
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.crowns.ventures.acting import phase_now
from engine.packs.kingdoms.crowns.ventures.effects import PLAGUE, strike
from engine.packs.kingdoms.pieces.chance import step_stream
from engine.packs.kingdoms.pieces.enchantments import is_on, on
from engine.packs.kingdoms.pieces.records import Crown, Holding, LastingSpell
from engine.state import State


@facts
class PlagueSpread(Event):
    """A plague struck a province that lies beside one that it had struck."""

    kind = "kingdoms-plague-spread"

    holding: int
    start: int
    phase: int
    fates: tuple[tuple[int, str], ...]
    """Armies by id, each with `destroyed`, `immune` or `weakened`."""


def spread(state: State) -> None:
    """A step at the end of a phase: each province struck before it checks those around it.

    Both go in order of id; what is struck now spreads from the next phase on, with the same level.
    """
    world, phase = state.world, phase_now(state)
    workings = state.module.content(ArtsContent).workings
    struck = sorted(
        {
            each.on.id
            for each in world.all(LastingSpell)
            if each.art == PLAGUE and each.phase < phase
        }
    )
    for start in struck:
        first = next(on(world, world.get(Holding, start), PLAGUE))
        dice = step_stream(state, phase, Holding.kind, start, "plague")
        for id in adjacent(world, start):
            holding = world.get(Holding, id)
            if is_on(world, holding, PLAGUE) or not spreads(workings, dice):
                continue
            new = world.add(LastingSpell, **{**_values(first), "on": holding.place})
            world.put(new.replace(phase=phase))
            fates = strike(state, holding, first.level, dice)
            event = PlagueSpread(holding=id, start=start, phase=phase, fates=fates)
            owner = world.find(Crown, holding.owner)
            state.emit_to(event, own=[owner.faction] if owner else [])


def _values(spell: LastingSpell) -> dict[str, Any]:
    return {name: value for name, value in spell.known().items() if name != "id"}
