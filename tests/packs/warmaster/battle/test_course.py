"""A whole battle, for all fighters: its order, its record, its end, and what is accounted for."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import Engagement
from engine.dice import Dice, Percent
from engine.facts import Tagged
from engine.packs.warmaster.battle.blows import (
    CharacterSlain,
    Harm,
    RoundFought,
    Shot,
    SpellChanged,
    SpellStruck,
    StandsLost,
    UnitLost,
)
from engine.packs.warmaster.battle.fight import again, fight
from engine.packs.warmaster.battle.grid import cell_of, distances
from engine.packs.warmaster.battle.happenings import (
    NOWHERE,
    CharacterWent,
    Ended,
    Moved,
    MovedBack,
    Ordered,
    Stood,
    TurnBegan,
    Withdrew,
)
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES, Army, Field
from tests.packs.warmaster.battle.armies import grounds, host, thrown
from tests.rules.adapters.warmaster.scene import FIELDS, LISTS, LORE
from tests.rules.dice import WholeDice

KEYS = sorted(LISTS)


class OnlySixes(WholeDice):
    """Dice that know no draw but that of a six-sided die, and count them."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.thrown = 0

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        assert sides == 6, "a battle throws six-sided dice"
        self.thrown += 1
        return self.dice.whole(6)

    def pick(self, options: Any) -> Any:
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


BASES = sorted(key for key, features in FIELDS.items() if features)


def equipped(army: Army, seed: int) -> Army:
    """The army with as many different items as its units and characters may carry."""
    left = sorted(LORE.items)
    left = left[seed % len(left) :] + left[: seed % len(left)]

    def taken(costs: dict[str, int | None]) -> str:
        key = next((key for key in left if costs[key] is not None), "")
        if key:
            left.remove(key)
        return key

    captains = tuple(
        each.replace(
            item=taken({key: item.cost_for_role(each.role) for key, item in LORE.items.items()})
        )
        for each in army.captains
    )
    troops = tuple(
        each.replace(
            item=taken(
                {
                    key: item.cost_for(each.kind, each.armour, each.hits)
                    for key, item in LORE.items.items()
                }
            )
        )
        for each in army.troops
    )
    return army.replace(captains=captains, troops=troops)


@st.composite
def battles(draw: st.DrawFn) -> Engagement:
    """A battle of armies with items on some field."""
    seed = draw(st.integers(0, 10_000))
    one, other = (
        equipped(host(draw(st.sampled_from(sorted(LISTS))), side, draw(st.integers(1, 10))), seed)
        for side in (ATTACKER, DEFENDER)
    )
    field = grounds(draw(st.sampled_from(BASES)), seed, draw(st.integers(0, 4)))
    return fight(field, (one, other), LORE, thrown(seed))


def harms(fought: Engagement) -> Iterator[Harm]:
    for event in fought.events:
        if isinstance(event, RoundFought):
            yield from event.harms
        elif isinstance(event, Shot | SpellStruck):
            yield event.harm


@settings(max_examples=20, deadline=None)
@given(battles())
@pytest.mark.rule("warmaster.report", "warmaster.unit.stands", "warmaster.field.hexes")
def test_the_record_accounts_for_every_stand_and_every_step(fought: Engagement) -> None:
    armies = [each for each in fought.participants if isinstance(each, Army)]
    stands: dict[tuple[str, int], int] = {}
    most: dict[tuple[str, int], int] = {}
    for army in armies:
        for number, troop in enumerate(army.troops, start=1):
            stands[army.side, number] = troop.stands
            most[army.side, number] = troop.full_stands
    at: dict[tuple[str, int], tuple[int, int]] = {}
    for event in fought.events:
        match event:
            case Stood():
                told = {
                    (side, number): unit
                    for side, units in zip(SIDES, event.units, strict=True)
                    for number, unit in enumerate(units, start=1)
                }
                assert {key: unit.stands for key, unit in told.items()} == stands
                here = {key: unit.at for key, unit in told.items() if unit.at != NOWHERE}
                assert not at or here == at
                at = here
            case Moved() | MovedBack():
                key = event.side, event.number
                assert event.path[0] == at.pop(key)
                assert event.path[-1] not in at.values()
                at[key] = event.path[-1]
            case UnitLost():
                key = event.side, event.number
                assert stands[key] == 0
                del at[key]
            case StandsLost():
                key = event.side, event.number
                stands[key] -= event.lost
                assert stands[key] == event.stands >= 0
            case SpellChanged():
                key = event.side, event.number
                assert stands[key] > 0
                assert event.stands >= stands[key]
                assert event.stands == stands[key] or event.does == "restore"
                stands[key] = event.stands
                assert stands[key] <= most[key]
            case RoundFought():
                for harm in event.harms:
                    _take(stands, harm)
            case Shot() | SpellStruck():
                _take(stands, event.harm)
            case _:
                pass


def _take(stands: dict[tuple[str, int], int], harm: Harm) -> None:
    key = harm.side, harm.number
    stands[key] -= harm.lost
    assert stands[key] == harm.stands >= 0


@settings(max_examples=10, deadline=None)
@given(battles())
@pytest.mark.rule("warmaster.combat.result", "warmaster.shoot.saves")
def test_no_more_is_lost_than_was_hit_and_every_hit_is_saved_or_counted(
    fought: Engagement,
) -> None:
    for harm in harms(fought):
        saved = sum(die >= harm.needs for die in harm.saves) if harm.needs else 0
        saved -= sum(die < harm.needs for die in harm.saves_again)
        saved += sum(die >= harm.attached_needs for die in harm.attached_saves)
        left = harm.hits - saved - harm.spared
        assert harm.counted == left or (harm.stands == 0 and harm.counted < left)
    for event in fought.events:
        if isinstance(event, RoundFought):
            for side, name in enumerate(SIDES):
                suffered = sum(harm.counted for harm in event.harms if harm.side != name)
                assert event.scores[side] == suffered


@settings(max_examples=10, deadline=None)
@given(battles())
@pytest.mark.rule("warmaster.end.time", "warmaster.character.loss", "warmaster.end.withdrawal")
def test_every_battle_ends_within_eight_rounds_and_whoever_leads_it_is_accounted_for(
    fought: Engagement,
) -> None:
    ended = fought.events[-1]
    assert isinstance(ended, Ended)
    assert ended.round <= 8
    armies = [each for each in fought.participants if isinstance(each, Army)]
    last = [event for event in fought.events if isinstance(event, Stood)][-1]
    slain = {(e.side, e.number) for e in fought.events if isinstance(e, CharacterSlain)}
    for army, units, with_ in zip(armies, last.units, last.characters, strict=True):
        for number, unit in enumerate(with_, start=1):
            assert ((army.side, number) in slain) == (unit == 0)
            assert not unit or units[unit - 1].stands > 0
        generals = {
            number for number, each in enumerate(army.captains, start=1) if each.role == "general"
        }
        if any((army.side, number) in slain for number in generals):
            assert any(isinstance(e, Withdrew) and e.side == army.side for e in fought.events)
    for event in fought.events:
        if isinstance(event, CharacterWent):
            assert (event.side, event.number) not in slain or event.why
