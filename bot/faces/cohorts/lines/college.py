"""Lines about what is found out and enchanted, and whom churches heal."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import DEED, News, headline, routine, unless_vain
from bot.faces.words.telling import Lines
from bot.faces.words.text import percent, word
from engine.packs.cohorts.characters.enchanting import EnchantedByCharacter
from engine.packs.cohorts.guilds.college import ItemResearched
from engine.packs.cohorts.guilds.enchanting import ItemsEnchanted
from engine.packs.cohorts.guilds.healing import HealedByChurch
from engine.packs.cohorts.guilds.uniques import EnchantmentBestowed, UniqueItemCreated
from engine.world import Place

LINES = Lines()


@LINES.of(ItemResearched, unless_vain("found"))
def _(event: ItemResearched, names: CohortsNames) -> str:
    guild, item = _guild(event.city, event.guild, names), names.item(event.item)
    if event.found:
        found = f"{guild} {names.did('found', 'find')} out how to make {item}."
        return f"{found} The city {names.did('knew', 'know')} it from then on."
    chance = "" if names.planned else f" (the chance was {event.chance}%)"
    looked = f"{guild} {names.did('looked', 'look')} {names.in_vain()} for a way to make"
    return f"{looked} {item}{chance}."


@LINES.of(ItemsEnchanted, routine("enchantment"))
def _(event: ItemsEnchanted, names: CohortsNames) -> str:
    used, made = names.items({event.item: event.used}), names.items({event.result: event.made})
    guild = _guild(event.city, event.guild, names)
    return f"{guild} {names.did('enchanted', 'enchant')} {used} into {made}."


@LINES.of(EnchantedByCharacter, routine("enchantment"))
def _(event: EnchantedByCharacter, names: CohortsNames) -> str:
    used, made = names.items({event.item: event.used}), names.items({event.result: event.made})
    return f"{names.show(event.name)} {names.did('enchanted', 'enchant')} {used} into {made}."


def _unique(event: UniqueItemCreated, names: CohortsNames) -> News:
    return headline(DEED, f"{names.show(event.name)} was made")


@LINES.of(UniqueItemCreated, _unique)
def _(event: UniqueItemCreated, names: CohortsNames) -> str:
    made = f"{_guild(event.city, event.guild, names)} {names.did('made', 'make')}"
    return f"{made} {names.show(event.name)} of {names.items({event.item: 1})}."


@LINES.of(EnchantmentBestowed)
def _(event: EnchantmentBestowed, names: CohortsNames) -> str:
    what = f"the spell {word(event.spell)}" if event.spell else word(event.enchantment)
    room = f"with room for {event.free_slots} more" if event.free_slots else "which is full now"
    bestowed = f"{_guild(event.city, event.guild, names)} {names.did('bestowed', 'bestow')}"
    return f"{bestowed} {what} on {names.show(event.name)}, {room}."


@LINES.of(HealedByChurch, routine("healing"))
def _(event: HealedByChurch, names: CohortsNames) -> str:
    left = f"{percent(event.wounds)} wounds left" if event.wounds else "no wounds left"
    healed = f"The church of {names.city(event.city)} {names.did('healed', 'heal')}"
    return f"{healed} {names.show(event.name)} of {percent(event.healed)}, {left}."


def _guild(city: int, guild: int, names: CohortsNames) -> str:
    return f"{names.thing(Place('guild', guild))} in {names.city(city)}"
