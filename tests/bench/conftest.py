"""How a bench is judged: by its aim and nothing else, which is printed beside its figure.

An aim is a mark beside its bench: `@pytest.mark.aim("in words", median=0.5)`. The numbers are the
most that a figure may be: `median` in seconds, or what the bench notes in `benchmark.extra_info` or
by `record_property`. What a bench asserts by itself is that its work was done.

Times are the processor's unless a bench says otherwise, for other work on the machine stretches
those less, and of the machine that the aims were set on. A plain loop of Python, run beside each
bench, says how much slower this machine is at that moment, and by so much longer a time may be.
"""

import math
import time
from collections.abc import Mapping
from typing import Any, Final

import pytest

_LOOP: Final = 0.07
"""Seconds of one core that the plain loop takes on the machine the aims were set on."""
_SECONDS: Final = ("median", "seconds", "s")
"""The last words of the figures that are times, and so hang on the machine."""

_ended: dict[str, dict[str, Any]] = {}


def plain_loop() -> float:
    """How long a million steps of plain Python take now, in seconds of one core; best of three."""
    taken: list[float] = []
    for _ in range(3):
        start, total = time.process_time(), 0
        for number in range(1_000_000):
            total += number % 7
        taken.append(time.process_time() - start)
    return min(taken)


def slower() -> float:
    """By how many times this machine is slower now than the one of the aims; at least 1."""
    return max(1.0, plain_loop() / _LOOP)


def is_time(figure: str) -> bool:
    """Whether a figure is a time, by its name."""
    return figure.rsplit(maxsplit=1)[-1] in _SECONDS


def missed(figures: Mapping[str, float], most: Mapping[str, float], times: float) -> list[str]:
    """The figures above their aims or not measured, on a machine that many times slower."""
    return [
        f"{name}: {figures.get(name, math.inf):.4g}, at most {limit:.4g}"
        for name, limit in most.items()
        if figures.get(name, math.inf) > limit * (times if is_time(name) else 1.0)
    ]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Have its rounds timed by the processor, unless it says otherwise."""
    if not item.get_closest_marker("benchmark"):
        item.add_marker(pytest.mark.benchmark(timer=time.process_time))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Judge a bench by its aim, and note how it ended, preparations within it included."""
    report = yield
    if report.when != "call" and not report.failed:
        return report
    aim = item.get_closest_marker("aim")
    most = dict(aim.kwargs) if aim else {}
    figures = _figures(item) | dict(report.user_properties)
    times = slower() if most else 1.0
    too_much = missed(figures, most, times)
    if report.passed and too_much:
        report.outcome = "failed"
        report.longrepr = f"The aim is missed: {'; '.join(too_much)} ({times:.2f} times slower)"
    _ended[item.nodeid] = {
        "passed": report.passed,
        "seconds": report.duration,
        "aim": aim.args[0] if aim else "",
        "figures": figures,
        "slower": round(times, 2),
    }
    return report


def _figures(item: pytest.Item) -> dict[str, float]:
    """What a bench measured: the median in seconds, and its other notes."""
    benchmark = getattr(item, "funcargs", {}).get("benchmark")
    if benchmark is None or benchmark.stats is None:
        return {}
    noted = {k: v for k, v in benchmark.extra_info.items() if isinstance(v, int | float)}
    return {"median": float(benchmark.stats.stats.median), **noted}


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print every figure beside its aim."""
    for name, ended in _ended.items():
        shown = ", ".join(f"{key} {value:.4g}" for key, value in ended["figures"].items())
        shown = shown or f"{ended['seconds']:.4g} s as a whole"
        met = "met" if ended["passed"] else "NOT MET"
        terminalreporter.write_line(f"{name.rpartition('/')[2]}: {shown}; {ended['aim']} {met}")


def pytest_benchmark_update_json(config: pytest.Config, output_json: dict[str, Any]) -> None:
    """Lay it beside the times in the file of results."""
    output_json["benches"] = _ended
