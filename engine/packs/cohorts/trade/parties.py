"""The cities that trade with each other: whose they are, what they are called, what bars them.

On a view a side is what its market tells of it, since trade reaches cities that were never seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Refusal
from engine.packs import Rules
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.pieces.refusals import no_friend
from engine.packs.cohorts.trade.books import Agreement, Market, Offer
from engine.state import State
from engine.world import World

_BAN = "cohorts.order.break-trade-agreement"


def faction_at(world: World, city: int) -> int:
    """The faction that holds a city; 0 for nobody's, and on a view for one that is not known."""
    held = world.find(City, city)
    if held and held.knows("baron"):
        return faction_of(world, held)
    market = world.find(Market, city)
    return market.faction if market else 0


def name_at(world: World, city: int) -> str:
    """What a city is called, as far as it is known."""
    known = world.find(City, city) or world.find(Market, city)
    return known.name if known else "a city"


def in_full(world: World, city: int) -> City | None:
    """A city of which guilds, deposits and books are known: in truth each, on a view one's own."""
    held = world.find(City, city)
    return held if held and held.knows("population") else None


# ---------------------------------------------------------------- what bars a side


def guildless(state: State, city: int, rule: str) -> Iterator[Refusal]:
    """Refuses a side without a merchant guild; on a view others' guilds are not known."""
    held = in_full(state.world, city)
    if held and guild_of(state.world, held, "merchant") is None:
        yield Refusal(
            "guild_missing",
            rule,
            f"{held.name} has no merchant guild.",
            "Both cities need one to trade.",
        )


def banned(state: State, city: int) -> Iterator[Refusal]:
    """Refuses a side whose guild may strike no agreement this month, as far as that is known.

    Source: cohorts.order.break-trade-agreement.
    """
    held = in_full(state.world, city)
    guild = guild_of(state.world, held, "merchant") if held else None
    if held and guild and guild.barred:
        yield Refusal(
            "trade_ban",
            _BAN,
            f"{guild.name} in {held.name} broke an agreement and may strike none this month.",
            "It may again after the next monthly production.",
        )


def unfriendly(state: State, city: int, other: int, rule: str) -> Iterator[Refusal]:
    """Refuses two cities whose factions are neither the same nor allied."""
    sides = faction_at(state.world, city), faction_at(state.world, other)
    if relation(state.world, *sides) != "allied":
        yield no_friend(
            rule,
            name_at(state.world, other),
            "Guilds trade among friends alone; a merchant agent can negotiate with neutral cities.",
        )


# ---------------------------------------------------------------- who knows of what


def concerns(world: World, faction: int, trade: Offer | Agreement) -> bool:
    """Whether an offer or agreement is one of a faction's: nobody else knows of it."""
    one, other = (
        (trade.city, trade.target) if isinstance(trade, Offer) else (trade.one, trade.other)
    )
    return faction in (faction_at(world, one), faction_at(world, other))


def show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """All know the markets, with whose they are; offers and agreements only the two sides."""
    for market in world.all(Market):
        seen.put(market.replace(faction=faction_at(world, market.id)))
    for cls in (Offer, Agreement):
        for trade in world.all(cls):
            if concerns(world, faction, trade):
                seen.put(trade)
