"""The panel of an agent: what it can try with which chance, and what is hidden of foreign ones."""

from engine.packs.cohorts.agents.of_guilds import GuildSummonAgent
from engine.packs.cohorts.agents.summoning import CharacterSummonAgent
from engine.packs.cohorts.pieces.records import Agent, Stack
from tests.bot.faces.cohorts.panels import card, drawn, rows, words
from tests.rules.scene import Scene, ref

SKILLS = {"spy": 9, "thief": 14, "assassin": 13, "stealth": 6}


def spy(scene: Scene, **values: object) -> Agent:
    stack = scene.stack(5, 5, name="Grey Hoods")
    usual = {"name": "Whisper", "type": "knave", "level": 14, "skills": SKILLS, "actions": 1}
    return scene.agent(stack, **{**usual, **values})


# ---------------------------------------------------------------- an own agent


def test_every_errand_is_told_with_its_reach_and_its_chance_and_leads_to_its_form(scene) -> None:
    agent = spy(scene)
    errands = rows(scene, agent, "What it can try")
    assert [(name, row.value) for name, row in errands.items()] == [
        ("Detect agent", "Spy 9, within 6 provinces"),
        ("Assassinate agent", "Assassin 13, within 3 provinces"),
        ("Rob agent", "Thief 14, within 9 provinces"),
    ]
    odds = "50% against stealth 9, 5% more or less for each level of difference"
    assert errands["Detect agent"].text == odds
    assert errands["Rob agent"].text.startswith("50% against thief or stealth 14, 1% more or less")
    (lead,) = errands["Rob agent"].leads
    assert (lead.order, lead.given) == (("agent", "rob"), (("agent", str(ref(agent))),))
    assert "elude capture or die: 50% against level 6" in words(scene, agent, "Errands")


def test_an_agent_of_a_guild_tells_whom_it_serves_and_whence_its_skills_are(scene: Scene) -> None:
    city = scene.city(5, 5, scene.me, name="Harrow", population={"human": 9000})
    scene.run(GuildSummonAgent(guild=ref(scene.guild(city, "merchant", 12))))
    agent = next(scene.world.all(Agent))
    assert "Serves: Merchant guild in Harrow" in words(scene, agent)
    assert "half of that or the level of the city's knave guild" in words(scene, agent, "Skills")
    trade = rows(scene, agent, "What it can try")["Establish trade agreement"]
    assert trade.text == "36% for goods of equal worth"
    assert "Moves: only in a stack" in words(scene, agent)


def test_an_agent_of_a_character_tells_whom_it_serves(scene: Scene) -> None:
    hero = scene.character(scene.stack(5, 5), name="Elowen", skills={"spell_craft": 9}, job="mage")
    scene.run(CharacterSummonAgent(character=ref(hero)))
    agent = next(scene.world.all(Agent))
    assert "Serves: Elowen" in words(scene, agent)
    assert "without the summoner's gear" in words(scene, agent, "Skills")
    assert list(rows(scene, agent, "What it can try")) == ["Steal spell"]
    scene.world.remove(scene.now(hero))
    assert "Serves: nobody any more" in words(scene, agent)


def test_what_it_carries_slows_it_and_is_listed(scene: Scene) -> None:
    agent = spy(scene)
    free = rows(scene, agent, "How it goes")["By land"].value
    scene.items(agent, plate=3)
    assert int(rows(scene, agent, "How it goes")["By land"].value) < int(free)
    assert "3 × Plate" in words(scene, agent, "Possessions")


def test_an_agent_without_any_skill_has_a_panel(scene: Scene) -> None:
    agent = spy(scene, skills={})
    assert "It has no skill" in words(scene, agent, "Skills")
    assert drawn(scene, agent).height > 400


# ---------------------------------------------------------------- foreign ones


def test_of_an_agent_of_others_only_what_is_plain_is_told(scene: Scene) -> None:
    scene.character(scene.stack(5, 5))
    theirs = scene.player("Rita", "theirs")
    stack = scene.stack(5, 5, theirs, name="Black Hand")
    agent = scene.agent(stack, theirs, name="Viper", type="knave", skills=SKILLS, level=14)
    made = card(scene, agent)
    (seen,) = made.boxes
    assert seen.title == "As far as you know"
    said = words(scene, agent)
    assert "Place: with Black Hand at 5,5" in said
    assert "hidden from you" in said
    scene.change(agent, level=20, skills={}, actions=0)
    scene.items(agent, dagger=7)
    assert card(scene, agent) == made
    assert "14" not in drawn(scene, agent).alt


def test_an_agent_that_left_sight_is_told_as_it_was(scene: Scene) -> None:
    watch = scene.stack(5, 5)
    scene.character(watch)
    theirs = scene.player("Rita", "theirs")
    agent = scene.agent(scene.stack(5, 5, theirs), theirs, name="Viper", type="knave")
    scene.run()
    scene.change(scene.world.get(Stack, watch.id), province=scene.at(0, 0).id)
    scene.produce()
    assert "Sight: last sighted in turn 1" in words(scene, agent)
