"""The outbox: in order per channel, nothing lost, the newest status only."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.clock import MovableClock
from bot.store.guild import GuildStore
from bot.store.records import Address, MessageKind, MessageState, NewMessage
from tests.bot.store.scene import CAMPAIGN, EDIT, NOON, make_tick

RED, BLUE, STATUS = Address(role="faction:1"), Address(role="faction:2"), Address(role="status")
SOON = NOON + timedelta(minutes=1)


@pytest.fixture(autouse=True)
async def places(store: GuildStore) -> None:
    for number, to in enumerate((RED, BLUE, STATUS), 50):
        assert to.role
        await store.places.put(CAMPAIGN, to.role, number)


def message(to: Address, key: str, kind: MessageKind = MessageKind.SEND) -> NewMessage:
    return NewMessage(to, key, f'"{key}"', kind)


async def ready(store: GuildStore, at: timedelta = timedelta()) -> list[str]:
    return [message.key for message in await store.outbox.ready(NOON + at)]


async def test_each_channel_gets_its_messages_one_after_the_other(store: GuildStore) -> None:
    messages = [message(RED, "R1"), message(BLUE, "B1"), message(RED, "R2")]
    make_tick(store.path, CAMPAIGN, outbox=messages)
    assert await ready(store) == ["R1", "B1"]
    first, _ = await store.outbox.ready(NOON)
    await store.outbox.sending(first.id)
    assert await ready(store) == ["R1", "B1"]
    await store.outbox.sent(first.id, 777)
    assert await ready(store) == ["B1", "R2"]
    written = await store.outbox.of_tick(CAMPAIGN, 1)
    assert [(sent.key, sent.number) for sent in written] == [("R1", 1), ("B1", 1), ("R2", 2)]
    assert (written[0].state, written[0].message) == (MessageState.SENT, 777)


async def test_a_message_that_must_wait_holds_back_its_channel_alone(store: GuildStore) -> None:
    for key, to in (("R1", RED), ("R2", RED), ("B1", BLUE)):
        await store.outbox.add(CAMPAIGN, message(to, key))
    first, _ = await store.outbox.ready(NOON)
    await store.outbox.sending(first.id)
    await store.outbox.retry(first.id, SOON, "429", doubtful=False)
    assert await ready(store) == ["B1"]
    again, _ = await store.outbox.ready(SOON)
    assert (again.key, again.state, again.attempts, again.error) == (
        "R1",
        MessageState.PENDING,
        1,
        "429",
    )


async def test_a_message_that_discord_may_have_is_handed_out_as_such(store: GuildStore) -> None:
    added = await store.outbox.add(CAMPAIGN, message(RED, "R1"))
    await store.outbox.sending(added.id)
    await store.outbox.retry(added.id, SOON, "timed out", doubtful=True)
    [again] = await store.outbox.ready(SOON)
    assert (again.state, again.nonce) == (MessageState.SENDING, added.nonce)


async def test_a_parked_message_lets_the_next_out_and_can_come_back(store: GuildStore) -> None:
    first = await store.outbox.add(CAMPAIGN, message(RED, "R1"))
    await store.outbox.add(CAMPAIGN, message(RED, "R2"))
    await store.outbox.park(first.id, "400 Bad Request")
    assert await ready(store) == ["R2"]
    assert [m.error for m in await store.outbox.parked(CAMPAIGN)] == ["400 Bad Request"]
    await store.outbox.unpark(first.id)
    assert await ready(store) == ["R1"]


async def test_nothing_goes_to_a_parked_place_until_it_is_healed(store: GuildStore) -> None:
    await store.outbox.add(CAMPAIGN, message(RED, "R1"))
    await store.outbox.add(CAMPAIGN, NewMessage(Address(channel=50), "C1", "{}"))
    await store.places.park(CAMPAIGN, "faction:1", "403 Forbidden")
    assert await ready(store) == []
    assert await store.reschedule() is None
    await store.places.put(CAMPAIGN, "faction:1", 51)
    assert await ready(store) == ["R1", "C1"]


async def test_a_message_for_a_place_that_is_gone_waits_for_a_new_one(store: GuildStore) -> None:
    await store.outbox.add(CAMPAIGN, message(RED, "R1"))
    await store.places.forget(CAMPAIGN, "faction:1")
    assert await ready(store) == []
    await store.places.put(CAMPAIGN, "faction:1", 99)
    assert await ready(store) == ["R1"]


async def test_edits_of_the_status_message_coalesce_to_the_newest(store: GuildStore) -> None:
    edit = MessageKind.EDIT_STATUS
    for key in ("S1", "S2"):
        make_tick(store.path, CAMPAIGN, outbox=[message(STATUS, key, edit)])
    await store.outbox.add(CAMPAIGN, message(BLUE, "B1"))
    assert await ready(store) == ["S2", "B1"]
    begun, _ = await store.outbox.ready(NOON)
    await store.outbox.sending(begun.id)
    for key in ("S3", "S4"):
        await store.outbox.add(CAMPAIGN, message(STATUS, key, edit))
    await store.outbox.sent(begun.id, 1)
    assert await ready(store) == ["B1", "S4"]


async def test_a_new_status_does_not_drop_messages_to_the_same_place(store: GuildStore) -> None:
    await store.outbox.add(CAMPAIGN, message(STATUS, "text"))
    await store.outbox.add(CAMPAIGN, message(STATUS, "S1", MessageKind.EDIT_STATUS))
    assert await ready(store) == ["text"]


async def test_nonces_differ_and_fit_discord(store: GuildStore) -> None:
    nonces = {(await store.outbox.add(CAMPAIGN, message(RED, str(n)))).nonce for n in range(50)}
    assert len(nonces) == 50
    assert all(1 <= len(nonce) <= 25 for nonce in nonces)


def test_an_address_is_a_role_or_a_channel_and_not_both() -> None:
    with pytest.raises(ValueError, match="a role or a channel"):
        Address()
    with pytest.raises(ValueError, match="a role or a channel"):
        Address("herald", 5)


async def test_the_next_time_is_the_earliest_of_timers_and_messages(
    store: GuildStore, clock: MovableClock
) -> None:
    assert await store.reschedule() is None
    await store.timers.put(CAMPAIGN, "due", NOON + timedelta(hours=2))
    await store.timers.put(CAMPAIGN, "reminder", NOON + timedelta(hours=1))
    assert await store.reschedule() == NOON + timedelta(hours=1)
    await store.timers.clear(CAMPAIGN, "reminder")
    assert await store.reschedule() == NOON + timedelta(hours=2)
    await store.outbox.add(CAMPAIGN, message(RED, "R1"))
    assert await store.reschedule() == clock.now()


async def test_reports_are_those_of_a_turn_or_of_the_last_that_told(store: GuildStore) -> None:
    for number, turn in enumerate((1, 1, 2, 2), 1):
        telling = [message(BLUE, f"B{number}")]
        if number < 4:
            telling.append(message(RED, f"R{number}"))
        make_tick(store.path, CAMPAIGN, replace(EDIT, turn=turn), outbox=telling)

    async def keys(turn: int | None) -> list[str]:
        assert RED.role
        return [sent.key for sent in await store.outbox.reports(CAMPAIGN, RED.role, turn)]

    assert await keys(1) == ["R1", "R2"]
    assert await keys(2) == ["R3"]
    assert await keys(None) == ["R3"]
    assert await keys(3) == []
