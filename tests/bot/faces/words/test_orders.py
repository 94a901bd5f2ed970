"""Orders in words, read off their lines."""

import pytest

from bot.faces.words.orders import order_words
from data import FOLDER
from engine.module import load
from engine.packs import Rules

ORDERS = Rules.of(load("cohorts", [FOLDER / "modules"])).orders


@pytest.mark.parametrize(
    "line, says",
    [
        ('stack move stack:"Far Riders" destination:10,4', "Move: Far Riders, destination 10,4"),
        ("stack deactivate stack:new:k1", "Deactivate stack: what order k1 makes"),
        (
            'city train city:Harrowford race:human quantity:20 equipment:spear,"Old shield"',
            "Train military units: Harrowford, race human, quantity 20, "
            "equipment spear and Old shield",
        ),
        ("stack quest stack:A quest:lost_mine", "Perform quest: A, quest lost mine"),
        ("well draw well:w", "Well draw: w"),
        ("a line of an older game", "a line of an older game"),
    ],
)
def test_a_line_is_told_in_words(line: str, says: str) -> None:
    assert order_words(line, ORDERS) == says
