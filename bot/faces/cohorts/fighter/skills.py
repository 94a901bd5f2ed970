"""The skills of a character: of which kind each is, how far it goes, and what raises it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.faces.words.figures import Figure, figure
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth import bonuses
from engine.packs.cohorts.worth.levels import heroic_level
from engine.packs.cohorts.worth.skills import Kind, bare, kind_of, most
from engine.world import World


@dataclass(frozen=True, slots=True)
class SkillFacts:
    """A skill that a character has or could have."""

    key: str
    name: str
    kind: Kind
    bare: int
    cap: int
    """The highest bare level that points bring it to at this level."""
    effective: int
    figure: Figure
    about: str

    @property
    def room(self) -> int:
        """How many levels points could add now."""
        return 0 if self.kind == "built-in" else max(0, self.cap - self.bare)

    @property
    def heroic(self) -> int:
        """The heroic level of the effective skill."""
        return heroic_level(self.effective)


def skill_facts(view: World, content: Content, character: Character) -> tuple[SkillFacts, ...]:
    """Every skill: those that the character has, then those it trains, then the rest."""
    found = [_skill(view, content, character, key) for key in content.skills]
    return tuple(sorted(found, key=lambda each: (not each.effective, each.kind == "untrained")))


def learned(skills: tuple[SkillFacts, ...]) -> Iterator[SkillFacts]:
    """Those that the character has."""
    return (each for each in skills if each.effective)


def _skill(view: World, content: Content, character: Character, key: str) -> SkillFacts:
    skill, kind = content.skills[key], kind_of(content, character, key)
    level = bare(content, character, key)
    effective = bonuses.skill_level(view, content, character, key)
    shown = Figure(skill.name, str(effective))
    if level:
        found = bonuses.skill(view, content, character, key)
        shown = figure(skill.name, found, "Bare", effective)
    return SkillFacts(
        key=key,
        name=skill.name,
        kind=kind,
        bare=level,
        cap=most(kind, character.level),
        effective=effective,
        figure=shown,
        about=skill.about,
    )
