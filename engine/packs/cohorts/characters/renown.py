"""Renown: what it buys at what price, who may spend it, and handing it to teammates.

How it is earned stands in `experience` and `positions`; the purchases themselves are in
`influencing` and `recruiting`. Sources: cohorts.renown.spend, cohorts.renown.influence-cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field

from engine.campaign import Player
from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.packs.cohorts.characters.acting import commanded, too_soon
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.acting import CityRank, Standing
from engine.packs.cohorts.knowledge.choices import my_people
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.positions import add_renown, renown_of
from engine.packs.cohorts.pieces.records import Agent, Character, City
from engine.packs.cohorts.pieces.refusals import no_teammate, only_to_players
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.packs.cohorts.stacks.leaving import TEAMMATE
from engine.state import State
from engine.world import World

_SPEND = "cohorts.renown.spend"
CAP = "cohorts.action.renown-level-cap"


@facts
class RenownTransferred(Event):
    """A player handed renown to a teammate (cohorts.order.transfer-renown)."""

    player: int
    target: int
    amount: int


@facts
class OfferAborted(Event):
    """Nobody was won with renown, and nothing spent (cohorts.order.influence-character)."""

    sponsor: str
    wanted: str
    """Whom or what the offer was for."""
    offer: int
    renown: int
    """What the player has."""


# ---------------------------------------------------------------- prices


def influence_cost(
    content: Content,
    level: int,
    cities: Iterable[CityRank] = (),
    standing: Standing = "neutral",
    *,
    other_player: bool = False,
) -> int:
    """What a character of a level costs, or a military unit of that encounter level.

    Sources: cohorts.renown.influence-cost, cohorts.renown.military-units.
    """
    figures = content.renown
    base = _worth(content, level) * (100 + sum(figures.city_percent[rank] for rank in cities))
    percent = 100 + figures.influence_percent.get(standing, 0)
    percent += figures.other_player_percent if other_player else 0
    return base * percent // 10000


def recruit_cost(content: Content, level: int, standing: Standing) -> int:
    """What a recruit of a level costs at a guild of that standing."""
    percent = 100 + content.renown.recruit_percent.get(standing, 0)
    return _worth(content, level) * percent // 100


def _worth(content: Content, level: int) -> int:
    return content.renown.per_xp * content.experience.needed_for(level)


def standing(world: World, mine: int, theirs: int) -> Standing:
    """How a faction stands to another, its own included."""
    if mine == theirs:
        return "own"
    found = relation(world, mine, theirs)
    return "enemy" if found == "at_war" else found


def rank_of(world: World, city: City) -> CityRank:
    """The highest rank of a city: what it is the capital of (cohorts.renown.influence-cost)."""
    barony = world.find(Barony, city.barony)
    territory = world.find(Territory, barony.territory) if barony else None
    kingdom = world.find(Kingdom, territory.kingdom) if territory else None
    if kingdom and kingdom.capital == city.id:
        return "kingdom"
    return "territory" if territory and territory.capital == city.id else "barony"


def level_cap(world: World, player: int) -> int:
    """The highest level among the player's living starting characters; 0 without any.

    Source: cohorts.action.renown-level-cap.
    """
    mains = (each for each in world.by(Character, "player", player) if each.starting)
    return max((each.level for each in mains if not each.dead), default=0)


# ---------------------------------------------------------------- who spends it


def _speaks(state: State, thing: Character | Agent) -> bool:
    """Whether a piece is a starting character, or an agent of one (cohorts.renown.spend)."""
    if isinstance(thing, Agent):
        summoner = state.world.at(thing.summoner)
        if not isinstance(summoner, Character):
            return False
        return summoner.starting and summoner.player == thing.player
    return thing.starting


def _sponsors(state: State, given: Given) -> Iterator[Choice]:
    return (
        Choice.of(piece, piece.name)
        for piece in my_people(state, Character, Agent)
        if _speaks(state, piece)
    )


SPONSOR = Asks(
    "a starting character of yours or an agent of one", _sponsors, ("character", "agent")
)


def spender(state: State, ref: Ref, order: Order) -> Character | Agent:
    """Who spends renown by an order, able to do so.

    Raises:
        Refused: it cannot act, has done the same this turn, or may not spend renown.
    """
    if ref.kind == Agent.kind:
        sponsor: Character | Agent = state.the(Agent, ref)
        for refusal in not_controlled(state, sponsor, order.rule):
            raise Refused(refusal)
    else:
        sponsor = commanded(state, ref)
    for refusal in too_soon(state, sponsor.place, sponsor.name, order):
        raise Refused(refusal)
    if not _speaks(state, sponsor):
        raise Refused(
            Refusal(
                "not_allowed",
                _SPEND,
                f"{sponsor.name} is neither a starting character nor an agent of one.",
                "Only your first five characters and their agents spend renown.",
            )
        )
    return sponsor


# ---------------------------------------------------------------- handing it on


class TransferRenown(Order):
    """Give renown to another player of your faction."""

    path = ("transfer", "renown")
    rule = "cohorts.order.transfer-renown"
    phases = ("basic",)

    target: Annotated[Ref, TEAMMATE] = Field(description="Who gets it")
    amount: Annotated[int, Field(ge=1)] = Field(description="How much renown")

    def conditions(self, state: State) -> Iterator[Refusal]:
        target = state.the(Player, self.target)
        if target.id == state.player or not target.active:
            yield only_to_players(self.rule, "Renown")
        if target.faction != state.me.faction:
            yield no_teammate(
                self.rule, target.name, "Renown stays within a faction; choose a teammate."
            )
        renown = renown_of(state.world, state.player)
        if renown < self.amount:
            yield self.refusal(
                "missing",
                f"You have {renown} renown, not {self.amount}.",
                "Give less, or earn more first.",
            )

    def perform(self, state: State) -> None:
        add_renown(state.world, state.player, -self.amount)
        add_renown(state.world, self.target.id, self.amount)
        state.emit(
            RenownTransferred(player=state.player, target=self.target.id, amount=self.amount)
        )
