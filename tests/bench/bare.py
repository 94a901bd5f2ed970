"""Our pictures beside a bare matplotlib picture of the same hexes, drawn in turn.

So a busy machine slows both alike. Noted are the medians, and how many times as long ours takes.
"""

import io
import statistics
import time
from collections.abc import Callable
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from bot.faces.map.picture import warm
from bot.faces.paint.picture import Picture


def bare_picture(corners: Any, colours: Any, height: int) -> bytes:
    """A picture 1200 wide with those polygons and nothing else, as PNG."""
    figure = Figure(figsize=(1200 / 100, height / 100), dpi=100)
    canvas = FigureCanvasAgg(figure)
    figure.add_artist(PolyCollection(corners, facecolors=colours, transform=None))
    buffer = io.BytesIO()
    canvas.print_png(buffer)
    return buffer.getvalue()


def measure(
    benchmark: Any,
    ours: Callable[[], Picture],
    rounds: int,
    bare: Callable[[], bytes] | None = None,
    before: Callable[[], object] = lambda: None,
) -> Picture:
    """Draw it once, then measure some rounds, each after `before` and a bare picture if any."""
    warm()
    picture = ours()
    bare_times: list[float] = []

    def draw_bare() -> None:
        before()
        start = time.process_time()
        if bare:
            bare()
        bare_times.append(time.process_time() - start)

    draw_bare()
    bare_times.clear()
    benchmark.pedantic(ours, setup=draw_bare, rounds=rounds)
    benchmark.extra_info.update(KB=len(picture.png) // 1000)
    if bare:
        theirs = statistics.median(bare_times)
        times = statistics.median(benchmark.stats.stats.data) / theirs
        benchmark.extra_info.update(bare=theirs, times=times)
    return picture
