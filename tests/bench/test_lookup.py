"""How long the rulebook's index takes to build, and a suggestion, which should take 50 ms."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from bot import faces
from bot.lookup import Lookup
from bot.rulebook.command import suggestions
from tests.bot.test_lookup import ASKED

QUESTIONS = [each["ask"] for each in yaml.safe_load(ASKED.read_text("utf-8"))["asked"]]


@pytest.fixture(scope="module")
def index() -> Iterator[Lookup]:
    found = Lookup.load()
    yield found
    found.close()


def test_the_index_is_built_once_at_the_start(benchmark: Any) -> None:
    benchmark.pedantic(lambda: Lookup.load().close(), rounds=5)


@pytest.mark.aim("at most 50 ms", median=0.05)
@pytest.mark.parametrize("words", ["attack a city", "sighting chanse", "s", QUESTIONS[10]])
def test_a_suggestion_while_one_types(index: Lookup, benchmark: Any, words: str) -> None:
    def cold() -> int:
        index._worth.cache_clear()
        index._spelt.cache_clear()
        return len(suggestions(index, faces.guide(), ("cohorts",), words))

    assert benchmark(cold)
