"""Who is out of a campaign: players who have nothing left that could act.

Source: cohorts.campaign.elimination.
"""

from __future__ import annotations

from engine.campaign import Faction, Player
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.agents.acting import kill
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import imprisoned
from engine.packs.cohorts.pieces.possessions import move_all
from engine.packs.cohorts.pieces.records import Agent, Character, City, Province, Stack, Unit
from engine.packs.cohorts.stacks.captivity import put_away
from engine.state import State
from engine.world import Place, World


@facts
class PlayerOut(Event):
    """A player had lost all: no city, nobody alive, no soldier."""

    player: int
    name: str
    faction: int


@facts
class FactionOut(Event):
    """All players of a faction were out."""

    faction: int
    name: str


def has_played(world: World, faction: int) -> bool:
    """Whether one of a faction's players has ever run a turn."""
    return any(player.last_run for player in world.by(Player, "faction", faction))


def fallen(world: World, faction: int) -> bool:
    """Whether a faction is out: all its players are, and one of them has played."""
    players = list(world.by(Player, "faction", faction))
    return all(player.out for player in players) and has_played(world, faction)


def put_out_fallen(state: State) -> None:
    """A step of the weekly production: who has lost all is out, and all the world is told.

    Nobody is put out of a campaign that does not end by it.
    """
    world = state.world
    if not state.module.content(Content).winning.last_standing:
        return
    for player in world.all(Player):
        if player.out or still_in(world, player.id):
            continue
        was = fallen(world, player.faction)
        _put_out(state, player)
        state.emit(
            PlayerOut(player=player.id, name=player.name, faction=player.faction), public=True
        )
        if fallen(world, player.faction) and not was:
            faction = world.get(Faction, player.faction)
            state.emit(FactionOut(faction=faction.id, name=faction.name), public=True)


def still_in(world: World, player: int) -> bool:
    """Whether a player has a city, a living character or a soldier.

    Foreign prisoners, lost souls and agents do not count.
    """
    characters = list(world.by(Character, "player", player))
    return (
        any(world.first(City, "baron", each.id) for each in characters)
        or any(not each.dead and not imprisoned(each) for each in characters)
        or any(
            unit.soldiers > 0 and not imprisoned(unit) for unit in world.by(Unit, "player", player)
        )
    )


def _put_out(state: State, player: Player) -> None:
    """What is left of a player becomes loose; votes end and agents leave."""
    world = state.world
    for agent in list(world.by(Agent, "player", player.id)):
        kill(state, agent, player.faction)
    for stack in list(world.by(Stack, "player", player.id)):
        ground = Place(Province.kind, stack.province)
        for piece in list(pieces_in(world, stack.place)):
            if isinstance(piece, Character | Unit):
                put_away(world, piece, ground)
            else:
                world.put(piece.replace(holder=ground))
        move_all(world, stack.place, ground)
        world.remove(stack)
    for vote in list(world.by(Vote, "player", player.id)):
        world.remove(vote)
    world.put(player.replace(out=state.now.turn, idle=True))
