"""Lines about levels, and the points that characters spend."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
from engine.packs.cohorts.characters.learning import AttributesRaised, SkillRaised
from engine.packs.cohorts.worth.experience import LevelChanged

LINES = Lines()


@LINES.of(LevelChanged)
def _(event: LevelChanged, names: CohortsNames) -> str:
    name = names.show(event.name)
    if event.level < event.before:
        return f"{name} falls back to level {event.level}."
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
    return f"{name} reaches level {event.level}{more}."


@LINES.of(SkillRaised)
def _(event: SkillRaised, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} now has {word(event.skill)} {event.level}; "
        f"{number(event.left, 'skill point')} left."
    )


@LINES.of(AttributesRaised)
def _(event: AttributesRaised, names: CohortsNames) -> str:
    raised = listed(f"{key} {value}" for key, value in event.attributes.items())
    left = number(event.left, "attribute point")
    return f"{names.show(event.name)} now has {raised}; {left} left."
