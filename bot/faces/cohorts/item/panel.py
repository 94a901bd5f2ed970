"""`/show item`: an item that the faction has, or any kind of item.

Of a unique item, and of whose hands hold what, a faction knows only what its view holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot import faces
from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.choices.asking import FROM_LIST, LONGEST, About, Asking, Offer, Unanswered, has
from bot.faces.cohorts.item.kinds import gives_of, use_of, what_of
from bot.faces.cohorts.item.making import bestowed_on, box_of, enchanting_of, making_boxes
from bot.faces.cohorts.looks import badge_of
from bot.faces.combat import ItemInfo
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.figures import amount
from bot.faces.words.text import number, plain
from engine.campaign import Now
from engine.labels import Labels
from engine.module.names import closest, key_of
from engine.packs import Rules
from engine.packs.cohorts.content import Content, Potion
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.movement.burden import item_weight
from engine.packs.cohorts.pieces.ownership import of_faction, province_of
from engine.packs.cohorts.pieces.records import Character, Possession, Province, Unit
from engine.packs.cohorts.things.equipment import heads
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.uniques import Unique, unique_of
from engine.world import Place, World


def known_items(rules: Rules, view: World, faction: int) -> dict[str, str]:
    """Every item that a faction can ask for, with its name: those it has first, then all kinds."""
    content = rules.module.content(Content)
    held = dict.fromkeys(sorted(item for item, *_ in _own(view, faction)))
    tables = (content.weapons, content.armors, content.gear, content.mounts, content.potions)
    kinds_ = dict.fromkeys(key for table in (*tables, content.resources) for key in table)
    others = dict.fromkeys(content.thing_names)
    return {key: item_name(content, view, key) for key in held | kinds_ | others}


def stocks(view: World, faction: int, name: str) -> list[tuple[str, int, bool]]:
    """Who has how many of an item, and whether they are worn or wielded; the most first."""
    counts: dict[tuple[str, bool], int] = {}
    for item, place, count, worn in _own(view, faction):
        if item == name:
            holder = _holder(view, place), worn
            counts[holder] = counts.get(holder, 0) + count
    found = [(holder, count, worn) for (holder, worn), count in counts.items()]
    return sorted(found, key=lambda each: (-each[1], each[0]))


def _own(view: World, faction: int) -> Iterator[tuple[str, Place, int, bool]]:
    """The faction's items: their name, who has them, how many, whether they are worn."""
    for each in view.all(Possession):
        holder = view.at(each.holder)
        if isinstance(holder, Province) or (holder and of_faction(view, holder, faction)):
            yield each.item, each.holder, each.count, False
    for cls in (Character, Unit):
        for piece in view.all(cls):
            if piece.knows("equipment") and of_faction(view, piece, faction):
                for item in piece.equipment.values():
                    yield item, piece.place, heads(piece), True


def _holder(view: World, place: Place) -> str:
    thing = view.at(place)
    province = view.find(Province, province_of(view, place))
    spot = f" {province.location}" if province else ""
    if isinstance(thing, Province):
        return f"Cache at{spot}"
    return f"{getattr(thing, 'name', place.kind)}{spot}"


_EQUIP: Final = "Orders: /equip character, /equip unit"
_HINTS: Final = {
    "Making": "Orders: /city make, /guild make-potion",
    "Enchanting": "Orders: /guild enchant",
    "Yours": "Orders: /transfer items",
}
_ICONS: Final = {
    "weapon": "broadsword",
    "shield": "checked-shield",
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


def card_of(rules: Rules, view: World, faction: int, name: str) -> PanelCard:
    """The sheet of an item of `known_items`, on a faction's view."""
    content = rules.module.content(Content)
    item, thing = item_of(name), content.item(name)
    unique = unique_of(view, item)
    resource, ware = content.resources.get(item.key), _ware(rules, content, item)
    what = ware.what if ware else what_of(content, item)
    icon = (ware.icon if ware else thing.icon if thing else "") or _icon(what)
    gives = ware.gives if ware else tuple(gives_of(view, content, item))
    weight = amount(item_weight(content, name))
    boxes: list[Box] = []
    if gives:
        boxes.append(box_of("It gives", "", map(Row, gives)))
    if unique:
        boxes.append(_unique(content, item, unique))
    # Of a unique item nobody makes a second.
    if isinstance(thing, Made | Potion) and not unique:
        boxes += making_boxes(view, content, faction, thing)
    if enchanting := [Row(each) for each in enchanting_of(content, item)]:
        boxes.append(Box("Enchantment", tuple(enchanting), tab="Enchanting", drawn=False))
    owned = list(stocks(view, faction, name))
    rows = [Row(f"{holder}{', in use' if worn else ''}", f"{n:,}") for holder, n, worn in owned]
    total = f"{sum(count for _, count, _ in owned):,}"
    boxes.append(box_of("Your faction's", "Yours", rows or [Row("none", tone="faint")], total))
    use = " ".join(ware.use if ware else use_of(content, item))
    return PanelCard(
        "item", item_name(content, view, name), what,
        view.get(Now, 1).turn, icon="" if resource else icon,
        badge=badge_of(content, resource.key) if resource else None,
        head=(Row(what.capitalize(), f"weight {weight}", text=use),), boxes=tuple(boxes),
    )  # fmt: skip


def _ware(rules: Rules, content: Content, item: Item) -> ItemInfo | None:
    """What the battle system of the campaign says of a thing that only it knows."""
    combat = faces.of(rules).combat
    known = content.item(item.key) or item.key in content.resources
    return combat.ware(rules, item.key) if combat and not known else None


def hint_of(rules: Rules, name: str) -> str:
    """The orders that fit an item."""
    ware = _ware(rules, rules.module.content(Content), item_of(name))
    return ware.hint if ware else _EQUIP


def _icon(what: str) -> str:
    """That of its sort, or of its class if that has one."""
    sort, _, inner = what.partition(" (")
    classes = inner.rstrip(")").split(", ")
    special = next((_CLASS_ICONS[each] for each in classes if each in _CLASS_ICONS), None)
    return special or _ICONS.get(sort, _ICONS["item"])


def _unique(content: Content, item: Item, unique: Unique) -> Box:
    rows = [Row(name, text=does) for name, does in bestowed_on(content, item, unique)]
    if spell := content.spell(unique.spell):
        rows.append(Row(f"grants the spell {spell.name}"))
    note = f"{len(unique.bestowed)} of {number(unique.plus, 'enchantment')}"
    return box_of("There is one of it", "", rows or [Row("no enchantment yet", tone="faint")], note)


def _make(look: Look, about: str) -> PanelMade:
    card = card_of(look.rules, look.view, look.faction, about)
    return made_of(card, look.view, hint_of(look.rules, about), hints=_HINTS)


def _offers(asking: Asking, typed: str) -> Iterator[Offer]:
    labels = Labels(asking.view)
    for item, name in known_items(asking.rules, asking.view, asking.faction).items():
        if has(name, typed):
            yield Offer(name, labels.text_of(item, Unique.kind))


def _meant(asking: Asking, text: str | None) -> str:
    text = text or ""
    items, labels = known_items(asking.rules, asking.view, asking.faction), Labels(asking.view)
    wanted = key_of(text)
    for item, name in items.items():
        if text == labels.text_of(item, Unique.kind) or wanted == key_of(name):
            return item
    near = closest(text[:LONGEST], list(items.values()))
    hint = f"Did you mean {plain(near)}? " if near else ""
    raise Unanswered(
        f"I find no item “{plain(text[:LONGEST])}” that you know of.", f"{hint}{FROM_LIST}"
    )


PANEL: Final = Panel(
    name="item",
    help="An item: what it gives, how it is made, where yours are",
    make=_make,
    about=About("name", "Which item", _offers, _meant),
)
