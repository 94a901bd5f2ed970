"""Characters who cast spells: from their books, by faith, from what they wear, and from scrolls.

What a casting needs and does is the same for all casters and stands in `magic.casting`. Source for
scrolls: cohorts.skill.scroll-making.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module.names import key_of
from engine.orders import Ref, Refused
from engine.packs.cohorts.characters.acting import (
    CharacterAction,
    commanded,
    loses_its_wits,
    pay,
    ready,
)
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.content.item_keys import SCROLL, item_of
from engine.packs.cohorts.knowledge.choices import MY_HERO
from engine.packs.cohorts.magic.casting import Casting, CastingFailed
from engine.packs.cohorts.pieces.possessions import take
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.pieces.refusals import not_carried, spell_too_high, unskilled_in_spell
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.scrolls import scrolls_in, spell_on
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.casters import Caster, caster_of, highest_item_spell, spell_called
from engine.state import State

SCROLLS = "cohorts.skill.scroll-making"


@facts
class ScrollUsed(Event):
    """A character cast from a scroll, which is gone (cohorts.skill.scroll-making)."""

    character: int
    name: str
    item: str
    """The scroll, as possessions held it."""


class _ByCharacter(CharacterAction):
    """The parameter that people give first, since the spells to choose from depend on it."""

    character: Annotated[Ref, MY_HERO] = Field(description="Who casts")


class CharacterCastSpell(Casting, _ByCharacter):
    """Have a character cast a spell that it holds, or one from a scroll that it carries."""

    path = ("character", "cast")
    rule = "cohorts.order.character-cast-spell"
    rating = None  # how soon again is the spell's matter
    unforeseen: ClassVar = {"character": ("actions", "mana")}

    def caster(self, state: State) -> Caster:
        """The character, able to act, with an action left and the skill for the spell.

        Raises:
            Refused: the player does not control it, or it cannot cast this now.
        """
        content = state.module.content(Content)
        character = commanded(state, self.character)
        spell = spell_called(content, self.spell)
        caster = caster_of(state.world, content, character)
        if spell and caster.levels.get(spell.key) == 0:
            raise Refused(
                unskilled_in_spell(
                    caster.name, spell.name, "Train the skill that the spell comes from first."
                )
            )
        ready(state, character, self)
        return caster

    def held(self, state: State, caster: Caster) -> tuple[Spell, int]:
        """The spell and its level; on a scroll the writer's, whatever the reader's is.

        Raises:
            Refused: it does not carry the scroll, or cannot read one of that level.
        """
        content = state.module.content(Content)
        scroll = self._scroll(state, caster)
        spell = spell_on(content, scroll or self.spell)
        if spell is None:
            return super().held(state, caster)
        if not scroll:
            raise Refused(
                not_carried(SCROLLS, caster.name, item_name(content, state.world, self.spell))
            )
        assert isinstance(caster.thing, Character)
        most = highest_item_spell(skill_level(state.world, content, caster.thing, "magic_user"))
        if spell.level > most:
            raise Refused(
                spell_too_high(
                    SCROLLS,
                    spell,
                    f"{caster.name} can read scrolls",
                    most,
                    "Every five levels of magic user are a spell level; let another read it.",
                    code="not_known",
                )
            )
        return spell, item_of(scroll).quality

    def _scroll(self, state: State, caster: Caster) -> str:
        """The scroll that the order names, of several the best; empty if none is carried."""
        content, wanted = state.module.content(Content), key_of(self.spell)
        if not wanted.startswith(key_of(SCROLL)):  # as every name of every scroll does
            return ""
        for item, spell, _ in scrolls_in(state.world, content, caster.thing.place):
            names = (item, item_name(content, state.world, item), f"{SCROLL}{spell.name}")
            if wanted in map(key_of, names):
                return item
        return ""

    def spend(self, state: State, caster: Caster) -> None:
        assert isinstance(caster.thing, Character)
        pay(state, caster.thing, self)
        scroll = self._scroll(state, caster)
        if scroll:
            take(state.world, caster.thing.place, scroll, 1)
            event = ScrollUsed(character=caster.thing.id, name=caster.name, item=scroll)
            state.emit(event)

    def distracted(self, state: State, caster: Caster, spell: Spell) -> bool:
        """Whether an insane character fails at its action (cohorts.status.insane)."""
        assert isinstance(caster.thing, Character)
        lost = loses_its_wits(state, caster.thing)
        if lost:
            event = CastingFailed(
                character=caster.thing.id, name=caster.thing.name, spell=spell.key
            )
            state.emit(event)
        return lost
