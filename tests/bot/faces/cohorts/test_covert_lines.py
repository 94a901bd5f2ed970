"""What players read of covert missions, on both sides."""

from fractions import Fraction
from typing import Any

import pytest

from bot import faces
from bot.faces.cohorts.lines.covert import MISSIONS
from bot.faces.words.names import Names
from bot.faces.words.telling import tell
from engine.events import Level
from engine.packs.cohorts import PACK
from engine.packs.cohorts.covert.mission import Mission, MissionEnded, MissionFoiled
from engine.packs.cohorts.covert.prisoners import EscapeAttempted
from engine.packs.cohorts.covert.thieving import ItemsStolen
from engine.world import Place
from tests.rules.scene import Scene

JAIL = Place("stack", 1)


@pytest.fixture(scope="module")
def names() -> Names:
    scene = Scene()
    scene.stack(1, 0, name="Iron Guard")
    return faces.of(scene.rules).names(scene.world)


def ended(**changes: Any) -> MissionEnded:
    event = MissionEnded(
        character=1,
        name="Nix",
        mission="steal-stack",
        on=JAIL,
        target="Iron Guard",
        outcome="success",
        success=78,
        escape=53,
        capture=Fraction(1034, 100),
        roll=12,
        escape_roll=0,
        captor=None,
    )
    return event.replace(**changes)


def test_each_mission_has_words_of_its_own() -> None:
    missions = [cls.path[1] for cls in PACK.orders if issubclass(cls, Mission)]
    assert sorted(missions) == sorted(MISSIONS)


def test_a_plan_says_that_the_guards_are_not_known(names: Names) -> None:
    told = tell(ended(outcome="open", roll=0), names)
    assert "at best 78% to succeed" in told
    assert "rolled" not in told
    bounded = tell(ended(outcome="open", roll=0, least=40), names)
    assert "between 40% and 78% to succeed" in bounded


def test_the_victim_reads_who_it_was_only_if_he_was_captured(names: Names) -> None:
    foiled = MissionFoiled(
        mission="rescue",
        on=JAIL,
        target="Oda",
        province=2,
        culprit=None,
        culprit_name="",
        captor=None,
    )
    assert tell(foiled, names) == "Somebody tried to rescue Oda, failed and got away unseen."
    caught = foiled.replace(culprit=Place("character", 4), culprit_name="Nix", captor=JAIL)
    assert tell(caught, names) == (
        "Nix tried to rescue Oda, failed and was captured; Iron Guard held the prisoner."
    )


def test_both_sides_read_what_was_stolen(names: Names) -> None:
    stolen = ItemsStolen(
        item="spear",
        count=3,
        start=JAIL,
        owner="Iron Guard",
        province=2,
        worn=False,
        character=1,
        name="Nix",
    )
    assert tell(stolen, names) == "Nix stole 3 × Spear from Iron Guard."
    victim = stolen.at(Level.TOLD)
    assert tell(victim, names) == "Somebody stole 3 × Spear from Iron Guard at grassland 1,0."
    assert tell(stolen.replace(count=0), names) == "There was no Spear to take from Iron Guard."
    assert "Nix" not in tell(stolen.replace(count=0).at(Level.TOLD), names)


def test_a_captor_does_not_read_where_a_prisoner_went(names: Names) -> None:
    event = EscapeAttempted(
        character=1,
        name="Oda",
        start=JAIL,
        outcome="escaped",
        chance=60,
        roll=3,
        to=Place("province", 7),
    )
    assert tell(event, names) == (
        "Oda, held by Iron Guard, escaped (rolled 3 against 60%) and reached grassland 6,0."
    )
    assert tell(event.at(Level.TOLD), names) == "Oda, held by Iron Guard, escaped."
