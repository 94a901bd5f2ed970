"""A lasting status that shows its holder keeps it from everything secret."""

from typing import Any

import pytest

from engine.orders import Order
from engine.packs.cohorts.covert.assassins import AssassinateCharacter
from engine.packs.cohorts.covert.bodyguards import AssignBodyguard
from engine.packs.cohorts.covert.prisoners import AttemptEscape, RescueCharacter
from engine.packs.cohorts.covert.spying import SpyCharacter
from tests.rules.adapters.covert_scene import Covert
from tests.rules.scene import ref

pytestmark = pytest.mark.rule("cohorts.battle-status.burning")
SKILLS: dict[str, Any] = {"spy": 20, "thief": 20, "assassin": 20}


@pytest.mark.parametrize("status", ["burning", "poisoned"])
@pytest.mark.parametrize("cls", [SpyCharacter, AssassinateCharacter, RescueCharacter])
def test_who_burns_goes_on_no_mission(cls: type[Order], status: str) -> None:
    scene = Covert(**SKILLS)
    victim = scene.theirs(scene.camp())
    if cls is RescueCharacter:
        victim = scene.able(scene.camp())
        scene.change(victim, captor=scene.foe.id)
    scene.change(scene.hero, statuses={status: 3})
    code = scene.give(cls, character=ref(scene.hero), target=ref(victim)).code
    assert (code == "unable") == (status == "burning")


def test_a_burning_prisoner_does_not_escape_but_may_guard_when_it_is_free() -> None:
    scene = Covert(**SKILLS)
    foe = scene.foe
    held = scene.change(scene.able(scene.camp()), captor=foe.id, statuses={"burning": 3}, actions=1)
    assert scene.give(AttemptEscape, character=ref(held)).code == "unable"
    scene.change(scene.hero, statuses={"burning": 3})
    guarded = scene.character(scene.party)
    assert scene.give(AssignBodyguard, character=ref(scene.hero), target=ref(guarded)).code != (
        "unable"
    )
