"""Cities that still have actions after the draft, and what they could best use them for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Final

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.danger import threats_to
from bot.faces.cohorts.agenda.own import (
    Idea,
    accepted,
    cities_of,
    content_of,
    ref,
    to_all,
    to_order,
)
from bot.faces.cohorts.agenda.taste import COMPANY, GROWING, SUGGESTED, THREATENED
from bot.faces.cohorts.city.training import trainable, trains_otherwise
from bot.faces.words.text import escaped, number
from engine.facts import NotKnown
from engine.module.names import key_of
from engine.names import NAME_LENGTH
from engine.orders import Given, Order, Ref
from engine.packs.cohorts.cities.acting import AttractPopulation, ConscriptRecruits
from engine.packs.cohorts.cities.improvements import BuildImprovement
from engine.packs.cohorts.cities.models import BARRACKS, most_soldiers
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.cities.villages import ConstructVillage, ImproveVillage, improvable, sites
from engine.packs.cohorts.cities.walls import BuildWalls
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import City, Unit
from engine.packs.cohorts.trade.gains import told
from engine.world import Missing

_LEVY: Final = "Levy"
_ROOM: Final = len(_LEVY) + 5
"""Characters behind a city's name, a number with them."""


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each city with an action left."""
    return (partial(_entry, desk, city) for city in cities_of(desk))


def _entry(desk: Desk, city: City) -> AgendaEntry | None:
    if city.actions < 1:
        return None
    order = THREATENED if threats_to(desk, city) else GROWING
    found = list(islice(_ideas(desk, city, order), SUGGESTED))
    left = number(city.actions, "action")
    recruits = _recruits(desk, city)
    waiting = sum(recruits.values())
    soldiers = f" ({number(waiting, 'recruit')} waiting)" if waiting >= COMPANY else ""
    could = " · ".join(idea.words for idea in found)
    says = f": {could}" if could else ""
    return AgendaEntry(
        text=f"**{escaped(city.name)}** {left} left{soldiers}{says}",
        leads=(*(idea.lead for idea in found), to_all(desk, city, city.name)),
        unused=f"{left} in {city.name}{soldiers}",
    )


def _recruits(desk: Desk, city: City) -> dict[str, int]:
    """The recruits that wait in a city, by race."""
    races = content_of(desk).races
    found: dict[str, int] = {}
    for each in held(desk.state.world, city.place):
        race = race_of_recruits(each.item)
        if race in races:
            found[race] = each.count
    return found


# ---------------------------------------------------------------- what it could do


def _ideas(desk: Desk, city: City, order: tuple[str, ...]) -> Iterator[Idea]:
    for name in order:
        with suppress(NotKnown, Missing):  # what it needs is in doubt; the next may not be
            if idea := _MADE[name](desk, city):
                yield idea


def _village(desk: Desk, city: City) -> Idea | None:
    """A village where it gathers most that is new to the city, with what only later."""
    content = content_of(desk)
    for _, site, found in sites(desk.state, Given({"city": str(Ref(*city.place))})):
        given = {"city": ref(desk, city), "province": ref(desk, site)}
        if (found.now or found.later) and accepted(desk, ConstructVillage, **given):
            words = f"village at {site.location} ({told(content, found)})"
            return Idea(words, to_order(ConstructVillage, f"{city.name}: {words}", **given))
    return None


def _attract(desk: Desk, city: City) -> Idea | None:
    return _plain(desk, city, AttractPopulation, "attract people")


def _conscript(desk: Desk, city: City) -> Idea | None:
    return _plain(desk, city, ConscriptRecruits, "conscript")


def _plain(
    desk: Desk, city: City, order: type[AttractPopulation | ConscriptRecruits], words: str
) -> Idea | None:
    if not accepted(desk, order, city=ref(desk, city)):
        return None
    return Idea(words, to_order(order, f"{city.name}: {words}", city=ref(desk, city)))


def training(desk: Desk, city: City) -> Idea | None:
    """As many soldiers of the race with most recruits as one action makes."""
    if order := trains_otherwise(desk.rules):
        return _by_type(desk, order, city)
    recruits = _recruits(desk, city)
    race = max(recruits, key=lambda key: (recruits[key], key), default="")
    most = most_soldiers(content_of(desk), city.improvements.get(BARRACKS, 0))
    count = min(recruits.get(race, 0), most)
    if count < COMPANY:
        return None
    given = {"city": ref(desk, city), "race": race, "quantity": count, "name": _levy(desk, city)}
    if not accepted(desk, TrainMilitaryUnits, **given):
        return None
    words = f"train {count}"
    return Idea(words, to_order(TrainMilitaryUnits, f"{city.name}: {words}", **given))


def _by_type(desk: Desk, order: type[Order], city: City) -> Idea | None:
    """As many units of a type as one action makes, of that of which it makes most."""
    could = [each for each in trainable(desk.state, order, city) if each.most]
    if not could:
        return None
    best = max(could, key=lambda each: each.most)
    given = {"city": ref(desk, city), "type": best.type, "race": best.race.key}
    words = f"train {best.most} × {best.name}"
    lead = to_order(order, f"{city.name}: {words}", **given, quantity=best.most)
    return Idea(escaped(words), lead)


def _levy(desk: Desk, city: City) -> str:
    """A name for soldiers of a city that no unit of the player's has, to be changed at will."""
    units = desk.state.world.by(Unit, "player", desk.player)
    taken = {key_of(each.name) for each in units if each.knows("name")}
    base = f"{city.name} {_LEVY}" if len(city.name) + _ROOM <= NAME_LENGTH else _LEVY
    names = (base, *(f"{base} {place}" for place in range(2, len(taken) + 3)))
    return next(name for name in names if key_of(name) not in taken)


def _improvement(desk: Desk, city: City) -> Idea | None:
    """The first improvement that it has none of, else the lowest."""
    kinds = content_of(desk).improvements.values()
    for kind in sorted(kinds, key=lambda each: city.improvements.get(each.key, 0)):
        given = {"city": ref(desk, city), "improvement": kind.key}
        if accepted(desk, BuildImprovement, **given):
            level = city.improvements.get(kind.key, 0) + 1
            words = f"{kind.name.lower()} {level}"
            return Idea(words, to_order(BuildImprovement, f"{city.name}: {words}", **given))
    return None


def _raise_village(desk: Desk, city: City) -> Idea | None:
    """To raise the village whose next level opens most, with what that is."""
    content = content_of(desk)
    for _, village, opens in improvable(desk.state, Given({"city": str(Ref(*city.place))})):
        given = {"city": ref(desk, city), "village": ref(desk, village)}
        if accepted(desk, ImproveVillage, **given):
            words = f"raise {village.name} to {village.level + 1}"
            words += f" ({told(content, opens)})" if opens.now else ""
            lead = to_order(ImproveVillage, f"{city.name}: {words}", **given)
            return Idea(escaped(words), lead)
    return None


def _walls(desk: Desk, city: City) -> Idea | None:
    given = {"city": ref(desk, city), "province": f"province:{city.province}"}
    if not accepted(desk, BuildWalls, **given):
        return None
    return Idea("walls", to_order(BuildWalls, f"{city.name}: walls", **given))


_MADE: Final[Mapping[str, Callable[[Desk, City], Idea | None]]] = {
    "construct-village": _village,
    "attract": _attract,
    "train": training,
    "build-improvement": _improvement,
    "improve-village": _raise_village,
    "conscript": _conscript,
    "build-walls": _walls,
}
