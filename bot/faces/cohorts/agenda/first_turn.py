"""The steps of a player's first turn: a city seen, soldiers trained, a stack sent out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.faces.agenda import Desk, FirstStep
from bot.faces.cohorts.agenda import cities
from bot.faces.cohorts.agenda.own import cities_of, heroes_of, ref, spot, stacks_of, to_order
from bot.faces.cohorts.agenda.stacks import note_near, unexplored
from bot.faces.cohorts.stack.forming import FormStack
from bot.faces.leads import Lead, label
from engine.labels import Labels
from engine.orders import Ref
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.records import City, Stack
from engine.packs.cohorts.stacks.transfers import TransferCharacter

_CITY: Final = "city"
"""The panel of a city."""


def _home(desk: Desk) -> City | None:
    return next(iter(cities_of(desk)), None)


# ---------------------------------------------------------------- look at the city


def _looked(desk: Desk) -> bool:
    return _CITY in desk.looked


def _look(desk: Desk) -> Iterator[Lead]:
    if city := _home(desk):
        about = Labels(desk.view).of(Ref(*city.place), (City.kind,))
        yield Lead(label=label(f"Look at {city.name}"), panel=(_CITY, about))


# ---------------------------------------------------------------- train


def _trained(desk: Desk) -> bool:
    return desk.gives(TrainMilitaryUnits)


def _train(desk: Desk) -> Iterator[Lead]:
    for city in cities_of(desk):
        if idea := cities.training(desk, city):
            yield idea.lead
        else:
            yield to_order(TrainMilitaryUnits, f"{city.name}: train", city=ref(desk, city))


# ---------------------------------------------------------------- form a stack


def _manned(desk: Desk) -> list[Stack]:
    """The player's stacks with anybody in them."""
    world = desk.state.world
    return [each for each in stacks_of(desk) if any(True for _ in pieces_in(world, each.place))]


def _formed(desk: Desk) -> bool:
    return bool(_manned(desk))


def _form(desk: Desk) -> Iterator[Lead]:
    """To the form of a stack; of one that stands empty, to the people who are to go with it."""
    city = _home(desk)
    empty = next(stacks_of(desk), None)
    if city is None:
        return
    if empty is None:
        place = (("place", str(Ref(*city.place))),)
        says = label(f"Form a stack at {city.name}")
        yield Lead(label=says, recipe=FormStack.name, given=place)
        return
    target = ref(desk, empty)
    for hero in heroes_of(desk):
        if hero.id != city.baron:
            says = f"{hero.name} joins {empty.name}"
            yield to_order(TransferCharacter, says, character=ref(desk, hero), target=target)


# ---------------------------------------------------------------- send it out


def _sent(desk: Desk) -> bool:
    return desk.gives(Move)


def _send(desk: Desk) -> Iterator[Lead]:
    """To the nearest place of note, else to where the known land ends."""
    for stack in _manned(desk) or list(stacks_of(desk))[:1]:
        given = {"stack": ref(desk, stack)}
        if goal := _marked(desk, stack):
            province, name = goal
            says = f"{stack.name}: to {name}"
            yield to_order(Move, says, **given, destination=f"province:{province}")
        else:
            yield to_order(Move, f"{stack.name}: move", **given)


def _marked(desk: Desk, stack: Stack) -> tuple[int, str] | None:
    """The province that a first journey goes to, and its name."""
    if near := note_near(desk.state.world, stack.province):
        found = near[1]
        return found.province, f"{found.name} {spot(desk, found.province)}"
    if edge := unexplored(desk, stack.province):
        return edge[1], f"the unknown by {spot(desk, edge[1])}"
    return None


# ---------------------------------------------------------------- submit


def _submitted(desk: Desk) -> bool:
    return desk.submitted


def _nothing(desk: Desk) -> Iterable[Lead]:
    """The button is below."""
    return ()


STEPS: Final = (
    FirstStep(name="Look at your city", done=_looked, leads=_look),
    FirstStep(name="Train a unit there", done=_trained, leads=_train),
    FirstStep(name="Form a stack", done=_formed, leads=_form),
    FirstStep(name="Send it to a place of note, or into the unknown", done=_sent, leads=_send),
    FirstStep(name="Submit your turn", done=_submitted, leads=_nothing),
)
