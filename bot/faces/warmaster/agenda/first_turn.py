"""The steps of a player's first turn: as in Cohorts, with a look at how the army fights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.agenda import Desk, FirstStep
from bot.faces.cohorts.agenda.first_turn import STEPS as COHORTS
from bot.faces.leads import Lead, label
from bot.faces.warmaster.army.choosing import KINDS, forces
from bot.faces.warmaster.army.deploying import DeployArmy
from engine.labels import Labels
from engine.orders import Ref

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
