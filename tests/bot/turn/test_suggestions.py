"""What Your turn suggests is taken by the rules, and is what a strong computer player would do.

Your turn is read in states of games of computer players: whatever a line leads on to is given by
itself, as its form would be filled in by who chooses the first of everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import pytest

from bot import faces
from bot.faces.choices.filling import of_given
from bot.faces.face import Faces
from bot.faces.leads import Lead
from bot.faces.macros import Recipe
from bot.jobs.agenda import agenda_of
from bot.league.games import Game
from data import FOLDER
from engine.campaign import Now, Player
from engine.deciding import decide
from engine.dice import SEED_BYTES, Seed, SeededDice
from engine.forms import given_by_players
from engine.module import load
from engine.module.natures import PLAIN
from engine.orders import Order, Refused, parameters
from engine.packs import Rules
from engine.rivals import Mind
from engine.state import State
from engine.suggesting import TRIES, OrderWays, refusal_of
from engine.world import World
from tests.bot.faces import looking

ASKED: Final = ("Needs you", "Danger", "Challenges")
"""Subjects that put a question instead of suggesting anything."""
OTHERS: Final = Seed(b"1" * SEED_BYTES)
"""Of a player who chooses by another chance than who advises."""
FIRST: Final = 3
"""Of the orders that a computer player gives to somebody, as many count as what it does first."""
ENOUGH: Final = 0.8


@dataclass
class Found:
    """What was read in some states."""

    states: int = 0
    suggested: int = 0
    refused: list[str] = field(default_factory=list[str])
    first: Counter[bool] = field(default_factory=Counter[bool])
    """Whether the first suggestion of a state is among what a computer would do first."""
    otherwise: list[str] = field(default_factory=list[str])
    """What else was suggested first, and what a computer would do instead."""


def read(found: Found, made_of: Faces, world: World, player: int) -> None:
    """Read Your turn of a player who has given nothing yet."""
    rules = made_of.rules
    view = rules.view(world, world.get(Player, player).faction)
    desk = looking.desk(rules, view, player, looked=("city", "character", "army"))
    subjects = agenda_of(desk).subjects
    found.states += 1
    ideas: list[Lead] = []
    for subject in subjects:
        for entry in subject.entries:
            for lead in entry.leads:
                if lead.order or lead.recipe:
                    found.suggested += 1
                    if why := refused(made_of, desk.state, lead):
                        found.refused.append(f"turn {view.get(Now, 1).turn}: {lead.label}: {why}")
            if subject.name not in ASKED:
                ideas += [lead for lead in entry.leads if lead.order and lead.given]
    if ideas:
        there = would_do(rules, view, player).get(ideas[0].given[0][1], [])[:FIRST]
        found.first[ideas[0].order in there] += 1
        if ideas[0].order not in there:
            found.otherwise.append(f"{ideas[0].label}, and not {there}")


def would_do(rules: Rules, view: World, player: int) -> dict[str, list[tuple[str, str]]]:
    """The orders that a strong computer player would give, by whom each names."""
    found: dict[str, list[tuple[str, str]]] = {}
    for each in decide(Mind(rules, view, player, PLAIN, "strong", SeededDice(OTHERS, 1))):
        for ref in dict.fromkeys(each.queued.order.refs().values()):
            found.setdefault(str(ref), []).append(each.queued.order.path)
    return found


def refused(made_of: Faces, state: State, lead: Lead) -> str:
    """Why what a line leads on to cannot be given; empty if it can."""
    given = {name: [each.value for each in picked] for name, picked in of_given(lead.given)}
    which: type[Order | Recipe]
    if lead.order:
        which = given_by_players(made_of.rules)[lead.order]
    else:
        which = made_of.recipes[lead.recipe]
    many = {each.name for each in parameters(which) if each.many}
    start = {name: each if name in many else each[0] for name, each in given.items()}
    why = ""
    for filled in islice(OrderWays(state, which).of(start), TRIES):
        try:
            made = which.model_validate(filled)
            orders = [made] if isinstance(made, Order) else list(made.orders(state, {}))
        except Refused as error:
            why = why or error.refusal.says
            continue
        if not (found := [r.says for each in orders if (r := refusal_of(state, each))]):
            return ""
        why = why or found[0]
    return why or "there is nothing to choose from"


def games(module: str, number: int, turns: int, every: int) -> Iterator[tuple[Faces, Game]]:
    """A game of strong computer players, at its beginning and after every few turns."""
    rules = Rules.of(load(module, [FOLDER / "modules"]))
    game = Game(rules, number, ["strong"])
    yield faces.of(rules), game
    for turn, _ in enumerate(game.turns(turns), start=1):
        if turn % every == 0:
            yield faces.of(rules), game


@pytest.mark.soak
@pytest.mark.parametrize("module", ["cohorts", "warlords", "kingdoms", "warmaster"])
@pytest.mark.parametrize("number", [1, 2])
def test_what_is_suggested_is_taken_and_what_a_computer_would_do(module: str, number: int) -> None:
    found = Found()
    for made_of, game in games(module, number, turns=8, every=4):
        for seat in game.played.seats:
            read(found, made_of, game.world, seat.player)
    assert found.refused == []
    assert found.first[True] >= ENOUGH * found.first.total(), found.otherwise
