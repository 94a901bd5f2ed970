"""The story of "The Narrow Sea": a latecomer sails, two councils fall out and make it up."""

import pytest

from bot.answers import as_refusal
from bot.faces.cohorts.stories import NARROWS
from bot.faces.cohorts.stories.voyage import FLEET, HERO, LATE, PARTY, SHIP, UNIT
from bot.jobs.opened import world_at
from bot.practice.campaign import SampleCampaign
from bot.practice.table import Table
from bot.settings import Settings
from bot.workers import Workers
from engine.campaign import Faction, Player
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.packs.cohorts.pieces.ownership import player_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.world import World
from tests.bot.practice.seeds import in_a_soak
from tests.bot.practice.told import posts


@in_a_soak
@pytest.mark.rule("cohorts.setup.late-joining")
async def test_a_late_joiners_company_crosses_the_water_and_two_factions_war_and_make_peace(
    settings: Settings, workers: Workers, seed: int
):
    async with Table(settings, workers, campaign=SampleCampaign(NARROWS), seed=seed) as table:
        assert LATE not in [player.name for player in (await truth(table)).all(Player)]

        await table.play()

        world = await truth(table)
        emil = next(player for player in world.all(Player) if player.name == LATE)
        party = list(world.by(Character, "player", emil.id))
        assert [(each.name, each.race, each.job) for each in party] == [each[:3] for each in PARTY]
        hero = party[0]
        assert (hero.name, hero.level, hero.skills["blade"]) == (HERO, 11, 6)
        assert (hero.skill_points, hero.attribute_points) == (25, 17)

        (fleet,) = (stack for stack in world.all(Stack) if stack.name == FLEET)
        (ship,) = (unit for unit in world.all(Unit) if unit.name == SHIP)
        (company,) = (unit for unit in world.all(Unit) if unit.name == UNIT)
        assert ship.holder == hero.holder == fleet.place
        assert company.equipment == {"main_hand": "broadsword", "off_hand": "shield"}
        landed = world.get(City, company.holder.id)
        assert company.holder == landed.place
        assert fleet.province == landed.province
        assert player_of(world, landed) not in (0, emil.id)

        sides = {faction.key: faction.id for faction in world.all(Faction)}
        assert relation(world, sides["ashmark"], sides["elderwood"]) == "neutral"
        assert list(world.all(Vote)) == []
        news = posts(table, "herald")
        war = news.index("House Ashmark went to war with The Elderwood")
        assert (
            news.index("kept to its vote for war with The Elderwood: 1 of the 2 weeks it takes")
            < war
        )
        assert war < news.index("The war of House Ashmark and The Elderwood ended")
        told = posts(table, "salt-ports")
        assert f"{FLEET} went by water" in told
        assert f"{UNIT} went from {FLEET} to {landed.name}" in told
        failed = [line for line in told.splitlines() if "✗" in line]
        assert not [line for line in failed for own in (FLEET, SHIP, UNIT) if own in line]
        assert [error for error in table.env.errors if as_refusal(error) is None] == []


async def truth(table: Table) -> World:
    guild = table.guild.handle.id
    async with table.bot.host.stores.use(guild) as store:
        (campaign,) = await store.campaigns.all()
    return world_at(table.bot.host.path(guild), campaign.id, campaign.tick)
