"""Characters who still have an action after the draft, and what each could do with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.own import (
    Idea,
    OrderChoices,
    content_of,
    heroes_of,
    ideas,
    ref,
    spot,
    to_all,
    to_order,
    ways,
)
from bot.faces.cohorts.agenda.taste import HEROES, SUGGESTED
from bot.faces.cohorts.stack.idling import break_for, practice
from bot.faces.words.text import escaped
from engine.packs.cohorts.characters.practising import PracticeSkill, likeliest
from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Character, City, Stack


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each, those of the highest level first."""
    could_do = ways(desk, HEROES)
    for hero in sorted(heroes_of(desk), key=_rank):
        yield partial(_entry, desk, could_do, hero)


def _rank(hero: Character) -> tuple[int, int]:
    return -hero.level if hero.knows("level") else 0, hero.id


def _entry(desk: Desk, could_do: Sequence[OrderChoices], hero: Character) -> AgendaEntry | None:
    if hero.actions < 1:
        return None
    found = [*_serving(desk, hero), *ideas(desk, could_do, hero, hero.name)][:SUGGESTED]
    could = " · ".join(idea.words for idea in found)
    return AgendaEntry(
        text=f"**{escaped(hero.name)}** ({_who(desk, hero)}){f': {could}' if could else ''}",
        leads=(*(idea.lead for idea in found), to_all(desk, hero, hero.name)),
        unused=f"{hero.name} has not acted",
    )


def _serving(desk: Desk, hero: Character) -> Iterator[Idea]:
    """A practice that is promising, and a break that heals or restores."""
    if order := practice(desk.state, hero):
        assert isinstance(order, PracticeSkill)
        chance, skill = likeliest(desk.state, hero) or (0, None)
        words = f"practise {skill.name if skill else order.skill} ({chance}%)"
        given = {"character": ref(desk, hero), "skill": order.skill}
        yield Idea(words, to_order(PracticeSkill, f"{hero.name}: {words}", **given))
    if break_for(desk.state, hero):
        lead = to_order(TakeABreak, f"{hero.name}: take a break", character=ref(desk, hero))
        yield Idea("take a break", lead)


def _who(desk: Desk, hero: Character) -> str:
    """What it is and where."""
    content = content_of(desk)
    job = content.classes[hero.job].name.lower() if hero.job in content.classes else hero.job
    holder = desk.state.world.at(hero.holder)
    if isinstance(holder, City | Stack):
        return f"{job}, {escaped(holder.name)}"
    return f"{job}, {spot(desk, province_of(desk.state.world, hero.place))}"
