"""The story of "The Vacant Throne": how a kingdom begins, in the whole game."""

from bot.answers import as_refusal
from bot.faces.kingdoms.stories.throne import THRONE
from bot.practice.campaign import SampleCampaign
from bot.practice.reading import full_text
from bot.practice.table import Table
from bot.settings import Settings
from bot.workers import Workers
from tests.bot.practice.seeds import in_a_soak


@in_a_soak
async def test_a_first_turn_is_played_as_your_turn_advises_and_reported(
    settings: Settings, workers: Workers, seed: int
):
    async with Table(settings, workers, campaign=SampleCampaign(THRONE), seed=seed) as table:
        await table.play()
        channel = next(each for each in table.guild.channels() if each.name == "vesperine")
        cdn = table.env.backend.cdn
        told = "\n".join(full_text(message, cdn) for message in channel.history())
        assert "recruited Legion at " in told
        assert "explored " in told
        assert "offered The Thistle Court a treaty" in told
        assert "paid The Vesperine Crown " in told
        assert "❗ Needs you" not in told.split("Turn 2 begins")[0]
        assert [error for error in table.env.errors if as_refusal(error) is None] == []
