"""What people type as names and reasons: kept if it can be shown to others, else refused."""

import pytest

from bot.answers import Refused
from bot.typed import LONGEST_REASON, likely_name, name_of, reason_of


def test_blanks_at_the_ends_and_in_rows_are_taken_out_of_a_name():
    assert name_of("  The   Long War ", "A name", 60) == "The Long War"


def test_letters_of_any_script_may_stand_in_a_name():
    assert name_of("Größe Ōkami Ωmega 第一", "A name", 60) == "Größe Ōkami Ωmega 第一"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * 61,
        "@everyone",
        "<@&123>",
        "**loud**",
        "`code`",
        "[a](b)",
        "right\u202eleft",
        "zero\u200bwidth",
        "bell\x07",
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(text: str):
    with pytest.raises(Refused):
        name_of(text, "A name", 60)


def test_a_name_of_a_server_is_made_into_one_that_can_be_shown():
    assert likely_name(" *Ada* \u200b<the> Bold ", 32) == "Ada the Bold"
    assert likely_name("x" * 40, 32) == "x" * 32
    assert likely_name("@`*", 32) == ""
    assert likely_name("\u200d \u200c", 32) == "", "joiners alone show nothing"


def test_a_reason_may_be_left_empty_but_not_be_long_or_invisible():
    assert reason_of("  the  holidays ") == "the holidays"
    assert reason_of("") == ""
    for text in ("x" * (LONGEST_REASON + 1), "a\u200bb"):
        with pytest.raises(Refused):
            reason_of(text)
