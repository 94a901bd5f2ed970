"""A running campaign in a guild's file, made by the real code without Discord, once per process.

Its ids on Discord are small numbers that stand for something; `put` writes those of a front's world
in their place.
"""

import asyncio
import functools
import tempfile
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from bot.campaign.almanac import begin
from bot.clock import MovableClock
from bot.jobs.opened import view_at
from bot.store.backup import back_up
from bot.store.connection import connect
from bot.store.guild import GuildStore
from bot.store.snowflakes import rewrite_snowflakes
from bot.store.world import read_campaign
from engine.dice import Seed
from engine.orders import Order, Queued
from engine.packs.cohorts.pieces.records import Character, City
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.messages import ChangeMessage
from tests.bot.founding import created, seated, set_up
from tests.bot.store.scene import used
from tests.rules.scene import module

START = datetime(2026, 1, 5, 8, tzinfo=UTC)
"""A Monday, hours before the first cut-off."""
RUN_DAY = date(2026, 1, 5)
CUT_OFF = datetime(2026, 1, 5, 14, tzinfo=UTC)
RUN = CUT_OFF + timedelta(seconds=1)
"""When the first run has just fallen due."""
CAMPAIGN = 1
SMALL = (16, 12)
_GUILD = 1
ADA, BEN = 11, 12
PLAYERS = {ADA: "Ada", BEN: "Ben"}
"""Players 1 and 2 of the world, in factions 1 and 2."""
FACTIONS = len(module().factions)
PLACES = {
    "herald": 21,
    "moderators": 22,
    **{f"faction:{number}": 30 + number for number in range(1, FACTIONS + 1)},
    "role:moderators": 42,
    **{f"role:{number}": 50 + number for number in range(1, FACTIONS + 1)},
}


def put(file: Path, snowflakes: Mapping[int, int], size: tuple[int, int] = SMALL) -> None:
    """Write the campaign there, with other ids for those given. It starts an event loop."""
    file.write_bytes(_made(size))
    rewrite_snowflakes(file, snowflakes)


@functools.cache
def _made(size: tuple[int, int]) -> bytes:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(_make(folder, size))
        back_up(folder / f"{_GUILD}.sqlite", folder / "copy")
        return (folder / "copy").read_bytes()


async def _make(folder: Path, size: tuple[int, int]) -> None:
    async with used(folder, _GUILD, MovableClock(START)) as store:
        made = await created(store, seed=Seed(bytes(32)))
        assert made.id == CAMPAIGN
        for role, snowflake in PLACES.items():
            await store.places.put(CAMPAIGN, role, snowflake)
        width, height = size
        set_up(store, CAMPAIGN, START, settings={"width": width, "height": height})
        for number, user in enumerate(PLAYERS, 1):
            faction = list(module().factions)[number - 1]
            await seated(store, CAMPAIGN, user, PLAYERS[user], START, faction=faction)
            await store.turn_notes.silence(CAMPAIGN, user, silent=True)
            await _submit(store, user, number)
        running = await store.campaigns.get(CAMPAIGN)
        await begin(store, running, module().calendar, START)
        with closing(connect(store.path)) as db:
            db.execute("DELETE FROM outbox")  # the news of the joining is no matter of these tests


async def _submit(store: GuildStore, user: int, number: int) -> None:
    """Two orders, submitted for the first run."""
    for order in orders(store.path, number):
        await store.drafts.add(CAMPAIGN, user, Queued("", order).to_json())
    await store.submissions.submit(CAMPAIGN, user, lambda _: RUN_DAY)


def heroes(path: Path, number: int) -> list[str]:
    """What the first characters of the player of that number are called."""
    view = view_at(path, CAMPAIGN, read_campaign(path, CAMPAIGN)[0].tick, number)
    return [hero.name for hero in view.by(Character, "player", number)]


def orders(path: Path, number: int) -> tuple[Order, Order]:
    """Two orders that a player, alone in the faction of the same number, can carry out."""
    view = view_at(path, CAMPAIGN, read_campaign(path, CAMPAIGN)[0].tick, number)
    hero = next(view.by(Character, "player", number))
    city = view.get(City, hero.holder.id)
    return (
        ActivateStack.model_validate({"province": f"province:{city.province}", "name": "Guard"}),
        ChangeMessage.model_validate({"bearer": f"character:{hero.id}", "message": "I wait."}),
    )
