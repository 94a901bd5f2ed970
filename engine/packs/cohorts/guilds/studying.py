"""Mage guilds that add to their spell books: by research, and by lessons of characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.orders import Asks, Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.acting import (
    acting,
    away,
    friends_at,
    helpless,
    my_guild,
    spend,
    unfriendly,
)
from engine.packs.cohorts.magic import studying
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.pieces.refusals import no_spell
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State

_TEACHER = Asks(
    "a character of a friend, where the guild is", friends_at(Character), ("character",)
)


class GuildResearchSpell(Order):
    """Have a mage guild look for a new spell; it may fail."""

    path = ("guild", "research-spell")
    rule = "cohorts.order.guild-research-spell"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions", "spells")}

    guild: Annotated[Ref, my_guild("mage")] = Field(description="The mage guild that researches")
    spell: Annotated[str, studying.unknown_spells("guild")] = Field(
        description="The spell", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        guild, _ = acting(state, self.guild, "mage")
        spell = studying.the_spell(state, self.spell, "spell_unknown")
        yield from studying.too_high(guild, spell, guild.level, self.rule)
        yield from studying.known(guild, spell)

    def perform(self, state: State) -> None:
        guild, _ = acting(state, self.guild, "mage")
        spell = studying.the_spell(state, self.spell, "spell_unknown")
        content = state.module.content(Content)
        studying.research(
            state,
            spend(state, guild),
            spell,
            studying.chance(content, spell, guild.level),
        )


class GuildLearnSpellFromCharacter(Order):
    """Have a mage guild learn a spell from a character in its province."""

    path = ("guild", "learn-spell")
    rule = "cohorts.order.guild-learn-spell-from-character"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions", "spells")}

    guild: Annotated[Ref, my_guild("mage")] = Field(description="The mage guild that learns")
    character: Annotated[Ref, _TEACHER] = Field(description="Who teaches")
    spell: Annotated[str, studying.taught_spells("guild", "character")] = Field(
        description="The spell", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        guild, city = acting(state, self.guild, "mage")
        content = state.module.content(Content)
        teacher = state.the(Character, self.character)
        spell = studying.the_spell(state, self.spell, "spell_unknown")
        yield from away(state, city, teacher, self.rule)
        yield from unfriendly(state, teacher, self.rule)
        yield from helpless(teacher, self.rule)
        yield from studying.priest(content, teacher)
        if spell.level > max(heroic_level(guild.level), studying.lesson(content, teacher)):
            yield self.refusal(
                "not_qualified",
                f"{spell.name} is of level {spell.level}: too high for {guild.name}, and for the "
                f"spell craft of {teacher.name} as well.",
                "Choose a lower spell, or a teacher with more spell craft.",
            )
        if spell.key not in teacher.spells:
            yield no_spell(
                self.rule, teacher.name, spell.name, "Choose a spell of the teacher's spell book."
            )
        yield from studying.known(guild, spell)

    def perform(self, state: State) -> None:
        guild, _ = acting(state, self.guild, "mage")
        teacher = state.the(Character, self.character)
        spell = studying.the_spell(state, self.spell, "spell_unknown")
        owner = faction_of(state.world, teacher)
        studying.teach(state, spend(state, guild), teacher.name, spell, owner)
