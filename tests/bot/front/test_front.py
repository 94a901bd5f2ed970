"""A bot in its own process does everything a bot does, over real sockets."""

import asyncio
import signal

import pytest

from tests.bot.front.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_bot_logs_in_syncs_and_answers_a_slash_command(table: Table) -> None:
    async with table.small_bot() as bot:
        assert await bot.said("ready") == "ready in 1 guilds"
        assert {name for name, _ in table.front.world.backend.commands[None]} >= {"scout", "draw"}
        result = await table.ada.slash(table.hall, "scout", city="Brill")
        assert result.response is not None
        assert result.response.content == "Scouts ride to Brill."
        assert await bot.stop() == -signal.SIGTERM


async def test_a_wrong_token_is_refused(table: Table) -> None:
    bot = table.small_bot()
    table.front.token = "another"
    async with bot:
        await bot.said("LoginFailure")
        assert await bot.ended() == 1
        assert [(r.path, r.status) for r in table.front.requests] == [("/users/@me", 401)]


async def test_autocomplete_offers_what_the_bot_offers(live: Table) -> None:
    offered = await live.ada.autocomplete(live.hall, "scout", "city", "Ash")
    assert [choice["value"] for choice in offered] == ["Ashford", "Ashmere"]


async def test_a_deferred_answer_carries_its_file_and_alt_text(live: Table) -> None:
    result = await live.ada.slash(live.hall, "draw")
    answer = await live.front.world.finished(result)
    [attachment] = answer.attachments
    assert (attachment.filename, attachment.description) == ("map.png", "A map of the north")
    [edit] = live.front.sent("PATCH", "/messages/@original")
    [upload] = edit.uploads
    assert (upload.field, upload.filename, upload.content) == (
        "files[0]",
        "map.png",
        b"\x89PNG map",
    )


async def test_a_file_given_to_a_command_can_be_read_by_the_bot(live: Table) -> None:
    sheet = ("orders.txt", b"move 1\nmove 2\n")
    result = await live.ada.slash(live.hall, "sheet", orders=sheet)
    assert result.response is not None
    assert result.response.content == "orders.txt holds 2 orders."


async def test_a_form_is_shown_filled_in_and_answered(live: Table) -> None:
    shown = await live.ada.slash(live.hall, "write")
    assert shown.modal is not None
    result = await live.ada.submit_modal(shown, {"text": "Winter is near."})
    assert result.response is not None
    assert result.response.content == "The herald reads: Winter is near."


async def test_a_button_changes_its_message(live: Table) -> None:
    shown = await live.ada.slash(live.hall, "panel")
    assert shown.response is not None
    await live.ben.click(shown.response, label="Ready")
    assert live.posted() == ["Everyone is ready."]


async def test_two_people_can_act_at_once(live: Table) -> None:
    results = await asyncio.gather(
        live.ada.slash(live.hall, "scout", city="Brill"),
        live.ben.slash(live.hall, "scout", city="Ashford"),
    )
    contents = [r.response.content for r in results if r.response is not None]
    assert contents == ["Scouts ride to Brill.", "Scouts ride to Ashford."]


async def test_the_same_nonce_in_the_same_channel_makes_one_message(live: Table) -> None:
    for key in ("T1-1", "T1-1", "T1-2"):
        result = await live.ada.slash(live.hall, "post", key=key)
        answer = await live.front.world.finished(result)
        assert answer.content == f"posted {key}"
    assert [text for text in live.posted() if text.startswith("Report")] == [
        "Report T1-1",
        "Report T1-2",
    ]


async def test_a_nonce_is_forgotten_after_some_minutes(live: Table) -> None:
    for _ in range(2):
        result = await live.ada.slash(live.hall, "post", key="T1-1")
        await live.front.world.finished(result)
        live.front.world.backend.clock.advance(600)
    assert live.posted().count("Report T1-1") == 2


async def test_the_bot_reads_back_what_it_wrote(live: Table) -> None:
    for city in ("Brill", "Ashford"):
        await live.ada.slash(live.hall, "scout", city=city)
    result = await live.ada.slash(live.hall, "history")
    assert result.response is not None
    assert result.response.content == "Scouts ride to Brill. | Scouts ride to Ashford."


async def test_the_bot_can_look_up_a_member_over_the_gateway(live: Table) -> None:
    result = await live.ada.slash(live.hall, "find", member=str(live.ben.id))
    assert result.response is not None
    assert result.response.content == "ben"
