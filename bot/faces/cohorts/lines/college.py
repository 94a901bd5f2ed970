"""Lines about what is found out and enchanted, and whom churches heal."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import percent, word
from engine.packs.cohorts.characters.enchanting import EnchantedByCharacter
from engine.packs.cohorts.guilds.college import ItemResearched
from engine.packs.cohorts.guilds.enchanting import ItemsEnchanted
from engine.packs.cohorts.guilds.healing import HealedByChurch
from engine.packs.cohorts.guilds.uniques import EnchantmentBestowed, UniqueItemCreated
from engine.world import Place

LINES = Lines()


@LINES.of(ItemResearched)
def _(event: ItemResearched, names: CohortsNames) -> str:
    guild, item = _guild(event.city, event.guild, names), names.item(event.item)
    if event.found:
        return f"{guild} finds out how to make: {item}. The city knows it from now on."
    return f"{guild} does not find out how to make: {item} (the chance was {event.chance}%)."


@LINES.of(ItemsEnchanted)
def _(event: ItemsEnchanted, names: CohortsNames) -> str:
    used, made = names.items({event.item: event.used}), names.items({event.result: event.made})
    return f"{_guild(event.city, event.guild, names)} enchants {used} into {made}."


@LINES.of(EnchantedByCharacter)
def _(event: EnchantedByCharacter, names: CohortsNames) -> str:
    used, made = names.items({event.item: event.used}), names.items({event.result: event.made})
    return f"{names.show(event.name)} enchants {used} into {made}."


@LINES.of(UniqueItemCreated)
def _(event: UniqueItemCreated, names: CohortsNames) -> str:
    return (
        f"{_guild(event.city, event.guild, names)} makes {names.show(event.name)} "
        f"of {names.items({event.item: 1})}."
    )


@LINES.of(EnchantmentBestowed)
def _(event: EnchantmentBestowed, names: CohortsNames) -> str:
    what = f"the spell {word(event.spell)}" if event.spell else word(event.enchantment)
    room = f"it can bear {event.free_slots} more" if event.free_slots else "it can bear no more"
    return (
        f"{_guild(event.city, event.guild, names)} bestows {what} on {names.show(event.name)}; "
        f"{room}."
    )


@LINES.of(HealedByChurch)
def _(event: HealedByChurch, names: CohortsNames) -> str:
    left = f"{percent(event.wounds)} wounds are left" if event.wounds else "no wounds are left"
    return (
        f"The church of {names.city(event.city)} heals {names.show(event.name)} "
        f"of {percent(event.healed)}; {left}."
    )


def _guild(city: int, guild: int, names: CohortsNames) -> str:
    return f"{names.thing(Place('guild', guild))} in {names.city(city)}"
