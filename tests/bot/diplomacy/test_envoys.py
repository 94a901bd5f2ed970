"""What factions write to each other, and a moderator who looks: who reads what, and when.

Notes are delivered at once, kept, never forged, and read by nobody else. Treaties are signed by all
sides; sealed ones are their parties' alone until the end. Looks are told in the end.
"""

from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio

from bot.answers import Refused
from bot.diplomacy import notes, treaties
from bot.ending.ending import GRACE
from bot.onlookers.looking import LOOKED
from bot.practice.table import HERE, Table
from bot.settings import Settings
from bot.store.treaties import TreatyState
from bot.workers import Workers
from tests.bot.desking import sees_desk, the_desk
from tests.bot.pressing import buttons, fill, press
from tests.bot.samples import channel, posts, says, store_of, told, words
from tests.bot.surface.scene import Scene
from tests.bot.tapping import Thumb

pytestmark = pytest.mark.asyncio(loop_scope="module")

PEACE = "No host of either crosses the river.\nUntil winter."


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory, workers: Workers) -> Any:
    data = tmp_path_factory.mktemp("data")
    async with Table(Settings(data=data), workers, extensions=HERE) as table:
        yield await Scene(table).found()


def last(scene: Scene, name: str) -> Any:
    return channel(scene.table, name).history()[-1]


async def write(scene: Scene, who: str, to: str, text: str) -> str:
    return told(await says(scene.table, who, "note", to=to, text=text))


async def count(scene: Scene, faction: int) -> int:
    async with store_of(scene.table) as store:
        return len(await store.notes.of_faction(1, faction, 1000))


@pytest.mark.usefixtures("pictures")
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
    assert [*buttons(note)] == ["Reply", "Report to moderators"]
    own = last(scene, "ashmark")
    assert own.embeds[0].title == "✉️ Sent to The Elderwood"
    assert not own.components
    for other in ("herald", "salt-ports", "hornhelm", "moderators"):
        assert not any("Peace?" in post for post in posts(scene.table, other))


async def test_a_reply_goes_back_by_the_button_and_both_read_what_was_written(scene: Scene) -> None:
    await write(scene, "Ada", "Cora, Salt Ports", "Shall we talk of the river?")
    note = last(scene, "elderwood")
    assert "to Cora of The Elderwood and The Salt Ports" in words(note)
    await fill(scene.table, "Cora", note, "Reply", text="We shall.\nTomorrow.")
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
        assert "do not play in" in told(await press(scene.table, "Morgan", note, label))
    seat = await scene.seat_of("Bram")
    async with store_of(scene.table) as store:
        with pytest.raises(Refused):
            await notes.received(store, seat, 1)  # the faction itself
    for command in ("notes", "note"):
        options = {"to": "Elderwood", "text": "Hear me"} if command == "note" else {}
        for who in ("Morgan", "Dagny"):
            assert "in no campaign" in told(await says(scene.table, who, command, **options))
    assert scene.stored() == before


async def test_a_report_shows_the_moderators_one_note_and_whose_it_is(scene: Scene) -> None:
    await write(scene, "Ada", "Elderwood", "You fool.")
    note = last(scene, "elderwood")
    for says_so in ("moderators have the note", "reported this note already"):
        report = await fill(scene.table, "Cora", note, "Report to moderators", why="Insults")
        assert says_so in told(report)
    shown = words(last(scene, "moderators"))
    assert "You fool." in shown
    assert f"<@{scene.people['Ada'].id}>" in shown
    assert "Insults" in shown
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


# ---------------------------------------------------------------- treaties


async def propose(scene: Scene, title: str, kind: str = "open") -> str:
    options = {"with": "Elderwood", "title": title, "kind": kind, "text": PEACE}
    return told(await says(scene.table, "Ada", "treaty propose", **options))


async def test_an_open_treaty_is_signed_by_button_and_published_by_the_herald(scene: Scene) -> None:
    herald = len(posts(scene.table, "herald"))
    options = {"with": "Elderwood", "title": "Peace of the Ford", "kind": "open"}
    form = await says(scene.table, "Ada", "treaty propose", **options)
    said = await scene.people["Ada"].submit_modal(form, {"text": PEACE})
    await scene.table.rest()
    assert "signed by you" in told(said)
    assert "by honour alone" in told(said)
    proposal = last(scene, "elderwood")
    assert "is proposed to you: Peace of the Ford" in words(proposal)
    assert "No host of either crosses the river.\nUntil winter." in words(proposal)
    assert "The Elderwood has not signed" in words(proposal)
    assert len(posts(scene.table, "herald")) == herald
    asked = await press(scene.table, "Cora", proposal, "Sign …")
    assert "the herald publishes it" in told(asked)
    await press(scene.table, "Cora", asked, "Sign it")
    for place in ("herald", "ashmark", "elderwood"):
        text = words(last(scene, place))
        assert "A treaty is in force: Peace of the Ford" in text
        assert "✒️ Ada of House Ashmark, <t:" in text
        assert "✒️ Cora of The Elderwood, <t:" in text
    again = await press(scene.table, "Cora", proposal, "Sign …")
    assert "This treaty is in force" in told(again)
    assert "Peace of the Ford" in told(await says(scene.table, "Bram", "treaty list"))


async def test_a_sealed_treaty_is_its_parties_alone_until_the_end(scene: Scene) -> None:
    before = {name: len(posts(scene.table, name)) for name in ("herald", "salt-ports", "lobby")}
    await propose(scene, "The Quiet Word", "sealed")
    asked = await scene.say("Cora", "treaty sign", treaty="The Quiet Word")
    await scene.press("Cora", asked, "Sign it")
    assert "in force" in words(last(scene, "ashmark"))
    assert {name: len(posts(scene.table, name)) for name in before} == before
    assert "The Quiet Word" in told(await says(scene.table, "Cora", "treaty list"))
    await says(scene.table, "Dagny", "join", faction="salt_ports", start="tide_captains")
    await scene.table.rest()
    listed = told(await says(scene.table, "Dagny", "treaty list"))
    assert "Peace of the Ford" in listed
    assert "Quiet Word" not in listed
    known = await says(scene.table, "Dagny", "treaty sign", treaty="The Quiet Word")
    unknown = await says(scene.table, "Dagny", "treaty sign", treaty="The Quiet Ward")
    assert told(known).replace("Word", "Ward") == told(unknown)
    async with store_of(scene.table) as store:
        (sealed,) = await store.treaties.sealed(1)
        with pytest.raises(Refused):
            await treaties.party_of(store, await scene.seat_of("Dagny"), sealed.id)
    assert sealed.title == "The Quiet Word"


async def test_a_treaty_is_renounced_with_a_reason_and_its_text_stays(scene: Scene) -> None:
    refused = await says(scene.table, "Cora", "treaty renounce", treaty="No such", reason="x")
    assert "no treaty “No such”" in told(refused)
    said = told(
        await says(
            scene.table, "Cora", "treaty renounce", treaty="Peace of the Ford", reason="You crossed"
        )
    )
    assert "is renounced" in said
    for place in ("herald", "ashmark", "elderwood"):
        text = words(last(scene, place))
        assert "The Elderwood has renounced a treaty: Peace of the Ford" in text
        assert "You crossed" in text
        assert "✒️ Ada of House Ashmark" in text
    again = await says(scene.table, "Ada", "treaty renounce", treaty="Peace of the Ford")
    assert "renounced already" in told(again)


async def test_a_proposal_is_declined_or_taken_back_and_only_so_many_stand(scene: Scene) -> None:
    herald = len(posts(scene.table, "herald"))
    for number in range(treaties.MOST_OPEN):
        assert "is proposed" in await propose(scene, f"Draft {number}")
    assert "wait for signatures already" in await propose(scene, "One more")
    await fill(scene.table, "Cora", last(scene, "elderwood"), "Decline …", why="Too dear")
    assert "The Elderwood has declined a treaty: Draft 4" in words(last(scene, "ashmark"))
    taken = await says(scene.table, "Bram", "treaty renounce", treaty="Draft 0")
    assert "is declined" in told(taken)
    assert "has taken a proposal back: Draft 0" in words(last(scene, "elderwood"))
    late = await says(scene.table, "Cora", "treaty sign", treaty="Draft 0")
    assert "This treaty is declined" in told(late)
    assert len(posts(scene.table, "herald")) == herald
    async with store_of(scene.table) as store:
        states = [each.state for each in await store.treaties.of_faction(1, 1)]
    assert states.count(TreatyState.DECLINED) == 2
    ada = scene.people["Ada"]
    offered = await ada.autocomplete(scene.lobby, "treaty renounce", "treaty", "draft")
    assert [each["name"] for each in offered] == [f"Draft {n} (proposed)" for n in (3, 2, 1)]


# ---------------------------------------------------------------- looking as a faction


async def look(scene: Scene, who: str, **options: str) -> Any:
    given = {"faction": "ashmark", "reason": "A complaint", **options}
    return await says(scene.table, who, "look-as", **given)


async def test_only_moderators_who_never_played_look_and_with_a_reason(scene: Scene) -> None:
    moderators = scene.table.bot.guilds[0].get_role(scene.table.guild.moderators.id)
    assert moderators
    for who in ("Ada", "Dagny"):
        assert not sees_desk(scene.table, who)
    assert "needs a reason" in told(await look(scene, "Morgan", reason=" "))
    assert "no such faction" in told(await look(scene, "Morgan", faction="ashmork"))
    await press(scene.table, "Morgan", await look(scene, "Morgan"), "No")
    async with store_of(scene.table) as store:
        assert not await store.looks.looked(1, scene.people["Morgan"].id)


async def test_a_look_shows_map_turn_and_report_and_no_note_or_draft(scene: Scene) -> None:
    await scene.say("Ada", "note", to="Elderwood", text="Our secret plan")
    await scene.say("Cora", "note", to="House Ashmark", text="Your secret answer")
    await scene.say("Ada", "stack activate", province=scene.names["home"], name="Iron Guard")
    public = {name: len(posts(scene.table, name)) for name in ("herald", "ashmark", "moderators")}
    asked = await look(scene, "Morgan")
    assert "can then never join" in told(asked)
    thumb = Thumb(scene, scene.people["Morgan"], asked)
    await thumb.press("Look")
    assert thumb.answer.response.ephemeral
    (picture,) = thumb.message.attachments
    assert "House Ashmark" in (picture.description or "")
    assert scene.names["home"] in (picture.description or "")
    everything = ""
    for option in thumb.options("What to look at")[1:]:
        await thumb.choose("What to look at", option)
        everything += words(thumb.message)
    assert "Your turn of Ada" in everything
    assert "Your turn of Bram" in everything
    for hidden in ("secret plan", "secret answer", "Iron Guard", scene.names["rival_hero"]):
        assert hidden not in everything
    now = {name: len(posts(scene.table, name)) for name in public}
    assert now == public, "nobody is told before the end"
    async with store_of(scene.table) as store:
        entry = next(e for e in await store.audit.latest(1) if e.what == LOOKED)
    assert (entry.who, entry.why, entry.trace.open) == (
        scene.people["Morgan"].id,
        "A complaint",
        False,
    )


async def test_whoever_looked_never_joins(scene: Scene) -> None:
    refused = await scene.refuses("Morgan", "join", faction="salt_ports", start="tide_captains")
    assert "looked at what a faction" in refused


async def test_in_the_end_looks_are_told_to_their_faction_and_all_treaties(scene: Scene) -> None:
    options: dict[str, Any] = {"with": "Elderwood", "title": "The Ford", "kind": "sealed"}
    await scene.say("Ada", "treaty propose", text="We share the ford", **options)
    asked = await scene.say("Cora", "treaty sign", treaty="The Ford")
    await scene.press("Cora", asked, "Sign it")
    await scene.say(
        "Ada", "treaty propose", text="Never signed", **{**options, "title": "The Weir"}
    )
    before = {name: len(posts(scene.table, name)) for name in ("elderwood", "moderators")}
    asked = await scene.say("Morgan", "campaign end")
    await scene.press("Morgan", asked, "End the campaign")
    await scene.table.move(GRACE)
    read = "\n".join(posts(scene.table, "herald"))
    assert "Unsealed: The Ford" in read
    assert "We share the ford" in read
    assert "Never signed" not in read
    last = words(channel(scene.table, "ashmark").history()[-1])
    assert "Moderators who saw what you saw" in last
    assert f"<@{scene.people['Morgan'].id}>: A complaint" in last
    for name, posted in before.items():  # of the looks and of what was never signed: nothing
        since = "\n".join(posts(scene.table, name)[posted:])
        assert "A complaint" not in since
        assert "Never signed" not in since
    count = len(posts(scene.table, "herald"))
    await scene.say("Morgan", "campaign repair")
    assert len(posts(scene.table, "herald")) == count, "once"
    assert "More …" not in str(the_desk(scene.table).components), "nothing can be done any more"
    assert "opening of a campaign to its end" in await scene.refuses(
        "Ada", "note", to="Elderwood", text="Farewell"
    )
    assert "Our secret plan" in told(await says(scene.table, "Ada", "notes"))
