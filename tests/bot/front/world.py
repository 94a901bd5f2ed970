"""The simulated Discord without a bot inside: guilds, channels, and people who act.

It is simcord's environment with the bot taken out, its clock running and its waits replaced, so
that a bot on the other side of a socket can answer. It is not for bots in this process; those
use `simcord.run`. All touches of simcord's private parts are in this file.
"""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.models import Interaction
from simcord.env import Env
from simcord.results import InteractionResult, ResponseMessage

from bot.practice import PATIENCE
from tests.bot.front.bell import Bell

"""Seconds a person waits for a first answer. Discord gives 3; a loaded test machine needs more."""


class RunningClock(Clock):
    """Starts at the machine's time, then runs on steadily; `advance` jumps ahead."""

    def __init__(self) -> None:
        super().__init__()
        self._started = time.perf_counter()
        self._first = datetime.now(UTC)

    def now(self) -> datetime:
        return self._first + timedelta(seconds=self.elapsed + time.perf_counter() - self._started)


class World(Env):
    """Builders and actors of `simcord.Env`: `create_guild`, `create_user`, `member.slash` ...

    A person's slash command, click, form or autocomplete returns at the bot's first answer, or
    unanswered (`result.acknowledged` false) after `patience` seconds, which is also the time
    that the simulated Discord gives the bot. People may act at the same time.
    """

    def __init__(self, *, patience: float = PATIENCE) -> None:
        onlooker = discord.Client(intents=discord.Intents.none())
        super().__init__(onlooker)
        self.backend = Backend(clock=RunningClock())
        self.bell = Bell()
        self.patience = patience
        # Messages are handed to tests as discord.py objects of this client, which never connects.
        self._message_states.add(onlooker._connection)
        self._asked: dict[asyncio.Task[Any] | None, Interaction] = {}

    async def finished(
        self, result: InteractionResult, *, within: float = PATIENCE
    ) -> ResponseMessage:
        """The bot's message once it no longer shows as thinking."""
        await self.bell.until(
            lambda: result.response is not None and not result.deferred,
            within=within,
            what="the bot to finish its answer",
        )
        message = result.response
        assert message is not None
        return message

    # What follows replaces how simcord waits for a bot in the same process.

    def _begin_operation(self, label: str) -> None:
        """People are independent of each other: nothing to guard."""

    def _end_operation(self) -> None:
        pass

    def _notify_dispatch_observers(self, interaction: Interaction) -> None:
        interaction.initial_response_deadline = self.backend.iso_after(self.patience)
        self._asked[asyncio.current_task()] = interaction

    async def _settle_internal(self, **_: object) -> None:
        asked = self._asked.pop(asyncio.current_task(), None)
        if asked is None:
            return
        try:
            await self.bell.until(lambda: asked.responded, within=self.patience, what="an answer")
        except TimeoutError:
            return  # as in Discord's client: "The application did not respond"
