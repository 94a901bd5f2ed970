"""A front with one guild and two people, and the small bot as a process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from tests.bot.front.process import BotProcess
from tests.bot.front.server import Front


@dataclass
class Table:
    """A front whose guild has the channel `hall` and the members `ada` and `ben`."""

    front: Front
    hall: ChannelHandle
    ada: MemberActor
    ben: MemberActor

    def small_bot(self) -> BotProcess:
        """The small bot, to be started with `async with`."""
        return BotProcess(self.front, ["-m", "tests.bot.front.small_bot"])

    def posted(self) -> list[str]:
        """The texts in the hall, oldest first, without what only one person sees."""
        messages = self.front.world.backend.messages[self.hall.id].values()
        return [message.content for message in messages if not message.is_ephemeral]

    def with_new_hall(self, name: str) -> "Table":
        """The same table seen from another channel, so that tests can share a bot."""
        self.front.requests.clear()
        return replace(self, hall=self.ada.guild.create_text_channel(name))


@asynccontextmanager
async def open_table() -> AsyncIterator[Table]:
    """The table; at its end nothing may have broken in the front nor been unknown to simcord."""
    async with Front() as front:
        guild = front.world.create_guild("The North")
        ada, ben = (guild.add_member(front.world.create_user(name)) for name in ("ada", "ben"))
        yield Table(front, guild.create_text_channel("hall"), ada, ben)
        assert front.gaps == []
        assert front.errors == []
