"""What a player may choose for the orders of agents, from what the faction knows.

Each chooser looks only at the state it is given, which is always the player's view.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Choice, Given
from engine.packs.cohorts.agents.acting import at_war, reach, rules_of, skill_of
from engine.packs.cohorts.content.agents import Far
from engine.packs.cohorts.knowledge.choices import label, named_in
from engine.packs.cohorts.magic.cast import distance
from engine.packs.cohorts.pieces.ownership import faction_of, province_of, relation
from engine.packs.cohorts.pieces.records import Agent, Character, City, Map, Province, Stack
from engine.state import State


def sent(state: State, given: Given) -> Agent | None:
    """The agent named before, as far as one is."""
    return named_in(state, given, "agent", Agent)


def here(state: State, given: Given) -> int:
    """The province of the agent named before; 0 if none is named yet."""
    agent = sent(state, given)
    return province_of(state.world, agent.holder) if agent else 0


def placed(state: State, thing: Agent | Stack | Character | City) -> Choice | None:
    """Something to choose, with where it is; None if that is not known.

    An agent may have been detected in a province that nobody of the faction has seen.
    """
    held = isinstance(thing, Stack | City) or thing.knows("holder")
    spot = province_of(state.world, thing.place) if held else 0
    if not spot or not thing.knows("name"):
        return None
    ground = state.world.find(Province, spot)
    where = label(state, ground) if ground else state.world.get(Map, 1).location(spot)
    return Choice.of(thing, f"{thing.name} · {where}")


def enemies_in_reach(
    state: State,
    given: Given,
    kinds: tuple[type[Agent | Stack], ...],
    what: Far,
    skill: str,
) -> Iterator[Choice]:
    """Agents and stacks of enemies that the agent named before reaches; all of them without one."""
    agent, start, far = sent(state, given), here(state, given), 0
    if agent and agent.knows("skills"):
        far = reach(rules_of(state), what, skill_of(agent, skill))
    for cls in kinds:
        for thing in state.world.all(cls):
            if not at_war(state, thing):
                continue
            spot, choice = province_of(state.world, thing.place), placed(state, thing)
            if choice and (not start or distance(state.world, start, spot) <= far):
                yield choice


def strangers(
    state: State, given: Given, kinds: tuple[type[Character | City], ...]
) -> Iterator[Choice]:
    """Characters and cities of no friend where the agent named before is; all without one."""
    start = here(state, given)
    for cls in kinds:
        for thing in state.world.all(cls):
            choice = placed(state, thing)
            if choice is None or start not in (0, province_of(state.world, thing.place)):
                continue
            if not _friendly(state, thing):
                yield choice


def _friendly(state: State, thing: Character | City) -> bool:
    if isinstance(thing, City) and not thing.knows("baron"):
        return False
    return relation(state.world, state.me.faction, faction_of(state.world, thing)) == "allied"
