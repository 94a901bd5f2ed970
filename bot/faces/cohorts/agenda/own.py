"""What the player has on the desk: cities, people and stacks after the draft, and leads to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.faces.actions import tried
from bot.faces.agenda import Desk
from bot.faces.cohorts.agenda.taste import SUGGESTED
from bot.faces.leads import Lead, label
from engine.orders import Order, Parameter, Ref, parameters
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import of_player
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack
from engine.suggesting import choices, refusal_of
from engine.world import Record


@dataclass(frozen=True, slots=True)
class Idea:
    """Something that would be accepted now."""

    words: str
    lead: Lead


def content_of(desk: Desk) -> Content:
    """What the module holds for Cohorts."""
    return desk.rules.module.content(Content)


def cities_of(desk: Desk) -> Iterator[City]:
    """The player's cities, by id."""
    return (city for city in desk.state.world.all(City) if _holds(desk, city))


def _holds(desk: Desk, city: City) -> bool:
    """Whether the player would have a city after the draft; if that is in doubt, has it now."""
    known = city if city.knows("baron") else desk.view.find(City, city.id)
    return known is not None and of_player(desk.state.world, known, desk.player)


def heroes_of(desk: Desk) -> Iterator[Character]:
    """The player's characters who live and are free, by id."""
    for hero in desk.state.world.by(Character, "player", desk.player):
        if hero.knows("dead") and hero.knows("captor") and not (hero.dead or hero.captor):
            yield hero


def stacks_of(desk: Desk) -> Iterator[Stack]:
    """The player's stacks, by id."""
    return desk.state.world.by(Stack, "player", desk.player)


def spot(desk: Desk, province: int) -> str:
    """A province as people write it."""
    found = desk.state.world.find(Province, province)
    return found.location if found else "nobody knows where"


def ref(desk: Desk, thing: Record) -> str:
    """A thing as leads and orders name it, also one that an order of the draft makes."""
    if desk.view.at(thing.place) is None:
        for each in desk.outcomes:
            if each.made == thing.place:
                return str(Ref(thing.kind, 0, each.key))
    return str(Ref(*thing.place))


def to_order(order: type[Order], says: str, **given: str | int) -> Lead:
    """A lead to an order with this filled in."""
    filled = tuple((name, str(value)) for name, value in given.items())
    return Lead(label=label(says), order=order.path, given=filled)


def to_all(desk: Desk, thing: Record, name: str) -> Lead:
    """A lead to everything that can be done with a thing."""
    return Lead(label=label(f"{name}: everything else"), thing=ref(desk, thing))


def bound(desk: Desk, order: Order) -> Order:
    """An order with what the draft makes as the plan has it."""
    return order.bound({each.key: each.made for each in desk.outcomes if each.made})


def accepted(desk: Desk, order: Order) -> bool:
    """Whether an order would be accepted after the draft."""
    return refusal_of(desk.state, bound(desk, order)) is None


@dataclass(frozen=True, slots=True)
class OrderChoices:
    """An order as something is given it, and all that it takes."""

    order: type[Order]
    first: Parameter
    takes: frozenset[str]


def ways(desk: Desk, paths: Sequence[tuple[str, str]]) -> list[OrderChoices]:
    """These orders, as far as the campaign has them, with the things that each lists."""
    found: list[OrderChoices] = []
    for path in paths:
        order = desk.rules.orders.get(path)
        first = parameters(order)[0] if order else None
        if order and first and first.asks:
            listed = frozenset(choice.value for choice in choices(first.asks, desk.state, {}))
            found.append(OrderChoices(order, first, listed))
    return found


def ideas(desk: Desk, among: Sequence[OrderChoices], thing: Record, name: str) -> list[Idea]:
    """The first few of these orders that would be accepted for a thing, in this order."""
    found: list[Idea] = []
    for way in among:
        if len(found) == SUGGESTED:
            break
        listed = str(Ref(*thing.place)) in way.takes
        if listed and not tried(desk.state, way.order, way.first, thing).hindered:
            words = way.order.path[1].replace("-", " ")
            given = {way.first.name: ref(desk, thing)}
            found.append(Idea(words, to_order(way.order, f"{name}: {words}", **given)))
    return found
