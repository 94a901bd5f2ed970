"""Agents of guilds: how one enters service, and how knaves hunt those of enemies."""

import pytest

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.agents.of_guilds import (
    AgentHunted,
    GuildAssassinateAgent,
    GuildSummonAgent,
    agent_race,
)
from engine.packs.cohorts.agents.summoning import AgentSummoned
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild
from tests.packs.cohorts.guilds.town import town
from tests.rules.scene import Ran, Scene, ref

ROLL = 33


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.guild(town(scene), "knave", 3)
    return scene


def the_guild(scene: Scene) -> Guild:
    return next(scene.world.all(Guild))


# ---------------------------------------------------------------- summoning


@pytest.mark.rule("cohorts.order.guild-summon-agent", "cohorts.agent.skills")
def test_an_agent_appears_in_the_city_and_acts_from_the_next_turn(scene: Scene) -> None:
    guild = the_guild(scene)
    ran = scene.run(GuildSummonAgent(guild=ref(guild), name="Grey Cloak"))
    (agent,) = scene.world.all(Agent)
    city = next(scene.world.all(City))
    assert (agent.name, agent.type, agent.level, agent.race) == ("Grey Cloak", "knave", 3, "human")
    assert (agent.holder, agent.player, agent.summoner) == (city.place, scene.me.id, guild.place)
    assert agent.skills["spy"] == agent.skills["stealth"] == 3
    assert (agent.actions, scene.now(guild).actions) == (0, 0)
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, AgentSummoned)]
    assert list(entry.audience) == [scene.ours.id]
    scene.produce()
    assert scene.now(agent).actions == 1


def test_an_agent_left_to_a_former_owner_does_not_bar_a_new_one(scene: Scene) -> None:
    guild = the_guild(scene)
    foe = scene.someone("at_war")
    mate = scene.player("mate", scene.ours)
    scene.agent(scene.at(9, 9), foe, summoner=guild.place)
    assert not scene.run(GuildSummonAgent(guild=ref(guild))).refused
    scene.world.remove(list(scene.world.all(Agent))[-1])
    scene.agent(scene.at(9, 9), mate, summoner=guild.place)
    scene.change(guild, actions=1)
    assert scene.run(GuildSummonAgent(guild=ref(guild))).code == "agent_in_play"


@pytest.mark.parametrize(
    "free, slaves, race",
    [
        ({"human": 5, "elf": 6}, {}, "elf"),
        ({"human": 5}, {"elf": 6}, "human"),
        ({"human": 6, "elf": 6}, {}, "elf"),
        ({}, {"human": 5, "elf": 6}, "elf"),
        ({}, {}, "dwarf"),
    ],
)
def test_an_agent_has_the_most_numerous_free_race(
    scene: Scene, free: dict[str, int], slaves: dict[str, int], race: str
) -> None:
    city = scene.change(next(scene.world.all(City)), population=free, slaves=slaves)
    scene.change(scene.world.get(Character, city.baron), race="dwarf")
    assert agent_race(scene.world, city) == race


# ---------------------------------------------------------------- hunting


def quarry(scene: Scene, x: int = 0, who: str = "at_war", level: int = 20) -> Agent:
    return scene.agent(scene.at(x, 0), scene.someone(who), name="Shade", level=level)


def hunt(scene: Scene, agent: Agent, roll: int = ROLL) -> Ran:
    order = GuildAssassinateAgent(guild=ref(the_guild(scene)), agent=ref(agent))
    return scene.run(order, dice=ScriptedDice([Whole(roll, 100)]))


@pytest.mark.parametrize("roll, killed", [(ROLL, True), (ROLL + 1, False)])
def test_the_agents_player_is_told_but_not_by_whom(scene: Scene, roll: int, killed: bool) -> None:
    agent = quarry(scene)
    scene.someone("neutral")
    scene.run()
    ran = hunt(scene, agent, roll)
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, AgentHunted)]
    assert isinstance(entry.event, AgentHunted)
    assert (entry.event.chance, entry.event.roll, entry.event.killed) == (33, roll, killed)
    assert set(entry.audience) == {scene.ours.id, scene.faction("at_war").id}
    told = entry.audience[scene.faction("at_war").id]
    assert set(told.known()) == {"agent", "name", "province", "killed"}
    assert scene.gone(agent) == killed
    assert the_guild(scene).actions == 0


def test_what_was_not_sighted_this_turn_is_refused_in_the_same_words(scene: Scene) -> None:
    unseen = quarry(scene, 5)
    scout = scene.stack(8, 0)
    scene.character(scout)
    once = quarry(scene, 8)
    scene.run()
    scene.change(scout, province=scene.at(11, 11).id)
    scene.produce()
    nobody = once.replace(id=10**6)
    assert scene.view().find(Agent, once.id)
    told = {hunt(scene, each).failures[0].replace(line="") for each in (unseen, once, nobody)}
    assert len(told) == 1
    assert told.pop().code == "target_unknown"
    assert the_guild(scene).actions == 1


def test_the_chance_against_a_stranger_cannot_be_foreseen(scene: Scene) -> None:
    agent = quarry(scene)
    scene.run()
    plan = scene.plan(GuildAssassinateAgent(guild=ref(the_guild(scene)), agent=ref(agent)))
    assert plan.orders[0].outcome == "unforeseen"


def test_enemy_agents_sighted_this_turn_are_offered(scene: Scene) -> None:
    agent = quarry(scene)
    quarry(scene, who="neutral")
    quarry(scene, 7)
    scene.run()
    assert scene.offered(GuildAssassinateAgent, "agent") == [str(ref(agent))]
