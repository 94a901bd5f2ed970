"""Fights to which a plan leads: whom a character would meet, and whom armies would have to fight.

Told in plans alone, where nothing is fought; what may be expected of it is a matter of odds.
"""

from __future__ import annotations

from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.crowns.imagined import foe_at
from engine.packs.kingdoms.crowns.ventures.acting import phase_now, tell
from engine.packs.kingdoms.crowns.ventures.forces import led
from engine.packs.kingdoms.pieces.records import Holding, Ruler, Site
from engine.state import State
from engine.world import Place


@facts
class WouldMeetInPerson(Event):
    """In a plan: whom a character would meet in person."""

    kind = "kingdoms-would-meet"

    ruler: int
    name: str
    foe: Place
    """A character, or a feature for its guardian."""
    holding: int
    phase: int


@facts
class WouldFight(Event):
    """In a plan: against whom a character's armies would fight."""

    kind = "kingdoms-would-fight"

    ruler: int
    name: str
    foe: Place
    """A character with armies, or a province for who defends it."""
    holding: int
    phase: int


def foresee_meeting(state: State, ruler: Ruler, foe: Ruler | Site) -> None:
    """Note in a plan whom a character would meet."""
    tell(
        state,
        ruler,
        WouldMeetInPerson(
            ruler=ruler.id,
            name=ruler.name,
            foe=foe.place,
            holding=ruler.holding,
            phase=phase_now(state),
        ),
    )


def foresee_battle(state: State, id: int) -> None:
    """Note in a plan whom the armies of the character with that id would fight where they are."""
    if not state.planning:
        return
    world = state.world
    ruler = world.get(Ruler, id)
    holding = world.get(Holding, ruler.holding)
    foe = foe_at(world, state.module, ruler.crown, holding) if led(world, ruler) else None
    if foe:
        tell(
            state,
            ruler,
            WouldFight(
                ruler=id, name=ruler.name, foe=foe, holding=holding.id, phase=phase_now(state)
            ),
        )
