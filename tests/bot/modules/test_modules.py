"""`/module`: a zip from a moderator's hands to a campaign that is played by it."""

import asyncio
import io
import zipfile
from typing import Any

import pytest

from bot.campaign.undoing import Undoing
from bot.log.undoing import undo
from bot.practice.table import Table
from bot.store.records import Campaign
from engine.module import Module
from tests.bot.desking import sees_desk
from tests.bot.modules.zips import SMALL, marches, zipped
from tests.bot.pressing import press
from tests.bot.samples import campaign_on, channel, posts, says, store_of, told
from tests.bot.settings_form.test_settings_form import Tapping

COGS = [
    "bot.rounds",
    "bot.commands.campaign",
    "bot.desk.command",
    "bot.joining.command",
    "bot.modules.commands",
]


async def uploads(table: Table, data: bytes, name: str = "marches.zip", who: str = "Morgan") -> str:
    """What the bot says to a zip."""
    return told(await says(table, who, "module upload", file=(name, data)))


async def present(table: Table, campaign: int) -> Campaign:
    """The campaign's row as it is now."""
    async with store_of(table) as store:
        return await store.campaigns.get(campaign)


def message_of(answer: Any) -> Any:
    """The answer's message."""
    return answer.response.message


def files_of(answer: Any) -> list[Any]:
    """What is attached to an answer."""
    return message_of(answer).attachments


async def test_a_zip_is_kept_listed_compared_played_and_taken_away(table: Table):
    said = await uploads(table, marches())
    assert "**The Little Marches** is sound, and kept as **marches v1**" in said
    assert "It extends narrows" in said

    lobby = next(table.guild.channels())
    offered = await table.guild.owner.autocomplete(lobby, "campaign create", "module", "little")
    assert [each["value"] for each in offered] == ["marches"]

    answer = await says(table, "Morgan", "module diff", name="marches")
    assert "against narrows" in told(answer)
    assert "🔸 war: 2 → 1" in told(answer)
    assert [each.filename for each in files_of(answer)] == ["marches-changes.txt"]

    made = await says(table, "Morgan", "campaign create", module="marches", name="The Long War")
    assert "is ready" in told(made)
    async with store_of(table) as store:
        campaign = await store.campaigns.get(1)
        module = Module.from_json((await store.campaigns.module(campaign.module_digest)).body)
    assert (module.name, module.lineage[0]) == ("marches", "narrows")

    changed = SMALL.replace(b"war = 1", b"war = 3")
    assert "kept as **marches v2**" in await uploads(table, zipped({"module.toml": changed}))
    answer = await says(table, "Morgan", "module diff", name="marches v2", against="marches v1")
    assert "🔸 war: 1 → 3" in told(answer)
    listed = told(await says(table, "Morgan", "module list"))
    assert "**marches v2** The Little Marches, 1.2\n" in listed
    assert "**marches v1** The Little Marches, 1.2 · played in The Long War" in listed

    gone = told(await says(table, "Morgan", "module-remove", name="marches", reason="A trial."))
    assert "No longer offered: **marches v2 and marches v1**" in gone
    offered = await table.guild.owner.autocomplete(lobby, "campaign create", "module", "little")
    assert not offered
    shown = told(await says(table, "Morgan", "module show", name="marches v1"))
    assert "Taken away" in shown
    assert "A trial." in shown
    back = await says(table, "Morgan", "module-restore", name="marches v1", reason="Played on.")
    assert "Offered again: **marches v1**" in told(back)
    offered = await table.guild.owner.autocomplete(lobby, "campaign create", "module", "little")
    assert [each["value"] for each in offered] == ["marches"]
    async with store_of(table) as store:
        noted = [(each.what, each.why) for each in await store.audit.latest() if not each.campaign]
    assert noted == [
        ("module restored", "Played on."),
        ("module removed", "A trial."),
        ("module uploaded", ""),
        ("module uploaded", ""),
    ]


async def test_a_module_of_the_server_can_extend_another_of_it_and_is_offered_by_taps(table: Table):
    await uploads(table, marches())
    further = '[meta]\nextends = "marches"\ntitle = "Further"\nversion = "1.0"\ndescription = "x"\n'
    said = await uploads(table, zipped({"module.toml": further}, "further/"), "further.zip")
    assert "It extends marches" in said
    answer = await says(table, "Morgan", "module diff", name="further")
    assert "against marches" in told(answer)

    form = Tapping(table, await says(table, "Morgan", "campaign create"))
    await form.choose("create:module", "further")
    await form.press("Back")
    assert "Further" in form.text


async def test_faults_are_named_with_file_and_line_and_nothing_is_kept(table: Table):
    said = await uploads(table, marches(terms_toml="[diplomacy]\npeas = 3\n"))
    assert "This module is not kept: it has 1 fault." in said
    assert "marches/terms.toml:2: [diplomacy] peas is not known here; did you mean 'peace'?" in said
    async with store_of(table) as store:
        assert not await store.uploads.all()
        assert not await store.audit.latest()
    assert "No module has been handed in here" in told(await says(table, "Morgan", "module list"))


async def test_the_same_zip_twice_is_one_version(table: Table):
    await uploads(table, marches())
    assert "It is the same as marches v1" in await uploads(table, marches())


async def test_who_neither_manages_nor_moderates_hands_nothing_in(table: Table):
    assert "Modules are the matter of" in await uploads(table, marches(), who="Ada")
    lobby = next(table.guild.channels())
    ada = table.guild.people["Ada"]
    assert await ada.autocomplete(lobby, "module show", "name", "") == []


async def test_the_kept_zip_can_be_had_back_with_its_cover(table: Table):
    from PIL import Image

    picture = io.BytesIO()
    Image.new("RGB", (64, 64), "red").save(picture, "PNG")
    await uploads(table, marches(cover_png=picture.getvalue(), readme_md="Play it by candlelight."))
    answer = await says(table, "Morgan", "module show", name="marches")
    names = [each.filename for each in files_of(answer)]
    assert names == ["marches-v1.zip", "cover.png"]
    async with store_of(table) as store:
        (upload,) = await store.uploads.all()
        source = await store.uploads.source(upload.id)
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        assert archive.namelist() == [
            "marches/cover.png",
            "marches/module.toml",
            "marches/readme.md",
        ]
    assert await uploads(table, source) == await uploads(
        table, marches(cover_png=picture.getvalue(), readme_md="Play it by candlelight.")
    )


GENTLE = b"""\
[meta]
extends = "cohorts"
title = "The Gentle World"
version = "1.0"
description = "Wars take their time."

[diplomacy]
war = 9
"""
SMALLER = GENTLE + b"\n[map]\nwidth = 20\n"


async def test_a_running_campaign_adopts_a_module_by_a_tick_that_can_be_undone(table: Table):
    await uploads(table, zipped({"module.toml": GENTLE}, "gentle/"))
    campaign = await campaign_on(table, ["Ada"], start=True)
    before = await present(table, campaign)
    asked = await says(
        table, "Morgan", "module-adopt", name="gentle", reason="We were asked for it."
    )
    assert "Go on with" not in told(asked)
    assert "go on with gentle v1?" in told(asked)
    assert "🔸 war: 3 → 9" in told(asked)
    assert (await present(table, campaign)).tick == before.tick
    await press(table, "Morgan", message_of(asked), "Go on with it")
    after = await present(table, campaign)
    assert after.tick == before.tick + 1
    rules = await table.bot.host.rules(table.guild.handle.id, after)
    assert rules.module.name == "gentle"
    news = posts(table, "herald")[-1]
    assert "The rules of this world change**: We were asked for it." in news
    assert "war: 3 → 9" in news

    async with store_of(table) as store:
        entry = (await store.audit.latest(campaign, last=1))[0]
    assert (entry.what, entry.why, entry.trace.tick) == (
        "module amended",
        "We were asked for it.",
        after.tick,
    )
    guild = table.bot.guilds[0]
    undoing = Undoing(table.bot, guild, after, entry, table.guild.owner.id, "A mistake.")
    with table.env._bot_scope():
        task = asyncio.create_task(undo(undoing))
    await table.rest()
    assert "is played as it was before that change" in task.result()
    again = await present(table, campaign)
    assert (again.tick, again.module_digest) == (after.tick + 1, before.module_digest)


async def test_what_the_world_could_not_bear_is_refused_with_reasons(table: Table):
    await uploads(table, zipped({"module.toml": SMALLER}, "gentle/"))
    campaign = await campaign_on(table)
    before = await present(table, campaign)
    asked = told(await says(table, "Morgan", "module-adopt", name="gentle", reason="Smaller."))
    assert "gentle v1 does not fit the world of " in asked
    assert ":\n• Its map is of another size or shape" in asked
    assert await present(table, campaign) == before
    assert not sees_desk(table, "Ada")


async def test_a_module_is_rehearsed_with_picture_table_and_verdict(table: Table):
    answer = await says(
        table, "Morgan", "module rehearse", name="regency", turns=2, games=3, seed=5
    )
    said = told(answer)
    assert "Rehearsal of regency" in said
    assert "3 games of 2 turns, numbers 5 to 7 · the same numbers play the same games" in said
    assert "of all points" in said
    assert " of 3 games, " in said
    files = files_of(answer)
    assert [each.filename for each in files] == ["rehearsal-regency.png", "rehearsal-regency.txt"]
    assert "mean of 3 games" in (files[0].description or "")
    again = await says(table, "Morgan", "module rehearse", name="regency", turns=2, games=3, seed=5)
    assert told(again) == said
    pressed = await press(table, "Morgan", message_of(answer), "Show it to all here")
    assert any("Rehearsal of regency" in each for each in posts(table, "lobby"))
    assert pressed


@pytest.mark.parametrize(
    "name, says_so",
    [("nothing", "there is no module 'nothing'"), ("../cohorts", "there is no module")],
)
async def test_what_cannot_be_rehearsed_is_told(table: Table, name: str, says_so: str):
    assert says_so in told(await says(table, "Morgan", "module rehearse", name=name, turns=1))


async def test_a_moderator_hands_modules_in_where_moderators_are(table: Table):
    await campaign_on(table)
    ada, role = table.guild.people["Ada"], "Moderators · The Long War"
    (mine,) = [each for each in table.bot.guilds[0].roles if each.name == role]
    with table.env._bot_scope():
        member = await table.bot.guilds[0].fetch_member(ada.id)
        await member.add_roles(mine)
    await table.rest()
    file = ("marches.zip", marches())
    assert "Modules are the matter of" in told(await says(table, "Ada", "module upload", file=file))
    room = channel(table, "moderators")
    answer = await ada.slash(room, "module upload", file=file)
    await table.rest()
    assert "kept as **marches v1**" in told(answer)
    compared = await ada.slash(
        room, "module diff", name="marches", against="this campaign's module"
    )
    await table.rest()
    assert "marches v1 against what The Long War plays" in told(compared)


async def test_one_module_is_rehearsed_at_a_time(table: Table):
    group: Any = table.bot.get_cog("ModuleGroup")
    group._rehearsals._going.add(table.guild.handle.id)
    said = told(await says(table, "Morgan", "module rehearse", name="regency", turns=1))
    assert "Another module is being rehearsed in this server." in said
