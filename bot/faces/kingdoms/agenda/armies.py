"""Field armies that nobody leads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.kingdoms.agenda.own import called, crown_of, days, ref, to_order, to_panel
from bot.faces.kingdoms.agenda.time import fits
from bot.faces.leads import Lead
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.ventures.parting import Leave, PickUp
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding

_FIELD: Final = 2
"""From this speed on an army is meant to move; slower ones are for the walls."""


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each province in which any stand, the home first.

    Who leaves an army by the draft knows that it stays behind.
    """
    crown = crown_of(desk)
    if crown is None:
        return
    found: dict[int, list[Army]] = {}
    orders = (queued.order for queued in desk.orders)
    left = {each.id for order in orders if isinstance(order, Leave) for each in order.armies}
    for army in _armies(desk, crown):
        if not army.leader and army.id not in left and _marches(desk, army):
            found.setdefault(army.holding, []).append(army)
    for holding in sorted(found, key=lambda id: (id != crown.home, id)):
        yield partial(_entry, desk, holding, found[holding])


def _armies(desk: Desk, crown: Crown) -> Iterator[Army]:
    """The kingdom's, as the draft would leave them where that can be foreseen."""
    for army in desk.view.by(Army, "crown", crown.id):
        after = desk.state.world.find(Army, army.id)
        yield after if after and after.knows("leader") and after.knows("holding") else army


def _marches(desk: Desk, army: Army) -> bool:
    """Whether it is meant to march, and so ships are not: those may well lie in a harbour."""
    type = desk.rules.module.content(ArmyContent).army_types[army.type]
    return type.speed >= _FIELD and not type.sails


def _entry(desk: Desk, holding: int, armies: list[Army]) -> AgendaEntry:
    names = called(desk)
    told = names.army_types(army.type for army in armies)
    there = desk.view.get(Holding, holding)
    look = to_panel(desk, "province", there, f"Look at {names.holding(holding)}")
    return AgendaEntry(
        text=f"{names.holding(holding)}: {told} without a leader",
        leads=(*_pick_up(desk, holding), look),
    )


def _pick_up(desk: Desk, holding: int) -> Iterator[Lead]:
    """Those who stand there, and have the time to take them along."""
    for day in days(desk):
        if day.ruler.holding == holding and day.able and fits(desk, day, PickUp):
            yield to_order(PickUp, f"{day.ruler.name}: pick up armies", character=ref(day.ruler))
