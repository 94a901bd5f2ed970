"""Names in many scripts: joined and in their direction, cut between letters, as they were typed."""

import subprocess
import sys
from hashlib import sha256
from textwrap import fill

import numpy as np
import pytest
from hypothesis import given, settings

from bot.faces import gaps
from bot.faces.paint import fonts
from bot.faces.paint.text import fitted, lettering, measure, plain
from bot.faces.words.text import clean
from engine.names import flaw
from tests.scripts import NAMES, TYPED

ARABIC, HEBREW = "حرس", "שער"
LINES = (
    ARABIC,
    f"{ARABIC}, 5 soldiers",
    HEBREW,
    "क्षत्रिय",
    "近卫军",
    "東京",
    "กองทัพ",
    "👨\u200d👩\u200d👧",
)


def _ink(text: str, face: fonts.Face = "bold") -> np.ndarray:
    return np.asarray(lettering(text, face, 40, "#000000").image.getchannel("A"))


@pytest.mark.parametrize("name", NAMES)
def test_every_letter_of_a_name_is_drawn(name: str) -> None:
    assert gaps.undrawable(name) == ""
    assert _ink(name).any()
    assert clean(name) == " ".join(name.split())
    for face in fonts.faces():
        assert measure(name, face, 20) > 0


@settings(max_examples=60, deadline=None)
@given(text=TYPED)
def test_whatever_may_be_a_name_is_drawn_and_shown_as_it_was_given(text: str) -> None:
    if flaw(text):
        return
    assert clean(text) == " ".join(text.split())
    lettering(text, "title", 20, "#000000", "#FFFFFF")
    cut = fitted(text, "bold", 20, 40)
    assert measure(cut, "bold", 20) <= 40 or cut == "…"


def test_letters_join_and_figures_stay_behind_a_name_in_our_direction() -> None:
    assert measure("ببب", "bold", 40) < 2 * measure("ب", "bold", 40)
    assert measure("👨\u200d👩\u200d👧", "bold", 40) < measure("👨👩👧", "bold", 40)
    name, line = _ink(ARABIC), _ink(f"{ARABIC}, 5 soldiers")
    rows = min(len(name), len(line))
    assert (name[-rows:, :20] == line[:rows, :20]).mean() > 0.5, "the line begins with the name"


def test_the_first_letter_of_what_is_written_leftward_stands_on_the_right() -> None:
    wide, thin = "ש", "ו"
    alone, both = _ink(wide).sum(), _ink(wide + thin)
    right = both[:, -_ink(wide).shape[1] :].sum()
    assert abs(int(right) - int(alone)) < 0.1 * alone


def test_a_name_is_cut_between_its_letters() -> None:
    family = "👨\u200d👩\u200d👧"
    for text in (family * 4, "क्षत्रि" * 4, "ง่ำ" * 9):
        for width in range(40, 140, 10):
            kept = fitted(text, "bold", 30, width).removesuffix("…")
            rest = plain(text)[len(kept) :]
            assert not kept.endswith("\u200d")
            assert not rest or rest[0] not in "\u200d\u093f\u094d\u0e48"


def test_what_no_font_has_is_told_and_leaves_a_gap() -> None:
    assert gaps.undrawable("Łódź حرس 𒀀") == "𒀀"
    told = gaps.gaps_told(["Guard", "𒀀𒀀"])
    assert told.startswith("This cannot be drawn in pictures: 𒀀. They show � instead")
    assert gaps.gaps_told(["Guard", ARABIC]) == ""
    assert _ink("𒀀").any()


def test_the_letters_of_other_scripts_are_the_same_in_every_process() -> None:
    code = (
        "import sys; from tests.bot.faces.paint.test_scripts import drawn; "
        "sys.stdout.write(drawn(reverse=True))"
    )
    other = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert other.stdout == drawn()


def drawn(*, reverse: bool = False) -> str:
    """What the lines look like, whichever is drawn first."""
    order = sorted(LINES, reverse=reverse)
    each = {text: lettering(text, "bold", 33, "#000000", "#FFFFFF").image for text in order}
    return sha256(b"".join(each[text].tobytes() for text in LINES)).hexdigest()


def listed() -> str:
    """What the fonts have, as `data/art/fonts/drawn.txt` is to list it."""
    spans: list[list[int]] = []
    for code in sorted(ord(each) for each in fonts.characters() if each >= " "):
        if spans and spans[-1][1] == code - 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    words = [f"{a:X}" if a == b else f"{a:X}-{b:X}" for a, b in spans]
    return fill(" ".join(words), 100, break_on_hyphens=False) + "\n"


def test_what_the_fonts_have_is_what_the_host_is_told() -> None:
    """`python -m tests.bot.faces.paint.test_scripts` lists it anew."""
    assert gaps.DRAWN.read_text(encoding="ascii") == listed()


if __name__ == "__main__":
    gaps.DRAWN.write_text(listed(), encoding="ascii")
