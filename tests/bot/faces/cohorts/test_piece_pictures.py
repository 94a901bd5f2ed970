"""The pictures of characters, units, stacks and items, and the map of what a stack can reach."""

from dataclasses import replace

import numpy as np
import pytest

from bot.faces.cards.card import PanelCard, made_of
from bot.faces.cards.picture import draw_card
from bot.faces.cohorts.map.chart import chart_of
from bot.faces.cohorts.map.strides import BY_TURN, TURNS, strides
from bot.faces.cohorts.stack.panel import card_of as stack_card
from bot.faces.cohorts.stack.reach import reach
from bot.faces.map.chart import Chart, Focus, Stride
from bot.faces.map.frame import MapFrame
from bot.faces.map.picture import compose, draw_map
from bot.faces.paint import palette
from bot.faces.paint.palette import rgb
from bot.faces.paint.picture import Picture
from bot.faces.sheet.sheet import LONGEST_ALT
from engine.packs.cohorts.pieces.records import Stack
from tests.bot.faces.cohorts.band import band
from tests.bot.faces.cohorts.fighters import drawn
from tests.bot.faces.pictured import pixels, sound_card
from tests.rules.scene import Scene


def stack_of(scene: Scene, stack: Stack) -> PanelCard:
    view = scene.view()
    return stack_card(scene.rules, view, scene.ours.id, view.get(Stack, stack.id))


def draw_stack(scene: Scene, card: PanelCard) -> Picture:
    return draw_card(card, scene.view())


# ---------------------------------------------------------------- cards


def test_a_stack_of_the_dead_says_that_it_can_neither_move_nor_fight(scene) -> None:
    stack = scene.stack(5, 5, name="Grave Watch")
    scene.character(stack, name="Maud", dead=True)
    card = stack_of(scene, stack)
    words = " ".join(page for tab in made_of(card, scene.view()).tabs for page in tab.pages)
    assert "Nobody in it can move or fight" in words
    assert "encounter level 0" not in words
    assert "Used" not in words
    picture = draw_stack(scene, card)
    sound_card(picture)
    assert "Nobody in it can move or fight" in picture.alt
    assert "level 0" not in picture.alt


def test_a_stack_is_drawn_by_its_battle_slots(scene) -> None:
    stack = scene.stack(5, 5, name="Iron Guard")
    spears = scene.unit(stack, name="Old Spears", slot=2)
    scene.character(stack, name="Maud", slot=7)
    scene.character(stack, name="Body", dead=True, slot=1)
    card = stack_of(scene, stack)
    slots = card.boxes[0].slots
    assert slots
    there = [(slot, each.name) for slot, here in enumerate(slots.here, 1) for each in here]
    assert there == [(2, "Old Spears"), (7, "Maud")]
    picture = draw_stack(scene, card)
    assert "Slot 2: Old Spears; Slot 7: Maud." in picture.alt
    scene.change(spears, slot=5)
    assert draw_stack(scene, stack_of(scene, stack)).png != picture.png


def test_an_empty_stack_and_a_bare_recruit_are_drawn(scene) -> None:
    stack = scene.stack(2, 2)
    sound_card(draw_stack(scene, stack_of(scene, stack)))
    sound_card(drawn(scene, scene.unit(stack)))


def test_wounds_and_used_movement_change_the_picture(scene) -> None:
    mage = band(scene).hero
    before = pixels(drawn(scene, mage))
    after = pixels(drawn(scene, scene.change(mage, wounds=60)))
    assert (before[:400] != after[:400]).any()


# ---------------------------------------------------------------- reach


def reached(scene: Scene) -> Chart:
    stack = band(scene).stack
    view = scene.view()
    _, found = reach(scene.rules, view, view.get(Stack, stack.id), "land", TURNS)
    return replace(
        chart_of(scene.rules, view, scene.ours.id),
        strides=tuple(strides(view, found)),
        steps=BY_TURN,
        steps_are="Reached",
        title="Iron Guard",
    )


def test_the_reach_is_told_turn_by_turn_to_those_who_cannot_see_it(scene) -> None:
    chart = reached(scene)
    picture = draw_map(chart, Focus("zoom", (5, 5), 5, legend="factions"))
    assert picture.filename == "map-reach-around-5-5-turn-1.png"
    assert len(picture.alt) <= LONGEST_ALT
    assert "Iron Guard: reached this turn: " in picture.alt
    assert "Iron Guard: reached next turn: " in picture.alt


def count(image: np.ndarray, colour: str) -> int:
    return int((np.abs(image - np.array(rgb(colour))).sum(axis=2) < 24).sum())


@pytest.mark.parametrize("radius", [2, 5, 12])
def test_a_border_runs_around_the_reach_at_every_size(scene, radius) -> None:
    chart = reached(scene)
    focus = Focus("zoom", (5, 5), radius, legend="none")
    with_it, without = (
        pixels(draw_map(each, focus)) for each in (chart, replace(chart, strides=()))
    )
    assert (with_it != without).any()
    if radius == 5:
        assert count(with_it, palette.HIGHLIGHT) > count(without, palette.HIGHLIGHT) + 1000


def test_provinces_never_seen_are_bounded_too_and_tell_nothing_else(scene) -> None:
    chart = reached(scene)
    known = {(cell.x, cell.y) for cell in chart.cells}
    beyond = (5, 7)
    assert beyond not in known
    focus = Focus("zoom", (5, 5), 4, legend="none")
    alone = replace(chart, strides=(Stride(*beyond, 1, 2),))
    changed = pixels(draw_map(alone, focus)) != pixels(draw_map(replace(chart, strides=()), focus))
    assert changed.any()


def test_the_legend_says_what_the_shades_mean(scene) -> None:
    chart = reached(scene)
    with_key = draw_map(chart, Focus("zoom", (5, 5), 4, legend="factions"))
    without = draw_map(replace(chart, strides=()), Focus("zoom", (5, 5), 4, legend="factions"))
    assert with_key.height > without.height


def test_each_step_of_a_reach_has_a_hue_of_its_own_and_leaves_the_land_to_be_seen(scene) -> None:
    chart = reached(scene)
    focus = Focus("zoom", (5, 5), 4, legend="none")
    bare = pixels(draw_map(replace(chart, strides=()), focus))
    for step, hue in enumerate(palette.STRIDES):
        one = pixels(draw_map(replace(chart, strides=(Stride(5, 4, step),)), focus))
        assert count(one, hue) > count(bare, hue) + 300
        changed = np.abs(one - bare).max(axis=2) > 0
        assert np.abs(one - bare).max(axis=2)[changed].mean() < 90


def test_a_zero_is_never_written(scene) -> None:
    chart = replace(reached(scene), strides=(Stride(5, 4, 0), Stride(6, 5, 1, 2)))
    made = compose(chart, Focus("window", frame=MapFrame(1, 1, 9, 8), legend="none"))
    inside = [each for each in made.written if each.box[1] >= made.frame[1]]
    inside = [each for each in inside if made.frame[0] <= each.box[0] < made.frame[2]]
    assert "0" not in [each.says for each in inside]
    assert "2" in [each.says for each in inside]
