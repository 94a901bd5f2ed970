"""Where armies stand at the start, and what the fields they stand on are made of."""

import pytest

from engine.packs.warmaster.battle.deployment import MOST_UNITS, deploy
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.making import made
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, Field, Spot, Troop
from tests.packs.warmaster.battle.armies import grounds, thrown
from tests.rules.adapters.warmaster.scene import (
    FIELDS,
    army,
    captain,
    fought_by,
    script,
    troop_of,
    type_of,
)

FOOT = troop_of(type_of("Halberdiers"))
BOWS = troop_of(type_of("Crossbowmen"))
HORSE = troop_of(type_of("Knights"))
WAGON = troop_of(type_of("War Wagon"))
CART = troop_of(type_of("Scrap Chariots"))
CANNON = troop_of(type_of("Great Cannon"))
GIANT = troop_of(type_of("Hill Giant"))
TROOPS = (CANNON, WAGON, GIANT, CART, BOWS, HORSE, FOOT)


def set_up(side: int, *troops: Troop, field: Field | None = None) -> list[Spot]:
    battle = fought_by(army(side, *troops), field=field)
    deploy(battle)
    return [spot_of(unit.cell) for unit in battle.units[side]]


@pytest.mark.rule("warmaster.deploy.auto")
def test_units_take_the_middle_by_kind_then_missiles_then_machines() -> None:
    by_columns = {
        spot: troop.name for spot, troop in zip(set_up(ATTACKER, *TROOPS), TROOPS, strict=True)
    }
    columns = (8, 9, 7, 10, 6, 11, 5)
    assert [by_columns[column, 11] for column in columns] == [
        "Halberdiers",
        "Knights",
        "Scrap Chariots",
        "Hill Giant",
        "War Wagon",
        "Crossbowmen",
        "Great Cannon",
    ]


@pytest.mark.rule("warmaster.deploy.auto")
def test_the_rows_are_filled_from_the_front() -> None:
    assert set_up(DEFENDER, *[FOOT] * 19)[-1] == (8, 1)
    assert set_up(ATTACKER, *[FOOT] * 37)[-1] == (8, 13)
    assert len(set(set_up(DEFENDER, *[FOOT] * MOST_UNITS))) == MOST_UNITS


@pytest.mark.rule("warmaster.deploy.zones", "warmaster.deploy.auto")
def test_on_walls_stand_infantry_and_machines_alone() -> None:
    walled = made("grassland", (), 2, thrown(1))
    assert set_up(DEFENDER, HORSE, FOOT, CANNON, field=walled) == [(2, 2), (8, 2), (9, 2)]
    assert set_up(DEFENDER, HORSE.replace(at=(8, 2)), field=walled) == [(2, 2)]


@pytest.mark.rule("warmaster.deploy.zones")
def test_of_two_units_in_one_hex_the_first_of_the_roster_has_it() -> None:
    at = FOOT.replace(at=(3, 12))
    assert set_up(ATTACKER, at, at) == [(3, 12), (8, 11)]


@pytest.mark.rule("warmaster.deploy.auto")
def test_characters_are_put_with_their_units_or_by_their_role() -> None:
    captains = (
        captain("general"),
        captain("hero"),
        captain("hero", 4),
        captain("hero"),
        captain("wizard"),
        captain("wizard"),
        captain("hero", 99),
    )
    battle = fought_by(army(ATTACKER, *[FOOT] * 6, captains=captains))
    deploy(battle)
    assert [each.unit.number for each in battle.characters[ATTACKER] if each.unit] == [
        4,
        1,
        4,
        2,
        6,
        5,
        3,
    ]


# ---------------------------------------------------------------- fields


@pytest.mark.rule("warmaster.field.generation", "warmaster.map.city")
def test_walls_are_laid_last_in_row_2() -> None:
    field = made("grassland", (), 3, thrown(1))
    assert [(each.at, each.terrain) for each in field.grounds] == [
        ((column, 2), "wall3") for column in range(3, 15)
    ]


@pytest.mark.rule("warmaster.field.generation")
def test_of_two_features_the_first_has_the_hex() -> None:
    with script("352" * 2) as dice:
        field = made("grassland", ("woods", "hill"), 0, dice)
    assert {each.terrain for each in field.grounds} == {"woods"}
    assert len(field.grounds) == 3


@pytest.mark.rule("warmaster.field.generation")
@pytest.mark.parametrize("base", sorted(key for key, features in FIELDS.items() if features))
def test_features_leave_both_zones_free(base: str) -> None:
    for number in range(20):
        field = grounds(base, number)
        assert field.base == base
        assert all(3 <= each.at[1] <= 10 for each in field.grounds)
        assert {each.terrain for each in field.grounds} <= set(FIELDS[base])
