"""Trial battles between armies of points."""

from itertools import islice

import pytest

from engine.packs.warmaster.pitched.mustering import ready_made
from engine.packs.warmaster.pitched.trial import UNIT, trial
from tests.packs.warmaster.scene import MusterScene

SCENE = MusterScene()
WAR = SCENE.war


def sized(name: str, points: int):
    return ready_made(WAR, WAR.army_lists[name], points)


@pytest.mark.rule("warmaster.battle.kinds")
def test_a_larger_army_wins_more_often_and_loses_less() -> None:
    large, small = sized("crown-marches", 1000), sized("redtusk-horde", 500)
    state = SCENE.state()
    odds = next(trial(state, (large, small), "grassland"))
    assert odds.attacker_wins > 0.5
    assert not odds.exact
    assert odds.battles == 20
    lost = {
        side: [f.lost for f in odds.fates if f.side == side] for side in ("attacker", "defender")
    }
    assert len(lost["attacker"]) == len(large.units)
    assert len(lost["defender"]) == len(small.units)
    assert sum(lost["attacker"]) / len(large.units) < sum(lost["defender"]) / len(small.units)
    assert {f.piece.kind for f in odds.fates} == {UNIT}
    assert all(0 <= f.falls <= 1 and 0 <= f.lost <= 1 for f in odds.fates)


def test_the_same_question_has_the_same_answer_and_estimates_grow() -> None:
    armies = sized("warren-clans", 500), sized("hollow-dynasty", 500)
    first, second = islice(trial(SCENE.state(), armies, "forest"), 2)
    assert next(trial(SCENE.state(), armies, "forest")) == first
    assert [first.battles, second.battles] == [20, 60]
    assert not list(SCENE.world.changes()), "nothing of the world is touched"
