"""Guild files of earlier versions: each opens, plays on and verifies.

`files/<version>` holds files as that version left them after a story of the practice table. When
golden ticks move, a file of the version before is added.
"""

import datetime as dt
import json
import lzma
from pathlib import Path

import pytest

from bot.clock import MovableClock
from bot.jobs.battles import open_battle, past_battles
from bot.jobs.opened import read_rules
from bot.payload import BattleRecipe
from bot.resolving import resolve
from bot.store.stores import Stores
from bot.store.ticks import DueTick
from bot.store.world import last_tick, read_campaign, read_campaigns, read_ticks, read_world
from bot.verifying import verify
from engine import __version__
from engine.battle import BATTLE, BattleRecord, Clash
from engine.campaign import Faction, Player
from engine.orders import Queued, Ref
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Stack
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.world import Place, World

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
            DueTick(kind, at, at.date(), row.turn, at.date() if kind == "run" else None)
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


@pytest.mark.parametrize("story", ["barrow", "thornwall"])
async def test_a_battle_of_an_earlier_version_is_told_and_drawn(story: str, tmp_path: Path) -> None:
    (file,) = (each for each in FILES if each.match(f"0.1.0/{story}.*"))
    path = unpacked(file, tmp_path)
    stores = Stores(tmp_path, MovableClock(dt.datetime(2030, 1, 1, tzinfo=dt.UTC)))
    await stores.open()
    async with stores.use(GUILD):
        pass
    await stores.close()
    (campaign,) = read_campaigns(path)
    tick = last_tick(path, campaign.id)
    _, module = read_campaign(path, campaign.id)
    world = World.load(read_rules(module).records, read_world(path, campaign.id))
    battles = [
        BattleRecipe(tick=each.tick, faction=faction.id, event=each.event)
        for faction in world.all(Faction)
        for each in past_battles(path, campaign.id, tick, faction.id)
    ]
    assert battles
    for recipe in battles:
        opened = open_battle(path, campaign.id, recipe)
        assert opened.picture.png
        assert all(step.pages for step in opened.steps)


def test_the_clash_of_an_earlier_record_has_sides_and_a_garrison_where_it_fought() -> None:
    def now(trigger: str, **then: object) -> Clash:
        old = {"province": 9, "attackers": [1, 2], "defenders": [3], "city": 0, "origin": 0}
        record = {"system": "cohorts", "clash": {**old, "trigger": trigger, **then}}
        return BattleRecord.load(json.dumps({"v": 1, **record, "engagements": []}).encode()).clash

    one, two, three, city = (*(Place("stack", n) for n in (1, 2, 3)), Place("city", 4))
    moved = now("movement", origin=8)
    assert (moved.sides, moved.kind) == (((one, two), (three,)), BATTLE)
    assert (moved.place, moved.origin) == (Place("province", 9), Place("province", 8))
    assert now("garrison", city=4).sides == ((one, two), (three, city))
    assert now("repel", city=4).sides == ((one, two, city), (three,))
    assert now("quest").origin is None
