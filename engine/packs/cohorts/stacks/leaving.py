"""How pieces leave a player: dropped, given to a teammate, or buried.

Moving them while they stay the player's is in `transfers`; how a battle takes them, elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.campaign import Player
from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import (
    FIGHTER_OR_PRISONER,
    MY_CHARACTER,
    MY_FIGHTER,
    MY_UNIT,
)
from engine.packs.cohorts.pieces.control import held_captive, not_controlled
from engine.packs.cohorts.pieces.ownership import faction_of, heir, province_of
from engine.packs.cohorts.pieces.possessions import move_all
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit
from engine.packs.cohorts.pieces.refusals import no_teammate, only_to_players
from engine.packs.cohorts.stacks.equipping import strip
from engine.packs.cohorts.stacks.transfers import hand_over, too_high
from engine.packs.cohorts.trade.settling import settle
from engine.state import State
from engine.world import Place


@facts
class PieceDropped(Event):
    """A player let go of a piece: it belongs to nobody now, or an agent is gone."""

    piece: Place
    name: str
    province: int


@facts
class PieceBuried(Event):
    """A body was buried, or a prisoner put to death; the victim's faction is told of that."""

    piece: Place
    name: str
    player: int
    """Who ordered it."""
    killed: bool
    """Whether it was alive."""
    to: Annotated[Place, Level.OWN]
    items: Annotated[dict[str, int], Level.OWN]
    """What it left, in its container."""


@facts
class CityInherited(Event):
    """A city has another baron since its old one was buried, or none any more."""

    city: int
    name: str
    baron: Place | None
    """None for a city that is wild now."""
    baron_name: str


@facts
class PieceGifted(Event):
    """A player gave a character or military unit to another of the faction."""

    piece: Place
    name: str
    giver: int
    player: int
    """Who has it now."""
    to: Place
    """The stack that it joined, or the province where it is loose."""
    cities: tuple[int, ...]
    """Those that went with it."""


def _no_starter(piece: Character | Unit | Agent, rule: str) -> Iterator[Refusal]:
    if isinstance(piece, Character) and piece.starting:
        yield Refusal(
            "not_allowed",
            rule,
            f"{piece.name} is one of your first characters and stays with you.",
            "Choose another character or a military unit.",
        )


# ---------------------------------------------------------------- dropping


def _droppable(state: State, given: Given) -> Iterator[Choice]:
    yield from MY_CHARACTER.among(state, given)
    yield from MY_UNIT.among(state, given)


DROPPED = Asks(
    "a character, military unit or agent of yours", _droppable, ("character", "unit", "agent")
)


class DropUnit(Order):
    """Let a character or military unit go: it is nobody's then. An agent leaves the game."""

    path = ("unit", "drop")
    rule = "cohorts.order.drop-unit"
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("holder", "player")}

    piece: Annotated[Ref, DROPPED] = Field(description="Who is let go, with all it has")

    def conditions(self, state: State) -> Iterator[Refusal]:
        piece = self._piece(state)
        yield from not_controlled(state, piece, self.rule)
        yield from _no_starter(piece, self.rule)
        city = state.world.first(City, "baron", piece.id) if self._is_character else None
        if city:
            yield self.refusal(
                "not_allowed",
                f"{piece.name} is the baron of {city.name}.",
                "Transfer the city to another character first.",
            )

    def perform(self, state: State) -> None:
        piece = self._piece(state)
        province = province_of(state.world, piece.holder)
        if isinstance(piece, Agent):
            move_all(state.world, piece.place, piece.holder)
            state.world.remove(piece)
        else:
            hand_over(state, piece, Place("province", province))
            state.world.put(self._piece(state).replace(player=0))
        state.emit(PieceDropped(piece=piece.place, name=piece.name, province=province))

    @property
    def _is_character(self) -> bool:
        return self.piece.kind == Character.kind

    def _piece(self, state: State) -> Character | Unit | Agent:
        cls = {each.kind: each for each in (Character, Unit, Agent)}[self.piece.kind]
        return state.the(cls, self.piece)


# ---------------------------------------------------------------- burying


class BuryUnit(Order):
    """Bury one of your dead, or put a prisoner to death; either leaves the game for good."""

    path = ("unit", "bury")
    rule = "cohorts.order.bury-unit"
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("holder", "equipment")}

    piece: Annotated[Ref, FIGHTER_OR_PRISONER] = Field(description="Who is buried")
    sure: bool = Field(
        default=False, title="confirmed", description="Yes to confirm: nothing brings them back"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        piece = self._piece(state)
        if not held_captive(state, piece):
            yield from not_controlled(state, piece, self.rule)
            if not (isinstance(piece, Character) and piece.dead):
                yield self.refusal(
                    "not_allowed",
                    f"{piece.name} is alive.",
                    "Only the dead and your prisoners are buried; a living one can be dropped.",
                )
        if not self.sure:
            yield self.refusal(
                "not_allowed",
                f"{piece.name} would leave the game for good.",
                "Give the order with “sure: yes” if you mean it.",
            )

    def perform(self, state: State) -> None:
        piece = self._piece(state)
        items = strip(state.world, piece)
        state.world.remove(piece)
        state.emit(
            PieceBuried(
                piece=piece.place,
                name=piece.name,
                player=state.player,
                killed=not (isinstance(piece, Character) and piece.dead),
                to=piece.holder,
                items=items,
            ),
            told=[faction_of(state.world, piece)],
        )
        if isinstance(piece, Character):
            _bequeath(state, piece)

    def _piece(self, state: State) -> Character | Unit:
        return state.the(Unit if self.piece.kind == Unit.kind else Character, self.piece)


def _bequeath(state: State, buried: Character) -> None:
    """Give the cities of someone who left the game to the player's heir, or to nobody."""
    successor = heir(state.world, buried.player)
    for city in list(state.world.by(City, "baron", buried.id)):
        state.world.put(city.replace(baron=successor.id if successor else 0))
        event = CityInherited(
            city=city.id,
            name=city.name,
            baron=successor.place if successor else None,
            baron_name=successor.name if successor else "",
        )
        state.emit_to(event, own=[faction_of(state.world, buried)])
    settle(state)


# ---------------------------------------------------------------- giving


def _teammates(state: State, given: Given) -> Iterator[Choice]:
    for player in state.world.by(Player, "faction", state.me.faction):
        if player.id != state.player and player.active:
            yield Choice.of(player, player.name)


def _their_stacks(state: State, given: Given) -> Iterator[Choice]:
    """The stacks of the player named before."""
    ref = given.ref("target", Player.kind)
    for stack in state.world.by(Stack, "player", ref.id) if ref else ():
        yield Choice.of(stack, stack.name)


TEAMMATE = Asks("another player of your faction", _teammates, (Player.kind,))
THEIR_STACK = Asks("a stack of that player", _their_stacks, (Stack.kind,))


class GiftUnit(Order):
    """Give a character or military unit to another player of your faction; its cities go along."""

    path = ("unit", "gift")
    rule = "cohorts.order.gift-unit"
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("holder", "player")}

    piece: Annotated[Ref, MY_FIGHTER] = Field(description="Who is given, with all it has")
    target: Annotated[Ref, TEAMMATE] = Field(description="Who gets it")
    stack: Annotated[Ref, THEIR_STACK] | None = Field(
        default=None, description="Their stack here that it joins; else it is loose here"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        piece, player = self._piece(state), state.the(Player, self.target)
        yield from not_controlled(state, piece, self.rule)
        yield from _no_starter(piece, self.rule)
        if player.id == state.player or not player.active:
            yield only_to_players(self.rule, "It")
        elif player.faction != state.me.faction:
            yield no_teammate(
                self.rule, player.name, "Only players of your own faction can be given anyone."
            )
        stack = self._stack(state, piece)
        if stack:
            yield from too_high(state, stack, [piece])

    def perform(self, state: State) -> None:
        piece = self._piece(state)
        stack = self._stack(state, piece)
        to = stack.place if stack else Place("province", province_of(state.world, piece.holder))
        hand_over(state, piece, to)
        state.world.put(self._piece(state).replace(player=self.target.id))
        cities = state.world.by(City, "baron", piece.id) if isinstance(piece, Character) else ()
        state.emit(
            PieceGifted(
                piece=piece.place,
                name=piece.name,
                giver=state.player,
                player=self.target.id,
                to=to,
                cities=tuple(city.id for city in cities),
            )
        )

    def _stack(self, state: State, piece: Character | Unit) -> Stack | None:
        """The stack that it joins: of that player, and in the same province."""
        if self.stack is None:
            return None
        stack = state.the(Stack, self.stack)
        here = stack.province == province_of(state.world, piece.holder)
        return stack if here and stack.player == self.target.id else None

    def _piece(self, state: State) -> Character | Unit:
        return state.the(Unit if self.piece.kind == Unit.kind else Character, self.piece)
