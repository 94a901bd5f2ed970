"""Two towns that trade, for the tests of trade and of the guilds that carry it on."""

from __future__ import annotations

from typing import Any

from engine.campaign import Player
from engine.orders import Ref
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.records import City, Guild
from engine.packs.cohorts.trade.access import access, own_use
from engine.packs.cohorts.trade.books import Market
from tests.rules.adapters.trade import market_town, town
from tests.rules.scene import Scene, ref


class Fair:
    """My town, which works 2 iron and 1 gold, and another's with a foxglove on its market."""

    def __init__(self, relation: str = "allied", **guild: Any) -> None:
        self.scene = Scene(8, 10)
        self.them = self.scene.someone(relation)
        self.mine = town(self.scene, 0, {"iron": 2, "gold": 1}, **guild)
        self.theirs = market_town(self.scene, 8, {"foxglove": 1}, self.them)

    def guild(self, city: City) -> Guild:
        guild = guild_of(self.scene.world, city, "merchant")
        assert guild
        return guild

    def market(self, city: City) -> Market:
        return self.scene.world.get(Market, city.id)

    def at(self, city: City) -> Ref:
        return ref(self.market(city))

    def by(self, city: City) -> Ref:
        return ref(self.guild(city))

    def own(self, city: City) -> dict[str, int]:
        return own_use(self.scene.world, self.scene.content, city)

    def access(self, city: City) -> tuple[str, ...]:
        return access(self.scene.world, self.scene.content, city)

    def stranger(self) -> Player:
        """A player of a faction that has no part in it."""
        return self.scene.someone("neutral")
