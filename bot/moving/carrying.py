"""Campaigns carried by the host: out of a guild's file into one of their own, and in elsewhere.

For large campaigns, and for another host. Coming in needs the data folder for itself, so the bot
must not run on it; `/campaign repair` then makes the channels.
"""

import secrets
from dataclasses import dataclass
from pathlib import Path

from bot.clock import SystemClock
from bot.moving.files import look_through, take_out
from bot.moving.moving import stop
from bot.store.connection import remove
from bot.store.moving.packing import SUFFIX, Packed
from bot.store.moving.pouring import pour
from bot.store.records import CampaignState, Trace
from bot.store.stores import Stores
from engine.dice import Seed, seed_hash


@dataclass(frozen=True, slots=True)
class Carried:
    """A campaign that came in."""

    campaign: int
    name: str
    verdict: str
    seats: int


def carry_out(path: Path, campaign: int, target: Path) -> Packed:
    """Write a campaign's file to `target`, or into that folder. Raises StoreError."""
    file = target / f"campaign-{campaign}{SUFFIX}" if target.is_dir() else target
    return take_out(path, campaign, file, SystemClock().now())


async def carry_in(folder: Path, guild: int, file: Path, name: str = "") -> Carried:
    """Take a campaign's file into a guild of a data folder, paused unless it has ended.

    Raises StoreError, also for a name that another campaign has.
    """
    clock = SystemClock()
    own = folder / f"import-{secrets.token_hex(6)}"
    try:
        brought = look_through(file, own, clock.now())
        stores = Stores(folder, clock)
        await stores.open()
        try:
            async with stores.use(guild) as store:
                # Taken over from the file with all else; until then it is nobody's.
                seed = Seed(secrets.token_bytes(32))
                made = await store.campaigns.create(
                    name or brought.about.name,
                    brought.module,
                    engine_version=brought.about.engine,
                    seed=seed,
                    seed_hash=seed_hash(seed),
                )
                state = brought.campaign.state
                pour(store.path, own, made.id, state)
                if state is CampaignState.RUNNING:
                    async with store.unit():
                        await stop(store, made.id, clock.now())
                await store.audit.note(
                    made.id, 0, "campaign imported", why="by the host", trace=Trace(open=True)
                )
        finally:
            await stores.close()
    finally:
        remove(own)
    return Carried(made.id, made.name, brought.verdict, brought.seats)
