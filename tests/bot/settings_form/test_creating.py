"""`/campaign create` by taps: the form, the campaign that it makes, and how it leads on."""

from datetime import UTC, datetime, time
from typing import Any

from bot.practice.table import Table
from bot.settings_form.creating import seed_of_words
from engine.calendar import Weekday
from engine.dice import seed_hash
from tests.bot.desk.test_desk import confirmed, on_desk
from tests.bot.desking import the_desk
from tests.bot.pressing import buttons, fill, press
from tests.bot.samples import says, store_of, told, words
from tests.bot.settings_form.test_settings_form import Tapping, played

COGS = [
    "bot.rounds",
    "bot.commands.campaign",
    "bot.deadlines.player_commands",
    "bot.desk.command",
    "bot.joining.command",
    "bot.orders.queue",
]


def sound(message: Any) -> None:
    """The message is one that Discord takes, and a thumb reaches all of it."""
    assert len(message.components) <= 5
    for row in message.components:
        assert len(row.children) <= 5
        for each in row.children:
            assert len(getattr(each, "label", "") or "") <= 80
            assert len(getattr(each, "options", ()) or ()) <= 25
    (embed,) = message.embeds
    assert len(embed) <= 6000


async def test_a_campaign_is_made_by_taps_and_led_on_from_its_desk(table: Table) -> None:
    form = Tapping(table, await says(table, "Morgan", "campaign create"))
    sound(form.message)
    await form.choose("create:module", "cohorts")
    await form.write("Width …", "16")
    await form.write("Height …", "12")
    assert "no number from 4 to 200" in await form.write("Height …", "two")
    await form.write("Dice from words …", "a fair wind")
    mark = seed_hash(seed_of_words("a fair wind"))
    assert mark[:16] in form.text
    sound(form.message)
    await form.press("Back")
    sound(form.message)
    assert "16 by 12 hexes" in form.text
    await form.write("Name …", "The Tapped War")
    for page in ("Calendar", "Hour and zone", "Pace", "Seats", "The end"):
        await form.press(page)
        sound(form.message)
        if page == "Calendar":
            await form.choose("terms:ready", "daily")
        if page == "Hour and zone":
            await form.write("Hour …", "20:15")
            await form.choose("terms:zone", "Europe/London")
        if page == "Pace":
            await form.press("Early when all are ready")
        await form.press("Back")
    assert "A turn a day" in form.text
    await form.press("Make it")
    assert "is ready" in form.text
    campaign, module = await played(table)
    assert campaign.name == "The Tapped War"
    assert campaign.seed_hash == mark
    assert module.calendar.cut_off == time(20, 15)
    assert module.calendar.time_zone.key == "Europe/London"
    assert module.calendar.production_days == tuple(Weekday)
    async with store_of(table) as store:
        assert await store.settings.get("readiness:1") == '{"early": true, "quorum": 0}'

    assert next(iter(buttons(the_desk(table)))) == "Open to players"
    await confirmed(table, "Open to players", "Open it")
    await says(table, "Ada", "join", faction="ashmark", start="harrow_banner")
    await confirmed(table, "Begin the first turn", "Begin")
    assert "Owe the turn: 1 of 1" in on_desk(table)
    await confirmed(table, "Remind", "Remind them")
    await fill(table, "Morgan", the_desk(table), "Extend …", hours="2", reason="Tea")
    await table.move_to(datetime(2026, 1, 5, 13, tzinfo=UTC))
    _, done = await confirmed(table, "Run now", "Run now")
    assert "is made" in done
    async with store_of(table) as store:
        assert next(t.kind for t in await store.campaigns.ticks(1)) == "run"
    shown = await press(table, "Morgan", the_desk(table), "Settings")
    assert "settings" in words(shown.response.message)


async def test_what_is_given_to_the_command_stands_in_the_form_already(table: Table) -> None:
    answer = await says(table, "Morgan", "campaign create", module="kingdoms", width=20)
    form = Tapping(table, answer)
    assert "20 by" in form.text
    assert "Kingdoms" in form.text
    await form.press("Module, map, dice")
    await form.choose("create:module", "cohorts")
    assert "Cohorts" in form.text
    refused = await says(table, "Ada", "campaign create")
    assert "for people who may manage this server" in told(refused)


async def test_campaigns_get_a_minute_of_their_own_unless_one_is_chosen(table: Table) -> None:
    table.bot.host.spread = True
    made = {"module": "cohorts", "name": "Spread", "width": 16, "height": 12}
    await says(table, "Morgan", "campaign create", **made)
    campaign, module = await played(table)
    minute = int(campaign.seed_hash[:8], 16) % 60
    assert module.calendar.cut_off == time(9, minute)
