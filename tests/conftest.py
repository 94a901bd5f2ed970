"""What holds for every test: which are benches, and how Hypothesis runs.

Fixtures of one area live in that area's own folder.
"""

from pathlib import Path

import pytest
from hypothesis import settings

BENCHES = Path(__file__).parent / "bench"

# The same examples each time, whatever else the machine is doing; a soak may search further.
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if BENCHES in item.path.parents:
            item.add_marker("bench")
