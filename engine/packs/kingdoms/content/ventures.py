"""What a module says of actions: how many phases of a turn each takes, and of what they lead to.

The tables stand in the pack of the game itself, beside those of Kings and heroes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Named, Sections, Table
from engine.packs.kingdoms.content.devices import Device
from engine.packs.kingdoms.content.imperial import Merits, Office
from engine.packs.kingdoms.pieces.timing import PHASES, REST


class Action(Named):
    """An action of characters, or an order that takes no time (kingdoms.action.table).

    It takes `phases` of them, `rest` all that remain.
    """

    phases: Annotated[int, Field(ge=0, le=PHASES)] | Literal["rest"]
    icon: IconOrNone = None

    @property
    def length(self) -> int:
        """As `engine.packs.kingdoms.pieces.timing.spans` counts it."""
        return REST if self.phases == "rest" else self.phases


class VentureContent(Sections):
    """The sections of the pack `kingdoms.crowns` on actions, inventions and offices."""

    ventures: Table[Action]
    devices: Table[Device]
    imperial: Table[Office]
    merits: Merits
