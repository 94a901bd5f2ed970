"""Combat spells in battles, where the rulebook has no worked case."""

import pytest

from engine.dice import Pick, Real100
from engine.packs.cohorts.battle import morale, special, statuses, turns, values
from engine.packs.cohorts.battle.combatant import Attack, Special
from engine.packs.cohorts.battle.magic import casting
from engine.packs.cohorts.battle.magic.loaded import LoadedSpell
from engine.packs.cohorts.battle.record import (
    Attacked,
    ChanceDrawn,
    CombatSpellCast,
    Fell,
    Fled,
    MoraleChecked,
    SpecialAttacked,
    StatusWound,
)
from engine.packs.cohorts.battle.slots import DEFENDER, hex_named
from engine.packs.cohorts.content import CombatSpell
from tests.rules.adapters.battle_field import CONTENT, UNLUCKY, Battle, hero, unit
from tests.rules.adapters.battle_spells import HARDY, cast_all, caster


@pytest.mark.rule("cohorts.battle.duel-magic-phase", "cohorts.combat-spell.duel-before-battle")
def test_all_duel_spells_come_before_all_battle_spells_in_the_order_of_initiative() -> None:
    both = ("Word of Grace", "Nightmares")
    first, second = caster(1, *both), caster(2, *both, slot=4)
    rival = caster(3, *both, side=DEFENDER, hp=HARDY)
    units = [first, second, rival]
    battle = Battle([*units, *(hero(9 + n, n, hp=HARDY) for n in (0, 1))], draws=[Pick(0)] * 9)
    battle.fight.order = tuple(battle[one] for one in (second, rival, first))
    told = [(battle.fight.roster[each.unit].unit, each.spell) for each in cast_all(battle)]
    order = (second, rival, first)
    assert told == [(one, spell) for spell in ("word_of_grace", "nightmares") for one in order]


@pytest.mark.rule("cohorts.battle.duel-magic-phase")
def test_who_fell_or_fled_before_its_turn_casts_nothing() -> None:
    one = caster(1, "Word of Grace", level=60)
    rival, coward = (caster(2 + n, "Word of Grace", side=DEFENDER, slot=3 + n) for n in (0, 1))
    battle = Battle([one, rival, coward, unit(9, DEFENDER)])
    battle.fight.order = battle.fight.roster
    battle.fight.flee([battle[coward]])
    assert [each.unit for each in cast_all(battle)] == [0]
    assert battle[rival].state == "dead"


@pytest.mark.rule("cohorts.combat-spell.duel-before-battle")
def test_without_a_character_to_duel_the_battle_spell_is_cast_all_the_same() -> None:
    one = caster(1, "Flame Bolt", "Holy Hail", put_in=2, mana=3)
    battle = Battle([one, unit(2, DEFENDER, hp=HARDY)])
    (cast,) = cast_all(battle)
    assert (cast.spell, cast.level) == ("holy_hail", 7)
    assert battle[one].mana == 1


@pytest.mark.rule("cohorts.combat-spell.caster-level")
def test_the_duel_spell_takes_its_mana_first_and_the_battle_spell_what_is_left() -> None:
    one = caster(1, "Word of Grace", "Holy Hail", put_in=3, mana=4)
    battle = Battle([one, hero(2, DEFENDER, hp=HARDY), unit(3, DEFENDER, hp=HARDY)])
    assert [each.level for each in cast_all(battle)] == [8, 6]
    assert battle[one].mana == 0


@pytest.mark.rule("cohorts.battle.duel-magic-phase", "cohorts.battle.battle-magic-phase")
def test_the_immune_are_passed_over_by_spells_of_their_type_and_not_hit() -> None:
    one = caster(1, "Flame Bolt", "Fire Storm")
    immune = [hero(2, DEFENDER, immune=("fire",)), unit(3, DEFENDER, immune=("fire",))]
    rival, soldiers = hero(4, DEFENDER, slot=9, hp=HARDY), unit(5, DEFENDER, slot=7, hp=HARDY)
    beside = unit(6, DEFENDER, slot=7, immune=("fire",))
    battle = Battle([one, *immune, rival, soldiers, beside])
    hits = [[hit.unit for hit in each.hits] for each in cast_all(battle)]
    assert hits == [[battle[rival].number], [battle[soldiers].number]]


@pytest.mark.rule("cohorts.combat-spell.groups")
@pytest.mark.parametrize(
    "spell, struck",
    [("Word of Grace", ["hero"]), ("Enchanted Armor", ["unit"]), ("Nightmares", ["unit", "hero"])],
)
def test_duel_spells_concern_characters_battle_spells_soldiers_and_utility_spells_both(
    spell: str, struck: list[str]
) -> None:
    side = 0 if spell == "Enchanted Armor" else DEFENDER
    targets = [unit(2, side, name="unit"), hero(3, side, name="hero", hp=HARDY)]
    battle = Battle([caster(1, spell, slot=8), *targets, unit(9, 1 - side)])
    (cast,) = cast_all(battle)
    affected = [*cast.laid, *(hit.unit for hit in cast.hits)]
    assert [battle.fight.roster[number].unit.name for number in affected] == struck


@pytest.mark.rule("cohorts.battle.spell-effect-order")
def test_a_storm_is_one_attack_over_all_its_slots_in_roster_order() -> None:
    frail = unit(2, DEFENDER, slot=2, wounds=90.0)
    struck = unit(3, DEFENDER, slot=3, wounds=30.0, hp=9000.0)
    other = unit(4, DEFENDER, slot=4, hp=9000.0)
    apart = unit(5, DEFENDER, slot=6)
    battle = Battle(
        [caster(1, "Fire Storm", level=6), frail, struck, other, apart],
        draws=[
            *(Pick(1),),  # of the equally near hexes the one it is cast on
            *(Real100(99.0),) * 2,  # no status for the two who live
            *(Real100(99.0),),  # the morale check of the struck
        ],
    )
    (cast,) = cast_all(battle)
    assert (cast.hex, cast.further) == (hex_named("D3"), (hex_named("D2"), hex_named("D4")))
    order = [battle[each].number for each in (frail, struck, other)]
    assert [hit.unit for hit in cast.hits] == order
    kinds = [type(each) for each in battle.log if not isinstance(each, ChanceDrawn)]
    assert kinds == [CombatSpellCast, Fell, MoraleChecked, MoraleChecked]
    assert battle[apart].wounds == 0
    # 56 through MAR and SAR is 28 on each head of 90, and half of it further away.
    assert battle[struck].wounds == pytest.approx(30 + 2800 / 90)
    assert battle[other].wounds == pytest.approx(1400 / 90)


@pytest.mark.rule("cohorts.morale.check-after-magic")
def test_however_small_the_damage_of_a_spell_its_target_checks_morale_and_may_break() -> None:
    timid = hero(2, DEFENDER, hp=10000.0, morale=40.0)
    battle = Battle(
        [caster(1, "Word of Grace"), timid, unit(3, DEFENDER, slot=9)], draws=[Real100(0.0)]
    )
    (cast,) = cast_all(battle)
    (hit,) = cast.hits
    assert hit.wounds == pytest.approx(0.2)
    assert battle[timid].state == "fled"
    assert battle[timid].wounds == pytest.approx(0.3)


@pytest.mark.rule("cohorts.combat-spell.status-chance", "cohorts.battle-status.frightened")
def test_a_dreadful_gaze_drives_its_target_off_the_map_without_further_wounds() -> None:
    one, victim = caster(1, "Dread Gaze", level=25), hero(2, DEFENDER, hp=1e5, sar=-9.0)
    battle = Battle([one, victim, unit(3, DEFENDER)], draws=[Real100(0.0)])
    (cast,) = cast_all(battle)
    assert [hit.status for hit in cast.hits] == ["frightened"]
    assert battle[victim].state == "fled"
    assert any(isinstance(each, Fled) for each in battle.log)
    assert battle.fight.failed[DEFENDER][hex_named("D3")]


@pytest.mark.rule("cohorts.morale.magic", "cohorts.combat-spell.nightmares")
def test_nightmares_lower_morale_without_a_check_until_morale_is_checked() -> None:
    foe = unit(2, DEFENDER, morale=60.0)
    battle = Battle([caster(1, "Nightmares", level=10), foe, unit(3, DEFENDER, slot=9)])
    cast_all(battle)
    assert morale.morale(battle.fight, battle[foe]) == 40
    assert not any(isinstance(each, MoraleChecked) for each in battle.log)
    battle.give(foe, "bleeding")
    statuses.suffer(battle.fight, battle[foe], "bleeding", 5)
    assert morale.morale(battle.fight, battle[foe]) == 35


@pytest.mark.rule("cohorts.combat-spell.persistent")
def test_a_charm_goes_with_its_bearer_even_when_its_caster_has_fallen() -> None:
    one, friend = caster(1, "Increased Damage", level=10), unit(2, hp=1000.0)
    battle = Battle([one, friend, unit(3, DEFENDER, slot=9)])
    cast_all(battle)
    battle.fight.kill(battle[one])
    battle.put(friend, "D9")
    assert values.dam(battle.fight, battle[friend]) == pytest.approx(1100)


@pytest.mark.rule("cohorts.combat-spell.aura")
def test_an_aura_goes_with_its_caster_and_ends_when_the_caster_no_longer_fights() -> None:
    one, friend = caster(1, "Aura of Shielding", level=10), unit(2, df=10.0)
    battle = Battle([one, friend, unit(3, DEFENDER, slot=9)])
    cast_all(battle)
    assert values.df(battle.fight, battle[friend]) == 14
    battle.put(one, "D1")
    assert values.df(battle.fight, battle[friend]) == 10
    battle.put(friend, "D1")
    assert values.df(battle.fight, battle[friend]) == 14
    battle.fight.flee([battle[one]])
    assert values.df(battle.fight, battle[friend]) == 10


@pytest.mark.rule("cohorts.combat-spell.stacking")
def test_auras_of_flames_of_several_casters_each_burn_in_their_own_casters_turn() -> None:
    casters = [caster(1 + n, "Aura of Flames", level=10 + 15 * n) for n in (0, 1)]
    foe = unit(9, DEFENDER, morale=1000.0)
    battle = Battle([*casters, foe])
    battle.put(foe, "A3")
    cast_all(battle)
    for each in casters:
        statuses.begin_turn(battle.fight, battle[each])
    burnt = [each.wounds for each in battle.log if isinstance(each, StatusWound)]
    assert burnt == [2, 5]
    assert battle[casters[1]].dealt == pytest.approx(50)


@pytest.mark.rule("cohorts.combat-spell.stacking")
@pytest.mark.parametrize(
    "spells, modifier",
    [
        (("Increase POW", "Decrease POW"), 0),
        (("Increase POW", "Aura of Might"), 2),
        (("Increase POW", "Aura of Weakness"), -2),
    ],
)
def test_of_power_a_charm_and_its_task_are_one_modifier_and_of_modifiers_one_counts(
    spells: tuple[str, str], modifier: int
) -> None:
    one = unit(1, melee=Attack(power=10))
    sides = [0 if CONTENT.combat_spells[_key(each)].friendly else 1 for each in spells]
    casters = [caster(2 + n, each, level=10, side=sides[n]) for n, each in enumerate(spells)]
    battle = Battle([one, *casters, unit(9, DEFENDER, slot=9)])
    for each in casters:
        battle.put(each, "A3")
    cast_all(battle)
    assert values.power(battle.fight, battle[one]) == 10 + modifier


def _key(name: str) -> str:
    return name.lower().replace(" ", "_")


@pytest.mark.rule("cohorts.combat-spell.weapon-special-attack")
def test_an_enchanted_weapon_makes_its_special_attack_in_the_same_battle() -> None:
    soldiers = unit(2, specials=(Special("vorpal", 1, 1),))
    foe = unit(3, DEFENDER, hp=HARDY)
    battle = Battle([caster(1, "Flaming Weapons", level=10, slot=8), soldiers, foe])
    casting.battle(battle.fight)
    special.attack(battle.fight)
    made = [each for each in battle.log if isinstance(each, SpecialAttacked)]
    assert [(each.type, each.damage, each.quality) for each in made] == [
        ("fire", 4, 4),
        ("vorpal", 1, 1),
    ]


@pytest.mark.rule("cohorts.combat-spell.aura-spells", "cohorts.battle-status.regenerating")
def test_regeneration_gives_the_status_and_leaves_full_hit_points_as_they_were() -> None:
    friend = hero(2, wounds=34.0, con=10.0)
    battle = Battle([caster(1, "Regeneration", level=20), friend, unit(3, DEFENDER)])
    cast_all(battle)
    fighter = battle[friend]
    assert (fighter.con, fighter.hp) == (11, 100)
    statuses.end_turn(battle.fight, fighter)
    assert fighter.wounds == 24


@pytest.mark.rule("cohorts.battle-status.aura-of-life", "cohorts.combat-spell.aura-spells")
def test_of_an_aura_that_the_caster_has_already_the_higher_level_counts() -> None:
    strong, weak = (
        caster(1 + n, "Aura of Life", level=25, statuses=s)
        for n, s in enumerate(({"aura_of_life": 2}, {"aura_of_life": 9}))
    )
    battle = Battle([strong, weak, unit(3, DEFENDER)])
    cast_all(battle)
    assert battle[strong].statuses["aura_of_life"] == 5
    assert battle[weak].statuses["aura_of_life"] == 9


@pytest.mark.rule("cohorts.combat-spell.charge")
def test_moving_into_the_slot_of_the_enemy_is_a_charge_and_striking_on_there_is_none() -> None:
    rider, foe = unit(1, charge=50.0, hp=1000.0), unit(2, DEFENDER, hp=1e9)
    battle = Battle([rider, foe], draws=UNLUCKY)
    for _ in range(2):
        turns.take_turn(battle.fight, battle[rider])
    told = [each.damage for each in battle.log if isinstance(each, Attacked)]
    assert told == [1500, 1000]


@pytest.mark.rule("cohorts.battle.statuses-end")
def test_no_spell_of_one_battle_is_left_in_the_next() -> None:
    friend, one = unit(2), caster(1, "Enchanted Armor", level=25)
    units = [one, friend, unit(3, DEFENDER)]
    first, second = Battle(units), Battle(units)
    cast_all(first)
    assert values.df(first.fight, first[friend]) > values.df(second.fight, second[friend])
    assert second[friend].enchantment is None


def designed(name: str, group: str, form: str) -> CombatSpell:
    """A spell of a module's own that changes morale."""
    effect = {"does": "alter", "rating": "morale", "amount": -3 if form == "task" else 3}
    values = {"key": name, "name": name, "level": 1, "group": group, "form": form}
    return CombatSpell.model_validate({**values, "effect": effect})


@pytest.mark.rule("cohorts.battle.duel-magic-phase", "cohorts.combat-spell.duel-before-battle")
def test_a_hostile_duel_spell_strikes_one_character_and_a_friendly_one_those_of_a_slot() -> None:
    task, charm = designed("dread", "duel", "task"), designed("cheer", "duel", "charm")
    rivals = [hero(10 + n, DEFENDER, duel_spell=LoadedSpell(charm, 5)) for n in (0, 1)]
    one, soldiers = hero(1, duel_spell=LoadedSpell(task, 10)), unit(20, DEFENDER)
    battle = Battle([one, *rivals, soldiers], draws=[Pick(1)])
    battle.fight.order = battle.fight.roster[:2]
    told = cast_all(battle)
    assert [each.laid for each in told] == [(battle[rivals[1]].number,), (1, 2)]
    changes = [values.change(battle.fight, battle[each], "morale") for each in (*rivals, soldiers)]
    assert changes == [3, -3, 0]
