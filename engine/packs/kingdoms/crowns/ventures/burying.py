"""Skeletal armies that bury themselves again, for nobody Undead leads them any more.

Source: kingdoms.spell.skeletal-army.
"""

from __future__ import annotations

from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.provinces import is_sea
from engine.packs.kingdoms.crowns.ventures.acting import phase_now
from engine.packs.kingdoms.pieces.records import Army, Crown, Grave, Holding
from engine.state import State


@facts
class ArmyBuried(Event):
    """A skeletal army buried itself again, since nobody Undead led it any more."""

    kind = "kingdoms-army-buried"

    army: int
    type: str
    crown: int
    holding: int
    phase: int


def bury(state: State, army: Army) -> None:
    """Let a skeletal army lie down where it stands, in its quality; none lies in the sea."""
    world = state.world
    world.remove(army)
    content = state.module.content(ArmyContent)
    if not is_sea(world, content, world.get(Holding, army.holding)):
        world.add(
            Grave,
            holding=army.holding,
            army=army.type,
            race=army.race,
            quality=army.quality,
            turn=state.now.turn,
        )
    buried = ArmyBuried(
        army=army.id,
        type=army.type,
        crown=army.crown,
        holding=army.holding,
        phase=phase_now(state),
    )
    crown = world.find(Crown, army.crown)
    state.emit_to(buried, own=[crown.faction] if crown else [])


def bury_left(state: State) -> None:
    """Bury the skeletal armies that nobody leads, once all have been picked up.

    So a Leave and an Undead character's Pick Up of one phase keep them up.
    """
    for army in list(state.world.by(Army, "leader", 0)):
        if army.skeletal:
            bury(state, army)
