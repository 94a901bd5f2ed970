"""How long pictures and animations of battles take, against a bare picture of the same size.

The bare picture is the twenty hexes of the field as one PolyCollection, written as PNG, in turn
with ours, so that a busy machine slows both alike. The aims, from the record on: a picture in 40 ms
or in 0.7 of the bare one, an animation in 3 s.
"""

import io
import statistics
import time
from collections.abc import Callable, Iterator

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from bot.faces.battle.animation import animate_battle, draw_battle
from bot.faces.battle.layout import HEIGHT
from bot.faces.battle.scene import AnyBattle, Setting
from bot.faces.cohorts.battle import scenes as slots
from bot.faces.cohorts.battle.layout import HEX, hex_centre
from bot.faces.map.geometry import hexagon
from bot.faces.map.picture import warm
from bot.faces.warlords.battle.scenes import line_battle
from bot.faces.warmaster.battle import scenes as fields
from engine.battle import BattleRecord
from engine.packs.cohorts.battle.slots import HEXES, cell
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


@pytest.fixture(scope="module")
def table() -> Iterator[list[str]]:
    """The lines of the comparison, printed when all have run."""
    lines = [f"{'':30}{'bare':>10}{'ours':>10}{'times':>8}{'KB':>6}"]
    yield lines
    print("\n\n" + "\n".join(lines))


def bare() -> bytes:
    """The hexes of the field and nothing else."""
    figure = Figure(figsize=(1200 / 100, HEIGHT / 100), dpi=100)
    canvas = FigureCanvasAgg(figure)
    hexes = [hexagon(HEX) + hex_centre(*cell(hex_)) for hex_ in range(HEXES)]
    figure.add_artist(PolyCollection(hexes, facecolors="#B7C983", transform=None))
    buffer = io.BytesIO()
    canvas.print_png(buffer)
    return buffer.getvalue()


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
def test_a_battle_is_drawn_in_time(which: str, kind: str, benchmark, table) -> None:
    record = RECORDS[which]()
    make = draw_battle if kind == "picture" else animate_battle
    warm()
    picture = make(scenes(record))
    bare()
    bare_times: list[float] = []

    def draw_bare() -> None:
        start = time.process_time()
        bare()
        bare_times.append(time.process_time() - start)

    benchmark.pedantic(lambda: make(scenes(record)), setup=draw_bare, rounds=ROUNDS)
    ours, theirs = statistics.median(benchmark.stats.stats.data), statistics.median(bare_times)
    benchmark.extra_info.update(bare=theirs, times=ours / theirs)
    table.append(
        f"{which + ', ' + kind:30}{theirs * 1000:8.1f}ms{ours * 1000:8.1f}ms"
        f"{ours / theirs:8.2f}{len(picture.png) / 1000:6.0f}"
    )
