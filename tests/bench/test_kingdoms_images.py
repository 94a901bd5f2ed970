"""How long the pictures of Kingdoms take, from the view on: maps, sheets, battles, the ceremony.

All with as much on them as there may be. The aims: a picture in 0.5 s, an animation in 3 s.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.faces.atlas import MapPart
from bot.faces.battle.animation import animate_battle, draw_battle
from bot.faces.battle.scene import AnyBattle
from bot.faces.kingdoms.battle.scenes import column_battle
from bot.faces.kingdoms.bouts.rounds import encounter_of
from bot.faces.kingdoms.crowns import PANELS
from bot.faces.kingdoms.map.atlas import ATLAS, LAYERS
from bot.faces.kingdoms.offices.ceremony import KEEPSAKE
from bot.faces.map.picture import draw_map
from bot.faces.paint.picture import Picture
from engine.packs.kingdoms.pieces.records import Holding
from tests.bench.bare import measure
from tests.bot.faces.kingdoms.full import full_desk, full_turn
from tests.bot.faces.kingdoms.sample import BOUT_SETTING, LINE_SETTING, lines_fought, met
from tests.bot.faces.kingdoms.test_ceremony import over, told
from tests.packs.kingdoms.crowns.table import rules

ROUNDS = 5
DESK = full_desk()
BATTLES: dict[str, Callable[[], AnyBattle]] = {
    "columns of 12": lambda: column_battle(lines_fought(12, 12), LINE_SETTING),
    "columns of 30": lambda: column_battle(lines_fought(30, 30), LINE_SETTING),
    "encounter": lambda: encounter_of(met(), BOUT_SETTING),
}
SHEETS = {
    "kingdom": "1",
    "character": f"{DESK.table.king().id}",
    "province": f"{DESK.table.king().holding}",
    "timetable": "",
    "armies": "",
    "offices": "",
}
MOST = 0.5  # seconds for a map, a sheet or the ceremony


@pytest.mark.aim("at most 0.5 s", median=MOST)
@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_a_map_is_drawn_in_time(layer, benchmark) -> None:
    survey = DESK.survey(full_turn(DESK))
    home = DESK.view.get(Holding, DESK.table.crown().home)
    focus = ATLAS.focus(DESK.view, MapPart(home.hex.spot, 6), layer, "full")

    def make() -> Picture:
        return draw_map(layer.fill(survey, ATLAS.chart(survey)), focus)

    measure(benchmark, make, ROUNDS)


@pytest.mark.aim("at most 0.5 s", median=MOST)
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_drawn_in_time(name: str, benchmark) -> None:
    panel = next(each for each in PANELS if each.name == name)
    look = DESK.look(full_turn(DESK))

    def make() -> Picture:
        made = panel.make(look, SHEETS[name])
        assert made.picture
        return made.picture

    measure(benchmark, make, ROUNDS)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("picture", marks=pytest.mark.aim("at most 40 ms", median=0.04)),
        pytest.param("animation", marks=pytest.mark.aim("at most 3 s", median=3.0)),
    ],
)
@pytest.mark.parametrize("which", BATTLES)
def test_a_fight_is_drawn_in_time(which: str, kind: str, benchmark) -> None:
    draw = draw_battle if kind == "picture" else animate_battle
    measure(benchmark, lambda: draw(BATTLES[which]()), ROUNDS)


@pytest.mark.aim("at most 0.5 s", median=MOST)
def test_the_ceremony_is_drawn_in_time(benchmark) -> None:
    world, event = rules().public(over().world), told()
    measure(benchmark, lambda: KEEPSAKE.draw(rules(), world, event), ROUNDS)
