"""Who casts: the spells a character or guild holds, at what level, with what mana, from where.

Sources: cohorts.magic.caster-level, cohorts.magic.spell-sources. Casting itself is in `casting`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from engine.module.names import key_of
from engine.module.sections import Named
from engine.packs.cohorts.content import BookSpell, CombatSpell, Content, Deity, Spell
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.content.items import Equipment
from engine.packs.cohorts.pieces.ownership import faction_of, player_of, province_of
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.things.uniques import unique_of
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State
from engine.world import World

S = TypeVar("S", bound=Named)
LEVELS_PER_ITEM_SPELL = 5
"""Of magic user, for each level of the spells of items (cohorts.skill.magic-user)."""


@dataclass(frozen=True, slots=True)
class Caster:
    """A character or guild as a caster of spells."""

    thing: Character | Guild
    province: int
    player: int
    faction: int
    deity: str
    """Empty for none, as for a mage guild."""
    levels: dict[str, int]
    """The caster level for each strategic spell that it holds, by key; 0 cannot cast."""
    combat: dict[str, int]
    """The same for combat spells."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.thing.name


def caster_of(world: World, content: Content, thing: Character | Guild) -> Caster:
    """A character or guild as a caster, whether it can act now or not."""
    return world.recall(thing, "caster", lambda: _caster_of(world, content, thing))


def _caster_of(world: World, content: Content, thing: Character | Guild) -> Caster:
    if isinstance(thing, Guild):
        city = world.get(City, thing.city)
        held = dict(_of_guild(content, thing))
        player, faction = player_of(world, city), faction_of(world, city)
        return _caster(content, thing, city.province, player, faction, held)
    held: dict[str, int] = {}
    for spell, level in _of_character(world, content, thing):
        held[spell] = max(level, held.get(spell, 0))
    province = province_of(world, thing.place)
    faction = faction_of(world, thing)
    return _caster(content, thing, province, thing.player, faction, held)


def _caster(
    content: Content,
    thing: Character | Guild,
    province: int,
    player: int,
    faction: int,
    held: dict[str, int],
) -> Caster:
    spells, combat = (
        {key: level for key, level in held.items() if key in table}
        for table in (content.spells, content.combat_spells)
    )
    return Caster(thing, province, player, faction, thing.deity, spells, combat)


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
    items = character.equipment.values()
    imbued = [spell for item in items for spell in _imbued(world, content, item)]
    if imbued:
        user = skill_level(world, content, character, "magic_user")
        for spell in imbued:
            if spell.level <= highest_item_spell(user):
                yield spell.key, level(user)


def _imbued(world: World, content: Content, name: str) -> Iterator[BookSpell]:
    """The spells on an item: those of its kind, and the one that a unique item grants.

    Source: cohorts.item.equipment-characteristics.
    """
    thing, unique = content.item(name), unique_of(world, item_of(name))
    keys = thing.spells if isinstance(thing, Equipment) else ()
    for key in (*keys, unique.spell) if unique else keys:
        spell = content.spell(key)
        if spell:
            yield spell


def is_priest(content: Content, character: Character) -> bool:
    """Whether miracles come into a character's book, and no other spells (cohorts.skill.faith)."""
    return "faith" in content.classes[character.job].built_in


def _written(content: Content, character: Character, miracle: str) -> bool:
    """Whether a miracle came into a priest's book once; one that is not there now was dropped."""
    spell = content.spell(miracle)
    return spell is not None and is_priest(content, character) and spell.level <= character.miracles


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
    return magic_user // LEVELS_PER_ITEM_SPELL


def miracles(deity: Deity | None, faith: int) -> Iterator[str]:
    """The spells that a deity grants for that much faith, by level (cohorts.magic.deities)."""
    if deity:
        for level, spells in sorted(deity.spells.items(), key=lambda each: int(each[0])):
            if int(level) <= highest_miracle(faith):
                yield from spells


def spell_called(content: Content, name: str) -> Spell | None:
    """The strategic spell of that name, however it is spelt, or None."""
    return _called(content.spells, name)


def combat_spell_called(content: Content, name: str) -> CombatSpell | None:
    """The combat spell of that name, however it is spelt, or None."""
    return _called(content.combat_spells, name)


def book_spell_called(
    content: Content, name: str, book: Collection[str] | None = None
) -> BookSpell | None:
    """The spell of that name in a spell book, or of all that may stand in one; or None.

    Where a strategic and a combat spell are called alike it is the strategic one, unless that is
    not in the book.
    """
    found = (spell_called(content, name), combat_spell_called(content, name))
    return next((each for each in found if each and (book is None or each.key in book)), None)


def _called(spells: Mapping[str, S], name: str) -> S | None:
    if name in spells:
        return spells[name]
    wanted = key_of(name)
    for spell in spells.values():
        if wanted in (key_of(spell.key), key_of(spell.name)):
            return spell
    return None
