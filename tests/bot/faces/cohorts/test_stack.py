"""The panel of a stack: who slows it down, how far it gets, and what is hidden of foreign ones."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.faces.cards.card import made_of
from bot.faces.choices.asking import planning
from bot.faces.cohorts.map.strides import frame, strides
from bot.faces.cohorts.stack.reach import reach
from bot.faces.map.chart import Stride
from engine.hexes import Hex
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.movement import routes
from engine.packs.cohorts.pieces.records import Province, Stack
from tests.bot.faces.cohorts.band import Band, band
from tests.bot.faces.cohorts.panels import card, rows, words
from tests.rules.scene import Scene, ref

# ---------------------------------------------------------------- an own stack


def test_members_are_told_with_their_encounter_levels_and_what_ails_them(scene) -> None:
    stack = band(scene).stack
    assert card(scene, stack).subtitle.startswith("legion, ")
    members = rows(scene, stack, "1 character, 1 unit, 1 agent")
    assert [(row.value, row.note) for row in members.values()] == [
        ("wounds 12%", "Elf mage, encounter level 7"),
        ("wounds 8%, morale 80%", "200 Human soldiers, encounter level 7"),
        ("", "Human knave"),
    ]
    assert ("encounter level 8") in [box.note for box in card(scene, stack).boxes]


def test_prisoners_and_bodies_are_not_counted_among_those_who_make_up_a_stack(scene) -> None:
    stack = scene.stack(5, 5)
    scene.character(stack)
    scene.unit(stack, soldiers=120)
    foe = scene.someone("at_war")
    for _ in range(2):
        scene.unit(stack, foe, soldiers=80, captor=scene.me.id)
    scene.character(stack, foe, captor=scene.me.id, dead=True)
    titles = [box.title for box in card(scene, stack).boxes]
    assert "1 character, 1 unit, 120 soldiers, 2 prisoners, 1 body" in titles


def test_a_stack_that_helps_neutrals_says_so(scene) -> None:
    stack = scene.stack(5, 5)
    assert "neutral barony" not in words(scene, stack)
    scene.change(stack, assists=True)
    assert "Helps: the neutral barony" in words(scene, stack)


def test_the_slowest_is_named_with_what_makes_its_rate(scene) -> None:
    pace = rows(scene, band(scene).stack, "By land")
    assert pace["Points left"].value == "32 of 32"
    assert [*pace][1:3] == ["Old Spears is slowest.", "Old Spears"]
    assert "+6% Ranger 2" in pace["Elowen"].note


def test_an_overburden_is_told_with_load_and_capacity(scene) -> None:
    stack = band(scene).stack
    scene.items(stack, spear=40)
    pace = rows(scene, stack, "By land")
    assert pace["Points left"].value == "0 of 0"
    assert [*pace][1].startswith("Nothing in it carries its goods, bodies and captives (60")
    assert "0 provinces in reach" in words(scene, stack, "Movement")


def test_movement_that_is_used_is_gone_from_what_is_left(scene) -> None:
    stack = scene.change(band(scene).stack, used=Fraction(3, 4))
    assert rows(scene, stack, "By land")["Points left"].value == "8 of 32"
    assert "Used: 75% of its movement" in words(scene, stack)


def test_a_fleet_tells_what_its_ships_hold(scene) -> None:
    for x in range(3, 8):
        scene.province(x, 5, terrain="sea")
    stack = scene.stack(5, 5, name="Fleet")
    ship = next(iter(scene.content.ships))
    scene.unit(stack, arm="ship", type=ship, soldiers=5)
    scene.items(stack, spear=3)
    aboard = rows(scene, stack, "By water")["Aboard"].value
    assert aboard.startswith("troops 0 of ")
    assert "cargo 0 of" not in aboard
    assert card(scene, stack).subtitle.startswith("fleet, ")


def test_a_stack_in_which_nobody_can_move_says_so(scene) -> None:
    stack = scene.stack(5, 5)
    assert not rows(scene, stack, "By ")
    assert "nothing in it moves by itself" in words(scene, stack)


# ---------------------------------------------------------------- its reach


def test_every_province_in_reach_can_be_entered_with_the_points_foretold(scene) -> None:
    scene.province(6, 5, terrain="mountains")
    stack = band(scene).stack
    view = scene.view()
    stamina, reached = reach(scene.rules, view, view.get(Stack, stack.id), "land")
    assert stamina.points == 32
    far = min(
        (p for p in reached if p in {r.id for r in view.all(Province)}),
        key=lambda one: reached[one],
    )
    goal = scene.world.get(Province, far)
    ran = scene.run(Move(stack=ref(stack), destination=ref(goal)))
    assert not ran.refused
    assert scene.now(stack).province == far
    assert 32 * (1 - scene.now(stack).used) == reached[far][1]


def test_strides_bear_the_turn_of_arrival_and_the_soonest_come_first(scene) -> None:
    stack = band(scene).stack
    view = scene.view()
    shown = strides(view, {1: (3, Fraction(15, 2)), stack.province: (1, Fraction(32))})
    assert [(each.x, each.y, each.step, each.number) for each in shown] == [
        (5, 5, 0, 1),
        (0, 0, 2, 3),
    ]


def test_the_reach_by_turn_is_that_of_the_rules_in_the_first_and_grows(scene) -> None:
    stack = band(scene).stack
    view = scene.view()
    own = view.get(Stack, stack.id)
    at_once = routes.reach(planning(scene.rules, view, own.player), own, "land")
    _, one = reach(scene.rules, view, own, "land")
    assert {id: left for id, (_, left) in one.items()} == at_once
    _, later = reach(scene.rules, view, own, "land", 3)
    assert {id: each for id, each in later.items() if each[0] == 1} == one
    assert {turn for turn, _ in later.values()} == {1, 2, 3}


def test_the_part_that_is_shown_holds_the_nearest_steps_and_is_no_wider_than_can_be_read() -> None:
    wide = Scene(60, 60).view()
    near = [Stride(x, 30, 0, 1) for x in range(28, 33)]
    held = frame(wide, Hex(30, 30), near)
    assert all(held.holds(each.x, each.y, 60) for each in near)
    far = [Stride(x, 30, 1, 2) for x in range(10, 55)]
    assert frame(wide, Hex(30, 30), [*near, *far]) == held
    alone = frame(wide, Hex(30, 30), [replace(each, step=0) for each in far])
    assert all(alone.holds(each.x, each.y, 60) for each in far)


def test_a_stack_without_points_reaches_its_own_province_alone(scene) -> None:
    stack = scene.change(band(scene).stack, used=Fraction(1))
    view = scene.view()
    stamina, reached = reach(scene.rules, view, view.get(Stack, stack.id), "land")
    assert list(reached) == [stack.province]
    (only,) = strides(view, reached)
    assert (only.step, stamina.points) == (0, 0)


# ---------------------------------------------------------------- foreign stacks


@pytest.fixture
def rivals(scene) -> Band:
    found = band(scene, scene.player("Rita", "theirs"))
    scene.items(found.stack, dagger=77)
    scene.character(scene.stack(5, 5, name="Watchers"))
    return found


def test_of_a_stack_of_others_only_its_members_are_told(scene, rivals) -> None:
    seen = rows(scene, rivals.stack, "As far as you know")["Seen in it"].text
    assert [name in seen for name in ("Elowen", "Old Spears", "Whisper")] == [True] * 3
    assert "level" not in seen
    (tab,) = made_of(card(scene, rivals.stack), scene.view()).tabs
    assert "hidden from you" in tab.pages[0]
    assert "77" not in tab.pages[0]
