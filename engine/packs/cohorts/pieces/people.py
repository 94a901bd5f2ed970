"""People of a city in numbers: who grows, who is conscripted, who leaves to settle.

Exact arithmetic on counts by race, without orders, dice or the calendar. What a city does with it
stands in `cities`, `villages`, `training` and `production`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor

from engine.module import key_of
from engine.numbers import Exact, percent_of, square_root
from engine.packs.cohorts.content import Content, Race
from engine.packs.cohorts.pieces.records import City

People = Mapping[str, int]
"""How many by race."""


def everyone(city: City) -> dict[str, int]:
    """All people of a city by race, slaves included (cohorts.race.slaves)."""
    return added(city.population, city.slaves)


def head_count(city: City) -> int:
    """How many people live in a city, slaves included; recruits do not count."""
    return sum(city.population.values()) + sum(city.slaves.values())


def feeds(content: Content, people: int) -> int:
    """How many soldiers in a city this number of its people feed (cohorts.city.hunger)."""
    return people * content.cities.fed_percent // 100


def unfed(content: Content, people: int, soldiers: int) -> Fraction:
    """The share of a garrison that this number of people cannot feed (cohorts.city.hunger)."""
    if not (content.cities.fed_percent and soldiers):
        return Fraction(0)
    return Fraction(max(0, soldiers - feeds(content, people)), soldiers)


def added(people: People, more: People) -> dict[str, int]:
    """Both together, races in alphabetical order, none that nobody is left of."""
    races = sorted({**people, **more})
    counts = {race: people.get(race, 0) + more.get(race, 0) for race in races}
    return {race: count for race, count in counts.items() if count}


def removed(people: People, fewer: People) -> dict[str, int]:
    """The people without some of them."""
    return added(people, {race: -count for race, count in fewer.items()})


def shares(amount: int, weights: People, sizes: People) -> dict[str, int]:
    """An amount split in proportion to weights, each share rounded down.

    The leftover goes one each to the largest fractions; of equal ones to the larger race by
    `sizes`, then by name. Sources: cohorts.city.build-village, cohorts.city.population-growth.
    """
    whole = sum(weights.values())
    if not whole:
        return {}
    exact = {race: Fraction(amount * weight, whole) for race, weight in weights.items()}
    split = {race: floor(share) for race, share in exact.items()}
    order = sorted(exact, key=lambda race: (split[race] - exact[race], -sizes.get(race, 0), race))
    for race in order[: amount - sum(split.values())]:
        split[race] += 1
    return split


def growth(people: People, percents: Mapping[str, Exact], room: int) -> dict[str, int]:
    """How many each race grows by its percent, all together by no more than the room.

    Races that do not grow are left out. Sources: cohorts.city.population-growth,
    cohorts.city.attract-population.
    """
    wanted = {race: floor(percent_of(count, percents[race])) for race, count in people.items()}
    if sum(wanted.values()) > room:
        wanted = shares(max(room, 0), wanted, people)
    return {race: count for race, count in wanted.items() if count}


def recruits(content: Content, people: People) -> dict[str, int]:
    """How many recruits free people give: root times rate, rounded down, at most all of a race.

    Races that give none are left out. Sources: cohorts.race.conscription-rate,
    cohorts.city.conscript-recruits, cohorts.city.monthly-recruits.
    """
    given = {
        race: min(count, square_root(count * content.races[race].conscription ** 2))
        for race, count in people.items()
    }
    return {race: count for race, count in given.items() if count}


def settlers(people: People, percent: int) -> dict[str, int]:
    """Who leaves a city for a new village: a percent of all, at least 1, in proportion.

    Source: cohorts.city.build-village.
    """
    cost = max(1, floor(percent_of(sum(people.values()), percent)))
    return {race: count for race, count in shares(cost, people, people).items() if count}


def bereft(city: City, leaving: People) -> City:
    """The city without people who leave it, of each race the free before the slaves."""
    free = {race: min(count, city.population.get(race, 0)) for race, count in leaving.items()}
    return city.replace(
        population=removed(city.population, free),
        slaves=removed(city.slaves, removed(leaving, free)),
    )


# ---------------------------------------------------------------- names


def race_called(content: Content, name: str) -> Race | None:
    """The race of that name or plural, however it is spelt, or None."""
    wanted = key_of(name)
    for race in content.races.values():
        if wanted in (key_of(race.key), key_of(race.name), key_of(race.plural)):
            return race
    return None
