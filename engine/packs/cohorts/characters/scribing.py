"""Characters who write spells of their book on scrolls.

What a scroll is stands in `scrolls`, casting from one in `casting`. Source:
cohorts.skill.scroll-making.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import named_in
from engine.packs.cohorts.pieces.possessions import give
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.pieces.refusals import (
    no_spell,
    spell_too_high,
    too_little_mana,
    unskilled_in_spell,
)
from engine.packs.cohorts.things.scrolls import scroll_of
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.casters import caster_of, spell_called
from engine.state import State
from engine.world import World

_LEVELS_PER_SPELL_LEVEL = 5  # of scroll making, cohorts.skill.scroll-making


@facts
class ScrollWritten(Event):
    """A character wrote a spell on a scroll (cohorts.skill.scroll-making)."""

    character: int
    name: str
    item: str
    """The scroll, as possessions hold it."""
    mana: int
    """The mana it took."""


def highest(world: World, content: Content, character: Character) -> int:
    """The highest level of spells that a character can write on scrolls, 0 for none."""
    return skill_level(world, content, character, "scroll_making") // _LEVELS_PER_SPELL_LEVEL


def _writable(state: State, given: Given) -> Iterator[Choice]:
    """What stands in the book of the character named before that it can put on a scroll."""
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    if character is None or not character.knows("spells"):
        return
    most = highest(state.world, content, character)
    levels = caster_of(state.world, content, character).levels
    mana = character.mana if character.knows("mana") else 0
    written = [spell for key in character.spells if (spell := content.spells.get(key))]
    # What there is mana for comes first, and of it the greatest.
    for spell in sorted(written, key=lambda each: (each.level > mana, -each.level)):
        if spell.level <= most and levels[spell.key]:
            cast = f"cast at level {levels[spell.key]}"
            yield Choice(spell.key, f"{spell.name}, {spell.level} mana, {cast}")


class MakeScroll(CharacterAction):
    """Have a character write a spell of its book on a scroll, which others can cast once."""

    path = ("craft", "scroll")
    rule = "cohorts.skill.scroll-making"
    unforeseen: ClassVar = {"character": ("actions", "mana")}

    spell: Annotated[str, Asks("a spell of its book that it can write", _writable)] = Field(
        description="The spell, which takes as much mana as its level", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        character = acting(state, self)
        spell = spell_called(content, self.spell)
        if spell is None or spell.key not in character.spells:
            name = spell.name if spell else repr(self.spell[:40])
            yield no_spell(self.rule, character.name, name)
            return
        if not caster_of(state.world, content, character).levels[spell.key]:
            yield unskilled_in_spell(
                character.name,
                spell.name,
                "A scroll casts at its writer's level: train the skill that the spell comes from.",
            )
        if character.mana < spell.level:
            yield too_little_mana(
                self.rule,
                character.name,
                character.mana,
                f"a scroll of {spell.name}",
                spell.level,
                "Wait until it has come back.",
            )
        most = highest(state.world, content, character)
        if spell.level > most:
            yield spell_too_high(
                self.rule,
                spell,
                f"{character.name} can write spells",
                most,
                f"Scroll making must be {spell.level * _LEVELS_PER_SPELL_LEVEL} for it.",
                code="not_qualified",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        character, spell = acting(state, self), spell_called(content, self.spell)
        assert spell, "conditions have seen to it"
        if not begin(state, character, self):
            return
        now = state.world.get(Character, character.id)
        state.world.put(now.replace(mana=now.mana - spell.level))
        item = scroll_of(spell, caster_of(state.world, content, character).levels[spell.key])
        give(state.world, character.place, item, 1)
        state.emit(
            ScrollWritten(character=character.id, name=character.name, item=item, mana=spell.level)
        )
