"""Docstrings and comments are plain English: words that tire a reader are not used."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
INSTEAD = {
    r"whoever": "the reader, the caller, people who …",
    r"he|his|him": "the character, the player, they",
    r"of its own": "separate, special, its",
    r"besides": "also, in addition to, apart from",
    r"bears?": "has, shows, carries",
    r"so many": "that many, the number of",
    r"by which": "that, with which",
    r"of others": "foreign",
    r"is to be": "should be, must be, will be",
    r"comes?\s+of|came\s+of": "the result",
    r"lies on": "is on",
    r"what of": "which of, the part of",
}
TIRING = re.compile(rf"\b({'|'.join(INSTEAD)})\b".replace(" ", r"[\s#]+"), re.IGNORECASE)


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of each comment and each docstring, those of fields included."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def tiring(source: str) -> Iterator[str]:
    """Each tiring word of a file, with its line and what to say instead."""
    if not TIRING.search(source):  # reading a file's tokens takes long
        return
    for line, text in prose(source):
        for found in TIRING.finditer(text):
            word = re.sub(r"[\s#]+", " ", found[1]).lower()
            better = next(new for old, new in INSTEAD.items() if re.fullmatch(old, word))
            yield f"{line}: {word}: rather {better}"


def test_docstrings_and_comments_are_plain():
    files = (each for root in ("engine", "bot", "tests") for each in (ROOT / root).rglob("*.py"))
    assert not [f"{file}:{word}" for file in files for word in tiring(file.read_text("utf-8"))]


def test_it_finds_a_word_across_lines_and_leaves_other_texts_alone():
    source = '"""Done by whoever asks, so\nmany times."""\nTEXT = "his"  # what comes of it\n'
    assert [word.split(":")[0] for word in tiring(source)] == ["3", "1", "1"]
