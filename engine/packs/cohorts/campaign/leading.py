"""Who leads a realm whose people have died: new barons for cities, newcomers for the heroless.

Sources: cohorts.campaign.baron-death, cohorts.campaign.new-leader.
"""

from __future__ import annotations

from engine.campaign import Player
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.agents.of_guilds import agent_race
from engine.packs.cohorts.characters.newcomers import fresh_name, newcomer
from engine.packs.cohorts.pieces.ownership import imprisoned
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.stacks.leaving import CityInherited
from engine.state import State
from engine.world import World

_CLASS = "warrior"


@facts
class LeaderCame(Event):
    """Somebody came forward in a city whose player had nobody left to lead."""

    character: int
    name: str
    race: str
    city: int


def name_barons(state: State) -> None:
    """A step of the weekly production: cities whose baron is dead get another of their player."""
    world = state.world
    for city in list(world.all(City)):
        baron = world.find(Character, city.baron) if city.baron else None
        heir = successor(world, baron.player) if baron and baron.dead else None
        if baron is None or heir is None:
            continue
        world.put(city.replace(baron=heir.id))
        named = CityInherited(city=city.id, name=city.name, baron=heir.place, baron_name=heir.name)
        state.emit_to(named, own=[world.get(Player, baron.player).faction])


def successor(world: World, player: int) -> Character | None:
    """A player's free living character who is baron of the fewest cities, of the highest level."""
    free = [each for each in _living(world, player) if not imprisoned(each)]
    return min(
        free,
        key=lambda each: (len(list(world.by(City, "baron", each.id))), -each.level, each.id),
        default=None,
    )


def bring_leaders(state: State) -> None:
    """A step of the monthly production: a newcomer for each player with a city and nobody alive."""
    world = state.world
    for player in world.all(Player):
        cities = [
            city
            for character in world.by(Character, "player", player.id)
            for city in world.by(City, "baron", character.id)
        ]
        if not cities or any(not imprisoned(each) for each in _living(world, player.id)):
            continue
        city = min(cities, key=lambda each: each.id)
        race = agent_race(world, city)
        dice = state.stream(f"city:{city.id}", "leader")
        made = newcomer(
            state,
            name=fresh_name(state, dice, race),
            race=race,
            job=_CLASS,
            level=1,
            player=player.id,
            holder=city.place,
            starting=True,
        )
        came = LeaderCame(character=made.id, name=made.name, race=race, city=city.id)
        state.emit_to(came, own=[player.faction])


def _living(world: World, player: int) -> list[Character]:
    return [each for each in world.by(Character, "player", player) if not each.dead]
