"""The sample campaign: it begins, the computer plays along, and it is there again the next time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import discord
import pytest
import pytest_asyncio

from bot import cli
from bot.faces.cohorts.stories import BANNERS, MARCHES
from bot.faces.stories import WentWrong
from bot.jobs.knowing import see
from bot.practice.campaign import SampleCampaign
from bot.practice.guild import OWNER, PLAYERS
from bot.practice.reading import text_of
from bot.practice.rebuilding import IDS
from bot.practice.table import EVERYBODYS, Table, seed_of
from bot.settings import Settings, SettingsError
from bot.store.backup import back_up
from bot.store.records import Campaign, CampaignState, Member
from bot.store.stores import Stores
from engine.campaign import Player
from engine.dice import seed_hash
from engine.packs.cohorts import PACK
from engine.packs.cohorts.rivals import PLAY
from engine.rivals import Play
from tests.bot.samples import channel
from tests.bot.store.killed import in_rollback_mode, kill_a_writer
from tests.bot.tables import once

RUNS = 6  # five runs and a production: a week of the sample module


SMALL = replace(MARCHES, size={"width": 16, "height": 12})


class KeptCampaign(SampleCampaign):
    """Founded by commands at the first table, laid down at those that begin like it."""

    async def begin(self, table: Table) -> None:
        await once(table, (repr(self._story), table.wanted_seed), partial(super().begin, table))


Opens = Callable[..., Table]


@pytest.fixture
def opens(tables: partial[Table]) -> Opens:
    """Opens the table of a campaign, by default of the small one; also again."""
    return lambda story=SMALL: tables(campaign=KeptCampaign(story))


@pytest_asyncio.fixture
async def table(opens: Opens) -> AsyncIterator[Table]:
    async with opens() as small:
        yield small


async def next_due(table: Table, times: int = 1) -> None:
    for _ in range(times):
        when = table.clock.next_wake()
        assert when is not None
        await table.move_to(when)


async def stored(table: Table) -> tuple[Campaign, dict[str, Member]]:
    names = {person.id: name for name, person in table.guild.people.items()}
    async with table.bot.host.stores.use(table.guild.handle.id) as store:
        (campaign,) = await store.campaigns.all()
        members = await store.members.of_campaign(campaign.id)
    return campaign, {names[member.user]: member for member in members}


async def ran(table: Table) -> set[str]:
    """The players whose turn of this week has run."""
    campaign, _ = await stored(table)
    path = table.bot.host.path(table.guild.handle.id)
    found: set[str] = set()
    for faction in (1, 2, 3):
        view = see(path, campaign.id, campaign.tick, faction)
        ours = view.by(Player, "faction", faction)
        found |= {each.name for each in ours if each.last_run == campaign.turn}
    return found


def posts(table: Table, name: str) -> list[str]:
    return [text_of(message) for message in channel(table, name).history()]


async def test_six_players_hold_three_factions_and_one_is_free(table: Table):
    campaign, members = await stored(table)
    assert campaign.state is CampaignState.RUNNING
    assert tuple(members) == PLAYERS
    assert sorted(member.faction for member in members.values()) == [1, 1, 2, 2, 3, 3]
    assert table.guild.who_sees(channel(table, "ashmark")) == (OWNER, "Ada", "Bram")
    assert table.guild.who_sees(channel(table, "hornhelm")) == (OWNER,)
    assert "/join" in " ".join(posts(table, "herald"))


async def test_a_module_of_ones_own_is_played_by_its_folder(
    opens: Opens, tmp_path_factory: pytest.TempPathFactory
):
    mole = tmp_path_factory.mktemp("own") / "mole"
    mole.mkdir()
    head = '[meta]\nextends = "barrow"\ntitle = "One Mound"\n[calendar]\ncut_off = 10:00:00\n'
    (mole / "module.toml").write_text(head)
    async with opens(cli._story_of(str(mole))) as table:
        state = dict(await SampleCampaign(SMALL).state(table))
    assert (state["Campaign"], state["State"]) == ("One Mound", "running")
    assert state["Next run"].endswith("15:00 UTC")
    assert state["Played by the computer"] == "Bram"


async def test_the_computer_gives_each_of_its_players_a_turn_a_week_and_ada_none(table: Table):
    await next_due(table)
    assert await ran(table) == {"Freya"}
    await next_due(table, RUNS - 2)
    assert await ran(table) == set(PLAYERS) - {"Ada"}
    reports = "\n".join(posts(table, "elderwood"))
    assert "Cora: " in reports
    assert "Dagny: " in reports
    failed = [line for line in reports.splitlines() if "✗" in line]
    assert all("in vain" in line for line in failed), "none was refused"


async def test_whom_somebody_plays_the_computer_leaves_alone_until_the_turn_is_over(table: Table):
    await table.open("Bram", channel(table, "ashmark"))
    state = dict(await SampleCampaign(SMALL).state(table))
    assert state["Played by the computer"] == "Cora, Dagny, Emil, Freya"
    assert table.preview is not None
    await table.preview.close()
    await next_due(table, RUNS - 1)
    assert await ran(table) == {"Cora", "Dagny", "Emil", "Freya"}
    await next_due(table, 3)
    assert await ran(table) == {"Bram", "Freya"}


@pytest.mark.parametrize("rival", [None, replace(PLAY, think=lambda mind: ())])
async def test_computer_players_who_want_nothing_pass_without_a_word(
    opens: Opens,
    rival: Play | None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    monkeypatch.setattr("engine.packs.cohorts.PACK", replace(PACK, rival=rival))
    async with opens() as table:
        await next_due(table, RUNS - 1)
        assert await ran(table) == set()
        assert dict(await SampleCampaign(SMALL).state(table))["Submitted"] == "nobody yet"
    assert "could not play" not in caplog.text


async def seed_hashes(table: Table) -> list[str]:
    async with table.bot.host.stores.use(table.guild.handle.id) as store:
        return [campaign.seed_hash for campaign in await store.campaigns.all()]


async def test_everybody_gets_the_same_campaign_unless_another_seed_is_asked_for(
    opens: Opens, tables: partial[Table]
):
    async with opens() as table:
        assert await seed_hashes(table) == [seed_hash(seed_of(EVERYBODYS))]
    sample = SampleCampaign(SMALL)
    async with tables(campaign=sample, seed=5, fresh=True) as table:
        assert await seed_hashes(table) == [seed_hash(seed_of(5))]


async def test_a_campaign_under_way_goes_on_with_its_own_seed_and_refuses_another(
    opens: Opens, tables: partial[Table]
):
    async with tables(campaign=SampleCampaign(SMALL), seed=5) as table:
        pass
    async with opens() as table:
        assert await seed_hashes(table) == [seed_hash(seed_of(5))]
    with pytest.raises(SettingsError, match=f"--seed: {SMALL.name} is under way with another"):
        async with tables(campaign=SampleCampaign(SMALL), seed=6):
            pass
    async with tables(campaign=SampleCampaign(SMALL), seed=5) as table:
        assert await seed_hashes(table) == [seed_hash(seed_of(5))]


async def test_the_page_is_told_how_the_campaign_stands(table: Table):
    state = dict(await SampleCampaign(SMALL).state(table))
    assert state["Campaign"] == SMALL.name
    assert state["Turn"] == "1 · 1 Sowingtide, year 412"
    assert state["Next run"] == "Mon 5 Jan 2026, 14:00 UTC"
    assert state["Submitted"] == "nobody yet"


async def test_everything_goes_on_when_the_table_is_opened_again(opens: Opens, settings: Settings):
    async with opens() as table:
        await next_due(table, RUNS)
        before, seats = await stored(table)
        readers = {c.name: table.guild.who_sees(c) for c in table.guild.channels()}
        roles = {name: table.guild.roles(p) for name, p in table.guild.people.items()}
        old = table.guild.handle.id
        news = posts(table, "elderwood")[-1]
    async with opens() as table:
        after, seats_now = await stored(table)
        assert (after.tick, after.turn) == (before.tick, 2)
        assert {name: (seat.faction, seat.player) for name, seat in seats_now.items()} == {
            name: (seat.faction, seat.player) for name, seat in seats.items()
        }
        assert {c.name: table.guild.who_sees(c) for c in table.guild.channels()} == readers
        assert {name: table.guild.roles(p) for name, p in table.guild.people.items()} == roles
        assert posts(table, "elderwood")[-1] == news  # the latest news are told again
        (status,) = [m for m in channel(table, "herald").history() if m.pinned]
        assert "Turn 2" in text_of(status)

        await next_due(table, RUNS)
        assert "Turn 2" in "\n".join(posts(table, "ashmark"))
        (status,) = [m for m in channel(table, "herald").history() if m.pinned]
        assert "Turn 3" in text_of(status)
        unseen = "\n".join(posts(table, "ashmark"))
        assert "Cora: " not in unseen
        assert table.guild.handle.id != old
    assert Stores(settings.data, table.clock).guilds() == [table.guild.handle.id]


async def test_what_people_had_prepared_is_theirs_when_the_table_is_opened_again(opens: Opens):
    async with opens() as table:
        home = channel(table, "ashmark")
        (city,) = await table.offers("Ada", home, "city attract", "city")
        await table.slash("Ada", home, "city attract", sees="Order taken", city=city)
        await table.submit("Ada", home)
    async with opens() as table:
        home = channel(table, "ashmark")
        await table.slash("Ada", home, "orders list", sees="Attract population")
        assert dict(await SampleCampaign(SMALL).state(table))["Submitted"] == "Ada"
        await next_due(table)
        assert "Ada" in await ran(table)


async def test_a_founding_that_was_interrupted_is_finished_at_the_next_start(opens: Opens):
    astray = replace(
        SMALL, seats={**SMALL.seats, "Cora": {"faction": "atlantis", "start": "harrow_banner"}}
    )
    with pytest.raises(WentWrong, match="Cora: /join"):
        async with opens(astray):
            pass
    async with opens() as table:
        campaign, members = await stored(table)
        assert campaign.state is CampaignState.RUNNING
        assert sorted(members) == sorted(PLAYERS)
        assert table.guild.who_sees(channel(table, "ashmark")) == (OWNER, "Ada", "Bram")


async def test_a_rebuilding_that_was_interrupted_is_made_good_at_the_next_start(
    opens: Opens, settings: Settings
):
    async with opens() as table:
        await next_due(table)
        first = table.guild.handle.id
    data = settings.data
    kept = {name: (data / name).read_bytes() for name in (f"{first}.sqlite", IDS)}
    async with opens() as table:
        second = table.guild.handle.id
    # As if the last start had ended right after the new file took its place.
    (data / f"{first}.sqlite").write_bytes(kept[f"{first}.sqlite"])
    (data / IDS).write_bytes(_both(data / IDS, kept[IDS]))
    async with opens() as table:
        campaign, members = await stored(table)
        assert campaign.tick > 1
        assert tuple(members) == PLAYERS
        assert table.guild.handle.id == second  # no time has passed, so its ids are the same
    assert second != first
    assert len(list(data.glob("[0-9]*.sqlite"))) == 1


async def test_a_table_killed_in_a_write_is_opened_again(opens: Opens, settings: Settings):
    """The second start plays on a copy, and so does the third; each finds what a kill left."""
    for _ in range(2):
        async with opens() as table:
            campaign, members = await stored(table)
            assert (campaign.name, tuple(members)) == (SMALL.name, PLAYERS)
            file = settings.data / f"{table.guild.handle.id}.sqlite"
        draft = settings.data / "rebuilding"
        back_up(file, draft)
        for each in (draft, file):
            in_rollback_mode(each)
            await asyncio.to_thread(kill_a_writer, each)
    async with opens() as table:
        campaign, members = await stored(table)
        assert (campaign.name, tuple(members)) == (SMALL.name, PLAYERS)


def _both(file: Path, old: bytes) -> bytes:
    return file.read_bytes().strip()[:-1] + b"," + old.strip()[1:]


async def test_an_answer_other_than_the_expected_one_is_told_with_its_text(table: Table):
    lobby = next(table.guild.channels())
    with pytest.raises(WentWrong, match="Morgan: /map should have been"):
        await table.slash(OWNER, lobby, "map", sees="map-turn-1")


async def test_a_visitor_may_join_the_faction_that_is_free(table: Table):
    lobby = next(table.guild.channels())
    (party, *_) = await table.offers(OWNER, lobby, "join", "start", faction="hornhelm")
    await table.slash(
        OWNER, lobby, "join", sees="Welcome", faction="hornhelm", start=party, name="Morgan"
    )
    assert isinstance(channel(table, "hornhelm").last_message, discord.Message)


async def test_a_campaign_of_another_module_is_founded_beside_the_one_that_is_there(opens: Opens):
    async with opens():
        pass
    async with opens(BANNERS) as table:
        async with table.bot.host.stores.use(table.guild.handle.id) as store:
            first, second = await store.campaigns.all()
            seated = [len(await store.members.of_campaign(c.id)) for c in (first, second)]
        assert (first.name, second.name) == (SMALL.name, BANNERS.name)
        assert seated == [len(SMALL.seats), len(BANNERS.seats)]
        await next_due(table, RUNS)
        async with table.bot.host.stores.use(table.guild.handle.id) as store:
            assert [campaign.turn for campaign in await store.campaigns.all()] == [2, 2]


async def test_the_page_knows_when_the_next_turn_of_who_sits_at_it_begins(table: Table):
    sample = SampleCampaign(SMALL)
    standing = await sample.standing(table)
    assert (standing.person, standing.submitted) == ("Ada", False)
    assert standing.home is not None
    assert standing.home.name == "ashmark"
    assert standing.coming is not None
    assert standing.coming[0] == "the next run"
    home = channel(table, "ashmark")
    (city,) = await table.offers("Ada", home, "city attract", "city")
    await table.slash("Ada", home, "city attract", sees="Order taken", city=city)
    await table.submit("Ada", home)
    assert (await sample.standing(table)).submitted
    await next_due(table)
    standing = await sample.standing(table)
    assert standing.submitted  # the turn of this week has run
    assert standing.turn is not None
    await next_due(table, RUNS - 2)
    standing = await sample.standing(table)
    assert standing.coming == ("the production", standing.turn)
    assert standing.turn is not None
    await table.move_to(standing.turn)
    standing = await sample.standing(table)
    assert not standing.submitted
    assert (await stored(table))[0].turn == 2


async def test_a_seat_that_a_person_took_is_theirs_when_the_table_is_opened_again(opens: Opens):
    async with opens() as table:
        await table.open("Bram", channel(table, "ashmark"))
        lobby = next(table.guild.channels())
        (party, *_) = await table.offers(OWNER, lobby, "join", "start", faction="hornhelm")
        wanted = {"faction": "hornhelm", "start": party, "name": "Morgan"}
        await table.slash(OWNER, lobby, "join", sees="Welcome", **wanted)
    async with opens() as table:
        state = dict(await SampleCampaign(SMALL).state(table))
        assert state["Played by the computer"] == "Cora, Dagny, Emil, Freya"


async def test_what_a_person_has_not_read_is_counted_by_channel(table: Table):
    home = channel(table, "ashmark")
    assert table.unread("Bram", home) == len(posts(table, "ashmark")) > 0
    await table.open("Bram", home)
    assert table.unread("Bram", home) == 0
    assert table.unread("Ada", home) > 0
    await table.open("Ada", home)
    await table.guild.people["Bram"].send(home, "Who goes first?")
    assert table.unread("Ada", home) == 0  # it is open before her eyes
    assert table.unread("Bram", home) == 1
