"""The seeds on which a story of the practice table comes out by its script."""

import pytest

from bot.practice.table import EVERYBODYS

_SOAKED = [
    pytest.param(seed, marks=pytest.mark.soak) for seed in range(EVERYBODYS, EVERYBODYS + 31)
]

any_seed = pytest.mark.parametrize("seed", [EVERYBODYS, *_SOAKED[1:]])
"""For a story's test: it runs on everybody's seed, and in a soak on many others as well."""
in_a_soak = pytest.mark.parametrize("seed", _SOAKED)
"""For the test of a story whose system has another that runs always."""
