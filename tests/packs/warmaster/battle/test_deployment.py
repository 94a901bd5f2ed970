"""Where armies stand at the start, and what the fields they stand on are made of."""

import pytest

from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, Field, Spot, Troop
from engine.packs.warmaster.muster import deployed
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


BOWS = troop_of(type_of("Crossbowmen"))


@pytest.mark.rule("warmaster.deploy.zones")
def test_of_two_units_in_one_hex_the_first_of_the_roster_has_it() -> None:
    at = FOOT.replace(at=(3, 12))
    assert set_up(ATTACKER, at, at) == [(3, 12), (8, 11)]


@pytest.mark.rule("warmaster.map.military-unit", "warmaster.deploy.auto")
def test_an_army_that_is_all_in_one_slot_is_arranged_by_the_engine() -> None:
    troops = (BOWS, FOOT, HORSE.replace(at=(0, 13)), FOOT)
    for slots, spots in (
        ([3, 3, 3, 3], [(8, 12), (8, 11), (0, 13), (9, 11)]),
        ([3, 1, 3, 5], [(8, 11), (4, 11), (0, 13), (12, 11)]),
    ):
        assert [each.at for each in deployed(troops, slots, "attacker", 0)] == spots
    assert [each.at for each in deployed([FOOT], [1], "defender", 0)] == [(4, 2)]
