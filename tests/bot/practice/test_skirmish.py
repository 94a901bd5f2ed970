"""The small system on the practice table: nothing of the bot is changed for it.

It is founded by `/campaign create`, joined by `/join`, played by its own slash commands, and its
reports, panel, map and duel are read in the channels.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

import pytest
import pytest_asyncio
from simcord import InteractionResult
from skirmish.rules.records import Fighter
from skirmish.showing.story import COAL, STORY, WICK

from bot import faces
from bot.practice import PATIENCE
from bot.practice.guild import OWNER
from bot.practice.reading import last_message, text_of
from bot.practice.table import Table
from bot.store.records import CampaignState
from bot.verifying import VerificationResult, verify
from bot.workers import Workers
from tests.bot.practice.told import Told, telling
from tests.bot.samples import channel
from tests.systems.installed import skirmish_installed


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def workers() -> AsyncIterator[Workers]:
    """Two processes that were started with the distribution installed."""
    with skirmish_installed():
        async with Workers(2, recycle_after=sys.maxsize, short_limit=PATIENCE) as two:
            yield two


def pictures(table: Table, name: str) -> list[str]:
    """The alt texts of the pictures in a channel."""
    every = (file for post in channel(table, name).history() for file in post.attachments)
    return [file.description or "" for file in every if file.filename.endswith(".png")]


def shown(answer: InteractionResult) -> str:
    message = last_message(answer)
    return text_of(message) if message else ""


@pytest_asyncio.fixture
async def story(tables: partial[Table]) -> AsyncIterator[Told]:
    async with telling(tables, STORY) as told:
        yield told


@pytest.mark.usefixtures("pictures")
async def test_three_turns_are_played_by_its_commands_and_told_in_its_words(story: Told) -> None:
    assert faces.stories()["arena"] is STORY
    table = story.table
    await table.play()
    campaign, world = await story.campaign(), await story.truth()
    assert (campaign.turn, campaign.state) == (3, CampaignState.ENDED)
    wick, coal = world.all(Fighter)
    assert (wick.name, wick.style, coal.name, coal.style) == (WICK, "net", COAL, "blade")
    assert wick.wins + coal.wins == 1

    for school in ("lantern", "cellar"):
        told = story.posts(school)
        assert f"{WICK} steps from 0,0 to 1,0." in told
        assert f"{COAL} steps from 5,0 to 4,0." in told
        assert " beats " in told
        assert "wins, and stays: neither gets past the other." in told
        alts = pictures(table, school)
        assert any(alt.startswith("Duel on the sand (at ") for alt in alts)
        own = {"lantern": WICK, "cellar": COAL}[school]
        assert any(f"Own fighters: {own} " in alt for alt in alts)
        assert any(": 6 by 5 places, 30 in view" in alt for alt in alts)
    assert f"{WICK} drills: +1" in story.posts("lantern")
    assert f"{COAL} drills" not in story.posts("lantern")
    assert f"{WICK} comes onto the sand" in story.posts("herald")
    assert "type `/join`, then choose a school and a style." in story.posts("herald")
    herald = story.posts("herald")
    assert f" beats {COAL if wick.wins else WICK} in " in herald
    victor, beaten = ("Lantern", "Cellar")[:: 1 if wick.wins else -1]
    assert ": enough duels won. The victor was" in herald
    assert f"The victor was **The {victor} School**." in herald
    assert f"1. The {victor} School: 3 points (duels won: 1 for 2 points, on the sand: 1)" in herald
    assert f"2. The {beaten} School: 1 point (on the sand: 1)" in herald
    seen = channel(table, "lantern").history(viewer=table.guild.people["Ada"])
    blood = [file.description or "" for post in seen for file in post.attachments]
    assert any("Blood on the sand" in alt for alt in blood)
    verdict = VerificationResult()
    for verified in verify(story.host.path(story.guild), campaign.id):
        verdict.add(verified)
    assert (verdict.wrong, verdict.unchecked) == (0, 0)


async def test_a_latecomer_joins_by_the_form_that_its_face_has(tables: partial[Table]) -> None:
    alone = replace(STORY, seats={"Ada": STORY.seats["Ada"]})
    async with telling(tables, alone) as told:
        table = told.table
        lobby = next(table.guild.channels())
        form = await table.slash("Emil", lobby, "join", faction="cellar", name="Cinder")
        await table.press("Emil", form, "join:design", sees="How does your fighter fight?")
        await table.choose("Emil", form, "join:style", "blade", sees="no patience at all")
        await table.press("Emil", form, "join:join", sees="Welcome to The Cellar School")
        await table.slash(
            "Emil", channel(table, "cellar"), "show fighter", name="Cinder", sees="+2"
        )


async def test_whoever_leaves_is_off_the_sand_and_the_computer_plays_who_stays(story: Told) -> None:
    table = story.table
    when = table.clock.next_wake()
    for _ in range(4):
        assert when is not None
        await table.move_to(when)
        when = table.clock.next_wake()
    assert f"{COAL} steps from 5,0" in story.posts("lantern")
    home = channel(table, "cellar")
    asked = await table.slash("Cora", home, "leave")
    assert "Your fighter leaves the sand; a turn" in shown(asked)
    await table.click("Cora", asked, "Leave")
    assert f"{COAL} leaves the sand" in story.posts("herald")


async def test_its_module_is_offered_and_its_rules_in_the_rulebook(tables: partial[Table]) -> None:
    async with tables() as table:
        lobby = next(table.guild.channels())
        offered = await table.offers(OWNER, lobby, "campaign create", "module", "marrow")
        assert offered == ["arena"]
        answer = await table.slash("Ada", lobby, "rules", search="skirmish.step.swap")
        assert "fight halfway" in shown(answer)
        nowhere = await table.slash("Ada", lobby, "rules", search="qqzzxxw")
        assert "such as *attack a city*" in shown(nowhere)


async def test_reading_its_rules_begins_where_its_own_face_says(story: Told) -> None:
    table = story.table
    sand, lobby = channel(table, "lantern"), next(table.guild.channels())
    opened = await table.slash("Ada", sand, "rules")
    assert "such as *duel*" in shown(opened)
    assert "All steps of a day are taken at once." in shown(opened)
    by_nobody = await table.slash("Emil", lobby, "rules")
    assert shown(by_nobody) == shown(opened)
    lost = await table.slash("Ada", sand, "rules", search="qqzzxxw")
    assert "such as *duel* or *step*, or choose a chapter" in shown(lost)
    offered = await table.offers("Ada", sand, "rules", "search")
    assert "skirmish.step.together" in offered
    assert all(each.startswith("skirmish.step.") for each in offered[:3])
