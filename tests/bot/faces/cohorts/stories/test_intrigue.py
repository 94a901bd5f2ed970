"""The story of "The Broken Conclave": spells, thieves, a church and agents by commands alone.

What each side is told, and what it is not, is read in the channel of its faction.
"""

import re

from bot.answers import as_refusal
from bot.faces.cohorts.stories import CONCLAVE
from bot.faces.cohorts.stories.intrigue import (
    CIRCLE,
    COVE,
    ERRAND,
    FLEET,
    FLEET_MAGE,
    POST,
    RESCUER,
    SWORDSMAN,
    THIEF,
    THIEF_AGENT,
    VESPER,
    WARDED,
    WATCH,
)
from bot.jobs.knowing import see
from bot.jobs.opened import world_at
from bot.practice.campaign import SampleCampaign
from bot.practice.table import Table
from bot.settings import Settings
from bot.workers import Workers
from engine.campaign import Faction
from engine.packs.cohorts.pieces.ownership import relation
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Province, Stack
from engine.world import World
from tests.bot.practice.seeds import in_a_soak
from tests.bot.practice.told import posts

ROT = "creeping_rot"


@in_a_soak
async def test_two_houses_of_wizards_and_thieves_do_their_worst_and_are_told_what_is_theirs(
    settings: Settings, workers: Workers, seed: int
):
    async with Table(settings, workers, campaign=SampleCampaign(CONCLAVE), seed=seed) as table:
        begun, _, _ = await worlds(table)
        assert relation(begun, *(each.id for each in begun.all(Faction))) == "at_war"
        assert church(begun).deity == "verda"
        assert ROT not in hero(begun, FLEET_MAGE).spells
        assert THIEF_AGENT not in [agent.name for agent in begun.all(Agent)]

        await table.play()

        ended, ours, theirs = await worlds(table)
        stacks = {stack.name: stack for stack in ended.all(Stack)}
        assert hero(ended, WARDED).statuses == hero(ended, RESCUER).statuses == {}
        assert hero(ended, WARDED).wounds == 0 < hero(ended, RESCUER).wounds
        assert spot(ended, stacks[FLEET]) == COVE
        assert hero(ended, THIEF).holder == stacks[CIRCLE].place
        assert hero(ended, THIEF).captor == 0
        assert hero(ended, SWORDSMAN).equipment["main_hand"] == "broadsword"
        assert church(ended).deity == "myrr"
        assert ROT in hero(ended, FLEET_MAGE).spells
        assert spot(ended, stacks[ERRAND]) == POST
        assert agent(theirs).holder == agent(ours).holder == stacks[ERRAND].place
        assert not hero(theirs, RESCUER).knows("statuses")
        assert [error for error in table.env.errors if as_refusal(error) is None] == []

        ada, cora = posts(table, "open-book"), posts(table, "sealed-book")
        # A spell that breaks is told to both; whose it was only to its own side.
        broken = f"cast Creeping Rot on {WARDED}"
        assert f"Somebody {broken}: broken by the magic there." in ada
        assert f"Morrow Vane {broken} (strength 25): broken by the magic there." in cora
        assert "strength 35" not in cora  # what the shell was worth
        assert "Morrow Vane" not in ada
        # So is the plague, but not that it ends.
        assert f"Somebody cast Creeping Rot on {RESCUER}: 12% wounds, now plagued." in ada
        assert re.search(r"12% wounds, now plagued \(rolled \d+ against 100%\)", cora)
        assert "(strength 35, 10 mana): no longer plagued." in ada
        assert "no longer" not in cora
        # The thief is named once caught; the rescuer is not.
        robbed = f"to rob {SWORDSMAN} of what it wears"
        assert f"{THIEF} tried {robbed}, failed and was captured" in ada
        assert f"{THIEF} tried {robbed}, failed and was captured; {WATCH} held" in cora
        assert f"{RESCUER} freed {THIEF} from {WATCH}; {THIEF} joined {CIRCLE}." in ada
        assert f"{THIEF}, a prisoner of {WATCH}, was carried off." in cora
        assert "freed" not in cora
        # A fleet that was sent by magic is seen where it arrives, not whence it came.
        assert f"Teleport Fleet on {FLEET} (strength 31, 6 mana), which went to" in ada
        assert re.search(rf"{FLEET}, a fleet of The Open Book: \w+ {COVE}, with", cora)
        assert "Teleport Fleet" not in cora
        # Nobody's church is nobody's business but the priest's.
        assert f"converted the church of {VESPER} to Myrr." in cora
        assert "church of" not in ada
        assert "Myrr" not in ada
        # A theft of a spell is not felt, and who is found is not warned.
        assert f"{THIEF_AGENT} stole Creeping Rot out of the spell book of {SWORDSMAN}" in ada
        assert "spell book" not in cora
        assert f"{THIEF_AGENT}, a mage of The Open Book at {POST}" in cora
        assert "looked for enemy agents" not in ada
        # What is brewed and drunk is seen by nobody else.
        assert "drank: Standard potion of mana; 6 mana back." in ada
        assert "otion of mana" not in cora
        assert [name for name in (WARDED, THIEF, VESPER) if name in posts(table, "herald")] == []


async def worlds(table: Table) -> tuple[World, World, World]:
    """The truth, and what the factions of Ada and Cora know."""
    path = table.bot.host.path(table.guild.handle.id)
    async with table.bot.host.stores.use(table.guild.handle.id) as store:
        (campaign,) = await store.campaigns.all()
        members = await store.members.of_campaign(campaign.id)
    ada, cora = (see(path, campaign.id, campaign.tick, each.faction) for each in members)
    return world_at(path, campaign.id, campaign.tick), ada, cora


def hero(world: World, name: str) -> Character:
    return next(each for each in world.all(Character) if each.name == name)


def agent(world: World) -> Agent:
    return next(each for each in world.all(Agent) if each.name == THIEF_AGENT)


def church(world: World) -> Guild:
    """That of the city between the two."""
    city = next(each for each in world.all(City) if each.name == VESPER)
    return next(each for each in world.by(Guild, "city", city.id) if each.type == "church")


def spot(world: World, stack: Stack) -> str:
    province = world.get(Province, stack.province)
    return f"{province.x},{province.y}"
