"""What a merchant agent can negotiate with neutral cities, and its chance.

The agent's own order brings the agent to the city and rolls; here is only what the two cities and
the goods decide. Sources: cohorts.order.establish-trade-agreement, cohorts.agent.trade-relations.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.trade.access import access, own_use
from engine.packs.cohorts.trade.books import open_copies
from engine.packs.cohorts.trade.parties import banned, faction_at, in_full, name_at
from engine.state import State

_ORDER = "cohorts.order.establish-trade-agreement"


def negotiation_chance(content: Content, level: int, gives: str, wants: str) -> int:
    """The percent with which an agent of a level gets one resource for another, at most 100."""
    figures = content.guild_rules
    worth = figures.worth
    given, wanted = (worth[content.resources[each].availability] for each in (gives, wants))
    return min(100, level * (figures.equal_worth_factor + given - wanted))


def unnegotiable(
    state: State, city: City, target: int, gives: str, wants: str
) -> Iterator[Refusal]:
    """Why an agent of a city cannot negotiate for a resource of another city, as far as known."""
    world, content = state.world, state.module.content(Content)
    name = name_at(world, target)
    if relation(world, faction_at(world, city.id), faction_at(world, target)) != "neutral":
        yield Refusal(
            "relation",
            "cohorts.agent.trade-relations",
            f"{name} does not belong to a neutral faction.",
            "With allies the guilds trade by offers, with enemies nobody trades.",
        )
    theirs = in_full(world, target)
    if theirs and not state.planning and gives in access(world, content, theirs):
        yield Refusal(
            "not_allowed",
            _ORDER,
            f"{name} has {gives.replace('_', ' ')} already.",
            "Offer a resource that it lacks.",
        )
    yield from banned(state, city.id)
    if gives not in own_use(world, content, city) and gives not in open_copies(world, city.id):
        yield Refusal(
            "no_copy_left",
            _ORDER,
            f"{city.name} has no copy of its own of {gives.replace('_', ' ')} to give.",
            "Offer a resource that its barony works and that is not traded away.",
        )
    if wants not in open_copies(world, target):
        yield Refusal(
            "wanted_not_open",
            _ORDER,
            f"{name} has no {wants.replace('_', ' ')} open for trade.",
            "Ask for what is on its market.",
        )
