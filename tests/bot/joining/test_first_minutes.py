"""The first ten minutes: from the bot in a server to the submitted turns of two friends.

Every press, choice and change of channel is counted; what is typed is one command.
"""

from __future__ import annotations

from typing import Any

from bot.orders.guarding import ANYWAY
from bot.practice.table import Table
from tests.bot.samples import EXTENSIONS, channel, members, says, store_of, the_campaign
from tests.bot.tables import Sitting
from tests.bot.tapping import Thumb

TAPS = 25
TYPED = "campaign create"

COGS = [*EXTENSIONS, "bot.guild_commands", "bot.orders.queue", "bot.turn.command"]


class Friends:
    """Two people at a table, whose taps are counted together."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.taps = 0

    async def press(self, at: Thumb, label: str) -> Thumb:
        """Press a button; what it opens."""
        self.taps += 1
        return at.on(await at.press(label))

    async def choose(self, at: Thumb, begins: str, label: str) -> None:
        self.taps += 1
        await at.choose(begins, next(each for each in at.options(begins) if label in each))

    def visit(self, who: str, name: str, label: str) -> Thumb:
        """Go to a channel, where the latest message with that button is looked at."""
        self.taps += 1
        history = reversed(channel(self.table, name).history())
        looked = (self.thumb(who, each) for each in history)
        return next(each for each in looked if label in each.buttons())

    def thumb(self, who: str, answer: Any) -> Thumb:
        return Thumb(Sitting(self.table), self.table.guild.people[who], answer)

    async def join(self, invited: Thumb, party: str) -> Thumb:
        """Take a seat of the first faction with a ready-made party."""
        form = await self.press(invited, "Join")
        await self.choose(form, "Choose a faction", "Ashmark")
        await self.choose(form, "Ride with a ready-made party", party)
        await self.press(form, next(each for each in form.buttons() if each.startswith("Ride")))
        assert form.title == "Welcome to House Ashmark"
        return form

    async def play(self, welcome: Thumb) -> None:
        """Train soldiers, and submit."""
        turn = await self.press(welcome, "Your turn")
        await self.choose(turn, "Your first turn", "train")
        await self.press(turn, "Give order")
        asked = await self.press(turn, "Submit")
        await self.press(asked, ANYWAY)
        assert asked.title == "Turn submitted"


async def test_two_friends_submit_a_first_turn_within_25_taps_and_one_command(table: Table) -> None:
    friends = Friends(table)
    form = friends.thumb("Morgan", await says(table, "Morgan", TYPED))
    await friends.choose(form, "What is played", "The Known World")
    await friends.press(form, "Make it")
    told = form.message.content
    for needed in ("Open it", "Begin the first turn", "Runs are on", "every faction's channel"):
        assert needed in told
    asked = await friends.press(form, "Open to players")
    await friends.press(asked, "Open it")
    mine = await friends.join(asked, "The Harrow Banner")
    theirs = await friends.join(friends.visit("Bram", "herald", "Join"), "The Lantern Circle")
    begins = await friends.press(asked, "Begin the first turn")
    await friends.press(begins, "Begin")
    for welcome in (mine, theirs):
        await friends.play(welcome)
    assert friends.taps <= TAPS
    async with store_of(table) as store:
        campaign = await the_campaign(table)
        waits = [
            await store.submissions.pending(campaign, each.user) for each in await members(table)
        ]
    assert len(waits) == 2
    assert all(waits)
