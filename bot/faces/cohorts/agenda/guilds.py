"""Guilds that still have an action after the draft, city by city."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.advised import Advised, advised, first_ideas
from bot.faces.cohorts.agenda.own import OrderChoices, cities_of, content_of, ideas, to_all, ways
from bot.faces.cohorts.agenda.taste import GUILDS
from bot.faces.words.text import escaped, number
from engine.packs.cohorts.pieces.records import City, Guild


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each city with such a guild."""
    best, could_do = advised(desk), ways(desk, GUILDS)
    return (partial(_entry, desk, best, could_do, city) for city in cities_of(desk))


def _entry(
    desk: Desk, best: Advised, could_do: Sequence[OrderChoices], city: City
) -> AgendaEntry | None:
    """Which of a city's guilds are left, and what its best one could do."""
    kinds, here = content_of(desk).guilds, desk.state.world.by(Guild, "city", city.id)
    ready = [guild for guild in here if guild.knows("actions") and guild.actions > 0]
    ready = sorted(
        (each for each in ready if each.knows("level")),
        key=lambda each: (each.place not in best, -each.level, each.id),
    )
    if not ready:
        return None
    names = [f"{kinds[guild.type].name.lower()} {guild.level}" for guild in ready]
    found = first_ideas(best, ready[0], ideas(desk, could_do, ready[0], ready[0].name))
    count = number(len(ready), "guild")
    return AgendaEntry(
        text=f"**{escaped(city.name)}**: {', '.join(map(escaped, names))}",
        leads=(
            *(idea.lead for idea in found),
            *(to_all(desk, guild, guild.name) for guild in ready),
        ),
        unused=f"{count} in {city.name} {'has' if len(ready) == 1 else 'have'} not acted",
    )
