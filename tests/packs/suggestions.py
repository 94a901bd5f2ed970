"""How many of the first suggestions for the parameters of orders are taken by the orders.

Orders are filled in as a person does who taps: what stands first in each list that appears.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from bot.host import asking
from engine.campaign import Player
from engine.forms import given_by_players
from engine.orders import Order, Parameter, parameters
from engine.packs import Rules
from engine.state import State
from engine.suggesting import ParameterTrial, choices, refusal_of
from engine.world import World

FIRST: Final = 25
"""As many suggestions as Discord shows."""
NUMBERS: Final = (1, 10, 100, 1000)


@dataclass(frozen=True, slots=True)
class Measured:
    """What was suggested for one parameter, and which of it could not be given."""

    order: str
    parameter: str
    offered: int
    refused: tuple[str, ...]
    """Why, for each that was refused."""


def measured(rules: Rules, world: World, players: Iterable[Player] = ()) -> Iterator[Measured]:
    """Every parameter with suggestions, of every order, as these players see it, or as all do."""
    for player in players or world.all(Player):
        view = rules.view(world, player.faction)
        for cls in given_by_players(rules).values():
            state = asking(rules, view.fork(), player.id)
            for parameter in parameters(cls):
                if parameter.asks:
                    yield _of(state, cls, parameter)


def suggested(
    state: State,
    cls: type[Order],
    parameter: Parameter,
    given: Mapping[str, Any],
    most: int = FIRST,
) -> list[Any]:
    """The first values that are offered for a parameter, as autocomplete finds them."""
    assert parameter.asks
    trial = ParameterTrial([state], cls, parameter.name, given)
    offered = choices(parameter.asks, state, given)
    values = ([each.value] if parameter.many else each.value for each in offered)
    return list(islice((value for value in values if trial.refusal(value) is None), most))


def _of(state: State, cls: type[Order], parameter: Parameter) -> Measured:
    wanted = [each for each in parameters(cls) if each.required]
    before = wanted[: wanted.index(parameter)] if parameter.required else wanted
    given = _filled(state, cls, before, {}) or {}
    refused: list[str] = []
    offered = suggested(state, cls, parameter, given)
    for value in offered:
        with_it = {**given, parameter.name: value}
        rest = [each for each in wanted if each.name not in with_it]
        refused += _against(state, cls, rest, with_it)
    return Measured(" ".join(cls.path), parameter.name, len(offered), tuple(refused))


def _against(
    state: State, cls: type[Order], rest: list[Parameter], given: dict[str, Any]
) -> list[str]:
    """Why the order is refused once the rest is filled in; empty if it is taken."""
    filled = _filled(state, cls, rest, given)
    if filled is None:
        return ["nothing is offered for the rest"]
    optional = [each for each in parameters(cls) if not each.required and each.name not in filled]
    ways = [
        filled,
        *(
            {**filled, each.name: one}
            for each in optional
            for one in _some(state, cls, each, filled)
        ),
    ]
    refusals = [refusal_of(state, cls.model_validate(way)) for way in ways]
    return [] if None in refusals else [refusals[0].says if refusals[0] else ""]


def _some(state: State, cls: type[Order], parameter: Parameter, given: dict[str, Any]) -> list[Any]:
    """Values for a parameter: what is suggested first, or a plain one."""
    if parameter.asks:
        return suggested(state, cls, parameter, given, 1)
    plain: list[Any] = list(parameter.options) or ["Some"]
    if parameter.kind == "number":
        plain = [max(parameter.least or 0, each) for each in NUMBERS]
    if parameter.kind == "flag":
        plain = [True]
    trial = ParameterTrial([state], cls, parameter.name, given)
    taken = (each for each in plain if trial.refusal([each] if parameter.many else each) is None)
    return [next(taken, plain[0])]


def _filled(
    state: State, cls: type[Order], wanted: list[Parameter], given: dict[str, Any]
) -> dict[str, Any] | None:
    """What is given with a value for each parameter wanted; None if one has nothing to offer."""
    filled = dict(given)
    for parameter in wanted:
        some = _some(state, cls, parameter, filled)
        if not some:
            return None
        filled[parameter.name] = some[0]
    return filled
