"""The Rest order."""

from engine.packs.cohorts.stacks.rest import Rest, StackRested
from tests.rules.scene import Scene, ref


def test_all_who_rest_heal_and_regain_a_quarter_of_a_months_mana() -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    mage = scene.character(
        stack, attributes={"CON": 11}, wounds=20, level=16, skills={"magic_user": 20}, mana=3
    )
    unit = scene.unit(stack, wounds=20)
    [rested] = scene.run(Rest(stack=ref(stack))).events(StackRested)
    assert rested.healed == ((mage.place, 5), (unit.place, 5))
    assert (scene.now(mage).wounds, scene.now(mage).mana) == (15, 7)
    assert scene.now(unit).wounds == 15
