"""A bot that is killed between any two steps of an act finishes it when it starts again.

In a campaign that holds people, a computer player, a caretaker and a deputy. What is looked at is
what people are promised: who may read which channel, orders handed back once, a desk at peace.
The ordinary run kills the bot at the first, second, fourth and eighth point of each act, the soak
at every one.
"""

import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from bot import faults
from bot.ending.ending import GRACE as DAY_OF_GRACE
from bot.erasing.erasing import GRACE
from bot.practice.table import Table
from bot.rounds import Rounds
from bot.store.records import Timer
from bot.store.steps import ERASE, FURNISH, JOINED, ROLE, SEAT, STATUS, SWEEP, UNSAYING
from tests.bot.log.undoing import undone
from tests.bot.samples import (
    ALL_BUT_HEALTH,
    campaign_on,
    channel,
    confirms,
    posts,
    says,
    store_of,
    the_campaign,
    told,
    words,
)

POINTS: Final = (
    "tick.made",
    "role.after_setting",
    "step.before_commit",
    "step.after_commit",
    "erasure.after_commit",
)
STEPS: Final = {ROLE, SEAT, JOINED, ERASE, SWEEP, UNSAYING, STATUS, FURNISH, "ceremony"}
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
START = datetime(2026, 1, 5, 8, tzinfo=UTC)
BEFORE: Final = {"ashmark": {"Ada", "Bram", "Cora"}, "elderwood": {"Dagny"}}
"""Who reads which faction's channel, moderators apart: Cora is Bram's deputy."""

COGS = ALL_BUT_HEALTH


class _Killed(BaseException):
    """Ends what is under way at once, as the end of the process would."""


@contextmanager
def killed_at(table: Table, place: int) -> Iterator[list[str]]:
    """Kill the bot at the point that it passes at that place, from 1; it passes none after it.

    Gives the points that were passed.
    """
    passed: list[str] = []

    def die(point: str) -> Callable[[], None]:
        def at() -> None:
            passed.append(point)
            if len(passed) >= place:
                rounds = table.bot.get_cog("Rounds")
                assert isinstance(rounds, Rounds)
                for task in (rounds.watch, *rounds._at_work.values()):
                    task.cancel()
                raise _Killed

        return at

    with ExitStack() as stack:
        for point in POINTS:
            stack.enter_context(faults.armed(point, die(point)))
        yield passed


async def started_again(table: Table) -> None:
    """The bot is started again; all that went wrong before is that it was killed."""
    await table.restart_bot()
    assert all(isinstance(error, _Killed) for error in table.env.errors)


async def at_every_point(
    table: Table,
    act: Callable[[], Awaitable[object]],
    check: Callable[[], Awaitable[None]],
    again: Callable[[], Awaitable[object]],
    *,
    every: bool,
) -> None:
    """Do an act that is killed at its first point, then at a later one, until none is left.

    After each the bot starts again, all is looked at, and `again` makes the act possible anew.
    """
    for place in range(1, 60) if every else (1, 2, 4, 8, 16, 32):
        with killed_at(table, place) as passed:
            await act()
        died = len(passed) >= place
        await started_again(table)
        await check()
        if not died:
            assert place > 3, "it has no steps between which it could be killed"
            return
        await again()
    raise AssertionError("it never comes to its end")


def readers(table: Table) -> dict[str, set[str]]:
    """Who reads which faction's channel, moderators apart."""
    return {
        name: set(table.guild.who_sees(channel(table, name))) - {"Morgan"}
        for name in ("ashmark", "elderwood")
    }


async def waits(table: Table) -> list[Timer]:
    async with store_of(table) as store:
        return [each for each in await store.timers.all() if each.name.partition(":")[0] in STEPS]


async def at_peace(table: Table) -> None:
    """Nothing waits, and the desk says so."""
    assert await waits(table) == []
    desk = [m for m in channel(table, "moderators").history() if m.embeds]
    (shown,) = [words(m) for m in desk if (m.embeds[0].title or "").endswith("· desk")]
    assert "All is well" in shown


async def mixed(table: Table) -> int:
    """A running campaign with a computer player, a caretaker and a deputy among the people."""
    campaign = await campaign_on(table, ["Ada", "Bram"], start=True)
    people = table.guild.people
    await says(table, "Morgan", "computer", faction="hornhelm", name="Iron Horn")
    on = {"seat": "Bram", "on": True, "reason": "Ill", "wish": "grow"}
    await says(table, "Morgan", "caretaker", **on)
    await says(table, "Bram", "seat deputy", person=people["Cora"], may="draft")
    return campaign


async def order(table: Table, name: str) -> None:
    """A person gives and submits an order for the coming run."""
    lobby, person = next(table.guild.channels()), table.guild.people[name]
    (offered, *_) = await person.autocomplete(lobby, "set message", "bearer", "")
    await says(table, name, "set message", bearer=offered["value"], message="Halt!")
    async with store_of(table) as store:
        campaign = await the_campaign(table)
        day = table.clock.now().date()
        await store.submissions.submit(campaign, person.id, lambda _: day)


# ---------------------------------------------------------------- the acts


points = pytest.mark.parametrize(
    "every", [pytest.param(False, id="some"), pytest.param(True, id="all", marks=pytest.mark.soak)]
)


@points
async def test_a_rollback_over_turns_of_computers_and_caretakers(table: Table, every: bool) -> None:
    campaign = await mixed(table)
    async with store_of(table) as store:
        to = (await store.campaigns.get(campaign)).tick
    await says(table, "Dagny", "join", faction="elderwood", start="green_wardens")
    await order(table, "Ada")
    await table.move_to(START + 4 * DAY + 7 * HOUR)  # all runs of the week
    ada, bram = (table.guild.people[name].id for name in ("Ada", "Bram"))
    async with store_of(table) as store:
        taken = {each.user for each in await store.submissions.of_user(campaign, bram)}
        assert taken == {bram}, "the caretaker has played"
        assert any("c1" in each.body for each in await store.submissions.of_user(campaign, bram))

    async def act() -> None:
        await confirms(
            table, "Morgan", "world rollback", "Take the campaign back", to=str(to), reason="a bug"
        )

    async def check() -> None:
        assert readers(table) == {**BEFORE, "elderwood": set()}
        async with store_of(table) as store:
            draft = await store.drafts.get(campaign, ada)
            assert [json.loads(each.body)["order"] for each in draft.orders] == ["set message"]
            assert not (await store.drafts.get(campaign, bram)).orders, "a caretaker gave them"
            state = await store.campaigns.get(campaign)
        said = [words(m) for m in table.guild.people["Ada"].user.dm_channel.history()]
        assert sum(f"T{state.tick}·B" in text for text in said) == 1
        assert state.turn == 1
        await at_peace(table)

    async def again() -> None:
        await undone(table, "campaign taken back")
        assert readers(table) == {**BEFORE, "elderwood": {"Dagny"}}
        async with store_of(table) as store:
            assert not (await store.drafts.get(campaign, ada)).orders

    await at_every_point(table, act, check, again, every=every)


@points
async def test_a_kick_of_who_has_a_caretaker_and_a_deputy(table: Table, every: bool) -> None:
    await mixed(table)

    async def act() -> None:
        kick = {"player": table.guild.people["Bram"], "reason": "Gone"}
        await confirms(table, "Morgan", "kick", "Take the seat away", **kick)

    async def check() -> None:
        assert readers(table) == {"ashmark": {"Ada"}, "elderwood": set()}
        await at_peace(table)

    async def again() -> None:
        await undone(table, "player removed")
        people = table.guild.people
        await says(table, "Bram", "seat deputy", person=people["Cora"], may="draft")
        assert readers(table) == {**BEFORE, "elderwood": set()}

    await at_every_point(table, act, check, again, every=every)


@points
async def test_the_replacement_of_who_has_a_deputy(table: Table, every: bool) -> None:
    await mixed(table)
    people = table.guild.people

    async def act() -> None:
        given = {"old": people["Bram"], "new": people["Emil"], "reason": "Gone"}
        await says(table, "Morgan", "desk replace", **given)

    async def check() -> None:
        assert readers(table) == {"ashmark": {"Ada", "Emil"}, "elderwood": set()}
        await at_peace(table)

    async def again() -> None:
        await undone(table, "player replaced")
        assert readers(table)["ashmark"] == {"Ada", "Bram"}

    await at_every_point(table, act, check, again, every=every)


@points
async def test_an_erasure_of_who_plays_and_is_a_deputy_elsewhere(table: Table, every: bool) -> None:
    campaign = await mixed(table)
    dagny = table.guild.people["Dagny"]

    async def act() -> None:
        await confirms(table, "Dagny", "me erase", "Forget me")

    async def check() -> None:
        await table.move(GRACE + timedelta(minutes=1))
        assert readers(table) == {**BEFORE, "elderwood": set()}
        async with store_of(table) as store:
            assert await store.members.get(campaign, dagny.id) is None
        with closing(sqlite3.connect(store.path)) as db:
            kept = "\n".join(db.iterdump()).upper()
        assert str(dagny.id) not in kept
        assert str(dagny.id).encode().hex().upper() not in kept
        for name in ("herald", "moderators", "elderwood"):
            assert not any("Dagny" in text for text in posts(table, name)), name
        await at_peace(table)

    async def again() -> None:
        lobby = next(table.guild.channels())
        (seat,) = await dagny.autocomplete(lobby, "seat take", "seat", "")
        assert "The seat is yours" in told(
            await says(table, "Dagny", "seat take", seat=seat["value"])
        )
        assert readers(table)["elderwood"] == {"Dagny"}

    await says(table, "Dagny", "join", faction="elderwood", start="green_wardens")
    await at_every_point(table, act, check, again, every=every)


async def test_the_end_of_a_campaign(table: Table) -> None:
    await mixed(table)
    with killed_at(table, 1) as passed:
        await confirms(table, "Morgan", "campaign end", "End the campaign", reason="Enough")
        await table.move(DAY_OF_GRACE)
        assert passed == ["step.before_commit"]
        await started_again(table)
        assert len(passed) == 2, "the ceremony is held again, and is killed again"
    with killed_at(table, 2):
        await started_again(table)
    await started_again(table)
    assert sum("Its seed was" in text for text in posts(table, "herald")) == 1
    assert readers(table) == {**BEFORE, "elderwood": set()}
    assert await waits(table) == []
