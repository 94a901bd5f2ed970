"""Battles of any kind: what happens in them, and what must hold for all fighters."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import BattleRecord
from engine.dice import Pick, Real100, Seed, SeededDice, Whole
from engine.packs.cohorts.battle import course, special, targets, turns
from engine.packs.cohorts.battle.combatant import Attack, BattleSide, Combatant, Detachment, Special
from engine.packs.cohorts.battle.fight import BattleSetting
from engine.packs.cohorts.battle.magic.laid import LoadedSpell
from engine.packs.cohorts.battle.record import (
    Attacked,
    BattleEnded,
    ChanceDrawn,
    Fell,
    Fired,
    InitiativeSet,
    MoraleChecked,
    Participant,
)
from engine.packs.cohorts.battle.replay import replay
from engine.packs.cohorts.battle.slots import DEFENDER
from engine.packs.cohorts.battle.special import SpecialHit
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.content.combat import LOADING_PLACES, Alter, Give
from engine.world import Place
from tests.rules.adapters.battle_field import AT_SEA, CONTENT, FIELD, Battle, hero, hex_named, unit
from tests.rules.scene import clash_at


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


CLASH = clash_at(Place("province", 1), [Place("stack", 1)], [Place("stack", 2)])
numbers = st.integers(0, 60).map(float)


@st.composite
def combatants(draw: st.DrawFn, id_: int, side: int) -> Combatant:
    """A unit of any kind."""
    character = draw(st.booleans())
    kind = "character" if character else "unit"
    soldiers = 1 if character else draw(st.integers(1, 500))
    arm = "" if character else draw(st.sampled_from(["soldier", "soldier", "artillery", "ship"]))
    types = draw(st.lists(st.sampled_from(list(CONTENT.damage_types)), max_size=2, unique=True))

    def attack() -> Attack:
        return Attack(draw(numbers) / 10, power=draw(numbers), type="fire")

    return Combatant(
        place=Place(kind, id_),
        name=f"{kind} {id_}",
        side=side,
        character=character,
        slot=draw(st.integers(1, 10)),
        soldiers=soldiers,
        hp=soldiers * draw(st.integers(5, 300).map(float)),
        arm=arm,
        wounds=draw(st.integers(0, 99).map(float)),
        morale=draw(st.integers(0, 150).map(float)),
        level=draw(st.integers(1, 20)),
        encounter_level=draw(st.integers(1, 20)),
        dex=draw(st.integers(3, 20).map(float)),
        con=draw(st.integers(1, 30).map(float)),
        melee=attack(),
        missile=attack() if draw(st.booleans()) else None,
        res=draw(numbers),
        df=draw(st.integers(1, 30).map(float)),
        specials=tuple(
            Special(key, draw(numbers), draw(numbers) * 20)
            for key in CONTENT.damage_types
            if key in types
        ),
        directive=draw(st.sampled_from(["", "lowest DF", "highest HP", "lowest RES"])),
        keywords=draw(st.sampled_from([(), ("undead",)])),
        statuses=dict.fromkeys(
            draw(st.lists(st.sampled_from(LASTING), max_size=2, unique=True)), 2
        ),
        artillery=draw(st.integers(1, 6)) if arm in ("ship", "artillery") else 0,
        **(draw(loaded()) if character else {}),
    )


@st.composite
def loaded(draw: st.DrawFn) -> dict[str, Any]:
    """Combat spells of any kind, with some mana."""
    found: dict[str, Any] = {"mana": draw(st.integers(0, 8))}
    for place in LOADING_PLACES:
        spells = [None, *(s for s in CONTENT.combat_spells.values() if s.place == place)]
        spell = draw(st.sampled_from(spells))
        if spell:
            level, mana = draw(st.integers(1, 30)), draw(st.integers(0, 5))
            found[f"{place}_spell"] = LoadedSpell(spell, level, mana)
    return found


BY_ATTACKS = {each.status for each in CONTENT.damage_types.values() if each.status}
LASTING = [key for key, each in CONTENT.battle_statuses.items() if each.lasting]


@st.composite
def armies(draw: st.DrawFn) -> tuple[BattleSetting, list[Combatant]]:
    """Up to six units a side, at sea some of them aboard ships."""
    field = draw(st.sampled_from([FIELD, AT_SEA]))
    units: list[Combatant] = []
    for side in (0, 1):
        ids = range(100 * side + 1, 100 * side + 1 + draw(st.integers(0, 6)))
        units.extend(draw(combatants(id_, side)) for id_ in ids)
    if field.naval:
        units = [_boarded(draw, one, units) for one in units]
    return field, units


def _boarded(draw: st.DrawFn, one: Combatant, units: Sequence[Combatant]) -> Combatant:
    ships = [each for each in units if each.arm == "ship" and each.side == one.side]
    if one.arm == "ship" or not ships or not draw(st.booleans()):
        return one
    ship = draw(st.sampled_from(ships))
    changed: dict[str, Any] = {"ship": ship.place, "slot": ship.slot}
    return Combatant(**{**{name: getattr(one, name) for name in one.__slots__}, **changed})


def dice(seed: int) -> SeededDice:
    return SeededDice(Seed(seed.to_bytes(32)), 1)


def fought(field: BattleSetting, units: Sequence[Combatant], seed: int) -> BattleRecord:
    """The record of the units' battle."""
    sides = [
        BattleSide((Detachment(Place("stack", n), "", 1, tuple(u for u in units if u.side == n)),))
        for n in (0, 1)
    ]
    stream = dice(seed).stream("test", "battle")
    return CohortsBattles().fight(field, tuple(sides), stream, CLASH)


def ended(record: BattleRecord) -> BattleEnded:
    last = record.engagements[0].events[-1]
    assert isinstance(last, BattleEnded)
    return last


many = settings(max_examples=20, deadline=None)


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.moderated", "cohorts.battle.unit-states")
def test_every_battle_ends_with_one_winner_and_wounds_within_bounds(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record = fought(*army, seed)
    end = ended(record)
    assert record.winner in {"attacker", "defender"}
    assert end.rounds <= CONTENT.battle.rounds
    units = record.engagements[0].participants
    assert len(end.outcomes) == len(units)
    fighting = [0, 0]
    for one_unit, outcome in zip(units, end.outcomes, strict=True):
        assert isinstance(one_unit, Participant)
        assert 0 <= outcome.wounds <= 100
        assert (outcome.wounds == 100) == (outcome.state == "dead")
        assert outcome.dealt >= 0
        fighting[one_unit.side] += outcome.state == "fighting"
    if record.winner == "attacker":
        assert fighting[0]
        assert not fighting[1]
    elif fighting[0] and fighting[1]:
        assert end.rounds == CONTENT.battle.rounds


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.report")
def test_a_record_replays_to_the_same_outcome(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record = fought(*army, seed)
    *_, (event, units) = replay(record.engagements[0])
    assert event == ended(record)
    for one_unit, outcome in zip(units, ended(record).outcomes, strict=True):
        assert (one_unit.state, one_unit.hex) == (outcome.state, outcome.hex)
        assert one_unit.wounds == outcome.wounds
    fight = course.run(*army, dice(seed).stream("test", "battle"))
    for one_unit, one in zip(units, fight.roster, strict=True):
        had = {status for status in BY_ATTACKS if status not in one.lasting}
        assert set(one_unit.statuses) == had & one.statuses.keys()
        laid = [CONTENT.combat_spells[each].effect for each in one_unit.spells]
        assert one.enchantment is not None or all(isinstance(e, Give | Alter) for e in laid)
        given_ = {each.status for each in laid if isinstance(each, Give)}
        assert given_ <= one.statuses.keys()


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.moderated")
def test_a_battle_without_a_log_is_the_very_same(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record, again = fought(*army, seed), fought(*army, seed)
    assert record.dump() == again.dump()
    silent = course.run(*army, dice(seed).stream("test", "battle"))
    told = [(each.wounds, each.state, each.hex, each.dealt) for each in ended(record).outcomes]
    assert told == [(one.wounds, one.state, one.hex, one.dealt) for one in silent.roster]


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.report")
def test_a_stored_record_is_read_back_equal(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record = fought(*army, seed)
    assert BattleRecord.load(record.dump()) == record


@many
@given(armies(), st.integers(0, 2**32))
@pytest.mark.rule("cohorts.battle.experience")
def test_nobody_deals_more_than_the_enemies_lost_or_healed(
    army: tuple[BattleSetting, list[Combatant]], seed: int
) -> None:
    record = fought(*army, seed)
    fight = record.engagements[0]
    hp = {one.place: one.hp for one in army[1]}
    lost = [0.0, 0.0]
    before: list[float] = []
    for _, units in replay(fight):
        now = [each.wounds for each in units]
        for number, (old, new) in enumerate(zip(before, now, strict=False)):
            one_unit = fight.participants[number]
            assert isinstance(one_unit, Participant)
            lost[one_unit.side] += max(0.0, new - old) * hp[one_unit.place] / 100
        before = now
    dealt = [0.0, 0.0]
    for one_unit, outcome in zip(fight.participants, ended(record).outcomes, strict=True):
        assert isinstance(one_unit, Participant)
        dealt[one_unit.side] += outcome.dealt
    assert dealt[0] <= lost[1] + 1e-3
    assert dealt[1] <= lost[0] + 1e-3
