"""Skills of characters: of which kind a skill is for whom, and how far its bare level may go.

What attributes, items and spells make of a bare level is not here, nor how points and practice
raise it.
"""

from __future__ import annotations

from typing import Literal

from engine.module import key_of
from engine.packs.cohorts.content import Content, Skill
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.pieces.records import Character

Kind = Literal["built-in", "trained", "untrained"]


def built_in(content: Content, job: str) -> tuple[str, ...]:
    """The skills that a class has without learning them (cohorts.class.list)."""
    return content.classes[job].built_in


def trained(content: Content, job: str, deity: str) -> tuple[str, ...]:
    """The trained skills of a class; of a priest also those of the deity (cohorts.class.priest)."""
    profession = content.classes[job]
    return tuple(dict.fromkeys(profession.trained_under(content.deities.get(deity))))


def attributes(content: Content, character: Character) -> tuple[Attribute, ...]:
    """The two attributes of a class, of a priest those of the deity (cohorts.class.list)."""
    profession = content.classes[character.job]
    if not profession.by_deity:
        return profession.attributes
    religion = content.deities.get(character.deity)
    return religion.attributes if religion else ()


def kind_of(content: Content, character: Character, skill: str) -> Kind:
    """Of which kind a skill is for a character (cohorts.skill.kinds)."""
    if skill in built_in(content, character.job):
        return "built-in"
    mine = (*trained(content, character.job, character.deity), *character.practised)
    return "trained" if skill in mine else "untrained"


def most(kind: Kind, level: int) -> int:
    """The highest bare level that learning brings to a character of that level."""
    return level // 2 if kind == "untrained" else level


def bare(content: Content, character: Character, skill: str) -> int:
    """The level of a skill before any bonus; one that is built in equals the character's level."""
    if skill in built_in(content, character.job):
        return character.level
    return character.skills.get(skill, 0)


def raised(character: Character, skill: str, levels: int = 1) -> Character:
    """The character with a skill at a higher bare level."""
    skills = {**character.skills, skill: character.skills.get(skill, 0) + levels}
    return character.replace(skills=dict(sorted(skills.items())))


def skill_called(content: Content, name: str) -> Skill | None:
    """The skill of that name or alias, however it is spelt, or None (cohorts.skill.catalogue)."""
    wanted = key_of(name)
    for skill in content.skills.values():
        if wanted in map(key_of, (skill.key, skill.name, *skill.aliases)):
            return skill
    return None
