"""Recorded games come out again as they were recorded, tick by tick."""

import pytest

from engine import __version__
from tests.golden.recorded import TURNS, RecordedGames

systems = pytest.mark.parametrize("system", TURNS)


def check(system: str, numbers: slice) -> None:
    stored = RecordedGames.read(system)
    assert stored.version == __version__, "raised: record anew with python -m tests.golden --games"
    assert list(stored.differing(numbers)) == [], (
        "these came out otherwise than recorded; if that is meant, raise engine.__version__, write "
        "CHANGELOG.md, and record anew with: python -m tests.golden --games"
    )


@systems
def test_a_game_of_chance_comes_out_as_it_was_recorded(system: str) -> None:
    check(system, slice(2, 3))


@pytest.mark.soak
@systems
def test_every_game_comes_out_as_it_was_recorded(system: str) -> None:
    check(system, slice(None))
