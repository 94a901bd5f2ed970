"""Death and the deathly coma: the fate of a character, its armies and its items.

Sources: kingdoms.character.death, kingdoms.character.coma, kingdoms.spell.skeletal-army.
"""

from __future__ import annotations

from typing import Annotated

from engine.events import Event, Level
from engine.facts import facts
from engine.packs.kingdoms.arts.armies import stays_up
from engine.packs.kingdoms.crowns.ending import fall_with_king
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.crowns.ventures.acting import phase_now, told_of, with_doings
from engine.packs.kingdoms.crowns.ventures.burying import bury
from engine.packs.kingdoms.crowns.ventures.forces import led
from engine.packs.kingdoms.pieces.abilities import NOTHING
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Holding,
    MagicItem,
    Ruler,
)
from engine.state import State
from engine.world import Place


@facts
class RulerDied(Event):
    """A character died; the body lies in the province."""

    kind = "kingdoms-died"

    ruler: int
    name: str
    rank: str
    crown: int
    holding: int
    phase: int
    how: str
    """By what, such as `battle`, `encounter` or `spell`."""
    disbanded: Annotated[tuple[int, ...], Level.OWN]
    """The armies that nobody could take over."""


@facts
class FellIntoComa(Event):
    """A character fell into a deathly coma (kingdoms.character.coma)."""

    kind = "kingdoms-coma"

    ruler: int
    name: str
    crown: int
    holding: int
    phase: int


def die(state: State, id: int, how: str, *, taker: Place | None = None) -> None:
    """Let the character with that id die on the spot.

    `taker` gets the items: a victorious character, or the feature whose guardian won; without one
    they lie with the body.
    """
    world = state.world
    ruler = world.get(Ruler, id)
    disbanded = hand_over_armies(state, ruler)
    if taker:
        for item in list(world.by(MagicItem, "holder", ruler.place)):
            world.put(item.replace(holder=taker, carried=False))
    crown = world.find(Crown, ruler.crown)
    if crown and crown.king == ruler.id:
        world.put(crown.replace(king=0, bones=crown.bones or ruler.id))
    dead = with_doings(world.get(Ruler, id), stopped=True, trailing=0)
    world.put(dead.replace(died=state.now.turn, hit_points=0))
    died = RulerDied(
        ruler=ruler.id,
        name=ruler.name,
        rank=ruler.rank,
        crown=ruler.crown,
        holding=ruler.holding,
        phase=phase_now(state),
        how=how,
        disbanded=tuple(disbanded),
    )
    state.emit_to(died, **told_of(state, ruler))
    forget_where_seen(state, ruler)
    if crown and crown.king == ruler.id:
        fall_with_king(state, crown.id)


def forget_where_seen(state: State, ruler: Ruler) -> None:
    """Remove the dead character from where these factions noticed it last.

    They are told of the death, or have people where the body lies; for others the character may be
    alive.
    """
    world, told = state.world, told_of(state, ruler)
    here = [
        *(each.crown for each in world.by(Ruler, "holding", ruler.holding) if each.alive),
        *(each.crown for each in world.by(Army, "holding", ruler.holding)),
    ]
    know = {world.get(Crown, id).faction for id in here if id}.union(told["own"], told["told"])
    for sighting in list(world.by(CharacterSighting, "ruler", ruler.id)):
        if world.get(Crown, sighting.crown).faction in know:
            world.remove(sighting)


def hand_over_armies(state: State, ruler: Ruler) -> list[int]:
    """Give the armies of one who leads no more to garrison or another leader; who disbands.

    They become the garrison where the kingdom may hold the province, else another of its leaders
    present takes them, else they disband. Skeletal ones bury themselves unless an Undead leader of
    the kingdom is present, who takes them.
    """
    world = state.world
    holding = world.get(Holding, ruler.holding)
    others = [
        each
        for each in world.by(Ruler, "holding", holding.id)
        if each.alive and each.crown == ruler.crown and each.id != ruler.id
    ]
    heirs = [each for each in others if led(world, each)] or others
    may_hold = bool(holding.owner) and partners(world, ruler.crown, holding.owner)
    gone: list[int] = []
    for army in led(world, ruler):
        leader = next(
            (each for each in heirs if stays_up(skeletal=army.skeletal, leader=each.alignment)),
            None,
        )
        if army.skeletal and not leader:
            bury(state, army.replace(leader=0))
        elif may_hold and not army.skeletal:
            world.put(army.replace(leader=0))
        elif leader:
            world.put(army.replace(leader=leader.id))
        else:
            world.remove(army)
            gone.append(army.id)
    return gone


def fall_into_coma(state: State, id: int) -> None:
    """Cast the character with that id into a deathly coma: the skills are kept aside."""
    ruler = state.world.get(Ruler, id)
    state.world.put(ruler.replace(coma=ruler.coma or ruler.skill, skill=NOTHING))
    fell = FellIntoComa(
        ruler=ruler.id,
        name=ruler.name,
        crown=ruler.crown,
        holding=ruler.holding,
        phase=phase_now(state),
    )
    state.emit_to(fell, **told_of(state, ruler))


def awake(ruler: Ruler) -> Ruler:
    """A character with the skills back that a coma took."""
    return ruler.replace(skill=ruler.coma or ruler.skill, coma=())
