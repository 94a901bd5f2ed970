"""A whole campaign on the practice table, led by its moderators, by taps and commands alone.

From the guided setup through a replaced player, a rollback, a correction, a caretaker's month and
an onlooker to its end. `MODERATED=<folder>` leaves all that was said there, as `demo --headless`
does, with `course.md`: every answer in the order in which it was given.
"""

import asyncio
import hashlib
import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
from simcord import ChannelHandle

from bot.ending.ending import GRACE
from bot.practice.reading import parts_of
from bot.practice.table import HERE, Table
from bot.practice.transcript import write_transcript
from bot.verifying import verify
from tests.bot.desking import AT_DESK, at_desk

DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
SUNDAY = datetime(2026, 1, 11, 18, tzinfo=UTC)
"""The first cut-off: 19:00 in Berlin."""

NAME = "The King's Tax"
TREATY = "The Ferry at Night"

COGS = HERE


class Course:
    """What people do at a table, one after the other, and what each of them is answered."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.told: list[str] = []
        self.lobby = next(table.guild.channels())

    def channel(self, name: str) -> ChannelHandle:
        return next(each for each in self.table.guild.channels() if each.name == name)

    def posts(self, name: str) -> list[discord.Message]:
        """What the bot has posted in a channel, the notices that it pinned something left out."""
        history = self.channel(name).history()
        return [each for each in history if each.type is discord.MessageType.default]

    def read(self, name: str) -> str:
        """All that can be read in a channel."""
        return "\n".join(part for message in self.posts(name) for part in parts_of(message))

    def desk(self) -> discord.Message:
        found = [m for m in self.posts("moderators") if m.embeds]
        return next(m for m in found if (m.embeds[0].title or "").endswith("· desk"))

    async def say(self, who: str, command: str, /, **options: Any) -> "Shown":
        """A person gives a command where those of the campaign do: a player at home.

        What is no command, a moderator does at the desk.
        """
        person = self.table.guild.people[who]
        mine = [c for c in self.table.guild.channels() if c.name in ("stag-crown", "thorn-league")]
        home = [each for each in mine if self.table.guild.sees(person, each)]
        place = home[0] if len(home) == 1 else self.lobby
        if command in AT_DESK:
            answer = await at_desk(self.table, who, command, **options)
        else:
            answer = await person.slash(place, command, **options)
        typed = " ".join(f"{key}:{getattr(value, 'name', value)}" for key, value in options.items())
        return await self._shown(who, f"/{command} {typed}", answer)

    async def click(self, who: str, message: Any, label: str) -> "Shown":
        answer = await self.table.guild.people[who].click(message, label=label)
        return await self._shown(who, f"[{label}]", answer)

    async def _shown(self, who: str, what: str, answer: Any) -> "Shown":
        await self.table.rest()
        shown = Shown(self, who, answer)
        self._note(who, what, shown.text)
        return shown

    def _note(self, who: str, what: str, text: str) -> None:
        lines = "\n".join(f"> {line}" for line in text.splitlines())
        self.told.append(f"**{who}** {what} · {self.table.clock.now():%a %d %b %H:%M}\n\n{lines}\n")

    async def offered(self, who: str, command: str, option: str, typed: str = "", **given: Any):
        """The first value that is offered, once the workers have found some."""
        found = await self.table.offers(who, self.lobby, command, option, typed, **given)
        if not found:
            found = await self.table.offers(who, self.lobby, command, option, typed, **given)
        return found[0]


class Shown:
    """An answer, and what can be done with it."""

    def __init__(self, course: Course, who: str, answer: Any) -> None:
        self.course, self.who, self.answer = course, who, answer

    @property
    def message(self) -> Any:
        if self.answer.followups:
            return self.answer.followups[-1].message
        return self.answer.response.message if self.answer.response else None

    @property
    def text(self) -> str:
        """Everything that was answered, with the buttons below it."""
        parts = [self.answer.response] if self.answer.response else []
        lines: list[str] = []
        for part in [*parts, *self.answer.followups]:
            message = getattr(part, "message", None)
            if message is None:
                continue
            lines += parts_of(message)
            lines += [f"({file.filename}: {file.description})" for file in message.attachments]
            for row in message.components:
                labels = [
                    getattr(e, "label", "") or getattr(e, "placeholder", "")
                    for e in getattr(row, "children", ())
                ]
                lines.append("[" + "] [".join(str(each) for each in labels) + "]")
        return "\n".join(lines)

    def must(self, *held: str) -> "Shown":
        """What is read must hold all this."""
        for each in held:
            assert each in self.text, f"{each!r} is not in:\n{self.text}"
        return self

    async def press(self, label: str) -> str:
        """Press a button; what is read then, here or elsewhere in the answer."""
        pressed = await self.course.click(self.who, self.message, label)
        return pressed.text + "\n" + self.text

    async def choose(self, menu: str, *values: str) -> str:
        person = self.course.table.guild.people[self.who]
        chosen = await person.select(self.message, list(values), custom_id=menu)
        shown = await self.course._shown(self.who, f"[{menu}: {', '.join(values)}]", chosen)
        return shown.text + "\n" + self.text

    def option(self, label: str) -> str:
        """The value of the menu option with this in its label."""
        menus = [each for row in self.message.components for each in row.children]
        options = [each for menu in menus for each in getattr(menu, "options", ())]
        return next(each.value for each in options if label in each.label)

    async def write(self, label: str, **fields: str) -> str:
        """Press a button, and fill in the form that it opens."""
        person = self.course.table.guild.people[self.who]
        form = await person.click(self.message, label=label)
        done = await person.submit_modal(form, fields)
        shown = await self.course._shown(self.who, f"[{label}: {fields}]", done)
        return shown.text + "\n" + self.text


async def test_a_campaign_from_its_setup_to_its_archive(table: Table) -> None:
    course = Course(table)
    try:
        await _set_up(course)
        await _first_turn(course)
        await _replaced(course)
        await _taken_back(course)
        await _corrected(course)
        await _envoys(course)
        await _a_month(course)
        await _settings_and_undo(course)
        await _end(course)
        await _archive(course)
    finally:
        if folder := os.environ.get("MODERATED"):
            write_transcript(table, Path(folder))
            (Path(folder) / "course.md").write_text("\n".join(course.told), "utf-8")


# ---------------------------------------------------------------- the beginning


async def _set_up(course: Course) -> None:
    """The guided form, then the desk: open, joined, begun, with onlookers."""
    form = await course.say("Morgan", "campaign create")
    await form.choose("create:module", "thornwall")
    await form.press("Back")
    await form.write("Name …", line=NAME)
    for page in ("Calendar", "Hour and zone", "Seats"):
        await form.press(page)
        if page == "Calendar":
            await form.choose("terms:ready", "weekly")
        if page == "Hour and zone":
            await form.write("Hour …", line="7 pm")
            await form.choose("terms:zone", "Europe/Berlin")
        await form.press("Back")
    form.must("It may end sooner: as soon as a faction alone is left, or a faction has held 60%")
    assert "is ready" in await form.press("Make it")
    await (await course.click("Morgan", course.desk(), "Open to players")).press("Open it")
    await course.say("Ada", "join", faction="stag_crown", start="harrow_banner")
    await course.say("Bram", "join", faction="thorn_league", start="green_wardens")
    begun = await course.click("Morgan", course.desk(), "Begin the first turn")
    assert "has begun" in await begun.press("Begin")
    watching = {"open": True, "delay": 1, "reason": "Friends ask"}
    (await course.say("Morgan", "onlookers", **watching)).must("1 turn late")


async def _first_turn(course: Course) -> None:
    """Ada raids the ford and submits; Bram does not, is reminded and given more time."""
    home = await course.offered("Ada", "stack activate", "province")
    await course.say("Ada", "stack activate", province=home, name="The Foretaste")
    await _order(course, "Ada", "transfer unit", unit="The Outriders", target="The Foretaste")
    await _order(course, "Ada", "stack move", stack="The Foretaste", destination="6,4")
    await _submit(course, "Ada")
    remind = (await course.click("Morgan", course.desk(), "Remind")).must("1 player")
    assert "1 reminder on the way" in await remind.press("Remind them")
    await course.table.move_to(SUNDAY - 6 * timedelta(hours=1))
    desk = Shown(course, "Morgan", await _pressed(course, "Extend …", hours="3", reason="Snow"))
    desk.must("Sunday" if "Sunday" in desk.text else "<t:")
    await course.table.move_to(SUNDAY + 4 * timedelta(hours=1))
    assert "The Foretaste" in course.read("stag-crown")
    assert "The Foretaste" in course.read("thorn-league"), "it was met"


async def _pressed(course: Course, label: str, **fields: str) -> Any:
    """A form of the desk, filled in."""
    morgan = course.table.guild.people["Morgan"]
    form = await morgan.click(course.desk(), label=label)
    answer = await morgan.submit_modal(form, fields)
    await course._shown("Morgan", f"[{label}: {fields}]", answer)
    return answer


async def _order(course: Course, who: str, command: str, /, **typed: str) -> None:
    """An order, each option the first that is offered for what is typed."""
    given: dict[str, Any] = {}
    for option, text in typed.items():
        given[option] = await course.offered(who, command, option, text, **given)
    await course.say(who, command, **given)


async def _submit(course: Course, who: str) -> None:
    """Submit the turn, also where the bot asks whether it is meant so."""
    answer = await course.say(who, "orders submit")
    if "[Submit anyway]" in answer.text:
        await answer.press("Submit anyway")
    assert "submitted" in answer.text.casefold()


# ---------------------------------------------------------------- the middle


async def _replaced(course: Course) -> None:
    """Bram is gone; Cora has the whole seat, and its former player has nothing of it."""
    people = course.table.guild.people
    given = {"old": people["Bram"], "new": people["Cora"], "reason": "Bram has moved away"}
    (await course.say("Morgan", "desk replace", **given)).must("plays in the place of")
    assert course.table.guild.roles(people["Bram"]) == ()
    assert "Bram" not in course.table.guild.who_sees(course.channel("thorn-league"))
    (await course.say("Bram", "turn")).must("You are in no campaign")
    await course.say("Cora", "turn")
    home = await course.offered("Ada", "city attract", "city")
    await course.say("Ada", "city attract", city=home)
    await _submit(course, "Ada")
    await course.table.move_to(SUNDAY + WEEK + DAY)


async def _taken_back(course: Course) -> None:
    """The last turn is taken back, and played anew."""
    ticks = await course.table.offers("Morgan", course.lobby, "world rollback", "to")
    before = ticks[1]  # before the production and the run of the week
    asked = await course.say("Morgan", "world rollback", to=before, reason="The mill was broken")
    asked.must("turn 2")
    assert "stands again" in await asked.press("Take the campaign back")
    for name in ("stag-crown", "thorn-league"):
        assert "The mill was broken" in course.read(name)
    await course.say("Ada", "orders list")


async def _corrected(course: Course) -> None:
    """A hero of Ada's is given what a fault had cost; her faction reads it, and no other."""
    hero = await course.offered("Morgan", "world correct", "record", "Maud", kind="character")
    known = {"kind": "character", "record": hero, "field": "xp"}
    given = {**known, "value": "1000", "reason": "The raid's lessons were lost"}
    asked = await course.say("Morgan", "world correct", **given)
    await asked.press("Put it right")
    assert "The raid's lessons were lost" in course.read("stag-crown")
    assert "lessons were lost" not in course.read("thorn-league") + course.read("herald")


async def _envoys(course: Course) -> None:
    """A note, and a sealed treaty."""
    await course.say("Ada", "note", to="The Thorn League", text="Shall we speak of the ferry?")
    note = course.posts("thorn-league")[-1]
    form = await course.table.guild.people["Cora"].click(note, label="Reply")
    answer = await course.table.guild.people["Cora"].submit_modal(form, {"text": "At night, then."})
    await course._shown("Cora", "[Reply]", answer)
    assert "At night, then." in course.read("stag-crown")
    sealed = {"with": "The Thorn League", "title": TREATY, "kind": "sealed"}
    await course.say("Ada", "treaty propose", **sealed, text="Neither burns the ferry.")
    asked = await course.click("Cora", course.posts("thorn-league")[-1], "Sign …")
    await asked.press("Sign it")
    assert "in force" in course.read("stag-crown")
    assert TREATY not in course.read("herald") + course.read("onlookers")


async def _a_month(course: Course) -> None:
    """Ada is away for four weeks under a caretaker; Freya submits for Cora meanwhile."""
    days = {"from": "2026-01-19", "to": "2026-02-15", "cover": "grow"}
    (await course.say("Ada", "vacation", **days)).must("A caretaker plays for you")
    freya = course.table.guild.people["Freya"]
    deputy = {"person": freya, "may": "submit", "until": "3"}
    (await course.say("Cora", "seat deputy", **deputy)).must("may")
    assert f"<@{freya.id}> acts for <@" in course.read("thorn-league"), "who now reads there"
    home = await course.offered("Freya", "city attract", "city")
    await course.say("Freya", "city attract", city=home)
    await _submit(course, "Freya")
    (await course.say("Cora", "seat deputies")).must("submitted the turn")
    await course.table.move_to(SUNDAY + 5 * WEEK + DAY)
    text = course.read("stag-crown")
    assert text.count("The caretaker has submitted a turn for") == 4
    assert course.table.guild.roles(freya) == ()
    (await course.say("Morgan", "why", seat="Ada")).must("Why Ada did what it did")
    shown = [each for each in course.posts("onlookers") if each.attachments]
    assert shown
    assert "Dagny" in course.table.guild.who_sees(course.channel("onlookers"))
    assert "Turn 1" in course.read("onlookers")
    assert "lessons were lost" not in course.read("onlookers")
    names = [file.filename for each in shown for file in each.attachments]
    assert sum("map" in name for name in names) == len(shown), "each has its map"


async def _settings_and_undo(course: Course) -> None:
    """Another calendar from the next turn on; and a second thought."""
    form = await course.say("Morgan", "campaign settings")
    await form.press("Calendar")
    await form.choose("terms:ready", "twice")
    await form.press("Back")
    await form.write("Say why and apply …", line="Two turns a week by vote")
    assert "Two turns a week by vote" in course.read("herald")
    entry = await course.offered("Morgan", "campaign undo", "entry", "vote")
    asked = await course.say("Morgan", "campaign undo", entry=entry, reason="The vote was close")
    assert "can be undone in turn" in await asked.press("Take it back")
    (await course.say("Cora", "log")).must("The vote was close", "more would tell secrets")
    await course.say("Morgan", "log")
    await course.table.move_to(SUNDAY + 6 * WEEK + DAY)


# ---------------------------------------------------------------- the end


async def _end(course: Course) -> None:
    """The ceremony, with the film, the treaty and the seed."""
    asked = await course.say("Morgan", "campaign end", reason="The tax is paid")
    await asked.press("End the campaign")
    await course.table.move(GRACE)
    text = course.read("herald")
    for held in (
        "The tax is paid",
        "How all stood",
        "The world revealed",
        "Medals and records",
        "The chronicles",
        "The film of the campaign",
        TREATY,
        "Neither burns the ferry.",
        "sealed until the campaign ended",
        "were played by 3 players",
        "Thank you for playing.",
    ):
        assert held in text, held
    files = [file.filename for each in course.posts("herald") for file in each.attachments]
    assert any(name.endswith(".gif") for name in files)
    table = course.table
    path = table.bot.host.path(table.guild.handle.id)
    async with table.bot.host.stores.use(table.guild.handle.id) as store:
        (campaign,) = await store.campaigns.all()
    (seed,) = re.findall(r"`([0-9a-f]{64})`;", text)
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == campaign.seed_hash
    checked = await asyncio.to_thread(lambda: list(verify(path, campaign.id)))
    assert len(checked) == campaign.tick
    assert [str(each) for each in checked if each.faults] == []


async def _archive(course: Course) -> None:
    """Somebody who never played reads it all."""
    shown = await course.say("Emil", "archive")
    shown.must(NAME)
    await shown.press("Back")
    assert "Turn" in await shown.choose("what", "report")
    await shown.choose("whose", shown.option("Stag Crown"))
    for what in ("film", "standings", "records", "chronicle"):
        await shown.choose("what", what)
    told = shown
    (file,) = told.message.attachments
    text = (course.table.env.backend.cdn.get(file.url) or b"").decode()
    risen = re.findall(r"The King's Yard in Crownmoor rose to level (\d+)", text)
    assert risen
    assert len(risen) == len(set(risen)), "what was taken back is no part of it"
