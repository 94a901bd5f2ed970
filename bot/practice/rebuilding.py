"""Bringing the stored campaigns to a simulated Discord, whose ids start anew each time.

People are known again by their names. Channels and roles are forgotten here, so that the bot makes
them anew once it has connected, as it does wherever they are missing. The bot must not run yet.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from bot.clock import Clock
from bot.practice.guild import PracticeGuild
from bot.store.backup import back_up
from bot.store.connection import remove
from bot.store.register import REGISTER
from bot.store.schedule import SCHEDULE
from bot.store.snowflakes import rewrite_snowflakes
from bot.store.stores import Stores

IDS = "ids.json"
"""Who is meant by the ids in a guild's file: by the guild's id, names and ids."""

Ids = Mapping[str, Mapping[str, int]]


async def rebuild(guild: PracticeGuild, data: Path, clock: Clock) -> None:
    """Give the new guild the file of the last one, if there is one.

    The old file stays until the new one is complete, so this may be interrupted. Raises
    `StoreError` if the old file cannot be used.
    """
    known, ids = _known(data), guild.ids()
    draft = data / "rebuilding"
    stores = Stores(data, clock)
    unusable = await stores.open()
    try:
        for number, error in unusable.items():
            if str(number) in known:
                raise error
        new = stores.path(guild.handle.id)
        files = {number: stores.path(number) for number in stores.guilds() if str(number) in known}
        if files:
            # Two are there only if the last rebuilding was interrupted, and they say the same.
            last = max(files)
            new_by_old = _matched(known[str(last)], ids)
            await _forget_places(stores, last, keep=new_by_old)
            remove(draft)
            back_up(files[last], draft)
            rewrite_snowflakes(draft, new_by_old)
    finally:
        await stores.close()
    mine = {str(guild.handle.id): ids}
    _note(data, {**known, **mine})
    # Both name the guilds; the bot makes them anew.
    for index in (SCHEDULE, REGISTER):
        (data / index).unlink(missing_ok=True)
    if files:
        if new not in files.values():
            remove(new)  # what a deleted file left beside it would be taken for a part of this one
        draft.replace(new)
    for file in files.values():
        if file != new:
            remove(file)
    _note(data, mine)


def _matched(old: Mapping[str, int], new: Mapping[str, int]) -> dict[int, int]:
    return {id: new[name] for name, id in old.items() if name in new}


async def _forget_places(stores: Stores, guild: int, *, keep: Mapping[int, int]) -> None:
    async with stores.use(guild) as store, store.unit():
        for campaign in await store.campaigns.all():
            for place in await store.places.of_campaign(campaign.id):
                if place.snowflake not in keep:
                    await store.places.forget(campaign.id, place.role)


def _known(data: Path) -> Ids:
    file = data / IDS
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def _note(data: Path, ids: Ids) -> None:
    draft = data / f"{IDS}.new"
    draft.write_text(json.dumps(ids, indent=1) + "\n", "utf-8")
    draft.replace(data / IDS)
