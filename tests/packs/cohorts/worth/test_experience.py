"""Experience: levels and points that come and go with XP, and how XP are shared."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.experience import LevelChanged, earn
from engine.state import State
from tests.rules.scene import Scene

CHART = Scene().content.experience


def hero(scene: Scene, xp: int = 15, **values: Any) -> Character:
    return scene.character(scene.at(0, 0), xp=xp, level=CHART.level_of(xp), **values)


def gain(scene: Scene, piece: Character | Unit, *amounts: int) -> tuple[Any, list[LevelChanged]]:
    """The piece after it earned these XP, and what was told of its levels."""
    state = State(scene.rules, scene.world, ForeseeDice())
    for amount in amounts:
        piece = earn(state, scene.now(piece), amount)
    assert scene.now(piece) == piece
    events = [entry.event for entry in state.log.entries]
    return piece, [event for event in events if isinstance(event, LevelChanged)]


@given(st.lists(st.integers(-400, 400), max_size=12))
def test_xp_and_level_never_fall_below_their_least_and_points_fit_the_best_level(
    amounts: list[int],
) -> None:
    scene = Scene()
    someone = hero(scene)
    best = 1
    for amount in amounts:
        now, _ = gain(scene, someone, amount)
        best = max(best, now.level)
        assert now.xp >= 0
        assert now.level == CHART.level_of(now.xp) >= 1
        assert max(now.level, now.reached) == best
        assert (now.skill_points, now.attribute_points) == (3 * (best - 1), 2 * (best - 1))


def test_the_points_of_a_level_are_the_modules() -> None:
    scene = Scene(content={"experience": {"skill_points": 5, "attribute_points": 0}})
    now, _ = gain(scene, hero(scene), 30)
    assert (now.skill_points, now.attribute_points) == (5, 0)
