"""Who casts: the spells a character or guild holds, at what level, with what mana, from where.

Sources: cohorts.magic.caster-level, cohorts.magic.spell-sources. Casting itself is in `casting`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.module.names import key_of
from engine.packs.cohorts.bonuses import skill_level
from engine.packs.cohorts.content import Content, Deity, Spell
from engine.packs.cohorts.items import item_of, unique_of
from engine.packs.cohorts.levels import heroic_level
from engine.packs.cohorts.ownership import faction_of, player_of, province_of
from engine.packs.cohorts.records import Character, City, Guild
from engine.state import State
from engine.world import World

_LEVELS_PER_ITEM_SPELL = 5  # of magic user, cohorts.skill.magic-user


@dataclass(frozen=True, slots=True)
class Caster:
    """A character or guild as a caster of spells."""

    thing: Character | Guild
    province: int
    player: int
    faction: int
    deity: str
    """Empty for none, as of a mage guild."""
    levels: dict[str, int]
    """The caster level for each spell that it holds, by key; 0 cannot cast."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.thing.name


def caster_of(world: World, content: Content, thing: Character | Guild) -> Caster:
    """A character or guild as a caster, whether it can act now or not."""
    if isinstance(thing, Guild):
        city = world.get(City, thing.city)
        held = dict(_of_guild(content, thing))
        player, faction = player_of(world, city), faction_of(world, city)
        return Caster(thing, city.province, player, faction, thing.deity, held)
    held: dict[str, int] = {}
    for spell, level in _of_character(world, content, thing):
        held[spell] = max(level, held.get(spell, 0))
    province = province_of(world, thing.place)
    faction = faction_of(world, thing)
    return Caster(thing, province, thing.player, faction, thing.deity, held)


def _of_guild(content: Content, guild: Guild) -> Iterator[tuple[str, int]]:
    if guild.type == "mage":
        yield from ((spell, guild.level) for spell in guild.spells)
    elif guild.type == "church":
        deity = content.deities.get(guild.deity)
        yield from ((spell, guild.level) for spell in miracles(deity, guild.level))


def _of_character(
    world: World, content: Content, character: Character
) -> Iterator[tuple[str, int]]:
    """Every spell that a character holds, once for each way in which it holds it."""

    def level(skill: int) -> int:
        return min(character.level, skill)

    craft = skill_level(world, content, character, "spell_craft")
    yield from ((spell, level(craft)) for spell in character.spells)
    faith = skill_level(world, content, character, "faith")
    for spell in miracles(content.deities.get(character.deity), faith):
        if spell in character.spells or not _written(content, character, spell):
            yield spell, level(faith)
    user = skill_level(world, content, character, "magic_user")
    for item in character.equipment.values():
        unique = unique_of(world, item_of(item))
        spell = content.spells.get(unique.spell) if unique else None
        if spell and spell.level <= highest_item_spell(user):
            yield spell.key, level(user)


def is_priest(content: Content, character: Character) -> bool:
    """Whether miracles come into a character's book, and no other spells (cohorts.skill.faith)."""
    return "faith" in content.classes[character.job].built_in


def _written(content: Content, character: Character, miracle: str) -> bool:
    """Whether a miracle came into a priest's book once; one that is not there now was dropped."""
    return is_priest(content, character) and content.spells[miracle].level <= character.miracles


def enlighten(state: State) -> None:
    """At the end of a tick: the miracles that a priest has reached are written into its book.

    Each is written once, so that one that was dropped does not return. Source: cohorts.skill.faith.
    """
    content = state.module.content(Content)
    for priest in state.world.all(Character):
        if not is_priest(content, priest):
            continue
        faith = skill_level(state.world, content, priest, "faith")
        if highest_miracle(faith) > priest.miracles:
            known = miracles(content.deities.get(priest.deity), faith)
            new = [s for s in known if not _written(content, priest, s) and s not in priest.spells]
            reached = highest_miracle(faith)
            state.world.put(priest.replace(spells=(*priest.spells, *new), miracles=reached))


def highest_miracle(faith: int) -> int:
    """The highest level of miracles for a faith or the level of a church (cohorts.skill.faith)."""
    return heroic_level(faith)


def highest_item_spell(magic_user: int) -> int:
    """The highest level of an item's spell that its bearer can cast (cohorts.skill.magic-user)."""
    return magic_user // _LEVELS_PER_ITEM_SPELL


def miracles(deity: Deity | None, faith: int) -> Iterator[str]:
    """The spells that a deity grants for so much faith, by level (cohorts.magic.deities)."""
    if deity:
        for level, spells in sorted(deity.spells.items(), key=lambda each: int(each[0])):
            if int(level) <= highest_miracle(faith):
                yield from spells


def spell_called(content: Content, name: str) -> Spell | None:
    """The spell of that name, however it is spelt, or None."""
    wanted = key_of(name)
    for spell in content.spells.values():
        if wanted in (key_of(spell.key), key_of(spell.name)):
            return spell
    return None
