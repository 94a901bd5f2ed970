"""What the worked cases leave open of combat: who dies with whom, who follows, when it ends."""

import pytest

from engine.packs.warmaster.battle import combat, engagement
from engine.packs.warmaster.battle.blows import (
    AttackDice,
    Part,
    RoundFought,
)
from engine.packs.warmaster.battle.state import Battle
from tests.rules.adapters.warmaster.losing import SKIRMISHERS
from tests.rules.adapters.warmaster.scene import captain
from tests.rules.adapters.warmaster.staging import (
    HERE,
    Falling,
    enemy,
    foot,
    happened,
    leader,
    next_to,
    one_stand,
    own,
    stage,
)

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
