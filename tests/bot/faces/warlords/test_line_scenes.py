"""Scenes of battles of lines: what pictures show follows the record, duel by duel."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.battle.animation import draw_battle
from bot.faces.warlords.battle.scenes import line_battle
from tests.bot.faces.battle.sample import SETTING, duelled

SEEDS = st.integers(1, 40)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 20), st.integers(1, 20), SEEDS)
def test_a_battle_of_lines_ends_with_a_side_without_hits(mine: int, theirs: int, seed: int) -> None:
    record = duelled(mine, theirs, seed=seed)
    battle = line_battle(record, SETTING)
    left = battle.scenes[-1].strength
    assert battle.winner is not None
    assert left[1 - battle.winner] == 0 < left[battle.winner]
    duels = [scene for scene in battle.scenes if scene.pair]
    assert len(battle.whole.steps) == len(duels)
    for scene in duels:
        assert scene.pair is not None
        assert sum(scene.stands[number].fell for number in scene.pair) == 1


def test_hits_never_come_back_within_a_battle() -> None:
    battle = line_battle(duelled(20, 20), SETTING)
    duels = [scene for scene in battle.scenes if scene.pair]
    for before, after in pairwise(duels):
        for number, stand in after.stands.items():
            assert stand.hits <= before.stands[number].hits
            assert not (before.stands[number].fell and not stand.fell)


def test_a_battle_in_which_nobody_fought_has_no_winner() -> None:
    battle = line_battle(duelled(0, 0), SETTING)
    assert battle.winner is None
    assert draw_battle(battle).alt.endswith("Nobody won.")
