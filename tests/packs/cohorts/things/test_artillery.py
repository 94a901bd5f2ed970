"""The shots of engines and of ships that carry some."""

import pytest

from engine.packs.cohorts.things.artillery import pieces, reach
from tests.rules.scene import Scene


@pytest.mark.rule("cohorts.table.ships", "cohorts.table.artillery")
@pytest.mark.parametrize(
    "arm, type, figures",
    [
        ("artillery", "ballista", (1, 1, 1)),
        ("artillery", "catapult", (2, 1, 1)),
        ("artillery", "trebuchet", (3, 2, 3)),
        ("ship", "light_warship", (1, 1, 1)),
        ("ship", "heavy_warship", (2, 1, 1)),
        ("ship", "dragon_ship", (12, 1, 1)),
        ("ship", "barge", (0, 0, 0)),
        ("soldier", "soldiers", (0, 0, 0)),
    ],
)
def test_count_range_and_amount_of_a_bombardment(
    arm: str, type: str, figures: tuple[int, int, int]
) -> None:
    scene = Scene(4, 4)
    unit = scene.unit(scene.stack(1, 1), arm=arm, type=type)
    found = list(pieces(scene.content, unit))
    count = sum(piece.damage_count * number for piece, number in found)
    amount = max((piece.damage_amount for piece, _ in found), default=0)
    assert (count, reach(scene.content, unit), amount) == figures
