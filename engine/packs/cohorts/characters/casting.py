"""Characters who cast spells: from their spell books, by faith, and from what they wear.

What a casting needs and does is the same for all casters and stands in `magic.casting`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.orders import Ref, Refusal, Refused
from engine.packs.cohorts.characters.acting import (
    CharacterAction,
    acting,
    commanded,
    loses_its_wits,
    pay,
)
from engine.packs.cohorts.choices import MY_HERO
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.magic.caster import Caster, caster_of, spell_called
from engine.packs.cohorts.magic.casting import Casting, CastingFailed
from engine.packs.cohorts.records import Character
from engine.state import State


class _ByCharacter(CharacterAction):
    """The parameter that people give first, since the spells to choose from depend on it."""

    character: Annotated[Ref, MY_HERO] = Field(description="Who casts")


class CharacterCastSpell(Casting, _ByCharacter):
    """Have a character cast a spell, with mana from its pool."""

    path = ("character", "cast")
    rule = "cohorts.order.character-cast-spell"
    rating = None  # how soon again is the spell's matter
    unforeseen: ClassVar = {"character": ("actions", "mana")}

    def sponsor(self, state: State) -> Character:
        content = state.module.content(Content)
        character = commanded(state, self.character)
        spell = spell_called(content, self.spell)
        levels = caster_of(state.world, content, character).levels
        if spell and levels.get(spell.key) == 0:
            raise Refused(
                Refusal(
                    "unable",
                    "cohorts.magic.caster-level",
                    f"{character.name} knows {spell.name}, but lacks the skill to cast it.",
                    "Train the skill that the spell comes from first.",
                )
            )
        return acting(state, self)

    def spend(self, state: State, caster: Caster) -> None:
        assert isinstance(caster.thing, Character)
        pay(state, caster.thing, self)

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
