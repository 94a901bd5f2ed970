"""Trade agreements: striking them, breaking them, and what a guild loses by it.

Guilds come to them by `offers`, merchant agents by `negotiating`; what ends them by itself stands
in `settling`. Sources: cohorts.order.trade-bookkeeping, cohorts.agent.trade-agreement-effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Order, Ref, Refusal, Refused
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.guilds import ACTION_RULES, guild_of, lower
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.pieces.refusals import not_your_city
from engine.packs.cohorts.trade.books import Agreement, Counts, Market, minus, relisted
from engine.packs.cohorts.trade.choices import AGREEMENT, TRADING_CITY
from engine.packs.cohorts.trade.parties import faction_at, in_full, name_at
from engine.state import State


@facts
class AgreementStruck(Event):
    """Two cities trade from now on; both owners are told."""

    agreement: int
    one: str
    """The name of the city that gives `gives` and receives `takes`."""
    other: str
    gives: dict[str, int]
    takes: dict[str, int]


@facts
class AgreementEnded(Event):
    """Two cities trade no longer; both owners are told (cohorts.order.break-trade-agreement)."""

    agreement: int
    one: str
    other: str
    gives: dict[str, int]
    takes: dict[str, int]
    cause: Literal["broken", "unsupplied", "war"]
    breaker: str
    """The name of the city that broke it or failed to supply; empty for war."""
    guild_level: Annotated[int, Level.OWN]
    """Of the breaker's merchant guild, after its loss; 0 if it has lost nothing."""
    barred: Annotated[bool, Level.OWN]
    """Whether that guild may strike no agreement for the rest of the month."""


# ---------------------------------------------------------------- striking


def strike(state: State, one: int, other: int, gives: Counts, takes: Counts) -> Agreement:
    """Put an agreement between two cities in force, and tell both owners.

    Each gives copies that it has: from its open list as far as they are there, else from own use.
    """
    world = state.world
    for city, given in ((one, gives), (other, takes)):
        market = world.find(Market, city)
        if market:
            world.put(relisted(market, minus(market.open, given)))
    names = name_at(world, one), name_at(world, other)
    agreement = world.add(
        Agreement,
        name=" and ".join(names),
        one=one,
        other=other,
        gives=dict(sorted(gives.items())),
        takes=dict(sorted(takes.items())),
    )
    event = AgreementStruck(
        agreement=agreement.id,
        one=names[0],
        other=names[1],
        gives=agreement.gives,
        takes=agreement.takes,
    )
    state.emit_to(event, own=(faction_at(world, one), faction_at(world, other)))
    return agreement


# ---------------------------------------------------------------- ending


def end_by_war(state: State, agreement: Agreement) -> None:
    """End an agreement whose sides are at war, without effect on the guilds.

    Source: cohorts.world.faction-war-attack-on-sight.
    """
    sides = (faction_at(state.world, city) for city in (agreement.one, agreement.other))
    state.world.remove(agreement)
    state.emit_to(_ended(state, agreement, "war"), own=sides)


def break_off(
    state: State,
    agreement: Agreement,
    city: int,
    cause: Literal["broken", "unsupplied"] = "broken",
) -> None:
    """End an agreement that a city breaks, or that it can no longer supply.

    The merchant guild of that city loses a part of its level, rounded up, but never its last; one
    of level 1 is barred from trade instead. All copies return to own use.
    Source: cohorts.order.break-trade-agreement.
    """
    world = state.world
    held = in_full(world, city)
    guild = guild_of(world, held, "merchant") if held else None
    level, barred = 0, False
    if guild:
        part = state.module.content(Content).guild_rules.broken_trade_part
        level, barred = max(1, guild.level - -(-guild.level // part)), guild.level == 1
        lower(state, guild.replace(barred=guild.barred or barred), level)
    world.remove(agreement)
    state.emit_to(
        _ended(state, agreement, cause, name_at(world, city), level, barred),
        own=(faction_at(world, city),),
        told=(faction_at(world, agreement.partner(city)),),
    )


def _ended(
    state: State,
    agreement: Agreement,
    cause: Literal["broken", "unsupplied", "war"],
    breaker: str = "",
    guild_level: int = 0,
    barred: bool = False,
) -> AgreementEnded:
    return AgreementEnded(
        agreement=agreement.id,
        one=name_at(state.world, agreement.one),
        other=name_at(state.world, agreement.other),
        gives=agreement.gives,
        takes=agreement.takes,
        cause=cause,
        breaker=breaker,
        guild_level=guild_level,
        barred=barred,
    )


# ---------------------------------------------------------------- the order


class BreakAgreement(Order):
    """Break a trade agreement; it costs your merchant guild levels, but no action."""

    path = ("trade", "break")
    rule = "cohorts.order.break-trade-agreement"
    phases = ("guild",)

    city: Annotated[Ref, TRADING_CITY] = Field(description="The city of yours that breaks it")
    agreement: Annotated[Ref, AGREEMENT] = Field(description="The agreement, one of that city's")

    def conditions(self, state: State) -> Iterator[Refusal]:
        city = state.the(City, self.city)
        if not controls(state, city):
            raise Refused(not_your_city(ACTION_RULES, city.name))
        agreement = state.world.find(Agreement, self.agreement.id)
        # A foreign agreement is told of no more than one that never was.
        if agreement is None or not state.knows(agreement.place):
            yield self.refusal(
                "not_in_force",
                "There is no such agreement in force that you know of.",
                "It may have ended already; choose one from the list that appears as you type.",
            )
        elif city.id not in (agreement.one, agreement.other):
            yield self.refusal(
                "not_party",
                f"{city.name} has no part in the agreement of {agreement.name}.",
                "Choose an agreement of that city, or the city whose agreement it is.",
            )

    def perform(self, state: State) -> None:
        break_off(state, state.the(Agreement, self.agreement), self.city.id)
