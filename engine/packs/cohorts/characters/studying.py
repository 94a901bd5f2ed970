"""Characters who add to their spell books, by research and by lessons, or strike a spell out.

How guilds do so is in `guilds.studying`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import NotKnown, facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import BookSpell, Content
from engine.packs.cohorts.knowledge.choices import MY_HERO
from engine.packs.cohorts.magic import studying
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.ownership import faction_of, province_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.pieces.refusals import no_friend, no_spell
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.casters import book_spell_called
from engine.packs.cohorts.worth.levels import heroic_level
from engine.refusals import FROM_LIST
from engine.state import State

_CRAFT = "spell_craft"
_TEACHERS = "Choose a spell of the teacher's."


@facts
class SpellDropped(Event):
    """A character struck a spell out of its book (cohorts.order.drop-spell)."""

    character: int
    name: str
    spell: str


def _friends(state: State, given: Given) -> Iterator[Choice]:
    """Characters of the faction and its allies where the student named before is.

    Who is known to have most spells that the student lacks comes first.
    """
    student = studying.named(state, given, "character")
    spot = province_of(state.world, student.place) if student else 0
    mine = student.spells if student and student.knows("spells") else ()
    found: list[tuple[int, Character]] = []
    for other in state.world.all(Character):
        if other is student or not other.knows("holder"):
            continue
        if _allied(state, other) and spot in (0, province_of(state.world, other.holder)):
            spells = other.spells if other.knows("spells") else ()
            found.append((sum(spell not in mine for spell in spells), other))
    for new, other in sorted(found, key=lambda each: -each[0]):
        more = f", {new} new spell{'s' * (new != 1)}" if new and student else ""
        yield Choice.of(other, f"{other.name}{more}")


def _cities(state: State, given: Given) -> Iterator[Choice]:
    """Cities of the faction and its allies where the student named before is."""
    student = studying.named(state, given, "character")
    spot = province_of(state.world, student.place) if student else 0
    for city in state.world.all(City):
        if city.knows("baron") and _allied(state, city) and spot in (0, city.province):
            yield Choice.of(city, city.name)


def _allied(state: State, thing: Character | City) -> bool:
    return relation(state.world, state.me.faction, faction_of(state.world, thing)) == "allied"


_TEACHER = Asks("a character of a friend who is there too", _friends, (Character.kind,))
_CITY = Asks("a city of a friend, with a mage guild", _cities, (City.kind,))


# ---------------------------------------------------------------- research


class CharacterResearchSpell(CharacterAction):
    """Have a character look for a new spell; it may fail."""

    path = ("character", "research-spell")
    rule = "cohorts.order.character-research-spell"
    unforeseen: ClassVar = {"character": ("actions", "spells")}

    character: Annotated[Ref, MY_HERO] = Field(description="Who researches")
    spell: Annotated[str, studying.unknown_spells("character")] = Field(
        description="The spell", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        student = acting(state, self)
        spell = studying.the_spell(state, self.spell, "bad_target")
        yield from studying.priest(content, student)
        yield from studying.known(student, spell)
        craft = skill_level(state.world, content, student, _CRAFT)
        yield from studying.too_high(student, spell, craft, self.rule)

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        student = acting(state, self)
        spell = studying.the_spell(state, self.spell, "bad_target")
        craft = skill_level(state.world, content, student, _CRAFT)
        more = max(0, _library(state, student) - craft)
        if begin(state, student, self):
            studying.research(state, student, spell, studying.chance(content, spell, craft, more))


def _library(state: State, student: Character) -> int:
    """The highest level of a mage guild in an allied city where the character is, 0 for none."""
    spot = province_of(state.world, student.place)
    return max(
        (
            guild.level
            for city in state.world.by(City, "province", spot)
            if city.knows("baron") and _allied(state, city)
            for guild in state.world.by(Guild, "city", city.id)
            if guild.type == "mage"
        ),
        default=0,
    )


# ---------------------------------------------------------------- lessons


class LearnSpellFromGuild(CharacterAction):
    """Have a character learn a spell from the mage guild of a friend's city in its province."""

    path = ("character", "learn-from-guild")
    rule = "cohorts.order.learn-spell-from-guild"
    unforeseen: ClassVar = {"character": ("actions", "spells")}

    character: Annotated[Ref, MY_HERO] = Field(description="Who learns")
    city: Annotated[Ref, _CITY] = Field(description="The city whose mage guild teaches")
    spell: Annotated[str, studying.taught_spells("character", "city")] = Field(
        description="The spell", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        student = acting(state, self)
        city = state.the(City, self.city)
        spell = studying.the_spell(state, self.spell, "bad_target")
        if not _allied(state, city):
            yield no_friend(self.rule, city.name)
        if province_of(state.world, student.place) != city.province:
            yield _elsewhere(self.rule, student.name, city.name)
        yield from studying.priest(content, student)
        guild = _teaching(state, city)
        if guild is None:
            yield self.refusal(
                "guild_missing",
                f"{city.name} has no mage guild.",
                "Learn where there is one, or from a character.",
            )
            return
        if spell.key not in guild.spells:
            yield no_spell(self.rule, guild.name, spell.name, _TEACHERS)
        yield from studying.known(student, spell)
        if spell.level > max(heroic_level(guild.level), studying.lesson(content, student)):
            yield _unqualified(self.rule, spell.name, spell.level)

    def perform(self, state: State) -> None:
        student = acting(state, self)
        city = state.the(City, self.city)
        guild = _teaching(state, city)
        assert guild, "conditions have seen to it"
        spell = studying.the_spell(state, self.spell, "bad_target")
        owner = faction_of(state.world, city)
        if begin(state, student, self):
            studying.teach(state, student, guild.name, spell, owner)


def _teaching(state: State, city: City) -> Guild | None:
    """The city's mage guild; what an ally has, a plan cannot know."""
    guild = guild_of(state.world, city, "mage")
    if guild is None and state.planning and faction_of(state.world, city) != state.me.faction:
        raise NotKnown("which guilds the city has")
    return guild


class CharacterLearnSpellFromCharacter(CharacterAction):
    """Have a character learn a spell from another one in the same province."""

    path = ("character", "learn-from")
    rule = "cohorts.order.character-learn-spell-from-character"
    unforeseen: ClassVar = {"character": ("actions", "spells")}

    character: Annotated[Ref, MY_HERO] = Field(description="Who learns")
    teacher: Annotated[Ref, _TEACHER] = Field(description="Who teaches")
    spell: Annotated[str, studying.taught_spells("character", "teacher")] = Field(
        description="The spell", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        student = acting(state, self)
        teacher = state.the(Character, self.teacher)
        spell = studying.the_spell(state, self.spell, "bad_target")
        if not _allied(state, teacher):
            yield no_friend(self.rule, teacher.name)
        spots = [province_of(state.world, each.holder) for each in (student, teacher)]
        away = spots[0] != spots[1] or teacher.id == student.id
        if away or teacher.dead or teacher.captor:
            yield _elsewhere(self.rule, student.name, teacher.name)
        for each in (student, teacher):
            yield from studying.priest(content, each)
        if spell.key not in teacher.spells:
            yield no_spell(self.rule, teacher.name, spell.name, _TEACHERS)
        yield from studying.known(student, spell)
        if spell.level > max(studying.lesson(content, student), studying.lesson(content, teacher)):
            yield _unqualified(self.rule, spell.name, spell.level)

    def perform(self, state: State) -> None:
        student = acting(state, self)
        teacher = state.the(Character, self.teacher)
        spell = studying.the_spell(state, self.spell, "bad_target")
        owner = faction_of(state.world, teacher)
        if begin(state, student, self):
            studying.teach(state, student, teacher.name, spell, owner)


def _elsewhere(rule: str, student: str, teacher: str) -> Refusal:
    return Refusal(
        "not_here",
        rule,
        f"{teacher} is not at hand to teach {student}: alive, free and in the same province.",
        "Bring them together first.",
    )


def _unqualified(rule: str, spell: str, level: int) -> Refusal:
    return Refusal(
        "not_qualified",
        rule,
        f"{spell} is of level {level}, and neither teacher nor student is far enough for it.",
        "A lesson takes five levels of spell craft, or of the guild, for each level of the spell.",
    )


# ---------------------------------------------------------------- dropping


def _own_spells(state: State, given: Given) -> Iterator[Choice]:
    student = studying.named(state, given, "character")
    if isinstance(student, Character) and student.knows("spells"):
        for key in student.spells:
            spell = state.module.content(Content).spell(key)
            if spell:
                yield Choice(key, studying.described(spell))


class DropSpell(Order):
    """Strike a spell out of a character's spell book."""

    path = ("character", "drop-spell")
    rule = "cohorts.order.drop-spell"
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("spells",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Whose spell book")
    spell: Annotated[str, Asks("a spell of its book", _own_spells)] = Field(
        description="The spell", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        character = state.the(Character, self.character)
        yield from not_controlled(state, character, self.rule)
        if self._spell(state, character) is None:
            yield no_spell(self.rule, character.name, repr(self.spell[:40]), FROM_LIST)

    def perform(self, state: State) -> None:
        character = state.the(Character, self.character)
        spell = self._spell(state, character)
        assert spell, "conditions have seen to it"
        left = tuple(key for key in character.spells if key != spell.key)
        loaded = {p: each for p, each in character.loaded.items() if each.spell != spell.key}
        state.world.put(character.replace(spells=left, loaded=loaded))
        state.emit(SpellDropped(character=character.id, name=character.name, spell=spell.key))

    def _spell(self, state: State, character: Character) -> BookSpell | None:
        return book_spell_called(state.module.content(Content), self.spell, character.spells)
