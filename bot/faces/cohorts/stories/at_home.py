"""What a script has to know of its player's own land, by the view of the player's faction."""

from __future__ import annotations

from bot.faces.stories import Seated
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Province
from engine.world import World


def city_of(person: Seated, view: World) -> City:
    """The person's city."""
    known = (city for city in view.all(City) if city.knows("baron"))
    return next(city for city in known if player_of(view, city) == person.player)


async def home_of(person: Seated) -> str:
    """The name of the person's city."""
    view, _ = await person.known()
    return city_of(person, view).name


async def deposit_of(person: Seated, resource: str) -> str:
    """A province of the person's barony with a deposit of that, as people type it."""
    view, _ = await person.known()
    land = view.by(Province, "barony", city_of(person, view).barony)
    province = next(each for each in land if resource in each.deposits)
    return province.location
