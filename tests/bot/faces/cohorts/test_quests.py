"""The panel of quests: what a faction knows of them, what each asks, and who could go now."""

import pytest

from bot.faces.cohorts.quests.facts import QuestFacts, TaskFacts, quest_facts
from bot.faces.cohorts.quests.texts import quest_tabs
from bot.faces.words.tabs import PAGE
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.magic.lasting import begin_countdown
from engine.packs.cohorts.pieces.hotspots import HotSpot
from tests.rules.scene import Scene, module

CONTENT = module().content(Content)
BOUND = next(key for key, each in CONTENT.quests.items() if each.where.hot_spot)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def site(scene: Scene, x: int, y: int, *quests: str, name: str = "Old Glade") -> HotSpot:
    return scene.world.add(
        HotSpot,
        province=scene.at(x, y).id,
        type="",
        name=name,
        icon="moon",
        text="It hums.",
        quests=quests,
        hidden=False,
        uses=2,
    )


def facts(scene: Scene) -> QuestFacts:
    return quest_facts(scene.rules, scene.view(), scene.ours.id, scene.me.id)


def task(found: QuestFacts, key: str) -> TaskFacts:
    known = CONTENT.quests.get(key) or CONTENT.adventures[key]
    return next(each for each in found.tasks if each.name == known.name)


def words(found: QuestFacts, tab: str) -> str:
    return "\n".join(next(each for each in quest_tabs(found) if each.name == tab).pages)


def test_a_place_is_known_from_afar_but_not_what_it_calls_for(scene) -> None:
    scene.stack(5, 5)
    site(scene, 6, 5, BOUND)
    found = facts(scene)
    (place,) = found.sites
    assert (place.name, place.x, place.y, place.tasks) == ("Old Glade", 6, 5, None)
    assert all(each.name != CONTENT.quests[BOUND].name for each in found.tasks)
    assert "you do not know what it calls for" in words(found, "Places of note")
    assert "go there to learn more" in words(found, "Open to you now")


def test_who_is_there_reads_what_it_calls_for(scene) -> None:
    scene.stack(5, 5, name="Iron Guard")
    site(scene, 5, 5, BOUND)
    found = facts(scene)
    assert found.sites[0].tasks == (CONTENT.quests[BOUND].name,)
    assert found.sites[0].uses == 2
    assert not task(found, BOUND).ready
    assert task(found, BOUND).hindered, "an empty stack completes nothing, and is told why"


def test_who_could_do_it_now_is_named_and_stands_first(scene) -> None:
    key = next(
        key
        for key, each in CONTENT.adventures.items()
        if each.where.hot_spot and each.requires.level_max and each.requires.attributes
    )
    adventure = CONTENT.adventures[key]
    site(scene, 5, 5, key)
    stack = scene.stack(5, 5)
    able = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 18)
    hero = scene.character(stack, name="Elowen", attributes=able)
    scene.character(stack, name="Dull", attributes=dict.fromkeys(able, 3))
    found = facts(scene)
    assert task(found, key).ready == (hero.name,)
    assert found.tasks[0].ready
    assert f"**{adventure.name}** (adventure): " in words(found, "Open to you now")
    assert f"level {adventure.requires.level_max} or less" in task(found, key).asks


def test_a_teammates_hero_is_told_apart_and_an_ending_only_once_it_was_reached(scene) -> None:
    key, adventure = next((k, a) for k, a in CONTENT.adventures.items() if not a.where.hot_spot)
    mate = scene.someone("own")
    scene.character(scene.stack(5, 5, mate), mate, name="Elowen")
    mine = scene.character(scene.stack(5, 5), name="Osric")
    assert adventure.told not in str(quest_tabs(facts(scene)))
    assert "Elowen" not in words(facts(scene), "Open to you now")
    begin_countdown(scene.world, mine.place, key, adventure.open)
    assert task(facts(scene), key).told == adventure.told


def test_nobody_of_others_is_named(scene) -> None:
    enemy = scene.someone("at_war")
    site(scene, 5, 5, BOUND)
    scene.stack(5, 5)
    scene.character(scene.stack(5, 5, enemy, name="Grimhold"), enemy, name="Vask")
    told = "\n".join(page for tab in quest_tabs(facts(scene)) for page in tab.pages)
    assert "Vask" not in told
    assert "Grimhold" not in told


def test_every_task_of_the_module_is_told_in_pages_that_fit(scene) -> None:
    stack = scene.stack(5, 5)
    scene.character(stack)
    site(scene, 5, 5, *CONTENT.quests, *CONTENT.adventures, name="*" * 60)
    found = facts(scene)
    assert len(found.tasks) == len(CONTENT.quests) + len(CONTENT.adventures)
    assert all(each.gives for each in found.tasks if not each.endings)
    tabs = quest_tabs(found)
    assert [tab.name for tab in tabs][:2] == ["Open to you now", "Places of note"]
    assert all(len(page) <= PAGE for tab in tabs for page in tab.pages)


def test_a_title_that_is_fuel_is_told_as_used_up(scene) -> None:
    key, quest = next((k, each) for k, each in CONTENT.quests.items() if each.consumes.title)
    scene.stack(5, 5)
    site(scene, 5, 5, key)
    title = CONTENT.titles[str(quest.consumes.title)]
    assert f"the title {title.name}" in task(facts(scene), key).takes
