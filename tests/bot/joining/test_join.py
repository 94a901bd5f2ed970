"""`/join` and `/leave`: a place in the world, the role on Discord and the seat keep step."""

from typing import Any

import pytest

from bot.practice.table import Table
from bot.resolving import ActRefused
from bot.store.records import CampaignState
from bot.workers import WorkerCrashed
from tests.bot.pressing import press
from tests.bot.samples import (
    EXTENSIONS,
    campaign_on,
    channel,
    members,
    posts,
    roles,
    says,
    store_of,
    told,
    words,
)

PLACE = {"faction": "ashmark", "start": "harrow_banner"}

COGS = EXTENSIONS


async def _suggested(table: Table, option: str, typed: str = "", **given: Any) -> list[str]:
    lobby = next(table.guild.channels())
    ada = table.guild.people["Ada"]
    return [c["name"] for c in await ada.autocomplete(lobby, "join", option, typed, **given)]


# ---------------------------------------------------------------- joining


@pytest.mark.rule("cohorts.setup.announce-and-join")
async def test_who_joins_gets_a_place_the_role_a_welcome_and_the_first_map(table: Table):
    await campaign_on(table, opened=True)
    answer = await says(table, "Ada", "join", **PLACE)
    assert answer.response.ephemeral
    assert "Welcome to House Ashmark" in told(answer)
    assert "Maud Harrowgate: human warrior" in told(answer)
    (picture,) = answer.response.attachments
    assert picture.description
    (member,) = await members(table)
    assert (member.faction, member.player) == (1, 1)
    assert roles(table, "Ada") == ("House Ashmark · The Long War",)
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan", "Ada")
    assert "Ada joined House Ashmark" in posts(table, "herald")[-1]
    (status,) = [m for m in channel(table, "herald").history() if m.pinned]
    assert "House Ashmark: 1 playing, 1 free" in words(status)


@pytest.mark.rule("cohorts.setup.starting-city")
async def test_the_starting_cities_of_the_faction_are_suggested_until_they_are_taken(table: Table):
    await campaign_on(table, opened=True)
    first, second = await _suggested(table, "place", faction="ashmark")
    assert await _suggested(table, "place", second[:3], faction="ashmark") == [second]
    assert await _suggested(table, "place", faction="nobody") == []
    await says(table, "Bram", "join", **PLACE, place=second)
    assert second in posts(table, "ashmark")[-1]
    assert await _suggested(table, "place", faction="ashmark") == [first]
    answer = await says(table, "Ada", "join", **PLACE, place=second)
    assert f"Free are: {first}." in told(answer)
    assert [member.player for member in await members(table)] == [1]


async def test_factions_are_suggested_with_the_seats_that_are_left(table: Table):
    await campaign_on(table, opened=True)
    await says(table, "Bram", "join", **PLACE)
    assert (await _suggested(table, "faction"))[0] == "House Ashmark (1 playing, 1 free)"
    assert await _suggested(table, "faction", "elder") == ["The Elderwood (0 playing, 2 free)"]


async def test_parties_are_suggested_with_what_their_people_are(table: Table):
    await campaign_on(table, opened=True)
    (harrow,) = await _suggested(table, "start", "harrow", faction="ashmark")
    assert harrow.startswith("The Harrow Banner: human warrior, dwarf warrior")


async def test_a_party_may_be_named_as_it_is_called(table: Table):
    await campaign_on(table, opened=True)
    answer = await says(table, "Ada", "join", faction="ashmark", start="the harrow banner")
    assert "**The Harrow Banner**" in told(answer)


@pytest.mark.rule("cohorts.setup.announce-and-join")
async def test_a_full_faction_takes_no_more(table: Table):
    await campaign_on(table, opened=True)
    await says(table, "Ada", "join", **PLACE)
    await says(table, "Bram", "join", faction="ashmark", start="first_drum")
    answer = await says(table, "Cora", "join", faction="ashmark", start="ash_raiders")
    assert "has all its 2 players" in told(answer)
    assert "“Setup: announce and join”" in told(answer)
    assert [member.player for member in await members(table)] == [1, 2]
    assert roles(table, "Cora") == ()


@pytest.mark.rule("cohorts.setup.late-joining")
async def test_a_late_player_may_join_a_campaign_that_runs(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    answer = await says(table, "Bram", "join", faction="elderwood", start="green_wardens")
    assert "Welcome to The Elderwood" in told(answer)
    async with store_of(table) as store:
        campaign = await store.campaigns.get(1)
    assert (campaign.state, campaign.turn) == (CampaignState.RUNNING, 1)


async def test_nobody_joins_a_campaign_before_it_is_opened_or_after_its_end(table: Table):
    campaign = await campaign_on(table)
    assert "Nobody can join" in told(await says(table, "Ada", "join", **PLACE))
    assert await _suggested(table, "faction") == []
    async with store_of(table) as store:
        await store.campaigns.set_state(campaign, CampaignState.ENDED)
    assert "It has ended" in told(await says(table, "Ada", "join", **PLACE))
    assert await members(table) == []


async def test_nobody_joins_twice(table: Table):
    await campaign_on(table, ["Ada"])
    answer = await says(table, "Ada", "join", faction="elderwood", start="green_wardens")
    assert "You play in this campaign already" in told(answer)
    assert [member.faction for member in await members(table)] == [1]


@pytest.mark.rule("cohorts.setup.names")
async def test_a_name_that_another_player_bears_is_refused(table: Table):
    await campaign_on(table, ["Ada"])
    answer = await says(table, "Bram", "join", **PLACE, name="ADA")
    assert "plays in this campaign already" in told(answer)
    assert len(await members(table)) == 1


async def test_a_worker_that_is_lost_before_the_tick_leaves_nobody_in_the_seat(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    await campaign_on(table, opened=True)
    real = table.bot.host.tick

    async def lost(*_: Any, **__: Any) -> None:
        raise WorkerCrashed("gone")

    monkeypatch.setattr(table.bot.host, "tick", lost)
    answer = await says(table, "Ada", "join", **PLACE)
    assert "What was stored before it is kept" in told(answer)
    assert isinstance(table.env.errors[-1].__cause__, WorkerCrashed)
    assert await members(table) == []
    monkeypatch.setattr(table.bot.host, "tick", real)
    assert "Welcome" in told(await says(table, "Ada", "join", **PLACE))


async def test_a_worker_that_is_lost_after_the_tick_has_seated_the_player_all_the_same(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    await campaign_on(table, opened=True)
    real = table.bot.host.tick

    async def lost(*args: Any, **options: Any) -> None:
        await real(*args, **options)
        raise WorkerCrashed("gone")

    monkeypatch.setattr(table.bot.host, "tick", lost)
    assert "Welcome" in told(await says(table, "Ada", "join", **PLACE))
    assert [member.player for member in await members(table)] == [1]


async def test_a_seat_that_was_never_filled_does_not_keep_the_person_out(table: Table):
    campaign = await campaign_on(table, opened=True)
    async with store_of(table) as store:
        await store.members.join(campaign, table.guild.people["Ada"].id, 2)
    assert "Welcome to House Ashmark" in told(await says(table, "Ada", "join", **PLACE))
    assert [(m.faction, m.player) for m in await members(table)] == [(1, 1)]


async def test_a_role_that_cannot_be_given_is_told_to_the_moderators(table: Table):
    await campaign_on(table, opened=True)
    # Rounds and the command may both try, in any order.
    table.env.inject_error("PUT", "/guilds/*/members/*/roles/*", status=403, times=None)
    answer = await says(table, "Ada", "join", **PLACE)
    assert "A moderator has still to let you in" in told(answer)
    ada = table.guild.people["Ada"]
    assert any(f"I could not give <@{ada.id}> the role" in p for p in posts(table, "moderators"))
    waits = f"The roles of <@{ada.id}>: Discord says that I lack the permission"
    assert waits in "\n".join(posts(table, "moderators")), "the desk says what waits, and why"
    table.env.backend.faults.clear()
    await says(table, "Morgan", "campaign repair")
    assert waits not in "\n".join(posts(table, "moderators"))
    assert roles(table, "Ada") == ("House Ashmark · The Long War",)


# ---------------------------------------------------------------- leaving


async def _leave(table: Table, name: str, label: str = "Leave") -> None:
    asked = await says(table, name, "leave")
    await press(table, name, asked, label)


async def test_who_leaves_gives_up_seat_and_role_and_the_position_stays(table: Table):
    await campaign_on(table, ["Ada", "Bram"])
    await _leave(table, "Ada")
    assert [member.player for member in await members(table)] == [2]
    assert roles(table, "Ada") == ()
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan", "Bram")
    assert "Ada left House Ashmark" in posts(table, "herald")[-1]


async def test_a_role_that_cannot_be_taken_away_is_told_to_the_moderators(table: Table):
    await campaign_on(table, ["Ada"])
    table.env.inject_error("DELETE", "/guilds/*/members/*/roles/*", status=403, times=None)
    await _leave(table, "Ada")
    assert await members(table) == []
    ada = table.guild.people["Ada"]
    warning = f"<@{ada.id}> has left, but I could not take away the role"
    assert any(warning in said for said in posts(table, "moderators"))


@pytest.mark.rule("cohorts.setup.announce-and-join")
async def test_who_has_left_does_not_join_another_faction_with_what_he_knows(table: Table):
    await campaign_on(table, ["Ada"])
    await _leave(table, "Ada")
    other = await says(table, "Ada", "join", faction="elderwood", start="green_wardens")
    assert "You have played for another faction here" in told(other)
    assert await members(table) == []
    same = await says(table, "Ada", "join", **PLACE, name="Ada the Second")
    assert "Welcome to House Ashmark" in told(same)


async def test_leaving_is_completed_if_it_was_interrupted_after_its_tick(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    await campaign_on(table, ["Ada"])

    async def gone(*_: Any, **__: Any) -> None:
        raise ActRefused("There is no such player in the campaign.", "cohorts.turn.missed-turn", "")

    monkeypatch.setattr(table.bot.host, "tick", gone)
    await _leave(table, "Ada")
    assert await members(table) == []
    assert roles(table, "Ada") == ()
