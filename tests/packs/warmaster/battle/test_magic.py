"""What the worked cases leave open of combat and of spells."""

import pytest

from engine.packs.warmaster.battle import combat, engagement, figures, magic, shooting
from engine.packs.warmaster.battle.blows import (
    AttackDice,
    Part,
    RoundFought,
    SpellboundRolled,
    SpellStruck,
    UnitLost,
    WizardCast,
)
from engine.packs.warmaster.battle.happenings import CharacterWent, MovedBack
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import DEFENDER, Troop
from tests.rules.adapters.warmaster.casting import (
    AWAY,
    FAR,
    HERE,
    Falling,
    enemy,
    first,
    foot,
    happened,
    leader,
    next_to,
    one_stand,
    own,
    stage,
    wizard,
)
from tests.rules.adapters.warmaster.fighting import SKIRMISHERS
from tests.rules.adapters.warmaster.scene import captain

BESIDE = next_to(AWAY)


def fighting(spell: str, die: int = 6, troop: Troop | None = None) -> Battle:
    """A Wizard two hexes from an own unit that fights an enemy, and may cast one spell."""
    return stage(
        [foot(), (troop or foot()).replace(at=AWAY)],
        [foot(at=BESIDE, armour=4)],
        captains=[wizard(spell)],
        dice=Falling([die]),
    )


def per_stand(battle: Battle, *, of_enemy: bool = False) -> int:
    """The Attacks of each stand of the units that fight."""
    unit, foe = own(battle, 2), enemy(battle)
    if of_enemy:
        unit, foe = foe, unit
    return engagement.attacks(battle, unit, foe, 1).per_stand


# ---------------------------------------------------------------- spells without a case


@pytest.mark.rule("warmaster.spell.heavens-favour")
def test_heavens_favour_gives_each_stand_an_attack_until_the_turn_ends() -> None:
    battle = fighting("heavens-favour")
    before = per_stand(battle)
    magic.cast_all(battle)
    assert per_stand(battle) == before + 1
    battle.active = DEFENDER
    magic.fade(battle)
    assert per_stand(battle) == before


@pytest.mark.rule("warmaster.spell.heavens-favour")
def test_a_spell_for_those_who_fight_has_no_target_among_those_who_do_not() -> None:
    battle = stage([foot(), foot(at=AWAY)], [foot(at=FAR)], captains=[wizard("heavens-favour")])
    magic.cast_all(battle)
    assert not happened(battle, WizardCast)


@pytest.mark.rule("warmaster.spell.war-howl")
def test_war_howl_gives_one_die_to_every_fighting_unit_near_in_its_first_round_alone() -> None:
    beyond = (HERE[0] - 3, HERE[1])
    battle = stage(
        [
            foot(),
            foot(at=AWAY),
            foot(at=beyond),
            foot(at=(HERE[0] - 2, HERE[1] + 2)),
        ],
        [foot(at=BESIDE), foot(at=next_to(beyond)), foot(at=(HERE[0] - 2, HERE[1] + 3))],
        captains=[wizard("war-howl")],
        dice=Falling([6]),
    )
    dazed = own(battle, 4)
    dazed.confused = True
    magic.cast_all(battle)
    assert [bool(own(battle, number).effects) for number in (1, 2, 3, 4)] == [
        False,
        True,
        False,
        False,
    ]
    howling, foe = own(battle, 2), enemy(battle)
    with_it = engagement.attacks(battle, howling, foe, 1).own
    howling.rounds = 1
    assert engagement.attacks(battle, howling, foe, 2).own == with_it - 1


@pytest.mark.rule("warmaster.spell.moonlit-veil")
def test_moonlit_veil_is_cover_until_the_sides_next_turn() -> None:
    battle = fighting("moonlit-veil")
    unit = own(battle, 2)
    assert figures.cover(battle, unit) == 0
    magic.cast_all(battle)
    assert figures.cover(battle, unit) == 1
    enemy(battle).charged = True
    assert per_stand(battle, of_enemy=True) == enemy(battle).troop.attacks
    battle.active = DEFENDER
    magic.fade(battle)
    assert figures.cover(battle, unit) == 1
    battle.active = 1 - DEFENDER
    magic.fade(battle)
    assert figures.cover(battle, unit) == 0


@pytest.mark.rule("warmaster.spell.moonlit-veil", "warmaster.shoot.dice")
def test_no_cover_is_better_than_fortified() -> None:
    battle = stage([foot(at=AWAY)], [foot(at=FAR)], terrain={"wall4": [AWAY]})
    own(battle).effects = ("moonlit-veil",)
    assert figures.cover(battle, own(battle)) == 2


@pytest.mark.rule("warmaster.spell.dread-whisper")
def test_dread_whisper_takes_an_attack_of_each_stand_and_never_the_last() -> None:
    battle = fighting("dread-whisper")
    before = per_stand(battle, of_enemy=True)
    magic.cast_all(battle)
    assert per_stand(battle, of_enemy=True) == before - 1
    weak = stage([foot()], [one_stand(at=next_to(HERE))])
    enemy(weak).effects = ("dread-whisper",)
    assert engagement.attacks(weak, enemy(weak), own(weak), 1).per_stand == 1


@pytest.mark.rule("warmaster.spell.blood-rage")
def test_blood_rage_gives_each_stand_an_attack_and_worse_armour() -> None:
    battle = fighting("blood-rage", troop=foot(armour=5, attached=SKIRMISHERS))
    before = per_stand(battle)
    magic.cast_all(battle)
    assert per_stand(battle) == before + 1
    assert figures.armour(battle, own(battle, 2)) == 6


@pytest.mark.rule("warmaster.spell.rust")
def test_rust_makes_the_armour_of_a_fighting_enemy_worse_after_it_was_made_better() -> None:
    battle = fighting("rust")
    magic.cast_all(battle)
    assert figures.armour(battle, enemy(battle)) == 5
    shielded = stage([foot(armour=4, item="banner-of-shielding")], [foot(at=FAR)])
    own(shielded).effects = ("rust",)
    assert figures.armour(shielded, own(shielded)) == 4


@pytest.mark.rule("warmaster.spell.skitter")
def test_skitter_takes_a_unit_at_its_last_stand_out_of_the_fight() -> None:
    battle = fighting("skitter", troop=one_stand())
    magic.cast_all(battle)
    (back,) = happened(battle, MovedBack)
    assert (back.number, back.hexes, len(back.path)) == (2, 2, 3)
    assert not battle.engaged(own(battle, 2))
    assert own(battle, 2).stands == 1


@pytest.mark.rule("warmaster.spell.skitter")
def test_skitter_is_not_played_on_a_unit_with_more_than_one_stand() -> None:
    battle = fighting("skitter", troop=foot(stands=2))
    magic.cast_all(battle)
    assert not happened(battle, WizardCast)


@pytest.mark.rule("warmaster.spell.gnawing-dark")
def test_gnawing_dark_takes_a_stand_without_a_save_and_drives_nobody_back() -> None:
    dice = Falling([6])
    battle = stage(
        [foot()],
        [foot(at=AWAY, armour=3, stands=2)],
        captains=[wizard("gnawing-dark")],
        dice=dice,
    )
    enemy(battle).odd = 1
    shooting.phase(battle)
    assert enemy(battle).stands == 1
    assert not happened(battle, MovedBack)
    assert dice.thrown == 1


@pytest.mark.rule("warmaster.spell.gnawing-dark", "warmaster.character.loss")
def test_who_was_with_a_unit_that_a_spell_destroys_goes_to_another() -> None:
    battle = stage(
        [foot()],
        [one_stand(at=AWAY), foot(at=(AWAY[0] + 5, AWAY[1]))],
        captains=[wizard("gnawing-dark")],
        enemy_captains=[captain("general", with_=1)],
        dice=Falling([6]),
    )
    magic.cast_all(battle)
    assert [lost.cause for lost in happened(battle, UnitLost)] == ["spell"]
    assert battle.characters[DEFENDER][0].unit is enemy(battle, 2)
    assert first(happened(battle, CharacterWent)).why == "unit lost"


# ---------------------------------------------------------------- the course of a cast


@pytest.mark.rule("warmaster.magic.resolution", "warmaster.magic.antimagic")
def test_antimagic_comes_first_and_then_a_scroll_and_what_is_stopped_affects_nobody() -> None:
    battle = stage(
        [foot()],
        [foot(at=AWAY)],
        captains=[wizard("storm-lance")],
        enemy_captains=[wizard(role="runesmith", item="scroll-of-dispelling")],
        dice=Falling([5, 3]),
    )
    magic.cast_all(battle)
    (cast,) = happened(battle, WizardCast)
    assert (cast.die, cast.antimagic, cast.dispelled_by) == (5, 3, "scroll-of-dispelling")
    assert cast.stopped
    assert not battle.affected
    assert battle.characters[DEFENDER][0].used


@pytest.mark.rule("warmaster.magic.resolution", "warmaster.item.staff-of-spellbinding")
def test_a_wizard_who_failed_and_is_spellbound_casts_worse_from_then_on() -> None:
    battle = stage(
        [foot()],
        [foot(at=AWAY)],
        captains=[wizard("storm-lance")],
        enemy_captains=[wizard(item="staff-of-spellbinding")],
        dice=Falling([4, 4, 5]),
    )
    magic.cast_all(battle)
    (bound,) = happened(battle, SpellboundRolled)
    assert bound.spellbound
    magic.cast_all(battle)
    assert [cast.worked for cast in happened(battle, WizardCast)] == [False, False]
    assert happened(battle, WizardCast)[1].modifier == -1
    assert len(happened(battle, SpellboundRolled)) == 1


@pytest.mark.rule("warmaster.spell.spark-bolt")
def test_a_spark_that_backfires_costs_a_stand_and_what_a_staff_then_rolls_comes_after() -> None:
    battle = stage(
        [foot(hits=1, stands=1, full_stands=3), foot(at=(0, 13))],
        [foot(at=AWAY)],
        captains=[wizard("spark-bolt")],
        enemy_captains=[wizard(item="staff-of-spellbinding")],
        dice=Falling([1]),
    )
    magic.cast_all(battle)
    (struck,) = happened(battle, SpellStruck)
    assert struck.harm.counted == 1
    assert not own(battle).alive
    # Nobody is within six hexes: who has nowhere to go is slain, and needs no binding.
    assert leader(battle).unit is None
    assert not happened(battle, SpellboundRolled)


@pytest.mark.rule("warmaster.shoot.sequence")
def test_spells_come_before_missiles_and_drive_backs_last_and_odd_hits_are_forgotten() -> None:
    archers = foot(at=(6, 8), shots=1, range=6, stands=1)
    battle = stage(
        [foot(), archers],
        [foot(at=AWAY), foot(at=(6, 5))],
        captains=[wizard("storm-lance")],
        dice=Falling([5, 4, 1, 1, 1, 4, 6, 1]),
    )
    shooting.phase(battle)
    order = [type(event).tag.removeprefix("warmaster.") for event in battle.events]
    assert order == [
        "spell-cast",
        "spell-struck",
        "shot",
        "driven-back",
        "confusion",
        "driven-back",
    ]
    assert [enemy(battle, number).odd for number in (1, 2)] == [0, 0]


@pytest.mark.rule("warmaster.unit.attributes")
def test_undead_fear_nothing_and_are_never_confused() -> None:
    battle = stage(
        [one_stand(attacks=3, special=("undead",))],
        [foot(at=next_to(HERE), special=("terror",))],
    )
    assert engagement.attacks(battle, own(battle), enemy(battle), 1).per_stand == 3
    chained = stage(
        [foot()], [foot(at=AWAY, special=("undead",))], captains=[wizard("chains-of-ash")]
    )
    magic.cast_all(chained)
    assert not happened(chained, WizardCast)


THERE = next_to(HERE)


def attack_of(
    battle: Battle, number: int = 1, side: str = "attacker", round_: int = 1
) -> AttackDice:
    """The attack of a unit in a round."""
    fought = happened(battle, RoundFought)[round_ - 1]
    return next(each for each in fought.attacks if (each.side, each.number) == (side, number))


@pytest.mark.rule("warmaster.item.sword-of-fate", "warmaster.item.weapons")
def test_a_sword_in_the_hand_of_a_character_works_for_the_unit_and_once() -> None:
    battle = stage(
        [one_stand()],
        [one_stand(at=THERE)],
        captains=[captain("hero", with_=1, item="sword-of-fate", bonus=0)],
    )
    combat.phase(battle)
    assert attack_of(battle).parts == (Part("weapon", 1),)
    assert leader(battle).used
    combat.phase(battle)
    assert attack_of(battle, round_=2).parts == ()


@pytest.mark.rule("warmaster.army.attached", "warmaster.combat.round")
def test_hits_fall_on_an_attached_stand_first_and_count_for_the_score() -> None:
    battle = stage(
        [one_stand(attacks=5, directive="hold")],
        [foot(at=THERE, hits=3, armour=5, attached=SKIRMISHERS, directive="hold")],
        dice=Falling([4] * 5 + [1] * 12 + [5, 1]),
    )
    combat.phase(battle)
    (fought,) = happened(battle, RoundFought)
    (harm,) = fought.harms
    assert (harm.hits, harm.attached_saves, harm.saves) == (5, (), (5, 1))
    assert (harm.counted, harm.lost, harm.attached) == (4, 0, 0)
    assert fought.scores == (4, 0)
    assert enemy(battle).attached == 0


@pytest.mark.rule("warmaster.army.attached", "warmaster.item.standards")
def test_a_banner_works_on_the_own_stands_and_not_on_an_attached_one() -> None:
    battle = stage(
        [one_stand(attached=SKIRMISHERS, item="battle-banner")],
        [one_stand(at=THERE)],
        captains=[captain("hero", with_=1)],
    )
    own(battle).charged = True
    own(battle).bout = "first"
    counted = engagement.attacks(battle, own(battle), enemy(battle), 1)
    assert (counted.per_stand, counted.own, counted.attached) == (3, 4, 4)


@pytest.mark.rule("warmaster.army.attached", "warmaster.item.banner-of-fortune")
def test_dice_of_an_attached_stand_are_not_rolled_again() -> None:
    battle = stage(
        [foot(attacks=1, attached=SKIRMISHERS, item="banner-of-fortune", directive="hold")],
        [one_stand(at=THERE, directive="hold")],
        dice=Falling([1, 1, 1, 2, 2, 2, 3, 3, 3]),
    )
    combat.phase(battle)
    attack = attack_of(battle)
    assert attack.dice_before == (1, 1, 1)
    assert attack.dice == (3, 3, 3, 2, 2, 2)
    assert own(battle).used


@pytest.mark.rule("warmaster.army.attached", "warmaster.unit.stands")
def test_an_attached_stand_goes_with_its_unit_but_no_sooner_than_its_hits() -> None:
    battle = stage(
        [one_stand(attacks=9, directive="hold")],
        [foot(at=THERE, hits=2, stands=2, attached=SKIRMISHERS, directive="hold")],
        dice=Falling([4] * 9),
    )
    combat.phase(battle)
    (fought,) = happened(battle, RoundFought)
    # Three hits on the attached stand and four on the two of the unit; two are beyond the last.
    assert fought.scores == (7, 0)
    assert not enemy(battle).alive
