"""The picture of the market: who has what open, what one's own faction has offered and agreed."""

from collections.abc import Sequence
from typing import Final

from bot.faces.cohorts.market.facts import STANDS, Deal, Goods, MarketFacts, Stall, amounts
from bot.faces.paint import badges, palette, sprites
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook as Shown
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import emblem
from bot.faces.paint.text import measure
from bot.faces.sheet.sheet import GAP, HEAD, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, file_name
from engine.campaign import Faction

_STALLS: Final = 12  # rows; the rest is told in the text
_DEALS: Final = 6
_ROW: Final = 68
_GOODS_AT: Final = 430
_WANTED_AT: Final = 900


def draw_market(facts: MarketFacts) -> Picture:
    """The card of the market."""
    every = (
        ("Offers to us", facts.received),
        ("Offers by us", facts.made),
        ("Agreements in force", facts.agreements),
    )
    sections = [(title, deals) for title, deals in every if deals]
    stalls = facts.stalls[:_STALLS]
    upper = HEAD + 30 + max(len(stalls), 1) * _ROW + (36 if len(facts.stalls) > _STALLS else 0) + 8
    talls = [_tall(deals) for _, deals in sections]
    sheet = Sheet(TOP + upper + GAP + sum(tall + GAP for tall in talls))
    _draw_stalls(sheet, facts, stalls, upper)
    top = TOP + upper + GAP
    for (title, deals), tall in zip(sections, talls, strict=True):
        _draw_deals(sheet, title, deals, top, tall)
        top += tall + GAP
    heading = Heading("Market", facts.faction.name, facts.turn, _shown(facts.faction))
    return sheet.picture(heading, file_name("market", f"turn-{facts.turn}"), market_alt(facts))


def _shown(faction: Faction) -> Shown:
    return Shown(faction.key, faction.name, faction.colour, emblem(faction.emblem))


def _draw_stalls(sheet: Sheet, facts: MarketFacts, stalls: Sequence[Stall], tall: float) -> None:
    count = len(facts.stalls)
    note = f"{count} {'city' if count == 1 else 'cities'}" if count else ""
    sheet.panel((LEFT, TOP, RIGHT, TOP + tall), "Open for trade", note)
    y = TOP + HEAD + 12
    sheet.write("open", _GOODS_AT, y, 20, palette.MUTED, face="italic")
    sheet.write("would like", _WANTED_AT, y, 20, palette.MUTED, face="italic")
    for number, stall in enumerate(stalls):
        _draw_stall(sheet, stall, TOP + HEAD + 30 + (number + 0.5) * _ROW)
    if not stalls:
        y = TOP + HEAD + 30 + _ROW / 2
        text = "No city has anything open for trade."
        sheet.write(text, LEFT + PAD, y, 26, palette.MUTED, face="italic")
    if count > len(stalls):
        y = TOP + tall - 26
        text = f"and {count - len(stalls)} more in the text"
        sheet.write(text, LEFT + PAD, y, 22, palette.MUTED, face="italic")


def _draw_stall(sheet: Sheet, stall: Stall, y: float) -> None:
    x = LEFT + PAD
    if stall.faction:
        livery = palette.livery(stall.faction.colour, emblem(stall.faction.emblem))
        sheet.put(sprites.shield(livery, own=stall.own, width=34.0), x + 20, y)
    room = _GOODS_AT - x - 70
    sheet.write(stall.city, x + 54, y - 13, 26, palette.PARCHMENT, width=room)
    whose = "yours" if stall.own else STANDS[stall.relation]
    name = stall.faction.name if stall.faction else "nobody's"
    sheet.write(f"{name}, {whose}", x + 54, y + 18, 20, palette.MUTED, face="medium", width=room)
    _draw_goods(sheet, stall.open, _GOODS_AT, y, _WANTED_AT - 24)
    wanted = ", ".join(stall.wanted) or "–"
    width = RIGHT - PAD - _WANTED_AT
    sheet.write(wanted, _WANTED_AT, y, 22, palette.COORDINATE, face="medium", width=width)


def _draw_goods(sheet: Sheet, goods: Sequence[Goods], x: float, y: float, end: float) -> None:
    """Goods as discs with their counts and names, as many as there is room for."""
    for number, each in enumerate(goods):
        text = f"{each.count} {each.name}"
        wide = 44 + measure(text, "medium", 24) + 22
        left = len(goods) - number
        if x + wide > end - (0 if left == 1 else 60) and number:
            sheet.write(f"+{left}", x, y, 24, palette.MUTED)
            return
        sheet.put(badges.resource(each.badge, 16.0), x + 18, y)
        room = end - x - 44
        sheet.write(text, x + 44, y, 24, palette.PARCHMENT, face="medium", width=room)
        x += wide


# ---------------------------------------------------------------- offers and agreements


def _tall(deals: Sequence[Deal]) -> int:
    more = 36 if len(deals) > _DEALS else 0
    return HEAD + len(deals[:_DEALS]) * 60 + more + 14


def _draw_deals(sheet: Sheet, title: str, deals: Sequence[Deal], top: float, tall: float) -> None:
    sheet.panel((LEFT, top, RIGHT, top + tall), title, str(len(deals)) if deals else "")
    for number, deal in enumerate(deals[:_DEALS]):
        y = top + HEAD + (number + 0.5) * 60
        end = _draw_sides(sheet, deal, y)
        sheet.write("gives", end, y, 20, palette.MUTED, face="italic")
        middle = (end + RIGHT - PAD) / 2 + 20
        _draw_goods(sheet, deal.gives, end + 54, y, middle - 16)
        sheet.write("for", middle, y, 20, palette.MUTED, face="italic")
        _draw_goods(sheet, deal.gets, middle + 36, y, RIGHT - PAD)
    if len(deals) > _DEALS:
        text = f"and {len(deals) - _DEALS} more in the text"
        sheet.write(text, LEFT + PAD, top + tall - 26, 22, palette.MUTED, face="italic")


def _draw_sides(sheet: Sheet, deal: Deal, y: float) -> float:
    """Both cities; gives where the terms begin."""
    x = LEFT + PAD
    sheet.write(deal.ours, x, y - 12, 24, palette.PARCHMENT, width=300)
    if deal.faction:
        livery = palette.livery(deal.faction.colour, emblem(deal.faction.emblem))
        sheet.put(sprites.shield(livery, own=False, width=16.0), x + 10, y + 17)
    sheet.write(f"with {deal.theirs}", x + 28, y + 17, 21, palette.MUTED, face="medium", width=272)
    return x + 318


# ---------------------------------------------------------------- words for who cannot see it


def market_alt(facts: MarketFacts) -> str:
    """What the picture shows, in the order shown."""
    parts = [f"Market as {facts.faction.name} knows it, turn {facts.turn}."]
    for title, deals in (
        ("Offer to us", facts.received),
        ("Offer by us", facts.made),
        ("Agreement", facts.agreements),
    ):
        parts += [
            f"{title}: {deal.ours} gives {amounts(deal.gives)} to {deal.theirs} "
            f"for {amounts(deal.gets)}."
            for deal in deals
        ]
    for stall in facts.stalls:
        whose = stall.faction.name if stall.faction else "nobody"
        wanted = f", would like {', '.join(stall.wanted)}" if stall.wanted else ""
        parts.append(f"Open in {stall.city} ({whose}): {amounts(stall.open)}{wanted}.")
    if not facts.stalls:
        parts.append("No city has anything open for trade.")
    return alt_text(parts)
