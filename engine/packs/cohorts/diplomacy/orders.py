"""The orders of diplomacy: a player's vote about another faction, and taking it back.

`votes` adds votes up, `decisions` carries out the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.campaign import Faction
from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Chooser, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.diplomacy.decisions import settle
from engine.packs.cohorts.diplomacy.votes import WHILE, Matter, Vote, needed, vote_of, votes
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.records import City
from engine.state import State

RELATIONS = "cohorts.diplomacy.relations"


@facts
class VoteCast(Event):
    """A player voted about another faction; all the world learns of it."""

    player: int
    faction: int
    target: int
    matter: Matter
    votes: int
    needed: int
    """How many votes decide for the faction."""
    over: str = ""
    """The name of the city that a war is wanted over, as the voter says; empty for none."""


@facts
class VoteRescinded(Event):
    """A player took back a vote about another faction; all the world learns of it."""

    player: int
    faction: int
    target: int
    matter: Matter
    votes: int
    """How many are left for it."""
    needed: int


def _factions(*relations: Relationship) -> Chooser:
    """The other factions that stand in one of these relations to the player's."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        mine = state.me.faction
        for faction in state.world.all(Faction):
            stands = relation(state.world, mine, faction.id)
            if faction.id != mine and stands in relations:
                yield Choice.of(faction, f"{faction.name}, {_WORDS[stands]}")

    return choose


def _voted(state: State, given: Given) -> Iterator[Choice]:
    for vote in state.world.by(Vote, "player", state.player):
        faction = state.world.get(Faction, vote.target)
        yield Choice.of(faction, f"{faction.name}, your vote: {vote.matter}")


def _faction(*relations: Relationship) -> Asks:
    words = " or ".join(_WORDS[each] for each in relations)
    return Asks(f"another faction, {words}", _factions(*relations), (Faction.kind,))


def _cities(state: State, given: Given) -> Iterator[Choice]:
    return (Choice.of(city, city.name) for city in state.world.all(City))


OVER = Asks("a city that you know", _cities, (City.kind,))
_WORDS: dict[Relationship, str] = {"neutral": "neutral", "allied": "allied", "at_war": "at war"}
VOTED = Asks("a faction about which you have voted", _voted, (Faction.kind,))


def _deciding(state: State, target: int, matter: Matter) -> int:
    """How many votes of the player's faction decide for it."""
    by_voters = state.module.content(Content).diplomacy.war_by_voters
    return needed(state.world, state.me.faction, target, matter, by_voters=by_voters)


class _Voting(Order):
    """What the four votes share: one player's vote about one faction."""

    matter: ClassVar[Matter]
    way_out: ClassVar[str]
    phases = ("basic",)

    def conditions(self, state: State) -> Iterator[Refusal]:
        target = state.the(Faction, self.refs()["faction"])
        mine = state.me.faction
        if target.id == mine:
            yield self.refusal(
                "bad_target", "You cannot vote about your own faction.", "Choose another faction."
            )
            return
        stands = relation(state.world, mine, target.id)
        if stands != WHILE[self.matter]:
            yield Refusal(
                "relation",
                RELATIONS,
                f"Your faction and {target.name} are {_WORDS[stands]}, and this needs "
                f"{_WORDS[WHILE[self.matter]]} ones.",
                self.way_out,
            )

    def perform(self, state: State) -> None:
        world, mine = state.world, state.me.faction
        target = self.refs()["faction"].id
        city = self._over(state)
        over = city.id if city else 0
        held = vote_of(world, state.player, target)
        if held:
            world.put(held.replace(matter=self.matter, over=over))
        else:
            world.add(Vote, player=state.player, target=target, matter=self.matter, over=over)
        event = VoteCast(
            player=state.player,
            faction=mine,
            target=target,
            matter=self.matter,
            votes=votes(world, mine, target, self.matter),
            needed=_deciding(state, target, self.matter),
            over=city.name if city else "",
        )
        state.emit(event, public=True)
        settle(state, mine, target)

    def _over(self, state: State) -> City | None:
        """The city that it is said to be about."""
        return None


class DeclareWar(_Voting):
    """Vote for war with a neutral faction; a majority and three productions bring it."""

    path = ("diplomacy", "declare-war")
    rule = "cohorts.order.declare-war"
    matter: ClassVar[Matter] = "war"
    way_out = "An alliance must be broken before a war; at war already, nothing is left to declare."

    faction: Annotated[Ref, _faction("neutral")] = Field(description="On whom")
    over: Annotated[Ref, OVER] | None = Field(
        default=None, description="A city that it is about, as all the world is told"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        if self.over:
            state.the(City, self.over)

    def _over(self, state: State) -> City | None:
        return state.the(City, self.over) if self.over else None


class SueForPeace(_Voting):
    """Vote for peace with a faction you are at war with; a majority binds you to keep it."""

    path = ("diplomacy", "sue-for-peace")
    rule = "cohorts.order.sue-for-peace"
    matter: ClassVar[Matter] = "peace"
    way_out = "Only a war can be ended by suing for peace."

    faction: Annotated[Ref, _faction("at_war")] = Field(description="From whom")


class DeclareAlliance(_Voting):
    """Vote for an alliance with a neutral faction; it begins when both majorities stand."""

    path = ("diplomacy", "declare-alliance")
    rule = "cohorts.order.declare-alliance"
    matter: ClassVar[Matter] = "alliance"
    way_out = "A war must end before an alliance; allied already, nothing is left to declare."

    faction: Annotated[Ref, _faction("neutral")] = Field(description="With whom")


class BreakAlliance(_Voting):
    """Vote to end an alliance; a majority and two productions end it."""

    path = ("diplomacy", "break-alliance")
    rule = "cohorts.order.break-alliance"
    matter: ClassVar[Matter] = "breaking"
    way_out = "Only an alliance can be broken."

    faction: Annotated[Ref, _faction("allied")] = Field(description="With whom")


class RescindVotes(Order):
    """Take back your vote about a faction; a counter that runs stops if the majority falls."""

    path = ("diplomacy", "rescind-votes")
    rule = "cohorts.order.rescind-votes"
    phases = ("basic",)

    faction: Annotated[Ref, VOTED] = Field(description="About whom")

    def conditions(self, state: State) -> Iterator[Refusal]:
        target = state.the(Faction, self.faction)
        if vote_of(state.world, state.player, target.id) is None:
            yield self.refusal(
                "not_allowed",
                f"You hold no vote about {target.name}.",
                "Choose a faction about which you have voted.",
            )

    def perform(self, state: State) -> None:
        world, mine = state.world, state.me.faction
        held = vote_of(world, state.player, self.faction.id)
        assert held, "conditions have seen to it"
        world.remove(held)
        event = VoteRescinded(
            player=state.player,
            faction=mine,
            target=held.target,
            matter=held.matter,
            votes=votes(world, mine, held.target, held.matter),
            needed=_deciding(state, held.target, held.matter),
        )
        state.emit(event, public=True)
