"""Treaties: both sides sign, what is signed stays, and sealed ones are their parties' alone."""

from typing import Any

import pytest
import pytest_asyncio

from bot.answers import Refused
from bot.playing import treaties
from bot.practice.table import HERE, Table
from bot.settings import Settings
from bot.store.treaties import TreatyState
from bot.workers import Workers
from tests.bot.samples import channel, posts, says, store_of, told, words
from tests.bot.surface.scene import Scene, begin

pytestmark = pytest.mark.asyncio(loop_scope="module")

PEACE = "No host of either crosses the river.\nUntil winter."


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory, workers: Workers) -> Any:
    data = tmp_path_factory.mktemp("data")
    async with Table(Settings(data=data), workers, extensions=HERE) as table:
        yield await begin(table)


def last(scene: Scene, name: str) -> Any:
    return channel(scene.table, name).history()[-1]


async def press(scene: Scene, who: str, message: Any, label: str) -> Any:
    answer = await scene.people[who].click(message, label=label)
    await scene.table.rest()
    return answer


async def propose(scene: Scene, title: str, kind: str = "open") -> str:
    options = {"with": "Elderwood", "title": title, "kind": kind, "text": PEACE}
    return told(await says(scene.table, "Ada", "treaty propose", **options))


async def test_an_open_treaty_is_signed_by_button_and_published_by_the_herald(
    scene: Scene,
) -> None:
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
    asked = await press(scene, "Cora", proposal, "Sign …")
    assert "the herald publishes it" in told(asked)
    await press(scene, "Cora", asked.response.message, "Sign it")
    for place in ("herald", "ashmark", "elderwood"):
        text = words(last(scene, place))
        assert "A treaty is in force: Peace of the Ford" in text
        assert "✒️ Ada of House Ashmark, <t:" in text
        assert "✒️ Cora of The Elderwood, <t:" in text
    again = await press(scene, "Cora", proposal, "Sign …")
    assert "This treaty is in force" in told(again)
    assert "Peace of the Ford" in told(await says(scene.table, "Bram", "treaty list"))


async def test_a_sealed_treaty_is_its_parties_alone_until_the_end(scene: Scene) -> None:
    before = {name: len(posts(scene.table, name)) for name in ("herald", "salt-ports", "lobby")}
    await propose(scene, "The Quiet Word", "sealed")
    asked = await says(scene.table, "Cora", "treaty sign", treaty="The Quiet Word")
    await press(scene, "Cora", asked.response.message, "Sign it")
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
            await treaties.party_of(store, await scene.seat("Dagny"), sealed.id)
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


async def test_a_proposal_is_declined_or_taken_back_and_there_are_only_so_many(
    scene: Scene,
) -> None:
    herald = len(posts(scene.table, "herald"))
    for number in range(treaties.MOST_OPEN):
        assert "is proposed" in await propose(scene, f"Draft {number}")
    assert "wait for signatures already" in await propose(scene, "One more")
    shown = await scene.people["Cora"].click(last(scene, "elderwood"), label="Decline …")
    await scene.people["Cora"].submit_modal(shown, {"why": "Too dear"})
    await scene.table.rest()
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


async def test_only_those_who_play_have_treaties(scene: Scene) -> None:
    options = {"with": "Elderwood", "title": "X", "kind": "open", "text": "Y"}
    for who in ("Morgan", "Emil"):
        assert "in no campaign" in await scene.refuses(who, "treaty propose", **options)
        assert "in no campaign" in await scene.refuses(who, "treaty list")
