"""The story of "The Siege of Thornwall": a war by two players' commands, to the fall of a city."""

import pytest

from bot.answers import as_refusal
from bot.faces.cohorts.stories import SIEGE
from bot.faces.cohorts.stories.siege import BOWS, CITY, ENGINE, FOOT, HOST, LISTENERS, PIKES, RAID
from bot.jobs.opened import world_at
from bot.practice.campaign import SampleCampaign
from bot.practice.reading import full_text, text_of
from bot.practice.table import Table
from bot.settings import Settings
from bot.workers import Workers
from engine.campaign import Player
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Unit
from engine.world import World
from tests.bot.practice.seeds import in_a_soak

TURNS = 4


@in_a_soak
@pytest.mark.rule("cohorts.order.siege-barony", "cohorts.order.siege-effects")
async def test_an_army_is_met_at_a_castle_besieges_the_city_behind_it_and_takes_it(
    settings: Settings, workers: Workers, seed: int
):
    async with Table(settings, workers, campaign=SampleCampaign(SIEGE), seed=seed) as table:
        begun = await truth(table)
        city = thornwall(begun)
        assert (begun.get(Province, city.province).fortification, city.slaves) == (3, {})

        await table.play()

        ended = await truth(table)
        ada, cora = (player(ended, name) for name in ("Ada", "Cora"))
        taken = thornwall(ended)
        assert player_of(begun, city) == cora
        assert player_of(ended, taken) == ended.get(Character, taken.baron).player == ada
        assert (list(taken.population), list(taken.slaves)) == (["human"], ["elf"])
        assert taken.slaves["elf"] <= city.population["elf"], "nobody was born in the siege"
        assert ended.get(Province, taken.province).fortification == 0
        assert not taken.besieged
        assert all(unit.captor != cora for unit in ended.all(Unit)), "none is left in the city"
        garrison = {unit.name for unit in ended.by(Unit, "holder", taken.place) if not unit.captor}
        assert garrison >= {FOOT, PIKES, BOWS}
        for cls in (Character, Unit):
            for piece in ended.by(cls, "player", cora):
                assert piece.captor == ada or piece.holder != taken.place, piece.name

        await check_siege(table, city)
        check_reports(table)
        assert [error for error in table.env.errors if as_refusal(error) is None] == []


async def check_siege(table: Table, city: City) -> None:
    """While it was besieged the city got no actions, grew no more, and lost its walls."""
    held = [world for world in await history(table) if thornwall(world).besieged]
    actions = [thornwall(world).actions for world in held]
    assert len(held) > 5, "it lasted for more than a week"
    assert actions == sorted(actions, reverse=True), "none came"
    assert (actions[0], actions[-1]) == (3, 0), "what was left could be used"
    assert [held[n].get(Province, city.province).fortification for n in (0, -1)] == [3, 0]


def check_reports(table: Table) -> None:
    """Both sides were told what they see, and not what the other does at home."""
    ours, theirs = posts(table, "stag-crown"), posts(table, "thorn-league")
    skirmish = f"{RAID} attacked the garrison of {CITY} and lost"
    siege = f"{HOST} laid siege to {CITY}"
    assault = f"{HOST} beat the garrison of {CITY}"
    for told in (ours, theirs):
        places = [told.index(each) for each in (skirmish, siege, assault)]
        assert places == sorted(places)
        assert f"{CITY} fell to The Stag Crown" in told
    assert f"{RAID} went from" in ours[: ours.index(siege)], "told with the skirmish"
    assert "walls destroyed" in ours
    assert f"{LISTENERS} cast Read City on {CITY}" in ours
    assert f"The garrison of {CITY} stayed behind its walls while {HOST} stood" in theirs
    assert f"was bombarded by {HOST}: walls destroyed" in theirs
    assert f"{CITY} was still under siege" in theirs
    for secret in ("Fire Storm", f"trained {ENGINE}", "cast Read City", "fired at"):
        assert secret in ours
        assert secret not in theirs
    for secret in ("Ice Storm", "stayed behind its walls", "come out", "still under siege"):
        assert secret in theirs
        assert secret not in ours
    others = posts(table, "herald") + posts(table, "ferry-towns")
    for told in ("laid siege", f"garrison of {CITY}", "bombarded"):
        assert told not in others
    assert "fell to The Stag Crown" in posts(table, "herald"), "of a conquest all the world hears"


def thornwall(world: World) -> City:
    return next(city for city in world.all(City) if city.name == CITY)


def player(world: World, name: str) -> int:
    return next(each.id for each in world.all(Player) if each.name == name)


async def truth(table: Table) -> World:
    return (await history(table))[-1]


async def history(table: Table) -> list[World]:
    """The world after each tick so far."""
    guild = table.guild.handle.id
    async with table.bot.host.stores.use(guild) as store:
        (campaign,) = await store.campaigns.all()
    path = table.bot.host.path(guild)
    return [world_at(path, campaign.id, tick) for tick in range(1, campaign.tick + 1)]


def posts(table: Table, name: str) -> str:
    """All that the bot has posted for everybody in a channel, its reports in full.

    The accounts of battles are apart: both sides saw there what either did.
    """
    channel = next(each for each in table.guild.channels() if each.name == name)
    told: list[str] = []
    for message in channel.history():
        account = any("battle" in each.filename for each in message.attachments)
        told.append(text_of(message) if account else full_text(message, table.env.backend.cdn))
    return "\n".join(told)
