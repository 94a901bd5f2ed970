"""What people type as names and messages: plain text on one line, the same for every order."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from engine.names import NAME_LENGTH, Label, flaw
from engine.orders import parameters
from engine.packs.cohorts import PACK
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content.setup import StartingCharacter
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.messages import ChangeMessage

LABEL: TypeAdapter[str] = TypeAdapter(Label)
HIDDEN = ["\n", "\r", "\t", "\x00", "\x1b", "\x7f", "\x85", "\u2028", "\u2029"]
HIDDEN += ["\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"]
HIDDEN += ["\u200b", "\u2060", "\ufeff", "\u00ad", "\u3164", "\ud800", "\U000e0041"]
HIDDEN += ["\u200c", "\u200d", "\ufe00", "\ufe0f", "\U0001bca0", "\U0001d173"]


@pytest.mark.parametrize("hidden", HIDDEN, ids=[f"U+{ord(each):04X}" for each in HIDDEN])
def test_a_hidden_character_or_line_break_is_refused_wherever_it_stands(hidden: str) -> None:
    for text in (f"Gu{hidden}ard", f"{hidden}Guard", f"Guard{hidden}", hidden):
        assert "one line" in flaw(text)


@pytest.mark.parametrize(
    "text", ["@everyone", "hi @HERE!", "<@1>", "<@!1>", "<@&1>", "<#1>", "</map:1>", "<:ok:1>"]
)
def test_a_text_that_would_call_people_or_channels_is_refused(text: str) -> None:
    assert "mentions" in flaw(text)


@pytest.mark.parametrize("text", [" ", "\u00a0", "\u3000"])
def test_a_text_of_which_nothing_can_be_seen_is_refused(text: str) -> None:
    assert "seen" in flaw(text)


@pytest.mark.parametrize(
    "text",
    ["Guard", "Straža", "حرس", "می‌خواهم", "👨‍👩‍👧", "❤️", "<3", "a@b", "O'Neil, 2nd"],
)
def test_names_of_all_scripts_and_pictures_are_fine(text: str) -> None:
    assert LABEL.validate_python(text) == text


# Unicode's property Default_Ignorable_Code_Point, but for unassigned ones in the last plane.
IGNORABLE = [0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810)]
IGNORABLE += [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164]
IGNORABLE += [*range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFF9)]
IGNORABLE += [*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE0200)]


def test_nothing_that_shows_nothing_stands_in_a_name() -> None:
    texts = [text for code in IGNORABLE for text in (f"Ada{chr(code)}", f"A{chr(code)}da")]
    assert [text for text in texts if not flaw(text)] == []


@pytest.mark.parametrize("text", ["A\u0301\u0300\u0302\u0303da", "Z\u0301\u0301algo"])
def test_marks_piled_on_one_another_are_refused(text: str) -> None:
    assert "marks" in flaw(text)


@pytest.mark.parametrize("text", ["Việt Nam", "ש\u05c1\u05b8לוֹם", "क्\u200dष", "🏳️‍🌈"])
def test_marks_and_joiners_that_a_language_writes_are_fine(text: str) -> None:
    assert not flaw(text)


@given(st.text(st.characters(categories=["L", "Nd", "P"], max_codepoint=0x1FF), max_size=40))
def test_a_name_has_1_to_32_characters(text: str) -> None:
    if 1 <= len(text) <= NAME_LENGTH and not flaw(text):
        assert LABEL.validate_python(text) == text
    else:
        with pytest.raises(ValidationError):
            LABEL.validate_python(text)


@pytest.mark.parametrize("bad", ["Gu\nard", "Gu\u202eard", "@everyone"])
def test_every_order_by_which_something_is_named_or_said_refuses_such_a_text(bad: str) -> None:
    city, place = "city:1", "province:1"
    for cls, values in (
        (ActivateStack, {"province": place, "name": bad}),
        (TrainMilitaryUnits, {"city": city, "race": "human", "quantity": 1, "name": bad}),
        (ChangeMessage, {"bearer": city, "message": bad}),
        (StartingCharacter, {"name": bad, "race": "human", "class": "warrior"}),
    ):
        with pytest.raises(ValidationError, match=r"one line|mentions"):
            cls.model_validate(values)


def test_no_order_of_players_has_a_free_text_that_is_not_checked() -> None:
    for cls in PACK.orders:
        if cls.phases != ("setup",):
            for parameter in parameters(cls):
                if parameter.kind == "text":
                    field = cls.model_fields[parameter.name]
                    inner = [get_args(each) for each in get_args(field.annotation)]
                    marks = [*field.metadata, *(mark for args in inner for mark in args)]
                    checks = [getattr(mark, "func", None) for mark in marks]
                    assert any(getattr(c, "__module__", "") == "engine.names" for c in checks), (
                        f"{cls.__name__}.{parameter.name}"
                    )
