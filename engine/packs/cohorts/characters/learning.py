"""Spending the points that come with a new level, on skills and on attributes.

How points are got is in `experience`; practice stands with the characters' actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.characters.acting import commanded
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import my_people, named_in
from engine.packs.cohorts.pieces.control import controls
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.worth import skills
from engine.refusals import no_such
from engine.state import State

ATTRIBUTES: Final = {
    "strength": "STR",
    "dexterity": "DEX",
    "constitution": "CON",
    "intelligence": "INT",
    "wisdom": "WIS",
    "charisma": "CHA",
}
Points = Annotated[int, Field(ge=0)]


@facts
class SkillRaised(Event):
    """A character raised a skill with points (cohorts.xp.spend-skill-points)."""

    character: int
    name: str
    skill: str
    level: int
    """The bare level now."""
    left: int
    """The skill points left."""


@facts
class AttributesRaised(Event):
    """A character raised attributes with points (cohorts.xp.spend-attribute-points)."""

    character: int
    name: str
    attributes: dict[str, int]
    """Those that were raised, as they are now."""
    left: int
    """The attribute points left."""


# ---------------------------------------------------------------- choices


def _with_points(field: str) -> Asks:
    """The player's characters who have points of a kind to spend."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        for character in my_people(state, Character):
            points = getattr(character, field)
            if points:
                text = f"{character.name}, {points} point{'s' * (points != 1)}"
                yield Choice.of(character, text)

    return Asks("a character of yours with points to spend", choose, (Character.kind,))


def _open_skills(state: State, given: Given) -> Iterator[Choice]:
    """The skills that the character named before can raise, else all there are."""
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    for skill in content.skills.values():
        if character is None:
            yield Choice(skill.key, skill.name)
        elif controls(state, character) and _room(content, character, skill.key) > 0:
            level = skills.bare(content, character, skill.key)
            yield Choice(skill.key, f"{skill.name}, level {level}")


SKILL = Asks("a skill that can be raised", _open_skills)


# ---------------------------------------------------------------- orders


class SpendSkillPoints(Order):
    """Raise a skill of a character with skill points; what goes beyond its cap is kept."""

    path = ("spend", "skill-points")
    rule = "cohorts.xp.spend-skill-points"
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("skills", "skill_points")}

    character: Annotated[Ref, _with_points("skill_points")] = Field(description="Who learns")
    skill: Annotated[str, SKILL] = Field(description="The skill")
    points: Annotated[int, Field(ge=1)] = Field(default=1, description="How many points")

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        character = commanded(state, self.character)
        yield from _too_few(character.name, character.skill_points, self.points, self.rule)
        skill = skills.skill_called(content, self.skill)
        if skill is None:
            yield no_such("cohorts.skill.catalogue", "skill", self.skill, content.skills.values())
        elif _room(content, character, skill.key) < 1:
            kind = skills.kind_of(content, character, skill.key)
            yield Refusal(
                "skill_maximum",
                "cohorts.skill.kinds",
                f"{skill.name} of {character.name} is {kind} and ends at "
                f"{skills.most(kind, character.level)}; it cannot be raised with points now.",
                "Spend them on another skill, or keep them; they are not lost.",
            )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        character = state.the(Character, self.character)
        skill = skills.skill_called(content, self.skill)
        assert skill, "conditions have seen to it"
        spent = min(self.points, _room(content, character, skill.key))
        raised = skills.raised(character, skill.key, spent)
        left = character.skill_points - spent
        state.world.put(raised.replace(skill_points=left))
        state.emit(
            SkillRaised(
                character=character.id,
                name=character.name,
                skill=skill.key,
                level=raised.skills[skill.key],
                left=left,
            )
        )


class SpendAttributePoints(Order):
    """Raise attributes of a character with attribute points, one point each."""

    path = ("spend", "attribute-points")
    rule = "cohorts.xp.spend-attribute-points"
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("attributes", "attribute_points")}

    character: Annotated[Ref, _with_points("attribute_points")] = Field(description="Whose")
    strength: Points = Field(default=0, description="Points for strength")
    dexterity: Points = Field(default=0, description="Points for dexterity")
    constitution: Points = Field(default=0, description="Points for constitution")
    intelligence: Points = Field(default=0, description="Points for intelligence")
    wisdom: Points = Field(default=0, description="Points for wisdom")
    charisma: Points = Field(default=0, description="Points for charisma")

    def conditions(self, state: State) -> Iterator[Refusal]:
        character = commanded(state, self.character)
        wanted = sum(self._spent().values())
        if not wanted:
            yield self.refusal(
                "zero_result",
                "No point is given to any attribute.",
                "Say how many points go to which.",
            )
        yield from _too_few(character.name, character.attribute_points, wanted, self.rule)

    def perform(self, state: State) -> None:
        character = state.the(Character, self.character)
        spent = self._spent()
        raised = {key: character.attributes[key] + points for key, points in spent.items()}
        left = character.attribute_points - sum(spent.values())
        state.world.put(
            character.replace(
                attributes=dict(sorted({**character.attributes, **raised}.items())),
                attribute_points=left,
            )
        )
        state.emit(
            AttributesRaised(
                character=character.id, name=character.name, attributes=raised, left=left
            )
        )

    def _spent(self) -> dict[str, int]:
        """The points by attribute, in the order of the sheet."""
        wanted: dict[str, int] = {key: getattr(self, name) for name, key in ATTRIBUTES.items()}
        return {key: points for key, points in wanted.items() if points}


# ---------------------------------------------------------------- conditions


def _room(content: Content, character: Character, skill: str) -> int:
    """How far points can raise a skill yet; nothing if practice lifted it above its cap."""
    kind = skills.kind_of(content, character, skill)
    return skills.most(kind, character.level) - skills.bare(content, character, skill)


def _too_few(name: str, points: int, wanted: int, rule: str) -> Iterator[Refusal]:
    if points < wanted:
        yield Refusal(
            "missing",
            rule,
            f"{name} has {points} points to spend, not {wanted}.",
            "Spend fewer; new points come with every new level.",
        )
