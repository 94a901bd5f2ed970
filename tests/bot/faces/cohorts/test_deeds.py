"""What can be done with a thing, and what not and why: what **Do …** below its card tells."""

from bot.faces.actions import deeds
from bot.faces.choices.asking import planning
from engine.world import Record
from tests.bot.faces.cohorts.band import band
from tests.bot.faces.cohorts.test_agent import spy
from tests.rules.scene import Scene


def told(scene: Scene, thing: Record) -> dict[str, str]:
    """What stands in the way of each order for a thing; empty for what would be accepted."""
    view = scene.view()
    found = deeds(planning(scene.rules, view, scene.me.id), view.get(type(thing), thing.id))
    return {" ".join(each.path): each.hindered for each in found}


def test_what_can_be_ordered_comes_first_and_the_rest_says_why_not(scene) -> None:
    found = told(scene, band(scene).hero)
    assert [*found.values()] == sorted(found.values(), key=bool)
    assert {found["character cast"], found["spend attribute-points"]} == {""}
    assert found["unit bury"] == "Elowen is alive."


def test_who_has_acted_is_told_so_for_every_action(scene) -> None:
    found = told(scene, band(scene, actions=0).hero)
    assert "has acted" in found["character take-a-break"]
    assert not found["set slot"]


def test_what_stands_in_the_way_of_an_agent_is_told(scene) -> None:
    found = told(scene, spy(scene))
    assert not found["agent detect"]
    assert "an enemy's stack of agents" in found["agent rob"]
    acted = told(scene, spy(scene, actions=0))
    assert acted["agent detect"] == "Whisper has no action left this turn."


def test_a_stack_can_move_and_is_not_empty(scene) -> None:
    found = told(scene, band(scene).stack)
    assert not found["stack move"]
    assert "not empty" in found["stack deactivate"]


def test_asking_what_can_be_done_changes_nothing(scene) -> None:
    hero, view = band(scene).hero, scene.view()
    before = [record for kind in view.kinds.values() for record in view.all(kind)]
    deeds(planning(scene.rules, view, scene.me.id), view.get(type(hero), hero.id))
    assert [record for kind in view.kinds.values() for record in view.all(kind)] == before


def test_what_one_is_too_unskilled_for_is_not_offered(scene: Scene) -> None:
    scene.barony((5, 5), (6, 5))
    city = scene.city(5, 5, scene.me)
    warrior = scene.character(city, name="Bram", job="warrior", level=1, actions=1)
    found = told(scene, warrior)
    assert found["covert sabotage-morale"] == "It would change nothing, even if it succeeded."
    assert "nothing to choose from" in found["set combat-spell"]
    thief = scene.change(warrior, job="knave", skills={"thief": 5})
    assert not told(scene, thief)["covert sabotage-morale"]
