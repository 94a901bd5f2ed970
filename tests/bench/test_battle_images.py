"""How long pictures and animations of battles take, against a bare picture of the same size.

The bare picture is the twenty hexes of the field. The aims, from the record on: a picture in 40 ms
or in 0.7 of the bare one, an animation in 3 s.
"""

from collections.abc import Callable

import pytest

from bot.faces.battle.animation import animate_battle, draw_battle
from bot.faces.battle.layout import HEIGHT
from bot.faces.battle.scene import AnyBattle, Setting
from bot.faces.cohorts.battle import scenes as slots
from bot.faces.cohorts.battle.layout import HEX, hex_centre
from bot.faces.map.geometry import hexagon
from bot.faces.warlords.battle.scenes import line_battle
from bot.faces.warmaster.battle import scenes as fields
from engine.battle import BattleRecord
from engine.packs.cohorts.battle.slots import HEXES, cell
from tests.bench.bare import bare_picture, measure
from tests.bot.faces.battle.sample import SETTING, armies, duelled, fought
from tests.bot.faces.warmaster.sample import at_sea, met

ROUNDS = 5
RECORDS: dict[str, Callable[[], BattleRecord]] = {
    "10 against 10": lambda: fought(armies(10, 10)),
    "30 against 30": lambda: fought(armies(30, 30), terrain="forest", walls=3),
    "lines of 8": lambda: duelled(8, 8),
    "lines of 30": lambda: duelled(30, 30),
    "Warmaster, 20 against 20": lambda: met("warren-clans", "deepdelve-holds", 20, walls=3, seed=3),
    "fleets of 9": lambda: at_sea(9, 9),
}
MAKERS: dict[str, Callable[[BattleRecord, Setting], AnyBattle]] = {
    "cohorts": slots.field_battle,
    "warlords": line_battle,
    "warmaster": fields.field_battle,
}


def bare() -> bytes:
    """The hexes of the field and nothing else."""
    hexes = [hexagon(HEX) + hex_centre(*cell(hex_)) for hex_ in range(HEXES)]
    return bare_picture(hexes, "#B7C983", HEIGHT)


def scenes(record: BattleRecord) -> AnyBattle:
    return MAKERS[record.system](record, SETTING)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("picture", marks=pytest.mark.aim("at most 40 ms", median=0.04)),
        pytest.param("animation", marks=pytest.mark.aim("at most 3 s", median=3.0)),
    ],
)
@pytest.mark.parametrize("which", RECORDS)
def test_a_battle_is_drawn_in_time(which: str, kind: str, benchmark) -> None:
    record = RECORDS[which]()
    make = draw_battle if kind == "picture" else animate_battle
    measure(benchmark, lambda: make(scenes(record)), ROUNDS, bare)
