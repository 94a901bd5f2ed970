"""Notes between factions: delivered at once, kept, never forged, and read by nobody else."""

from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio

from bot.answers import Refused
from bot.playing import notes
from bot.practice.table import HERE, Table
from bot.settings import Settings
from bot.workers import Workers
from tests.bot.samples import channel, posts, says, store_of, told, words
from tests.bot.surface.scene import Scene, begin

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory, workers: Workers) -> Any:
    data = tmp_path_factory.mktemp("data")
    async with Table(Settings(data=data), workers, extensions=HERE) as table:
        yield await begin(table)


def last(scene: Scene, name: str) -> Any:
    return channel(scene.table, name).history()[-1]


async def write(scene: Scene, who: str, to: str, text: str) -> str:
    return told(await says(scene.table, who, "note", to=to, text=text))


async def count(scene: Scene, faction: int) -> int:
    async with store_of(scene.table) as store:
        return len(await store.notes.of_faction(1, faction, 1000))


async def test_a_note_is_read_at_once_under_its_authors_name_and_arms(scene: Scene) -> None:
    said = await write(scene, "Ada", "Elderwood", "Peace? @everyone <@1> **now**")
    assert "to The Elderwood" in said
    assert "may send 19 more" in said
    note = last(scene, "elderwood")
    (embed,) = note.embeds
    assert embed.title == "✉️ A note from House Ashmark"
    assert "by Ada of House Ashmark to The Elderwood" in embed.description
    assert "@everyone" not in embed.description
    assert "<@1>" not in embed.description
    assert "\\*\\*now\\*\\*" in embed.description
    (arms,) = note.attachments
    assert arms.description.startswith("A coat of arms:")
    assert embed.thumbnail.url
    assert [each.label for row in note.components for each in row.children] == [
        "Reply",
        "Report to moderators",
    ]
    own = last(scene, "ashmark")
    assert own.embeds[0].title == "✉️ Sent to The Elderwood"
    assert not own.components
    for other in ("herald", "salt-ports", "hornhelm", "moderators"):
        assert not any("Peace?" in post for post in posts(scene.table, other))


async def test_a_reply_goes_back_by_the_button_and_both_read_what_was_written(
    scene: Scene,
) -> None:
    await write(scene, "Ada", "Cora, Salt Ports", "Shall we talk of the river?")
    note = last(scene, "elderwood")
    assert "to Cora of The Elderwood and The Salt Ports" in words(note)
    shown = await scene.people["Cora"].click(note, label="Reply")
    await scene.people["Cora"].submit_modal(shown, {"text": "We shall.\nTomorrow."})
    await scene.table.rest()
    assert "We shall.\nTomorrow." in words(last(scene, "ashmark"))
    assert "in answer to note" in words(last(scene, "ashmark"))
    assert "We shall" not in words(last(scene, "salt-ports"))
    for who in ("Bram", "Cora"):
        read = told(await says(scene.table, who, "notes", **{"with": "Elderwood"}))
        if who == "Bram":
            assert read.index("We shall") < read.index("talk of the river") < read.index("Peace?")
    mine = told(await says(scene.table, "Cora", "notes"))
    assert "talk of the river" in mine
    assert "📤" in mine
    assert "No notes" in told(await says(scene.table, "Ada", "notes", **{"with": "Hornhelm"}))


async def test_whoever_did_not_get_a_note_can_do_nothing_with_it(scene: Scene) -> None:
    await write(scene, "Ada", "Salt Ports", "For your eyes alone")
    note = last(scene, "salt-ports")
    before = scene.stored()
    for label in ("Reply", "Report to moderators"):  # moderators read every faction's channel
        answer = await scene.people["Morgan"].click(note, label=label)
        await scene.table.rest()
        assert "do not play in" in told(answer)
    seat = await scene.seat("Bram")
    async with store_of(scene.table) as store:
        with pytest.raises(Refused):
            await notes.received(store, seat, 1)  # his own faction's
    for command in ("notes", "note"):
        options = {"to": "Elderwood", "text": "Hear me"} if command == "note" else {}
        for who in ("Morgan", "Dagny"):
            assert "in no campaign" in told(await says(scene.table, who, command, **options))
    assert scene.stored() == before


async def test_a_report_shows_the_moderators_one_note_and_whose_it_is(scene: Scene) -> None:
    await write(scene, "Ada", "Elderwood", "You fool.")
    note = last(scene, "elderwood")
    for says_so in ("moderators have the note", "reported this note already"):
        shown = await scene.people["Cora"].click(note, label="Report to moderators")
        answer = await scene.people["Cora"].submit_modal(shown, {"why": "Insults"})
        await scene.table.rest()
        assert says_so in told(answer)
    report = words(last(scene, "moderators"))
    assert "You fool." in report
    assert f"<@{scene.people['Ada'].id}>" in report
    assert "Insults" in report
    assert "talk of the river" not in "".join(posts(scene.table, "moderators"))


@pytest.mark.parametrize(
    "to, text, says_so",
    [
        ("Elderwod", "Hello", "no such faction"),
        ("House Ashmark", "Hello", "your own faction"),
        ("Bram", "Hello", "your own faction"),
        (" , ", "Hello", "addressed to nobody"),
        ("Elderwood", "\u200b \u200b", "1 to 1,800"),
        ("Elderwood", "you faggot", "would offend"),
    ],
)
async def test_what_cannot_be_sent_is_refused(
    scene: Scene, to: str, text: str, says_so: str
) -> None:
    assert says_so in await scene.refuses("Ada", "note", to=to, text=text)


async def test_names_are_offered_one_after_the_other(scene: Scene) -> None:
    ada = scene.people["Ada"]
    first = await ada.autocomplete(scene.lobby, "note", "to", "elder")
    assert [each["value"] for each in first] == ["The Elderwood"]
    more = [
        e["value"] for e in await ada.autocomplete(scene.lobby, "note", "to", "The Elderwood, ")
    ]
    assert more == [
        "The Elderwood, The Salt Ports",
        "The Elderwood, The Hornhelm Clans",
        "The Elderwood, Cora",
    ]
    assert await scene.people["Dagny"].autocomplete(scene.lobby, "note", "to", "") == []


async def test_a_faction_sends_so_many_a_day_and_no_more(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store_of(scene.table) as store:
        sent = await store.notes.sent_since(1, 1, scene.host.clock.now() - timedelta(days=1))
    monkeypatch.setattr(notes, "MOST_A_DAY", sent + 2)
    await write(scene, "Bram", "Elderwood", "The last but one")
    both = {"to": "Elderwood, Salt Ports", "text": "One too many"}
    assert f"at most {sent + 2} notes" in await scene.refuses("Ada", "note", **both)
    assert "may send 0 more" in await write(scene, "Ada", "Elderwood", "The last")
    refused = await scene.refuses("Bram", "note", to="Elderwood", text="And another")
    assert "24 hours" in refused
    assert "on its way" in await write(scene, "Cora", "House Ashmark", "We may still write")
    await scene.table.move(timedelta(days=1, hours=1))
    assert "on its way" in await write(scene, "Ada", "Elderwood", "A new day")
