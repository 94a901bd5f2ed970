"""The moderators' desk, by taps: who owes a turn, and every remedy for it."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot import rounds
from bot.backups.making import Backups
from bot.client import HostBot
from bot.clock import MovableClock
from bot.deadlines import remedies
from bot.desk.card import NOBODY, TEXT, Seen, desk_of
from bot.desk.host_health import Backup, Wellbeing, wellbeing_of
from bot.desk.host_health import told as said
from bot.ending.ending import GRACE
from bot.payload import Payload
from bot.practice.table import Table
from bot.seats.caretaking import tend_seats
from bot.store.records import Address, CampaignState, NewMessage
from bot.store.seats import computer_of
from tests.bot.desking import the_desk
from tests.bot.pressing import buttons, fill, message_of, press
from tests.bot.samples import (
    campaign_on,
    confirms,
    posts,
    says,
    store_of,
    ticks,
    told,
    words,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MONDAY = datetime(2026, 1, 5, 14, tzinfo=UTC)
"""The first cut-off."""
WELL = Wellbeing(latency=0.1, workers=2, lost=0, backup=Backup(MONDAY, fails=False))
"""A host that nothing is wrong with."""

COGS = [
    "bot.rounds",
    "bot.commands.campaign",
    "bot.deadlines.player_commands",
    "bot.desk.command",
    "bot.joining.command",
    "bot.orders.queue",
    "bot.seats.commands",
]


def on_desk(table: Table) -> str:
    return words(the_desk(table))


async def confirmed(table: Table, label: str, yes: str, who: str = "Morgan") -> tuple[str, str]:
    """What a button of the desk asks, and what it says when one stands by it."""
    asked = await press(table, who, the_desk(table), label)
    question = told(asked)
    pressed = await press(table, who, asked, yes)
    return question, told(pressed)


async def test_a_campaign_is_led_from_the_desk_alone(table: Table) -> None:
    await says(
        table, "Morgan", "campaign create", module="cohorts", name="Long", width=16, height=12
    )
    assert "being prepared" in on_desk(table)
    assert next(iter(buttons(the_desk(table)))) == "Open to players"
    await confirmed(table, "Open to players", "Open it")
    for name in ("Ada", "Bram"):
        await says(table, name, "join", faction="ashmark", start="harrow_banner")
    assert "open to players" in on_desk(table)
    question, _ = await confirmed(table, "Begin the first turn", "Begin")
    assert "2 players joined" in question
    people = table.guild.people
    desk = on_desk(table)
    assert "Owe the turn: 2 of 2" in desk
    assert f"<@{people['Ada'].id}>" in desk
    assert f"<t:{int(MONDAY.timestamp())}:F>" in desk

    question, done = await confirmed(table, "Remind", "Remind them")
    assert f"<@{people['Bram'].id}>" in question
    assert done == "2 reminders on the way."
    again = await press(table, "Morgan", the_desk(table), "Remind")
    soon = await press(table, "Morgan", again, "Remind them")
    assert "They were reminded" in told(soon)

    extended = await fill(
        table, "Morgan", the_desk(table), "Extend …", hours="30", reason="A feast"
    )
    later = f"<t:{int((MONDAY + 30 * HOUR).timestamp())}:F>"
    assert later in told(extended)
    assert later in on_desk(table)
    assert "A feast" in posts(table, "herald")[-1]

    await table.move(HOUR)
    question, done = await confirmed(table, "Run now", "Run now")
    assert "2 players would miss it" in question
    assert "is made" in done
    host, guild = table.bot.host, table.guild.handle.id
    assert await ticks(host, 1, guild) == [("run", "Mon 05")]
    assert "takes place **now**" in "".join(posts(table, "herald"))

    await fill(table, "Morgan", the_desk(table), "Pause …", reason="Summer")
    assert "Paused by" in on_desk(table)
    assert "Summer" in on_desk(table)
    await confirmed(table, "Resume", "Resume")
    assert "Turn 1" in on_desk(table)
    log = await press(table, "Morgan", the_desk(table), "Log")
    assert "campaign paused: Summer" in told(log)
    names = await press(table, "Morgan", the_desk(table), "All names")
    assert told(names).count("**owes the turn**") == 2
    assert "Whose seat goes" in told(await press(table, "Morgan", the_desk(table), "Replace …"))


async def test_the_desk_is_one_message_and_follows_whatever_changes(table: Table) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    first = the_desk(table).id
    ada = table.guild.people["Ada"].id
    await says(table, "Ada", "vacation", **{"from": "2026-01-05", "to": "2026-01-12"})
    assert the_desk(table).id == first, "it is edited in place"
    away = on_desk(table).split("Away or soon to be: 1")[1]
    assert f"<@{ada}>" in away
    assert "Owe the turn: 1 of 1" in on_desk(table)
    async with store_of(table) as store:
        bram = table.guild.people["Bram"].id
        await store.submissions.submit(1, bram, lambda _: date(2026, 1, 5))
        await store.timers.put(1, "early", table.clock.now())
    await table.rest()
    assert "Nobody owes a turn." in on_desk(table)
    await table.move_to(MONDAY + 26 * DAY)
    assert the_desk(table).id == first
    assert "Idle, and waited for no more: 1" in on_desk(table)
    answer = await says(table, "Morgan", "campaign desk")
    assert "is in <#" in told(answer)
    assert the_desk(table).id != first, "there is one, at the bottom"


async def test_what_cannot_be_sent_stands_on_the_desk_until_it_is_mended(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"])
    assert "All is well" in on_desk(table)
    async with store_of(table) as store, store.unit():
        await store.places.park(campaign, "faction:2", "The channel is gone.")
        await store.timers.put(campaign, "early", table.clock.now())
    await table.rest()
    assert "Nothing can be posted in the channel of Elderwood: The channel is gone." in on_desk(
        table
    )
    mended = await press(table, "Morgan", the_desk(table), "Repair")
    assert "Made or mended" in told(mended)
    assert "All is well" in on_desk(table)


async def test_only_moderators_press_it_in_time_and_it_outlives_a_restart(table: Table) -> None:
    await campaign_on(table, ["Ada"])
    guild = table.bot.guilds[0]
    role = next(each for each in guild.roles if each.name.startswith("Moderators ·"))
    with table.env._bot_scope():
        ada = await guild.fetch_member(table.guild.people["Ada"].id)
        await ada.add_roles(role)
    asked = await press(table, "Ada", the_desk(table), "Begin the first turn")
    async with store_of(table) as store:
        await store.places.put(1, "role:moderators", 1)
    refused = await press(table, "Ada", asked, "Begin")
    assert "for the moderators" in told(refused), "who was one when the question was put"
    refused = await press(table, "Ada", the_desk(table), "Log")
    assert "for the moderators" in told(refused)
    async with store_of(table) as store:
        await store.places.put(1, "role:moderators", role.id)
    with table.env._bot_scope():
        await table.bot.remove_cog("Rounds")
    await table.restart_bot()
    asked = await press(table, "Morgan", the_desk(table), "Begin the first turn")
    pressed = await press(table, "Morgan", asked, "Begin")
    assert "has begun" in told(pressed)
    async with store_of(table) as store:
        assert (await store.campaigns.get(1)).state is CampaignState.RUNNING


async def test_a_turn_that_could_not_be_made_is_told_on_it(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    async with store_of(table) as store, store.unit():
        await store.campaigns.set_state(1, CampaignState.PAUSED)
        await store.audit.note(1, 0, "campaign paused", why="a tick failed: no bread")
        rules = await table.bot.host.rules(store.guild, await store.campaigns.get(1))
        payload = await desk_of(store, rules, await store.campaigns.get(1), NOBODY, WELL)
    assert "A turn could not be made, so I paused it: a tick failed: no bread" in (
        payload.cards[0].text
    )
    assert payload.choices[0].label == "Resume"
    assert "All is well" not in payload.cards[0].text


async def test_with_96_players_of_the_longest_names_it_fits_discords_limits(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    async with store_of(table) as store, store.unit():
        for number in range(95):
            await store.members.join(campaign, 10**18 + number, 1 + number % 3)
        row = await store.campaigns.get(campaign)
        rules = await table.bot.host.rules(store.guild, row)
    guild = table.guild.handle.id
    path = table.bot.host.path(guild)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE member SET player = id + 1000 WHERE player IS NULL")
    async with store_of(table) as store, store.unit():
        players = [m for m in await store.members.of_campaign(campaign) if m.player]
        assert len(players) == 96
        half = [m.player or 0 for m in players[1::2]]
        names = {m.player or 0: f"{'M' * 58}{m.player}" for m in players}
        for place in range(1, 7):
            await store.places.put(campaign, f"faction:{place}", place)
            await store.places.park(campaign, f"faction:{place}", "gone " * 60)
        payload = await desk_of(store, rules, row, Seen(names, frozenset(half)), WELL)
    (card,) = payload.cards
    assert len(card.text) <= TEXT
    assert len(card.title) <= 256
    assert len(payload.choices) <= 25
    assert all(len(each.label) <= 80 and len(each.id) <= 100 for each in payload.choices)
    assert "Owe the turn: 48 of 48" in card.text
    assert "Idle, and waited for no more: 48" in card.text
    assert "Not as it should be" in card.text
    assert card.text.count("more; “All names” lists them") == 2


async def test_the_desk_says_how_the_host_is(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    # How it is in this moment hangs on the machine: a worker may be being replaced.
    asked: list[int] = []

    def seen(bot: HostBot, guild: int) -> Wellbeing:
        asked.append(guild)
        return replace(WELL, backup=None)

    monkeypatch.setattr(rounds, "wellbeing_of", seen)
    await campaign_on(table, ["Ada"])
    assert set(asked) == {table.guild.handle.id}
    desk = on_desk(table)
    assert "Discord answers in less than 0.2 s." in desk
    assert "2 workers ready to compute." in desk
    assert "The host makes no backups of its own." in desk
    assert "wait for Discord" not in desk


async def test_what_discord_does_not_take_stands_on_the_desk_until_it_does(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    async with store_of(table) as store, store.unit():
        for role in ("herald", "faction:1", "faction:1"):
            note = NewMessage(Address(role=role), "K1", Payload(text="Hear!").model_dump_json())
            added = await store.outbox.add(campaign, note)
            await store.outbox.sending(added.id)
            later = table.clock.now() + HOUR
            await store.outbox.retry(added.id, later, "503 Unavailable", doubtful=False)
        await store.timers.put(campaign, "early", table.clock.now())
    await table.rest()
    assert (
        "Messages for 2 channels wait for Discord, the oldest was tried 1 time: 503 Unavailable"
        in on_desk(table)
    )
    await table.move(HOUR)
    assert "wait for Discord" not in on_desk(table)


async def test_the_age_of_a_report_that_does_not_go_out_is_that_of_its_tick(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    async with store_of(table) as store, store.unit():
        last = (await store.campaigns.ticks(campaign, last=1))[0]
    with closing(sqlite3.connect(table.bot.host.path(table.guild.handle.id))) as db, db:
        db.execute(
            "UPDATE outbox SET state = 'pending', error = 'lost', tick = ? WHERE id ="
            " (SELECT max(id) FROM outbox WHERE role = 'herald')",
            (last.number,),
        )
    async with store_of(table) as store:
        stuck = await store.outbox.stuck(campaign)
    assert stuck is not None
    assert stuck.since == last.committed_at
    assert f"the oldest since <t:{int(last.committed_at.timestamp())}:R>: lost" in "".join(
        said(WELL, stuck)
    )


def test_of_other_servers_the_desk_tells_nothing(tmp_path: Path) -> None:
    """Whatever other guilds' backups do, and whatever path or name a failure tells of."""

    def bot(mine: str | None, others: str | None) -> Any:
        made = Backups(tmp_path, cast("Any", None), MovableClock(MONDAY))
        made._newest = {1: MONDAY, 2: MONDAY + DAY}
        told = {1: mine, 2: others}
        made.failing = {guild: why for guild, why in told.items() if why}
        return SimpleNamespace(
            latency=float("inf"), workers=SimpleNamespace(pids=(1, 0)), backups=made
        )

    well = said(wellbeing_of(bot(None, "/srv/2 is full"), 1), None)
    assert well == said(wellbeing_of(bot(None, None), 1), None)
    assert well == [
        "⚠️ The connection to Discord is lost; I try to mend it.",
        "⚠️ 1 of 2 workers being replaced.",
        f"Last backup: <t:{int(MONDAY.timestamp())}:R>; it was opened and is whole.",
    ]
    failed = "".join(said(wellbeing_of(bot("/srv/1 is full", None), 1), None))
    assert "The newest backup failed" in failed
    assert "/srv" not in failed


async def test_a_run_made_now_has_the_turn_of_a_computer_which_is_named(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tended(*given: Any, **named: Any) -> None:
        await tend_seats(*given, **named)
        table.clock.move(timedelta(seconds=1))  # as it does while a worker computes

    monkeypatch.setattr(remedies, "tend_seats", tended)
    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "computer", faction="elderwood", name="Iron Elm")
    await says(table, "Morgan", "caretaker", seat="Ada", on=True, reason="Ill")
    host, guild = table.bot.host, table.guild.handle.id
    async with store_of(table) as store:
        campaign = await store.campaigns.get(1)
        rival = next(e for e in (await store.seats.caretakers(1)).values() if e.kind == "rival")
    calendar = (await host.rules(guild, campaign)).module.calendar
    own = calendar.computers_day(calendar.week_of(MONDAY.date()), rival.player, campaign.turn)
    await table.move_to(calendar.cut_off_on(own) - 10 * HOUR)
    question, done = await confirmed(table, "Run now", "Run now")
    assert "A computer first gives the turn of **Iron Elm**" in question
    assert "is made" in done
    async with store_of(table) as store:
        turns = await store.submissions.of_user(1, computer_of(rival.player), 9)
    assert [each.run_date for each in turns if each.consumed_tick] == [own]


async def test_it_shows_free_seats_and_replaces_a_player_by_taps(table: Table) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    assert "Free seats" not in on_desk(table)
    people = table.guild.people
    panel: Any = message_of(await press(table, "Morgan", the_desk(table), "Replace …"))
    seats = panel.components[0].children[0]
    assert len(seats.options) == 2
    morgan, cora = people["Morgan"], people["Cora"]
    await morgan.select(panel, [str(people["Bram"].id)], custom_id="replace:old")
    await morgan.select(panel, [cora], custom_id="replace:new")
    done = await fill(table, morgan, panel, "Give the seat …", line="Bram is away")
    assert f"<@{cora.id}> plays in the place of <@{people['Bram'].id}>" in told(done)
    await confirms(table, "Morgan", "kick", "Take the seat away", player=cora, reason="gone")
    desk = on_desk(table)
    assert "Free seats: 1" in desk
    assert "Ashmark: free since" in desk


async def test_a_moderator_who_plays_is_told_to_everybody(table: Table) -> None:
    await campaign_on(table, ["Ada", "Bram"], start=True)
    guild = table.bot.guilds[0]
    role = next(each for each in guild.roles if each.name.startswith("Moderators ·"))
    bram = table.guild.people["Bram"]
    with table.env._bot_scope():
        member = await guild.fetch_member(bram.id)
        await member.add_roles(role)
    line = f"<@{bram.id}> moderates and plays"
    assert line not in on_desk(table)
    await says(table, "Bram", "orders list")
    await table.move(HOUR)
    assert line in on_desk(table)
    assert line in "".join(posts(table, "herald"))
    with table.env._bot_scope():
        await member.remove_roles(role)
    await says(table, "Bram", "orders list")
    await table.move(HOUR)
    assert line not in on_desk(table)
    assert line not in "".join(posts(table, "herald"))


async def test_an_end_can_be_taken_back_for_a_day_and_tells_nothing_before(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)

    async def state() -> CampaignState:
        async with store_of(table) as store:
            return (await store.campaigns.get(campaign)).state

    ends = f"<t:{int((table.clock.now() + GRACE).timestamp())}:F>"
    asked = await says(table, "Morgan", "campaign end", reason="Summer")
    done = await press(table, "Morgan", asked, "End the campaign")
    assert ends in told(asked), done
    assert ends in on_desk(table)
    assert next(iter(buttons(the_desk(table)))) == "Take the end back"
    assert "Resume" not in buttons(the_desk(table))
    assert "The campaign ends" in told(await says(table, "Morgan", "campaign resume"))
    assert f"to end {ends}" in told(await says(table, "Ada", "campaign status"))
    await table.move(GRACE - HOUR)
    assert await ticks(table.bot.host, campaign, table.guild.handle.id) == []
    assert "seed was" not in "".join(posts(table, "herald"))
    question, said_so = await confirmed(table, "Take the end back", "Take the end back")
    assert "go on after all" in question
    assert "does not end" in said_so
    assert await state() is CampaignState.RUNNING
    await table.move(2 * HOUR)
    assert await state() is CampaignState.RUNNING, "the end is no longer set"

    await confirms(table, "Morgan", "campaign end", "End the campaign", reason="Autumn")
    await table.move(GRACE)
    assert await state() is CampaignState.ENDED
    assert "seed was" in "".join(posts(table, "herald"))
    assert [*buttons(the_desk(table))] == ["Log"]
