"""Lines about levels, and the points that characters spend."""

from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.cohorts.spelling import spelt
from bot.faces.words.news import PLAIN, News, Sign, headline, routine
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
from engine.packs.cohorts.characters.learning import AttributesRaised, SkillRaised
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.experience import LevelChanged

LEVEL: Final = Sign("⭐", "Level up", 140)

LINES = Lines()


def _level(event: LevelChanged, names: CohortsNames) -> News:
    if event.level < event.before:
        return PLAIN
    now = names.world.at(event.piece)
    if isinstance(now, Character | Unit) and now.knows("level") and now.level > event.level:
        return routine("level on the way to another", "levels on the way to others")
    return headline(LEVEL, f"{names.show(event.name)} reached level {event.level}")


@LINES.of(LevelChanged, _level)
def _(event: LevelChanged, names: CohortsNames) -> str:
    name = names.show(event.name)
    if event.level < event.before:
        return f"{name} {names.did('fell', 'fall')} back to level {event.level}."
    gains = [
        number(count, noun)
        for count, noun in (
            (event.skill_points, "skill point"),
            (event.attribute_points, "attribute point"),
            (event.talents, "talent slot"),
        )
        if count
    ]
    more = f", with {listed(gains)} more" if gains else ""
    return f"{name} {names.did('reached', 'reach')} level {event.level}{more}."


@LINES.of(SkillRaised, routine("skill raised", "skills raised"))
def _(event: SkillRaised, names: CohortsNames) -> str:
    raised = f"{names.show(event.name)} {names.did('raised', 'raise')} {word(event.skill)}"
    return f"{raised} to {event.level}; {number(event.left, 'skill point')} left."


@LINES.of(AttributesRaised, routine("attribute raised", "attributes raised"))
def _(event: AttributesRaised, names: CohortsNames) -> str:
    raised = listed(f"{spelt(key)} to {value}" for key, value in event.attributes.items())
    left = number(event.left, "attribute point")
    return f"{names.show(event.name)} {names.did('raised', 'raise')} {raised}; {left} left."
