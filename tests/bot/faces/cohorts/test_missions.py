"""The panel of a spy: each mission with its chances, as far as its faction knows the defenders."""

from bot.faces.cards.card import Row
from bot.faces.choices.asking import planning
from bot.faces.cohorts.fighter.missions import covert_rows
from bot.faces.words.text import percent
from engine.packs.cohorts.covert.spying import SpyCity
from engine.packs.cohorts.pieces.records import Character
from tests.bot.faces.cohorts.panels import rows
from tests.rules.scene import Scene, ref


def spy(scene: Scene, **skills: int) -> Character:
    stack = scene.stack(5, 5)
    return scene.character(stack, name="Whisper", job="knave", skills=skills, actions=1)


def work_of(scene: Scene, character: Character) -> list[Row]:
    view = scene.view()
    state = planning(scene.rules, view, scene.me.id)
    return list(covert_rows(state, view.get(Character, character.id)))


def missions(work: list[Row], name: str = "") -> list[Row]:
    told = [row for row in work if row.value.startswith("success ")]
    return [row for row in told if name in ("", row.name)]


def test_the_chances_are_those_that_the_mission_has(scene) -> None:
    enemy = scene.someone("at_war")
    city = scene.city(6, 5, enemy)
    agent = spy(scene, spy=12)
    (row,) = missions(work_of(scene, agent), "Spy city")
    found = SpyCity(character=ref(agent), target=ref(city)).prospects(
        planning(scene.rules, scene.view(), scene.me.id), agent, city
    )
    odds = found.odds
    assert row.value == f"success {odds.success}%, captured {percent(odds.capture)}"
    assert city.name in row.text


def test_defenders_that_are_hidden_change_nothing_that_is_told(scene) -> None:
    enemy = scene.someone("at_war")
    city = scene.city(6, 5, enemy)
    agent = spy(scene, spy=12)
    before = work_of(scene, agent)
    scene.character(city, enemy, job="knave", level=20, skills={"spy": 30, "thief": 30})
    assert work_of(scene, agent) == before


def test_what_factions_forbid_is_not_offered(scene) -> None:
    friend = scene.someone("allied")
    scene.city(6, 5, friend)
    work = work_of(scene, spy(scene, spy=12))
    assert work
    assert not missions(work, "Spy city")


def test_a_character_without_a_covert_skill_has_no_such_tab(scene) -> None:
    plain = spy(scene)
    scene.change(plain, job="warrior")
    assert work_of(scene, plain) == []


def test_the_panel_tells_of_the_limit_of_risk_and_the_best_chances_first(scene) -> None:
    enemy = scene.someone("at_war")
    scene.city(6, 5, enemy)
    agent = spy(scene, spy=12, thief=2)
    told = rows(scene, agent, "Covert work")
    assert "risk" in told["As far as you know"].text
    assert told["Best covert skill"].value == "spy 13", "with what a knave has of its class"
    best = [int(row.value[8:].partition("%")[0]) for row in missions(work_of(scene, agent))]
    assert best == sorted(best, reverse=True)
    assert len(set(best)) > 1
