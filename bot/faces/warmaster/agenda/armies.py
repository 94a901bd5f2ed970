"""Armies that lack something before they fight: a leader, a guard, places, brigades, items.

Who marches is told all of it; of garrisons only what is grave.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.faces.agenda import AgendaEntry, Desk, FirstStep, Line
from bot.faces.cohorts.agenda.first_turn import STEPS as COHORTS
from bot.faces.cohorts.agenda.own import cities_of, stacks_of
from bot.faces.leads import Lead, label
from bot.faces.warmaster.army.choosing import KINDS, forces
from bot.faces.warmaster.army.deploying import DeployArmy
from bot.faces.warmaster.army.facts import Force, facts_in
from bot.faces.warmaster.army.lacks import lacks
from bot.faces.words.text import escaped
from engine.labels import Labels
from engine.orders import Ref
from engine.packs.cohorts.pieces.records import Stack

_TOLD: Final = 3
"""Things that a line names of an army; the panel tells all."""


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each force of the player's that lacks anything, stacks first."""
    for force in (*stacks_of(desk), *cities_of(desk)):
        yield partial(_entry, desk, force)


def _entry(desk: Desk, force: Force) -> AgendaEntry | None:
    facts = facts_in(desk.state, force)
    if not any(unit.mine for unit in facts.units):
        return None
    marches = isinstance(force, Stack)
    found = [each for each in lacks(desk.state, facts) if marches or each.grave]
    if not found:
        return None
    shown = found[:_TOLD]
    more = len(found) - len(shown)
    told = "; ".join(each.says for each in shown) + (f"; {more} more" if more else "")
    leads = [lead for each in shown for lead in each.leads[:2]]
    if desk.view.at(force.place) is not None:
        about = Labels(desk.view).of(Ref(*force.place), KINDS)
        leads.append(Lead(label=label(f"Look at {force.name} as an army"), panel=("army", about)))
    return AgendaEntry(text=f"**{escaped(force.name)}**: {escaped(told)}", leads=tuple(leads))


# ---------------------------------------------------------------- the first turn


_ARMY: Final = "army"
"""The panel of an army."""


def _looked(desk: Desk) -> bool:
    return _ARMY in desk.looked


def _look(desk: Desk) -> Iterator[Lead]:
    """To the largest force, and to its deployment."""
    for force in forces(desk.view, desk.faction, desk.player)[:1]:
        about = Labels(desk.view).of(Ref(*force.place), KINDS)
        yield Lead(label=label(f"Look at {force.name} as an army"), panel=(_ARMY, about))
        yield DeployArmy.lead(force.place)


STEPS: Final = (
    *COHORTS[:-1],
    FirstStep(name="See how your army would fight", done=_looked, leads=_look),
    COHORTS[-1],
)
