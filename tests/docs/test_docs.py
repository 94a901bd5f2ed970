"""The pages of `docs`: those that are made are up to date, and what all of them name exists."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.events import PAGE, page

ROOT = Path(__file__).parents[2]
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "README.md"])
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)\s]*)?\)")
CODE = re.compile(r"`([^`\n]+)`")
A_PATH = re.compile(r"(?:bot|engine|data|tests|docs)/[\w/.\-]*[\w/]")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROOMS = dict(re.findall(r"^\| `(bot/\w+)` \|.*\| (.*) \|$", GLOSSARY, re.MULTILINE))
"""Each room of the bot, and where to begin in it."""
A_MODULE = re.compile(r"(?:bot|engine|tests)(?:\.\w+)+")


def test_the_page_of_events_is_what_the_classes_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "write it: python -m tests.docs --write"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_page_names_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = [path.parent / link for link in LINK.findall(text)]
    paths = [ROOT / code for code in CODE.findall(text) if A_PATH.fullmatch(code)]
    missing = [str(each) for each in (*links, *paths) if not each.exists()]
    modules = [code for code in CODE.findall(text) if A_MODULE.fullmatch(code)]
    missing += [each for each in modules if not _is_there(each)]
    assert not missing


def _is_there(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = find_spec(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        if found and found.origin:
            rest, source = parts[cut:], Path(found.origin).read_text(encoding="utf-8")
            return not rest or re.search(rf"\b{rest[0]}\b", source) is not None
    return False


def test_the_plan_of_the_house_has_every_room() -> None:
    plan = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", plan))
    rooms = {
        f"{house}/{path.name}"
        for house in ("bot", "bot/faces", "engine/packs")
        for path in (ROOT / house).iterdir()
        if (path / "__init__.py").exists()
    }
    assert not [room for room in rooms if room.rpartition("/")[2] not in words]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_page_says_stands_in_a_file_stands_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    told = re.findall(r"`(\w+)` (?:in|of) `((?:bot|engine|tests)/[\w/]+\.py)`", text)
    absent = [
        f"{name} in {file}"
        for name, file in told
        if not re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8"))
    ]
    assert not absent


def test_each_room_of_the_bot_is_told_with_files_that_are_there() -> None:
    rooms = {f"bot/{each.parent.name}" for each in (ROOT / "bot").glob("*/__init__.py")}
    assert ROOMS.keys() == rooms
    files = [f"{room}/{name}" for room in ROOMS for name in re.findall(r"`(.*?)`", ROOMS[room])]
    assert not [file for file in files if not (ROOT / file).is_file()]


def test_its_paths_and_classes_are_there() -> None:
    paths = set(re.findall(r"`((?:bot|engine|data|tests)/[\w/.]+)`", GLOSSARY))
    assert not [path for path in paths if not (ROOT / path).exists()]
    for name, path in re.findall(r"`(\w+)` in `([\w/.]+)`", GLOSSARY):
        assert f"class {name}" in (ROOT / path).read_text("utf-8"), name
