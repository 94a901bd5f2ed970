"""Where something happened, read off what a faction learned of it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Event
from engine.facts import NotKnown
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import City, Map, Province
from engine.world import Place, World


def spot(view: World, event: Event) -> str:
    """The place of an event, as `/map` takes it; empty where nobody could look for it.

    It is the province that the event names, else that of the city or of the first thing it names.
    """
    map_ = view.find(Map, 1)
    province = next(_provinces(view, event), 0)
    return map_.location(province) if map_ and province else ""


def _provinces(view: World, event: Event) -> Iterator[int]:
    known = event.known()
    if isinstance(province := known.get("province"), int) and province:
        yield province
    for name, value in known.items():
        place = value
        if isinstance(value, int) and name in (City.kind, "to", "start"):
            place = Place(City.kind if name == City.kind else Province.kind, value)
        if not isinstance(place, Place) or view.at(place) is None:
            continue
        try:
            yield province_of(view, place)
        except (NotKnown, LookupError):
            continue
