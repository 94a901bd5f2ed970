"""An item as a person wants to see it: what it gives, to whom, how it is made, where one's own are.

Kinds of items are no secret; of a unique item, and of whose hands hold what, a faction knows only
what its view holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from bot import faces
from bot.faces.cohorts.city.making import possible
from bot.faces.cohorts.fighter.gifts import gifts
from bot.faces.cohorts.fighter.spells import does
from bot.faces.cohorts.looks import badge_of
from bot.faces.cohorts.spelling import SHORT, spelt
from bot.faces.paint.looks import Badge
from bot.faces.words.figures import amount, effects
from bot.faces.words.text import listed, number
from engine.campaign import Now
from engine.packs import Rules
from engine.packs.cohorts.cities import making
from engine.packs.cohorts.content import Armor, Content, Gear, Mount, Potion, Weapon
from engine.packs.cohorts.content.bonus import bonuses_of
from engine.packs.cohorts.content.item_keys import Item, item_of, race_of_recruits
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.content.land import Needs
from engine.packs.cohorts.content.peoples import SIZES
from engine.packs.cohorts.movement.burden import item_weight
from engine.packs.cohorts.pieces.ownership import of_faction, province_of
from engine.packs.cohorts.pieces.records import Character, City, Possession, Province, Unit
from engine.packs.cohorts.things.enchantments import (
    convertible,
    enchantable,
    enchanted,
    granted,
    kinds,
)
from engine.packs.cohorts.things.equipment import heads
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.scrolls import spell_on
from engine.packs.cohorts.things.secrets import knows_how
from engine.packs.cohorts.things.uniques import Unique, unique_of
from engine.packs.cohorts.worth.bonuses import modifier
from engine.packs.cohorts.worth.casters import LEVELS_PER_ITEM_SPELL
from engine.world import Place, World

_LISTED: Final = 12
_HANDS: Final[dict[tuple[int, ...], str]] = {
    (1,): "one hand",
    (2,): "both hands",
    (1, 2): "one or both hands",
}


_EQUIP: Final = "Orders: /equip character, /equip unit"


@dataclass(frozen=True, slots=True)
class Stock:
    """Where some of one's own are."""

    holder: str
    count: int
    worn: bool = False
    """Whether they are worn or wielded."""


@dataclass(frozen=True, slots=True)
class Source:
    """Whether an own city could make it."""

    city: str
    most: int
    """How many with one action; 0 if none."""
    hindered: str
    knows: bool
    """Whether it knows the secret, if there is one."""


@dataclass(frozen=True, slots=True)
class UniqueFacts:
    """What sets a unique item apart."""

    slots: int
    """How many enchantments it may have."""
    bestowed: tuple[tuple[str, tuple[str, ...]], ...]
    """Each by name, with what it does."""
    spell: str


@dataclass(frozen=True, slots=True)
class ItemFacts:
    """A type of item as one faction knows it."""

    key: str
    """Of its kind."""
    name: str
    what: str
    """Its sort: weapon, armor, gear, mount, potion, scroll, resource, recruits."""
    weight: str
    gives: tuple[str, ...]
    use: tuple[str, ...]
    """Who may use it, where, and how."""
    made: tuple[tuple[str, str], ...]
    """What it takes to make it, as titles and words; empty for what nobody makes."""
    secret: int
    """The level of the secret behind it; 0 for none."""
    knowing: tuple[str, ...]
    """Own characters who know how it is made."""
    sources: tuple[Source, ...]
    """Own cities that could make it; the most first."""
    enchanting: tuple[str, ...]
    """What can be done to it by enchantment, in sentences."""
    unique: UniqueFacts | None
    stocks: tuple[Stock, ...]
    """The faction's own; the largest first."""
    turn: int
    icon: str
    """As the module has it; empty to show it by its sort."""
    badge: Badge | None
    """Of a resource."""
    hint: str
    """The orders that fit."""

    @property
    def owned(self) -> int:
        """How many the faction has."""
        return sum(each.count for each in self.stocks)


def known_items(rules: Rules, view: World, faction: int) -> dict[str, str]:
    """Every item that a faction can ask for, with its name: those it has first, then all kinds."""
    content = rules.module.content(Content)
    held = dict.fromkeys(sorted(item for item, *_ in _own(view, faction)))
    tables = (content.weapons, content.armors, content.gear, content.mounts, content.potions)
    kinds_ = dict.fromkeys(key for table in (*tables, content.resources) for key in table)
    others = dict.fromkeys(content.thing_names)
    return {key: item_name(content, view, key) for key in held | kinds_ | others}


def item_facts(rules: Rules, view: World, faction: int, name: str) -> ItemFacts:
    """What a faction knows of an item of `known_items`, on that faction's view."""
    content = rules.module.content(Content)
    item, thing = item_of(name), content.item(name)
    resource = content.resources.get(item.key)
    unique = unique_of(view, item)
    combat = faces.of(rules).combat
    ware = combat.ware(rules, item.key) if combat and not (thing or resource) else None
    # Of a unique item nobody makes a second.
    makeable = thing if isinstance(thing, Made | Potion) and not unique else None
    return ItemFacts(
        key=item.key,
        name=item_name(content, view, name),
        what=ware.what if ware else _what(content, item),
        weight=amount(item_weight(content, name)),
        gives=ware.gives if ware else tuple(_gives(view, content, item)),
        use=ware.use if ware else tuple(_use(content, item)),
        made=tuple(_made(content, makeable)) if makeable else (),
        secret=makeable.item_level if makeable else 0,
        knowing=tuple(
            each.name
            for each in view.all(Character)
            if each.knows("recipes") and item.key in each.recipes
        ),
        sources=tuple(_sources(view, content, faction, makeable)) if makeable else (),
        enchanting=tuple(_enchanting(content, item)),
        unique=_unique(content, item, unique) if unique else None,
        stocks=_stocks(view, faction, name),
        turn=view.get(Now, 1).turn,
        icon=(ware.icon if ware else thing.icon if thing else None) or "",
        badge=badge_of(content, resource.key) if resource else None,
        hint=ware.hint if ware else _EQUIP,
    )


# ---------------------------------------------------------------- what it is


def _what(content: Content, item: Item) -> str:
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


def _gives(view: World, content: Content, item: Item) -> Iterator[str]:
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


def _use(content: Content, item: Item) -> Iterator[str]:
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


# ---------------------------------------------------------------- how it is made


def _made(content: Content, thing: Made | Potion) -> Iterator[tuple[str, str]]:
    if isinstance(thing, Potion):
        brewers = [g.name.lower() for g in content.guilds.values() if thing.keyword in g.brews]
        yield "Brewed by", " or ".join(brewers) or "characters alone"
        needs = (
            f"{count} {content.resources[key].name}" for key, count in thing.ingredients.items()
        )
        yield "Takes", ", ".join(needs)
        if thing.least_quality > 1:
            yield "At least of quality", content.brewing.name_of(thing.least_quality)
        return
    works = content.improvements[thing.made_in].name
    yield "Made in", f"{works} of level {thing.level}"
    if thing.needs:
        yield "Takes", _needs(content, thing.needs)
    makes = "makes" if thing.cost == 1 else "make"
    each = f"{number(thing.cost, 'point')} {makes} {thing.yields}"
    yield "Ratio", f"{thing.cost}:{thing.yields} ({each})"
    if thing.guild:
        guild = content.guilds[thing.guild.kind].name.lower()
        yield "Guild", f"{guild} of level {thing.guild.level}"
    if thing.race:
        yield "People", f"{content.races[thing.race].plural} must live there"


def _needs(content: Content, needs: Needs) -> str:
    """Every need with its alternatives: "Iron or Mithril, any herd"."""
    names = {key: each.name for key, each in content.resources.items()}
    return ", ".join(" or ".join(names.get(each, each) for each in need) for need in needs)


def _sources(view: World, content: Content, faction: int, thing: Made | Potion) -> Iterator[Source]:
    found: list[Source] = []
    for city in view.all(City):
        if city.knows("population") and of_faction(view, city, faction):
            refusal, most = possible(view, content, city, thing)
            says = refusal.says if refusal else ""
            found.append(Source(city.name, most, says, knows_how(city, thing)))
    yield from sorted(found, key=lambda each: (-each.most, each.city))


# ---------------------------------------------------------------- enchantment


def _enchanting(content: Content, item: Item) -> Iterator[str]:
    thing = content.item(item.key)
    of = kinds(thing)
    if not of:
        return
    per_level = [
        said
        for each in granted(content, Item(item.key, plus=1), None)
        for said in map(spelt, effects((modifier(each.bonus, each.source, each.rule, each.times),)))
    ]
    if enchantable(content, item):
        used = enchanted(item.plus, item.plus + 1, (item.plus + 1) * max(item.plus, 1)).used
        yield (
            f"A college or a character skilled in it makes 1 of level +{item.plus + 1} "
            f"of {used} of this level."
        )
    if per_level:
        yield f"Each enchantment level gives {', '.join(dict.fromkeys(per_level))}."
    if item.plus and convertible(content, item):
        yield f"A college can make it unique, with up to {item.plus} bestowed enchantments."
    if not item.unique:
        names = [
            each.name
            for each in content.enchantments.values()
            if not each.fits or any(kind in each.fits for kind in of)
        ]
        if names and convertible(content, Item(item.key)):
            yield f"Once it is unique it can bear: {', '.join(names)}."


def _unique(content: Content, item: Item, unique: Unique) -> UniqueFacts:
    bestowed: list[tuple[str, tuple[str, ...]]] = []
    for key in unique.bestowed:
        alone = unique.replace(bestowed=(key,))
        gifts_ = granted(content, item._replace(plus=0), alone)
        said = tuple(
            map(spelt, effects(modifier(g.bonus, g.source, g.rule, g.times) for g in gifts_))
        )
        bestowed.append((content.enchantments[key].name, said))
    spell = content.spell(unique.spell)
    return UniqueFacts(unique.plus, tuple(bestowed), spell.name if spell else "")


# ---------------------------------------------------------------- where they are


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


def _stocks(view: World, faction: int, name: str) -> tuple[Stock, ...]:
    counts: dict[tuple[str, bool], int] = {}
    for item, place, count, worn in _own(view, faction):
        if item == name:
            holder = _holder(view, place), worn
            counts[holder] = counts.get(holder, 0) + count
    found = [Stock(holder, count, worn) for (holder, worn), count in counts.items()]
    return tuple(sorted(found, key=lambda each: (-each.count, each.holder)))


def _holder(view: World, place: Place) -> str:
    thing = view.at(place)
    province = view.find(Province, province_of(view, place))
    spot = f" {province.location}" if province else ""
    if isinstance(thing, Province):
        return f"Cache at{spot}"
    return f"{getattr(thing, 'name', place.kind)}{spot}"
