"""Agents of characters: what they are like, and how soon one may be summoned again."""

import pytest

from engine.packs.cohorts.agents.summoning import AgentSummoned, CharacterSummonAgent
from engine.packs.cohorts.characters.influencing import InfluenceCharacter
from engine.packs.cohorts.pieces.records import Agent, Character
from engine.packs.cohorts.stacks.leaving import DropUnit
from engine.packs.cohorts.worth.bonuses import skill_level
from tests.rules.scene import Scene, ref


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.character(scene.stack(2, 2), job="knave", level=12, race="elf", skills={"spy": 10})
    return scene


def summon(scene: Scene) -> Agent:
    hero = next(scene.world.all(Character))
    assert not scene.run(CharacterSummonAgent(character=ref(hero))).refused
    return next(scene.world.all(Agent))


@pytest.mark.rule("cohorts.order.character-summon-agent", "cohorts.agent.skills")
def test_an_agent_is_as_skilled_as_its_summoner_whose_stack_it_joins(scene: Scene) -> None:
    hero = next(scene.world.all(Character))
    agent = summon(scene)
    assert (agent.type, agent.level, agent.race) == ("knave", 12, "elf")
    assert (agent.holder, agent.summoner, agent.actions) == (hero.holder, hero.place, 0)
    for skill in ("spy", "stealth", "thief"):
        expected = skill_level(scene.world, scene.content, hero, skill)
        assert agent.skills.get(skill, 0) == expected, skill
    assert agent.skills["spy"] > 10  # its attributes help a knave to spy
    scene.produce()
    assert scene.now(agent).actions == 1


@pytest.mark.rule("cohorts.agent.one-at-a-time")
def test_who_dismissed_an_agent_waits_for_the_next_one_as_the_action_asks(scene: Scene) -> None:
    hero = next(scene.world.all(Character))
    order = CharacterSummonAgent(character=ref(hero))
    agent = summon(scene)
    scene.produce()
    scene.change(scene.now(hero), actions=1)
    assert scene.run(DropUnit(piece=ref(agent)), order).code == "cooling_down"
    assert scene.gone(agent)
    for _ in range(3):
        scene.produce(monthly=True)
    assert not scene.run(order).refused


def test_only_the_summoners_faction_is_told(scene: Scene) -> None:
    scene.someone("at_war")
    hero = next(scene.world.all(Character))
    ran = scene.run(CharacterSummonAgent(character=ref(hero), name="Grey Cloak"))
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, AgentSummoned)]
    assert list(entry.audience) == [scene.ours.id]
    assert entry.event.name == "Grey Cloak"


@pytest.mark.rule("cohorts.agent.actions")
def test_the_agent_of_a_starting_character_spends_renown_for_it(scene: Scene) -> None:
    hero = scene.change(next(scene.world.all(Character)), starting=True)
    agent = summon(scene)
    target = scene.unit(scene.at(2, 2), scene.someone("neutral"), level=1)
    ran = scene.run(InfluenceCharacter(sponsor=ref(agent), target=ref(target), offer=1))
    assert not ran.refused
    scene.change(hero, starting=False)
    ran = scene.run(InfluenceCharacter(sponsor=ref(agent), target=ref(target), offer=1))
    assert ran.code == "not_allowed"
