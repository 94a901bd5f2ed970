"""Guild files of earlier versions: each opens, plays on and verifies.

`files/<version>` holds files as that version left them after a story of the practice table. When
golden ticks move, a file of the version before is added.
"""

import datetime as dt
import lzma
from pathlib import Path

import pytest

from bot.clock import MovableClock
from bot.jobs.opened import read_rules
from bot.jobs.resolve import resolve
from bot.jobs.verify import verify
from bot.store.records import Due
from bot.store.stores import Stores
from bot.store.world import last_tick, read_campaign, read_campaigns, read_ticks, read_world
from engine import __version__
from engine.campaign import Player
from engine.orders import Queued, Ref
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Stack
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.world import World

FILES = sorted((Path(__file__).parent / "files").glob("*/*.xz"))
GUILD = 7
DAY = dt.timedelta(days=1)
NAME = "Late Comers"


def unpacked(file: Path, folder: Path) -> Path:
    path = folder / f"{GUILD}.sqlite"
    path.write_bytes(lzma.decompress(file.read_bytes()))
    return path


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name} {file.stem}")
async def test_a_file_of_an_earlier_version_opens_plays_on_and_verifies(
    file: Path, tmp_path: Path
) -> None:
    path = unpacked(file, tmp_path)
    clock = MovableClock(dt.datetime(2030, 1, 1, tzinfo=dt.UTC))
    stores = Stores(tmp_path, clock)
    await stores.open()
    async with stores.use(GUILD) as store:
        (campaign,) = read_campaigns(path)
        then = last_tick(path, campaign.id)
        row, module = read_campaign(path, campaign.id)
        rules = read_rules(module)
        world = World.load(rules.records, read_world(path, campaign.id))
        players = {player.id: player for player in world.all(Player)}
        for faction in sorted({player.faction for player in players.values()}):
            assert rules.view(world, faction).count(City), "it knows a city at least"
        city = next(city for city in world.all(City) if player_of(world, city) in players)
        member = next(
            each
            for each in await store.members.of_campaign(campaign.id)
            if each.player == player_of(world, city)
        )
        order = ActivateStack(province=Ref("province", city.province), name=NAME)
        await store.drafts.clear(campaign.id, member.user)
        await store.drafts.add(campaign.id, member.user, Queued("", order).to_json())
        days = [
            Due(kind, at, at.date(), row.turn, at.date() if kind == "run" else None)
            for number, kind in enumerate(("run", "weekly", "run", "monthly"), start=1)
            for at in [clock.now() + number * DAY]
        ]
        await store.submissions.submit(campaign.id, member.user, lambda _: days[0].local_date)
        for due in days:
            resolve(path, campaign.id, due, due.at)
    await stores.close()

    world = World.load(rules.records, read_world(path, campaign.id))
    assert NAME in [stack.name for stack in world.all(Stack)]
    verified = {each.number: each for each in verify(path, campaign.id)}
    assert [each for each in verified.values() if each.faults] == []
    ticks = {tick.number: tick for tick in read_ticks(path, campaign.id, 1, 10_000)}
    assert len(ticks) == then + len(days)
    for number, tick in ticks.items():
        # What another version made is not computed again; what this one made is, and holds.
        assert bool(verified[number].unchecked) is (tick.engine_version != __version__), number
