"""The pictures of panels: their size, the extremes, their words for who cannot see them.

Portraits differ by race, calling, gear, wounds and person, and are the same each time.
"""

import json
from dataclasses import replace

import numpy as np
import pytest

from bot.faces.cards.card import made_of
from bot.faces.cards.picture import draw_card
from bot.faces.cohorts.city.panel import card_of
from bot.faces.cohorts.fighter.likeness import likeness_of
from bot.faces.cohorts.growth.panel import card_of as growth_card
from bot.faces.cohorts.growth.past import Point
from bot.faces.cohorts.map.chart import chart_of
from bot.faces.cohorts.map.strides import BY_TURN, TURNS, strides
from bot.faces.cohorts.plain import plainly
from bot.faces.cohorts.stack.reach import reach
from bot.faces.map.chart import Chart, Focus, Stride
from bot.faces.map.frame import MapFrame
from bot.faces.map.picture import compose, draw_map
from bot.faces.paint import palette
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import rgb
from bot.faces.paint.picture import Picture
from bot.faces.paint.text import measure
from bot.faces.sheet import portrait as portraits
from bot.faces.sheet.likeness import Likeness, state_words
from bot.faces.sheet.portrait import portrait
from bot.faces.sheet.sheet import LONGEST_ALT, Sheet, alt_text, file_name, wrapped
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Stack
from tests.bot.faces.cohorts.band import band
from tests.bot.faces.cohorts.panels import card, drawn
from tests.bot.faces.cohorts.town import LONGEST
from tests.bot.faces.pictured import pixels, sound_card
from tests.rules.scene import Scene, module


def city_drawn(scene: Scene, city: City) -> Picture:
    view = scene.view()
    trend = [(turn, 1_000 * turn) for turn in range(1, 13)]
    return draw_card(card_of(scene.rules, view, view.get(City, city.id), trend), view)


# ---------------------------------------------------------------- the city


def test_a_city_in_which_nobody_lives_is_drawn(scene: Scene) -> None:
    picture = city_drawn(scene, scene.city(3, 3, scene.me, name="Empty"))
    sound_card(picture)
    assert "In all: 0 of" in picture.alt


# ---------------------------------------------------------------- growth


def grown(*points: Point) -> Picture:
    scene = Scene()
    races = dict.fromkeys(race for point in points for race in (*point.free, *point.slaves))
    names = {race: race.title() for race in races}
    return draw_card(growth_card(names, "Harrow", scene.ours.id, 9, points), scene.view())


def test_growth_tells_its_figures_to_those_who_cannot_see_it() -> None:
    first = Point(1, {"human": 1000}, {}, 0, {"Swords": 1})
    last = Point(2, {"human": 1100, "elf": 40}, {"orc": 60}, 35, {"Swords": 2})
    picture = grown(first, last)
    sound_card(picture)
    assert "turns 1 to 2, of Ours, turn 9. People (1,200): In all: 1,000 to 1,200; " in picture.alt
    assert "Human: 1,000 to 1,100" in picture.alt
    assert "Orc, slaves: 0 to 60" in picture.alt
    assert "Waiting: 0 to 35. Guild levels: Swords: 1 to 2." in picture.alt
    assert picture.alt.endswith("People by turn 1: 1,000, 2: 1,200. Swords from turn 1 on: 1, 2.")


@pytest.mark.parametrize(
    "points",
    [
        (Point(5, {}, {}, 0, {}),),
        (Point(5, {"human": 1}, {}, 1, {"Swords": 1}),),
        tuple(Point(n, {}, {"orc": n}, 0, {}) for n in (1, 2, 9)),
        tuple(Point(n, {"human": 10**9 * n}, {}, 10**9, {LONGEST: 35}) for n in range(1, 400)),
        tuple(
            Point(
                n,
                {f"race {r}": 5000 - r for r in range(12)},
                {f"race {r}": 40 for r in range(12)},
                n,
                {f"{LONGEST} {g}": 1 + n % 35 for g in range(6 + n % 2)},
            )
            for n in range(1, 30)
        ),
    ],
    ids=["nobody", "one turn", "gaps", "many turns", "twelve races"],
)
def test_any_growth_is_drawn(points) -> None:
    sound_card(grown(*points))


def test_turns_that_are_missing_leave_a_gap() -> None:
    whole = [Point(n, {"human": 1000}, {}, 0, {}) for n in range(1, 10)]
    gap = [point for point in whole if not 4 <= point.turn <= 6]
    band = palette.rgb(palette.BANDS[0])

    def covered(points: list[Point]) -> int:
        return int((pixels(grown(*points)) == band).all(axis=2).sum())

    assert covered(gap) < 0.7 * covered(whole)


# ---------------------------------------------------------------- the sheet


def test_alt_text_never_grows_too_long_and_keeps_what_comes_first() -> None:
    text = alt_text([f"Sentence {n}." for n in range(500)])
    assert len(text) <= LONGEST_ALT
    assert text.startswith("Sentence 0. Sentence 1.")
    assert text.endswith("…")
    assert alt_text([]) == ""
    assert (
        alt_text(["Message: “Sleep indoors.”.", "So it is."])
        == "Message: “Sleep indoors.” So it is."
    )


def test_words_are_wrapped_to_the_width_in_at_most_so_many_lines() -> None:
    text = "train character, summon agent, research spell, learn spell"
    lines = wrapped(text, "medium", 21, 300, 3)
    assert " ".join(lines) == text
    assert all(measure(line, "medium", 21) <= 300 for line in lines)
    assert len(wrapped(text, "medium", 21, 100, 2)) == 2
    assert wrapped("", "medium", 21, 100, 2) == [""]


def test_file_names_are_plain() -> None:
    assert file_name("city", "Ömer's Élan/..\\", "", 3) == "city-mer-s-lan-3.png"


def test_text_is_cut_to_its_width_and_nothing_leaves_no_trace() -> None:
    sheet = Sheet(200)
    assert sheet.write("W" * 100, 0, 50, 24, palette.WHITE, width=120) <= 120
    assert sheet.write("", 0, 50, 24, palette.WHITE) == 0
    sound_card(sheet.picture(Heading("", ""), "x.png", "x"))


# ---------------------------------------------------------------- cards


def test_a_stack_of_the_dead_says_that_it_can_neither_move_nor_fight(scene) -> None:
    stack = scene.stack(5, 5, name="Grave Watch")
    scene.character(stack, name="Maud", dead=True)
    shown = card(scene, stack)
    words = " ".join(page for tab in made_of(shown, scene.view()).tabs for page in tab.pages)
    assert "Nobody in it can move or fight" in words
    assert "encounter level 0" not in words
    assert "Used" not in words
    picture = drawn(scene, stack)
    sound_card(picture)
    assert "Nobody in it can move or fight" in picture.alt
    assert "level 0" not in picture.alt


def test_a_stack_is_drawn_by_its_battle_slots(scene) -> None:
    stack = scene.stack(5, 5, name="Iron Guard")
    spears = scene.unit(stack, name="Old Spears", slot=2)
    scene.character(stack, name="Maud", slot=7)
    scene.character(stack, name="Body", dead=True, slot=1)
    slots = card(scene, stack).boxes[0].slots
    assert slots
    there = [(slot, each.name) for slot, here in enumerate(slots.here, 1) for each in here]
    assert there == [(2, "Old Spears"), (7, "Maud")]
    picture = drawn(scene, stack)
    assert "Slot 2: Old Spears; Slot 7: Maud." in picture.alt
    scene.change(spears, slot=5)
    assert drawn(scene, stack).png != picture.png


def test_an_empty_stack_and_a_bare_recruit_are_drawn(scene) -> None:
    stack = scene.stack(2, 2)
    sound_card(drawn(scene, stack))
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


USUAL = Likeness(7, "human", "warrior", "leather", "blade", False, 0, False, False, 1)
SIZE = 300.0


def canvas_of(likeness: Likeness) -> np.ndarray:
    image = portrait(likeness, SIZE).image
    canvas = np.zeros((320, 320, 4), dtype=int)
    pixels = np.asarray(image).astype(int)
    canvas[: pixels.shape[0], : pixels.shape[1]] = pixels
    return canvas


def apart(one: Likeness, other: Likeness) -> float:
    """The share of pixels in which two portraits plainly differ."""
    return float((np.abs(canvas_of(one) - canvas_of(other)).max(axis=2) > 40).mean())


def test_every_race_that_may_be_a_hero_has_a_likeness_of_its_own() -> None:
    known = json.loads(portraits._FILE.read_text(encoding="utf-8"))
    content = module().content(Content)
    assert set(content.setup.races or content.races) <= set(known)


@pytest.mark.parametrize(
    "change, least",
    [
        ({"race": "orc"}, 0.08),
        ({"race": "goblin"}, 0.08),
        ({"race": "nobody knows"}, 0.08),
        ({"calling": "mage"}, 0.08),
        ({"calling": "soldiers"}, 0.05),
        ({"armour": "plate"}, 0.04),
        ({"armour": "none"}, 0.04),
        ({"weapon": "bow"}, 0.01),
        ({"weapon": ""}, 0.01),
        ({"shield": True}, 0.02),
        ({"wounds": 10}, 0.001),
        ({"wounds": 40}, 0.01),
        ({"dead": True}, 0.05),
        ({"captive": True}, 0.05),
    ],
)
def test_portraits_differ_by_what_they_are_of(change, least) -> None:
    assert apart(USUAL, replace(USUAL, **change)) >= least


def test_orcs_and_goblins_differ() -> None:
    assert apart(replace(USUAL, race="orc"), replace(USUAL, race="goblin")) >= 0.08


def test_worse_wounds_show_more() -> None:
    steps = [replace(USUAL, wounds=wounds) for wounds in (0, 10, 40, 80)]
    assert len({canvas_of(each).tobytes() for each in steps}) == 4
    assert [state_words(each) for each in steps] == ["", "scratched", "wounded", "badly wounded"]


def test_people_of_one_kind_differ_by_their_ids_and_stay_who_they_are(scene: Scene) -> None:
    stack = scene.stack(5, 5)
    found = [
        likeness_of(scene.content, scene.character(stack, race="human", job="warrior"), 1)
        for _ in range(8)
    ]
    looks = {canvas_of(each).tobytes() for each in found}
    assert len(looks) >= 6
    again = portrait.__wrapped__(found[0], SIZE).image
    assert np.array_equal(np.asarray(again), np.asarray(portrait(found[0], SIZE).image))


def test_a_likeness_tells_of_others_only_what_is_seen(scene: Scene) -> None:
    theirs = band(scene, scene.player("Rita", "theirs"))
    scene.character(scene.stack(5, 5, name="Watchers"))
    view = scene.view()
    seen = view.get(type(theirs.hero), theirs.hero.id)
    found = likeness_of(scene.content, seen, 2)
    assert (found.armour, found.weapon, found.wounds) == ("none", "", 0)
    assert found.race == "elf"


@pytest.mark.parametrize("size", [68.0, 92.0, 300.0])
def test_a_portrait_stays_in_its_frame(size) -> None:
    for race in ("orc", "goblin", "dwarf", "avian"):
        for calling in ("mage", "priest", "bard", "soldiers"):
            likeness = replace(USUAL, race=race, calling=calling, armour="plate", shield=True)
            image = portrait(likeness, size).image
            assert max(image.size) <= size * 1.02


def test_figures_have_plain_names() -> None:
    assert plainly("DF") == ("Defense", "divides what it suffers")
    assert plainly("RES against fire") == ("Resistance against fire", "")
    assert plainly("Fights as") == ("Fights as", "")
