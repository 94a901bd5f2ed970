"""Finds for every order of the rules one way to give it that can be carried out in a world.

For each parameter something of what is offered is tried, as a person would try the list that
appears, so that a new order needs no line here; only the world must hold what it takes.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Any

from pydantic import ValidationError

from engine.dice import Streams
from engine.facts import NotKnown
from engine.forms import given_by_players
from engine.orders import Order, Parameter, Queued, Refused, parameters
from engine.packs import Phase, Rules, Step
from engine.state import State
from engine.world import World

TRIES = 400
"""Ways to give one order that are tried."""


def found(
    rules: Rules,
    world: World,
    player: int,
    dice: Streams,
    *,
    without: Collection[tuple[str, str]] = (),
) -> Iterator[Queued]:
    """Orders of one turn of a player, one of each class as far as the world allows.

    They are tried on a copy of the world, phase by phase, each after those before it. Classes
    whose path is in `without` are left out.
    """
    state = State(rules, world.fork(), dice)
    state.player = player
    number = 0
    for part in (*rules.turn, *rules.kept):
        if isinstance(part, Step):
            continue
        for cls in _of_phase(rules, part):
            if cls.path in without:
                continue
            number += 1
            state.order = f"k{number}"
            order = _first(state, cls, f"Golden {number}")
            if order:
                yield Queued(state.order, order)


def _of_phase(rules: Rules, phase: Phase) -> list[type[Order]]:
    classes = given_by_players(rules).values()
    return sorted((c for c in classes if c.phases[0] == phase.name), key=lambda c: c.path)


def _first(state: State, cls: type[Order], name: str) -> Order | None:
    """The first way that works, carried out on the copy."""
    chance = random.Random(" ".join(cls.path))
    for nth in range(TRIES):
        values = _way(state, parameters(cls), chance if nth else None, name)
        if values is None:
            continue
        try:
            order = cls.model_validate(values)
            with state.attempt():
                for refusal in order.conditions(state):
                    raise Refused(refusal)
                order.perform(state)
        except (Refused, ValidationError, NotKnown):
            continue
        return order
    return None


def _way(
    state: State, wanted: tuple[Parameter, ...], chance: random.Random | None, name: str
) -> dict[str, Any] | None:
    """A value for each parameter, by chance or the plainest; None if one has none to offer.

    What may be left out is left out half of the time.
    """
    given: dict[str, Any] = {}
    for parameter in wanted:
        if not parameter.required and (chance is None or chance.random() < 0.5):
            continue
        offered = _values(state, parameter, given, name)
        if not offered:
            if parameter.required:
                return None
            continue
        value = chance.choice(offered) if chance else offered[0]
        given[parameter.name] = [value] if parameter.many else value
    return given


def _values(state: State, parameter: Parameter, given: dict[str, Any], name: str) -> list[Any]:
    """What may be tried for a parameter."""
    if parameter.asks:
        return [choice.value for choice in parameter.asks.among(state, given)]
    match parameter.kind:
        case "number":
            return sorted({max(parameter.least or 0, number) for number in (1, 2, 10, 600)})
        case "flag":
            return [True, False]
        case "option":
            return list(parameter.options)
        case _:
            return [name]
