"""Renown wins others' characters and military units over.

Prices and who may spend renown stand in `renown`. Sources: cohorts.order.influence-character,
cohorts.renown.new-units.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.campaign import Player
from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.packs.cohorts.characters.acting import PHASES, confused, done
from engine.packs.cohorts.characters.renown import (
    CAP,
    SPONSOR,
    OfferAborted,
    influence_cost,
    level_cap,
    rank_of,
    spender,
    standing,
)
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import beside, spot_named
from engine.packs.cohorts.knowledge.views import present
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of, of_faction, province_of
from engine.packs.cohorts.pieces.positions import add_renown, renown_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Piece, Stack, Unit
from engine.packs.cohorts.pieces.refusals import apart, dead
from engine.packs.cohorts.stacks.transfers import hand_over, too_high
from engine.packs.cohorts.trade.settling import settle
from engine.packs.cohorts.worth.levels import encounter_level
from engine.state import State
from engine.world import Place, World

Target = Character | Unit


@facts
class PieceInfluenced(Event):
    """A character or military unit went over to another player for renown.

    Who lost it is told to whom; others only that it left.
    """

    piece: Place
    name: str
    province: int
    player: Annotated[int, Level.SIGHTED]
    """Who has it now."""
    cost: Annotated[int, Level.OWN]
    cities: Annotated[tuple[int, ...], Level.SIGHTED]
    """Those that went with it."""


def _at_hand(state: State, given: Given) -> Iterator[Choice]:
    """Pieces that may be won over where the sponsor named before is."""
    spot = spot_named(state, given, "sponsor")
    for cls in (Character, Unit):
        for piece in beside(state, given, cls, "sponsor"):
            if piece.knows("holder") and not _ours(state, piece):
                yield Choice.of(piece, piece.name)
    for city in state.world.by(City, "province", spot) if spot else ():
        if not of_faction(state.world, city, state.me.faction):
            yield Choice.of(city, f"The lord of {city.name}")


def _ours(state: State, piece: Piece) -> bool:
    """Whether a player of the faction controls a piece; who has left it controls nothing."""
    player = state.world.find(Player, piece.player)
    return player is not None and player.active and player.faction == state.me.faction


class InfluenceCharacter(Order):
    """Win a character or military unit over with renown, at most with what you offer."""

    path = ("character", "influence")
    rule = "cohorts.order.influence-character"
    phases = PHASES
    unforeseen: ClassVar = {"target": ("player", "holder")}

    sponsor: Annotated[Ref, SPONSOR] = Field(description="Who speaks for you, where the target is")
    target: Annotated[
        Ref, Asks("a foreign character or unit there", _at_hand, ("character", "unit", "city"))
    ] = Field(description="Whom to win over; a city stands for its lord")
    offer: Annotated[int, Field(ge=1)] = Field(description="The most renown to spend on it")

    def conditions(self, state: State) -> Iterator[Refusal]:
        sponsor = spender(state, self.sponsor, self)
        target, name = self._target(state), self._name(state)
        if _ours(state, target):
            yield self.refusal(
                "relation",
                f"{name} serves a player of your faction already.",
                "Teammates can give their pieces to each other.",
            )
        here = province_of(state.world, sponsor.holder)
        if province_of(state.world, target.holder) != here:
            yield apart(self.rule, name, sponsor.name, "Bring the sponsor to it first.")
        yield from self._not_for_sale(state, target, name)
        cap = level_cap(state.world, state.player)
        if encounter_level(target) > cap:
            yield Refusal(
                "not_qualified",
                CAP,
                f"{name} is of a higher level than your best starting character, {cap}.",
                "Renown wins nobody above that level.",
            )

    def _not_for_sale(self, state: State, target: Target, name: str) -> Iterator[Refusal]:
        if state.module.content(Content).races[target.race].type == "monster":
            yield self.refusal(
                "not_allowed",
                f"{name} is a monster, and renown means nothing to it.",
                "Choose somebody of a civilized, nomad or barbarian race.",
            )
        if isinstance(target, Character) and target.dead:
            yield dead(self.rule, name)
        if isinstance(target, Character) and target.starting:
            yield Refusal(
                "not_allowed",
                "cohorts.character.starting-characters",
                f"{name} is a starting character and stays with its player.",
                "Choose somebody who came later.",
            )
        if target.captor not in (0, state.player):
            yield self.refusal(
                "not_allowed",
                f"{name} is the prisoner of another player.",
                "Only who holds a prisoner can win it over.",
            )

    def perform(self, state: State) -> None:
        sponsor, target = spender(state, self.sponsor, self), self._target(state)
        if isinstance(sponsor, Character) and confused(state, sponsor, self):
            done(state, sponsor.place, self, "L0")
            return
        cost, renown = self._cost(state, target), renown_of(state.world, state.player)
        if cost > min(self.offer, renown):
            aborted = OfferAborted(
                sponsor=sponsor.name, wanted=self._name(state), offer=self.offer, renown=renown
            )
            state.emit(aborted)
            return
        done(state, sponsor.place, self, "L0")
        add_renown(state.world, state.player, -cost)
        loser, province = faction_of(state.world, target), province_of(state.world, target.holder)
        cities = _win(state, sponsor, target)
        event = PieceInfluenced(
            piece=target.place,
            name=target.name,
            province=province,
            player=state.player,
            cost=cost,
            cities=cities,
        )
        beside = [f for f in state.log.factions if province in present(state.world, f)]
        state.emit(event, sighted=(loser,), told=beside)

    def _cost(self, state: State, target: Target) -> int:
        world, content = state.world, state.module.content(Content)
        owned = world.by(City, "baron", target.id) if isinstance(target, Character) else ()
        theirs = faction_of(world, target)
        player = world.find(Player, target.player)
        return influence_cost(
            content,
            encounter_level(target),
            [rank_of(world, city) for city in owned],
            standing(world, state.me.faction, theirs),
            other_player=player is not None and player.active,
        )

    def _target(self, state: State) -> Target:
        if self.target.kind != City.kind:
            return state.the(Unit if self.target.kind == Unit.kind else Character, self.target)
        city = state.the(City, self.target)
        lord = state.world.find(Character, city.baron)
        if lord is None:
            raise Refused(
                self.refusal(
                    "bad_target", f"{city.name} has no lord.", "Wild cities are won by arms alone."
                )
            )
        return lord

    def _name(self, state: State) -> str:
        """What the target is called; the name of a city's lord may be none of the player's."""
        if self.target.kind == City.kind:
            return f"The lord of {state.the(City, self.target).name}"
        return self._target(state).name


def _win(state: State, sponsor: Character | Agent, target: Target) -> tuple[int, ...]:
    """Give a piece to the player whose orders run, with its cities; these are said by id."""
    world = state.world
    cities = list(world.by(City, "baron", target.id)) if isinstance(target, Character) else []
    target = target.replace(captor=0)
    world.put(target)
    to = target.holder
    if to not in [city.place for city in cities]:
        to = _quarters(state, sponsor, target)
    hand_over(state, target, to)
    world.put(world.get(type(target), target.id).replace(player=state.player))
    for city in cities:
        _take_garrison(state, city)
    settle(state)
    return tuple(city.id for city in cities)


def _quarters(state: State, sponsor: Character | Agent, piece: Piece) -> Place:
    """Where a new piece goes: the sponsor's stack, else the player's oldest there, else loose.

    Source: cohorts.order.influence-character.
    """
    stack = home_for(state.world, sponsor, state.player)
    if stack and not any(too_high(state, stack, [piece])):
        return stack.place
    return Place("province", province_of(state.world, sponsor.holder))


def home_for(world: World, sponsor: Character | Agent, player: int) -> Stack | None:
    """The sponsor's own stack, else the player's oldest in the province, None if there is none."""
    if sponsor.holder.kind == Stack.kind:
        return world.get(Stack, sponsor.holder.id)
    spot = province_of(world, sponsor.holder)
    return next((s for s in world.by(Stack, "province", spot) if s.player == player), None)


def _take_garrison(state: State, city: City) -> None:
    """Whom no player has comes along; pieces of other factions are put out of the city."""
    world, mine = state.world, state.me.faction
    for piece in list(pieces_in(world, city.place)):
        captor = piece.captor if isinstance(piece, Target) else 0
        holder = world.find(Player, captor or piece.player)
        if holder is None:
            world.put(piece.replace(player=state.player))
        elif holder.faction != mine:
            hand_over(state, piece, Place("province", city.province))
