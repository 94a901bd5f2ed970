"""A city's resources on its panel: how many copies, what is done with them, and where from."""

from __future__ import annotations

from dataclasses import dataclass

from bot.faces.cohorts.looks import badge_of
from bot.faces.paint.looks import Badge
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Province, Village
from engine.packs.cohorts.trade.access import access, copies, own_use, worked, working_level
from engine.packs.cohorts.trade.books import agreements_of, open_copies, received, traded_away
from engine.packs.cohorts.trade.parties import name_at
from engine.world import World


@dataclass(frozen=True, slots=True)
class ResourceFacts:
    """One resource of a city. The counts are copies (cohorts.order.trade-bookkeeping)."""

    key: str
    name: str
    badge: Badge
    own: int
    """In own use."""
    open: int
    traded: int
    received: int
    usable: bool
    """Whether the city can use it now."""
    sources: tuple[str, ...]
    """Where it comes from: places of the barony, cities that trade, baronies below."""


def resource_facts(view: World, content: Content, city: City) -> tuple[ResourceFacts, ...]:
    """Everything that the city works, receives or draws from below, in the module's order."""
    usable = access(view, content, city)
    mine, kept = copies(view, content, city), own_use(view, content, city)
    open_, away, got = (books(view, city.id) for books in (open_copies, traded_away, received))
    sources = _sources(view, content, city)
    return tuple(
        ResourceFacts(
            key=resource.key,
            name=resource.name,
            badge=badge_of(content, resource.key),
            own=kept.get(resource.key, 0),
            open=open_.get(resource.key, 0),
            traded=away.get(resource.key, 0),
            received=got.get(resource.key, 0),
            usable=resource.key in usable,
            sources=tuple(sources.get(resource.key, ())) or ("realm below",),
        )
        for resource in content.resources.values()
        if resource.key in usable or resource.key in mine or resource.key in open_
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
