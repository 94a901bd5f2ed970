"""What stands in the way of an order that nobody has given: the rules' own conditions, asked.

Asked on a copy of what the faction knows, as a plan asks them. In it a city and its guilds may have
an action left, so that the answer says what is in the way besides.
"""

from __future__ import annotations

from engine.dice import ForeseeDice
from engine.facts import NotKnown
from engine.orders import Order, Refusal, Refused
from engine.packs import Rules
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Guild
from engine.state import State
from engine.world import Missing, World


def rested(rules: Rules, view: World, city: City) -> State:
    """A plan's state in the place of an own city's player, in which nobody is out of actions."""
    world = view.fork()
    if city.knows("actions"):
        world.put(city.replace(actions=max(city.actions, 1)))
    for guild in world.by(Guild, "city", city.id):
        world.put(guild.replace(actions=max(guild.actions, 1)))
    return planning(rules, world, player_of(world, city) if city.knows("baron") else 0)


def planning(rules: Rules, view: World, player: int) -> State:
    """A plan's state on a view, in the place of a player."""
    state = State(rules, view.fork(), ForeseeDice())
    state.planning, state.player = True, player
    return state


def refusal_of(state: State, order: Order) -> Refusal | None:
    """The first thing in an order's way; None if there is none, or none that can be foreseen."""
    try:
        return next(order.conditions(state), None)
    except Refused as refused:
        return refused.refusal
    except (NotKnown, Missing):
        return None
