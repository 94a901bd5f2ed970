"""The Command phase where the worked cases leave something open, and where armies stand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import ScriptedDice, ScriptError
from engine.packs.warmaster.battle import command
from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.grid import (
    CELLS,
    NEIGHBOURS,
    between,
    distances,
    line,
    on_field,
    spot_of,
    within,
)
from engine.packs.warmaster.battle.happenings import (
    Blundered,
    CharacterWent,
    Confusion,
    HeldBack,
    Moved,
    Ordered,
)
from engine.packs.warmaster.battle.reach import UnitReach
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import (
    ATTACKER,
    DEFENDER,
    Captain,
    Field,
    ItemUse,
    Spot,
    Troop,
)
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.muster import deployed
from tests.rules.adapters.warmaster.scene import (
    army,
    captain,
    field_of,
    fought_by,
    played,
    set_out,
    troop_of,
    type_of,
)
from tests.rules.harness import Given

FOOT = troop_of(type_of("Halberdiers"))
HORSE = troop_of(type_of("Knights"))
BONES = troop_of(type_of("Bone Spears"))
CANNON = troop_of(type_of("Great Cannon"))
AWAY: Spot = (17, 0)


def stage(
    *troops: Troop,
    captains: tuple[Captain, ...] = (),
    enemies: tuple[Troop, ...] = (FOOT.replace(at=AWAY),),
    draws: str = "",
    terrain: dict[str, list[Spot]] | None = None,
    **told: object,
) -> Battle:
    """The attacker's troops and characters against some enemies, by default one far away."""
    return set_out(
        fought_by(
            army(ATTACKER, *troops, captains=captains, **told),
            army(DEFENDER, *enemies),
            field=field_of(terrain or {}),
            draws=draws,
        )
    )


def spots(battle: Battle, side: int = ATTACKER) -> list[Spot]:
    return [spot_of(unit.cell) for unit in battle.units[side]]


def orders(battle: Battle) -> list[Ordered]:
    return [event for event in battle.events if isinstance(event, Ordered)]


# ---------------------------------------------------------------- initiative


@pytest.mark.rule("warmaster.command.initiative", "warmaster.unit.attributes")
@pytest.mark.parametrize(
    "troop, charges",
    [
        (FOOT, True),
        (FOOT.replace(directive="advance"), True),
        (FOOT.replace(directive="counter"), True),
        (FOOT.replace(directive="flank-left"), True),
        (FOOT.replace(directive="hold"), False),
        (FOOT.replace(directive="stand-off"), False),
        (BONES, False),
        (CANNON, False),
    ],
)
def test_who_charges_on_initiative(troop: Troop, charges: bool) -> None:
    battle = stage(troop.replace(at=(8, 8)), enemies=(FOOT.replace(at=(8, 6)),))
    command.phase(battle)
    assert (spots(battle) != [(8, 8)]) == charges
    assert battle.units[ATTACKER][0].charged == charges


# ---------------------------------------------------------------- who gives orders, and to whom


@pytest.mark.rule("warmaster.command.order-of-characters", "warmaster.command.failure")
def test_heroes_runesmiths_wizards_and_the_general_give_orders_until_each_fails() -> None:
    battle = stage(
        FOOT.replace(at=(8, 11)),
        captains=(
            captain("general", 1),
            captain("wizard", 1),
            captain("hero", 1),
            captain("hero", 1, command=9).replace(role="runesmith"),
            captain("hero", 1),
        ),
        draws="65" * 5,
    )
    command.phase(battle)
    assert [(order.role, order.by) for order in orders(battle)] == [
        ("hero", 3),
        ("hero", 5),
        ("runesmith", 4),
        ("wizard", 2),
        ("general", 1),
    ]
    assert spots(battle) == [(8, 11)]


@pytest.mark.rule("warmaster.command.failure")
def test_after_a_failure_others_may_still_order_the_unit() -> None:
    battle = stage(
        FOOT.replace(at=(8, 11)),
        captains=(captain("general", 1), captain("hero", 1)),
        draws="65" + "11" + "65",
    )
    command.phase(battle)
    assert [order.success for order in orders(battle)] == [False, True, False]
    assert spots(battle) != [(8, 11)]


@pytest.mark.rule("warmaster.character.roles", "warmaster.command.order-of-characters")
def test_heroes_order_within_six_hexes_and_the_general_everywhere() -> None:
    held = FOOT.replace(at=(1, 11), directive="hold")
    tries: tuple[tuple[Role, int, int], ...] = (("hero", 6, 1), ("hero", 7, 0), ("general", 7, 1))
    for role, apart, ordered in tries:
        battle = stage(
            held,
            FOOT.replace(at=(1 + apart, 11)),
            captains=(captain(role, 1),),
            draws="65" * ordered,
        )
        command.phase(battle)
        assert len(orders(battle)) == ordered
        assert isinstance(battle.dice, ScriptedDice)
        battle.dice.finish()


@pytest.mark.rule("warmaster.character.roles")
def test_a_character_goes_where_its_unit_goes() -> None:
    battle = stage(FOOT.replace(at=(8, 11)), captains=(captain("general", 1),), draws="11" + "65")
    command.phase(battle)
    (general,) = battle.characters[ATTACKER]
    assert general.unit is battle.units[ATTACKER][0]
    assert spots(battle) != [(8, 11)]


@pytest.mark.rule("warmaster.directive.boldness", "warmaster.report")
def test_the_record_tells_of_the_order_that_was_not_bold_enough() -> None:
    battle = stage(
        FOOT.replace(at=(8, 11), stands=1), captains=(captain("general", 1),), boldness=8
    )
    command.phase(battle)
    assert orders(battle) == []
    (held,) = [event for event in battle.events if isinstance(event, HeldBack)]
    assert (held.units, held.value.value, held.boldness) == ((1,), 7, 8)


# ---------------------------------------------------------------- items of command


@pytest.mark.rule("warmaster.item.sceptre-of-sovereignty", "warmaster.directive.items")
@pytest.mark.parametrize("general_only, die, ignored", [(False, 3, True), (True, 3, False)])
def test_the_sceptre_helps_subordinates_unless_it_is_kept_for_the_general(
    general_only: bool, die: int, ignored: bool
) -> None:
    key = "sceptre-of-sovereignty"
    battle = stage(
        FOOT.replace(at=(8, 11)),
        captains=(captain("general", 1, item=key, command=4), captain("hero", 1)),
        draws=f"66{die}" + ("65" if ignored else ""),
        uses=(ItemUse(item=key, general_only=general_only),),
    )
    command.phase(battle)
    (blunder,) = [event for event in battle.events if isinstance(event, Blundered)]
    assert blunder.ignored_by == (key if ignored else "")
    assert battle.units[ATTACKER][0].stalled != ignored


# ---------------------------------------------------------------- blunders


@pytest.mark.rule("warmaster.command.blunder", "warmaster.unit.attributes")
def test_undead_are_never_confused() -> None:
    battle = stage(BONES.replace(at=(8, 11)), captains=(captain("general", 1),), draws="661")
    command.phase(battle)
    (unit,) = battle.units[ATTACKER]
    assert not unit.confused
    assert unit.stalled
    assert not any(isinstance(event, Confusion) for event in battle.events)


# ---------------------------------------------------------------- going to fight


@pytest.mark.rule("warmaster.command.hero-moves")
@pytest.mark.parametrize(
    "others, goes",
    [
        pytest.param([(8, 9), (9, 12)], [3], id="to whoever is out of reach"),
        pytest.param([(8, 9), (9, 12), (10, 12), (11, 12)], [4], id="amid the army"),
        pytest.param([(8, 9), (8, 10)], [3], id="as far as there is somebody"),
        pytest.param([(8, 9), (15, 12)], [2], id="no farther than six hexes"),
        pytest.param([(8, 7), (7, 7)], [], id="nowhere, if all fight"),
    ],
)
def test_who_commands_keeps_out_of_the_fight(others: list[Spot], goes: list[int]) -> None:
    battle = stage(
        *[BONES.replace(at=at, directive="hold") for at in ((8, 8), *others)],
        enemies=(FOOT.replace(at=(8, 6), directive="hold"), FOOT.replace(at=(7, 6))),
        captains=(captain("general", 1, stance="command"),),
    )
    command.phase(battle)
    went = [event for event in battle.events if isinstance(event, CharacterWent)]
    assert [event.unit for event in went] == goes
    assert all(event.why == "command" for event in went)


# ---------------------------------------------------------------- directives


def moved(battle: Battle) -> list[Moved]:
    return [event for event in battle.events if isinstance(event, Moved)]


@pytest.mark.rule("warmaster.directive.units", "warmaster.move.directive")
def test_a_unit_that_came_round_a_flank_attacks_from_there_on() -> None:
    battle = stage(
        HORSE.replace(at=(3, 4), directive="flank-left"),
        captains=(captain("general", 1),),
        enemies=(FOOT.replace(at=(17, 4)),),
        draws="11" * 2 + "65",
    )
    command.phase(battle)
    to_the_flank, onward = moved(battle)
    assert to_the_flank.errand == "flank"
    assert (onward.errand, onward.target) == ("enemy", 1)


@pytest.mark.rule("warmaster.directive.units")
def test_a_unit_that_goes_round_a_flank_attacks_whoever_comes_near() -> None:
    battle = stage(
        HORSE.replace(at=(8, 11), directive="flank-right"),
        captains=(captain("general", 1),),
        enemies=(FOOT.replace(at=(8, 8)),),
        draws="11",
    )
    command.phase(battle)
    assert battle.units[ATTACKER][0].charged


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


CELL = st.integers(0, CELLS - 1)


def turned(cell: int) -> int:
    """The cell when the field is turned by half a circle."""
    return CELLS - 1 - cell


@pytest.mark.rule("warmaster.field.hexes")
def test_the_field_is_the_same_for_both_sides() -> None:
    for cell in range(CELLS):
        assert sorted(map(turned, NEIGHBOURS[cell])) == sorted(NEIGHBOURS[turned(cell)])
        assert list(distances(cell)) == [distances(turned(cell))[turned(n)] for n in range(CELLS)]
        assert within(cell, 1) == {cell, *NEIGHBOURS[cell]}


@pytest.mark.rule("warmaster.field.sight")
@settings(max_examples=50, deadline=None)
@given(CELL, CELL)
def test_who_sees_is_seen(one: int, other: int) -> None:
    assert sorted(between(one, other)) == sorted(between(other, one))
    spots = line(spot_of(one), spot_of(other))
    assert len(spots) == distances(one)[other] + 1
    # A line leaves the field, if it does, by one column along the eastern edge.
    assert all(on_field(spot) or spot[0] == 18 for spot in spots)


@pytest.mark.rule("warmaster.move.reach")
@settings(max_examples=20, deadline=None)
@given(CELL, st.integers(1, 3))
def test_in_the_open_a_unit_gets_as_far_as_its_pace(start: int, pace: int) -> None:
    troop = troop_of(type_of("Knights"), at=spot_of(start))
    battle = set_out(fought_by(army(ATTACKER, troop)))
    reach = UnitReach.of(battle, battle.units[ATTACKER][0], pace)
    away = distances(start)
    assert reach.steps == {cell: away[cell] for cell in within(start, pace) if cell != start}
    for cell, steps in reach.steps.items():
        assert len(reach.path(cell)) == steps + 1


LISTS = {"attacker_list": "crown-marches", "defender_list": "redtusk-horde"}
FAR = {"defender": [{"type": "Tusk Warriors", "at": [8, 2]}]}


@pytest.mark.rule("warmaster.case.notation")
@pytest.mark.parametrize("draws", ["111", "1"])
def test_all_dice_of_a_case_are_used_and_no_other_is_rolled(draws: str) -> None:
    case = {
        **LISTS,
        **FAR,
        "phase": "command",
        "attacker": [{"type": "Halberdiers", "at": [8, 11], "directive": "attack"}],
        "attacker_characters": [{"role": "general", "with": 1}],
        "draws": draws,
    }
    with pytest.raises(ScriptError):
        played(Given(case, "case"))
