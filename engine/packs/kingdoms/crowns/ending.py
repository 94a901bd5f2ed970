"""When kingdoms fall, when the game is over, and what starts anew with each turn.

Sources: kingdoms.turn.elimination, kingdoms.turn.game-end, kingdoms.turn.end-steps.
"""

from __future__ import annotations

from typing import Final

from engine.ending import Ending
from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.crowns.order import living
from engine.packs.kingdoms.pieces.merits import Doings
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Course,
    Crown,
    Holding,
    Overture,
    Ruler,
    Truce,
)
from engine.state import State

LAST: Final = "last_kingdom"
"""The reason of the end: only one kingdom is left."""


@facts
class KingdomFell(Event):
    """A kingdom was eliminated; all the world learns it."""

    kind = "kingdoms-fell"

    crown: int
    name: str
    king: str
    """Its last King or Heir; empty if it had none."""


def owns_land(state: State, crown: int) -> bool:
    """Whether a kingdom owns any province."""
    return state.world.first(Holding, "owner", crown) is not None


def eliminate(state: State, id: int) -> None:
    """End a kingdom: its land is nobody's, its armies mercenaries, its heroes without a King."""
    world = state.world
    crown = world.get(Crown, id)
    king = world.find(Ruler, crown.king) if crown.king else None
    for holding in list(world.by(Holding, "owner", id)):
        world.put(holding.replace(owner=0))
    for army in list(world.by(Army, "crown", id)):
        world.put(army.replace(crown=0, leader=0, militia=False))
    for ruler in list(world.by(Ruler, "crown", id)):
        if ruler.alive and not ruler.royal:
            world.put(ruler.replace(crown=0))
    if king:
        # This King has no kingdom, and dies with it: carried items stay in the province.
        world.put(king.replace(died=state.now.turn, hit_points=0))
        for sighting in list(world.by(CharacterSighting, "ruler", king.id)):
            world.remove(sighting)  # all the world is told
    for truce in list(world.by(Truce, "crowns", id)):
        world.remove(truce)
    for offer in list(world.all(Overture)):
        if id in (offer.crown, offer.to):
            world.remove(offer)
    world.put(crown.replace(fallen=state.now.turn, king=0))
    fell = KingdomFell(crown=id, name=crown.name, king=king.name if king else "")
    state.emit(fell, public=True)


def eliminate_landless(state: State) -> None:
    """A step of the turn end: who owns nothing falls, after one turn of grace."""
    world = state.world
    for crown in list(living(world)):
        owns = owns_land(state, crown.id)
        if not owns and (crown.landless or not crown.king):
            eliminate(state, crown.id)
        elif crown.landless == owns:
            world.put(crown.replace(landless=not owns))


def fall_with_king(state: State, crown: int) -> None:
    """Eliminate a kingdom whose King has just died while it owns nothing."""
    found = state.world.find(Crown, crown)
    if found and not found.fallen and not found.king and not owns_land(state, crown):
        eliminate(state, crown)


def ending(state: State, _produced: bool) -> Ending | None:
    """Over as soon as one kingdom is left of several (kingdoms.turn.game-end)."""
    world = state.world
    taken = [crown for crown in world.all(Crown) if crown.player]
    left = list(living(world))
    if len(taken) < 2 or len(left) > 1:
        return None
    victors = tuple(crown.place for crown in left)
    return Ending(reason=LAST, victors=victors)


def begin_anew(state: State) -> None:
    """The last step of the turn end: all counters of the turn begin anew."""
    world = state.world
    for ruler in list(world.all(Ruler)):
        if ruler.doings != Doings():
            world.put(ruler.replace(doings=Doings()))
    for army in list(world.all(Army)):
        if army.moves or army.came:
            world.put(army.replace(moves=0, came=0))
    for holding in list(world.all(Holding)):
        if holding.recruits or holding.raided:
            world.put(holding.replace(recruits=0, raided=False))
    world.put(Course(id=1, phase=0, order=()))
