"""The pictures of panels: their size, their words for who cannot see them, and the extremes."""

import pytest

from bot.faces.cards.picture import draw_card
from bot.faces.cohorts.city.panel import card_of
from bot.faces.cohorts.growth.panel import card_of as growth_card
from bot.faces.cohorts.growth.past import Point
from bot.faces.paint import palette
from bot.faces.paint.card import Heading
from bot.faces.paint.picture import Picture
from bot.faces.paint.text import measure
from bot.faces.sheet.sheet import LONGEST_ALT, Sheet, alt_text, file_name, wrapped
from engine.packs.cohorts.pieces.records import City
from tests.bot.faces.cohorts.town import LONGEST
from tests.bot.faces.pictured import pixels, sound_card
from tests.rules.scene import Scene


def drawn(scene: Scene, city: City) -> Picture:
    view = scene.view()
    trend = [(turn, 1_000 * turn) for turn in range(1, 13)]
    return draw_card(card_of(scene.rules, view, view.get(City, city.id), trend), view)


# ---------------------------------------------------------------- the city


def test_a_city_in_which_nobody_lives_is_drawn() -> None:
    scene = Scene()
    picture = drawn(scene, scene.city(3, 3, scene.me, name="Empty"))
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
