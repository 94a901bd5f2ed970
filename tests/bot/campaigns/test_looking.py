"""A moderator who does not play looks at what a faction sees; all of it is told in the end."""

from typing import Any

import pytest
import pytest_asyncio

from bot.campaigns.looking import LOOKED
from bot.practice.table import HERE, Table
from bot.settings import Settings
from bot.workers import Workers
from tests.bot.samples import channel, posts, says, store_of, told, words
from tests.bot.surface.scene import Scene, begin
from tests.bot.tapping import Thumb

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory, workers: Workers) -> Any:
    data = tmp_path_factory.mktemp("data")
    async with Table(Settings(data=data), workers, extensions=HERE) as table:
        yield await begin(table)


async def look(scene: Scene, who: str, **options: str) -> Any:
    given = {"faction": "ashmark", "reason": "A complaint", **options}
    return await says(scene.table, who, "campaign look-as", **given)


async def test_only_moderators_who_never_played_look_and_with_a_reason(scene: Scene) -> None:
    moderators = scene.table.bot.guilds[0].get_role(scene.table.guild.moderators.id)
    assert moderators
    for who in ("Ada", "Dagny"):
        refused = await scene.refuses(who, "campaign look-as", faction="ashmark", reason="x")
        assert "for the moderators" in refused
    assert "needs a reason" in told(await look(scene, "Morgan", reason=" "))
    assert "no such faction" in told(await look(scene, "Morgan", faction="ashmork"))
    asked = await look(scene, "Morgan")
    await scene.people["Morgan"].click(asked.response.message, label="No")
    async with store_of(scene.table) as store:
        assert not await store.looks.looked(1, scene.people["Morgan"].id)


async def test_a_look_shows_map_turn_and_report_and_no_note_or_draft(scene: Scene) -> None:
    await scene.say("Ada", "note", to="Elderwood", text="Our secret plan")
    await scene.say("Cora", "note", to="House Ashmark", text="Your secret answer")
    await scene.say("Ada", "stack activate", province=scene.names["home"], name="Iron Guard")
    public = {name: len(posts(scene.table, name)) for name in ("herald", "ashmark", "moderators")}
    asked = await look(scene, "Morgan")
    assert "can then never join" in told(asked)
    thumb = Thumb(scene, scene.people["Morgan"], asked)  # type: ignore[arg-type]
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


async def test_in_the_end_looks_are_told_to_their_faction_and_sealed_treaties_to_all(
    scene: Scene,
) -> None:
    options = {"with": "Elderwood", "title": "The Quiet Word", "kind": "sealed"}
    await scene.say("Ada", "treaty propose", text="We share the ford", **options)
    asked = await scene.say("Cora", "treaty sign", treaty="The Quiet Word")
    await scene.press("Cora", asked, "Sign it")
    await scene.say(
        "Ada", "treaty propose", text="Never signed", **{**options, "title": "The Loud Word"}
    )
    before = {name: len(posts(scene.table, name)) for name in ("elderwood", "moderators")}
    asked = await scene.say("Morgan", "campaign end")
    await scene.press("Morgan", asked, "End the campaign")
    read = "\n".join(posts(scene.table, "herald"))
    assert "Unsealed: The Quiet Word" in read
    assert "We share the ford" in read
    assert "Never signed" not in read
    last = words(channel(scene.table, "ashmark").history()[-1])
    assert "Moderators who saw what you saw" in last
    assert f"<@{scene.people['Morgan'].id}>: A complaint" in last
    assert {name: len(posts(scene.table, name)) for name in before} == before
    count = len(posts(scene.table, "herald"))
    await scene.say("Morgan", "campaign repair")
    assert len(posts(scene.table, "herald")) == count, "once"
    assert "has ended" in told(await look(scene, "Morgan"))
    assert "opening of a campaign to its end" in await scene.refuses(
        "Ada", "note", to="Elderwood", text="Farewell"
    )
    assert "Our secret plan" in told(await says(scene.table, "Ada", "notes"))
