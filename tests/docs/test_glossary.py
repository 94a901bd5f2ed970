"""The glossary names every room of the bot, and no file that is not there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROOMS = dict(re.findall(r"^\| `(bot/\w+)` \|.*\| (.*) \|$", PAGE, re.MULTILINE))
"""Each room, and where to begin in it."""


def test_each_room_of_the_bot_is_told_with_files_that_are_there() -> None:
    rooms = {f"bot/{each.parent.name}" for each in (ROOT / "bot").glob("*/__init__.py")}
    assert ROOMS.keys() == rooms
    files = [f"{room}/{name}" for room in ROOMS for name in re.findall(r"`(.*?)`", ROOMS[room])]
    assert not [file for file in files if not (ROOT / file).is_file()]


def test_its_paths_and_classes_are_there() -> None:
    paths = set(re.findall(r"`((?:bot|engine|data|tests)/[\w/.]+)`", PAGE))
    assert not [path for path in paths if not (ROOT / path).exists()]
    for name, path in re.findall(r"`(\w+)` in `([\w/.]+)`", PAGE):
        assert f"class {name}" in (ROOT / path).read_text("utf-8"), name
