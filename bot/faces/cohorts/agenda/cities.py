"""Cities that still have actions after the draft, and what they could best use them for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Final

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.advised import Advised, advised, first_ideas, idea, levy
from bot.faces.cohorts.agenda.danger import threats_to
from bot.faces.cohorts.agenda.own import (
    Idea,
    accepted,
    cities_of,
    content_of,
    ref,
    to_all,
)
from bot.faces.cohorts.agenda.taste import COMPANY, GROWING, THREATENED
from bot.faces.cohorts.city.training import trainable, trains_otherwise
from bot.faces.words.text import escaped, number
from engine.facts import NotKnown
from engine.orders import Given, Order, Ref
from engine.packs.cohorts.cities.acting import AttractPopulation, ConscriptRecruits
from engine.packs.cohorts.cities.improvements import BuildImprovement
from engine.packs.cohorts.cities.models import BARRACKS, most_soldiers
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.cities.villages import ConstructVillage, ImproveVillage, improvable, sites
from engine.packs.cohorts.cities.walls import BuildWalls
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import City
from engine.world import Missing


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each city with an action left."""
    best = advised(desk)
    return (partial(_entry, desk, best, city) for city in cities_of(desk))


def _entry(desk: Desk, best: Advised, city: City) -> AgendaEntry | None:
    if city.actions < 1:
        return None
    order = THREATENED if threats_to(desk, city) else GROWING
    found = first_ideas(best, city, _ideas(desk, city, order))
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
            found = _MADE[name](desk, city)
            if made := next((each for each in found if accepted(desk, each)), None):
                yield idea(desk, made, city)


def training(desk: Desk, city: City) -> Idea | None:
    """What a computer player would train, else of the race with most recruits."""
    best = (each for each in advised(desk).get(city.place, ()) if _trains(each))
    return next(chain(best, _ideas(desk, city, ("train",))), None)


def _trains(idea: Idea) -> bool:
    return idea.lead.order == TrainMilitaryUnits.path


def _village(desk: Desk, city: City) -> Iterator[Order]:
    """A village where it gathers most that is new to the city, or will."""
    for _, site, found in sites(desk.state, Given({"city": str(Ref(*city.place))})):
        if found.now or found.later:
            yield _order(ConstructVillage, desk, city, province=ref(desk, site))


def _attract(desk: Desk, city: City) -> Iterator[Order]:
    yield _order(AttractPopulation, desk, city)


def _conscript(desk: Desk, city: City) -> Iterator[Order]:
    yield _order(ConscriptRecruits, desk, city)


def _train(desk: Desk, city: City) -> Iterator[Order]:
    """As many soldiers of the race with most recruits as one action makes, or units of a type."""
    if order := trains_otherwise(desk.rules):
        could = [each for each in trainable(desk.state, order, city) if each.most]
        if best := max(could, key=lambda each: each.most, default=None):
            given = {"type": best.type, "race": best.race.key, "quantity": best.most}
            yield _order(order, desk, city, **given)
        return
    recruits = _recruits(desk, city)
    race = max(recruits, key=lambda key: (recruits[key], key), default="")
    most = most_soldiers(content_of(desk), city.improvements.get(BARRACKS, 0))
    count = min(recruits.get(race, 0), most)
    if count >= COMPANY:
        given = {"race": race, "quantity": count, "name": levy(desk, city)}
        yield _order(TrainMilitaryUnits, desk, city, **given)


def _improvement(desk: Desk, city: City) -> Iterator[Order]:
    """Those that it has none of, then the lowest."""
    kinds = content_of(desk).improvements.values()
    for kind in sorted(kinds, key=lambda each: city.improvements.get(each.key, 0)):
        yield _order(BuildImprovement, desk, city, improvement=kind.key)


def _raise_village(desk: Desk, city: City) -> Iterator[Order]:
    """To raise the village whose next level opens most."""
    for _, village, _ in improvable(desk.state, Given({"city": str(Ref(*city.place))})):
        yield _order(ImproveVillage, desk, city, village=ref(desk, village))


def _walls(desk: Desk, city: City) -> Iterator[Order]:
    yield _order(BuildWalls, desk, city, province=f"province:{city.province}")


def _order(order: type[Order], desk: Desk, city: City, **given: str | int) -> Order:
    return order.model_validate({"city": ref(desk, city), **given})


_MADE: Final[Mapping[str, Callable[[Desk, City], Iterator[Order]]]] = {
    "construct-village": _village,
    "attract": _attract,
    "train": _train,
    "build-improvement": _improvement,
    "improve-village": _raise_village,
    "conscript": _conscript,
    "build-walls": _walls,
}
