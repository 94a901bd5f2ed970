"""Scenes of battles in slots: what pictures show follows the record, step by step."""

import inspect
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.cohorts.battle import scenes as cohorts
from bot.faces.cohorts.battle.scenes import field_battle
from bot.faces.cohorts.lines.battle import _losses
from engine.battle import BattleRecord
from engine.facts import Tagged
from engine.packs.cohorts.battle import record as happenings
from engine.packs.cohorts.battle.record import (
    Attacked,
    BattleEnded,
    CombatSpellCast,
    Cured,
    Fell,
    Fired,
    Fled,
    Hit,
    MoraleChecked,
    Participant,
    Petrified,
    SpecialAttacked,
    StatusWound,
    UnitMoved,
    WoundsClosed,
)
from tests.bot.faces.battle.sample import SETTING, armies, army, fleets, fought
from tests.rules.adapters.battle_field import hero, hex_named, unit

SEEDS = st.integers(1, 40)


def last(record: BattleRecord) -> BattleEnded:
    ended = record.engagements[-1].events[-1]
    assert isinstance(ended, BattleEnded)
    return ended


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 14), st.integers(1, 14), SEEDS)
def test_the_last_scene_stands_as_the_record_ends(mine: int, theirs: int, seed: int) -> None:
    record = fought(armies(mine, theirs), seed=seed)
    battle, ended = field_battle(record, SETTING), last(record)
    for stand, outcome in zip(battle.scenes[-1].stands, ended.outcomes, strict=True):
        assert (stand.hex, stand.fate) == (outcome.hex, outcome.state)
        assert stand.wounds == pytest.approx(outcome.wounds)
    assert battle.winner == ended.winner
    assert battle.scenes[-1].mark == str(ended.rounds)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 12), st.integers(1, 12), SEEDS)
def test_soldiers_lost_in_all_scenes_are_the_battles(mine: int, theirs: int, seed: int) -> None:
    record = fought(armies(mine, theirs), seed=seed)
    battle, lost = field_battle(record, SETTING), {"attackers": 0, "defenders": 0}
    for number, whole in enumerate(battle.whole.stands):
        lost["defenders" if battle.units[number].side else "attackers"] += whole.lost
        assert sum(scene.stands[number].lost for scene in battle.scenes) == whole.lost
        left = [scene.name for scene in battle.scenes if scene.stands[number].left]
        assert len(left) == (battle.scenes[-1].stands[number].fate != "fighting")
    for side, count in lost.items():
        assert f"{side} {max(count, 0):,} of " in _losses(record), "the report says the same"


def test_the_scenes_are_the_array_what_comes_before_the_rounds_and_each_round() -> None:
    record = fought(armies(10, 10))
    names = [scene.name for scene in field_battle(record, SETTING).scenes]
    rounds = last(record).rounds
    assert names == ["Array", "Opening", *(f"Round {n}" for n in range(1, rounds + 1))]


def test_a_battle_without_spells_or_special_attacks_has_no_opening() -> None:
    record = fought([unit(1, 0), unit(2, 1)])
    assert [s.name for s in field_battle(record, SETTING).scenes][:2] == ["Array", "Round 1"]


def test_a_side_that_nobody_fights_for_leaves_the_array_alone() -> None:
    battle = field_battle(fought([unit(1, 0)]), SETTING)
    assert [scene.name for scene in battle.scenes] == ["Array"]
    assert battle.whole.name == "Array"
    assert battle.scenes[0].strength == (100, 0)


def test_strength_counts_able_soldiers_and_heroes_who_fight() -> None:
    hurt = unit(1, 0, soldiers=100, wounds=41.5)
    battle = field_battle(fought([hurt, hero(2, 0), unit(3, 1)]), SETTING)
    assert battle.scenes[0].strength == (60, 100)  # 41 of 100 are out of action


def test_a_ship_moves_with_all_aboard_and_is_told_as_one_deed() -> None:
    battle = field_battle(fought(fleets(), terrain="sea"), SETTING)
    assert battle.naval
    assert sum(one.ship for one in battle.units) == 4
    round_one = next(scene for scene in battle.scenes if scene.name == "Round 1")
    first = next(deed for deed in round_one.deeds if deed.kind == "move")
    aboard = [stand for stand in round_one.stands if stand.hex == first.to]
    assert len(aboard) >= 3


def test_the_ground_and_the_walls_come_from_the_record() -> None:
    battle = field_battle(fought(armies(2, 2), terrain="forest", walls=3), SETTING)
    assert (battle.terrain, battle.walls, battle.naval) == ("forest", 3, False)


def test_a_spell_is_a_deed_on_each_hex_that_it_strikes() -> None:
    record = fought([hero(1, 0, slot=8), unit(2, 1, slot=3), unit(3, 1, slot=4)])
    (fight,) = record.engagements
    hexes = hex_named("D3"), hex_named("D4")
    cast = CombatSpellCast.partly(
        unit=0,
        spell="fireball",
        level=4,
        hex=hexes[0],
        further=(hexes[1],),
        hits=(Hit(unit=1, wounds=20.0, after=20.0), Hit(unit=2, wounds=5.0, after=5.0)),
        laid=(),
        aura=False,
    )
    began = next(n for n, e in enumerate(fight.events) if type(e).tag == "cohorts.round-began")
    events = (*fight.events[:began], cast, *fight.events[began:])
    battle = field_battle(record.replace(engagements=(fight.replace(events=events),)), SETTING)
    opening = battle.scenes[1]
    assert opening.name == "Opening"
    assert [(d.kind, d.start, d.to) for d in opening.deeds] == [
        ("spell", hex_named("A8"), hexes[0]),
        ("spell", hex_named("A8"), hexes[1]),
    ]
    assert opening.stands[1].lost == 20


def test_the_same_battle_makes_the_same_scenes() -> None:
    units = [replace(one) for one in army(6, 0)] + army(6, 1)
    assert field_battle(fought(units), SETTING) == field_battle(fought(armies(6, 6)), SETTING)


# ---------------------------------------------------------------- nothing is left out


CHANGES = (StatusWound, WoundsClosed, Cured, MoraleChecked, Fled, Petrified, Fell)
"""Events that are seen by how units stand after them."""
DEEDS = (UnitMoved, Attacked, SpecialAttacked, CombatSpellCast, Fired)


@pytest.mark.rule("cohorts.battle.report")
def test_every_class_of_event_is_seen_as_a_deed_or_a_change_or_changes_nothing() -> None:
    known = {cls for _, cls in inspect.getmembers(happenings, inspect.isclass) if _is_event(cls)}
    assert known - {Participant} == {*CHANGES, *DEEDS, *cohorts.STILL}


def _is_event(cls: type) -> bool:
    return issubclass(cls, Tagged) and bool(cls.tag) and cls.__module__ == happenings.__name__


def test_deeds_are_seen_in_battles_of_all_kinds() -> None:
    battles = [fought(armies(10, 10)), fought(fleets(), terrain="sea")]
    events = {type(event) for each in battles for event in each.engagements[0].events}
    kinds = {
        deed.kind
        for each in battles
        for scene in field_battle(each, SETTING).scenes
        for deed in scene.deeds
    }
    assert {UnitMoved, Attacked, SpecialAttacked, Fired} <= events
    assert {"move", "melee", "missile", "special", "artillery"} == kinds
