"""Run the tests that a change touches, nearest first.

    python3 run.py test --changed              the nearest 40 test files
    python3 run.py test --changed --most 100   more of them
    python3 run.py test --changed -x           other arguments go to pytest

What has changed is what git tells: since the branch left main, and what is not committed yet. A
test file is as many steps away as there are imports between it and a changed file; one that is
named after the changed file is one step away, its neighbours two. The nearest run first and by
themselves, so that there is an answer at once; after a failure nothing more is begun. This proves
no change: what reads a file or runs in another process may be nearer than its imports say.
"""

import argparse
import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

import grimp

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("bot", "data", "engine")
MAIN = ("main", "origin/main")
FIRST = 4
"""How many test files run first, in one process, for to start more of them takes seconds."""
SPREAD = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
"""How pytest runs the others: on all cores, and still nearest first."""


LAID_OUT = {
    "engine/packs/": "packs/",
    "data/rulebook/": "rules/",
    r"data/modules/(\w+)/": r"packs/\1/content/",
}
"""Where tests do not lie as the code does: how the path begins, and how that of its tests."""


@dataclass(frozen=True)
class Near:
    """A test file that a change reaches."""

    path: str
    steps: int
    """Steps to the nearest changed file; 0 for a test file that has itself changed."""


def main(arguments: Sequence[str]) -> int:
    """Run them; the exit code of pytest."""
    parser = argparse.ArgumentParser(
        prog="run.py test --changed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--most", type=int, default=40, help="how many test files (default 40)")
    options, rest = parser.parse_known_args(arguments)
    paths = changed(ROOT)
    if not paths:
        print("Nothing has changed since this branch left main.")
        return 0
    near = nearest(paths)
    taken = near[: max(options.most, 1)]
    files = sum(_is_test(path) for path in _sources().values())
    print(f"Changed: {_some(paths)}. {len(near)} of {files} test files are within its reach.")
    for part, how in ((taken[:FIRST], ()), (taken[FIRST:], SPREAD)):
        if not part:
            continue
        print(
            f"\n{_some([each.path for each in part])}: "
            f"{part[0].steps} to {part[-1].steps} steps away",
            flush=True,
        )
        command = [sys.executable, "-m", "pytest", "-q", *how, *rest]
        paths = [each.path for each in part]
        status = subprocess.run([*command, *paths], cwd=ROOT, check=False).returncode
        if status not in (0, 5):  # 5: marks and -k left nothing of these files
            print("Nothing more was begun after this failure.")
            return status
    print(
        f"\nRan the {len(taken)} nearest of {files} test files. Not run: {len(near) - len(taken)} "
        f"that are further from the change, and {files - len(near)} that it does not reach by "
        "imports. The whole suite (run.py test) proves the rest."
    )
    return 0


def changed(root: Path) -> list[str]:
    """The paths that differ from where this branch left main, or are new, or are gone.

    Raises SystemExit if git does not know the folder.
    """

    def git(*words: str) -> list[str] | None:
        command = ["git", *words]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        return None if done.returncode else done.stdout.split("\0")

    bases = (git("merge-base", "HEAD", branch) for branch in MAIN)
    base = next((found[0].strip() for found in bases if found), "HEAD")
    differing = git("diff", "--name-only", "--no-renames", "--relative", "-z", base)
    new = git("ls-files", "--others", "--exclude-standard", "-z")
    if differing is None or new is None:
        sys.exit("--changed asks git what has changed, and git knows nothing of this folder.")
    return sorted({*differing, *new} - {""})


def nearest(paths: Iterable[str]) -> list[Near]:
    """The test files that a change of these paths reaches, nearest first."""
    sources, importers = _sources(), _importers()
    paths = list(paths)
    steps = dict.fromkeys((_module(path) for path in paths if path.endswith(".py")), 0)
    for path in paths:
        for name, count in (*_neighbours(path), *_readers(path)):
            steps[name] = min(count, steps.get(name, count))
    count = 0
    while any(each >= count for each in steps.values()):
        for name in [name for name, each in steps.items() if each == count]:
            for importer in importers.get(name, ()):
                steps[importer] = min(count + 1, steps.get(importer, count + 1))
        count += 1
    tests = [name for name in steps if name in sources and _is_test(sources[name])]
    alike = {name: max(_alike(sources[name], path) for path in paths) for name in tests}
    tests.sort(key=lambda name: (steps[name], -alike[name], name))
    return [Near(sources[name], steps[name]) for name in tests]


def _neighbours(path: str) -> Iterator[tuple[str, int]]:
    """The tests in the folder that is laid out as this file's: one step if named after it."""
    if path.startswith("tests/"):
        return
    folder = _laid_out(path)
    for name, source in _sources().items():
        if _is_test(source) and PurePosixPath(source).parent == folder:
            yield name, 1 if PurePosixPath(source).stem == f"test_{PurePosixPath(path).stem}" else 2


def _laid_out(path: str) -> PurePosixPath:
    """The folder of the tests of this file: `tests` is laid out as the code is."""
    for place, tests in LAID_OUT.items():
        path = re.sub(f"^{place}", tests, path)
    folder = PurePosixPath("tests", path).parent
    while not any(PurePosixPath(source).parent == folder for source in _sources().values()):
        folder = folder.parent
    return folder


def _readers(path: str) -> Iterator[tuple[str, int]]:
    """The modules that read this file, if it is no Python, as if they imported it.

    That is what names the file; of the rulebook what reads it for all; of a module whatever names
    that module; of a file in a package of the bot what lies beside it.
    """
    if path.endswith(".py"):
        return
    at = PurePosixPath(path)
    if path.startswith("data/rulebook/"):
        yield "engine.rulebook", 0
    if path.startswith("data/modules/"):
        yield from ((name, 1) for name, text in _texts().items() if f'"{at.parts[2]}"' in text)
    else:
        yield from ((name, 1) for name, text in _texts().items() if at.name in text)
    packages = {name.rpartition(".")[0] for name in _importers()}
    around = (".".join(folder.parts) for folder in at.parents if folder.parts[:1] == ("bot",))
    package = next((each for each in around if each in packages), None)
    yield from ((name, 0) for name in _importers() if name.rpartition(".")[0] == package)


def _alike(source: str, path: str) -> int:
    """How many words the paths of a test file and of a changed file share."""
    return len(set(re.findall("[a-z]+", source)) & set(re.findall("[a-z]+", path)))


@cache
def _sources() -> Mapping[str, str]:
    """The path of every module of the tests by its name."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    paths = [str(PurePosixPath(file.relative_to(ROOT))) for file in files]
    return {_module(path): path for path in paths}


@cache
def _texts() -> Mapping[str, str]:
    """The source of every module of the tests by its name."""
    return {name: (ROOT / path).read_text("utf-8") for name, path in _sources().items()}


@cache
def _importers() -> Mapping[str, set[str]]:
    """By module what imports it, or may load it by name: a package, whatever lies in it.

    What a test file has of the `conftest.py` above it, it imports too.
    """
    graph = grimp.build_graph(*PRODUCT, cache_dir=None)
    sources = _sources()
    known = graph.modules | sources.keys()
    importers: dict[str, set[str]] = defaultdict(set)
    for name in graph.modules:
        for imported in graph.find_modules_directly_imported_by(name):
            importers[imported].add(name)
    for name in known:
        package = name.rpartition(".")[0]
        if package in known:
            importers[name].add(package)
    for name, text in _texts().items():
        for imported in _imports(ast.parse(text)):
            whole = imported if imported in known else imported.rpartition(".")[0]
            importers[whole].add(name)
        for folder in PurePosixPath(sources[name]).parents:
            importers[_module(str(folder / "conftest.py"))].add(name)
    return importers


def _imports(tree: ast.AST) -> Iterator[str]:
    """Every name that is imported anywhere in a file, in full; relative ones are not used here."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, (ast.stmt, ast.ExceptHandler)):
            yield from _imports(node)


def _module(path: str) -> str:
    """What a file is imported as (`pythonpath` in pyproject.toml)."""
    path = path.removeprefix("tests/systems/skirmish/").removesuffix(".py")
    return path.removesuffix("/__init__").replace("/", ".")


def _is_test(path: str) -> bool:
    """Whether these are tests that the whole suite runs."""
    at = PurePosixPath(path)
    return at.name.startswith("test_") and at.parts[:2] != ("tests", "bench")


def _some(paths: Sequence[str]) -> str:
    """A few of the paths, and how many more there are."""
    more = f" and {len(paths) - FIRST} more" if len(paths) > FIRST else ""
    return ", ".join(paths[:FIRST]) + more


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
