"""How spells come into spell books: by research, and by lessons.

What guilds and characters each need for it stands with their orders.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Refusal, Refused
from engine.packs.cohorts.codes import Code
from engine.packs.cohorts.content import BookSpell, CombatSpell, Content
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.pieces.refusals import spell_too_high
from engine.packs.cohorts.worth.casters import book_spell_called, is_priest
from engine.packs.cohorts.worth.chances import attempt, held
from engine.packs.cohorts.worth.levels import heroic_level
from engine.packs.cohorts.worth.skills import bare
from engine.refusals import no_such
from engine.state import State

Student = Character | Guild
_LEVELS_PER_LESSON = 5  # of spell craft for a spell level, cohorts.skill.spell-craft


@facts
class SpellResearched(Event):
    """A guild or character looked for a spell by itself (cohorts.order.guild-research-spell)."""

    student: str
    """Its name."""
    spell: str
    chance: int
    roll: int
    learned: bool


@facts
class SpellLearned(Event):
    """A guild or character learned a spell from somebody (cohorts.skill.spell-craft)."""

    student: str
    teacher: str
    spell: str


def the_spell(state: State, name: str, code: Code) -> BookSpell:
    """The spell of that name, strategic or for combat, which can be in a book.

    Raises:
        Refused: there is none (with the code), or it is a miracle kept for deities.
    """
    content = state.module.content(Content)
    spell = book_spell_called(content, name)
    if spell is None:
        raise Refused(
            no_such(
                "cohorts.magic.spell-catalogue", "spell", name, content.book_spells().values(), code
            )
        )
    if spell.miracle:
        raise Refused(
            Refusal(
                "not_allowed",
                "cohorts.magic.spell-sources",
                f"{spell.name} is a miracle, which only deities grant.",
                "Choose a spell that can be learned.",
            )
        )
    return spell


def known(student: Student, spell: BookSpell) -> Iterator[Refusal]:
    """Refuses a spell that is in the book already."""
    if spell.key in student.spells:
        yield Refusal(
            "already_known",
            "cohorts.magic.spell-sources",
            f"{student.name} has {spell.name} already.",
            "Choose another spell.",
        )


def too_high(student: Student, spell: BookSpell, level: int, rule: str) -> Iterator[Refusal]:
    """Refuses to research above the heroic level of the skill or guild."""
    if spell.level > heroic_level(level):
        yield spell_too_high(
            rule,
            spell,
            f"{student.name} can research spells",
            heroic_level(level),
            "Choose a lower spell, or grow first; it takes five levels for each level of spells.",
            code="spell_level_too_high",
        )


def chance(content: Content, spell: BookSpell, level: int, more: int = 0) -> int:
    """The chance of research in percent at a level of skill or guild, 0 to 100.

    Sources: cohorts.order.guild-research-spell, cohorts.order.character-research-spell.
    """
    figures = content.spell_rules
    below = heroic_level(level) - spell.level
    return held(figures.research_percent + figures.research_percent_per_level * below + more)


def research(state: State, student: Student, spell: BookSpell, percent: int) -> None:
    """Try to find a spell, and write it into the book if that succeeds."""
    roll = attempt(state, student.place, "research", percent)
    if roll.succeeds:
        write(state, student, spell)
    event = SpellResearched(
        student=student.name,
        spell=spell.key,
        chance=roll.chance,
        roll=roll.roll,
        learned=roll.succeeds,
    )
    state.emit(event)


def teach(state: State, student: Student, teacher: str, spell: BookSpell, owner: int) -> None:
    """Write a spell into a book; the student's and the teacher's faction (`owner`) are told."""
    write(state, student, spell)
    event = SpellLearned(student=student.name, teacher=teacher, spell=spell.key)
    state.emit(event, own=(owner,))


def write(state: State, student: Student, spell: BookSpell) -> None:
    """Put a spell at the end of a book as it is now, and tell nobody."""
    now = state.world.get(type(student), student.id)
    state.world.put(now.replace(spells=(*now.spells, spell.key)))


def lesson(content: Content, character: Character) -> int:
    """The highest level of spells for which a character's bare spell craft suffices in a lesson.

    Source: cohorts.skill.spell-craft.
    """
    return bare(content, character, "spell_craft") // _LEVELS_PER_LESSON


def priest(content: Content, character: Character) -> Iterator[Refusal]:
    """Refuses priests, who neither learn nor teach (cohorts.magic.spell-sources)."""
    if is_priest(content, character):
        yield Refusal(
            "not_allowed",
            "cohorts.magic.spell-sources",
            f"{character.name} is a priest, and priests neither learn nor teach spells.",
            "Choose somebody of another class.",
        )


# ---------------------------------------------------------------- choices


def described(spell: BookSpell) -> str:
    """A spell for players who choose: its name, its level, and whether it is for combat."""
    combat = "combat spell of level" if isinstance(spell, CombatSpell) else "level"
    return f"{spell.name}, {combat} {spell.level}"


def _easiest(content: Content) -> list[BookSpell]:
    """The spells of books, the likeliest to be learnt first: those of a low level."""
    return sorted(content.book_spells().values(), key=lambda spell: spell.level)


def unknown_spells(parameter: str) -> Asks:
    """Asks for a spell that who was named before does not have yet."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        student = named(state, given, parameter)
        mine = student.spells if student and student.knows("spells") else ()
        for spell in _easiest(state.module.content(Content)):
            if spell.key not in mine and not spell.miracle:
                yield Choice(spell.key, described(spell))

    return Asks("a spell that is not in the book yet", choose)


def taught_spells(parameter: str, teacher: str) -> Asks:
    """Asks for a spell that the teacher named before has and the student has not."""

    def choose(state: State, given: Given) -> Iterator[Choice]:
        student, master = named(state, given, parameter), named(state, given, teacher)
        mine = student.spells if student and student.knows("spells") else ()
        theirs = master.spells if master and master.knows("spells") else None
        for spell in _easiest(state.module.content(Content)):
            taught = theirs is None or spell.key in theirs
            if taught and spell.key not in mine and not spell.miracle:
                yield Choice(spell.key, described(spell))

    return Asks("a spell of the teacher's", choose)


def named(state: State, given: Given, parameter: str) -> Student | None:
    """The guild or character that a parameter given before names, as far as it is known.

    A city stands for its mage guild.
    """
    ref = given.ref(parameter)
    found = state.world.at(ref.place) if ref else None
    if isinstance(found, City):
        return guild_of(state.world, found, "mage")
    return found if isinstance(found, Character | Guild) else None
