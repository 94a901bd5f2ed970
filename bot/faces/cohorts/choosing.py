"""Which city, piece or stack a person means, from what their faction knows; own ones come first."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import TypeVar

from bot.faces.choices.asking import About, Asking, Offer, Offers, Unanswered, found, offered
from engine.campaign import Player
from engine.packs.cohorts.pieces.ownership import of_player, province_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Province, Stack, Unit
from engine.world import World

Thing = City | Character | Unit | Agent | Stack
T = TypeVar("T", City, Character, Unit, Agent, Stack)


def about_a(cls: type[T], help: str) -> About:
    """A panel about one thing of a kind that the faction knows of."""

    def meant(asking: Asking, text: str | None) -> str:
        return str(thing_meant(asking.view, cls, text or "").id)

    return About("name", help, known(cls), meant)


def about_city(option: str) -> About:
    """A panel about a city that the faction knows of; one of the caller's if none is named."""

    def meant(asking: Asking, text: str | None) -> str:
        return str(city_meant(asking, text).id)

    return About(option, "Which city; left out, one of yours", known(City), meant, required=False)


def city_meant(asking: Asking, text: str | None) -> City:
    """The city of that name, else one of the caller's, else one of their faction.

    Raises:
        Unanswered: there is none that their faction knows of.
    """
    if text is not None:
        return thing_meant(asking.view, City, text)
    city = next(_by_nearness(asking.view, City, asking.player), None)
    if city is None or not city.knows("population"):
        raise Unanswered("Your faction has no city.", "Name one that you know of.")
    return city


def thing_meant(view: World, cls: type[T], text: str) -> T:
    """The city, piece or stack of that name.

    Raises:
        Unanswered: there is none that the view knows by name.
    """
    thing = found(view, (cls.kind,), text)
    assert isinstance(thing, cls)
    return thing


def known(cls: type[T]) -> Offers:
    """Everything of a kind that the faction knows of, the caller's first."""

    def offers(asking: Asking, typed: str) -> Iterator[Offer]:
        view = asking.view
        things = _by_nearness(view, cls, asking.player)
        return offered(view, things, (cls.kind,), typed, lambda thing: shown(view, thing))

    return offers


def shown(view: World, thing: Thing) -> str:
    """A thing's name with its coordinates, as far as they are known."""
    spot = province_of(view, thing.place)
    province = view.find(Province, spot)
    return f"{thing.name} {province.location}" if province else thing.name


def _by_nearness(view: World, cls: type[T], player: int) -> Iterator[T]:
    """The player's own, then their faction's, then others; what has no name is left out.

    Each of the three is gone over once somebody takes as many: mostly the first few are enough.
    """
    given: set[int] = set()
    for things in (_own(view, cls, player), _of_side(view, cls, player), view.all(cls)):
        for thing in things:
            if thing.id not in given and thing.knows("name"):
                given.add(thing.id)
                yield thing


def _own(view: World, cls: type[T], player: int) -> Iterator[T]:
    if cls is City:
        yield from (city for city in view.all(cls) if of_player(view, city, player))
    else:
        yield from view.by(cls, "player", player)


def _of_side(view: World, cls: type[T], player: int) -> Iterator[T]:
    """Those of the player's faction, by id."""
    if cls is City:
        yield from (city for city in view.all(cls) if city.knows("population"))
        return
    me = view.find(Player, player)
    side = view.by(Player, "faction", me.faction if me else 0)
    theirs = (thing for each in side for thing in view.by(cls, "player", each.id))
    yield from sorted(theirs, key=attrgetter("id"))
