"""`/module`: a zip from a moderator's hands to a campaign that is played by it."""

import io
import zipfile
from typing import Any

import pytest

from bot.practice.table import Table
from engine.module import Module
from tests.bot.modules.zips import SMALL, marches, zipped
from tests.bot.samples import says, store_of, told


@pytest.fixture
def extensions() -> list[str]:
    return ["bot.rounds", "bot.cogs.campaign", "bot.cogs.join", "bot.cogs.modules"]


async def uploads(table: Table, data: bytes, name: str = "marches.zip", who: str = "Morgan") -> str:
    """What the bot says to a zip."""
    return told(await says(table, who, "module upload", file=(name, data)))


def files_of(answer: Any) -> dict[str, bytes]:
    """What is attached to an answer."""
    return {each.filename: each for each in answer.response.message.attachments}


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
    assert set(files_of(answer)) == {"marches-changes.txt"}

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

    gone = told(await says(table, "Morgan", "module remove", name="marches", reason="A trial."))
    assert "No longer offered: **marches v2 and marches v1**" in gone
    offered = await table.guild.owner.autocomplete(lobby, "campaign create", "module", "little")
    assert not offered
    shown = told(await says(table, "Morgan", "module show", name="marches v1"))
    assert "Taken away" in shown
    assert "A trial." in shown
    back = await says(table, "Morgan", "module restore", name="marches v1", reason="Played on.")
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


async def test_a_module_of_the_server_can_extend_another_of_it(table: Table):
    await uploads(table, marches())
    further = '[meta]\nextends = "marches"\ntitle = "Further"\nversion = "1.0"\ndescription = "x"\n'
    said = await uploads(table, zipped({"module.toml": further}, "further/"), "further.zip")
    assert "It extends marches" in said
    answer = await says(table, "Morgan", "module diff", name="further")
    assert "against marches" in told(answer)


async def test_faults_are_named_with_file_and_line_and_nothing_is_kept(table: Table):
    said = await uploads(table, marches(terms_toml="[diplomacy]\npeas = 3\n"))
    assert "This module is not kept: it has 1 fault." in said
    assert (
        "marches/terms.toml:2: [diplomacy] peas is not known here; did you mean 'peace'?" in said
    )
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
    names = [each.filename for each in answer.response.message.attachments]
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
