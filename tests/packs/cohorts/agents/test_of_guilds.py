"""Agents of guilds and characters: how they enter service, and how knaves hunt enemies'."""

import pytest

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.agents.of_guilds import (
    AgentHunted,
    GuildAssassinateAgent,
    GuildSummonAgent,
    agent_race,
)
from engine.packs.cohorts.agents.summoning import AgentSummoned, CharacterSummonAgent
from engine.packs.cohorts.characters.influencing import InfluenceCharacter
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild
from engine.packs.cohorts.stacks.leaving import DropUnit
from engine.packs.cohorts.worth.bonuses import skill_level
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


@pytest.fixture
def camp() -> Scene:
    camp = Scene()
    camp.character(camp.stack(2, 2), job="knave", level=12, race="elf", skills={"spy": 10})
    return camp


def summon(camp: Scene) -> Agent:
    hero = next(camp.world.all(Character))
    assert not camp.run(CharacterSummonAgent(character=ref(hero))).refused
    return next(camp.world.all(Agent))


@pytest.mark.rule("cohorts.order.character-summon-agent", "cohorts.agent.skills")
def test_an_agent_is_as_skilled_as_its_summoner_whose_stack_it_joins(camp: Scene) -> None:
    hero = next(camp.world.all(Character))
    agent = summon(camp)
    assert (agent.type, agent.level, agent.race) == ("knave", 12, "elf")
    assert (agent.holder, agent.summoner, agent.actions) == (hero.holder, hero.place, 0)
    for skill in ("spy", "stealth", "thief"):
        expected = skill_level(camp.world, camp.content, hero, skill)
        assert agent.skills.get(skill, 0) == expected, skill
    assert agent.skills["spy"] > 10  # its attributes help a knave to spy
    camp.produce()
    assert camp.now(agent).actions == 1


@pytest.mark.rule("cohorts.agent.one-at-a-time")
def test_who_dismissed_an_agent_waits_for_the_next_one_as_the_action_asks(camp: Scene) -> None:
    hero = next(camp.world.all(Character))
    order = CharacterSummonAgent(character=ref(hero))
    agent = summon(camp)
    camp.produce()
    camp.change(camp.now(hero), actions=1)
    assert camp.run(DropUnit(piece=ref(agent)), order).code == "cooling_down"
    assert camp.gone(agent)
    for _ in range(3):
        camp.produce(monthly=True)
    assert not camp.run(order).refused


def test_only_the_summoners_faction_is_told(camp: Scene) -> None:
    camp.someone("at_war")
    hero = next(camp.world.all(Character))
    ran = camp.run(CharacterSummonAgent(character=ref(hero), name="Grey Cloak"))
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, AgentSummoned)]
    assert list(entry.audience) == [camp.ours.id]
    assert entry.event.name == "Grey Cloak"


@pytest.mark.rule("cohorts.agent.actions")
def test_the_agent_of_a_starting_character_spends_renown_for_it(camp: Scene) -> None:
    hero = camp.change(next(camp.world.all(Character)), starting=True)
    agent = summon(camp)
    target = camp.unit(camp.at(2, 2), camp.someone("neutral"), level=1)
    ran = camp.run(InfluenceCharacter(sponsor=ref(agent), target=ref(target), offer=1))
    assert not ran.refused
    camp.change(hero, starting=False)
    ran = camp.run(InfluenceCharacter(sponsor=ref(agent), target=ref(target), offer=1))
    assert ran.code == "not_allowed"
