"""Forms of orders and menus of what can be done, made in a worker from what a player knows."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from bot import faces
from bot.faces import forms
from bot.faces.actions import Action, deeds, done_to, offers, ranked, tried
from bot.faces.choices.filling import Filling, Made
from bot.faces.choices.offering import as_planned, offered, ref_of
from bot.faces.face import Faces
from bot.faces.words.orders import order_title
from bot.faces.words.text import clean
from bot.jobs.opened import rules_at
from bot.orders.planned import Orders, planned_at
from engine.forms import given_by_players
from engine.labels import Labels, called, name_of
from engine.orders import Choice, Order, Parameter, Ref, parameters
from engine.state import State
from engine.world import Place, Record


def fill(
    path: Path,
    campaign: int,
    tick: int,
    faction: int,
    player: int,
    orders: Orders,
    filling: Filling,
    typed: str | None,
) -> Made:
    """A form as it stands now; `typed` is for the parameter that is open in it.

    Raises `bot.faces.forms.Gone` if there is no such order any more.
    """
    by = faces.of(rules_at(path, campaign, tick))
    before = () if forms.at_once(by, filling) else orders
    state, labels = planned_at(path, campaign, tick, faction, player, before)
    return forms.made(by, state, labels, filling, typed)


@dataclass(frozen=True, slots=True)
class Doable:
    """Something that can be done now: an order or a recipe, and its known parameters.

    Or a thing within the thing that is asked about, which has a separate menu.
    """

    title: str
    does: str
    path: tuple[str, str] | None
    """None for a recipe."""
    recipe: str
    given: tuple[tuple[str, str], ...]
    thing: str = ""
    """A reference such as `guild:3`: the menu of what can be done with it opens."""


@dataclass(frozen=True, slots=True)
class Hindered:
    """An order that would be refused now, and why."""

    title: str
    says: str
    instead: str


@dataclass(frozen=True, slots=True)
class ActionsMade:
    """What can be done with a thing, and what not."""

    thing: str
    name: str
    """What it is called; empty if the player knows of no such thing any more."""
    doable: tuple[Doable, ...] = ()
    hindered: tuple[Hindered, ...] = ()


def make_actions(
    path: Path, campaign: int, tick: int, faction: int, player: int, orders: Orders, thing: str
) -> ActionsMade:
    """What can be done with a thing, a reference such as `stack:12`, likeliest first."""
    state, labels = planned_at(path, campaign, tick, faction, player, orders)
    ref = _found(labels, thing)
    record = state.world.at(ref.place) if ref else None
    if ref is None or record is None:
        return ActionsMade(thing, "")
    state = _apart(state)
    by, found = faces.of(state.rules), deeds(state, record)
    return ActionsMade(
        thing=thing,
        name=_called(thing, labels),
        doable=(*_doable(by, state, labels, record, found), *_within(state, labels, record)),
        hindered=tuple(_hindered(by, found)),
    )


@dataclass(frozen=True, slots=True)
class Group:
    """What one chooses among first: a kind of things, or a group of orders."""

    name: str
    things: tuple[Choice, ...] = ()
    """The things of a kind; with none it is a group of orders."""
    orders: tuple[Doable, ...] = ()


def groups_of(
    path: Path, campaign: int, tick: int, faction: int, player: int, orders: Orders
) -> tuple[Group, ...]:
    """All that a player may begin with: things by kind, recipes, then every group of orders.

    Of the kinds that with which most can be done comes first. Places are there if some order would
    take them: one's own things are few, but of the land nearly all would be offered.
    """
    state, labels = planned_at(path, campaign, tick, faction, player, orders)
    state = _apart(state)
    by = faces.of(state.rules)
    given = given_by_players(state.rules)
    kinds: dict[str, dict[str, Choice]] = {}
    for cls, parameter in _firsts(state):
        assert parameter.asks is not None
        for choice in offered(parameter, state, labels, {}):
            found = kinds.setdefault(parameter.asks.kinds[0], {})
            if choice.value not in found and _is_of_use(state, labels, cls, parameter, choice):
                found[choice.value] = choice
    firsts = [parameters(cls)[0].asks for cls in given.values() if parameters(cls)]
    takes = {kind: sum(kind in asks.kinds for asks in firsts if asks) for kind in kinds}
    things = [
        Group(kind, tuple(kinds[kind].values()))
        for kind in sorted(kinds, key=lambda kind: -takes[kind])
        if kinds[kind]
    ]
    recipes = tuple(_of_recipe(each.name, by) for each in by.recipes.values())
    groups: dict[str, list[Doable]] = {}
    for path_, cls in given.items():
        made = Doable(order_title(cls), _does(cls), path_, "", ())
        groups.setdefault(path_[0], []).append(made)
    several = [Group("several orders at once", orders=recipes)] if recipes else []
    return (*things, *several, *(Group(name, orders=tuple(o)) for name, o in groups.items()))


def _firsts(state: State) -> Iterator[tuple[type[Order], Parameter]]:
    """The orders that take one thing of a certain kind first, with the parameter that does."""
    for cls in given_by_players(state.rules).values():
        first = next(iter(parameters(cls)), None)
        asks = first.asks if first and first.kind == "ref" and not first.many else None
        if first and asks and len(asks.kinds) == 1:
            yield cls, first


def _is_of_use(
    state: State, labels: Labels, cls: type[Order], parameter: Parameter, choice: Choice
) -> bool:
    """Whether a place would be taken by an order that offers it; all else is of use."""
    ref = _found(labels, choice.value)
    record = state.world.at(ref.place) if ref else None
    if record is None or not {"x", "y"} <= {*record.names}:
        return True
    return not tried(state, cls, parameter, record).hindered


def _within(state: State, labels: Labels, record: Record) -> Iterator[Doable]:
    """What lies within a thing and takes orders itself, such as the guilds of a city."""
    asked = {each.asks: each for _, each in _firsts(state)}
    seen: dict[str, None] = {}
    for parameter in asked.values():
        kind = parameter.asks.kinds[0] if parameter.asks else ""
        cls = state.world.kinds[kind]
        if kind == record.kind or record.kind not in cls.names:
            continue
        for choice in offered(parameter, state, labels, {}):
            ref = _found(labels, choice.value)
            inner = state.world.at(ref.place) if ref else None
            if inner is None or choice.value in seen or not inner.knows(record.kind):
                continue
            if getattr(inner, record.kind) == record.id:
                seen[choice.value] = None
                title = f"{clean(name_of(inner))} …"
                yield Doable(title, clean(choice.label), None, "", (), choice.value)


def _found(labels: Labels, thing: str) -> Ref | None:
    """The thing that a reference means, also one that a queued order will make."""
    return as_planned(ref_of(thing), labels)


def _apart(state: State) -> State:
    """The state on a copy, so that orders can be tried in it."""
    apart = State(state.rules, state.world.fork(), state.dice)
    apart.player, apart.planning = state.player, True
    return apart


def _doable(
    by: Faces, state: State, labels: Labels, record: Record, own: tuple[Action, ...]
) -> list[Doable]:
    """What would be accepted now, likeliest first; what the thing does itself before the rest."""
    places = {name: place for place, name in enumerate(by.likely)}
    made = {place: Ref(place.kind, 0, key) for place, key in labels.made.items()}
    given = given_by_players(by.rules)
    found: list[Doable] = []
    for recipe in by.recipes.values():
        taking = next(iter(parameters(recipe)))
        takes = taking.asks is not None and record.kind in taking.asks.kinds
        if takes and offers(state, taking, record):
            found.append(_of_recipe(recipe.name, by, ((taking.name, _ref_to(record, made)),)))
    for action in chain(ranked(own, by.likely), ranked(done_to(state, record), by.likely)):
        cls = given[action.path]
        values = tuple((name, _renamed(value, made)) for name, value in action.given)
        helper = values[0][1] if len(values) > 1 else ""
        does = f"By {_called(helper, labels)}. {_does(cls)}" if helper else _does(cls)
        found.append(Doable(order_title(cls), does, action.path, "", values))
    return sorted(
        found, key=lambda each: places.get(each.recipe or " ".join(each.path or ()), len(places))
    )


def _of_recipe(name: str, by: Faces, given: tuple[tuple[str, str], ...] = ()) -> Doable:
    recipe = by.recipes[name]
    return Doable(recipe.title, _does(recipe), None, name, given)


def _ref_to(record: Record, made: dict[Place, Ref]) -> str:
    return str(made.get(record.place, Ref(*record.place)))


def _called(thing: str, labels: Labels) -> str:
    """What people call a thing, on one line."""
    ref = _found(labels, thing)
    assert ref is not None
    new = ref.place in labels.made
    return clean(name_of(labels.planned.at(ref.place)) if new else called(ref, labels.world))


def _renamed(value: str, made: dict[Place, Ref]) -> str:
    """A reference as it is stored: of what a queued order will make, by that order's key."""
    ref = ref_of(value)
    return str(made.get(ref.place, value)) if ref else value


def _hindered(by: Faces, found: tuple[Action, ...]) -> list[Hindered]:
    given = given_by_players(by.rules)
    return [
        Hindered(order_title(given[action.path]), action.hindered, action.instead)
        for action in found
        if action.hindered
    ]


def _does(cls: type) -> str:
    return " ".join((cls.__doc__ or "").split())
