"""The seeds on which a story of the practice table comes out by its script."""

import pytest

from bot.practice.table import EVERYBODYS

MANY = range(EVERYBODYS + 1, EVERYBODYS + 31)

any_seed = pytest.mark.parametrize(
    "seed", [EVERYBODYS, *(pytest.param(seed, marks=pytest.mark.soak) for seed in MANY)]
)
"""For a story's test: it runs on everybody's seed, and in a soak on many others as well."""
