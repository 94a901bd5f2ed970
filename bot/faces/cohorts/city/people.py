"""The people of a city on its panel: race by race, and the recruits."""

from __future__ import annotations

from typing import Final

from bot.faces.cards.card import Row
from bot.faces.cohorts.looks import PERSON, looks_of
from engine.packs.cohorts.cities.acting import room
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.pieces.people import added, everyone, growth, recruits
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import City
from engine.world import World

_BARS: Final = 8
"""Races that are drawn with bars; of more there is no room for them."""


def people_rows(
    view: World, content: Content, city: City
) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Every race with its next month, and the recruits.

    Under siege nobody grows (cohorts.order.siege-effects).
    """
    looks, every = looks_of(content), everyone(city)
    percents = {race.key: race.growth for race in content.races.values()}
    more = growth(city.population, percents, room(view, content, city))
    levy = recruits(content, added(city.population, more))  # they are raised after the growth
    if city.besieged:
        more, levy = {}, {}
    waiting = {race_of_recruits(each.item): each.count for each in held(view, city.place)}
    most = max(every.values(), default=1)
    people: list[Row] = []
    raised: list[Row] = []
    races = sorted(every, key=lambda race: (-every[race], race))
    for race in dict.fromkeys([*races, *sorted(filter(None, waiting))]):
        name, icon = content.races[race].plural, looks.icon("races", race, PERSON)
        free, slaves = city.population.get(race, 0), city.slaves.get(race, 0)
        notes = [f"+{more[race]:,} a month" if more.get(race) else ""]
        notes += [f"and {slaves:,} slaves" if free else "slaves"] if slaves else []
        if free or slaves:
            bars = len(races) <= _BARS
            people.append(
                Row(
                    name,
                    f"{free or slaves:,}",
                    ", ".join(filter(None, notes)),
                    (free + slaves) / most if bars else None,
                    "" if free else "faint",
                    icon,
                    hatched=slaves / most if bars else 0.0,
                )
            )
        if waiting.get(race) or levy.get(race):
            coming = f"+{levy[race]:,} next month" if levy.get(race) else ""
            raised.append(Row(name, f"{waiting.get(race, 0):,}", coming, icon=icon))
    return tuple(people) or (Row("Nobody lives here", tone="faint"),), tuple(raised)
