"""What a standing order may wait for: a level, a stock, somebody coming near.

Each asks the player's view alone, so it never tells more than the player could see.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from engine.campaign import Player
from engine.orders import Order
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import my_people
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.ownership import of_player, relation
from engine.packs.cohorts.pieces.records import Agent, Character, City, Map, Stack, Unit
from engine.repeats import Until
from engine.state import State
from engine.world import Place

_LEVELS: Final = (1, 2, 3, 5)
"""How many levels above the present one are offered."""
_STOCKS: Final = (10, 25, 50, 100, 250, 500, 1000)
_RANGES: Final = (1, 2, 3, 5)

_GROWING = (Character, Unit, Agent)


class LevelReached(Until):
    """A character, unit or agent of the player reaches a level."""

    kind: ClassVar[str] = "level"

    piece: Place
    level: Annotated[int, Field(ge=1)]

    def holds(self, state: State) -> bool:
        piece = state.world.at(self.piece)
        return isinstance(piece, _GROWING) and piece.level >= self.level

    @classmethod
    def offers(cls, state: State, order: Order, amount: int | None) -> Iterator[LevelReached]:
        named = {ref.place: None for ref in order.refs().values()}
        mine = [
            each
            for each in my_people(state, *_GROWING)
            if of_player(state.world, each, state.player)
        ]
        for piece in sorted(mine, key=lambda each: (each.place not in named, each.place)):
            above = (piece.level + more for more in _LEVELS) if amount is None else (amount,)
            for level in above:
                if level > piece.level:
                    yield cls(piece=piece.place, level=level)


class StockAbove(Until):
    """A city of the player holds at least a number of an item."""

    kind: ClassVar[str] = "stock"

    city: int
    item: str
    amount: Annotated[int, Field(ge=1)]

    def holds(self, state: State) -> bool:
        return possessions.count(state.world, Place("city", self.city), self.item) >= self.amount

    @classmethod
    def offers(cls, state: State, order: Order, amount: int | None) -> Iterator[StockAbove]:
        named = {ref.place: None for ref in order.refs().values()}
        cities = [
            each for each in state.world.all(City) if of_player(state.world, each, state.player)
        ]
        resources = state.module.content(Content).resources
        for city in sorted(cities, key=lambda each: (each.place not in named, each.id)):
            held = {each.item: each.count for each in possessions.held(state.world, city.place)}
            for item in dict.fromkeys(chain(held, resources)):
                for wanted in _STOCKS if amount is None else (amount,):
                    if wanted > held.get(item, 0):
                        yield cls(city=city.id, item=item, amount=wanted)
                        break  # the next step up; a number that is typed asks for another


class ComesNear(Until):
    """A foreign stack is seen within a number of provinces of the player's pieces or land."""

    kind: ClassVar[str] = "near"

    who: Literal["enemies", "strangers"]
    """Whose stack: of a faction at war with the player's, or of any that is not allied."""
    to: Place
    within: Annotated[int, Field(ge=0, le=20)]

    def holds(self, state: State) -> bool:
        home = state.world.at(self.to)
        if not isinstance(home, Stack | City):
            return False
        grid = state.world.get(Map, 1).grid
        here = grid.at(home.province - 1)
        return any(
            grid.distance(here, grid.at(spot - 1)) <= self.within for spot in self._seen(state)
        )

    def _seen(self, state: State) -> Iterator[int]:
        """The provinces where somebody who is meant was seen in this turn or the last."""
        world, mine = state.world, state.me.faction
        for each in world.by(Sighting, "faction", mine):
            if each.subject.kind == City.kind or each.turn < state.now.turn - 1:
                continue
            owner = world.find(Player, each.player)
            stands = relation(world, mine, owner.faction if owner else 0)
            if stands == "at_war" or (self.who == "strangers" and stands != "allied"):
                yield each.province

    @classmethod
    def offers(cls, state: State, order: Order, amount: int | None) -> Iterator[ComesNear]:
        named = {ref.place: None for ref in order.refs().values()}
        stacks = list(state.world.by(Stack, "player", state.player))
        cities = [
            each for each in state.world.all(City) if of_player(state.world, each, state.player)
        ]
        homes = sorted([*stacks, *cities], key=lambda each: (each.place not in named, each.place))
        ranges = _RANGES if amount is None else (amount,) if amount <= 20 else ()
        for home in homes:
            for within in ranges:
                yield cls(who="enemies", to=home.place, within=within)
                yield cls(who="strangers", to=home.place, within=within)


UNTILS: Final = (LevelReached, StockAbove, ComesNear)
