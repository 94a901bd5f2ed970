"""A picture is the same bytes in any process, whatever its hash seed: all kinds at once."""

import os
import pickle
import subprocess
import sys

from bot.faces.battle.animation import animate_battle, draw_battle
from bot.faces.cards.picture import draw_card
from bot.faces.cohorts.city.panel import card_of
from bot.faces.map.chart import Chart
from bot.faces.map.picture import draw_map
from engine.packs.cohorts.pieces.records import City
from tests.bot.faces.battle.test_battle_pictures import BATTLES
from tests.bot.faces.cohorts.town import town
from tests.bot.faces.map.sample import sample_chart
from tests.rules.scene import Scene

SCRIPT = """
import pickle, sys
from tests.bot.faces.test_same_bytes import drawn
chart = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps(drawn(chart)))
assert 'matplotlib.pyplot' not in sys.modules
"""


def drawn(chart: Chart) -> list[bytes]:
    """A map, a city, and two battles each as a picture and as an animation."""
    battles = BATTLES["one against one"](), BATTLES["lines"]()
    shown = [draw(battle) for battle in battles for draw in (draw_battle, animate_battle)]
    scene = Scene()
    harrow = town(scene)
    view = scene.view()
    city = draw_card(card_of(scene.rules, view, view.get(City, harrow.id)), view)
    return [draw_map(chart).png, city.png, *(each.png for each in shown)]


def test_another_process_with_another_hash_seed_gives_the_same_bytes() -> None:
    asked = sample_chart()
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=pickle.dumps(asked),
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=True,
    )
    assert pickle.loads(done.stdout) == drawn(asked)
