"""Obituaries: who fell, what is told of them, where the body lies, and what their death leaves."""

from collections.abc import Iterator

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import FALLEN, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
from engine.packs.cohorts.battle.fallen import CharacterFell

LINES = Lines()


def _fell(event: CharacterFell, names: CohortsNames) -> News:
    where = f" at {names.province(event.province)}" if event.province else ""
    return headline(FALLEN, names.show(event.name), where)


@LINES.of(CharacterFell, _fell)
def _(event: CharacterFell, names: CohortsNames) -> str:
    return " ".join((_life(event, names), _body(event, names), *_cities(event, names)))


def _life(event: CharacterFell, names: CohortsNames) -> str:
    who = f"{names.show(event.name)}, {word(event.race)} {word(event.job)} of level {event.level}"
    titles = [names.title(each) for each in event.titles]
    who += f" ({listed(titles)})" if titles else ""
    how = "fell in battle" if event.battle else "died"
    where = f" at {names.province(event.province)}" if event.province else ""
    return f"{who}, {how}{where}{_deeds(event)}."


def _deeds(event: CharacterFell) -> str:
    done: list[str] = []
    if fought := event.deeds.get("battle", 0):
        won = event.deeds.get("victory", 0)
        done.append(f"{number(fought, 'battle')} ({won or 'none'} won)")
    if quests := event.deeds.get("quest", 0):
        done.append(f"{number(quests, 'quest')} done")
    return f", after {listed(done)}" if done else ""


def _body(event: CharacterFell, names: CohortsNames) -> str:
    if event.body is None:
        return "The body was lost to you: whoever holds it must be beaten to recover it."
    if event.body.kind == "province":
        return (
            "The body lay in the open: `/transfer character` picks it up, a priest of the same "
            "deity may resurrect it, and `/unit bury` lays it to rest."
        )
    return (
        f"The body stayed with {names.thing(event.body)}: a priest of the same deity may "
        "resurrect it, and `/unit bury` lays it to rest."
    )


def _cities(event: CharacterFell, names: CohortsNames) -> Iterator[str]:
    if event.cities:
        cities = listed(map(names.city, event.cities))
        yield (
            f"{cities} stayed yours without a living baron: `/transfer city` gives "
            f"{'it' if len(event.cities) == 1 else 'them'} to another of your characters."
        )
