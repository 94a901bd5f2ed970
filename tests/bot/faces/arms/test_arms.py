"""Coats of arms: each part can be chosen, and each is drawn with its words."""

import pytest

from bot.faces.arms.coat import CHARGES, DIVISIONS, TINCTURES, Arms, draw_arms
from bot.faces.arms.parts import arms_steps


@pytest.mark.rule("cohorts.setup.coat-of-arms")
@pytest.mark.parametrize("division", DIVISIONS)
def test_every_division_is_drawn_with_its_words(division: str):
    arms = Arms.model_validate({"division": division, "charge": CHARGES[3]})
    plain = Arms(division="plain", charge=arms.charge)
    drawn = draw_arms(arms)
    assert arms.words in drawn.alt
    assert draw_arms(arms) == drawn
    assert (draw_arms(plain).png == drawn.png) == (division == "plain")


@pytest.mark.parametrize("charge", CHARGES)
def test_every_charge_has_its_picture(charge: str):
    bare = draw_arms(Arms(charge="none"))
    drawn = draw_arms(Arms.model_validate({"charge": charge}))
    assert (drawn.png == bare.png) == (charge == "none")


def test_arms_to_begin_with_differ_and_their_charge_stands_out():
    found = [Arms.of_chance(number) for number in range(500)]
    assert len(dict.fromkeys(found)) > 480
    for arms in found:
        assert len({arms.field, arms.second, arms.tincture}) == 3


def test_no_two_people_begin_with_the_same_arms():
    people = range(1457644791398400004, 1457644791398400004 + 2000)
    found = [Arms.to_begin_with(people[:400], each) for each in people[:400]]
    assert len(dict.fromkeys(found)) == 400
    assert found[3] == Arms.to_begin_with(people[:40], people[3]), "newcomers change nobody's"
    assert Arms.to_begin_with(people[:5], people[7]) not in found[:5]


def test_the_words_of_arms_are_good_english():
    arms = Arms(field="gold", charge="crossed-swords", tincture="blue")
    assert arms.words == "all gold, charged with blue crossed swords"
    arms = Arms(field="blue", charge="lion", tincture="orange")
    assert arms.words == "all blue, charged with an orange lion"


def test_each_part_of_the_arms_can_be_chosen():
    arms = Arms()
    for step in arms_steps():
        last = step.options(arms)[-1]
        arms = step.take(arms, (last.value,))
        assert step.chosen(arms) == (last.value,)
    assert arms.field == TINCTURES[-1]
