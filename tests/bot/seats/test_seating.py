"""`/seat`: a seat outlives its player, and one who loses it keeps nothing of it."""

import asyncio
import json
from datetime import timedelta
from typing import Any

from bot.practice.table import Table
from bot.verifying import verify
from tests.bot.desking import sees_desk
from tests.bot.log.undoing import entry_of, undone
from tests.bot.pressing import buttons, press
from tests.bot.samples import (
    ALL_BUT_HEALTH,
    campaign_on,
    channel,
    confirms,
    members,
    posts,
    roles,
    says,
    store_of,
    the_campaign,
    told,
    words,
)

COGS = ALL_BUT_HEALTH


async def _leave(table: Table, name: str) -> None:
    await confirms(table, name, "leave", "Leave")


async def _suggested(table: Table, who: str, command: str, option: str, **given: Any) -> list[Any]:
    lobby = next(table.guild.channels())
    return await table.guild.people[who].autocomplete(lobby, command, option, "", **given)


async def test_a_seat_that_is_left_is_taken_with_all_that_belongs_to_it(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    ada, bram = table.guild.people["Ada"], table.guild.people["Bram"]
    async with store_of(table) as store:
        await store.drafts.add(campaign, ada.id, '{"order": 1}')
    await _leave(table, "Ada")
    assert "Ada, House Ashmark: free since" in told(await says(table, "Bram", "seat take")).replace(
        "*", ""
    )
    (seat,) = await _suggested(table, "Bram", "seat take", "seat")
    assert seat["name"] == "Ada, House Ashmark: free for 0 days"
    answer = await says(table, "Bram", "seat take", seat=seat["value"])
    assert "The seat is yours" in told(answer)
    (member,) = await members(table)
    assert (member.user, member.player) == (bram.id, 1)
    assert roles(table, "Ada") == ()
    assert roles(table, "Bram") == ("House Ashmark · The Long War",)
    async with store_of(table) as store:
        assert len((await store.drafts.get(campaign, bram.id)).orders) == 1
        assert not (await store.drafts.get(campaign, ada.id)).orders
    assert "Bram took over from Ada in House Ashmark." in posts(table, "herald")[-1]
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan", "Bram")
    history = told(await says(table, "Cora", "seat history"))
    assert f"<@{ada.id}> from" in history
    assert f"<@{bram.id}> since" in history


# ---------------------------------------------------------------- moderators


async def _holders(table: Table) -> dict[int, str]:
    names = {each.id: name for name, each in table.guild.people.items()}
    return {m.player or 0: names[m.user] for m in await members(table)}


def _user(table: Table, name: str) -> Any:
    return table.guild.people[name]


async def test_moderators_replace_a_player_at_once_and_take_it_back(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    async with store_of(table) as store:
        await store.drafts.add(campaign, _user(table, "Ada").id, '{"order": 1}')
    given = {"old": _user(table, "Ada"), "new": _user(table, "Bram"), "reason": "Gone fishing"}
    assert not sees_desk(table, "Cora")
    answer = told(await says(table, "Morgan", "desk replace", **given))
    assert "plays in the place of" in answer
    assert await _holders(table) == {1: "Bram"}
    assert (roles(table, "Ada"), len(roles(table, "Bram"))) == ((), 1)
    entry = await entry_of(table, "player replaced")
    assert (entry.who, entry.why) == (_user(table, "Morgan").id, "Gone fishing")
    assert (
        await undone(table, "player replaced") == f"<@{_user(table, 'Ada').id}> has the seat again."
    )
    assert await _holders(table) == {1: "Ada"}
    assert (len(roles(table, "Ada")), roles(table, "Bram")) == (1, ())
    async with store_of(table) as store:
        assert len((await store.drafts.get(campaign, _user(table, "Ada").id)).orders) == 1
    # The undoing can be undone, too.
    await undone(table, "player replaced")
    assert await _holders(table) == {1: "Bram"}


async def test_who_is_kicked_loses_all_at_once_and_may_be_brought_back(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    turn = await says(table, "Ada", "turn")
    listed = await says(table, "Ada", "orders list")
    reason = {"player": _user(table, "Ada"), "reason": "Shouting"}
    asked = await says(table, "Morgan", "kick", **reason)
    assert "away? A turn that waits is withdrawn" in told(asked)
    assert len(await members(table)) == 1
    done = await press(table, "Morgan", asked, "Take the seat away")
    assert "plays no longer" in told(done)
    assert await members(table) == []
    assert roles(table, "Ada") == ()
    for command in ("turn", "orders list", "map", "report", "orders submit", "vacation", "arms"):
        assert "You are in no campaign" in told(await says(table, "Ada", command)), command
    for answer in (turn, listed):
        label = next(label for label, can in buttons(answer).items() if can)
        assert "You do not play" in told(await press(table, "Ada", answer, label))
    # Whom moderators sent away comes back by them, and not by himself.
    for command, options in (("seat take", {"seat": "#1"}), ("join", {"faction": "ashmark"})):
        refused = told(await says(table, "Ada", command, **options))
        assert "A moderator has taken you out of this campaign" in refused, command
        assert "the desk" in refused
    assert await members(table) == []
    before = len(posts(table, "ashmark"))
    assert await undone(table, "player removed")
    assert await _holders(table) == {1: "Ada"}
    assert len(roles(table, "Ada")) == 1
    assert len(posts(table, "ashmark")) >= before
    await undone(table, "player brought back")
    assert await members(table) == []


async def test_who_has_left_takes_no_seat_of_another_faction(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Bram", "join", faction="elderwood", start="green_wardens")
    await _leave(table, "Ada")
    await _leave(table, "Bram")
    seats = await _suggested(table, "Ada", "seat take", "seat")
    other = next(each["value"] for each in seats if "Elderwood" in each["name"])
    refused = told(await says(table, "Ada", "seat take", seat=other))
    assert "You have played for another faction here" in refused
    given = {"player": _user(table, "Morgan")}
    assert "does not play" in told(await says(table, "Morgan", "kick", reason="x", **given))


async def test_a_seat_is_taken_only_once_and_not_by_a_name_that_somebody_has(table: Table):
    await campaign_on(table, ["Ada", "Bram"], start=True)
    await _leave(table, "Ada")
    taken = told(await says(table, "Cora", "seat take", seat="ada", name="Bram"))
    assert "Bram plays in this campaign already" in taken
    assert "The seat is yours" in told(await says(table, "Cora", "seat take", seat="ada"))
    assert "There is no free seat" in told(await says(table, "Morgan", "seat take", seat="#1"))


async def test_who_joins_is_offered_the_free_seats_first(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    await _leave(table, "Ada")
    (status,) = [m for m in channel(table, "herald").history() if m.pinned]
    assert "1 to be taken over with `/seat take`" in words(status)
    offered = await says(table, "Bram", "join", faction="ashmark")
    assert "Take one over, or begin anew" in told(offered)
    anew = await press(table, "Bram", offered, "Begin anew")
    assert anew
    assert "begin" in told(offered).lower()
    offered = await says(table, "Cora", "join")
    await _user(table, "Cora").select(offered.response.message, ["1"])
    await table.rest()
    assert await _holders(table) == {1: "Cora"}
    assert "Some seats" not in told(await says(table, "Morgan", "join", faction="ashmark"))


# ---------------------------------------------------------------- who lost it sees nothing


async def test_who_was_replaced_sees_nothing_new_and_nothing_of_his_runs(table: Table):
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    ada, cora = _user(table, "Ada"), _user(table, "Cora")
    lobby = next(table.guild.channels())
    (bearer, *_) = await ada.autocomplete(lobby, "set message", "bearer", "")
    given = await says(table, "Ada", "set message", bearer=bearer["value"], message="Halt!")
    asked = await says(table, "Ada", "orders repeat", order="k1", until="For 3 turns")
    assert "for 3 turns" in told(asked)
    await says(table, "Ada", "orders share")
    submitted = await says(table, "Ada", "orders submit")
    if "Submit anyway" in str(submitted.response and submitted.response.message.components):
        await press(table, ada, submitted, "Submit anyway")
    mapped = await says(table, "Ada", "map")
    shown = await says(table, "Ada", "orders list")
    await says(table, "Morgan", "desk replace", old=ada, new=cora, reason="Gone")
    async with store_of(table) as store:
        assert await store.submissions.all_pending(campaign) == [], "it is withdrawn"
        assert await store.shares.get(campaign, ada.id) is None
        assert [e.user for e in await store.standing.of_user(campaign, cora.id)] == [cora.id]
        assert [e.key for e in (await store.drafts.get(campaign, cora.id)).orders] == ["k1"]
        before = await store.drafts.get(campaign, ada.id)
    # Panels from before, whatever they show, act and tell no more.
    for answer in (given, mapped, shown):
        for label in [label for label, can in buttons(answer).items() if label and can][:3]:
            pressed = await press(table, ada, answer, label)
            assert "You do not play" in told(pressed) or "no longer" in told(pressed), label
    # Nothing is completed for the player, and nothing is told.
    assert await ada.autocomplete(lobby, "set message", "bearer", "") == []
    assert await ada.autocomplete(lobby, "orders remove", "orders", "") == []
    assert ada.id not in {m.user for m in await members(table)}
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan", "Bram", "Cora")
    written = len(_written(table, "Ada"))
    await table.move(timedelta(days=6))
    assert len(_written(table, "Ada")) == written, "no reminder"
    assert any("waits for your turn" in each for each in _written(table, "Cora"))
    async with store_of(table) as store:
        assert await store.drafts.get(campaign, ada.id) == before
    assert "You are in no campaign" in told(await says(table, "Ada", "orders team"))


def _written(table: Table, who: str) -> list[str]:
    private = table.guild.people[who].user.dm_channel
    return [each.content for each in private.history()] if private else []


async def _plays(table: Table, who: str) -> None:
    """A person gives an order, and submits it for the next run."""
    person, lobby = _user(table, who), next(table.guild.channels())
    (bearer, *_) = await person.autocomplete(lobby, "set message", "bearer", "")
    await says(table, who, "set message", bearer=bearer["value"], message=f"{who} was here")
    async with store_of(table) as store:
        campaign = await the_campaign(table)
        await store.turn_notes.silence(campaign, person.id, silent=True)
    assert "Turn submitted" in told(await says(table, who, "orders submit"))


async def test_each_turn_is_verified_as_that_of_its_seat_whoever_held_it(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    await _plays(table, "Ada")
    await table.move(timedelta(days=1))
    await _leave(table, "Ada")
    await says(table, "Ada", "join", faction="ashmark", start="first_drum", name="Adela")
    await says(table, "Bram", "seat take", seat="#1")
    assert await _holders(table) == {1: "Bram", 2: "Ada"}
    await table.move(timedelta(days=6))
    await _plays(table, "Ada")
    await _plays(table, "Bram")
    await table.move(timedelta(days=1))
    path = table.bot.host.path(table.guild.handle.id)
    found = await asyncio.to_thread(lambda: list(verify(path, campaign)))
    assert [str(each) for each in found if each.faults] == []
    async with store_of(table) as store:
        last = await store.campaigns.ticks(campaign, last=40)
    runs = [json.loads(each.orders) for each in last if each.kind == "run"]
    assert max(len(given["submissions"]) for given in runs) == 2
