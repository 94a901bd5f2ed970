"""Lines about levels, and the points that characters spend."""

from collections.abc import Iterator, Sequence
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


def _levels(events: Sequence[LevelChanged], names: CohortsNames) -> Iterator[str]:
    """All who came to one level alike in a sentence."""
    alike: dict[tuple[bool, int, str], list[str]] = {}
    for event in events:
        way = event.level < event.before, event.level, _gains(event)
        alike.setdefault(way, []).append(names.show(event.name))
    for (fell, level, gains), who in alike.items():
        did = names.did("fell back", "fall back") if fell else names.did("reached", "reach")
        more = f"{gains} each" if gains and len(who) > 1 else gains
        yield f"{listed(who, most=len(who))} {did}{' to' * fell} level {level}{more}."


@LINES.of(LevelChanged, _level, together=_levels)
def _(event: LevelChanged, names: CohortsNames) -> str:
    return next(_levels([event], names))


def _gains(event: LevelChanged) -> str:
    """What a level brings, behind a comma; empty for nothing, or a level lost."""
    if event.level < event.before:
        return ""
    gains = [
        number(count, noun)
        for count, noun in (
            (event.skill_points, "skill point"),
            (event.attribute_points, "attribute point"),
            (event.talents, "talent slot"),
        )
        if count
    ]
    return f", with {listed(gains)} more" if gains else ""


@LINES.of(SkillRaised, routine("skill raised", "skills raised"))
def _(event: SkillRaised, names: CohortsNames) -> str:
    raised = f"{names.show(event.name)} {names.did('raised', 'raise')} {word(event.skill)}"
    return f"{raised} to {event.level}; {number(event.left, 'skill point')} left."


@LINES.of(AttributesRaised, routine("attribute raised", "attributes raised"))
def _(event: AttributesRaised, names: CohortsNames) -> str:
    raised = listed(f"{spelt(key)} to {value}" for key, value in event.attributes.items())
    left = number(event.left, "attribute point")
    return f"{names.show(event.name)} {names.did('raised', 'raise')} {raised}; {left} left."
