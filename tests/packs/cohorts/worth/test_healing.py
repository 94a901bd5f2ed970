"""Healing and mana: who is helped by a month or a rest, and who is not."""

from fractions import Fraction

import pytest

from engine.packs.cohorts.worth.healing import Recovered, after_month, after_rest, steadied
from engine.packs.cohorts.worth.mana import ManaRegained, capacity
from tests.rules.scene import Scene


def test_a_fraction_of_constitution_heals_nothing() -> None:
    assert after_rest(20, Fraction(23, 2)) == 15
    assert after_month(20, Fraction(23, 2)) == 9


@pytest.mark.parametrize("wounds, left", [(0, 0), (3, 0), (99, 89), (100, 100)])
def test_a_month_heals_what_lives_down_to_no_wounds(wounds: int, left: int) -> None:
    assert after_month(wounds, 10) == left


def test_a_unit_heals_like_its_race_and_is_told_of_with_its_morale() -> None:
    scene = Scene()
    unit = scene.unit(scene.at(5, 5), race="dwarf", wounds=50, morale=80)
    [event] = scene.produce(monthly=True).events(Recovered)
    assert (scene.now(unit).wounds, scene.now(unit).morale) == (37, 85)
    assert (event.piece, event.healed, event.morale) == (unit.place, 13, 5)


# A rest heals half of the effective constitution, of which plague leaves 3.
@pytest.mark.parametrize("status, healed", [("poisoned", 5), ("plagued", 1)])
def test_poison_and_plague_hinder_the_month_and_not_the_rest(status: str, healed: int) -> None:
    scene = Scene()
    unit = scene.unit(scene.stack(5, 5), wounds=40, statuses={status: 1})
    ran = scene.produce(monthly=True)
    # Damage by the status itself is added.
    assert [(each.piece, each.healed) for each in ran.events(Recovered)] == [(unit.place, healed)]


def test_the_dead_do_not_heal() -> None:
    scene = Scene()
    dead = scene.character(
        scene.stack(5, 5), dead=True, wounds=60, attributes={"CON": 10}, actions=1
    )
    scene.produce(monthly=True)
    assert scene.now(dead).wounds == 60


def test_morale_stops_at_its_usual_height_from_either_side() -> None:
    assert [steadied(morale) for morale in (20, 98, 100, 103, 150)] == [25, 100, 100, 100, 145]


def test_a_character_holds_as_much_mana_as_its_better_storing_skill() -> None:
    scene = Scene()
    priest = scene.character(scene.at(5, 5), skills={"magic_user": 3, "faith": 12})
    assert capacity(scene.world, scene.content, priest) == 12


def test_a_months_mana_follows_level_and_race_up_to_the_capacity() -> None:
    scene = Scene()
    spot = scene.at(5, 5)
    values = {"level": 16, "skills": {"magic_user": 16}, "actions": 0}
    human = scene.character(spot, mana=3, **values)
    troll = scene.character(spot, race="troll", **values)
    plain = scene.character(spot, level=16, actions=0)
    ran = scene.produce(monthly=True)
    assert [scene.now(one).mana for one in (human, troll, plain)] == [16, 8, 0]
    assert [event.mana for event in ran.events(ManaRegained)] == [13, 8]
