"""The wars of a campaign: since when, for what cause, and what each side won and lost by them.

All of it is public, so nothing enters it but what all the world has heard of. Source:
cohorts.campaign.wars.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, Literal

from engine.campaign import Faction
from engine.ending import last_reckoning
from engine.facts import Facts, facts
from engine.packs import Rules
from engine.packs.cohorts.pieces.ownership import Relation, relation
from engine.state import State
from engine.world import Record, World

RECENT: Final = 8
"""Turns in which an alliance that ended is not forgotten."""

Why = Literal["alliance", "city", "ally", "leader", "weakness", ""]


@facts
class Cause(Facts):
    """Why a war began, as far as all the world can see; by the first of these that holds."""

    why: Why
    """`alliance`: the two were allies until lately; `city`: who sought the war had lost one to the
    other; `ally`: an ally of it is at war with the other; `leader`, `weakness`: the other stands
    first, or last. Empty for no cause that all can see."""
    city: str = ""
    """The city that was lost."""
    turn: int = 0
    """When it was lost, or when the alliance ended."""
    ally: int = 0
    """The faction for whose sake it was."""


@facts
class Prize(Facts):
    """A city that changed sides in a war."""

    city: str
    winner: int
    loser: int
    turn: int


@facts
class Both(Facts):
    """A figure of each side of a war."""

    one: int = 0
    other: int = 0


@facts
class War(Record):
    """A war between two factions; of several the one with the highest id is the latest."""

    refers: ClassVar[Mapping[str, str]] = {"one": "faction", "other": "faction"}
    indexes = ("one",)

    one: int
    """The faction with the lower id."""
    other: int
    began: int
    """The turn."""
    ended: int
    """The turn; 0 while it lasts."""
    prizes: tuple[Prize, ...]
    won: Both
    """Battles that all heard of, won by `one` and by `other`."""
    fallen: Both
    """Soldiers whom each lost in them."""
    heroes: Both
    """Heroes whom each lost in battles against the other, as far as all heard of it."""

    @property
    def sides(self) -> tuple[int, int]:
        """Both factions, as figures of both have them."""
        return self.one, self.other


def between(world: World, one: int, other: int) -> Iterator[War]:
    """The wars of two factions, the latest first."""
    low, high = sorted((one, other))
    found = [each for each in world.by(War, "one", low) if each.other == high]
    yield from reversed(found)


def under_way(world: World, one: int, other: int) -> War | None:
    """The war that two factions have now."""
    return next((each for each in between(world, one, other) if not each.ended), None)


def begin(world: World, one: int, other: int, turn: int) -> None:
    """Note that a war begins; `one` is the faction with the lower id."""
    world.add(
        War,
        one=one,
        other=other,
        began=turn,
        ended=0,
        prizes=(),
        won=Both(),
        fallen=Both(),
        heroes=Both(),
    )


def end(state: State, one: int, other: int) -> War | None:
    """Note that the war of two factions is over; what it was, None for one that nobody noted."""
    war = under_way(state.world, one, other)
    if war is None:
        return None
    over = war.replace(ended=state.now.turn)
    state.world.put(over)
    return over


def cause(state: State, sought: Sequence[int], one: int, other: int) -> Cause:
    """Why two factions go to war, of which those wanted it who are `sought`.

    Source: cohorts.campaign.wars.
    """
    world = state.world
    low, high = sorted((one, other))
    held = next((r for r in world.by(Relation, "one", low) if r.other == high), None)
    if held and held.was == "allied" and state.now.turn - held.since <= RECENT:
        return Cause(why="alliance", turn=held.since)
    found = (_against(state, seeker, other if seeker == one else one) for seeker in sought)
    return next((each for each in found if each.why), Cause(why=""))


def _against(state: State, seeker: int, target: int) -> Cause:
    """Why one faction wants war with another."""
    world = state.world
    for war in between(world, seeker, target):
        for prize in reversed(war.prizes):
            if prize.loser == seeker:
                return Cause(why="city", city=prize.city, turn=prize.turn)
    for each in world.all(Faction):
        if each.id in (seeker, target) or relation(world, seeker, each.id) != "allied":
            continue
        if relation(world, each.id, target) == "at_war":
            return Cause(why="ally", ally=each.id)
    latest = last_reckoning(world)
    ranks = {each.who.id: each.rank for each in latest.standings} if latest else {}
    if target in ranks and len(set(ranks.values())) > 1:
        if ranks[target] == 1:
            return Cause(why="leader")
        if ranks[target] == max(ranks.values()):
            return Cause(why="weakness")
    return Cause(why="")


def show(_rules: Rules, world: World, _faction: int, seen: World) -> None:
    """Wars are public (cohorts.campaign.wars)."""
    seen.put_all(world.all(War))
