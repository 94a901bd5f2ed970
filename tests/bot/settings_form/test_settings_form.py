"""`/campaign settings`: the form in which moderators set a campaign's terms, by taps."""

from datetime import UTC, datetime, time, timedelta
from typing import Any, cast

from bot.practice.table import Table
from bot.store.records import Campaign
from engine.calendar import Weekday
from engine.module.schema import Module
from tests.bot.pressing import fill, parts, press
from tests.bot.samples import campaign_on, posts, says, store_of, told, words

DAY = timedelta(days=1)
MONDAY = datetime(2026, 1, 5, 14, tzinfo=UTC)

COGS = [
    "bot.rounds",
    "bot.commands.campaign",
    "bot.deadlines.player_commands",
    "bot.desk.command",
    "bot.joining.command",
]


class Tapping:
    """A moderator at a form."""

    def __init__(self, table: Table, answer: Any) -> None:
        self.table, self.answer = table, answer
        self.person = table.guild.people["Morgan"]

    @property
    def message(self) -> Any:
        return self.answer.response.message

    @property
    def text(self) -> str:
        return words(self.message)

    def labels(self) -> list[str]:
        each = parts(self.answer)
        return [getattr(e, "label", None) or getattr(e, "placeholder", "") for e in each]

    async def press(self, label: str) -> str:
        pressed = await press(self.table, self.person, self.answer, label)
        return told(pressed) if pressed.response or pressed.followups else ""

    async def choose(self, id: str, *values: str) -> str:
        chosen = await self.person.select(self.message, list(values), custom_id=id)
        await self.table.rest()
        return told(chosen) if chosen.followups else ""

    async def write(self, label: str, text: str) -> str:
        done = await fill(self.table, self.person, self.answer, label, line=text)
        return told(done) if done.response or done.followups else ""


async def played(table: Table) -> tuple[Campaign, Module]:
    async with store_of(table) as store:
        campaign = await store.campaigns.get(1)
    return campaign, (await table.bot.host.rules(table.guild.handle.id, campaign)).module


async def test_a_moderator_gives_a_running_campaign_another_calendar_by_taps(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    _, own = await played(table)
    form = Tapping(table, await says(table, "Morgan", "campaign settings"))
    assert "Nothing is changed yet." in form.text
    assert "Monday to Friday" in form.text
    await form.press("Calendar")
    await form.choose("terms:ready", "twice")
    assert "2 turns a week" in form.text
    assert "thursday has no day in run_days" in await form.choose("terms:runs", "wednesday")
    await form.press("Back")
    await form.press("Hour and zone")
    assert "no hour of a day" in await form.write("Hour …", "25 o'clock")
    await form.write("Hour …", "9:30 pm")
    await form.write("Another zone …", "berlin")
    assert "**21:30** in **Europe/Berlin**" in form.text
    await form.press("Back")
    await form.press("Pace")
    await form.press("Early when all are ready")
    await form.write("Extensions …", "3")
    assert "**3** times a month" in form.text
    await form.press("Back")
    await form.press("Seats")
    await form.write("Seats of House Ashmark …", "2")
    await form.press("Back")
    await form.press("The end")
    await form.press("Who wins …")
    await form.choose("terms:condition", "last_standing")
    await form.choose("terms:value", "yes")
    assert "Last standing: **yes**" in form.text
    await form.choose("terms:condition", "share")
    await form.choose("terms:value", "-")
    assert "Share, percent" not in form.text
    await form.choose("terms:value", "yes")
    assert "Share, percent: **60**" in form.text
    await form.choose("terms:condition", "share.percent")
    await form.choose("terms:value", "75")
    await form.choose("terms:condition", "share.productions")
    assert "no number from 1 to 1000" in await form.write("Another number …", "5000")
    await form.write("Another number …", "2")
    await form.choose("terms:condition", "title")
    await form.choose("terms:value", next(iter(cast(Any, own.contents["cohorts"]).titles)))
    await form.choose("terms:value", "-")
    await form.press("Back")
    await form.write("Last turn …", "80")
    await form.press("Back")
    assert "Its first game week begins on Monday, 12 January" in form.text
    assert "**Early runs**: no → yes" in form.text
    done = await form.write("Say why and apply …", "We want to be done by summer")
    assert "from the next turn on" in (done + form.text)
    news = "\n".join(posts(table, "herald"))
    assert "From the next turn on" in news
    assert "We want to be done by summer" in news
    _, module = await played(table)
    assert module.calendar.cut_off == time(9), "this turn goes on as it was"
    again = Tapping(table, await says(table, "Morgan", "campaign settings"))
    assert "waits for the next turn" in again.text
    await table.move_to(MONDAY + 6 * DAY)
    campaign, module = await played(table)
    assert campaign.turn == 2
    assert module.calendar.cut_off == time(21, 30)
    assert module.calendar.run_days == (Weekday.WEDNESDAY, Weekday.SUNDAY)
    assert module.factions["ashmark"].players == 2
    winning = cast(Any, module.contents["cohorts"]).winning
    assert (winning.last_standing, winning.title) == (True, None)
    assert (winning.share.percent, winning.share.productions) == (75, 2)
    assert module.victory.turns == 80
    assert "It holds from this turn on" in "\n".join(posts(table, "herald"))


async def test_before_the_start_it_holds_at_once_and_only_for_moderators(table: Table) -> None:
    await campaign_on(table, ["Ada"])
    assert "for the moderators" in told(await says(table, "Ada", "campaign settings"))
    form = Tapping(table, await says(table, "Morgan", "campaign settings"))
    await form.press("Calendar")
    await form.choose("terms:production", "tuesday", "friday")
    await form.press("Back")
    late = Tapping(table, await says(table, "Morgan", "campaign settings"))
    await late.press("Pace")
    await late.write("Reminder …", "6")
    await late.press("Back")
    await form.write("Say why and apply …", "By vote")
    _, module = await played(table)
    assert module.calendar.production_days == (Weekday.TUESDAY, Weekday.FRIDAY)
    assert module.calendar.week_starts == (Weekday.WEDNESDAY, Weekday.SATURDAY)
    refused = await late.write("Say why and apply …", "mine")
    assert "Somebody else has just changed the settings" in refused
