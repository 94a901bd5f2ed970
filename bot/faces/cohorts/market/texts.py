"""The words of the market's panel, as pages that fit into a Discord embed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.cohorts.market.facts import STANDS, Deal, MarketFacts, Stall, amounts
from bot.faces.words.tabs import Tab, paged
from bot.faces.words.text import escaped


def market_tab(facts: MarketFacts) -> Tab:
    """The panel's only tab."""
    return Tab("Market", paged(_lines(facts)), "Orders: /trade open, /trade offer, /trade accept")


def _lines(facts: MarketFacts) -> Iterator[str]:
    yield "**Open for trade**"
    yield from (_stall(stall) for stall in facts.stalls)
    if not facts.stalls:
        yield "No city has anything open."
    yield from _deals("Offers to us", facts.received)
    yield from _deals("Offers by us", facts.made)
    yield from _deals("Agreements in force", facts.agreements)


def _stall(stall: Stall) -> str:
    whose = escaped(stall.faction.name) if stall.faction else "nobody"
    stands = "yours" if stall.own else STANDS[stall.relation]
    wanted = f"; would like {', '.join(stall.wanted)}" if stall.wanted else ""
    return f"- **{escaped(stall.city)}** ({whose}, {stands}): {amounts(stall.open)}{wanted}"


def _deals(title: str, deals: Sequence[Deal]) -> Iterator[str]:
    if deals:
        yield f"**{title}**"
    for deal in deals:
        whose = f" of {escaped(deal.faction.name)}" if deal.faction else ""
        yield (
            f"- {escaped(deal.ours)} gives {amounts(deal.gives)} to {escaped(deal.theirs)}{whose} "
            f"for {amounts(deal.gets)}"
        )
