"""Everything that moderators may do, by subject: the desk opens each of it by taps.

An act is declared as a command is, so that its parameters are told once. Those that `bot` offers as
commands are found by their names; what stands here is what the menus say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands

from bot.client import HostBot

Act = app_commands.Command[Any, ..., Any]


@dataclass(frozen=True, slots=True)
class Offer:
    """An act as a menu offers it."""

    command: str
    """Its whole name, such as `campaign holiday add`."""
    label: str


OFFERS: Final[Mapping[str, Sequence[Offer]]] = {
    "The calendar": (
        Offer("campaign holiday list", "Holidays"),
        Offer("campaign holiday add", "Add a holiday"),
        Offer("campaign holiday remove", "Make a holiday an ordinary day"),
        Offer("campaign timing", "Runs early, or waiting for more turns"),
        Offer("campaign refund", "Give a faction an extension back"),
    ),
    "Seats and turns": (
        Offer("seat computer", "Seat a computer player"),
        Offer("seat caretaker", "Let a computer look after a seat"),
        Offer("seat why", "Why a computer player did what it did"),
        Offer("seat history", "Who has held which seat"),
        Offer("seat deputy", "Let somebody act in a seat"),
        Offer("seat kick", "Take a seat away"),
        Offer("turns submit", "Submit a player's orders"),
        Offer("turns amend", "Take an order out of a player's turn"),
        Offer("turns withdraw", "Withdraw a player's turn"),
    ),
    "The campaign and its world": (
        Offer("campaign joining", "Let players join, or nobody"),
        Offer("campaign onlookers", "A channel for onlookers"),
        Offer("campaign look-as", "See what a faction sees"),
        Offer("campaign rename", "Give something another name"),
        Offer("campaign words", "How names and messages are looked through"),
        Offer("campaign undo", "Take back something that was done"),
        Offer("world correct", "Correct a fact of the world"),
        Offer("world add", "Add a piece to the world"),
        Offer("world remove", "Take a piece out of the world"),
        Offer("world rollback", "Go back to an earlier tick"),
        Offer("moving copy", "Copy the campaign, to try something out"),
        Offer("moving export", "The campaign as one file"),
        Offer("moving seats", "Put people into the seats of a moved campaign"),
        Offer("campaign end", "End the campaign"),
    ),
    "Modules": (
        Offer("module list", "The modules handed in here"),
        Offer("module show", "What a module says of itself"),
        Offer("module diff", "What a module changes"),
        Offer("module rehearse", "Let computer players try a module"),
        Offer("module adopt", "Go on with a module of this server"),
        Offer("module remove", "Offer a module no longer"),
        Offer("module restore", "Offer a module again"),
    ),
}


def acts_of(bot: HostBot) -> dict[str, Act]:
    """The commands of all servers, by their whole names."""
    return {each.qualified_name: each for each in _every(bot)}


def _every(bot: HostBot) -> Iterator[Act]:
    for each in bot.tree.walk_commands(type=discord.AppCommandType.chat_input):
        if isinstance(each, app_commands.Command):
            yield each
