"""Weekly and monthly production: what the world does by itself when a turn ends.

Each function is one step; `PACK` lists them in the ledger's order (cohorts.production.weekly,
cohorts.production.monthly). Within a step pieces are taken by id. Healing and mana stand in files
of their own.
"""

from __future__ import annotations

from fractions import Fraction

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.cities.acting import actions_in_turn, attract, attraction_refused, room
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.guilds.raising import improve_idle
from engine.packs.cohorts.pieces.contents import PIECES, pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.people import added, growth, recruits
from engine.packs.cohorts.pieces.positions import end_week
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Stack, Unit
from engine.packs.cohorts.pieces.statuses import borne
from engine.packs.cohorts.stacks.activation import may_act
from engine.packs.cohorts.worth import healing, mana
from engine.packs.cohorts.worth.levels import counts
from engine.state import State

CHARACTER_ACTIONS = 1  # cohorts.action.phases
AGENT_ACTIONS = 1  # cohorts.agent.actions
_REST = "cohorts.order.rest"


@facts
class PopulationGrew(Event):
    """A city's people grew by themselves (cohorts.city.population-growth)."""

    city: int
    growth: dict[str, int]


@facts
class RecruitsRaised(Event):
    """A city's people produced recruits (cohorts.city.monthly-recruits)."""

    city: int
    recruits: dict[str, int]


@facts
class SiegeEndured(Event):
    """A city went through another week under siege; its own faction is told."""

    city: int


# ---------------------------------------------------------------- step 1: actions


def act_by_default(state: State) -> None:
    """Who has not used up its actions does what helps it a little.

    Source: cohorts.production.default-actions.
    """
    world, content = state.world, state.module.content(Content)
    for character in world.all(Character):
        if character.actions and _can_act(content, character):
            mana.rest(state, character)
    for city in world.all(City):
        idle = city.actions and not city.besieged and faction_of(world, city)
        if idle and next(attraction_refused(state, city), None) is None:
            state.emit(attract(state, city), own=(faction_of(world, city),))
    improve_idle(state)
    for stack in world.all(Stack):
        # Where the order would be refused: a default is never better than an order.
        if next(may_act(state, stack, _REST, all_movement=True), None) is None:
            _rest(state, stack)


def _rest(state: State, stack: Stack) -> None:
    for piece in pieces_in(state.world, stack.place):
        if isinstance(piece, Character | Unit) and piece.wounds and counts(piece):
            healed = healing.rest(state, piece)
            if healed:
                healing.tell(state, piece, healed)


def _can_act(content: Content, character: Character) -> bool:
    held_up = character.dead or character.captor
    return not held_up and all(status.acts for status in borne(content, character))


def reset_actions(state: State) -> None:
    """Give characters, agents, cities, guilds and stacks their actions for the new turn."""
    world = state.world
    for character in world.all(Character):
        fresh = character.replace(actions=CHARACTER_ACTIONS, points_spent=0, rested=False)
        if fresh != character:
            world.put(fresh)
    for agent in world.all(Agent):
        if agent.actions != AGENT_ACTIONS:
            world.put(agent.replace(actions=AGENT_ACTIONS))
    for city in world.all(City):
        if city.besieged:  # cohorts.order.siege-effects
            state.emit_to(SiegeEndured(city=city.id), own=[faction_of(world, city)])
        else:
            _reset_city(state, city)
    for stack in world.all(Stack):
        fresh = stack.replace(acted="", raids=0, repulsed=0)
        if fresh != stack:
            world.put(fresh)
    for cls in PIECES:
        for piece in world.all(cls):
            if piece.acted:
                world.put(piece.replace(acted=False))
    end_week(state)


def _reset_city(state: State, city: City) -> None:
    """A city's actions are counted from its people now (cohorts.city.actions-threshold-timing)."""
    content = state.module.content(Content)
    # Strife ends with the monthly production: the turn that begins then is free of it.
    actions = actions_in_turn(content, city, strife=city.strife and not state.monthly)
    if city.actions != actions:
        state.world.put(city.replace(actions=actions))
    for guild in state.world.by(Guild, "city", city.id):
        if guild.actions != content.guild_rules.actions:
            state.world.put(guild.replace(actions=content.guild_rules.actions))


def end_bans(state: State) -> None:
    """Let guilds that broke trade strike agreements again (cohorts.production.monthly)."""
    for guild in state.world.all(Guild):
        if guild.barred:
            state.world.put(guild.replace(barred=False))


# ---------------------------------------------------------------- step 2: movement


def reset_movement(state: State) -> None:
    """Set used movement back to nothing (cohorts.movement.reset)."""
    for cls in (Stack, *PIECES):
        for mover in state.world.all(cls):
            if mover.used:
                state.world.put(mover.replace(used=Fraction(0)))


# ---------------------------------------------------------------- steps 3 and 4: once a month


def grow(state: State) -> None:
    """Free people grow, each race by its own percent (cohorts.city.population-growth)."""
    if not state.monthly:
        return  # cohorts.production.growth-and-recruits
    content = state.module.content(Content)
    percents = {race.key: race.growth for race in content.races.values()}
    for city in state.world.all(City):
        if city.besieged:
            continue
        more = growth(city.population, percents, room(state.world, content, city))
        if more:
            state.world.put(city.replace(population=added(city.population, more)))
            event = PopulationGrew(city=city.id, growth=more)
            state.emit(event, own=(faction_of(state.world, city),))


def raise_recruits(state: State) -> None:
    """Free people produce recruits, and lose nobody by it (cohorts.city.monthly-recruits)."""
    if not state.monthly:
        return  # cohorts.production.growth-and-recruits
    content = state.module.content(Content)
    for city in state.world.all(City):
        if city.besieged:
            continue
        raised = recruits(content, city.population)
        for race, number in raised.items():
            give(state.world, city.place, recruits_item(race), number)
        if raised:
            event = RecruitsRaised(city=city.id, recruits=raised)
            state.emit(event, own=(faction_of(state.world, city),))
