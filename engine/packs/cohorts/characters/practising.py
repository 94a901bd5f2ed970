"""Practice: a character raises a skill by itself, with some luck.

Lessons of guilds are in `guilds.teaching`, points that are spent in `learning`. Source:
cohorts.order.practice-skill.
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
from engine.packs.cohorts.content.peoples import Skill
from engine.packs.cohorts.knowledge.choices import named_in
from engine.packs.cohorts.pieces.ownership import faction_of, province_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.worth import skills
from engine.packs.cohorts.worth.chances import attempt, held
from engine.refusals import no_such
from engine.state import State
from engine.world import World


@facts
class SkillPractised(Event):
    """A character practised a skill (cohorts.order.practice-skill)."""

    character: int
    name: str
    skill: str
    chance: int
    roll: int
    succeeded: bool
    level: int
    """The bare level now."""
    mastered: bool
    """Whether it became a trained skill by that."""


def percent(world: World, content: Content, character: Character, skill: str, guild: int) -> int:
    """The chance of a practice in percent, beside an allied guild of that level, 0 for none."""
    figures = content.acting
    trained = skills.kind_of(content, character, skill) == "trained"
    each = figures.practice_trained_percent if trained else figures.practice_untrained_percent
    chance = each * (character.level - skills.bare(content, character, skill))
    if trained:
        chance += figures.practice_guild_percent * max(0, guild - character.level)
    return held(max(chance, figures.practice_least_percent))


def guild_at_hand(state: State, content: Content, character: Character) -> int:
    """The level of the best allied guild of the character's class where it is, 0 without one.

    A priest is helped only by churches of the same deity.
    """
    world, mine = state.world, faction_of(state.world, character)
    return max(
        (
            guild.level
            for city in world.by(City, "province", province_of(world, character.place))
            if city.knows("baron") and relation(world, mine, faction_of(world, city)) == "allied"
            for guild in world.by(Guild, "city", city.id)
            if content.guilds[guild.type].teaches == character.job
            and guild.deity in ("", character.deity)
        ),
        default=0,
    )


def _open(state: State, given: Given) -> Iterator[Choice]:
    """The skills that the character named before can practise, likeliest first; else all."""
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    known = character is not None and character.knows("skills")
    if character is None or not known:
        yield from (Choice(skill.key, skill.name) for skill in content.skills.values())
        return
    for chance, skill in sorted(_chances(state, character), key=lambda each: -each[0]):
        level = skills.bare(content, character, skill.key)
        yield Choice(skill.key, f"{skill.name}, level {level}, chance {chance}%")


def likeliest(state: State, character: Character) -> tuple[int, Skill] | None:
    """The skill that a practice is likeliest to raise, behind the chance in percent."""
    return max(_chances(state, character), key=lambda each: each[0], default=None)


def chance_of(state: State, character: Character, skill: Skill) -> int:
    """The chance of practising a skill where the character is, in percent."""
    content = state.module.content(Content)
    help = guild_at_hand(state, content, character)
    return percent(state.world, content, character, skill.key, help)


def _chances(state: State, character: Character) -> Iterator[tuple[int, Skill]]:
    content = state.module.content(Content)
    help = guild_at_hand(state, content, character)
    for skill in content.skills.values():
        if not any(_closed(content, character, skill.key, "")):
            yield percent(state.world, content, character, skill.key, help), skill


def _closed(content: Content, character: Character, skill: str, rule: str) -> Iterator[Refusal]:
    name = content.skills[skill].name.lower()
    if skills.bare(content, character, skill) >= character.level:
        built_in = skill in skills.built_in(content, character.job)
        yield Refusal(
            "not_allowed" if built_in else "not_qualified",
            rule,
            f"{character.name} has {name} as high as its own level."
            if not built_in
            else f"{name.capitalize()} grows with the level of a {character.job} by itself.",
            "Practise another skill.",
        )


class PracticeSkill(CharacterAction):
    """Have a character practise a skill, to raise it by a level; it may fail."""

    path = ("character", "practice-skill")
    rule = "cohorts.order.practice-skill"
    unforeseen: ClassVar = {"character": ("actions", "skills")}

    skill: Annotated[str, Asks("a skill that can be practised", _open)] = Field(
        description="The skill", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        character = acting(state, self)
        skill = skills.skill_called(content, self.skill)
        if skill is None:
            yield no_such("cohorts.skill.catalogue", "skill", self.skill, content.skills.values())
            return
        yield from _closed(content, character, skill.key, self.rule)

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        character = acting(state, self)
        skill = skills.skill_called(content, self.skill)
        assert skill, "conditions have seen to it"
        guild = guild_at_hand(state, content, character)
        chance = percent(state.world, content, character, skill.key, guild)
        if not begin(state, character, self):
            return
        tried = attempt(state, character.place, "practise", chance)
        now = state.world.get(Character, character.id)
        if tried.succeeds:
            now = _better(content, now, skill.key)
            state.world.put(now)
        state.emit(
            SkillPractised(
                character=now.id,
                name=now.name,
                skill=skill.key,
                chance=tried.chance,
                roll=tried.roll,
                succeeded=tried.succeeds,
                level=skills.bare(content, now, skill.key),
                mastered=now.practised != character.practised,
            )
        )


def _better(content: Content, character: Character, skill: str) -> Character:
    """One level more; one above what others can learn is a trained skill (cohorts.skill.kinds)."""
    kind = skills.kind_of(content, character, skill)
    better = skills.raised(character, skill)
    if better.skills[skill] > skills.most(kind, character.level):
        better = better.replace(practised=tuple(sorted((*better.practised, skill))))
    return better
