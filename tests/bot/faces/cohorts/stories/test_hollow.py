"""The story of "The Hollow Hill": through a gate into another realm by commands."""

import pytest

from bot.answers import as_refusal
from bot.faces.cohorts.stories import HOLLOW
from bot.faces.cohorts.stories.hollow import BELOW, WALK
from bot.jobs.opened import world_at
from bot.practice.campaign import SampleCampaign
from bot.practice.reading import text_of
from bot.practice.table import Table
from bot.settings import Settings
from bot.workers import Workers
from engine.packs.cohorts.pieces.records import Map, Province, Stack


@pytest.mark.soak
@pytest.mark.rule("cohorts.movement.gates")
async def test_a_party_goes_through_a_door_and_is_shown_the_realm_behind_it(
    settings: Settings, workers: Workers
) -> None:
    async with Table(settings, workers, campaign=SampleCampaign(HOLLOW)) as table:
        await table.play()
        host, guild = table.bot.host, table.guild.handle.id
        async with host.stores.use(guild) as store:
            (campaign,) = await store.campaigns.all()
        world = world_at(host.path(guild), campaign.id, campaign.tick)
        [walk] = [each for each in world.all(Stack) if each.name == WALK]
        assert world.get(Province, walk.province).location == BELOW
        assert world.get(Map, 1).grid.at(walk.province - 1).realm == 1

        posts = [post for channel in table.guild.channels() for post in channel.history()]
        alts = [file.description or "" for post in posts for file in post.attachments]
        assert any("in the Greenside" in alt for alt in alts)
        assert any("in the Underhill" in alt and WALK in alt for alt in alts)
        assert any(f"to {WALK}" in text_of(post) or BELOW in text_of(post) for post in posts)
        assert [error for error in table.env.errors if as_refusal(error) is None] == []
