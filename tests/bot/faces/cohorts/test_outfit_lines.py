"""What reports say of equipment, training and talents."""

import pytest

from bot import faces
from bot.faces.cohorts.lines import outfit
from bot.faces.words.names import Names
from bot.faces.words.telling import tell
from engine.events import Level
from engine.packs.cohorts.cities.training import UnitTrained
from engine.packs.cohorts.guilds.talents import TalentsSet
from engine.packs.cohorts.stacks.equipping import Equipped
from engine.packs.cohorts.stacks.leaving import PieceBuried
from engine.world import Place
from tests.rules.scene import Scene

assert outfit
UNIT = Place("unit", 1)


@pytest.fixture
def names() -> Names:
    scene = Scene(4, 4)
    scene.city(1, 1, scene.me, name="Harrow")
    return faces.of(scene.rules).names(scene.world)


def test_equipment_is_told_with_its_places_and_what_was_not_to_be_had(names: Names) -> None:
    event = Equipped(
        piece=UNIT,
        name="Foot",
        put_on={"main_hand": "broadsword+2", "mount": "palfrey"},
        taken_off=("spear",),
        left_out=(("plate", "missing"), ("wagon", "unfit")),
    )
    assert tell(event, names) == (
        "Foot put on Broadsword +2 (main hand) and Palfrey (mount) and put away Spear. "
        "Left out: Plate (not enough there) and Wagon (wrong for that place)."
    )
    nothing = event.replace(put_on={}, taken_off=(), left_out=())
    assert tell(nothing, names) == "Foot changed nothing of the equipment."


def test_several_engines_are_told_by_number_and_crew(names: Names) -> None:
    event = UnitTrained(
        city=1,
        units=(1, 2),
        name="Battery",
        race="elf",
        type="catapult",
        soldiers=25,
        slot=3,
        recruits=50,
        equipment=("spear",),
        talents=("bowman",),
        left_out=(("shield", "taken"),),
    )
    assert tell(event, names) == (
        "Harrow trained Battery: 2 catapults with 25 elf crew each from 50 recruits, battle slot "
        "3, with Spear and the talent bowman. Left out: Shield (its place was taken)."
    )


def test_a_talent_that_was_paid_for_in_vain_is_told_so(names: Names) -> None:
    event = TalentsSet(piece=UNIT, name="Foot", gained=(), lost=("scout",), paid=195, left_out=())
    assert tell(event, names) == (
        "Foot gave up scout for 195 experience, with no room for another at that level."
    )


def test_a_death_is_told_without_what_the_dead_left_to_those_who_must_not_know(
    names: Names,
) -> None:
    event = PieceBuried(
        piece=Place("character", 9),
        name="Ada",
        player=1,
        killed=True,
        to=Place("city", 1),
        items={"plate": 1},
    )
    assert tell(event.at(Level.TOLD), names) == "me put the prisoner Ada to death."
    assert "1 × Plate" in tell(event, names)
