"""The published API description, named by DISCORD_OPENAPI, and the summary of a wire run."""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.bot.wire.openapi import Description

VALIDATED = pytest.StashKey[Counter[str]]()


@pytest.fixture(scope="session")
def description() -> Description:
    """Discord's own description; without the file the run fails rather than skips."""
    named = os.environ.get("DISCORD_OPENAPI", "")
    if not Path(named).is_file():
        pytest.fail(
            "Wire tests need Discord's published API description. "
            "Run: make wire DISCORD_OPENAPI=<file> "
            f"(DISCORD_OPENAPI is {named!r}, which is no file).",
            pytrace=False,
        )
    return Description.load(Path(named))


@pytest.fixture
def validated(request: pytest.FixtureRequest) -> Counter[str]:
    """Where a wire test counts what it validated, by operation, for the summary."""
    return request.config.stash.setdefault(VALIDATED, Counter())


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say which operations were validated and how often."""
    counted = config.stash.get(VALIDATED, None)
    if counted:
        terminalreporter.section(
            f"{counted.total()} requests of {len(counted)} operations validated"
        )
        for operation, times in sorted(counted.items()):
            terminalreporter.write_line(f"{times:4} {operation}")
