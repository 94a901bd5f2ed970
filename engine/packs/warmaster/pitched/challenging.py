"""Challenges to pitched battles: sent, accepted and then fought at once, declined, or lapsed.

Players give these orders at any time; a battle is fought in the tick in which it is accepted.
Source: warmaster.battle.kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.battle import fought
from engine.campaign import Player
from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pitched.arranging import my_army
from engine.packs.warmaster.pitched.buying import (
    MY_ARMY,
    army_choice,
    bad_points,
    unfit,
    valid_points,
)
from engine.packs.warmaster.pitched.contest import clash_of
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, armies_of, waiting
from engine.refusals import no_such
from engine.state import State

RULE = "warmaster.battle.kinds"


@facts
class ChallengeSent(Event):
    """A player challenged another to a pitched battle; both are told."""

    kind = "warmaster-challenge"

    challenge: int
    challenger: int
    challenged: int
    points: int
    terrain: str


@facts
class ChallengeEnded(Event):
    """A challenge came to nothing: withdrawn, declined, or too old; both are told."""

    kind = "warmaster-challenge-ended"

    challenge: int
    challenger: int
    challenged: int
    why: str
    """`withdrawn`, `declined` or `lapsed`."""


def _opponents(state: State, given: Given) -> Iterator[Choice]:
    for player in state.world.all(Player):
        if player.active and player.id != state.player:
            yield Choice.of(player, player.name)


def _fields(state: State, given: Given) -> Iterator[Choice]:
    war, content = state.module.content(WarmasterContent), state.module.content(Content)
    for terrain in content.terrains.values():
        if not terrain.is_water:
            features = ", ".join(war.battlefields[terrain.key]) or "open"
            yield Choice(terrain.key, f"{terrain.name}: {features}")


def _challenges(state: State, given: Given, *, mine: bool) -> Iterator[Choice]:
    world, player = state.world, state.player
    for each in waiting(world, "challenged", player):
        other = world.get(Player, each.challenger)
        yield Choice.of(each, f"From {other.name}: {_offer(state, each)}")
    for each in waiting(world, "challenger", player) if mine else ():
        other = world.get(Player, each.challenged)
        yield Choice.of(each, f"To {other.name}: {_offer(state, each)}")


def _offer(state: State, challenge: Challenge) -> str:
    terrain = state.module.content(Content).terrains[challenge.terrain]
    return f"{challenge.points} points, {terrain.name.lower()}"


def _to_me(state: State, given: Given) -> Iterator[Choice]:
    return _challenges(state, given, mine=False)


def _any_of_mine(state: State, given: Given) -> Iterator[Choice]:
    return _challenges(state, given, mine=True)


def _fitting(state: State, given: Given) -> Iterator[Choice]:
    """My armies that may meet the challenge."""
    war = state.module.content(WarmasterContent)
    ref = given.ref("challenge", Challenge.kind)
    challenge = state.world.find(Challenge, ref.id) if ref else None
    for army in armies_of(state.world, state.player):
        if challenge is None or next(unfit(war, army, challenge.points), None) is None:
            yield army_choice(war, army)


OPPONENT = Asks("another player", _opponents, (Player.kind,))
TERRAIN = Asks("a terrain of the land", _fields)
TO_ME = Asks("a challenge to you", _to_me, (Challenge.kind,))
FITTING = Asks("an army of yours within the points of the challenge", _fitting, (BoughtArmy.kind,))
OF_MINE = Asks("a challenge to you or of yours", _any_of_mine, (Challenge.kind,))


class SendChallenge(Order):
    """Challenge another player to a pitched battle; you attack, and nothing else is at stake."""

    path = ("pitched", "challenge")
    rule = RULE
    phases = ("basic",)
    at_once = True
    makes = "challenge"

    player: Annotated[Ref, OPPONENT] = Field(description="Whom you challenge")
    army: Annotated[Ref, MY_ARMY] = Field(description="With which army of yours")
    terrain: Annotated[str, TERRAIN] = Field(
        default="", max_length=60, description="On which ground; else grassland"
    )
    tell_all: bool = Field(
        default=False, description="Whether all are told how it ends, if the other wishes so too"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        other = state.the(Player, self.player)
        war = state.module.content(WarmasterContent)
        yield from my_army(state, self.army, self.rule)
        if other.id == state.player or not other.active:
            yield self.refusal(
                "bad_target", "That is nobody to fight with.", "Choose another player."
            )
        yield from self._once(state, other)
        army = state.the(BoughtArmy, self.army)
        if not valid_points(war.warmaster.pitched, army.points):
            yield bad_points(war.warmaster.pitched)
        yield from unfit(war, army, army.points)
        if self._terrain(state) is None:
            terrains = state.module.content(Content).terrains.values()
            land = [each for each in terrains if not each.is_water]
            yield no_such(self.rule, "terrain of the land", self.terrain, land)

    def _once(self, state: State, other: Player) -> Iterator[Refusal]:
        """Refuses a challenge beside another, or after one of this turn that came to nothing."""
        for each in state.world.by(Challenge, "challenger", state.player):
            if each.challenged != other.id:
                continue
            if not each.over:
                says = f"A challenge of yours to {other.name} is still open."
                yield self.refusal("not_allowed", says, "Wait for the answer, or withdraw it.")
            elif each.turn == state.now.turn:
                says = f"Your challenge to {other.name} in this turn came to nothing."
                way = "Challenge another player, or the same one from the next turn on."
                yield self.refusal("not_allowed", says, way)

    def perform(self, state: State) -> None:
        army, other = state.the(BoughtArmy, self.army), state.the(Player, self.player)
        terrain = self._terrain(state)
        assert terrain, "conditions have seen to it"
        challenge = state.make(
            Challenge,
            challenger=state.player,
            challenged=other.id,
            army=army.id,
            points=army.points,
            terrain=terrain,
            open=self.tell_all,
            turn=state.now.turn,
        )
        event = ChallengeSent(
            challenge=challenge.id,
            challenger=state.player,
            challenged=other.id,
            points=army.points,
            terrain=terrain,
        )
        state.emit(event, own=(other.faction,))

    def _terrain(self, state: State) -> str | None:
        terrains = state.module.content(Content).terrains
        if not self.terrain:
            return state.module.content(WarmasterContent).warmaster.pitched.terrain
        found = kind_called(terrains.values(), self.terrain)
        return found.key if found and not found.is_water else None


class AcceptChallenge(Order):
    """Meet a challenge with an army of yours; the battle is fought at once."""

    path = ("pitched", "accept")
    rule = RULE
    phases = ("basic",)
    at_once = True

    challenge: Annotated[Ref, TO_ME] = Field(description="Which challenge")
    army: Annotated[Ref, FITTING] = Field(description="With which army of yours")
    tell_all: bool = Field(
        default=False, description="Whether all are told how it ends, if the other wishes so too"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        challenge = state.the(Challenge, self.challenge)
        if challenge.challenged != state.player:
            yield self.refusal(
                "not_allowed", "That challenge is not to you.", "Choose one that was sent to you."
            )
        yield from _waits(challenge)
        yield from my_army(state, self.army, self.rule)
        war = state.module.content(WarmasterContent)
        yield from unfit(war, state.the(BoughtArmy, self.army), challenge.points)
        there = state.planning or challenge.over  # what is over has been refused
        if not there and state.world.find(BoughtArmy, challenge.army) is None:
            yield self.refusal(
                "missing",
                "The army that challenged you has been dismissed.",
                "Challenge its player in turn.",
            )

    def perform(self, state: State) -> None:
        challenge = state.the(Challenge, self.challenge)
        if state.planning:  # no battle is fought in a plan, and the other army is not known
            state.world.remove(challenge)
            return
        challenge = challenge.replace(open=challenge.open and self.tell_all)
        state.world.put(challenge)
        fought(state, clash_of(challenge, state.the(BoughtArmy, self.army)))


class DeclineChallenge(Order):
    """Decline a challenge, or withdraw one of yours."""

    path = ("pitched", "decline")
    rule = RULE
    phases = ("basic",)
    at_once = True

    challenge: Annotated[Ref, OF_MINE] = Field(description="Which challenge")

    def conditions(self, state: State) -> Iterator[Refusal]:
        challenge = state.the(Challenge, self.challenge)
        if state.player not in (challenge.challenger, challenge.challenged):
            yield self.refusal(
                "not_allowed", "That challenge is neither to you nor yours.", "Choose one that is."
            )
        yield from _waits(challenge)

    def perform(self, state: State) -> None:
        challenge = state.the(Challenge, self.challenge)
        _end(state, challenge, "withdrawn" if challenge.challenger == state.player else "declined")


class SetPitchedBattle(Order):
    """Have two bought armies meet, as a moderator; the first attacks."""

    path = ("host", "pitched")
    rule = RULE
    phases = ("setup",)

    attacker: int = Field(description="The id of the bought army that attacks")
    defender: int = Field(description="The id of the other")
    terrain: str = Field(default="", max_length=60, description="The ground; else grassland")
    tell_all: bool = Field(default=True, description="Whether all are told how it ends")

    def conditions(self, state: State) -> Iterator[Refusal]:
        war = state.module.content(WarmasterContent)
        met = [state.world.find(BoughtArmy, id) for id in (self.attacker, self.defender)]
        armies = [army for army in met if army]
        if len(armies) < len(met) or self.attacker == self.defender:
            yield self.refusal("bad_target", "These are not two bought armies.", "Name two ids.")
            return
        for army in armies:
            yield from unfit(war, army, max(each.points for each in armies))
        if self._terrain(state) not in war.battlefields:
            terrains = state.module.content(Content).terrains.values()
            yield no_such(self.rule, "terrain", self.terrain, terrains)

    def perform(self, state: State) -> None:
        world = state.world
        one, other = (world.get(BoughtArmy, id) for id in (self.attacker, self.defender))
        challenge = world.add(
            Challenge,
            challenger=one.player,
            challenged=other.player,
            army=one.id,
            points=max(one.points, other.points),
            terrain=self._terrain(state),
            open=self.tell_all,
            turn=state.now.turn,
        )
        fought(state, clash_of(challenge, other))

    def _terrain(self, state: State) -> str:
        found = kind_called(state.module.content(Content).terrains.values(), self.terrain)
        usual = state.module.content(WarmasterContent).warmaster.pitched.terrain
        return found.key if found else (self.terrain or usual)


def _waits(challenge: Challenge) -> Iterator[Refusal]:
    if challenge.over:
        yield Refusal(
            "missing", RULE, "That challenge has come to nothing.", "Choose one that waits."
        )


def _end(state: State, challenge: Challenge, why: str) -> None:
    world = state.world
    if challenge.turn == state.now.turn:
        world.put(challenge.replace(over=True, army=0))
    else:
        world.remove(challenge)
    players = (world.find(Player, id) for id in (challenge.challenger, challenge.challenged))
    event = ChallengeEnded(
        challenge=challenge.id,
        challenger=challenge.challenger,
        challenged=challenge.challenged,
        why=why,
    )
    state.emit(event, own=[player.faction for player in players if player])


def lapse(state: State) -> None:
    """At the end of a tick: challenges end that are too old, or whose army or player is gone.

    Those that came to nothing are forgotten with their turn.
    """
    waits = state.module.content(WarmasterContent).warmaster.pitched.waits
    for challenge in list(state.world.all(Challenge)):
        if challenge.over:
            if challenge.turn < state.now.turn:
                state.world.remove(challenge)
            continue
        players = [
            state.world.find(Player, id) for id in (challenge.challenger, challenge.challenged)
        ]
        there = all(player and player.active for player in players)
        army = state.world.find(BoughtArmy, challenge.army)
        if state.now.turn - challenge.turn >= waits or not (there and army):
            _end(state, challenge, "lapsed")
