"""Who acts in a seat beside its player: caretakers, computer players, deputies."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.practice.table import Table
from bot.store.records import Submission
from bot.store.seats import computer_of
from bot.verifying import verify
from engine.packs.cohorts.rivals.keeping import CARE, PRODUCTION
from tests.bot.desking import offered_at_desk, sees_desk
from tests.bot.log.undoing import undone
from tests.bot.samples import (
    ALL_BUT_HEALTH,
    campaign_on,
    confirms,
    posts,
    says,
    store_of,
    the_campaign,
    told,
)

START = datetime(2026, 1, 5, 8, tzinfo=UTC)
WEEK, DAY, HOUR = timedelta(weeks=1), timedelta(days=1), timedelta(hours=1)
PATHS = {" ".join(path) for path in (*PRODUCTION, *CARE)} | {"stack move"}

COGS = ALL_BUT_HEALTH


def _user(table: Table, name: str) -> Any:
    return table.guild.people[name]


async def _turns(table: Table, user: int) -> list[Submission]:
    async with store_of(table) as store:
        return await store.submissions.of_user(await the_campaign(table), user, last=50)


def _orders(turn: Submission) -> list[dict[str, Any]]:
    return [each["order"] for each in json.loads(turn.body)]


async def test_a_caretaker_plays_a_month_for_who_is_away_and_begins_no_war(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    ada = _user(table, "Ada")
    days = {"from": "2026-01-05", "to": "2026-02-01"}
    answer = told(await says(table, "Ada", "vacation", **days, cover="grow"))
    assert "A caretaker plays for you meanwhile: it defends and grows" in answer
    assert "A caretaker looks after this seat" in posts(table, "ashmark")[-1]
    await table.move_to(START + 4 * WEEK)
    turns = await _turns(table, ada.id)
    assert len(turns) == 4, "one a week"
    assert all(each.unasked and each.consumed_tick for each in turns)
    given = [order for turn in turns for order in _orders(turn)]
    assert given
    assert {order["order"] for order in given} <= PATHS
    assert "The caretaker has submitted a turn for" in "\n".join(posts(table, "ashmark"))
    async with store_of(table) as store:
        assert not await store.agenda.reminded(await the_campaign(table), turns[0].run_date)
    # It makes its turn some hours before the last cut-off of the week, not sooner.
    assert all(each.run_date.weekday() == 4 for each in turns)
    assert all(each.committed_at.hour < 14 for each in turns)
    # The vacation is over, and so is the caretaker.
    await table.move_to(START + 5 * WEEK)
    assert len(await _turns(table, ada.id)) == 4


async def test_a_turn_of_the_players_own_stands_instead_of_a_caretakers(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    ada = _user(table, "Ada")
    set_over = {"seat": "Ada", "on": True, "reason": "Ill", "wish": "production"}
    assert "some hours before the cut-off" in told(
        await says(table, "Morgan", "caretaker", **set_over)
    )
    friday = START + 4 * DAY
    async with store_of(table) as store:
        own = await store.submissions.submit(campaign, ada.id, lambda _: friday.date())
    await table.move_to(friday + 5 * HOUR)
    assert [each.id for each in await _turns(table, ada.id)] == [own.id]
    await table.move_to(START + WEEK + 4 * DAY + 5 * HOUR)
    (turn, _) = await _turns(table, ada.id)
    assert turn.unasked
    assert {order["order"] for order in _orders(turn)} <= {" ".join(each) for each in PRODUCTION}
    reasons = told(await says(table, "Morgan", "why", seat="Ada"))
    assert "Why Ada did what it did" in reasons
    assert "because" in reasons
    assert "Why Ada" not in "\n".join(posts(table, "moderators")), "players may read there"
    await _make_moderator(table, "Ada")
    assert "You play in this campaign" in told(await says(table, "Ada", "why", seat="Ada"))
    # Who withdraws it has it so for the week.
    assert "taken back" in told(await says(table, "Ada", "orders withdraw"))
    await table.move_to(START + WEEK + 4 * DAY + 7 * HOUR)
    assert all(
        each.consumed_tick is None or each.id == own.id for each in await _turns(table, ada.id)
    )
    off = {"seat": "Ada", "on": False, "reason": "Well again"}
    assert "No computer" in told(await says(table, "Morgan", "caretaker", **off))


async def _make_moderator(table: Table, name: str) -> None:
    guild = table.bot.guilds[0]
    role = next(each for each in guild.roles if each.name.startswith("Moderators ·"))
    with table.env._bot_scope():
        person = await guild.fetch_member(table.guild.people[name].id)
        await person.add_roles(role)


async def test_a_caretaker_holds_a_free_seat_until_somebody_takes_it(table: Table):
    await campaign_on(table, ["Ada", "Bram"], start=True)
    kick = {"player": _user(table, "Ada"), "reason": "Gone"}
    await confirms(table, "Morgan", "kick", "Take the seat away", **kick)
    await says(table, "Morgan", "caretaker", seat="Ada", on=True, reason="Until then")
    await table.move_to(START + 4 * DAY + 7 * HOUR)
    (turn,) = await _turns(table, computer_of(1))
    assert turn.consumed_tick
    assert "a caretaker looks after it" in told(await says(table, "Cora", "seat take"))
    assert "The seat is yours" in told(await says(table, "Cora", "seat take", seat="#1"))
    async with store_of(table) as store:
        assert await store.seats.caretakers(await the_campaign(table)) == {}
        held = await store.seats.history(await the_campaign(table))
    users = [each.user for each in held if each.player == 1]
    assert users == [_user(table, "Ada").id, computer_of(1), _user(table, "Cora").id]
    history = told(await says(table, "Bram", "seat history"))
    assert "a computer from" in history
    # The turn of the week is used, by any giver.
    async with store_of(table) as store:
        ran = await store.agenda.ran(await the_campaign(table), 1)
    assert _user(table, "Cora").id in ran


async def test_a_computer_player_fills_a_seat_and_says_why(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    given = {"faction": "elderwood", "name": "Iron Elm", "strength": "weak"}
    answer = told(await says(table, "Morgan", "computer", **given))
    assert "**Iron Elm** plays from now on, by computer" in answer
    assert "is played by a computer" in posts(table, "herald")[-1]
    await table.move_to(START + 4 * DAY + 7 * HOUR)
    (turn,) = await _turns(table, computer_of(2))
    assert turn.consumed_tick
    assert _orders(turn)
    (offered,) = await offered_at_desk(table, "Morgan", "why", "seat")
    reasons = told(await says(table, "Morgan", "why", seat=offered))
    assert "Why Iron Elm did what it did" in reasons
    assert "Iron Elm" not in "\n".join(posts(table, "ashmark"))
    assert not sees_desk(table, "Cora")
    path = table.bot.host.path(table.guild.handle.id)
    found = await asyncio.to_thread(lambda: list(verify(path, 1)))
    assert [str(each) for each in found if each.faults] == []
    off = {"seat": "Iron Elm", "on": False, "reason": "Enough"}
    await says(table, "Morgan", "caretaker", **off)
    assert "Iron Elm" in told(await says(table, "Cora", "seat take"))


async def test_a_computer_player_has_no_vacation_but_rests_on_holidays(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "computer", faction="elderwood", name="Iron Elm")
    cover = {"seat": "Iron Elm", "on": True, "reason": "It is away"}
    refused = told(await says(table, "Morgan", "caretaker", **cover))
    assert "it has no vacation" in refused
    assert "A holiday gives all a rest" in refused
    for days in ({"from": "2026-01-05", "to": "2026-01-11"}, {"from": "2026-01-12"}):
        await says(table, "Morgan", "holiday-add", name="Feast", **days)
    await table.move_to(START + 12 * DAY)
    turns = await _turns(table, computer_of(2))
    assert [each.run_date.isoformat() >= "2026-01-13" for each in turns] == [True]


# ---------------------------------------------------------------- deputies


async def _list(table: Table, who: str) -> str:
    return told(await says(table, who, "orders list"))


async def test_a_deputy_acts_as_far_as_he_may_and_until_when(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    ada, bram = _user(table, "Ada"), _user(table, "Bram")
    assert "You are in no campaign" in await _list(table, "Bram")
    looks = {"person": bram, "may": "look", "until": "2026-01-07"}
    assert "may read all" in told(await says(table, "Ada", "seat deputy", **looks))
    assert len(table.guild.roles(bram)) == 1
    async with store_of(table) as store:
        await store.drafts.add(campaign, ada.id, '{"order": "set message"}')
    refused = told(await says(table, "Bram", "orders remove", orders="k1"))
    assert "As a deputy you may not change the list of orders" in refused
    assert "for the player alone" in told(await says(table, "Bram", "leave"))
    drafts = {"person": bram, "may": "draft", "until": "2026-01-07"}
    await says(table, "Ada", "seat deputy", **drafts)
    await says(table, "Bram", "orders remove", orders="k1")
    async with store_of(table) as store:
        assert not (await store.drafts.get(campaign, ada.id)).orders
        deeds = await store.deputies.deeds(campaign, 1)
    assert [(each.user, each.what) for each in deeds] == [(bram.id, "drafted")]
    assert "changed the list of orders" in told(await says(table, "Ada", "seat deputies"))
    assert "may not submit" in told(await says(table, "Bram", "orders submit"))
    # The deputy plays for no other faction from now on, and the time ends by itself.
    other = told(await says(table, "Bram", "join", faction="elderwood", start="green_wardens"))
    assert "You have played for another faction here" in other
    await table.move_to(START + 3 * DAY)
    assert table.guild.roles(bram) == ()
    assert "You are in no campaign" in await _list(table, "Bram")


async def test_repair_gives_a_deputy_the_role_back_and_nobody_who_is_one_no_more(table: Table):
    await campaign_on(table, ["Ada"], start=True)
    cora = table.guild.people["Cora"]
    await says(table, "Ada", "seat deputy", person=cora, may="look")
    guild = table.bot.guilds[0]

    async def roles(*, lose: bool = False) -> list[str]:
        with table.env._bot_scope():
            person = await guild.fetch_member(cora.id)
            if lose:
                await person.remove_roles(*person.roles[1:])
            return [each.name for each in (await guild.fetch_member(cora.id)).roles[1:]]

    had = await roles()
    assert len(had) == 1
    assert await roles(lose=True) == []
    mended = told(await says(table, "Morgan", "campaign repair"))
    assert f"the role {had[0]} for Cora" in mended
    assert await roles() == had
    assert "Cora" not in told(await says(table, "Morgan", "campaign repair"))
    await says(table, "Ada", "seat dismiss", person=cora)
    assert "Cora" not in told(await says(table, "Morgan", "campaign repair"))
    assert await roles() == []


async def test_a_deputy_of_full_powers_submits_and_is_dismissed_at_once(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    ada, bram = _user(table, "Ada"), _user(table, "Bram")
    await says(table, "Bram", "join", faction="elderwood", start="green_wardens")
    who = {"person": bram, "may": "submit"}
    assert "plays in this campaign already" in told(await says(table, "Ada", "seat deputy", **who))
    cora = _user(table, "Cora")
    await says(table, "Ada", "seat deputy", person=cora, may="submit")
    async with store_of(table) as store:
        members = [each for each in await store.members.of_campaign(campaign) if each.player == 1]
    assert [each.user for each in members] == [ada.id]
    lobby = next(table.guild.channels())
    command = await cora.autocomplete(lobby, "set message", "bearer", "")
    await says(table, "Cora", "set message", bearer=command[0]["value"], message="Halt!")
    await says(table, "Cora", "orders submit")
    answer = await says(table, "Cora", "orders submit")
    (turn, *_) = await _turns(table, ada.id)
    assert (turn.user, turn.deputy) == (ada.id, cora.id), told(answer)
    assert "by your deputy" in told(await says(table, "Ada", "orders list"))
    assert "deputy no more" in told(await says(table, "Ada", "seat dismiss", person=cora))
    assert table.guild.roles(cora) == ()
    assert "You are in no campaign" in await _list(table, "Cora")


async def test_all_of_it_can_be_undone_and_the_undoing_too(table: Table):
    campaign = await campaign_on(table, ["Ada"], start=True)
    bram = _user(table, "Bram")

    async def caretakers() -> set[int]:
        async with store_of(table) as store:
            return {*await store.seats.caretakers(campaign)}

    await says(table, "Morgan", "caretaker", seat="Ada", on=True, reason="Ill")
    assert await caretakers() == {1}
    assert "No caretaker" in await undone(table, "caretaker set")
    assert await caretakers() == set()
    assert "looks after the seat again" in await undone(table, "caretaker ended")
    assert await caretakers() == {1}
    await says(table, "Ada", "seat deputy", person=bram, may="look")
    assert "a deputy no more" in await undone(table, "deputy appointed")
    assert table.guild.roles(bram) == ()
    assert "a deputy again" in await undone(table, "deputy dismissed")
    assert len(table.guild.roles(bram)) == 1
    await says(table, "Ada", "seat deputy", person=bram, may="draft")
    assert "a deputy again" in await undone(table, "deputy appointed")
    async with store_of(table) as store:
        assert [each.power for each in await store.deputies.appointed(campaign)] == ["look"]
    await says(table, "Morgan", "computer", faction="elderwood", name="Iron Elm")
    assert await caretakers() == {1, 2}
    assert "gone with all that came with it" in await undone(table, "computer seated")
    assert await caretakers() == {1}
    assert "Iron Elm" not in told(await says(table, "Cora", "seat take"))
