"""The panel of an agent: what it can try with which chance, and what is hidden of foreign ones."""

import pytest

from bot.faces.cohorts.agent.facts import AgentFacts, AgentInside, agent_facts
from bot.faces.cohorts.agent.picture import draw_agent
from bot.faces.cohorts.agent.texts import agent_tabs
from bot.faces.words.tabs import PAGE
from engine.packs.cohorts.agents.of_guilds import GuildSummonAgent
from engine.packs.cohorts.agents.summoning import CharacterSummonAgent
from engine.packs.cohorts.pieces.records import Agent, Stack
from tests.bot.faces.cohorts.town import LONGEST
from tests.rules.scene import Scene, ref

SKILLS = {"spy": 9, "thief": 14, "assassin": 13, "stealth": 6}


@pytest.fixture
def scene() -> Scene:
    return Scene()


def spy(scene: Scene, **values: object) -> Agent:
    stack = scene.stack(5, 5, name="Grey Hoods")
    usual = {"name": "Whisper", "type": "knave", "level": 14, "skills": SKILLS, "actions": 1}
    return scene.agent(stack, **{**usual, **values})


def facts_of(scene: Scene, agent: Agent) -> AgentFacts:
    view = scene.view()
    return agent_facts(scene.rules, view, scene.ours.id, view.get(Agent, agent.id))


def inside_of(scene: Scene, agent: Agent) -> AgentInside:
    inside = facts_of(scene, agent).inside
    assert inside
    return inside


def words(scene: Scene, agent: Agent, tab: str) -> str:
    tabs = agent_tabs(facts_of(scene, agent))
    return "\n".join(next(each for each in tabs if each.name == tab).pages)


# ---------------------------------------------------------------- an own agent


def test_every_errand_is_told_with_its_reach_and_its_chance(scene: Scene) -> None:
    errands = {" ".join(each.path): each for each in inside_of(scene, spy(scene)).errands}
    assert list(errands) == ["agent detect", "agent assassinate", "agent rob"]
    assert (errands["agent detect"].level, errands["agent detect"].where) == (
        9,
        "within 6 provinces",
    )
    assert errands["agent rob"].where == "within 9 provinces"
    assert errands["agent assassinate"].reach == 3
    assert errands["agent detect"].odds.startswith("50% against stealth 9, 5% more or less")
    assert errands["agent rob"].odds.startswith("50% against thief or stealth 14, 1% more or less")
    assert "50% against level 6" in words(scene, spy(scene), "Errands")


def test_an_agent_of_a_guild_tells_whom_it_serves_and_where_its_skills_come_from(
    scene: Scene,
) -> None:
    city = scene.city(5, 5, scene.me, name="Harrow", population={"human": 9000})
    scene.run(GuildSummonAgent(guild=ref(scene.guild(city, "merchant", 12))))
    agent = next(scene.world.all(Agent))
    assert "It serves Merchant guild in Harrow." in words(scene, agent, "Overview")
    assert "half of that or the level of the city's knave guild" in words(scene, agent, "Skills")
    trade = inside_of(scene, agent).errands[-1]
    assert (trade.path, trade.odds) == (("agent", "negotiate"), "36% for goods of equal worth")
    assert "It moves only in a stack" in words(scene, agent, "Overview")


def test_an_agent_of_a_character_tells_whom_it_serves(scene: Scene) -> None:
    hero = scene.character(scene.stack(5, 5), name="Elowen", skills={"spell_craft": 9}, job="mage")
    scene.run(CharacterSummonAgent(character=ref(hero)))
    agent = next(scene.world.all(Agent))
    assert "It serves Elowen." in words(scene, agent, "Overview")
    assert "without the summoner's gear" in words(scene, agent, "Skills")
    assert [each.path[1] for each in inside_of(scene, agent).errands] == ["steal-spell"]
    scene.world.remove(scene.now(hero))
    assert "It serves nobody any more" in words(scene, agent, "Overview")


def test_what_stands_in_its_way_now_is_told(scene: Scene) -> None:
    deeds = {" ".join(d.path): d.hindered for d in inside_of(scene, spy(scene)).deeds}
    assert deeds["agent detect"] == ""
    assert "an enemy's stack of agents" in deeds["agent rob"]
    acted = {" ".join(d.path): d.hindered for d in inside_of(scene, spy(scene, actions=0)).deeds}
    assert acted["agent detect"] == "Whisper has no action left this turn."


def test_what_it_carries_slows_it_and_is_listed(scene: Scene) -> None:
    agent = spy(scene)
    (free,) = inside_of(scene, agent).travel
    scene.items(agent, plate=3)
    (laden,) = inside_of(scene, agent).travel
    assert int(laden.value) < int(free.value)
    assert "3 × Plate" in words(scene, agent, "Possessions")


def test_the_picture_says_in_words_what_it_shows(scene: Scene) -> None:
    picture = draw_agent(facts_of(scene, spy(scene)))
    assert picture.filename == "agent-whisper-turn-1.png"
    assert picture.alt.startswith("Whisper, Human agent, knave of Ours, with Grey Hoods at 5,5")
    assert "Level 14; it has an action left" in picture.alt
    assert "Spy 9" in picture.alt


def test_an_agent_without_any_skill_has_a_panel(scene: Scene) -> None:
    agent = spy(scene, skills={})
    assert "It has no skill." in words(scene, agent, "Skills")
    assert draw_agent(facts_of(scene, agent)).height > 400


def test_pages_and_picture_stay_within_their_limits_whatever_there_is(scene: Scene) -> None:
    skills = dict.fromkeys(scene.content.skills, 99)
    agent = spy(scene, name=LONGEST, message=LONGEST * 6, skills=skills)
    scene.items(agent, **dict.fromkeys(scene.content.weapons, 99_999))
    facts = facts_of(scene, agent)
    for tab in agent_tabs(facts):
        assert all(0 < len(page) <= PAGE for page in tab.pages), tab.name
    picture = draw_agent(facts)
    assert len(picture.alt) <= 1024
    assert picture.height < 2400


# ---------------------------------------------------------------- foreign ones


def test_of_an_agent_of_others_only_what_is_plain_is_told(scene: Scene) -> None:
    scene.character(scene.stack(5, 5))
    theirs = scene.player("Rita", "theirs")
    stack = scene.stack(5, 5, theirs, name="Black Hand")
    agent = scene.agent(stack, theirs, name="Viper", type="knave", skills=SKILLS, level=14)
    facts = facts_of(scene, agent)
    assert facts.inside is None
    assert facts.where.at == "with Black Hand at 5,5"
    (tab,) = agent_tabs(facts)
    assert "hidden from you" in tab.pages[0]
    scene.change(agent, level=20, skills={}, actions=0)
    scene.items(agent, dagger=7)
    assert facts_of(scene, agent) == facts
    assert "14" not in draw_agent(facts).alt


def test_an_agent_that_left_sight_is_told_as_it_was(scene: Scene) -> None:
    watch = scene.stack(5, 5)
    scene.character(watch)
    theirs = scene.player("Rita", "theirs")
    agent = scene.agent(scene.stack(5, 5, theirs), theirs, name="Viper", type="knave")
    scene.run()
    scene.change(scene.world.get(Stack, watch.id), province=scene.at(0, 0).id)
    scene.produce()
    assert facts_of(scene, agent).where.sight == "last sighted in turn 1"


def test_names_cannot_format_or_mention(scene: Scene) -> None:
    said = words(scene, spy(scene, message="**@everyone** <@1>"), "Overview")
    assert "@everyone" not in said.replace("@\u200beveryone", "")
    assert "<@1>" not in said
