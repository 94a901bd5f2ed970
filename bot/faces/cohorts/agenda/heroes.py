"""Characters who still have an action after the draft, and what each could do with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.advised import Advised, advised, first_ideas, idea
from bot.faces.cohorts.agenda.own import (
    Idea,
    OrderChoices,
    content_of,
    heroes_of,
    ideas,
    spot,
    to_all,
    ways,
)
from bot.faces.cohorts.agenda.taste import HEROES
from bot.faces.cohorts.stack.idling import break_for, practice
from bot.faces.words.text import escaped
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Character, City, Stack


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each, those of the highest level first."""
    best, could_do = advised(desk), ways(desk, HEROES)
    for hero in sorted(heroes_of(desk), key=_rank):
        yield partial(_entry, desk, best, could_do, hero)


def _rank(hero: Character) -> tuple[int, int]:
    return -hero.level if hero.knows("level") else 0, hero.id


def _entry(
    desk: Desk, best: Advised, could_do: Sequence[OrderChoices], hero: Character
) -> AgendaEntry | None:
    if hero.actions < 1:
        return None
    others = chain(_serving(desk, hero), ideas(desk, could_do, hero, hero.name))
    found = first_ideas(best, hero, others)
    could = " · ".join(idea.words for idea in found)
    return AgendaEntry(
        text=f"**{escaped(hero.name)}** ({_who(desk, hero)}){f': {could}' if could else ''}",
        leads=(*(idea.lead for idea in found), to_all(desk, hero, hero.name)),
        unused=f"{hero.name} has not acted",
    )


def _serving(desk: Desk, hero: Character) -> Iterator[Idea]:
    """A practice that is promising, and a break that heals or restores."""
    for order in (practice(desk.state, hero), break_for(desk.state, hero)):
        if order:
            yield idea(desk, order, hero)


def _who(desk: Desk, hero: Character) -> str:
    """What it is and where."""
    content = content_of(desk)
    job = content.classes[hero.job].name.lower() if hero.job in content.classes else hero.job
    holder = desk.state.world.at(hero.holder)
    if isinstance(holder, City | Stack):
        return f"{job}, {escaped(holder.name)}"
    return f"{job}, {spot(desk, province_of(desk.state.world, hero.place))}"
