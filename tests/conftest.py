"""What holds for every test: which are benches, and how Hypothesis runs.

Fixtures of one area live in that area's own folder.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

BENCHES = Path(__file__).parent / "bench"

# The same examples each time, however busy the machine is; `run.py soak` searches for others.
settings.register_profile(
    "same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", settings.get_profile("same"), derandomize=False)
settings.load_profile("same")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if BENCHES in item.path.parents:
            item.add_marker("bench")
