"""`python -m tests.bench.page`: the page of figures, from what a run of the benches has stored.

Several files of results are read as one run, of a bench that is in more than one the last.
"""

import argparse
import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.bench.conftest import is_time

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "figures.md"
RESULTS: Final = ROOT / ".benchmark.json"

_HEAD: Final = """\
# Figures

Made by `python3 run.py figures` from the results of `python3 run.py bench`; do not edit it.
One bench alone: `python3 run.py bench {example}`.

{machine}

Times are medians of the rounds of a bench, or of the bench as a whole where it says so, with what
it prepares. A ratio is of two things that were done in turns in the same run, which a busy machine
slows alike; trust it further than a time. "Met" is whether a figure keeps its aim: of times as many
times longer as this machine ran a plain loop of Python slower than the one the aims were set on.
"""


def benches() -> dict[str, list[str]]:
    """The functions of every file of benches, in their order."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        functions = (
            each for each in body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        )
        found[path.name] = [each.name for each in functions if each.name.startswith("test_")]
    return found


def words_of(function: str) -> str:
    """The name of a bench as people read it."""
    return function.removeprefix("test_").replace("_", " ")


def page(results: list[dict[str, Any]]) -> str:
    """The whole page."""
    ended = {name: each for result in results for name, each in result["benches"].items()}
    parts = [_HEAD.format(example="tests/bench/test_images.py", machine=_machine(results))]
    for file, functions in benches().items():
        rows = list(_rows(file, functions, ended))
        head = ["| bench | figure | aim | met |", "|---|---|---|---|"]
        parts.append("\n".join([f"## `tests/bench/{file}`\n", _about(file), "", *head, *rows, ""]))
    return "\n".join(parts)


def _rows(file: str, functions: list[str], ended: dict[str, Any]) -> Iterator[str]:
    for function in functions:
        start = f"tests/bench/{file}::{function}"
        names = [name for name in ended if name == start or name.startswith(f"{start}[")]
        for name in names:
            case = name.removeprefix(start).strip("[]")
            told = words_of(function) + (f": {case}" if case else "")
            end = ended[name]
            figures = end["figures"]
            shown = "; ".join(_shown(key, value) for key, value in figures.items())
            shown = shown or f"{_time(end['seconds'])} as a whole"
            met = "yes" if end["passed"] else "no"
            yield f"| {told} | {shown} | {end['aim']} | {met} |".replace("  ", " ")
        if not names:
            yield f"| {words_of(function)} | not run | | |"


def _shown(key: str, value: float) -> str:
    if is_time(key):
        what = key.removesuffix("median").removesuffix("seconds").removesuffix(" s")
        return f"{_time(value)} {what}".strip()
    if key == "bare":
        return f"{_time(value)} bare"
    return f"{value:.2f} {key}" if isinstance(value, float) else f"{value} {key}"


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"


def _about(file: str) -> str:
    """The first line of what a file of benches says of itself."""
    told = ast.get_docstring(ast.parse((Path(__file__).parent / file).read_text(encoding="utf-8")))
    return (told or "").partition("\n")[0]


def _machine(results: list[dict[str, Any]]) -> str:
    """On what, when and from which commit the figures were made."""
    last = results[-1]
    machine, commit = last["machine_info"], last["commit_info"]
    cpu = machine["cpu"]
    changed = " with changes" if commit.get("dirty") else ""
    lines = [
        f"- Processor: {cpu.get('brand_raw', machine['machine'])}, {cpu['count']} cores",
        f"- System: {machine['system']} {machine['machine']}",
        f"- Python: {machine['python_implementation']} {machine['python_version']}",
        f"- Date: {last['datetime'][:10]}",
        f"- Commit: {(commit.get('id') or 'none')[:12]}{changed}",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="run.py figures", description=__doc__)
    parser.add_argument("results", nargs="*", type=Path, default=[RESULTS], help="files of results")
    files = parser.parse_args().results
    missing = [str(file) for file in files if not file.exists()]
    if missing:
        parser.error(f"there is no {', '.join(missing)}: run the benches first (run.py bench)")
    results = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    PAGE.write_text(page(results), encoding="utf-8")


if __name__ == "__main__":
    main()
