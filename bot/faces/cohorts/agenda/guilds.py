"""Guilds that still have an action after the draft, city by city."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.agenda import Desk, Entry
from bot.faces.cohorts.agenda.own import cities_of, content_of, ideas, to_all, ways
from bot.faces.cohorts.agenda.taste import GUILDS
from bot.faces.words.text import escaped, number
from engine.packs.cohorts.pieces.records import Guild


def entries(desk: Desk) -> Iterator[Entry]:
    """A line for each city with such a guild: of its best one what it could do."""
    world, kinds = desk.state.world, content_of(desk).guilds
    could_do = ways(desk, GUILDS)
    for city in cities_of(desk):
        ready = [guild for guild in world.by(Guild, "city", city.id) if guild.actions > 0]
        if not ready:
            continue
        ready.sort(key=lambda each: (-each.level, each.id))
        names = [f"{kinds[guild.type].name.lower()} {guild.level}" for guild in ready]
        best = ready[0]
        found = ideas(desk, could_do, best, best.name)
        count = number(len(ready), "guild")
        yield Entry(
            text=f"**{escaped(city.name)}**: {', '.join(map(escaped, names))}",
            leads=(
                *(idea.lead for idea in found),
                *(to_all(desk, guild, guild.name) for guild in ready),
            ),
            unused=f"{count} in {city.name} {'has' if len(ready) == 1 else 'have'} not acted",
        )
