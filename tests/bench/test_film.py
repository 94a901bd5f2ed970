"""The film of a long and large campaign: 100 turns of 100 by 100 provinces with 48 players.

The campaign is written as ticks would write it: every turn cities change hands and battles of 60
units are fought. The aims are the project's own: a film in 60 s of a worker's time, on a busy
machine too, and no larger than Discord takes.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from bot.ending.awards import awards
from bot.faces.film import cutting
from bot.faces.film.packing import bind, draw_strip
from bot.faces.map.picture import warm
from bot.jobs.reel import make_reel
from bot.store.records import CampaignState
from bot.store.ticks import DueTick
from engine import __version__
from engine.campaign import Player
from engine.events import Entry
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.pieces.records import Character, City
from engine.world import World
from tests.bench import big
from tests.bot.faces.battle.sample import army, fought
from tests.bot.founding import created
from tests.bot.store.scene import NOON, make_tick, used
from tests.rules.plain import blank

TURNS = 100
TAKEN, FOUGHT = 3, 6
"""Cities that change hands in a turn, and battles."""
MOST = 60.0
"""Seconds."""


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """Its file, and its number there."""
    return asyncio.run(_written(tmp_path_factory.mktemp("film")))


async def _written(folder: Path) -> tuple[Path, int]:
    async with used(folder) as store:
        made = await created(store, "A long war", big.rules().module)
        await store.campaigns.set_state(made.id, CampaignState.RUNNING)
    world = big.world().fork()
    _settle(world)
    path, cities = store.path, list(world.all(City))
    record = fought([*army(30, 0), *army(30, 1)])
    _tick(path, made.id, 1, world.rows(), [])
    for turn in range(1, TURNS + 1):
        taken = [cities[(turn * 7 + step * 31) % len(cities)] for step in range(TAKEN)]
        changed = [city.replace(baron=(turn * 5 + city.id) % big.PLAYERS + 1) for city in taken]
        events = [
            BattleFought(
                province=cities[(turn * 11 + step * 17) % len(cities)].province,
                attackers=(1 + step % 3,),
                defenders=(4,),
                record=record,
            )
            for step in range(FOUGHT)
        ]
        rows = [(City.kind, city.id, city.dump()) for city in changed]
        _tick(path, made.id, turn, rows, [Entry(event, {}).dump() for event in events])
    async with used(folder) as store:
        await store.campaigns.set_state(made.id, CampaignState.ENDED)
    return path, made.id


def _settle(world: World) -> None:
    """A hero for every player, and for every city one of them as its baron."""
    for player in world.all(Player):
        known = {
            "name": f"Hero {player.id}",
            "race": "human",
            "player": player.id,
            "job": "warrior",
        }
        known |= {"holder": next(iter(world.all(City))).place, "level": 1}
        world.add(Character, **{**blank(Character), **known})
    for city in world.all(City):
        world.put(city.replace(baron=city.id % big.PLAYERS + 1))


def _tick(path: Path, campaign: int, turn: int, rows: list, events: list[bytes]) -> None:
    due = DueTick("run", NOON, NOON.date(), turn)
    make_tick(path, campaign, due, engine_version=__version__, changes=rows, events=events)


@pytest.mark.aim("at most 60 s", seconds=MOST)
def test_the_film_of_100_turns_of_a_large_world_is_made_in_time(
    campaign, record_property: Any
) -> None:
    path, number = campaign
    warm()
    worked = time.process_time()
    reel = make_reel(path, number)
    read = time.process_time() - worked
    assert len(reel.shots) == TURNS
    cut = cutting.cut_of(reel)
    while True:
        strips = [draw_strip(reel, cut, first) for first in cutting.parts(reel)]
        made = bind(reel, strips)
        if len(made.png) <= cutting.LARGEST:
            break
        cut = cutting.narrower(cut, len(made.png)) or cut
    took = time.process_time() - worked
    record_property("to read s", read)
    record_property("seconds", took)


@pytest.mark.aim("at most 60 s", seconds=MOST)
def test_the_records_of_it_are_found_soon(campaign, record_property: Any) -> None:
    began = time.process_time()
    found = awards(*campaign)
    took = time.process_time() - began
    assert any("Bloodiest battle" in line for line in found)
    record_property("seconds", took)
