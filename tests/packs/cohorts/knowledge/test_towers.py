"""Which towers overlook a province."""

from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.knowledge.towers import overlooking, reach
from engine.packs.cohorts.pieces.records import Tower
from tests.rules.scene import Scene

SPOT = st.tuples(st.integers(0, 8), st.integers(0, 9))
TOWER = st.tuples(SPOT, st.sampled_from(["watch", "guard", "wizard", "castle"]), st.integers(1, 4))


@given(st.lists(TOWER, max_size=8), SPOT)
def test_a_tower_overlooks_every_province_within_its_reach_and_no_other(
    towers: list[tuple[tuple[int, int], str, int]], spot: tuple[int, int]
) -> None:
    scene = Scene(9, 10)
    for hex_, kind, level in towers:
        scene.tower(*hex_, kind, level)
    here = scene.at(*spot)

    def distance(tower: Tower) -> int:
        start, goal = (scene.grid.at(id - 1) for id in (tower.province, here.id))
        return scene.grid.distance(start, goal)

    everywhere = [(tower, distance(tower)) for tower in scene.world.all(Tower)]
    expected = [(tower, far) for tower, far in everywhere if far <= reach(scene.content, tower)]
    assert overlooking(scene.world, scene.content, here.id) == expected


def test_a_guard_tower_sees_no_farther_than_where_it_stands() -> None:
    scene = Scene(9, 10)
    assert reach(scene.content, scene.tower(2, 2, "guard", 4)) == 0
    assert reach(scene.content, scene.tower(2, 3, "watch", 4)) == 4
