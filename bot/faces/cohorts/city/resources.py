"""A city's resources on its panel: how many copies, what is done with them, and where from."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.cards.card import Row
from bot.faces.cohorts.looks import badge_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Province, Village
from engine.packs.cohorts.trade.access import access, copies, own_use, worked, working_level
from engine.packs.cohorts.trade.books import agreements_of, open_copies, received, traded_away
from engine.packs.cohorts.trade.parties import name_at
from engine.world import World


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
