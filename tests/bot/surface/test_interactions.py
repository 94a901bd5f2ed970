"""Interactions that die, meet each other, or come too late: no work is lost and nothing breaks."""

import asyncio
import logging
from datetime import timedelta
from typing import Any

import pytest
from simcord import SetupError

from bot.answers import DEAD, Refused
from bot.ending.ending import GRACE
from bot.fairness import PERSON
from bot.orders import ordering, submitting
from bot.store.records import CampaignState
from engine.forms import given_by_players
from tests.bot.surface.scene import Answer, Scene

CALLBACK, FOLLOW_UP = "/interactions/*/callback", "/webhooks/*"


async def activate(scene: Scene, name: str = "Iron Guard") -> Answer:
    return await scene.say("Ada", "stack activate", province=scene.names["home"], name=name)


@pytest.mark.parametrize("code", [10062, 40060])
async def test_an_order_is_taken_though_its_interaction_cannot_be_acknowledged(
    own: Scene, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    own.table.env.inject_error("POST", CALLBACK, status=404, code=code)
    await activate(own)
    assert await own.drafted("Ada") == ["k1"]
    assert "could not be acknowledged" in caplog.text
    assert "error=E-" not in caplog.text


@pytest.mark.parametrize("code", sorted(DEAD))
async def test_an_order_is_taken_though_its_answer_cannot_be_delivered(
    own: Scene, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    own.table.env.inject_error("POST", FOLLOW_UP, status=404, code=code)
    await own.people["Ada"].slash(
        own.lobby, "stack activate", province=own.names["home"], name="Iron Guard"
    )
    await own.table.rest()
    assert await own.drafted("Ada") == ["k1"]
    assert "lost its answer" in caplog.text
    assert "error=E-" not in caplog.text
    own.table.env.errors.clear()


async def test_a_turn_is_submitted_and_taken_back_though_nobody_can_be_told(own: Scene) -> None:
    """By somebody who wants no question about what is unused."""
    await activate(own)
    seat = await own.seat_of("Ada")
    async with own.host.stores.use(own.guild) as store:
        await store.turn_notes.silence(seat.campaign.id, seat.member.user, silent=True)
    for command, waits in (("orders submit", True), ("orders withdraw", False)):
        own.table.env.inject_error("POST", CALLBACK, status=404, code=10062)
        await own.say("Ada", command)
        seat = await own.seat_of("Ada")
        async with own.host.stores.use(own.guild) as store:
            pending = await store.submissions.pending(seat.campaign.id, seat.member.user)
        assert (pending is not None) is waits


async def test_a_refusal_reaches_its_person_though_its_receipt_was_doubted(own: Scene) -> None:
    """Discord had taken the acknowledgement, and says so when it is sent once more."""
    own.table.env.inject_error("POST", CALLBACK, status=400, code=40060, times=2)
    answer = await own.say("Dagny", "orders list")
    assert "You are in no campaign here" in answer.text
    assert answer.private


async def test_two_people_pressing_at_once_both_get_what_they_asked_for(own: Scene) -> None:
    ada = await activate(own)
    bram = await own.say("Bram", "stack activate", province=own.names["ally"], name="Rams")
    with own.table.env._bot_scope():
        bot = own.table.bot
        seats = [await own.seat_of(who) for who in ("Ada", "Bram")]
        done = await asyncio.gather(
            *(submitting.submit(bot.host, seat) for seat in seats),
            *(ordering.draft_of(bot.host, seat) for seat in seats),
        )
    assert len({each.submission.id for each in done[:2]}) == 2  # type: ignore[union-attr]
    await own.press("Ada", ada, "Undo")
    await own.press("Bram", bram, "Undo")
    assert await own.drafted("Ada") == await own.drafted("Bram") == []


async def test_one_person_giving_orders_twice_at_once_gets_both_or_is_told(own: Scene) -> None:
    with own.table.env._bot_scope():
        seat, home = await own.seat_of("Ada"), own.names["home"]
        cls = given_by_players(await own.host.rules(own.guild, seat.campaign))["stack", "activate"]
        given = await asyncio.gather(
            *(
                ordering.give(own.host, seat, cls, {"province": home, "name": name})
                for name in ("First", "Second", "First")
            ),
            return_exceptions=True,
        )
    refused = [each for each in given if isinstance(each, Refused)]
    assert len(refused) == 1
    assert "First" in refused[0].what
    assert len(await own.drafted("Ada")) == 2


async def test_a_job_is_done_for_whoever_asked_and_the_bots_own_for_nobody(
    own: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, asked = own.table.bot.workers.run, list[tuple[str, int]]()

    async def run(function: Any, *args: Any, **more: Any) -> Any:
        asked.append((getattr(function, "__name__", "resolve"), PERSON.get()))
        return await real(function, *args, **more)

    monkeypatch.setattr(own.table.bot.workers, "run", run)
    ada, bram = own.people["Ada"].id, own.people["Bram"].id
    shown = await own.say("Ada", "map")
    assert asked[-1] == ("draw", ada)
    asked.clear()
    await own.press("Ada", shown, "Zoom in")
    assert asked == [("draw", ada)]
    asked.clear()
    await own.people["Bram"].autocomplete(own.lobby, "stack activate", "province", "a")
    await own.table.rest()
    assert {person for _, person in asked} <= {bram}
    asked.clear()
    await own.table.move_to(own.table.clock.now() + timedelta(days=1))
    assert ("resolve", 0) in asked
    assert {person for _, person in asked} == {0}


async def test_nobody_sees_or_presses_the_buttons_of_another(own: Scene) -> None:
    taken = await activate(own)
    listed = await own.say("Ada", "orders list")
    shown = await own.say("Ada", "map")
    for answer, label in ((taken, "Undo"), (listed, "Clear"), (shown, "Whole world")):
        assert answer.private
        for who in ("Bram", "Cora", "Morgan"):
            with pytest.raises(SetupError, match="not visible"):
                await own.people[who].click(answer.last, label=label)


async def test_a_button_is_answered_after_a_restart(own: Scene) -> None:
    taken = await activate(own)
    for view in list(own.table.bot._connection._view_store._views.values()):
        view.clear()  # as if the process that held the panels were gone
    before = own.stored()
    pressed = await own.press("Ada", taken, "Undo")
    assert "This panel is closed" in pressed.text
    assert "What you can do: Give the command once more." in pressed.text
    assert pressed.private
    assert own.stored() == before


async def test_a_button_pressed_twice_is_answered_twice(own: Scene) -> None:
    taken = await activate(own)
    raw = own.table.env.backend.get_message(taken.last.channel.id, taken.last.id).components
    await own.press("Ada", taken, "Undo")
    own.table.env.backend.get_message(taken.last.channel.id, taken.last.id).components = raw
    again = await own.press("Ada", taken, "Undo")
    assert "This panel is closed" in again.text


async def test_the_panels_of_a_campaign_that_has_ended_change_nothing(own: Scene) -> None:
    ending = await own.say("Morgan", "campaign end")
    await own.press("Morgan", ending, "End the campaign")
    await own.table.move(GRACE - timedelta(minutes=1))
    taken = await activate(own)
    listed = await own.say("Ada", "orders list")
    asked = await own.say("Ada", "orders clear")
    sheet = await own.upload("Ada", f"stack activate province:{own.names['home']} name:B".encode())
    await own.table.move(timedelta(minutes=1))
    assert (await own.campaign()).state is CampaignState.ENDED
    before = own.stored()
    for answer, label in (
        (taken, "Undo"),
        (taken, "Show all"),
        (taken, "Submit"),
        (listed, "Preview"),
        (listed, "Clear"),
        (listed, "Submit"),
        (asked, "Clear"),
        (sheet, "Take it"),
    ):
        pressed = await own.press("Ada", answer, label)
        assert "This campaign has ended" in pressed.text, label
        assert own.stored() == before
    for command in ("clear", "submit", "withdraw", "preview", "list"):
        told = await own.refuses("Ada", f"orders {command}")
        assert "has ended" in told


async def test_somebody_who_has_left_can_no_longer_use_the_panels(own: Scene) -> None:
    taken = await activate(own)
    shown = await own.say("Ada", "map")
    city, roster = await own.say("Ada", "show city"), await own.say("Ada", "roster")
    leaving = await own.say("Ada", "leave")
    await own.press("Ada", leaving, "Leave")
    before = own.stored()
    for answer, label in ((taken, "Undo"), (taken, "Show all"), (taken, "Submit")):
        pressed = await own.press("Ada", answer, label)
        assert "You do not play in" in pressed.text
    pressed = await own.press("Ada", shown, "Zoom in")
    assert "You do not play in" in pressed.text
    for answer, tab in ((city, "Guilds"), (roster, "Can still act")):
        rows: list[Any] = list(answer.last.components)
        inside = [each for row in rows for each in row.children]
        menu = next(e for e in inside if getattr(e, "placeholder", "") == "What to look at")
        ada = own.people["Ada"]
        turned = Answer(await ada.select(answer.last, [tab], custom_id=menu.custom_id))
        assert "You do not play in" in turned.text
    assert own.stored() == before
