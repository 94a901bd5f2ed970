"""Where armies stand at the start, and what the fields they stand on are made of."""

import pytest

from engine.packs.warmaster.battle.deployment import MOST_UNITS, deploy
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.making import made
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, Field, Spot, Troop
from engine.packs.warmaster.muster import deployed
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
def test_foot_stand_in_the_middle_horse_beside_them_and_missiles_behind() -> None:
    places = {
        troop.name: spot for spot, troop in zip(set_up(ATTACKER, *TROOPS), TROOPS, strict=True)
    }
    assert places == {
        "Halberdiers": (8, 11),
        "Great Cannon": (9, 11),
        "War Wagon": (7, 11),
        "Hill Giant": (10, 11),
        "Scrap Chariots": (6, 11),
        "Knights": (11, 11),
        "Crossbowmen": (8, 12),
    }


@pytest.mark.rule("warmaster.deploy.auto")
def test_a_brigade_stands_side_by_side() -> None:
    one, other = FOOT.replace(brigade=1), HORSE.replace(brigade=2)
    spots = set_up(DEFENDER, other, one, one, other, one, one)
    assert spots[1:3] + spots[4:] == [(7, 2), (8, 2), (9, 2), (10, 2)]
    assert [spots[0], spots[3]] == [(5, 2), (6, 2)]
    assert set_up(DEFENDER, *[one.replace(at=(5, 2))] * 1, *[other] * 2)[1:] == [(8, 2), (9, 2)]


@pytest.mark.rule("warmaster.deploy.auto")
def test_a_brigade_without_room_in_any_row_stands_where_there_is_some() -> None:
    taken = [
        FOOT.replace(at=(column, row)) for row in (0, 1, 2) for column in range(18) if column % 3
    ]
    pair = [HORSE.replace(brigade=1)] * 2
    assert set_up(DEFENDER, *taken, *pair)[-2:] == [(9, 2), (6, 2)]


@pytest.mark.rule("warmaster.deploy.auto")
def test_the_rows_are_filled_from_the_front() -> None:
    assert set_up(DEFENDER, *[FOOT] * 19)[-1] == (8, 1)
    assert set_up(ATTACKER, *[FOOT] * 37)[-1] == (8, 13)
    assert len(set(set_up(DEFENDER, *[FOOT] * MOST_UNITS))) == MOST_UNITS


@pytest.mark.rule("warmaster.deploy.zones", "warmaster.deploy.auto")
def test_on_walls_stand_infantry_and_machines_alone() -> None:
    walled = made("grassland", (), 2, thrown(1))
    assert set_up(DEFENDER, HORSE, FOOT, CANNON, field=walled) == [(2, 2), (8, 2), (8, 1)]
    assert set_up(DEFENDER, HORSE.replace(at=(8, 2)), field=walled) == [(2, 2)]


@pytest.mark.rule("warmaster.deploy.zones")
def test_of_two_units_in_one_hex_the_first_of_the_roster_has_it() -> None:
    at = FOOT.replace(at=(3, 12))
    assert set_up(ATTACKER, at, at) == [(3, 12), (8, 11)]


@pytest.mark.rule("warmaster.deploy.auto")
def test_heroes_are_put_with_fighters_far_from_other_leaders_and_others_amid_their_army() -> None:
    captains = (
        captain("general"),
        captain("hero"),
        captain("hero", 4),
        captain("hero"),
        captain("wizard"),
        captain("hero"),
        captain("hero", 99),
    )
    first, second = FOOT.replace(brigade=1), FOOT.replace(brigade=2)
    troops = (BOWS, first, first, CANNON, second, second)
    battle = fought_by(army(ATTACKER, *troops, captains=captains))
    deploy(battle)
    numbers = [each.unit.number for each in battle.characters[ATTACKER] if each.unit]
    assert numbers == [2, 5, 4, 3, 2, 6, 2]


@pytest.mark.rule("warmaster.deploy.auto")
def test_heroes_of_an_army_without_fighters_are_with_whom_there_is() -> None:
    battle = fought_by(army(ATTACKER, CANNON, BOWS, captains=(captain("general"), captain("hero"))))
    deploy(battle)
    assert [each.unit.number for each in battle.characters[ATTACKER] if each.unit] == [1, 2]


@pytest.mark.rule("warmaster.map.military-unit", "warmaster.deploy.auto")
def test_an_army_that_is_all_in_one_slot_is_arranged_by_the_engine() -> None:
    troops = (BOWS, FOOT, HORSE.replace(at=(0, 13)), FOOT)
    for slots, spots in (
        ([3, 3, 3, 3], [(8, 12), (8, 11), (0, 13), (9, 11)]),
        ([3, 1, 3, 5], [(8, 11), (4, 11), (0, 13), (12, 11)]),
    ):
        assert [each.at for each in deployed(troops, slots, "attacker", 0)] == spots
    assert [each.at for each in deployed([FOOT], [1], "defender", 0)] == [(4, 2)]


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
