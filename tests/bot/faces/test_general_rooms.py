"""The rooms of the faces that know no system write no word of one: a face gives them its own."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

FACES = Path(__file__).parents[3] / "bot" / "faces"
ROOMS = ("arms", "battle", "map", "overview", "paint", "sheet", "words")
OF_COHORTS = re.compile(
    r"\b(mana|baron(y|ies)?|mages?|towers?|heroe?s?|cit(y|ies)|recruits?|stacks?|villages?|guilds?|"
    r"territor(y|ies)|kingdoms?|agents?|castles?|legions?|elf|elves)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("room", ROOMS)
def test_a_general_room_writes_no_word_of_a_system(room: str) -> None:
    written = [
        f"{path.name}:{text.lineno} {text.value}"
        for path in sorted((FACES / room).rglob("*.py"))
        for text in texts(ast.parse(path.read_text(encoding="utf-8")))
        # A single small word is the key of something that can be drawn, and nobody reads it.
        if re.search(r"[A-Z ]", str(text.value)) and OF_COHORTS.search(str(text.value))
    ]
    assert not written


def texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """The texts of a file, without those that document it."""
    notes = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in notes:
            yield each
