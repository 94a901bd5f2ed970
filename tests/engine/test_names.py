"""What people type as names and messages, and which names could be taken for one another."""

import re
import unicodedata
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from engine.dice import ForeseeDice
from engine.forms import order_of
from engine.labels import Labels
from engine.lookalikes import alike, lookalike
from engine.module.names import key_of
from engine.names import NAME_LENGTH, SEEN, Label, flaw, nth, unseen
from engine.orders import Queued, Ref, parameters
from engine.packs.cohorts import PACK
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content.setup import StartingCharacter
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.rest import Rest
from engine.sheet import read, write
from engine.state import State
from engine.written import Unfit, check_characters
from tests.rules.scene import Scene
from tests.scripts import NAMES, TYPED

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


SCENE = Scene(6, 6)
STACK = SCENE.stack(1, 1, name="Guard")
HERE = SCENE.province(1, 1)


@pytest.mark.rule("cohorts.setup.names")
@settings(max_examples=200, deadline=None)
@given(text=TYPED)
def test_a_name_that_may_be_given_can_be_used_and_another_is_refused_by_all_alike(text: str):
    wrong = flaw(text)
    if wrong:
        with pytest.raises(ValidationError, match=re.escape(wrong)):
            LABEL.validate_python(text)
    if unseen(text):
        assert wrong == unseen(text)
        with pytest.raises(Unfit) as refused:
            check_characters(text)
        assert refused.value.problems == ((wrong, ""),)
    if wrong:
        return
    name = LABEL.validate_python(text)
    SCENE.change(STACK, name=name)
    state = State(SCENE.rules, SCENE.view(), ForeseeDice())
    state.player = SCENE.me.id
    labels = Labels(state.world)
    suggested = labels.of(Ref("stack", STACK.id), ("stack",))
    rest = Rest(stack=Ref("stack", STACK.id))
    assert order_of(Rest, {"stack": suggested}, labels) == rest
    where = f"{HERE.x},{HERE.y}"
    made = order_of(ActivateStack, {"name": name, "province": where}, labels)
    assert isinstance(made, ActivateStack)
    assert made.name == name
    queued = [Queued("k1", rest), Queued("k2", made)]
    assert read(write(queued, state), SCENE.rules, state) == (queued, [])


@given(st.sampled_from(NAMES))
def test_a_name_is_found_however_its_letters_were_composed(text: str) -> None:
    for form in ("NFC", "NFD"):
        assert key_of(unicodedata.normalize(form, text)) == key_of(text)
    assert key_of(text.replace("\u200c", "").replace("\ufe0f", "")) == key_of(text)


def test_what_can_be_seen_is_the_same_on_every_python() -> None:
    """All of Unicode 14, which Python 3.11 has, is sorted as there; later Pythons know more."""
    table = re.compile(f"[{SEEN}]")
    for code in (*range(0x1F000), *range(0x1FB00, 0x110000)):
        letter = chr(code)
        category = unicodedata.category(letter)
        if table.match(letter):
            assert category[0] in "LMNPS" or letter == " ", f"U+{code:04X}"
        elif unicodedata.unidata_version == "14.0.0" and code not in UNDRAWN:
            assert category[0] in "CZ", f"U+{code:04X}"


UNDRAWN = {*IGNORABLE, 0x2800, 0xFFFC, 0xFFFD}
"""Letters and signs to Unicode that show nothing, or stand for what is missing."""


def test_places_in_a_row_end_as_people_write_them() -> None:
    places = [nth(number) for number in (1, 2, 3, 4, 11, 13, 22, 113)]
    assert places == ["1st", "2nd", "3rd", "4th", "11th", "13th", "22nd", "113th"]


CYRILLIC_A, FULLWIDTH_A, MATHEMATICAL_A = "\u0410", "\uff21", "\U0001d400"


@pytest.mark.rule("cohorts.setup.names")
@pytest.mark.parametrize(
    "other",
    [
        *("ADA", "A-d_a", " Ada "),
        *(f"{letter}da" for letter in (CYRILLIC_A, FULLWIDTH_A, MATHEMATICAL_A)),
        *("Ada\ufe0f", "A\u200dda", "Ada\U0001d173"),
    ],
)
def test_a_name_that_looks_like_ada_is_ada(other: str) -> None:
    assert alike("Ada", other)
    assert alike(other, "Ada")


@pytest.mark.parametrize(
    "one, other",
    [
        ("Ivan", "lvan"),
        ("Legion 1", "Legion l"),
        ("\u00c5sa", "A\u030asa"),
        ("Harnwick", "Hamwick"),
        ("Iron Guard", "Iron  guard"),
        ("Lord", "L0rd"),
        ("LORD", "l0rd"),
        ("Wolf", "VVolf"),
        ("Owl", "ovvl"),
        ("Legion 3", "Legion ③"),
        ("Legion 3", "Legion ³"),
    ],
)
def test_other_names_that_look_the_same(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize("other", ["Ida", "\u00c4da", "Adda", "Aida", "Ad", ""])
def test_a_name_with_another_letter_or_mark_is_another(other: str) -> None:
    assert not alike("Ada", other)


def test_the_name_that_is_in_the_way_is_told() -> None:
    assert lookalike(f"{CYRILLIC_A}da", ["Bela", "Ada", "ada"]) == "Ada"
    assert lookalike("Cora", ["Bela", "Ada"]) == ""


@given(st.text(max_size=12), st.text(max_size=12))
def test_it_never_matters_which_name_came_first(one: str, other: str) -> None:
    assert alike(one, one)
    assert alike(one, other) is alike(other, one)
