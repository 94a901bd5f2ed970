"""What the worked cases leave open of combat: who dies with whom, who follows, when it ends."""

import pytest

from engine.packs.warmaster.battle import combat
from engine.packs.warmaster.battle.blows import (
    AttackDice,
    Part,
    RoundFought,
)
from engine.packs.warmaster.battle.state import Battle
from tests.rules.adapters.warmaster.scene import captain
from tests.rules.adapters.warmaster.staging import (
    HERE,
    happened,
    leader,
    next_to,
    one_stand,
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
