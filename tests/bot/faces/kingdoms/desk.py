"""What a player of a kingdom looks at: a table that has played a turn, and the king's view of
it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from bot import faces
from bot.faces.face import Faces
from bot.faces.map.survey import Survey
from bot.faces.panels import Look, Past
from engine.orders import Order, Queued
from engine.packs.kingdoms.crowns.ranks import RanksCounted
from engine.world import World
from tests.bot.faces.looking import Memory
from tests.packs.kingdoms.crowns.table import Table, rules


@functools.cache
def _played() -> tuple[World, int, tuple[Past, ...]]:
    table = Table.seated()
    table.run()
    table.end()
    assert table.last
    faction, player = table.crown().faction, table.crown().player
    ranks = tuple(
        Past(table.tick, 1, number, entry.dump_for(faction, (player,)), "")
        for number, entry in enumerate(table.last.entries)
        if isinstance(entry.for_(faction), RanksCounted)
    )
    return table.world, table.tick, ranks


class Desk:
    """A table after its first turn, as the player of the first kingdom sees it."""

    def __init__(self) -> None:
        world, tick, self.ranks = _played()
        self.table = Table(world.fork(), tick)
        self.faction = self.table.crown().faction
        self.player = self.table.crown().player

    @property
    def faces(self) -> Faces:
        return faces.of(rules())

    @property
    def view(self) -> World:
        return rules().view(self.table.world, self.faction)

    def look(self, orders: Sequence[Queued] = ()) -> Look:
        past = Memory(self.ranks, orders)
        return Look(self.faces, self.view, self.faction, self.player, self.table.tick, past)

    def survey(self, orders: Sequence[Queued] = ()) -> Survey:
        return Survey(rules(), self.view, self.faction, player=self.player, orders=tuple(orders))


def queued(*orders: Order) -> list[Queued]:
    """A draft of these, in this order."""
    return [
        Queued(f"k{number}", order, type(order).phases[0])
        for number, order in enumerate(orders, start=1)
    ]
