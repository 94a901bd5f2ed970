"""What happens within a battle, rule by rule, where the rulebook has no worked case."""

import pytest

from engine.dice import Pick, Real100, Whole
from engine.packs.cohorts.battle import course, special, targets, turns
from engine.packs.cohorts.battle.record import (
    Attacked,
    ChanceDrawn,
    Fell,
    Fired,
    InitiativeSet,
    MoraleChecked,
)
from engine.packs.cohorts.battle.slots import DEFENDER, hex_named
from engine.packs.cohorts.battle.special import SpecialHit
from tests.rules.adapters.battle_field import AT_SEA, Battle, hero, unit


@pytest.mark.rule("cohorts.battle.characters-first")
def test_a_character_seeks_the_farthest_character_before_the_nearest_soldiers() -> None:
    one, soldiers = hero(1, slot=4), unit(2, DEFENDER, slot=2)
    rival = hero(3, DEFENDER, slot=6)
    battle = Battle([one, soldiers, rival])
    target = targets.sought(battle.fight, battle[one])
    assert target
    assert [each.unit for each in target.struck] == [rival]
    battle.fight.flee([battle[rival]])
    target = targets.sought(battle.fight, battle[one])
    assert target
    assert [each.unit for each in target.struck] == [soldiers]


@pytest.mark.rule("cohorts.battle.military-first")
def test_soldiers_seek_soldiers_before_characters() -> None:
    one, rival = unit(1, slot=4), hero(2, DEFENDER, slot=2)
    soldiers = unit(3, DEFENDER, slot=6)
    battle = Battle([one, rival, soldiers])
    target = targets.sought(battle.fight, battle[one])
    assert target
    assert [each.unit for each in target.struck] == [soldiers]


@pytest.mark.rule("cohorts.battle.slot-capacity")
def test_any_number_of_units_share_a_hex_and_are_struck_together() -> None:
    one = unit(1, hp=12e3)
    crowd = [unit(2 + n, DEFENDER, hp=1e6) for n in range(12)]
    battle = Battle([one, *crowd])
    turns.take_turn(battle.fight, battle[one])
    (attack,) = [each for each in battle.log if isinstance(each, Attacked)]
    assert len(attack.hits) == 12
    assert battle[one].hex == hex_named("D3")


@pytest.mark.rule("cohorts.battle.attack-effect-order")
def test_a_weapon_attack_wounds_all_first_then_the_dead_fall_and_then_morale_is_checked() -> None:
    weak = unit(2, DEFENDER, hp=100.0, morale=60.0)
    leader = hero(3, DEFENDER, level=40)
    strong = unit(4, DEFENDER, hp=1000.0, morale=60.0)
    one = unit(1, hp=600.0)
    battle = Battle([one, weak, strong, leader], draws=[Real100(99.0)])
    struck = [battle[weak], battle[strong]]
    turns.strike(battle.fight, battle[one], struck, missile=False)
    kinds = [type(each) for each in battle.log if not isinstance(each, ChanceDrawn)]
    assert kinds == [Attacked, Fell, MoraleChecked]
    # The leader's 40 count at the check: 60 - 30 wounds + 40 is steady.
    (check,) = [each for each in battle.log if isinstance(each, MoraleChecked)]
    assert check.morale == pytest.approx(70)
    assert battle.dice.used == 0


@pytest.mark.rule("cohorts.battle.spell-effect-order")
def test_an_attack_of_magic_deals_wounds_then_statuses_then_flights_deaths_and_morale() -> None:
    frail, other = unit(2, DEFENDER, wounds=90.0), unit(3, DEFENDER, wounds=20.0)
    coward = unit(4, DEFENDER, slot=9)
    one = hero(1)
    draws = [Real100(0.0), Real100(99.0), Real100(99.0)]
    battle = Battle([one, frail, other, coward], draws=draws)
    struck = [battle[frail], battle[other]]
    dealt = [SpecialHit(struck[0], 5, 50), SpecialHit(struck[1], 41, 50)]
    hits = special.work_off(battle.fight, battle[one], "vorpal", dealt)
    assert [hit.status for hit in hits] == ["bleeding", ""]
    assert battle[frail].state == "fighting"  # nobody falls before all have been rolled for
    special.conclude(battle.fight, battle[one], struck, hits)
    assert battle[frail].state == "dead"
    assert battle[one].points == 1
    assert battle[other].wounds == 61  # morale 39 fails with 22 percent
    assert battle.dice.used == 3


@pytest.mark.rule("cohorts.naval.initiative")
def test_at_sea_ships_and_all_aboard_roll_and_act_each_in_its_own_turn() -> None:
    ship = unit(1, arm="ship")
    aboard = unit(2, ship=ship.place, dex=30.0, initiative=10)
    units = [ship, aboard, unit(3, DEFENDER, dex=3.0)]
    battle = Battle(units, field=AT_SEA, draws=[Whole(5, 20)] * 3)
    course.roll(battle.fight)
    (order,) = [each for each in battle.log if isinstance(each, InitiativeSet)]
    assert len(order.units) == 3
    assert [one.unit for one in battle.fight.order] == [aboard, ship, units[2]]


@pytest.mark.rule("cohorts.naval.artillery-once")
def test_a_ships_artillery_fires_once_before_the_rounds_and_only_while_it_fights() -> None:
    guns = unit(1, arm="ship", artillery=2, encounter_level=40)
    wreck = unit(2, arm="ship", artillery=2, slot=4)
    foes = [unit(10 + n, DEFENDER, arm="ship", slot=1 + n) for n in range(4)]
    battle = Battle([guns, wreck, *foes], field=AT_SEA, draws=[Pick(0)] * 9)
    battle.fight.flee([battle[wreck]])
    course.fire(battle.fight)
    fired = [each for each in battle.log if isinstance(each, Fired)]
    assert [each.unit for each in fired] == [battle[guns].number] * 2
    assert len(battle.fight.fighting[DEFENDER]) == 2


@pytest.mark.rule("cohorts.formula.hp-fixed-in-battle")
def test_full_hit_points_stay_as_they_were_when_the_battle_began() -> None:
    one = unit(1, hp=1000.0, con=10.0)
    battle = Battle([one])
    fighter = battle.give(one, "regenerating")
    assert fighter.con == 11
    assert fighter.hp == 1000
