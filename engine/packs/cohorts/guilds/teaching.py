"""Guilds that teach characters the skills of their class, and train units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module.names import closest
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content, Skill
from engine.packs.cohorts.guilds.acting import (
    acting,
    away,
    friends_at,
    helpless,
    my_guild,
    my_guilds,
    spend,
    unfriendly,
)
from engine.packs.cohorts.knowledge.choices import named_in, once
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Guild, Unit
from engine.packs.cohorts.pieces.refusals import drilled_at_once
from engine.packs.cohorts.worth import skills
from engine.packs.cohorts.worth.chances import attempt, held
from engine.packs.cohorts.worth.drill import train
from engine.packs.cohorts.worth.levels import encounter_level
from engine.state import State


@facts
class CharacterTaught(Event):
    """A guild tried to teach a character (cohorts.order.guild-train-character)."""

    city: int
    guild: str
    """Its name: an ally who is told may not know the guild itself."""
    character: int
    name: str
    skill: str
    chance: int
    roll: int
    succeeded: bool
    level: int
    """The bare level of the skill now."""


def taught(content: Content, guild: Guild) -> tuple[str, ...]:
    """The skills that a guild teaches: the trained ones of its class."""
    return skills.trained(content, content.guilds[guild.type].teaches, guild.deity)


def percent(content: Content, guild: Guild, level: int) -> int:
    """The chance in percent, not yet held to 0 to 100, to teach a skill that is at that level."""
    by_difference = content.guild_rules.teaching_percent_per_difference * (guild.level - level)
    return by_difference + content.guilds[guild.type].teaching_percent * guild.level


def _lessons(state: State, given: Given) -> Iterator[Choice]:
    """What the guild named before teaches, or any guild of the player; likeliest first."""
    content = state.module.content(Content)
    pupil = named_in(state, given, "character", Character)
    lessons: list[tuple[int, Choice]] = []
    for guild, _ in my_guilds(state, given):
        for skill in taught(content, guild):
            name, chance = content.skills[skill].name, 0
            if pupil and pupil.knows("skills"):
                level = skills.bare(content, pupil, skill)
                chance = held(percent(content, guild, level))
                name = f"{name}, level {level}, chance {chance}%"
            lessons.append((chance, Choice(skill, name)))
    return once(choice for _, choice in sorted(lessons, key=lambda each: -each[0]))


GUILD = my_guild()
PUPIL = Asks(
    "a character of your faction or an ally at the guild's city",
    friends_at(Character),
    (Character.kind,),
)
LESSON = Asks("a skill that the guild teaches", _lessons)


class GuildTrainCharacter(Order):
    """Let a guild teach a character a skill of its class, to raise it by a level."""

    path = ("guild", "train-character")
    rule = "cohorts.order.guild-train-character"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",), "character": ("skills",)}

    guild: Annotated[Ref, GUILD] = Field(description="The guild that teaches")
    character: Annotated[Ref, PUPIL] = Field(description="Who is taught, in the city's province")
    skill: Annotated[str, LESSON] = Field(description="The skill, one of the guild's class")

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        guild, city = acting(state, self.guild)
        character = state.the(Character, self.character)
        skill = skills.skill_called(content, self.skill)
        yield from away(state, city, character, self.rule)
        if skill is None or skill.key not in taught(content, guild):
            yield self._not_taught(content, guild, skill)
            return
        # Before anything that tells of its skills: they are no stranger's business.
        yield from unfriendly(state, character, self.rule)
        yield from helpless(character, self.rule)
        yield from self._too_good(content, guild, character, skill)
        if guild.deity and character.deity != guild.deity:
            yield self.refusal(
                "religion",
                f"{character.name} does not worship the deity of {guild.name}.",
                "A church teaches those of its own religion; choose one of them.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        guild, character = state.the(Guild, self.guild), state.the(Character, self.character)
        skill = skills.skill_called(content, self.skill)
        assert skill, "conditions have seen to it"
        level = skills.bare(content, character, skill.key)
        chance = percent(content, guild, level)
        spend(state, guild)
        tried = attempt(state, guild.place, "teach", chance)
        if tried.succeeds:
            state.world.put(skills.raised(character, skill.key))
        state.emit(
            CharacterTaught(
                city=guild.city,
                guild=guild.name,
                character=character.id,
                name=character.name,
                skill=skill.key,
                chance=tried.chance,
                roll=tried.roll,
                succeeded=tried.succeeds,
                level=level + tried.succeeds,
            ),
            own=(faction_of(state.world, character),),
        )

    def _not_taught(self, content: Content, guild: Guild, skill: Skill | None) -> Refusal:
        lessons = [content.skills[key].name for key in taught(content, guild)]
        near = None if skill else closest(self.skill, lessons)
        what = skill.name.lower() if skill else repr(self.skill[:40])
        return self.refusal(
            "skill_not_taught",
            f"{guild.name} does not teach {what}.",
            f"Did you mean {near}?" if near else f"It teaches {', '.join(lessons).lower()}.",
        )

    def _too_good(
        self, content: Content, guild: Guild, character: Character, skill: Skill
    ) -> Iterator[Refusal]:
        """Refuses who knows more than the guild, or all that the character could learn."""
        level = skills.bare(content, character, skill.key)
        name = skill.name.lower()
        if level > guild.level:
            yield self.refusal(
                "guild_level_too_low",
                f"{character.name} has {name} {level}, more than {guild.name} with its level "
                f"of {guild.level} can teach.",
                "Raise the guild, or choose one of a higher level.",
            )
        kind = skills.kind_of(content, character, skill.key)
        if level >= skills.most(kind, character.level):
            yield Refusal(
                "skill_maximum",
                "cohorts.skill.kinds",
                f"{character.name} cannot be taught more {name}: for a {character.job} of level "
                f"{character.level} it is {kind} and ends at {skills.most(kind, character.level)}.",
                "Choose another skill, or come back with a higher level.",
            )


# ---------------------------------------------------------------- units


RECRUIT = Asks(
    "a unit or character of your faction or an ally at the guild's city",
    friends_at(Unit, Character),
    (Unit.kind, Character.kind),
)


class GuildTrainCombatUnit(Order):
    """Let a warrior guild train up to 4 military units, or up to 4 characters, for XP."""

    path = ("guild", "train-units")
    rule = "cohorts.order.guild-train-combat-unit"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",), "units": ("xp", "level")}

    guild: Annotated[Ref, my_guild("warrior")] = Field(description="The warrior guild")
    units: tuple[Annotated[Ref, RECRUIT], ...] = Field(
        description="1 to 4 of one kind, in the city's province; each further one makes it harder"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        guild, city = acting(state, self.guild, "warrior")
        yield from self._too_many(state)
        units = self._units(state)
        for unit in units:
            yield from away(state, city, unit, self.rule)
        for unit in units:
            # Before what tells of its level, which is no stranger's business.
            yield from unfriendly(state, unit, self.rule)
            yield from helpless(unit, self.rule)
            if encounter_level(unit) >= guild.level:
                yield self.refusal(
                    "guild_level_too_low",
                    f"{unit.name} has encounter level {encounter_level(unit)}, and "
                    f"{guild.name} with level {guild.level} trains lower ones alone.",
                    "Raise the guild, or choose others.",
                )
        if len({unit.kind for unit in units}) > 1:
            yield self.refusal(
                "mixed_targets",
                "Characters and military units are not trained together.",
                "Choose one or the other.",
            )

    def perform(self, state: State) -> None:
        guild = state.the(Guild, self.guild)
        spend(state, guild)
        train(state, guild.place, guild.name, guild.level, self._units(state))

    def _too_many(self, state: State) -> Iterator[Refusal]:
        most = state.module.content(Content).drill.most_targets
        if not 1 <= len(self.units) <= most or len(set(self.units)) < len(self.units):
            yield drilled_at_once(self.rule, most)

    def _units(self, state: State) -> list[Character | Unit]:
        return [state.the(Unit if ref.kind == Unit.kind else Character, ref) for ref in self.units]
