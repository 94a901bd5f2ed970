"""Delivery: in order, never lost, once, to nobody for whom it is not."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot import faults
from bot.payload import Card, Payload, TextFile
from bot.post import delivery
from bot.post.channels import READER
from bot.practice.table import Table
from bot.store.records import Address, Message, MessageKind, MessageState, NewMessage
from tests.bot.samples import (
    EXTENSIONS,
    campaign_on,
    channel,
    post,
    posts,
    says,
    store_of,
    told,
    words,
)

COGS = EXTENSIONS


def _messages(table: Table, name: str) -> str:
    return f"/channels/{channel(table, name).id}/messages"


def _sent(table: Table, name: str) -> list[Any]:
    """The bodies of all messages that the bot has tried to send to a channel."""
    path = _messages(table, name)
    return [r.json for r in table.env.http_requests if (r.method, r.path) == ("POST", path)]


async def _now(table: Table, message: Message) -> Message:
    async with store_of(table) as store, store._file.reading() as db:
        return Message.of(await db.one("SELECT * FROM outbox WHERE id = ?", (message.id,)))


async def _place(table: Table, campaign: int, role: str) -> str | None:
    async with store_of(table) as store:
        place = await store.places.get(campaign, role)
    assert place is not None
    return place.parked


# ---------------------------------------------------------------- the plain way


async def test_a_message_carries_its_key_and_its_nonce(table: Table):
    campaign = await campaign_on(table)
    sent = await post(table, campaign, "faction:1", "T1·R1·1/1", Payload(text="Hear ye"))
    assert posts(table, "ashmark") == ["Hear ye\n-# T1·R1·1/1"]
    (body,) = _sent(table, "ashmark")
    assert (body["nonce"], body["enforce_nonce"]) == (sent.nonce, True)
    assert (await _now(table, sent)).state is MessageState.SENT


async def test_messages_come_in_the_order_in_which_they_were_written(table: Table):
    campaign = await campaign_on(table)
    with table.env._bot_scope():
        async with store_of(table) as store, store.unit():
            for number in range(5):
                payload = Payload(cards=(Card(title=f"Part {number}"),)).model_dump_json()
                to = Address(role="faction:1")
                await store.outbox.add(campaign, NewMessage(to, f"T1·{number}", payload))
    await table.rest()
    assert posts(table, "ashmark") == [f"Part {n}\nT1·{n}" for n in range(5)]


async def test_nobody_is_mentioned_but_the_roles_in_notify(table: Table):
    campaign = await campaign_on(table, ["Ada"])
    ada = table.guild.people["Ada"]
    async with store_of(table) as store:
        role = await store.places.get(campaign, "role:1")
    assert role is not None
    text = f"@everyone <@{ada.id}> <@&{role.snowflake}>"
    await post(table, campaign, "herald", "X1", Payload(text=text))
    await post(table, campaign, "herald", "X2", Payload(text=text, notify=("role:1",)))
    plain, notifying = (body["allowed_mentions"] for body in _sent(table, "herald")[-2:])
    assert plain.get("parse", []) == notifying.get("parse", []) == []
    assert [plain.get("roles", []), plain.get("users", [])] == [[], []]
    assert [str(id) for id in notifying["roles"]] == [str(role.snowflake)]
    assert posts(table, "herald")[-1].startswith(f"<@&{role.snowflake}>\n@everyone")


async def test_a_text_goes_along_as_a_file(table: Table):
    campaign = await campaign_on(table)
    payload = Payload(text="In full", files=(TextFile(name="all.txt", text="Everything"),))
    await post(table, campaign, "herald", "X1", payload)
    (file,) = channel(table, "herald").history()[-1].attachments
    assert file.filename == "all.txt"
    assert table.env.backend.cdn.get(file.url) == b"Everything"


# ---------------------------------------------------------------- troubles that pass


async def test_a_message_that_discord_cannot_take_now_goes_out_later(table: Table):
    campaign = await campaign_on(table)
    table.env.inject_error("POST", _messages(table, "ashmark"), status=503, times=1)
    sent = await post(table, campaign, "faction:1", "X1", Payload(text="Patience"))
    assert posts(table, "ashmark") == []
    waiting = await _now(table, sent)
    assert waiting.state is MessageState.SENDING
    assert waiting.not_before > table.clock.now()
    await table.move_to(waiting.not_before)
    assert posts(table, "ashmark") == ["Patience\n-# X1"]


async def test_too_many_requests_make_a_message_late_but_do_not_change_it(table: Table, fails: Any):
    campaign = await campaign_on(table)
    fails(_http(429), times=1)
    sent = await post(table, campaign, "faction:1", "X1", Payload(text="Patience"))
    waiting = await _now(table, sent)
    assert waiting.state is MessageState.PENDING
    await table.move_to(waiting.not_before)
    assert posts(table, "ashmark") == ["Patience\n-# X1"]


@pytest.mark.parametrize("taken", [False, True])
async def test_after_a_time_out_the_channel_is_read_before_anything_is_sent_again(
    table: Table, fails: Any, taken: bool
):
    campaign = await campaign_on(table)
    fails(TimeoutError("no answer"), times=1, taken=taken)
    sent = await post(table, campaign, "faction:1", "X1", Payload(text="Once"))
    waiting = await _now(table, sent)
    assert waiting.state is MessageState.SENDING
    before = len(table.env.http_requests)
    await table.move_to(waiting.not_before)
    assert posts(table, "ashmark") == ["Once\n-# X1"]
    asked = [(r.method, r.path) for r in list(table.env.http_requests)[before:]]
    assert ("GET", _messages(table, "ashmark")) in asked
    assert (("POST", _messages(table, "ashmark")) in asked) is not taken


@pytest.mark.parametrize("inside", [{"text": "Once"}, {"cards": (Card(text="Once"),)}])
async def test_a_message_bears_its_seal_and_is_known_again_by_its_key(
    table: Table, fails: Any, inside: dict[str, Any]
):
    campaign = await campaign_on(table)
    other = Payload(text="Another", seal="3f9a-20c1-77de")
    await post(table, campaign, "faction:1", "T1·R1·1/11", other)
    fails(TimeoutError("no answer"), times=1, taken=True)
    sealed = Payload.model_validate({**inside, "seal": "3f9a-20c1-77de"})
    sent = await post(table, campaign, "faction:1", "T1·R1·1/1", sealed)
    await table.move_to((await _now(table, sent)).not_before)
    first, once = posts(table, "ashmark")
    assert first == "Another\n-# T1·R1·1/11 · seal 3f9a-20c1-77de"
    assert once.replace("-# ", "") == "Once\nT1·R1·1/1 · seal 3f9a-20c1-77de"
    assert (await _now(table, sent)).state is MessageState.SENT


@pytest.mark.parametrize("first", [True, False])
async def test_a_report_is_found_however_much_is_said_later(table: Table, fails: Any, first: bool):
    campaign = await campaign_on(table, ["Ada"])
    if not first:
        await post(table, campaign, "faction:1", "X0", Payload(text="Before"))
    fails(TimeoutError("no answer"), times=1, taken=True)
    sent = await post(table, campaign, "faction:1", "X1", Payload(text="Once"))
    for number in range(250):
        await table.guild.people["Ada"].send(channel(table, "ashmark"), f"So many words: {number}")
    await table.move_to((await _now(table, sent)).not_before)
    assert (await _now(table, sent)).state is MessageState.SENT
    assert [text for text in posts(table, "ashmark") if "X1" in text] == ["Once\n-# X1"]


async def test_a_discord_that_keeps_silent_is_a_doubt_and_delays_no_other_message(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    campaign = await campaign_on(table)
    with monkeypatch.context() as silent:
        silent.setattr(delivery, "SILENCE", 0.0)
        silent.setattr(discord.TextChannel, "send", _never)
        first = await post(table, campaign, "faction:1", "X1", Payload(text="Once"))
        other = await post(table, campaign, "faction:2", "X2", Payload(text="Other"))
    waiting = await _now(table, first)
    assert (waiting.state, waiting.error) == (MessageState.SENDING, "Discord did not answer.")
    assert (await _now(table, other)).attempts == 1
    await table.move_to(waiting.not_before)
    assert posts(table, "ashmark") == ["Once\n-# X1"]


async def test_a_send_that_is_given_up_leaves_no_rate_limit_shut(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    campaign = await campaign_on(table)
    gate = asyncio.Event()
    monkeypatch.setattr(table.bot.http, "_global_over", gate)

    async def limited(*_: Any, **__: Any) -> None:
        gate.clear()  # as discord.py does while it waits for a global limit to pass
        await _never()

    with monkeypatch.context() as silent:
        silent.setattr(delivery, "SILENCE", 0.0)
        silent.setattr(discord.TextChannel, "send", limited)
        await post(table, campaign, "faction:1", "X1", Payload(text="Late"))
    assert gate.is_set()


async def test_a_doubt_outlasts_an_unread_history(table: Table, fails: Any):
    campaign = await campaign_on(table)
    fails(TimeoutError("no answer"), times=1, taken=True)
    sent = await post(table, campaign, "faction:1", "X1", Payload(text="Once"))
    table.env.inject_error("GET", _messages(table, "ashmark"), status=500, times=5)
    await table.move_to((await _now(table, sent)).not_before)
    waiting = await _now(table, sent)
    assert waiting.state is MessageState.SENDING
    await table.move_to(waiting.not_before)
    assert posts(table, "ashmark") == ["Once\n-# X1"]


async def test_a_key_that_is_part_of_another_is_not_taken_for_it(table: Table, fails: Any):
    campaign = await campaign_on(table)
    await post(table, campaign, "moderators", "X1·!5", Payload(text="Another"))
    fails(TimeoutError("no answer"), times=1)
    sent = await post(table, campaign, "moderators", "X1", Payload(text="This"))
    await table.move_to((await _now(table, sent)).not_before)
    assert posts(table, "moderators")[-2:] == ["Another\n-# X1·!5", "This\n-# X1"]


async def test_a_bot_that_is_stopped_after_sending_sends_nothing_twice(table: Table):
    campaign = await campaign_on(table)
    passed = 0

    def stop() -> None:
        nonlocal passed
        passed += 1
        if passed == 1:
            raise asyncio.CancelledError

    with faults.armed("outbox.after_send", stop):
        sent = await post(table, campaign, "faction:1", "X1", Payload(text="Once"))
        await table.rest()
    assert passed == 2
    assert (await _now(table, sent)).state is MessageState.SENT
    assert posts(table, "ashmark") == ["Once\n-# X1"]


async def test_one_channel_that_is_slow_holds_up_no_other(table: Table):
    campaign = await campaign_on(table)
    table.env.inject_error("POST", _messages(table, "ashmark"), status=503, times=1)
    first = await post(table, campaign, "faction:1", "X1", Payload(text="Slow"))
    await post(table, campaign, "faction:1", "X2", Payload(text="After it"))
    await post(table, campaign, "faction:2", "X3", Payload(text="Quick"))
    assert posts(table, "elderwood") == ["Quick\n-# X3"]
    assert posts(table, "ashmark") == []
    await table.move_to((await _now(table, first)).not_before)
    assert posts(table, "ashmark") == ["Slow\n-# X1", "After it\n-# X2"]


# ---------------------------------------------------------------- troubles that stay


async def test_what_is_refused_goes_out_as_a_plain_file(table: Table, fails: Any):
    campaign = await campaign_on(table)
    fails(_http(400), times=1)
    payload = Payload(cards=(Card(title="Title", text="Text", fields=(("Name", "Value"),)),))
    sent = await post(table, campaign, "faction:1", "T1·R1·1/2", payload)
    (message,) = channel(table, "ashmark").history()
    assert message.content == "-# T1·R1·1/2"
    blob = table.env.backend.cdn.get(message.attachments[0].url)
    assert blob == b"Title\n\nText\n\nName: Value"
    assert (await _now(table, sent)).state is MessageState.SENT


async def test_what_discord_takes_in_no_form_is_set_aside_the_next_sent(table: Table, fails: Any):
    campaign = await campaign_on(table)
    fails(_http(400), times=2)
    sent = await post(table, campaign, "faction:1", "X1", Payload(text="Never"))
    await post(table, campaign, "faction:1", "X2", Payload(text="Next"))
    assert (await _now(table, sent)).state is MessageState.PARKED
    assert posts(table, "ashmark") == ["Next\n-# X2"]
    assert "X1" in posts(table, "moderators")[-1]


async def test_a_payload_that_cannot_be_read_stops_no_other_message(table: Table):
    campaign = await campaign_on(table)
    with table.env._bot_scope():
        async with store_of(table) as store:
            odd = NewMessage(Address(role="faction:1"), "X1", json.dumps({"of": "the future"}))
            sent = await store.outbox.add(campaign, odd)
    await post(table, campaign, "faction:1", "X2", Payload(text="Next"))
    assert (await _now(table, sent)).state is MessageState.PARKED
    assert posts(table, "ashmark") == ["Next\n-# X2"]
    assert "X1" in posts(table, "moderators")[-1]


@pytest.mark.parametrize("status", [403, 404])
async def test_a_channel_that_takes_nothing_is_parked_until_repaired(table: Table, status: int):
    campaign = await campaign_on(table)
    table.env.inject_error("POST", _messages(table, "ashmark"), status=status, times=1)
    sent = await post(table, campaign, "faction:1", "X1", Payload(text="Wait for me"))
    assert (await _now(table, sent)).state is MessageState.PENDING
    assert await _place(table, campaign, "faction:1") is not None
    assert "/campaign repair" in posts(table, "moderators")[-1]
    await post(table, campaign, "faction:1", "X2", Payload(text="Me too"))
    assert posts(table, "ashmark") == []
    answer = await says(table, "Morgan", "campaign repair")
    assert "ashmark" in told(answer)
    assert posts(table, "ashmark") == ["Wait for me\n-# X1", "Me too\n-# X2"]


async def test_a_channel_that_was_deleted_is_made_again_with_what_waits_for_it(table: Table):
    campaign = await campaign_on(table)
    old = channel(table, "ashmark")
    with table.env._bot_scope():
        gone = table.bot.get_channel(old.id)
        assert isinstance(gone, discord.TextChannel)
        await gone.delete()
    await table.rest()
    await post(table, campaign, "faction:1", "X1", Payload(text="Wait for me"))
    assert "The channel is gone" in posts(table, "moderators")[-1]
    await says(table, "Morgan", "campaign repair")
    assert channel(table, "ashmark").id != old.id
    assert posts(table, "ashmark") == ["Wait for me\n-# X1"]
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan",)


async def test_a_server_that_discord_cannot_reach_is_waited_for(table: Table):
    campaign = await campaign_on(table)
    server = table.bot.guilds[0]
    server.unavailable = True
    sent = await post(table, campaign, "faction:1", "X1", Payload(text="Patience"))
    waiting = await _now(table, sent)
    assert waiting.state is MessageState.PENDING
    assert await _place(table, campaign, "faction:1") is None
    server.unavailable = False
    await table.move_to(waiting.not_before)
    assert posts(table, "ashmark") == ["Patience\n-# X1"]


# ---------------------------------------------------------------- secrets


async def _open_to_all(table: Table, name: str) -> discord.TextChannel:
    exposed = table.bot.get_channel(channel(table, name).id)
    assert isinstance(exposed, discord.TextChannel)
    with table.env._bot_scope():
        await exposed.set_permissions(exposed.guild.default_role, overwrite=READER)
    await table.rest()
    return exposed


async def test_a_factions_channel_that_was_opened_is_closed_before_anything_is_posted(table: Table):
    campaign = await campaign_on(table, ["Ada"])
    await _open_to_all(table, "ashmark")
    assert "Cora" in table.guild.who_sees(channel(table, "ashmark"))
    await post(table, campaign, "faction:1", "X1", Payload(text="Secret"))
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan", "Ada")
    assert posts(table, "ashmark")[-1] == "Secret\n-# X1"


async def test_nothing_is_posted_to_a_factions_channel_that_cannot_be_closed(table: Table):
    campaign = await campaign_on(table)
    exposed = await _open_to_all(table, "ashmark")
    table.env.inject_error("PATCH", f"/channels/{exposed.id}", status=403, times=1)
    await post(table, campaign, "faction:1", "X1", Payload(text="Secret"))
    assert posts(table, "ashmark") == []
    assert "can be read by everyone" in posts(table, "moderators")[-1]


async def test_a_person_let_in_by_hand_is_put_out_again(table: Table):
    campaign = await campaign_on(table)
    exposed = table.bot.get_channel(channel(table, "ashmark").id)
    assert isinstance(exposed, discord.TextChannel)
    with table.env._bot_scope():
        cora = await exposed.guild.fetch_member(table.guild.people["Cora"].id)
        await exposed.set_permissions(cora, overwrite=READER)
    await table.rest()
    await post(table, campaign, "faction:1", "X1", Payload(text="Secret"))
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan",)


# ---------------------------------------------------------------- the status message


async def test_the_status_is_one_pinned_message_that_is_edited(table: Table):
    await campaign_on(table, ["Ada"])
    pinned = [m for m in channel(table, "herald").history() if m.pinned]
    assert len(pinned) == 1
    assert "House Ashmark: 1 playing, 1 free" in words(pinned[0])


async def test_status_edits_that_wait_give_way_to_the_newest(table: Table):
    campaign = await campaign_on(table)
    status = next(m for m in channel(table, "herald").history() if m.pinned)
    before = len(table.env.http_requests)
    with table.env._bot_scope():
        async with store_of(table) as store, store.unit():
            for number in range(4):
                payload = Payload(cards=(Card(title=f"Edit {number}"),)).model_dump_json()
                edit = NewMessage(
                    Address(role="herald"), f"S{number}", payload, MessageKind.EDIT_STATUS
                )
                await store.outbox.add(campaign, edit)
    await table.rest()
    edits = [r for r in list(table.env.http_requests)[before:] if r.method == "PATCH"]
    assert len(edits) == 1
    now = next(m for m in channel(table, "herald").history() if m.id == status.id)
    assert words(now) == "Edit 3\nS3"


async def test_a_status_message_that_was_deleted_is_made_and_pinned_again(table: Table):
    await campaign_on(table)
    herald = channel(table, "herald")
    first = next(m for m in herald.history() if m.pinned)
    with table.env._bot_scope():
        shown = table.bot.get_channel(herald.id)
        assert isinstance(shown, discord.TextChannel)
        await shown.get_partial_message(first.id).delete()
    await table.rest()
    await says(table, "Morgan", "campaign repair")
    (second,) = [m for m in herald.history() if m.pinned]
    assert second.id != first.id


async def test_a_status_that_cannot_be_pinned_stands_and_the_moderators_are_told(table: Table):
    table.env.inject_error("PUT", "/channels/*/messages/pins/*", status=403, times=1)
    table.env.inject_error("PUT", "/channels/*/pins/*", status=403, times=1)
    campaign = await campaign_on(table)
    assert "could not pin" in posts(table, "moderators")[-1]
    assert await _place(table, campaign, "herald") is None
    assert len(posts(table, "herald")) == 1


# ---------------------------------------------------------------- scaffolding


def _http(status: int) -> discord.HTTPException:
    class Response:
        reason = "told so by the test"

        def __init__(self) -> None:
            self.status = status

    return discord.HTTPException(Response(), "no")  # pyright: ignore[reportArgumentType]


async def _never(*_: Any, **__: Any) -> None:
    await asyncio.Event().wait()


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has the next messages that are sent fail; `taken`: Discord has them all the same."""
    real = discord.TextChannel.send

    def failing(error: Exception, *, times: int, taken: bool = False) -> None:
        left = times

        async def send(self: discord.TextChannel, *args: Any, **options: Any) -> discord.Message:
            nonlocal left
            if left == 0:
                return await real(self, *args, **options)
            left -= 1
            if taken:
                await real(self, *args, **options)
            raise error

        monkeypatch.setattr(discord.TextChannel, "send", send)

    return failing
