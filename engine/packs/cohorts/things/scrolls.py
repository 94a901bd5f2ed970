"""Scrolls: written spells that can be cast once by anyone who can read them.

They are items named `scroll_of_fireball*12`, by the spell and the level at which it will be cast.
Writing them stands in `characters.scribing`, casting from them in `characters.casting`. Source:
cohorts.skill.scroll-making.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.content.item_keys import SCROLL, Item, item_of
from engine.packs.cohorts.pieces.possessions import held
from engine.world import Place, World


def scroll_of(spell: Spell, level: int) -> str:
    """The item that a scroll of a spell is which will be cast at that level, 1 to 999."""
    return str(Item(SCROLL + spell.key, quality=level))


def spell_on(content: Content, item: str) -> Spell | None:
    """The spell that is written on an item, None for what is no scroll."""
    key = item_of(item).key
    return content.spells.get(key.removeprefix(SCROLL)) if key.startswith(SCROLL) else None


def scrolls_in(world: World, content: Content, holder: Place) -> Iterator[tuple[str, Spell, int]]:
    """The scrolls that are held there, with spell and level; of a spell the highest level first."""
    for item in sorted(
        (each.item for each in held(world, holder)),
        key=lambda name: (item_of(name).key, -item_of(name).quality),
    ):
        spell = spell_on(content, item)
        if spell:
            yield item, spell, item_of(item).quality
