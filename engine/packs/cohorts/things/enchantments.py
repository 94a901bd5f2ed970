"""Which enchantments an item can have and what they grant its owner.

How they become modifiers of a statistic stands in `bonuses`, who puts them on in
`guilds.college`. Sources: cohorts.table.enchantment-levels, cohorts.table.bestowed-enchantments.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.module.names import key_of
from engine.packs.cohorts.content import Armor, Content, Enchantment, Gear, Item, Weapon
from engine.packs.cohorts.content.bonus import Bonus, bonuses_of
from engine.packs.cohorts.content.enchanting import Kind
from engine.packs.cohorts.content.item_keys import Item as Type
from engine.packs.cohorts.things.uniques import Unique

LEVELS = "cohorts.table.enchantment-levels"
BESTOWED = "cohorts.table.bestowed-enchantments"


class Granted(NamedTuple):
    """One bonus that an enchantment gives."""

    bonus: Bonus
    times: int
    """How often it counts: the enchantment level of the item."""
    own: bool
    """Whether it serves only attacks with this very weapon."""
    source: str
    """What gives it, for people."""
    rule: str


def kinds(thing: Item | None) -> tuple[Kind, ...]:
    """What an item is, as enchantments distinguish items; nothing for items that can have none.

    An attack without power is none: a bow serves as a missile weapon only.
    """
    if isinstance(thing, Armor):
        return ("armor",)
    if isinstance(thing, Gear) and thing.place != "transport":
        return (thing.place,)
    if not isinstance(thing, Weapon):
        return ()
    if "shield" in thing.classes:
        return thing.sorts
    attacks: dict[Kind, int] = {"melee": thing.melee_power, "missile": thing.missile_power}
    return ("weapon", *thing.sorts, *(attack for attack, power in attacks.items() if power))


def enchantable(content: Content, item: Type) -> bool:
    """Whether an item can be raised to a higher enchantment level.

    Source: cohorts.order.college-enchant-item.
    """
    return item.standard and _any(content.enchanting.enchantable, kinds(content.item(item.key)))


def convertible(content: Content, item: Type) -> bool:
    """Whether a unique item can be made of an item, once it is enchanted.

    Source: cohorts.order.college-create-unique-item.
    """
    return item.standard and _any(content.enchanting.convertible, kinds(content.item(item.key)))


class Yield(NamedTuple):
    """What enchanting makes of items: how many are used up, how many of the next level appear."""

    used: int
    made: int


def enchanted(plus: int, number: int, most: int) -> Yield:
    """What becomes of `number` items of enchantment level `plus`.

    One of level 3 takes three of level 2, and so on; only whole sets are used. `most` is how
    many could be worked on at level 0 or 1; at a higher level it is divided by that level.
    """
    made = min(number, most // max(plus, 1)) // (plus + 1)
    return Yield(made * (plus + 1), made)


def fits(content: Content, enchantment: Enchantment, unique: Unique) -> bool:
    """Whether an enchantment can be bestowed on an item of that kind, free slot or not."""
    return not enchantment.fits or _any(enchantment.fits, kinds(content.item(unique.item)))


def enchantment_called(content: Content, name: str) -> Enchantment | None:
    """The enchantment of that name, however it is spelt, or None."""
    wanted = key_of(name)
    for enchantment in content.enchantments.values():
        if wanted in (key_of(enchantment.key), key_of(enchantment.name)):
            return enchantment
    return None


def granted(content: Content, item: Type, unique: Unique | None) -> Iterator[Granted]:
    """Every bonus of the enchantments on an item: of its level, then of what is bestowed on it."""
    thing = content.item(item.key)
    if thing and item.plus:
        of = kinds(thing)
        weapon = "weapon" in of
        for kind in of:
            for bonus in bonuses_of(content.enchanting.levels.get(kind, {})):
                source = f"{thing.name} +{item.plus}"
                yield Granted(bonus, item.plus, weapon, source, LEVELS)
    if unique is None:
        return
    for key in unique.bestowed:
        enchantment = content.enchantments[key]
        source = f"{enchantment.name} of {unique.name}"
        for bonus in bonuses_of(enchantment.modifiers):
            yield Granted(bonus, 1, bonus.target == "weapon POW", source, BESTOWED)
        if special := enchantment.special:
            bonus = Bonus(target=f"special.{special.type}", add=special.strength)
            yield Granted(bonus, 1, False, source, BESTOWED)


def _any(wanted: Collection[Kind], have: Collection[Kind]) -> bool:
    return any(kind in wanted for kind in have)
