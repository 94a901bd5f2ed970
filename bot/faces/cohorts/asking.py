"""On what the conditions of orders that nobody has given are asked (`bot.faces.actions`).

It is a copy of what the faction knows, as a plan asks them. In it a city and its guilds may have an
action left, so that the answer says what else is in the way.
"""

from __future__ import annotations

from bot.faces.choices.asking import planning
from engine.packs import Rules
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Guild
from engine.state import State
from engine.world import World


def rested(rules: Rules, view: World, city: City) -> State:
    """A plan's state in the place of an own city's player, in which nobody is out of actions."""
    world = view.fork()
    if city.knows("actions"):
        world.put(city.replace(actions=max(city.actions, 1)))
    for guild in world.by(Guild, "city", city.id):
        world.put(guild.replace(actions=max(guild.actions, 1)))
    return planning(rules, world, player_of(world, city) if city.knows("baron") else 0)
