"""A city's resources on its panel: how many copies, what is done with them, and where from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Row
from bot.faces.cohorts.looks import PERSON, badge_of, looks_of
from engine.packs.cohorts.cities.acting import room
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.pieces.people import added, everyone, growth, recruits
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import City, Province, Village
from engine.packs.cohorts.trade.access import access, copies, own_use, worked, working_level
from engine.packs.cohorts.trade.books import agreements_of, open_copies, received, traded_away
from engine.packs.cohorts.trade.parties import name_at
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


def resource_rows(view: World, content: Content, city: City) -> Iterator[Row]:
    """Everything that the city works, receives or draws from below, in the module's order.

    The counts are copies (cohorts.order.trade-bookkeeping).
    """
    usable = access(view, content, city)
    books = {
        "in own use": own_use(view, content, city),
        "open": open_copies(view, city.id),
        "traded": traded_away(view, city.id),
        "received": received(view, city.id),
    }
    mine, sources = copies(view, content, city), _sources(view, content, city)
    for key, resource in content.resources.items():
        if key in usable or key in mine or key in books["open"]:
            counts = [f"{book[key]} {what}" for what, book in books.items() if book.get(key)]
            idle = () if key in usable else ("not usable here now",)
            places = ", ".join(sources.get(key, ())) or "realm below"
            yield Row(
                resource.name,
                ", ".join((*counts, *idle)) or "at hand",
                f"from {places}",
                tone="" if key in usable else "faint",
                badge=badge_of(content, key),
            )


def _sources(view: World, content: Content, city: City) -> dict[str, list[str]]:
    """The places of each resource by name; several copies of one place are told once."""
    found: dict[str, list[str]] = {}

    def note(resource: str, source: str) -> None:
        named = found.setdefault(resource, [])
        if source not in named:
            named.append(source)

    for province in view.by(Province, "barony", city.barony):
        level = working_level(view, content, city, province)
        village = view.first(Village, "province", province.id)
        place = village.name if village else province.location
        if province.id == city.province:
            place = "city land"
        for resource in worked(content, province, level) if level else ():
            note(resource, place)
    for agreement in agreements_of(view, city.id):
        partner = agreement.partner(city.id)
        for resource in agreement.given_by(partner):
            note(resource, f"trade with {name_at(view, partner)}")
    return found
