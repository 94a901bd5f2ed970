"""Everything that moderators may do, by subject: the desk opens each of it by taps.

An act is declared as a command is, so that its parameters are told once. Some are commands as well;
the others are acts of the desk alone, which keeps the list of commands short for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import app_commands

from bot.callers.desk_acts import Act
from bot.client import HostBot
from bot.deadlines.moderator_acts import (
    add_holiday,
    change_timing,
    list_holidays,
    refund,
    remove_holiday,
)
from bot.desk.campaign_acts import let_join, rename, watch_words
from bot.modules.acts import remove_module, restore_module
from bot.modules.adopting import adopt
from bot.onlookers.acts import look_as, watch
from bot.seats.moderator_acts import caretaker, computer, kick, why
from bot.world.turn_acts import amend, submit_for, withdraw_for


@dataclass(frozen=True, slots=True)
class DeskAct:
    """An act as a menu offers it."""

    label: str
    act: Act | str
    """What is done, or the whole name of the command that does it."""

    @property
    def key(self) -> str:
        """What it is chosen by."""
        return self.act if isinstance(self.act, str) else self.act.name

    def declared(self, bot: HostBot) -> Act | None:
        """What is done; None for a command that this bot does not have."""
        if not isinstance(self.act, str):
            return self.act
        first, *others = self.act.split()
        found = bot.tree.get_command(first)
        for name in others:
            found = found.get_command(name) if isinstance(found, app_commands.Group) else None
        return found if isinstance(found, app_commands.Command) else None


ACTS: Final[Mapping[str, Sequence[DeskAct]]] = {
    "The calendar": (
        DeskAct("Holidays", list_holidays),
        DeskAct("Add a holiday", add_holiday),
        DeskAct("Make a holiday an ordinary day", remove_holiday),
        DeskAct("Runs early, or waiting for more turns", change_timing),
        DeskAct("Give a faction an extension back", refund),
    ),
    "Seats and turns": (
        DeskAct("Seat a computer player", computer),
        DeskAct("Let a computer look after a seat", caretaker),
        DeskAct("Why a computer player did what it did", why),
        DeskAct("Who has held which seat", "seat history"),
        DeskAct("Let somebody act in a seat", "seat deputy"),
        DeskAct("Take a seat away", kick),
        DeskAct("Submit a player's orders", submit_for),
        DeskAct("Change a player's turn", amend),
        DeskAct("Withdraw a player's turn", withdraw_for),
    ),
    "The campaign and its world": (
        DeskAct("Let players join, or nobody", let_join),
        DeskAct("A channel for onlookers", watch),
        DeskAct("See what a faction sees", look_as),
        DeskAct("Give something another name", rename),
        DeskAct("How names and messages are looked through", watch_words),
        DeskAct("Take back something that was done", "campaign undo"),
        DeskAct("Correct a fact of the world", "world correct"),
        DeskAct("Add a piece to the world", "world add"),
        DeskAct("Take a piece out of the world", "world remove"),
        DeskAct("Go back to an earlier tick", "world rollback"),
        DeskAct("Copy the campaign, to try something out", "moving copy"),
        DeskAct("The campaign as one file", "moving export"),
        DeskAct("Put people into the seats of a moved campaign", "moving seats"),
        DeskAct("End the campaign", "campaign end"),
    ),
    "Modules": (
        DeskAct("The modules handed in here", "module list"),
        DeskAct("What a module says of itself", "module show"),
        DeskAct("What a module changes", "module diff"),
        DeskAct("Let computer players try a module", "module rehearse"),
        DeskAct("Go on with a module of this server", adopt),
        DeskAct("Offer a module no longer", remove_module),
        DeskAct("Offer a module again", restore_module),
    ),
}
