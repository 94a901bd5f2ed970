"""Standing orders over several weeks, on a host without Discord."""

import datetime as dt
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.answers import Refused
from bot.orders import arranging, ordering, standing, submitting
from bot.store.records import StandingState
from bot.workers import Workers
from engine.hexes import Hex
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Character, Map, Province, Stack
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from engine.repeats import Repeat
from engine.world import World
from tests.bot.orders.hosted import Hosted, hosted
from tests.bot.samples import started


async def repeat(game: Hosted, key: str, repeat: Repeat) -> standing.StandingShown:
    return await standing.repeat(game.host, await game.seat(), key, repeat)


async def shown(game: Hosted) -> list[standing.StandingShown]:
    return await standing.standing(game.host, await game.seat())


async def march(game: Hosted) -> str:
    """The key of a move to a place that is weeks away."""
    hero, spot = await game.hero(), await game.spot()
    await game.give(ActivateStack, province=spot, name="Iron Guard")
    await game.give(TransferCharacter, character=hero, target="Iron Guard")
    await game.submit()
    await game.days(7)
    city, view = await game.city()
    home, grid = view.get(Province, city.province), view.get(Map, 1).grid
    return await game.give(Move, stack="Iron Guard", destination=far_from(view, home, grid))


def far_from(view: World, home: Province, grid: Any) -> str:
    """The farthest province of the same realm that the view knows and that is land."""
    here = grid.at(home.id - 1)
    far = max(
        (each for each in view.all(Province) if each.knows("terrain") and each.terrain != "ocean"),
        key=lambda each: (grid.distance(here, Hex(each.x, each.y)), each.id),
    )
    return f"{far.x},{far.y}"


@pytest_asyncio.fixture(loop_scope="function")
async def game(tmp_path: Path, workers: Workers) -> AsyncIterator[Hosted]:
    async with hosted(tmp_path, workers) as game:
        await started(game.host, game.made)
        yield game


async def message(game: Hosted, text: str = "Halt!") -> str:
    """An order that can be given again and again."""
    view, seat = await game.view(), await game.seat()
    hero = next(iter(view.by(Character, "player", seat.player)))
    return await game.give(ChangeMessage, bearer=hero.name, message=text)


async def test_it_is_given_again_and_submitted_for_whoever_does_not_come(game: Hosted):
    key = await message(game)
    other = await message(game, "Once.")
    assert (await repeat(game, key, Repeat())).how_long == "each turn"
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


async def test_whoever_comes_submits_all_of_the_list_in_its_place(game: Hosted):
    key = await message(game)
    await repeat(game, key, Repeat())
    await game.submit()
    await game.days(7)
    other = await message(game, "More.")
    await game.submit()
    waits = (await game.submissions())[-1]
    assert not waits.unasked
    assert [each["key"] for each in json.loads(waits.body)] == [key, other]


async def test_an_order_that_nobody_has_submitted_yet_is_not_submitted_by_itself(game: Hosted):
    await repeat(game, await message(game), Repeat())
    await game.days(14)
    assert await game.submissions() == []


async def test_after_three_turns_without_its_player_it_waits(game: Hosted):
    await repeat(game, await message(game), Repeat())
    await game.submit()
    await game.days(42)
    assert [each.unasked for each in await game.submissions()] == [False, True, True, True]
    (kept,) = await shown(game)
    assert kept.state is StandingState.ON


async def test_who_withdraws_it_is_left_alone_for_the_week(game: Hosted):
    await repeat(game, await message(game), Repeat())
    await game.submit()
    await game.days(7)
    await submitting.withdraw(game.host, await game.seat())
    await game.days(4)
    assert [bool(each.withdrawn_at) for each in await game.submissions()] == [False, True]
    await game.days(3)
    assert [each.unasked for each in await game.submissions()] == [False, True, True]


async def test_it_ends_after_as_many_turns_as_were_asked(game: Hosted):
    key = await message(game)
    await repeat(game, key, Repeat(2))
    await game.submit()
    await game.days(14)
    (ended,) = await shown(game)
    assert (ended.key, ended.state) == (key, StandingState.ENDED)
    assert ended.why == "It was given as often as was asked."
    assert await game.keys() == []
    assert "Your standing order “Change message" in await game.reports()


async def test_a_march_goes_on_until_it_arrives(game: Hosted):
    key = await march(game)
    await repeat(game, key, Repeat())
    await game.submit()
    await game.days(7)
    began = await shown(game)
    assert began[0].state is StandingState.ON, began[0].why
    await game.days(21)
    (ended,) = await shown(game)
    assert ended.state is StandingState.ENDED
    assert ended.why == "It had nothing left to do."
    order = ended.queued.order
    assert isinstance(order, Move)
    assert order.destination
    stack = (await game.view()).get(Stack, order.stack.id)
    assert stack.province == order.destination.id


async def test_it_rests_and_goes_on_and_ends_at_a_word(game: Hosted):
    host, seat = game.host, await game.seat()
    key, other = await message(game), await message(game, "More.")
    await repeat(game, key, Repeat())
    await standing.pause(host, seat, key)
    assert await game.keys() == [other]
    assert [each.state for each in await shown(game)] == [StandingState.PAUSED]
    await standing.resume(host, seat, key)
    assert await game.keys() == [other, key]
    await standing.end(host, seat, key)
    assert await shown(game) == []
    assert await game.keys() == [other, key], "it is an order like any other now"


async def test_what_leaves_the_list_stands_no_more(game: Hosted):
    host, seat = game.host, await game.seat()
    key = await message(game)
    await repeat(game, key, Repeat())
    await arranging.remove(host, seat, [key])
    assert await shown(game) == []
    again = await message(game)
    await repeat(game, again, Repeat())
    await arranging.clear(host, seat, (await ordering.draft_of(host, seat)).version)
    assert await shown(game) == []


async def test_an_order_that_is_not_there_is_refused(game: Hosted):
    with pytest.raises(Refused, match="There is no order k9"):
        await standing.ways(game.host, await game.seat(), "k9")


async def test_ways_are_offered_by_words_and_numbers(game: Hosted):
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
