"""Where armies stand at the start, and what the fields they stand on are made of."""

import pytest

from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.values import DEFENDER, Field, Spot, Troop
from tests.rules.adapters.warmaster.scene import (
    army,
    fought_by,
    troop_of,
    type_of,
)

FOOT = troop_of(type_of("Halberdiers"))
HORSE = troop_of(type_of("Knights"))


def set_up(side: int, *troops: Troop, field: Field | None = None) -> list[Spot]:
    battle = fought_by(army(side, *troops), field=field)
    deploy(battle)
    return [spot_of(unit.cell) for unit in battle.units[side]]


@pytest.mark.rule("warmaster.deploy.auto")
def test_a_brigade_without_room_in_any_row_stands_where_there_is_some() -> None:
    taken = [
        FOOT.replace(at=(column, row)) for row in (0, 1, 2) for column in range(18) if column % 3
    ]
    pair = [HORSE.replace(brigade=1)] * 2
    assert set_up(DEFENDER, *taken, *pair)[-2:] == [(9, 2), (6, 2)]
