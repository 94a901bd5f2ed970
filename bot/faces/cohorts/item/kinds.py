"""What an item is, what it gives, and who may use it.

Kinds of items are no secret, so all of it is said to everybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from bot.faces.cohorts.fighter.gifts import gifts
from bot.faces.cohorts.fighter.spells import does
from bot.faces.cohorts.spelling import SHORT, spelt
from bot.faces.words.figures import effects
from bot.faces.words.text import listed
from engine.packs.cohorts.cities import making
from engine.packs.cohorts.content import Armor, Content, Gear, Mount, Potion, Weapon
from engine.packs.cohorts.content.bonus import bonuses_of
from engine.packs.cohorts.content.item_keys import Item, race_of_recruits
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.content.peoples import SIZES
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.scrolls import spell_on
from engine.packs.cohorts.worth.bonuses import modifier
from engine.packs.cohorts.worth.casters import LEVELS_PER_ITEM_SPELL
from engine.world import World

_LISTED: Final = 12
_HANDS: Final[dict[tuple[int, ...], str]] = {
    (1,): "one hand",
    (2,): "both hands",
    (1, 2): "one or both hands",
}


def what_of(content: Content, item: Item) -> str:
    """Its sort: weapon, armor, gear, mount, potion, scroll, resource, recruits."""
    match content.item(item.key):
        case Weapon() as weapon:
            sort = "shield" if "shield" in weapon.classes else "weapon"
            return f"{sort} ({', '.join(weapon.classes)})" if sort == "weapon" else sort
        case Armor():
            return "armor"
        case Gear() as gear:
            return "transport" if gear.place == "transport" else f"gear ({gear.place})"
        case Mount():
            return "war mount"
        case Potion() as potion:
            return f"potion ({potion.keyword})"
        case _:
            if race_of_recruits(item.key) in content.races:
                return "recruits"
            if spell_on(content, item.key):
                return "scroll"
            resource = content.resources.get(item.key)
            return f"resource ({resource.class_}, {resource.availability})" if resource else "item"


def gives_of(view: World, content: Content, item: Item) -> Iterator[str]:
    """What it gives; what is bestowed on a unique one is told apart from this."""
    thing = content.item(item.key)
    spell = spell_on(content, item.key)
    if spell:
        level = f" at level {item.quality}" if item.quality else ""
        yield f"casts {spell.name} once{level}: {does(spell, max(1, item.quality))}"
    if not isinstance(thing, Potion):
        yield from gifts(view, content, str(item._replace(unique=0)))
        return
    quality = max(item.quality, thing.least_quality)
    yield f"{item_name(content, view, str(Item(item.key, quality=quality)))}, quality {quality}:"
    if thing.mana:
        yield f"{thing.mana * quality} mana"
    for bonus in bonuses_of(thing.modifiers):
        said = tuple(map(spelt, effects((modifier(bonus, thing.name, "", quality),))))
        yield f"{said[0]} until the month ends"
    if thing.heals:
        yield f"heals {thing.heals * quality}% of wounds"
    if thing.shell:
        yield f"a shell of strength {thing.shell * quality}"
    if thing.cures:
        yield f"cures {', '.join(thing.cures)} below level {thing.severity * quality}"
    if thing.inflicts:
        yield f"inflicts {thing.inflicts} of level {thing.severity * quality}"
    if thing.wounds:
        yield f"{thing.wounds}% wounds to whoever drinks it"
    if thing.action_points:
        yield f"{thing.action_points} action point"
    if thing.coating:
        coat = thing.coating
        yield (
            f"on a {' or '.join(coat.classes)}: {coat.type.replace('_', ' ')} attack, damage "
            f"{coat.damage * quality}, strength {coat.value * quality}"
        )


def use_of(content: Content, item: Item) -> Iterator[str]:
    """Who may use it, where, and how."""
    match content.item(item.key):
        case Weapon() as weapon:
            yield from _wielding(content, weapon)
        case Armor():
            yield "Worn by anybody as armor."
        case Gear() as gear:
            if gear.place == "transport":
                yield "Carried among a stack's possessions; it bears what the stack carries."
            else:
                yield f"Worn by anybody: {gear.place}."
        case Mount() as mount:
            largest = SIZES.index(mount.largest_rider)
            riders = [r.plural for r in content.races.values() if SIZES.index(r.size) <= largest]
            if len(riders) == len(content.races):
                yield "Ridden by anybody."
            else:
                yield f"Ridden by nobody larger than {mount.largest_rider}: {', '.join(riders)}."
        case Potion() as potion:
            yield (
                "Put on weapons by an assassin who carries both (/covert poison-weapons)."
                if potion.coating
                else "Drunk by a character who carries it (/character drink)."
            )
        case _:
            yield from _use_of_others(content, item)


def _use_of_others(content: Content, item: Item) -> Iterator[str]:
    """What scrolls and resources are good for."""
    spell = spell_on(content, item.key)
    if spell:
        skill = spell.level * LEVELS_PER_ITEM_SPELL
        yield (
            f"Read by a character who carries it and has magic user {skill} or more "
            "(/character cast); then it is gone."
        )
    if item.key in content.resources:
        makes = [
            each.name
            for each in (*making.makeable(content), *content.potions.values())
            if item.key in _taken(each)
        ]
        if makes:
            yield f"Goes into {listed(makes, _LISTED)}."


def _taken(thing: Made | Potion) -> Iterator[str]:
    """The resources that it is made of, whatever else would do."""
    if isinstance(thing, Potion):
        yield from thing.ingredients
    else:
        yield from (each for need in thing.needs for each in need)


def _wielding(content: Content, weapon: Weapon) -> Iterator[str]:
    if "shield" in weapon.classes:
        yield "Held in the off hand by anybody; not beside a weapon for both hands."
        return
    yield f"Taken by anybody in {_HANDS[tuple(sorted(weapon.hands))]}."
    ways: dict[Literal["melee", "missile"], float] = {
        "melee": weapon.melee_damage,
        "missile": weapon.missile_damage,
    }
    for way, damage in ways.items():
        if damage:
            keys = [SHORT[key] for key in content.attack_attributes.of(weapon, way)]
            yield f"Its {way} attack goes by {' and '.join(keys) or 'no attribute'}."
