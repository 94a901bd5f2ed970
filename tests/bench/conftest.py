"""What the page of figures needs, apart from times: how each bench ended, and what it aims at.

An aim is a mark beside its bench: `@pytest.mark.aim("in words", median=0.5)`. The numbers are the
most that a figure may be: `median` in seconds, or what the bench notes in `benchmark.extra_info`.
A bench without numbers has met its aim if it passes.
"""

from typing import Any

import pytest

_ended: dict[str, dict[str, Any]] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Note how a bench ended and how long it took, preparations within it included."""
    report = yield
    if report.when == "call" or report.failed:
        aim = item.get_closest_marker("aim")
        _ended[item.nodeid] = {
            "passed": report.passed,
            "seconds": report.duration,
            "aim": aim.args[0] if aim else "",
            "most": dict(aim.kwargs) if aim else {},
            "noted": dict(report.user_properties),
        }
    return report


def pytest_benchmark_update_json(config: pytest.Config, output_json: dict[str, Any]) -> None:
    """Lay it beside the times in the file of results."""
    output_json["benches"] = _ended
