"""Giving, replacing and submitting orders as use cases, on a host without Discord."""

import datetime as dt
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from glin_profanity import Filter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine.sheet
from bot.answers import Refused
from bot.campaign.almanac import pause
from bot.host import Seat
from bot.orders import arranging, ordering, submitting
from bot.orders import sheets as order_sheets
from bot.orders.choosing import by_labels, offers
from bot.orders.texts import accepted, difference
from bot.store.records import CampaignState
from bot.workers import Workers
from engine.calendar import Calendar
from engine.forms import given_by_players
from engine.orders import Order, Queued, Ref, parameters
from engine.packs import Rules
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.transfers import TransferCharacter, TransferMilitaryUnit
from tests.bot.orders.hosted import Hosted, hosted
from tests.bot.samples import GUILD
from tests.bot.samples import MONDAY as MORNING
from tests.rules.scene import module

ADA, BRAM = 11, 12
HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)
ORDERS = given_by_players(Rules.of(module()))


@pytest_asyncio.fixture(loop_scope="function")
async def game(tmp_path: Path, workers: Workers) -> AsyncIterator[Hosted]:
    players = {ADA: "Ada", BRAM: "Bram the Old"}
    async with hosted(tmp_path, workers, "The March", players) as game:
        async with game.host.stores.use(GUILD) as store:
            await store.campaigns.set_state(game.campaign, CampaignState.RUNNING)
        yield game


async def refused(coroutine: Any, says: str) -> Refused:
    with pytest.raises(Refused, match=says) as caught:
        await coroutine
    return caught.value


# ---------------------------------------------------------------- giving


async def test_an_order_given_while_another_is_taken_is_planned_anew(game: Hosted):
    seat, host = await game.seat(), game.host
    plain, times = host.foresee, 0

    async def foresee(seat: Seat, orders: Any) -> Any:
        nonlocal times
        times += 1
        if times == 1:
            async with host.stores.use(GUILD) as store:
                body = Queued("", ChangeMessage.model_construct()).to_json()
                await store.drafts.add(seat.campaign.id, ADA, body)
        return await plain(seat, orders)

    host.foresee = foresee  # type: ignore[method-assign]
    given = await game.activate()
    assert (given.queued.key, given.position) == ("k2", 2)
    assert times == 2
    assert (await ordering.draft_of(host, seat)).version == 2


async def test_what_an_order_will_make_is_named_by_its_key_however_its_event_tells_it(game: Hosted):
    city, _ = await game.city()
    seat = await game.seat()
    company = {"city": city.name, "race": "human", "quantity": "10", "name": "Ember Foot"}
    trained = await ordering.give(game.host, seat, TrainMilitaryUnits, company)
    await game.activate()
    texts = {"unit": "Ember Foot", "target": "Iron Guard"}
    given = await ordering.give(game.host, seat, TransferMilitaryUnit, texts, "movement")
    assert given.queued.order.refs()["unit"].new == trained.queued.key


async def test_an_order_given_without_a_phase_goes_into_the_first_that_takes_it(game: Hosted):
    city, _ = await game.city()
    seat = await game.seat()
    company = {"city": city.name, "race": "human", "quantity": "10", "name": "Ember Foot"}
    await ordering.give(game.host, seat, TrainMilitaryUnits, company)
    await game.activate()
    texts = {"unit": "Ember Foot", "target": "Iron Guard"}
    given = await ordering.give(game.host, seat, TransferMilitaryUnit, texts)
    assert given.queued.phase == "movement", "it is trained after basic orders"
    told = accepted(given).description or ""
    assert "It runs in a later phase, Movement, since earlier: It runs before" in told
    hero = {"character": await game.hero(), "target": "Iron Guard"}
    given = await ordering.give(game.host, seat, TransferCharacter, hero)
    assert (given.queued.phase, given.hindered) == ("", None)


async def _muster(game: Hosted, *people: str) -> list[str]:
    """The stored forms of a stack's orders, which name each other by the places they have."""
    city, view = await game.city()
    where = Ref("province", city.province)
    orders: list[Order] = [ActivateStack(province=where, name="Iron Guard")]
    for name in people:
        hero = next(each for each in view.all(Character) if each.name == name)
        joining = {"character": f"character:{hero.id}", "target": "stack:new:n1"}
        orders.append(TransferCharacter.model_validate(joining))
    return [Queued(f"n{place}", order).to_json() for place, order in enumerate(orders, 1)]


async def test_several_orders_are_given_all_or_none_and_undone_together(game: Hosted):
    seat, hero = await game.seat(), await game.hero()
    first, *others = await _muster(game, hero)
    twice = ordering.give_all(game.host, seat, [first, *others, first])
    await refused(twice, "a stack called Iron Guard already")
    assert (await ordering.draft_of(game.host, seat)).orders == ()
    foreseen = await ordering.rehearse(game.host, seat, await _muster(game, hero))
    assert not foreseen.refused
    assert (await ordering.draft_of(game.host, seat)).version == 0
    given = await ordering.give_all(game.host, seat, await _muster(game, hero))
    assert [order.key for order in given.draft.orders] == ["k1", "k2"]
    assert given.others[0][0].order.refs()["target"].new == "k1"
    assert (await arranging.undo(game.host, seat, given.edits)).orders == ()


async def test_undo_of_several_orders_leaves_all_if_one_was_changed_since(game: Hosted):
    seat = await game.seat()
    given = await ordering.give_all(game.host, seat, await _muster(game, await game.hero()))
    city, _ = await game.city()
    other = ActivateStack(province=Ref("province", city.province), name="Gilded Host")
    changed = await ordering.change(game.host, seat, "k1", Queued("k1", other).to_json())
    before = changed.draft.orders
    await refused(arranging.undo(game.host, seat, given.edits), "changed since")
    assert (await ordering.draft_of(game.host, seat)).orders == before
    back = await arranging.undo(game.host, seat, changed.edits)
    assert back.orders == given.draft.orders
    await refused(ordering.change(game.host, seat, "k9", before[0].body), "not in your list")


async def test_an_order_that_spoils_another_of_a_later_phase_tells_so(game: Hosted):
    seat, spot, host = await game.seat(), await game.spot(), game.host
    hero = await game.hero()
    await game.activate("Riders")
    joining = {"character": hero, "target": "Riders"}
    assert (await ordering.give(host, seat, TransferCharacter, joining)).changed == ()
    route = {"stack": "Riders", "steps": "ne"}
    assert (await ordering.give(host, seat, MoveAlong, route)).changed == ()
    leaving = {"character": hero, "target": spot}
    given = await ordering.give(host, seat, TransferCharacter, leaving)
    ((key, planned),) = given.changed
    assert (key, planned.outcome) == ("k3", "refused")


async def test_an_order_is_not_put_into_a_phase_that_is_not_its_own(game: Hosted):
    given = ordering.give(game.host, await game.seat(), ActivateStack, {}, "@everyone")
    refusal = await refused(given, "does not run in")
    assert refusal.way_out == "It runs before all else."


async def test_a_draft_holds_so_many_orders_and_no_more(game: Hosted):
    seat = await game.seat()
    body = Queued("", ActivateStack.model_construct(name="x", province="province:1")).to_json()
    async with game.host.stores.use(GUILD) as store:
        await store.drafts.replace(seat.campaign.id, ADA, [(None, body)] * ordering.MOST_ORDERS)
    await refused(game.activate(), "no room for more")


async def test_orders_are_removed_all_or_none(game: Hosted):
    await game.activate()
    seat = await game.seat()
    await refused(arranging.remove(game.host, seat, ["k1", "k77"]), "no order k77")
    assert len((await ordering.draft_of(game.host, seat)).orders) == 1


def test_the_event_of_an_order_that_makes_something_names_what_it_made():
    events = Rules.of(module()).events.values()
    for cls in ORDERS.values():
        assert not cls.makes or any(cls.makes in event.names for event in events), cls


# ---------------------------------------------------------------- sheets


async def test_a_sheet_of_the_draft_changes_nothing_when_it_is_taken(game: Hosted):
    seat = await game.seat()
    for name in ("A", "B"):
        await game.activate(name)
    before = await ordering.draft_of(game.host, seat)
    text, count = await order_sheets.write_sheet(game.host, seat)
    sheet = await order_sheets.read_sheet(game.host, seat, text.encode())
    assert (count, sheet.kept, sheet.new, sheet.changed, sheet.removed, sheet.moved) == (
        2, 2, 0, (), (), False,
    )  # fmt: skip
    assert (await order_sheets.replace(game.host, seat, sheet)).orders == before.orders


@pytest.mark.parametrize(
    "name", ["می\u200cخواهم", "क्\u200dष", "近卫\u3000军", "👨\u200d👩\u200d👧", "1\ufe0f\u20e3"]
)
async def test_a_name_that_was_taken_is_offered_found_and_shown_as_it_is(game: Hosted, name: str):
    seat, kept = await game.seat(), " ".join(name.split())
    assert kept in (accepted(await game.activate(name)).description or "")
    offered = await offers(game.host, seat, ChangeMessage.path, "bearer", {"bearer": name})
    assert [kept in each.label for each in offered] == [True]
    for text in (name, offered[0].value, offered[0].label):
        given = {"bearer": text, "message": "Halt"}
        texts = await by_labels(game.host, seat, ChangeMessage, given)
        message = await ordering.give(game.host, await game.seat(), ChangeMessage, texts)
        assert [each.new for each in message.queued.order.refs().values()] == ["k1"]
    text, count = await order_sheets.write_sheet(game.host, seat)
    sheet = await order_sheets.read_sheet(game.host, seat, text.encode())
    assert (count, sheet.kept, sheet.gaps) == (4, 4, "")


async def test_what_pictures_cannot_draw_of_a_name_is_told_when_it_is_given(game: Hosted):
    told = "This cannot be drawn in pictures: 𒀀."
    assert told in (accepted(await game.activate("Guard 𒀀")).description or "")
    assert told not in (accepted(await game.activate("Łódź")).description or "")
    text, _ = await order_sheets.write_sheet(game.host, await game.seat())
    sheet = await order_sheets.read_sheet(game.host, await game.seat(), text.encode())
    assert told in difference(sheet)


async def test_a_sheet_tells_what_it_changes_moves_and_takes_out(game: Hosted):
    seat, spot = await game.seat(), await game.spot()
    for name in ("A", "B", "C"):
        await game.activate(name)
    text = "".join(
        f"{key}stack activate province:{spot} name:{name}\n"
        for key, name in (("k3: ", "C"), ("k1: ", "A2"), ("", "D"), ("k50: ", "E"))
    )
    sheet = await order_sheets.read_sheet(game.host, seat, text.encode())
    assert (sheet.kept, sheet.new, sheet.changed, sheet.removed, sheet.moved) == (
        1, 2, ("k1",), ("k2",), True,
    )  # fmt: skip
    draft = await order_sheets.replace(game.host, seat, sheet)
    assert [order.key for order in draft.orders] == ["k3", "k1", "k51", "k50"]


async def test_a_sheet_tells_which_of_its_orders_would_be_refused(game: Hosted):
    line = f"stack activate province:{await game.spot()} name:A\n"
    sheet = await order_sheets.read_sheet(
        game.host, await game.seat(), f"k9: {line}{line}".encode()
    )
    ((place, planned),) = sheet.refused
    assert place == 2
    assert planned.refusal is not None
    assert "called A already" in planned.refusal.says


async def test_the_event_loop_only_waits_while_a_large_sheet_is_read(
    game: Hosted, monkeypatch: pytest.MonkeyPatch
):
    """What looks at every line runs in a worker, where no patch of this process reaches."""
    seat = await game.seat()
    await game.host.rules(seat.guild, seat.campaign)
    for owner, name in ((Rules, "read_order"), (Filter, "check_profanity"), (engine.sheet, "read")):
        monkeypatch.setattr(owner, name, _not_here)
    line = f'set message bearer:"{await game.hero()}" message:{{}}\n'
    lines = [line.format('"To the gates, and quickly"')] * 2000
    read = await order_sheets.read_sheet(game.host, seat, "".join(lines).encode())
    assert len(read.orders) == 2000
    lines[700] = line.format("Shit!")
    refusal = await refused(
        order_sheets.read_sheet(game.host, seat, "".join(lines).encode()), "would offend"
    )
    assert refusal.rule == "cohorts.setup.names"
    assert refusal.what.startswith("Line 701: “s•")


def _not_here(*_: object, **__: object) -> None:
    raise AssertionError("this looks at a whole sheet, and blocks the event loop")


# ---------------------------------------------------------------- submitting


async def test_a_turn_is_not_submitted_on_what_a_tick_has_changed_meanwhile(game: Hosted):
    await game.activate()
    seat = await game.seat()
    await game.tick("setup")
    await refused(submitting.submit(game.host, seat), "has just moved on")
    assert (await game.submit()).replaced is None


async def test_without_orders_there_is_nothing_to_submit(game: Hosted):
    await refused(game.submit(), "no orders to submit")


@pytest.mark.rule("cohorts.turn.submission")
async def test_a_turn_without_a_date_runs_on_the_next_open_day(game: Hosted):
    await game.activate()
    done = await game.submit()
    assert done.submission.run_date == dt.date(2026, 1, 5)
    assert done.deadline == MORNING + 6 * HOUR
    game.clock.move(6 * HOUR)
    assert (await game.submit()).submission.run_date == dt.date(2026, 1, 6)


@pytest.mark.rule("cohorts.turn.weekly-turn")
async def test_no_turn_is_submitted_for_a_saturday(game: Hosted):
    await game.activate()
    refusal = await refused(game.submit("2026-01-10"), "No turns are run on Saturday")
    assert refusal.rule == "cohorts.turn.weekly-turn"
    assert "Monday, 2026-01-05" in (refusal.way_out or "")


@pytest.mark.parametrize(
    "date, says",
    [
        ("2026-01-02", "has passed"),
        ("tomorrow", "is not a date"),
        ("@everyone" * 50, "is not a date"),
        ("2031-01-06", "more than a year"),
        ("9999-12-31", "more than ten years away"),
    ],
)
async def test_a_date_that_cannot_be_is_refused(game: Hosted, date: str, says: str):
    await game.activate()
    await refused(game.submit(date), says)
    assert await submitting.pending(game.host, await game.seat()) is None


@pytest.mark.rule("cohorts.turn.submission")
async def test_a_week_has_one_turn(game: Hosted):
    await game.activate()
    await game.submit()
    game.clock.move(6 * HOUR)
    await game.tick("run", day=dt.date(2026, 1, 5))
    await game.activate("Next")
    refusal = await refused(game.submit("2026-01-07"), "used this week's turn")
    assert refusal.rule == "cohorts.turn.submission"
    assert (await game.submit()).submission.run_date == dt.date(2026, 1, 12)
    days = await submitting.run_days(game.host, await game.seat())
    assert days[0] == dt.date(2026, 1, 12)


@pytest.mark.rule("cohorts.turn.cut-off")
async def test_a_turn_that_is_committed_after_the_cut_off_runs_the_next_day(
    game: Hosted, monkeypatch: pytest.MonkeyPatch
):
    await game.activate()
    plain = Calendar.run_day_for

    def late(self: Calendar, wished: dt.date, committed: dt.datetime, pauses: Any = ()) -> Any:
        return plain(self, wished, committed + 6 * HOUR, pauses)

    monkeypatch.setattr(Calendar, "run_day_for", late)
    assert (await game.submit()).submission.run_date == dt.date(2026, 1, 6)


async def test_submitting_again_replaces_the_turn_that_waits(game: Hosted):
    await game.activate()
    first = await game.submit()
    second = await game.submit("2026-01-08")
    assert first.replaced is None
    assert second.replaced is not None
    assert second.replaced.id == first.submission.id


async def test_a_submitted_turn_names_the_orders_that_would_be_refused(game: Hosted):
    await game.activate()
    seat = await game.seat()
    await ordering.give(game.host, seat, DeactivateStack, {"stack": "Iron Guard"})
    draft = await arranging.move(game.host, seat, "k2", 1)
    await game.host.plan(seat, draft)
    assert (await game.submit()).refused == ("k2",)


async def test_while_a_pause_lasts_no_turn_is_submitted(game: Hosted):
    await game.activate()
    async with game.host.stores.use(GUILD) as store:
        await pause(store, game.campaign, game.clock.now())
    await refused(game.submit(), "paused")


async def test_before_the_start_no_turn_is_submitted(game: Hosted):
    await game.activate()
    async with game.host.stores.use(GUILD) as store:
        await store.campaigns.set_state(game.campaign, CampaignState.OPEN)
    await refused(game.submit(), "has not started")


@pytest.mark.rule("cohorts.turn.sequence")
async def test_a_sequence_names_players_of_the_own_faction(game: Hosted):
    await game.activate()
    done = await game.submit(None, "bram the old, Ada, ADA")
    ada, bram = (await game.seat()).player, (await game.seat(BRAM)).player
    assert json.loads(done.submission.sequence) == [bram, ada]
    refusal = await refused(game.submit(None, "Ada, Bram the Odl"), "not one of your faction")
    assert "Bram the Old" in (refusal.way_out or "")


# ---------------------------------------------------------------- whatever is typed


async def answer_to(coroutine: Any) -> Any:
    try:
        return await coroutine
    except Refused as refusal:
        return refusal


TYPED = st.text(max_size=30) | st.sampled_from(
    (
        "stack:1",
        "new:k1",
        "k1",
        "1,1",
        "Ada",
        "@everyone",
        '"',
        ",",
        "NE, gate",
        "-1",
        "\ud800",
        "\0",
    )
)


@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
async def test_whatever_is_typed_into_a_command_is_taken_or_refused(game: Hosted, data: Any):
    cls = data.draw(st.sampled_from(sorted(ORDERS.values(), key=lambda cls: cls.path)))
    names = st.sampled_from([parameter.name for parameter in parameters(cls)])
    texts = data.draw(st.dictionaries(names, TYPED))
    seat = await game.seat()
    version = (await ordering.draft_of(game.host, seat)).version
    answer = await answer_to(ordering.give(game.host, seat, cls, texts))
    after = (await ordering.draft_of(game.host, seat)).version
    if isinstance(answer, Refused):
        assert len(answer.embed()) < 6000
    assert after == version + (not isinstance(answer, Refused))
    for name in texts:
        found = await offers(game.host, seat, cls.path, name, texts)
        assert all(0 < len(each.label) <= 100 and len(each.value) <= 100 for each in found)


@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.binary(max_size=300) | TYPED.map(lambda text: text.encode("utf-8", "replace")))
async def test_whatever_is_uploaded_is_read_or_refused(game: Hosted, data: bytes):
    answer = await answer_to(order_sheets.read_sheet(game.host, await game.seat(), data))
    assert len(answer.embed()) < 6000 if isinstance(answer, Refused) else answer.orders
