"""What a computer player would do with actions that are left, by whose action it takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Final

from bot.faces.advice import actor_of, advice_of, lead_to
from bot.faces.agenda import Desk
from bot.faces.cohorts.agenda.own import Idea, bound, content_of, spot
from bot.faces.cohorts.agenda.taste import SUGGESTED
from bot.faces.words.text import escaped, listed
from engine.facts import NotKnown
from engine.module.names import key_of
from engine.names import NAME_LENGTH
from engine.orders import Given, Order, Ref
from engine.packs.cohorts.characters.practising import PracticeSkill, chance_of
from engine.packs.cohorts.cities.improvements import BuildImprovement
from engine.packs.cohorts.cities.models import BARRACKS, SOLDIERS, most_soldiers
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.cities.villages import ConstructVillage, ImproveVillage, improvable, sites
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.records import Character, City, Guild, Stack, Unit
from engine.packs.cohorts.trade.gains import told
from engine.suggesting import seen_after
from engine.world import Missing, Place, Record

_LEVY: Final = "Levy"
_ROOM: Final = len(_LEVY) + 5
"""Characters behind a city's name, a number with them."""


Advised = Mapping[Place, list[Idea]]
"""Ideas by whose action they take."""


def advised(desk: Desk) -> Advised:
    """The ideas of a computer player that take an action, by whose, in its order."""
    found: dict[Place, list[Idea]] = {}
    for each in advice_of(desk):
        before = _acting(desk, each.order)
        by = seen_after(desk.state, each.order, partial(_spending, desk, before))
        if by is None:
            continue
        with suppress(NotKnown, Missing):  # what it would bring is in doubt after the draft
            made = idea(desk, _levied(desk, each.order, by), by, each.because)
            found.setdefault(by.place, []).append(made)
    return found


def first_ideas(best: Advised, thing: Record, others: Iterable[Idea]) -> list[Idea]:
    """A few ideas for something: first what a computer player would do, then what else it could."""
    found: list[Idea] = []
    for each in chain(best.get(thing.place, ()), others):
        if all(each.lead.order != other.lead.order for other in found):
            found.append(each)
        if len(found) == SUGGESTED:
            break
    return found


def _acting(desk: Desk, order: Order) -> dict[Place, Fraction]:
    """What is left to whom an order names, and to the city of a guild that it names."""
    world = desk.state.world
    named = [world.at(each.place) for each in order.refs().values() if each.id]
    cities = [world.get(City, each.city) for each in named if isinstance(each, Guild)]
    return {each.place: _left(each) for each in (*named, *cities) if each}


def _left(thing: Record) -> Fraction:
    """How much a piece, guild or city can still do this turn."""
    if isinstance(thing, Stack) and thing.knows("acted") and thing.knows("used"):
        return Fraction(0) if thing.acted else 1 - thing.used
    if isinstance(thing, Character | City | Guild) and thing.knows("actions"):
        return Fraction(thing.actions)
    return Fraction(0)


def _spending(desk: Desk, before: Mapping[Place, Fraction]) -> Record | None:
    """Who can do less than before."""
    now = (desk.state.world.at(place) for place in before)
    return next((each for each in now if each and _left(each) < before[each.place]), None)


# ---------------------------------------------------------------- in words


def idea(desk: Desk, order: Order, by: Record, because: str = "") -> Idea:
    """An order for something as an idea."""
    words, name = _words(desk, bound(desk, order), by), getattr(by, "name", "")
    return Idea(escaped(words), lead_to(order, f"{name}: {words}", because))


def _words(desk: Desk, order: Order, by: Record) -> str:
    """What it is to do, with what that brings where it is known."""
    content = content_of(desk)
    match order, by:
        case ConstructVillage(), City():
            where = order.province.id
            found = next(gain for _, site, gain in sites(desk.state, _of(by)) if site.id == where)
            return f"village at {spot(desk, where)} ({told(content, found) or 'no resources'})"
        case ImproveVillage(), City():
            could = {each.id: (each, opens) for _, each, opens in improvable(desk.state, _of(by))}
            village, opens = could[order.village.id]
            words = f"raise {village.name} to {village.level + 1}"
            return words + (f" ({told(content, opens)})" if opens.now else "")
        case BuildImprovement(), City():
            kind = content.improvements[order.improvement]
            return f"{kind.name.lower()} {by.improvements.get(kind.key, 0) + 1}"
        case PracticeSkill(), Character():
            skill = content.skills[order.skill]
            return f"practise {skill.name} ({chance_of(desk.state, by, skill)}%)"
        case Move(), Stack():
            return f"to {_goal(desk, order.destination.id)}"
        case _ if order.path == TrainMilitaryUnits.path:
            return _training(desk, order)
        case _:
            return desk.faces.deed(order, desk.state.world, actor_of(order, by.place))


def _of(city: City) -> Given:
    return Given({"city": str(Ref(*city.place))})


def _training(desk: Desk, order: Order) -> str:
    """How many soldiers with which arms, or how many units of which type."""
    given, called = order.model_dump(exclude_defaults=True), desk.faces.names(desk.view, str).key
    words = f"train {order.model_dump()['quantity']}"
    if kind := given.get("type"):
        words += f" × {called(kind)}"
    if arms := given.get("equipment"):
        words += f" ({listed(map(called, arms))})"
    return words


def _goal(desk: Desk, province: int) -> str:
    """What lies in a province, and where that is."""
    world = desk.state.world
    found = (*world.by(City, "province", province), *world.by(HotSpot, "province", province))
    names = (f"{each.name} {spot(desk, province)}" for each in found if each.knows("name"))
    return next(names, spot(desk, province))


def _levied(desk: Desk, order: Order, by: Record) -> Order:
    """The order for soldiers with a name as people would give them, and no more than it makes."""
    if not isinstance(order, TrainMilitaryUnits) or not isinstance(by, City):
        return order
    fitting = {"name": levy(desk, by), "quantity": order.quantity}
    if order.type == SOLDIERS:
        most = most_soldiers(content_of(desk), by.improvements.get(BARRACKS, 0))
        fitting["quantity"] = min(order.quantity, most)
    return order.model_copy(update=fitting)


def levy(desk: Desk, city: City) -> str:
    """A name for soldiers of a city that no unit of the player's has, to be changed at will."""
    units = desk.state.world.by(Unit, "player", desk.player)
    taken = {key_of(each.name) for each in units if each.knows("name")}
    base = f"{city.name} {_LEVY}" if len(city.name) + _ROOM <= NAME_LENGTH else _LEVY
    names = (base, *(f"{base} {place}" for place in range(2, len(taken) + 3)))
    return next(name for name in names if key_of(name) not in taken)
