"""The picture of an item: what it gives, how it is made, where one's own are."""

from typing import Final

from bot.faces.cohorts.item.facts import ItemFacts, Source, Stock
from bot.faces.paint import badges, palette
from bot.faces.paint.card import Heading
from bot.faces.paint.picture import Picture
from bot.faces.sheet.rows import LINE, cut, entries, folded, pair
from bot.faces.sheet.sheet import GAP, HEAD, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, file_name

_ROOM: Final = RIGHT - LEFT - 2 * PAD
_GIVES: Final = 8
_USES: Final = 5
_LISTED: Final = 6
_ICONS: Final = {
    "weapon": "broadsword",
    "shield": "castle",
    "armor": "barbute",
    "war mount": "horse-head",
    "potion": "flame",
    "gear": "dwarf-helmet",
    "transport": "horse-head",
    "recruits": "person",
    "item": "gold-nuggets",
}
_CLASS_ICONS: Final = {
    "axe": "battle-axe",
    "bow": "high-shot",
    "pole": "spears",
    "hammer": "anvil",
}


def draw_item(facts: ItemFacts) -> Picture:
    """The card of an item."""
    gives = cut([(each, "") for each in facts.gives], _GIVES, "Overview")
    if facts.unique:
        gives += [(name, "; ".join(said)) for name, said in facts.unique.bestowed][:_LISTED]
        if facts.unique.spell:
            gives.append((f"grants the spell {facts.unique.spell}", ""))
    uses = [line for text in facts.use for line in folded(text, _ROOM - 190, 2)][:_USES]
    upper = max(150, 40 + (len(gives) + len(uses)) * LINE + 20)
    made = [*facts.made, *([("Secret", _secret(facts))] if facts.secret else [])]
    sources = cut([_source(each) for each in facts.sources], _LISTED, "Making")
    middle = HEAD + (len(made) + len(sources)) * LINE + 14 if made else 0
    stocks = cut([_stock(each) for each in facts.stocks], _LISTED, "Yours")
    lower = HEAD + max(len(stocks), 1) * LINE + 14
    sheet = Sheet(round(TOP + upper + GAP + (middle + GAP if middle else 0) + lower + GAP))
    sheet.panel((LEFT, TOP, RIGHT, TOP + upper))
    _draw_icon(sheet, facts, LEFT + PAD + 70, TOP + 75)
    x = LEFT + PAD + 190
    entries(sheet, x, TOP + 44, _ROOM - 190, [*gives, *uses])
    top = TOP + upper + GAP
    if middle:
        sheet.panel((LEFT, top, RIGHT, top + middle), "Making")
        entries(sheet, LEFT + PAD, top + HEAD + LINE / 2, _ROOM, [*made, *sources])
        top += middle + GAP
    sheet.panel((LEFT, top, RIGHT, top + lower), "Your faction's", f"{facts.owned:,}")
    for number, each in enumerate(stocks):
        pair(sheet, LEFT + PAD, top + HEAD + (number + 0.5) * LINE, _ROOM, each)
    if not stocks:
        entries(sheet, LEFT + PAD, top + HEAD + LINE / 2, _ROOM, [("", "none")])
    heading = Heading(facts.name, f"{facts.what}, weight {facts.weight}", facts.turn)
    return sheet.picture(heading, file_name("item", facts.name), item_alt(facts))


def _draw_icon(sheet: Sheet, facts: ItemFacts, x: float, y: float) -> None:
    if facts.badge:
        sheet.put(badges.resource(facts.badge, 52.0), x, y)
        return
    sort, _, inner = facts.what.partition(" (")
    classes = inner.rstrip(")").split(", ")
    special = next((_CLASS_ICONS[each] for each in classes if each in _CLASS_ICONS), None)
    sheet.icon(
        facts.icon or special or _ICONS.get(sort, _ICONS["item"]), x, y, 104, palette.PARCHMENT
    )


def _secret(facts: ItemFacts) -> str:
    knowing = [each.city for each in facts.sources if each.knows]
    names = ", ".join((*knowing, *facts.knowing)) or "nobody of yours"
    return f"of level {facts.secret}, known to {names}"


def _source(each: Source) -> tuple[str, str]:
    return each.city, each.hindered or f"can make {each.most:,} with one action"


def _stock(each: Stock) -> tuple[str, str]:
    return f"{each.holder}{', in use' if each.worn else ''}", f"{each.count:,}"


def item_alt(facts: ItemFacts) -> str:
    """What the picture shows, in the order shown."""
    parts = [f"{facts.name}, {facts.what}, weight {facts.weight}."]
    if facts.gives:
        parts.append(f"It gives {'; '.join(facts.gives)}.")
    if facts.unique:
        named = ", ".join(name for name, _ in facts.unique.bestowed)
        parts.append(f"There is one of it, with {named or 'no enchantment yet'}.")
    parts += facts.use
    parts += [f"{title}: {words}." for title, words in facts.made]
    if facts.secret:
        parts.append(f"A secret {_secret(facts)}.")
    parts += [f"{city}: {words}" for city, words in map(_source, facts.sources)]
    held = [f"{count} {holder}" for holder, count in map(_stock, facts.stocks)]
    return alt_text([*parts, f"Your faction has {facts.owned:,}: {', '.join(held) or 'none'}."])
