"""What a module says of actions: how many phases of a turn each takes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.module.sections import Named

PHASES = 6
"""The phases of a game turn (kingdoms.turn.phases)."""


class Action(Named):
    """An action of characters, or an order that takes no time (kingdoms.action.table).

    It takes `phases` of them, `rest` all that remain.
    """

    phases: Annotated[int, Field(ge=0, le=PHASES)] | Literal["rest"]
