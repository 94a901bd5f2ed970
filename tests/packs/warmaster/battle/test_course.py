"""A whole battle: its order, its record, its end, for all fighters."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import Engagement
from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.warmaster.battle.fight import again, fight
from engine.packs.warmaster.battle.grid import cell_of, distances
from engine.packs.warmaster.battle.happenings import (
    NOWHERE,
    Ended,
    Moved,
    MovedBack,
    Ordered,
    Stood,
    TurnBegan,
    Withdrew,
)
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, Army, Field
from tests.packs.warmaster.battle.armies import grounds, host, thrown
from tests.rules.adapters.warmaster.scene import FIELDS, LISTS, LORE

KEYS = sorted(LISTS)


class OnlySixes:
    """Dice that know no draw but that of a six-sided die, and count them."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.thrown = 0

    def whole(self, sides: int, *, chance: object = None) -> int:
        assert sides == 6, "a battle throws six-sided dice"
        self.thrown += 1
        return self.dice.whole(6)

    def real100(self, *, chance: object = None) -> float:
        raise AssertionError("a battle draws no share of a hundred")

    def pick(self, options: object) -> Any:
        raise AssertionError("a battle picks nothing")


def told(dice: Dice, units: int = 8, field: Field | None = None) -> Engagement:
    armies = host("crown-marches", ATTACKER, units), host("redtusk-horde", DEFENDER, units)
    return fight(field or grounds("hills", 1), armies, LORE, dice)


def of(fought: Engagement, kind: type[Tagged]) -> list[Tagged]:
    return [event for event in fought.events if isinstance(event, kind)]


@pytest.mark.rule("warmaster.random.stream")
def test_a_battle_throws_nothing_but_six_sided_dice_and_hangs_on_them_alone() -> None:
    dice = OnlySixes(thrown(5))
    first = told(dice)
    assert dice.thrown > 100
    assert told(thrown(5)).dump() == first.dump()
    assert told(thrown(6)).dump() != first.dump()


def test_a_record_is_read_back_and_fought_again_to_the_same_end() -> None:
    first = told(thrown(9))
    stored = Engagement.load(first.dump())
    assert stored == first
    assert again(stored, thrown(9)).dump() == first.dump()


@pytest.mark.rule("warmaster.turn.sequence")
def test_the_attacker_and_the_defender_take_turns_for_at_most_eight_rounds() -> None:
    idle = {"captains": ()}
    still = [
        army.replace(
            troops=tuple(troop.replace(directive="hold", shots=0) for troop in army.troops), **idle
        )
        for army in (host("ashen-host", ATTACKER, 8), host("warren-clans", DEFENDER, 7))
    ]
    fought = fight(Field(), (still[0], still[1]), LORE, thrown(1))
    turns = [(turn.round, turn.side) for turn in of(fought, TurnBegan)]
    assert turns == [(number, side) for number in range(1, 9) for side in ("attacker", "defender")]
    (ended,) = of(fought, Ended)
    assert (ended.winner, ended.reason, ended.round) == ("defender", "time", 8)
    assert [stood.round for stood in of(fought, Stood)] == list(range(9))


@pytest.mark.rule("warmaster.turn.sequence")
def test_a_turn_ends_as_soon_as_an_army_withdraws() -> None:
    fought = told(thrown(9))
    *_, withdrew, stood, ended = fought.events
    assert isinstance(withdrew, Withdrew)
    assert isinstance(stood, Stood)
    assert isinstance(ended, Ended)
    assert ended.winner != withdrew.side
    assert fought.winner == ended.winner


@pytest.mark.rule("warmaster.report")
def test_the_record_tells_where_everybody_stands_at_the_start_after_each_round_and_at_the_end() -> (
    None
):
    fought = told(thrown(9))
    pictures = of(fought, Stood)
    (ended,) = of(fought, Ended)
    assert [each.round for each in pictures] == list(range(ended.round + 1))
    for each in pictures:
        for units in each.units:
            assert all((unit.at == NOWHERE) == (unit.stands == 0) for unit in units)


@pytest.mark.rule("warmaster.report")
def test_every_order_is_told_with_its_value_its_dice_and_its_moves() -> None:
    fought = told(thrown(9))
    orders = of(fought, Ordered)
    assert orders
    for order in orders:
        penalties = sum(penalty.amount for penalty in order.value.penalties)
        assert order.value.value == max(0, order.value.command - penalties)
        assert order.value.unit in order.units
        sure = order.dice == (1, 1)
        assert order.success == (
            sure or (order.dice != (6, 6) and sum(order.dice) <= order.value.value)
        )
    assert any(move.unordered == "" for move in of(fought, Moved))


# ---------------------------------------------------------------- all fighters


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(KEYS),
    st.sampled_from(KEYS),
    st.sampled_from(sorted(key for key, features in FIELDS.items() if features)),
    st.integers(0, 4),
    st.integers(1, 12),
    st.integers(1, 12),
    st.integers(0, 10_000),
)
def test_whoever_fights_the_record_is_sound(
    one: str, other: str, base: str, walls: int, ours: int, theirs: int, seed: int
) -> None:
    armies = host(one, ATTACKER, ours), host(other, DEFENDER, theirs)
    fought = fight(grounds(base, seed, walls), armies, LORE, thrown(seed))
    _is_sound(fought)


def _is_sound(fought: Engagement) -> None:
    """Nobody stands where another does or where its kind may not, and all ways are step by step."""
    field, attacker, defender, _ = fought.participants
    assert isinstance(field, Field)
    assert isinstance(attacker, Army)
    assert isinstance(defender, Army)
    lands = Battle(field, (attacker, defender), thrown(0))
    for each in of(fought, Stood):
        spots = [unit.at for units in each.units for unit in units if unit.stands]
        assert len(spots) == len(set(spots))
        for side in (ATTACKER, DEFENDER):
            for unit, stood in zip(lands.units[side], each.units[side], strict=True):
                assert stood.stands <= unit.troop.full_stands
                assert not stood.stands or unit.ways.ends[cell_of(stood.at)]
            for number in each.characters[side]:
                assert not number or each.units[side][number - 1].stands
    for each in (*of(fought, Moved), *of(fought, MovedBack)):
        side = ATTACKER if each.side == "attacker" else DEFENDER
        troop = fought.participants[1 + side].troops[each.number - 1]
        steps = [distances(cell_of(one))[cell_of(two)] for one, two in pairwise(each.path)]
        assert sum(steps) <= (each.hexes if isinstance(each, MovedBack) else troop.pace)
        if "flyer" not in troop.special or isinstance(each, MovedBack):
            assert set(steps) <= {1}
    assert json.loads(fought.dump())["winner"] == fought.winner
