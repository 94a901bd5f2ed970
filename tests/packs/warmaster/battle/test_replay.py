"""A record read through: after each round everybody stands where the record says."""

from collections.abc import Iterator

import pytest

from engine.battle import Engagement
from engine.packs.warmaster.battle.fight import fight
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.happenings import NOWHERE, Moved, Stood, UnitPosition
from engine.packs.warmaster.battle.idling import held_in_line, why_idle
from engine.packs.warmaster.battle.replay import Replay
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES
from tests.packs.warmaster.battle.armies import grounds, host, thrown
from tests.rules.adapters.warmaster.scene import LISTS, LORE

REPORT = pytest.mark.rule("warmaster.report")


def fought(mine: str, theirs: str, units: int, seed: int, **changes: object) -> Engagement:
    armies = host(mine, ATTACKER, units, **changes), host(theirs, DEFENDER, units)
    return fight(grounds("forest", seed, seed % 5), armies, LORE, thrown(seed))


def standings(battle: Battle) -> tuple[tuple[UnitPosition, ...], ...]:
    return tuple(
        tuple(
            UnitPosition(spot_of(unit.cell), unit.stands, unit.confused, unit.attached)
            if unit.alive
            else UnitPosition(NOWHERE, 0)
            for unit in side
        )
        for side in battle.units
    )


def _checked(fight: Engagement) -> Iterator[int]:
    course = Replay(fight)
    for event in fight.events:
        course.note(event)
        if isinstance(event, Stood):
            assert standings(course.battle) == event.units
            for side, numbers in zip(course.battle.characters, event.characters, strict=True):
                assert tuple(each.unit.number if each.unit else 0 for each in side) == numbers
            yield event.round


@REPORT
@pytest.mark.parametrize("seed", range(4))
def test_after_each_round_all_stand_as_the_record_says(seed: int) -> None:
    names = tuple(LISTS)
    rounds = list(_checked(fought(names[seed % 7], names[(seed + 3) % 7], 8, seed)))
    assert rounds[0] == 0
    assert len(rounds) >= 2


@REPORT
def test_reading_a_record_is_as_the_battle_was_for_who_asks_what_units_would_do() -> None:
    engagement = fought("crown-marches", "redtusk-horde", 12, 2)
    course, moves = Replay(engagement), 0
    for event in engagement.events:
        if isinstance(event, Moved) and not event.unordered:
            moves += 1
            unit = course.unit(event.side, event.number)
            # Who blunders is stalled before it moves half-heartedly or headlong.
            assert why_idle(course.battle, unit) in ("order", "stalled")
        course.note(event)
    assert moves


# ---------------------------------------------------------------- who stays, and why


def facing(row: int = 11, **first: object) -> Battle:
    """Five halberdiers far from an enemy, the first as it is said and the others in a row."""
    army = host("crown-marches", ATTACKER, 1)
    (one,) = army.troops
    others = (one.replace(at=(column, row)) for column in range(4))
    army = army.replace(troops=(one.replace(**{"at": (8, 11), **first}), *others))
    battle = Battle(
        grounds("grassland", 1), (army, host("redtusk-horde", DEFENDER, 1)), thrown(1), LORE
    )
    for side in battle.units:
        for unit in side:
            at = unit.troop.at or (8, 2)
            battle.place(unit, at[0] + 18 * at[1])
    return battle


@pytest.mark.rule("warmaster.command.choice")
def test_a_unit_does_nothing_for_a_reason() -> None:
    battle = facing()
    unit = battle.units[0][0]
    assert why_idle(battle, unit) == "order"
    unit.stalled = True
    assert why_idle(battle, unit) == "stalled"
    unit.confused = True
    assert why_idle(battle, unit) == "confused"
    battle.place(battle.units[1][0], 8 + 18 * 10)
    assert why_idle(battle, unit) == "engaged"
    assert why_idle(*_first(facing(directive="hold"))) == "directive"
    assert why_idle(*_first(facing(directive="counter"))) == "directive"


@pytest.mark.rule("warmaster.directive.keep-line")
def test_whom_the_line_holds_back_is_said() -> None:
    assert not held_in_line(*_first(facing()))
    assert held_in_line(*_first(facing(12)))  # one of its two hexes is too far ahead
    battle = facing(13)
    assert why_idle(*_first(battle)) == "line"
    mine, theirs = battle.armies
    battle.armies = (mine.replace(keep_line=False), theirs)
    assert why_idle(*_first(battle)) == "order"


def _first(battle: Battle):
    return battle, battle.units[0][0]


def test_the_sides_are_named_as_in_the_record() -> None:
    course = Replay(fought("crown-marches", "ashen-host", 3, 1))
    for side in SIDES:
        assert course.unit(side, 1).number == 1
        assert course.character(side, 1).captain.role == "general"
