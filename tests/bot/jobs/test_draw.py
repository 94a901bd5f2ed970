"""What a map's recipe adds to the view: battles that were told of, and what is new this turn."""

from dataclasses import replace

from bot.faces.map.alt import map_alt
from bot.faces.map.chart import Cell, Chart, Fallen, Focus, RecentBattle
from bot.faces.map.frame import MapFrame
from bot.faces.map.keys import key_of
from bot.faces.map.picture import compose, draw_map
from bot.faces.map.scene import MapScene
from bot.faces.map.telling import map_words
from bot.jobs.draw import _refreshed
from engine.hexes import Hex

LAND = Chart(12, 9, tuple(Cell(x, y, "grassland") for x in range(9) for y in range(7)))
FOUGHT = replace(
    LAND,
    battles=(
        RecentBattle(1, 1, 1, "Ash against Salt, won by Salt"),
        RecentBattle(4, 3, 0, "Ash won"),
    ),
    fallen=(Fallen(4, 3, "Maud Harrowgate"),),
)


def test_battles_and_the_fallen_are_in_the_alt_text_the_words_and_the_legend() -> None:
    focus = Focus("window", frame=MapFrame(0, 0, 9, 7))
    alt = draw_map(FOUGHT, focus).alt
    assert "Last battle at 4,3: Ash won." in alt
    assert "Fallen: Maud Harrowgate 4,3." in alt
    words = "\n".join(map_words(FOUGHT, focus))
    assert "- Ash won, this turn: " in words
    assert "- Ash against Salt, won by Salt, 1 turn ago: " in words
    assert "- Maud Harrowgate, this turn: " in words
    key = key_of(FOUGHT, MapScene(FOUGHT, focus))
    assert key.marks == ("battle", "past battle", "fallen")
    assert key_of(LAND, MapScene(LAND, focus)).marks == ()


def test_a_battle_outside_the_frame_is_neither_drawn_nor_told() -> None:
    focus = Focus("window", frame=MapFrame(0, 0, 4, 3))
    made = compose(FOUGHT, focus)
    assert [(each.x, each.y) for each in made.shown.battles] == [(1, 1)]
    assert "4,3" not in map_alt(made.shown, focus)
    assert "Maud" not in "\n".join(map_words(FOUGHT, focus))


def test_what_is_first_seen_this_turn_is_rimmed_and_told() -> None:
    before = frozenset(Hex(x, y) for x in range(8) for y in range(7))
    fresh = _refreshed(LAND, before, 0)
    assert {(cell.x, cell.y) for cell in fresh.cells if cell.fresh} == {(8, y) for y in range(7)}
    focus = Focus("window", frame=MapFrame(0, 0, 10, 8), legend="none")
    assert draw_map(fresh, focus).png != draw_map(LAND, focus).png
    assert "7 were seen for the first time this turn." in map_words(fresh, focus)[0]
    assert not any(cell.fresh for cell in _refreshed(LAND, frozenset(), 0).cells)


def test_what_is_known_by_its_land_alone_was_not_seen_for_the_first_time() -> None:
    heard = replace(LAND, cells=tuple(replace(cell, heard=cell.x > 6) for cell in LAND.cells))
    before = frozenset(Hex(x, y) for x in range(5) for y in range(7))
    fresh = {cell.x for cell in _refreshed(heard, before, 0).cells if cell.fresh}
    assert fresh == {5, 6}
