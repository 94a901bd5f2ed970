"""What a player has, apart from pieces: renown and tokens, and what is noted of a week.

Renown is earned with XP, and spent or handed on by the player's orders; tokens come and go with
quests. Sources: cohorts.renown.gain, cohorts.quest.tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any

from engine.facts import facts
from engine.module.sections import Key
from engine.state import State
from engine.world import Record, World


@facts
class Position(Record):
    """What a player has, apart from pieces; made when there is something to note."""

    indexes = ("player",)

    player: int
    deactivated: tuple[str, ...]
    """The names of the stacks taken off the map this week (cohorts.stack.overview)."""
    renown: int = 0
    """Earned with XP, spent on new pieces (cohorts.renown.gain)."""
    tokens: Annotated[dict[str, int], Key(("tokens",))] = field(default_factory=dict[str, int])
    """By key (cohorts.quest.tokens)."""
    tasks: int = 0
    """How many quests and adventures were completed (cohorts.campaign.points)."""


def position_of(world: World, player: int) -> Position:
    """What a player has; a blank position, in no world, if there is nothing to note."""
    return world.first(Position, "player", player) or Position(id=0, player=player, deactivated=())


def note(world: World, player: int, **values: Any) -> None:
    """Set fields of a player's position."""
    held = world.first(Position, "player", player)
    if held:
        world.put(held.replace(**values))
    else:
        world.add(Position, **{"player": player, "deactivated": (), **values})


def renown_of(world: World, player: int) -> int:
    """The renown that a player has."""
    return position_of(world, player).renown


def add_renown(world: World, player: int, amount: int) -> None:
    """Give a player renown, or take it if below 0; it never falls below 0."""
    if player and amount:
        note(world, player, renown=max(0, renown_of(world, player) + amount))


def tokens_of(world: World, player: int) -> Mapping[str, int]:
    """How many of each token a player has, by key."""
    return position_of(world, player).tokens


def add_tokens(world: World, player: int, tokens: Mapping[str, int], times: int = 1) -> None:
    """Give a player these tokens `times` over, or take them if that is below 0."""
    if not tokens:
        return
    held = dict(tokens_of(world, player))
    for token, count in tokens.items():
        held[token] = max(0, held.get(token, 0) + times * count)
    note(world, player, tokens={key: count for key, count in sorted(held.items()) if count})


def count_task(world: World, player: int) -> None:
    """Note that a player has completed a quest or adventure (cohorts.campaign.points)."""
    if player:
        note(world, player, tasks=position_of(world, player).tasks + 1)


def end_week(state: State) -> None:
    """What is noted of a week only is forgotten."""
    for position in state.world.all(Position):
        if position.renown or position.tokens or position.tasks:
            state.world.put(position.replace(deactivated=()))
        else:
            state.world.remove(position)
