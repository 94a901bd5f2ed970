"""Figures and orders as people read them; the lines under a rating always come to the rating."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.faces.words.figures import amount, change, effects, figure
from bot.faces.words.orders import order_words
from engine.modifiers import Modifier, statistic
from engine.packs import Rules
from tests.bot.faces.cohorts.band import ABLE, band
from tests.bot.faces.cohorts.panels import figures
from tests.rules.scene import Scene, module


@pytest.mark.parametrize(
    "value, shown",
    [
        (0, "0"),
        (12, "12"),
        (1.5, "1.5"),
        (Fraction(1, 3), "0.33"),
        (127.569, "127.5"),
        (13_735.91, "13,735"),
        (1000, "1,000"),
        (-0.5, "-0.5"),
    ],
)
def test_numbers_are_rounded_down_to_what_matters(value, shown) -> None:
    assert amount(value) == shown


def test_changes_carry_a_sign_and_their_measure() -> None:
    assert change("add", 2) == "+2"
    assert change("add", Fraction(-3, 2)) == "−1.5"
    assert change("percent", 20) == "+20%"
    assert change("set", 5) == "= 5"


def test_a_figure_has_its_base_first_and_then_every_line() -> None:
    found = statistic(
        "DF",
        2,
        [
            Modifier("DF", "add", Fraction(3), "Shield"),
            Modifier("DF", "percent", Fraction(20), "Charm"),
            Modifier("AF", "add", Fraction(9), "Other"),
        ],
    )
    shown = figure("DF", found, "Human")
    assert (shown.value, shown.shares) == (
        "6",
        (("Human", "2"), ("Shield", "+3"), ("Charm", "+20%")),
    )


def test_effects_say_when_they_count() -> None:
    blade = {"attack": "melee", "weapon": "blade"}
    assert effects([Modifier("AF", "percent", Fraction(10), "", when=blade)]) == (
        "AF +10% in melee attacks, with a blade",
    )
    assert effects([Modifier("skill.spell_craft", "add", Fraction(2), "")]) == ("spell craft +2",)


WEAPONS = [
    weapon.key
    for weapon in module().contents["cohorts"].weapons.values()  # type: ignore[attr-defined]
    if weapon.melee_damage and "shield" not in weapon.classes
]


@given(
    level=st.integers(1, 40),
    scores=st.lists(st.integers(3, 30), min_size=6, max_size=6),
    weapon=st.sampled_from(WEAPONS),
    plus=st.integers(0, 5),
    skill=st.integers(0, 40),
)
def test_the_lines_of_every_rating_come_to_it(level, scores, weapon, plus, skill) -> None:
    scene = Scene(6, 6)
    mage = band(
        scene,
        job="warrior",
        level=level,
        attributes=dict(zip(ABLE, scores, strict=True)),
        equipment={"main_hand": f"{weapon}+{plus}" if plus else weapon},
        skills=dict.fromkeys(("axe", "blade", "hammer", "knight", "pole"), skill),
    ).hero
    told = figures(scene, mage)
    for name in ("Melee AF", "Melee POW", "DF", "RES", "MAR", "SAR"):
        flat, percent = Fraction(0), Fraction(100)
        for _, does in told[name].shares:
            number = Fraction(does.replace(",", "").replace("−", "-").strip("+%"))
            if does.endswith("%"):
                percent += number
            else:
                flat += number
        shown = Fraction(told[name].value.replace(",", ""))
        assert abs(max(flat * percent / 100, 0) - shown) <= max(Fraction(shown, 100), 1), name


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
    assert order_words(line, Rules.of(module()).orders) == says
