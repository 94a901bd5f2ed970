"""Standing orders over several weeks, on a host without Discord."""

import datetime as dt
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.answers import Refused
from bot.campaign import almanac as calendar
from bot.catching_up import catch_up
from bot.clock import MovableClock
from bot.host import Host, Seat
from bot.orders import arranging, ordering, standing, submitting
from bot.payload import Payload
from bot.rounds import _ASIDE
from bot.store.records import StandingState, Submission
from bot.workers import Workers
from engine.hexes import Hex
from engine.orders import Order
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from engine.repeats import Repeat
from engine.world import World
from tests.bot.samples import GUILD, MONDAY, USER, founded


class Game:
    """A running campaign of one player, who has a stack with a hero in it."""

    def __init__(self, host: Host, clock: MovableClock, campaign: int) -> None:
        self.host, self.clock, self.campaign = host, clock, campaign

    async def seat(self) -> Seat:
        async with self.host.stores.use(GUILD) as store:
            member = await store.members.get(self.campaign, USER)
            assert member is not None
            return Seat(GUILD, await store.campaigns.get(self.campaign), member)

    async def view(self) -> World:
        seat = await self.seat()
        return await self.host.view(GUILD, seat.campaign, seat.member.faction)

    async def give(self, cls: type[Order], **texts: str) -> str:
        return (await ordering.give(self.host, await self.seat(), cls, texts)).queued.key

    async def repeat(self, key: str, repeat: Repeat) -> standing.StandingShown:
        return await standing.repeat(self.host, await self.seat(), key, repeat)

    async def standing(self) -> list[standing.StandingShown]:
        return await standing.standing(self.host, await self.seat())

    async def submit(self) -> None:
        await submitting.submit(self.host, await self.seat())

    async def days(self, number: int) -> None:
        """Let that many days go by: what is due is made, and what timers ask for as well."""
        for _ in range(number):
            self.clock.move(dt.timedelta(days=1))
            await catch_up(self.host, GUILD, self.campaign)
            async with self.host.stores.use(GUILD) as store:
                timers = await store.timers.all()
            for timer in timers:
                if timer.name in _ASIDE and timer.at <= self.clock.now():
                    await _ASIDE[timer.name](self.host, GUILD, self.campaign)

    async def keys(self) -> list[str]:
        return [each.key for each in (await ordering.draft_of(self.host, await self.seat())).orders]

    async def submissions(self) -> list[Submission]:
        async with self.host.stores.use(GUILD) as store:
            return list(reversed(await store.submissions.of_user(self.campaign, USER, 50)))

    async def reports(self) -> str:
        """All that the faction was told."""
        async with self.host.stores.use(GUILD) as store:
            ticks = [tick.number for tick in await store.campaigns.ticks(self.campaign, last=200)]
            sent = [m for tick in ticks for m in await store.outbox.of_tick(self.campaign, tick)]
        told = (Payload.model_validate_json(each.payload) for each in sent)
        return "\n".join(card.text for payload in told for card in payload.cards)

    async def march(self) -> str:
        """The key of a move to a place that is weeks away."""
        view, seat = await self.view(), await self.seat()
        hero = next(iter(view.by(Character, "player", seat.player)))
        city = next(each for each in view.all(City) if each.knows("baron") and each.baron)
        home = view.get(Province, city.province)
        spot = f"{home.x},{home.y}"
        await self.give(ActivateStack, province=spot, name="Iron Guard")
        await self.give(TransferCharacter, character=hero.name, target="Iron Guard")
        await self.submit()
        await self.days(7)
        grid = view.get(Map, 1).grid
        return await self.give(Move, stack="Iron Guard", destination=far_from(view, home, grid))


def far_from(view: World, home: Province, grid: Any) -> str:
    """The farthest province of the same realm that the view knows and that is land."""
    here = grid.at(home.id - 1)
    far = max(
        (each for each in view.all(Province) if each.knows("terrain") and each.terrain != "ocean"),
        key=lambda each: (grid.distance(here, Hex(each.x, each.y)), each.id),
    )
    return f"{far.x},{far.y}"


@pytest_asyncio.fixture(loop_scope="function")
async def game(tmp_path: Path, workers: Workers) -> AsyncIterator[Game]:
    clock = MovableClock(MONDAY)
    host = Host(tmp_path, clock, workers)
    await host.open()
    campaign = await founded(host)
    rules = await host.rules(GUILD, campaign)
    async with host.stores.use(GUILD) as store:
        await calendar.begin(store, campaign, rules.module.calendar, clock.now())
    yield Game(host, clock, campaign.id)
    await host.close()


async def message(game: Game, text: str = "Halt!") -> str:
    """An order that can be given again and again."""
    view, seat = await game.view(), await game.seat()
    hero = next(iter(view.by(Character, "player", seat.player)))
    return await game.give(ChangeMessage, bearer=hero.name, message=text)


async def test_it_is_given_again_and_submitted_for_whoever_does_not_come(game: Game):
    key = await message(game)
    other = await message(game, "Once.")
    assert (await game.repeat(key, Repeat())).how_long == "each turn"
    await game.submit()
    await game.days(7)
    assert await game.keys() == [key], "what was given once has left the list"
    assert other not in await game.keys()
    await game.days(7)
    sent = await game.submissions()
    assert [each.unasked for each in sent] == [False, True, True]
    assert sent[0].consumed_tick
    assert sent[1].consumed_tick
    assert [each["key"] for each in json.loads(sent[1].body)] == [key]
    assert sent[1].run_date == dt.date(2026, 1, 16), "the last run of the week"


async def test_whoever_comes_submits_all_of_the_list_in_its_place(game: Game):
    key = await message(game)
    await game.repeat(key, Repeat())
    await game.submit()
    await game.days(7)
    other = await message(game, "More.")
    await game.submit()
    waits = (await game.submissions())[-1]
    assert not waits.unasked
    assert [each["key"] for each in json.loads(waits.body)] == [key, other]


async def test_an_order_that_nobody_has_submitted_yet_is_not_submitted_by_itself(game: Game):
    await game.repeat(await message(game), Repeat())
    await game.days(14)
    assert await game.submissions() == []


async def test_after_three_turns_without_its_player_it_waits(game: Game):
    await game.repeat(await message(game), Repeat())
    await game.submit()
    await game.days(42)
    assert [each.unasked for each in await game.submissions()] == [False, True, True, True]
    (kept,) = await game.standing()
    assert kept.state is StandingState.ON


async def test_who_withdraws_it_is_left_alone_for_the_week(game: Game):
    await game.repeat(await message(game), Repeat())
    await game.submit()
    await game.days(7)
    await submitting.withdraw(game.host, await game.seat())
    await game.days(4)
    assert [bool(each.withdrawn_at) for each in await game.submissions()] == [False, True]
    await game.days(3)
    assert [each.unasked for each in await game.submissions()] == [False, True, True]


async def test_it_ends_after_as_many_turns_as_were_asked(game: Game):
    key = await message(game)
    await game.repeat(key, Repeat(2))
    await game.submit()
    await game.days(14)
    (ended,) = await game.standing()
    assert (ended.key, ended.state) == (key, StandingState.ENDED)
    assert ended.why == "It was given as often as was asked."
    assert await game.keys() == []
    assert "Your standing order set message" in await game.reports()


async def test_a_march_goes_on_until_it_arrives(game: Game):
    key = await game.march()
    await game.repeat(key, Repeat())
    await game.submit()
    await game.days(7)
    began = await game.standing()
    assert began[0].state is StandingState.ON, began[0].why
    await game.days(21)
    (ended,) = await game.standing()
    assert ended.state is StandingState.ENDED
    assert ended.why == "It had nothing left to do."
    order = ended.queued.order
    assert isinstance(order, Move)
    assert order.destination
    stack = (await game.view()).get(Stack, order.stack.id)
    assert stack.province == order.destination.id


async def test_it_rests_and_goes_on_and_ends_at_a_word(game: Game):
    host, seat = game.host, await game.seat()
    key, other = await message(game), await message(game, "More.")
    await game.repeat(key, Repeat())
    await standing.pause(host, seat, key)
    assert await game.keys() == [other]
    assert [each.state for each in await game.standing()] == [StandingState.PAUSED]
    await standing.resume(host, seat, key)
    assert await game.keys() == [other, key]
    await standing.end(host, seat, key)
    assert await game.standing() == []
    assert await game.keys() == [other, key], "it is an order like any other now"


async def test_what_leaves_the_list_stands_no_more(game: Game):
    host, seat = game.host, await game.seat()
    key = await message(game)
    await game.repeat(key, Repeat())
    await arranging.remove(host, seat, [key])
    assert await game.standing() == []
    again = await message(game)
    await game.repeat(again, Repeat())
    await arranging.clear(host, seat, (await ordering.draft_of(host, seat)).version)
    assert await game.standing() == []


async def test_an_order_that_is_not_there_is_refused(game: Game):
    with pytest.raises(Refused, match="There is no order k9"):
        await standing.ways(game.host, await game.seat(), "k9")


async def test_ways_are_offered_by_words_and_numbers(game: Game):
    key = await message(game)

    async def found(typed: str = "") -> list[str]:
        return [
            each.label for each in await standing.ways(game.host, await game.seat(), key, typed)
        ]

    plain = await found()
    assert plain[:3] == ["Each turn", "For 2 turns", "For 3 turns"]
    assert len(plain) == len(set(plain)) == standing.OFFERED
    assert await found("5 turns") == ["For 5 turns"]
    (iron,) = [each for each in await found("200 iron") if each.startswith("Each turn")]
    assert iron.lower().endswith("has 200 × iron")
    assert await found("no such thing") == []
