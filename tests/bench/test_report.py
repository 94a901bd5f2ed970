"""How soon the report of a tick is with its readers, on a Discord that limits requests as it does.

Twenty messages and six pictures fall due with a tick: more for one channel than it takes at once.
The bot is the real one in its own process. Time counts from the commit of the tick; drawing is in
it.
"""

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.clock import MovableClock
from bot.payload import Card, MapRecipe, Payload
from bot.practice import PATIENCE
from bot.store.records import Address, NewMessage
from bot.store.world import read_campaign
from tests.bot.front.limits import Limits
from tests.bot.process.campaign import CAMPAIGN, RUN, put
from tests.bot.process.scene import Scene, open_scene
from tests.bot.store.scene import used

WITHIN = 10.0  # seconds
MESSAGES = {"faction:1": 8, "faction:2": 4, "faction:3": 4, "herald": 4}
"""How many go to each place."""
PICTURES = {"faction:1": 3, "faction:2": 3}
"""How many of them have a map."""


@pytest.mark.aim("posted within 10 s of its commit", seconds=WITHIN)
async def test_a_report_of_20_messages_and_6_pictures(tmp_path: Path, record_property: Any) -> None:
    async with open_scene(tmp_path, put_report) as scene:
        async with scene.begun() as bot:
            limits = scene.front.limits = Limits()
            scene.move_to(RUN, bot)
            start = await committed(scene)
            await scene.front.until(lambda: all_posted(scene), within=PATIENCE, what="the report")
            took = time.monotonic() - start
        pictures = sum(len(m.attachments) for place in PICTURES for m in scene.posted(place))
    assert pictures >= sum(PICTURES.values())
    record_property("seconds", round(took, 2))
    record_property("times refused", limits.refused)
    assert limits.refused == 0  # it knows the limits and keeps to them


async def committed(scene: Scene) -> float:
    """When the tick is seen in the file, by the clock that measures."""
    await scene.until(scene.made)
    return time.monotonic()


def all_posted(scene: Scene) -> bool:
    """Whether every message of the report is in its place, in order."""
    return all(
        [key for key in scene.keys(place) if key in wanted] == wanted
        for place, wanted in ((place, keys_for(place)) for place in MESSAGES)
    )


def keys_for(place: str) -> list[str]:
    return [f"T9·{place}·{number}" for number in range(1, MESSAGES[place] + 1)]


def put_report(file: Path, snowflakes: Mapping[int, int]) -> None:
    """The campaign, and beside what its first run will bring a report that may be sent then."""
    put(file, snowflakes)
    asyncio.run(_add(file))


async def _add(file: Path) -> None:
    tick = read_campaign(file, CAMPAIGN)[0].tick
    async with used(file.parent, int(file.stem), MovableClock(RUN)) as store:
        for place in MESSAGES:
            for number, key in enumerate(keys_for(place)):
                drawn = number < PICTURES.get(place, 0)
                recipe = MapRecipe(tick=tick, faction=int(place[-1])) if drawn else None
                card = Card(title=f"Part {number + 1}", text="What happened. " * 60)
                payload = Payload(cards=(card,), images=(recipe,) if recipe else ())
                note = NewMessage(Address(role=place), key, payload.model_dump_json())
                await store.outbox.add(CAMPAIGN, note)
    (file.parent / "schedule.sqlite").unlink()
