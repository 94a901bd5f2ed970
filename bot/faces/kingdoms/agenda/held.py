"""Forces on land that lead ships, and so can only put to sea (kingdoms.action.move-naval)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.kingdoms.agenda.own import bare, called, days, ref
from bot.faces.kingdoms.agenda.time import fits, holding_of
from bot.faces.kingdoms.days import DayFacts
from bot.faces.kingdoms.terms import times
from bot.faces.leads import Lead, label, rule_of
from bot.faces.words.text import escaped, listed
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.ventures.moving import NAVAL
from engine.packs.kingdoms.crowns.ventures.parting import Leave
from engine.packs.kingdoms.pieces.records import Army, Holding


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each character who leads both, as the draft would have it."""
    for day in days(desk):
        ships = list(_ships(desk, day))
        if ships and fits(desk, day, Leave):
            yield partial(_entry, desk, day, ships)


def _ships(desk: Desk, day: DayFacts) -> Iterator[Army]:
    """The ships of a force that stands on land with armies which could march."""
    content = desk.rules.module.content(ArmyContent)
    here = desk.view.find(Holding, holding_of(desk, day.ruler))
    led = list(desk.state.world.by(Army, "leader", day.ruler.id))
    types = [content.army_types[army.type] for army in led]
    if here and not content.grounds[here.terrain].sea and not all(type.sails for type in types):
        yield from (army for army, type in zip(led, types, strict=True) if type.sails)


def _entry(desk: Desk, day: DayFacts, ships: list[Army]) -> AgendaEntry:
    names, ruler = called(desk), day.ruler
    told = _counted(desk, ships)
    where = names.holding(holding_of(desk, ruler))
    return AgendaEntry(
        text=f"**{escaped(ruler.name)}** leads ships ({told}) at {where}, and so can only put to "
        "sea: leave them behind to march",
        leads=(_leave(desk, day, ships), rule_of(NAVAL, "Ships and harbours")),
    )


def _counted(desk: Desk, ships: list[Army]) -> str:
    types = Counter(bare(desk).army_type(army.type) for army in ships)
    return listed(times(type, count) for type, count in types.items())


def _leave(desk: Desk, day: DayFacts, ships: list[Army]) -> Lead:
    ruler = day.ruler
    says = label(f"{ruler.name}: leave {_counted(desk, ships)}")
    given = (("character", ref(ruler)), *(("armies", ref(army)) for army in ships))
    return Lead(label=says, order=Leave.path, given=given)
