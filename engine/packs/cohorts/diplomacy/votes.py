"""Votes and what they add up to: attitudes of players, majorities of factions, running counters.

All of it is public. Who may vote how stands in `orders`, what a decision changes in `decisions`.
Sources: cohorts.diplomacy.votes, cohorts.diplomacy.majority, cohorts.diplomacy.counters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar, Final, Literal

from engine.campaign import Faction, Player
from engine.facts import facts
from engine.packs import Rules
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.pieces.ownership import Relation, relation
from engine.world import Record, World

Matter = Literal["war", "peace", "alliance", "breaking"]
"""What a vote is for; `breaking` is the end of an alliance."""

MATTERS: Final[tuple[Matter, ...]] = ("war", "peace", "alliance", "breaking")
WHILE: Final[dict[Matter, Relationship]] = {
    "war": "neutral",
    "peace": "at_war",
    "alliance": "neutral",
    "breaking": "allied",
}
"""The relation in which each matter can be voted for (cohorts.diplomacy.relations)."""
LEADS_TO: Final[dict[Matter, Relationship]] = {
    "war": "at_war",
    "peace": "neutral",
    "alliance": "allied",
    "breaking": "neutral",
}


@facts
class Vote(Record):
    """What a player wants of another faction; one at most about each."""

    refers: ClassVar[Mapping[str, str]] = {"target": "faction"}
    indexes = ("player",)

    player: int
    target: int
    """The faction that it is about."""
    matter: Matter
    over: int = 0
    """The city that a war is wanted over, as its voter told the world; 0 for none."""


@facts
class Counter(Record):
    """How many weekly productions a faction's majority has stood for a matter."""

    refers: ClassVar[Mapping[str, str]] = {"target": "faction"}
    indexes = ("faction",)

    faction: int
    target: int
    matter: Matter
    productions: int


def members(world: World, faction: int) -> list[Player]:
    """Who counts for a faction's majority: its players who have neither left nor become idle.

    Sources: cohorts.diplomacy.majority, cohorts.turn.missed-turn.
    """
    players = world.by(Player, "faction", faction)
    return [player for player in players if player.active and not player.idle]


def majority(world: World, faction: int) -> int:
    """How many votes decide for a faction: more than half; 0 for one without players.

    Source: cohorts.diplomacy.majority.
    """
    count = len(members(world, faction))
    return count // 2 + 1 if count else 0


def vote_of(world: World, player: int, target: int) -> Vote | None:
    """A player's vote about a faction."""
    return next((v for v in world.by(Vote, "player", player) if v.target == target), None)


def votes(world: World, faction: int, target: int, matter: Matter) -> int:
    """How many players of a faction want this of another."""
    found = (vote_of(world, player.id, target) for player in members(world, faction))
    return sum(1 for vote in found if vote and vote.matter == matter)


def needed(
    world: World, faction: int, target: int, matter: Matter, *, by_voters: bool = False
) -> int:
    """How many votes decide for a faction in a matter: its majority, 0 for one without players.

    `by_voters` is what the module says of war: then that of those who voted about the target at
    all, whatever they want. Source: cohorts.diplomacy.majority.
    """
    if matter != "war" or not by_voters:
        return majority(world, faction)
    every = members(world, faction)
    cast = sum(1 for player in every if vote_of(world, player.id, target))
    return cast // 2 + 1 if every else 0


def decided(
    world: World, faction: int, target: int, matter: Matter, *, by_voters: bool = False
) -> bool:
    """Whether a faction's majority for a matter stands (cohorts.diplomacy.majority)."""
    wanted = votes(world, faction, target, matter)
    return 0 < wanted >= needed(world, faction, target, matter, by_voters=by_voters)


def suing(world: World, faction: int, target: int) -> bool:
    """Whether a faction's majority sues another for peace, which binds it to keep it.

    Source: cohorts.order.sue-for-peace.
    """
    if relation(world, faction, target) != "at_war":
        return False
    # Every hostile act asks for it, and votes are few.
    find = partial(decided, world, faction, target, "peace")
    own = world.find(Faction, faction)
    return world.recall(own, ("sues", target), find) if own else find()


def counter(world: World, faction: int, target: int, matter: Matter) -> Counter | None:
    """The counter of a faction for a matter, None if none was begun."""
    for each in world.by(Counter, "faction", faction):
        if (each.target, each.matter) == (target, matter):
            return each
    return None


def settled(world: World, one: int, other: int) -> Relation | None:
    """How two factions have come to stand, None if they stand as they began and neutral."""
    low, high = sorted((one, other))
    return next((each for each in world.by(Relation, "one", low) if each.other == high), None)


def between(world: World, one: int, other: int) -> Iterator[Vote | Counter]:
    """All votes and counters between two factions, in either direction."""
    for faction, target in ((one, other), (other, one)):
        for player in world.by(Player, "faction", faction):
            vote = vote_of(world, player.id, target)
            if vote:
                yield vote
        for each in world.by(Counter, "faction", faction):
            if each.target == target:
                yield each


def show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """Votes and counters are public (cohorts.diplomacy.votes)."""
    seen.put_all(world.all(Vote))
    seen.put_all(world.all(Counter))
