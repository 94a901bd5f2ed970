"""Magic items as `/show item` tells of them: what each does, for whom, and how it is come by."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.combat import ItemInfo
from bot.faces.warmaster.battle.terms import ROLES
from bot.faces.warmaster.looks import ITEMS
from bot.faces.warmaster.terms import KINDS, armour
from bot.faces.words.text import listed, number
from engine.packs import Rules
from engine.packs.warmaster.college import level_needed
from engine.packs.warmaster.content import MagicItem, WarmasterContent

_MANY = {"chariot": "chariots", "hero": "Heroes"}


def ware_of(rules: Rules, key: str) -> ItemInfo | None:
    """A magic item by its key; None for any other thing."""
    war = rules.module.content(WarmasterContent)
    item = war.magic_items.get(key)
    if item is None:
        return None
    return ItemInfo(
        what=f"magic {item.kind}",
        gives=(item.help.rstrip("."),),
        use=tuple(_use(war, item)),
        icon=item.icon or ITEMS[item.kind],
        hint="Orders: /army equip, /army item-use",
    )


def _use(war: WarmasterContent, item: MagicItem) -> Iterator[str]:
    yield f"It is for {listed(bearers(item))}. Each carries one; of a kind one works in an army."
    yield f"It costs {cost(item)}."
    materials = listed(war.warmaster.college.materials).replace(" and ", " or ")
    yield (
        f"A college of heroic level {level_needed(war, item)} makes it of {item.highest_cost} "
        f"{materials}."
    )


def bearers(item: MagicItem, roles: tuple[str, ...] = tuple(ROLES)) -> list[str]:
    """The kinds of unit and the characters, of these roles, that may carry an item."""
    who = [_MANY.get(kind, KINDS[kind]) for kind in item.units]
    return who + [_MANY.get(role, f"{ROLES[role]}s") for role in item.roles if role in roles]


def cost(item: MagicItem) -> str:
    """What an item costs: "30 points", or by the ranks of a standard."""
    if not item.ranks:
        return number(item.cost, "point")
    ranks = (f"{rank.cost} ({_rank(rank.armour, rank.hits)})" for rank in item.ranks)
    return f"{', '.join(ranks)} points"


def _rank(armours: tuple[int, ...], hits: tuple[int, ...]) -> str:
    parts = [f"armour {'/'.join(armour(each) for each in armours)}"] if armours else []
    parts += [f"{'/'.join(map(str, hits))} hits"] if hits else []
    return " or ".join(parts)
