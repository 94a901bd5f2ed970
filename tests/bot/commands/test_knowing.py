"""/report, and which campaign a command is about, on a practice table."""

import re
from types import SimpleNamespace
from typing import cast

import pytest

from bot.answers import Refused
from bot.callers.seats import Interaction, all_campaigns, campaign_of
from bot.practice.table import FIRST_DAY
from bot.store.records import Campaign, CampaignState
from tests.bot.seated import Game, create, text
from tests.rules.scene import module

COGS = ["bot.commands.knowing", "bot.commands.campaign", "bot.desk.command"]
ALONE = True


# ---------------------------------------------------------------- /report


async def test_the_last_report_is_shown_again_with_its_map(game: Game) -> None:
    await game.tick("run", run_date=FIRST_DAY.date())  # which are not told
    answer = await game.ask(game.ada, "report")
    assert answer.response.ephemeral
    assert "joined" in answer.response.embeds[0].description
    assert re.fullmatch(
        r"T2·R1·1/1 · seal \w{4}-\w{4}-\w{4}", answer.response.embeds[0].footer.text
    )


@pytest.mark.usefixtures("pictures")
async def test_a_turns_reports_are_pages_in_order(game: Game) -> None:
    await game.seat(game.bram, "Bert")
    answer = await game.ask(game.ada, "report", turn=1)
    first = answer.response.embeds[0]
    assert first.footer.text.endswith("page 1 of 2")
    (picture,) = answer.response.attachments
    assert picture.description.startswith("House Ashmark's map")
    await game.ada.click(answer.response.message, label="Next")
    await game.table.rest()
    assert "Bert joined" in answer.response.embeds[0].description
    offered = await game.ada.autocomplete(game.lobby, "report", "turn", "")
    assert [each["value"] for each in offered] == [1]


async def test_a_faction_says_how_much_of_runs_it_wants_to_hear(game: Game) -> None:
    answer = await game.ask(game.ada, "report", posting="digest")
    assert answer.response.ephemeral
    assert "the production's report tells the whole week" in answer.response.content
    async with game.host.stores.use(game.guild) as store:
        assert await store.wishes.get(game.campaign_id, 1) == "digest"
    await game.ask(game.ada, "report", posting="all")
    async with game.host.stores.use(game.guild) as store:
        assert await store.wishes.get(game.campaign_id, 1) == "all"
    assert text(await game.ask(game.bram, "report", posting="news")) == (
        "You are in no campaign here."
    )


async def test_a_turn_without_reports_is_refused(game: Game) -> None:
    answer = await game.ask(game.ada, "report", turn=9)
    assert text(answer) == "There is no report for turn 9 yet."


# ---------------------------------------------------------------- which campaign


async def second(game: Game, name: str = "Salt War") -> Campaign:
    async with game.host.stores.use(game.guild) as store:
        made = await create(store, module(), name)
        await store.members.join(made.id, game.ada.id, 1)
    return made


async def test_the_campaign_is_that_of_the_channel(game: Game) -> None:
    await second(game)
    async with game.host.stores.use(game.guild) as store:
        await store.places.put(game.campaign_id, "herald", game.lobby.id)
    answer = await game.ask(game.ada, "map")
    assert answer.response.attachments


async def test_a_channel_of_a_campaign_in_which_one_does_not_play_says_so(game: Game) -> None:
    async with game.host.stores.use(game.guild) as store:
        await store.places.put(game.campaign_id, "herald", game.lobby.id)
    answer = await game.ask(game.bram, "map")
    assert text(answer) == "You do not play in **The Long March**."


async def test_a_moderator_need_not_play_and_chooses_among_all_campaigns(game: Game) -> None:
    asked = cast(
        "Interaction",
        SimpleNamespace(
            guild_id=game.guild,
            channel_id=game.lobby.id,
            channel=None,
            client=game.table.bot,
            user=SimpleNamespace(id=game.bram.id),
            extras={},
        ),
    )
    assert (await campaign_of(asked)).id == game.campaign_id
    made = await second(game)
    with pytest.raises(Refused, match="Which campaign do you mean"):
        await campaign_of(asked)
    async with game.host.stores.use(game.guild) as store:
        await store.campaigns.set_state(game.campaign_id, CampaignState.ENDED)
    assert (await campaign_of(asked)).id == made.id
    offered = await all_campaigns(asked, "")
    assert [choice.name for choice in offered] == ["Salt War", "The Long March (ended)"]
    assert (await campaign_of(asked, "the long march")).id == game.campaign_id
