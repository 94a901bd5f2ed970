"""The page of figures: it shows every bench, and no others. The figures are the benches' own."""

import re
from itertools import pairwise
from typing import Any

from tests.bench.conftest import missed
from tests.bench.page import PAGE, benches, page, words_of

FILE = re.compile(r"^## `tests/bench/(\w+\.py)`$", re.MULTILINE)
ROW = re.compile(r"^\| (?!bench \|)([^|:]+?)(?:: [^|]*)? \|", re.MULTILINE)


def shown() -> dict[str, list[str]]:
    """The benches that the page shows by their files."""
    text = PAGE.read_text(encoding="utf-8")
    heads = list(FILE.finditer(text))
    ends = [*(head.start() for head in heads), len(text)]
    return {
        head[1]: list(dict.fromkeys(ROW.findall(text[start:end])))
        for head, (start, end) in zip(heads, pairwise(ends), strict=True)
    }


def test_every_bench_stands_on_the_page_and_none_that_is_gone() -> None:
    wanted = {file: list(map(words_of, names)) for file, names in benches().items()}
    assert shown() == wanted, "run the benches, then make the page: run.py bench, run.py figures"


def result(**ended: Any) -> dict[str, Any]:
    """Results of one bench of maps."""
    name = f"tests/bench/test_images.py::{benches()['test_images.py'][0]}[map]"
    figures = {"median": 0.25, "times": 1.5}
    return {
        "benches": {name: {"passed": True, "seconds": 9.0, "aim": "", "figures": figures} | ended},
        "machine_info": {
            "cpu": {"brand_raw": "A processor", "count": 2},
            "system": "Linux",
            "machine": "x86_64",
            "python_implementation": "CPython",
            "python_version": "3.13.0",
        },
        "commit_info": {"id": "0123456789abcdef", "dirty": False},
        "datetime": "2026-01-02T03:04:05",
    }


def test_a_figure_stands_beside_its_aim_and_whether_it_is_met() -> None:
    kept = page([result(aim="at most twice")])
    assert "map | 250.0 ms; 1.50 times | at most twice | yes |" in kept
    failed = page([result(aim="at most once", passed=False)])
    assert "250.0 ms; 1.50 times | at most once | no |" in failed


def test_an_aim_is_missed_by_more_than_it_allows_and_slow_machines_take_longer() -> None:
    figures = {"median": 0.6, "times": 1.5}
    assert missed(figures, {"median": 0.7, "times": 2.0}, 1.0) == []
    assert missed(figures, {"median": 0.5}, 1.0)
    assert missed(figures, {"median": 0.5}, 1.3) == []
    assert missed(figures, {"times": 1.4}, 9.0), "a ratio hangs on no machine"
    assert missed(figures, {"unheard": 1.0}, 1.0), "what was not measured"


def test_the_page_says_where_its_figures_come_from_and_what_was_not_run() -> None:
    text = page([result()])
    for told in ("A processor, 2 cores", "CPython 3.13.0", "2026-01-02", "`python3 run.py bench`"):
        assert told in text
    assert "Commit: 0123456789ab\n" in text
    assert text.count("| not run |") == sum(map(len, benches().values())) - 1
