"""The panel of quests: what a faction knows of them, what each asks, and who could go now."""

from bot import faces
from bot.faces.cards.card import PanelCard, Row, entries_of, made_of
from bot.faces.choices.asking import Asking
from bot.faces.cohorts.quests.panel import card_of
from bot.faces.words.tabs import PAGE
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.magic.lasting import begin_countdown
from engine.packs.cohorts.pieces.hotspots import HotSpot
from tests.rules.scene import Scene, module

CONTENT = module().content(Content)
BOUND = next(key for key, each in CONTENT.quests.items() if each.where.hot_spot)


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


def card(scene: Scene) -> PanelCard:
    asking = Asking(faces.of(scene.rules), scene.view(), scene.ours.id, scene.me.id)
    return card_of(asking)


def task(scene: Scene, key: str) -> dict[str, Row]:
    """The rows of a task by name; none if nothing is told of it."""
    known = CONTENT.quests.get(key) or CONTENT.adventures[key]
    found = [each for each in card(scene).boxes if each.title == known.name]
    return {row.name: row for box in found for row in box.rows}


def words(scene: Scene, tab: str = "Open to you now") -> str:
    return "\n".join(each.line for each in entries_of(card(scene), tab))


def test_a_place_is_known_from_afar_but_not_what_it_calls_for(scene) -> None:
    scene.stack(5, 5)
    site(scene, 6, 5, BOUND)
    assert task(scene, BOUND) == {}
    places = words(scene, "Places of note")
    assert "Old Glade: 6,5. It hums. Nobody of yours is there" in places
    assert "go there to learn more" in words(scene)


def test_who_is_there_reads_what_it_calls_for(scene) -> None:
    scene.stack(5, 5, name="Iron Guard")
    site(scene, 5, 5, BOUND)
    places = words(scene, "Places of note")
    assert "(2 uses left)" in places
    assert f"It calls for {CONTENT.quests[BOUND].name}." in places
    assert "Could be done now by" not in task(scene, BOUND)
    assert task(scene, BOUND)["Not now"].text, "an empty stack completes nothing, and is told why"


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
    found = task(scene, key)
    assert found["Could be done now by"].value == hero.name
    assert words(scene, "Adventures").startswith(f"**{adventure.name}**")
    assert f"{adventure.name}: {hero.name} (adventure)" in words(scene)
    assert f"level {adventure.requires.level_max} or less" in found["Asks for"].value


def test_a_teammates_hero_is_told_apart_and_an_ending_only_once_it_was_reached(scene) -> None:
    key, adventure = next((k, a) for k, a in CONTENT.adventures.items() if not a.where.hot_spot)
    mate = scene.someone("own")
    scene.character(scene.stack(5, 5, mate), mate, name="Elowen")
    mine = scene.character(scene.stack(5, 5), name="Osric")
    assert adventure.told not in repr(card(scene))
    assert "Elowen" not in words(scene)
    begin_countdown(scene.world, mine.place, key, adventure.open)
    assert task(scene, key)["When it was done"].text == adventure.told


def test_nobody_of_others_is_named(scene) -> None:
    enemy = scene.someone("at_war")
    site(scene, 5, 5, BOUND)
    scene.stack(5, 5)
    scene.character(scene.stack(5, 5, enemy, name="Grimhold"), enemy, name="Vask")
    told = repr(card(scene))
    assert "Vask" not in told
    assert "Grimhold" not in told


def test_every_task_of_the_module_is_told_in_pages_that_fit(scene) -> None:
    stack = scene.stack(5, 5)
    scene.character(stack)
    site(scene, 5, 5, *CONTENT.quests, *CONTENT.adventures, name="*" * 60)
    shown = card(scene)
    tasks = shown.boxes[2:]
    assert len(tasks) == len(CONTENT.quests) + len(CONTENT.adventures)
    told = [{row.name for row in box.rows} for box in tasks]
    assert all(names & {"Gives", "It ends as you choose"} for names in told)
    made = made_of(shown, scene.view())
    assert made.picture is None
    assert [tab.name for tab in made.tabs][:2] == ["Open to you now", "Places of note"]
    assert all(len(page) <= PAGE for tab in made.tabs for page in tab.pages)


def test_a_title_that_is_fuel_is_told_as_used_up(scene) -> None:
    key, quest = next((k, each) for k, each in CONTENT.quests.items() if each.consumes.title)
    scene.stack(5, 5)
    site(scene, 5, 5, key)
    title = CONTENT.titles[str(quest.consumes.title)]
    assert f"the title {title.name}" in task(scene, key)["Uses up"].value
