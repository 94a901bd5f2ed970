"""What the worked cases leave open of combat: who dies with whom, who follows, when it ends."""

import pytest

from engine.packs.warmaster.battle import combat, engagement, fight
from engine.packs.warmaster.battle.blows import (
    AttackDice,
    CharacterSlain,
    EngagementBegan,
    EngagementEnded,
    Part,
    Retreated,
    RoundFought,
    StandsLost,
    UnitLost,
)
from engine.packs.warmaster.battle.happenings import Moved, MovedBack, Withdrew
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import DEFENDER, Spot
from tests.rules.adapters.warmaster.fighting import scored
from tests.rules.adapters.warmaster.losing import SKIRMISHERS
from tests.rules.adapters.warmaster.scene import captain
from tests.rules.adapters.warmaster.staging import (
    HERE,
    LASTING,
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
)

THERE = next_to(HERE)


def attack_of(
    battle: Battle, number: int = 1, side: str = "attacker", round_: int = 1
) -> AttackDice:
    """The attack of a unit in a round."""
    fought = happened(battle, RoundFought)[round_ - 1]
    return next(each for each in fought.attacks if (each.side, each.number) == (side, number))


@pytest.mark.rule("warmaster.character.loss", "warmaster.end.withdrawal")
def test_a_general_falls_with_the_unit_in_combat_and_the_army_withdraws() -> None:
    battle = stage(
        [foot(directive="hold")],
        [one_stand(at=THERE, hits=1), foot(at=(0, 0)), foot(at=(3, 0))],
        enemy_captains=[captain("general", with_=1)],
        captains=[captain("general", with_=1)],
        dice=Falling([4]),
    )
    combat.phase(battle)
    assert [event.side for event in happened(battle, CharacterSlain)] == ["defender"]
    ended = fight.withdrawal(battle)
    assert ended
    assert ended.winner == "attacker"
    assert [(each.side, each.reason) for each in happened(battle, Withdrew)] == [
        ("defender", "general")
    ]


@pytest.mark.rule("warmaster.combat.retreat")
def test_who_cannot_go_back_loses_a_stand_for_each_hex_and_may_fall_by_it() -> None:
    corner: Spot = (0, 0)
    around = [(1, 0), (0, 1)]
    battle = stage(
        [foot(at=around[0], directive="hold"), foot(at=around[1], directive="hold")],
        [foot(at=corner, stands=1)],
        enemy_captains=[captain("hero", with_=1)],
        dice=Falling([4]),
    )
    combat.phase(battle)
    (back,) = happened(battle, MovedBack)
    assert (back.hexes, back.path) == (1, (corner,))
    assert [(lost.lost, lost.stands) for lost in happened(battle, StandsLost)] == [(1, 0)]
    assert [lost.cause for lost in happened(battle, UnitLost)] == ["combat"]
    assert happened(battle, CharacterSlain)
    assert first(happened(battle, EngagementEnded)).winner == "attacker"


@pytest.mark.rule("warmaster.combat.round")
def test_an_engagement_has_six_rounds_and_in_the_last_nobody_goes_back() -> None:
    # The attacker wins every round by one hit and pursues each time.
    battle = scored(1, 0)

    class Winning(Falling):
        """The attacker's first die of each round hits."""

        def whole(self, sides: int, *, chance: object = None) -> int:
            done = len(happened(battle, RoundFought)) + len(happened(battle, Retreated))
            new, self.seen = done != getattr(self, "seen", -1), done
            return 4 if new and done % 2 == 0 else 1

    battle.dice = Winning()
    combat.phase(battle)
    assert len(happened(battle, RoundFought)) == 6
    assert len(happened(battle, Retreated)) == 5
    assert [each.outcome for each in happened(battle, EngagementEnded)] == ["unresolved"]
    assert battle.engaged(own(battle))


@pytest.mark.rule("warmaster.combat.pursuit", "warmaster.combat.dice")
def test_who_pursues_has_an_attack_more_and_no_bonus_of_a_charge() -> None:
    battle = scored(1, 0)
    combat.phase(battle)
    assert Part("pursuit", 1) in attack_of(battle, round_=2).parts
    assert not own(battle).charged
    assert not own(battle).pursuing


@pytest.mark.rule("warmaster.combat.pursuit")
@pytest.mark.parametrize("hindrance", ["confused", "machine", "walled"])
def test_who_may_not_pursue_stays(hindrance: str) -> None:
    battle = scored(1, 0, mine={"kind": "machine"} if hindrance == "machine" else {})
    if hindrance == "walled":
        battle.land = stage([foot()], [], terrain={"wall1": [HERE]}).land
    own(battle).confused = hindrance == "confused"
    combat.phase(battle)
    assert happened(battle, Retreated)
    assert not happened(battle, Moved)


@pytest.mark.rule("warmaster.combat.pursuit", "warmaster.combat.retreat")
def test_nobody_pursues_while_an_enemy_that_could_not_go_back_is_in_touch() -> None:
    battle = stage(
        [foot(at=(1, 0)), foot(at=(0, 1))], [foot(at=(0, 0), stands=2)], dice=Falling([4])
    )
    combat.phase(battle)
    assert (enemy(battle).stands, battle.engaged(enemy(battle))) == (1, True)
    assert not happened(battle, Moved)
    assert [each.outcome for each in happened(battle, EngagementEnded)] == ["parted"]


@pytest.mark.rule("warmaster.combat.advance")
def test_each_who_won_advances_once_and_fights_anew_with_the_bonus_of_a_charge() -> None:
    battle = scored(
        1,
        0,
        foe={"hits": 1},
        others=[one_stand(at=(HERE[0] + 3, HERE[1]), hits=LASTING, directive="hold")],
    )
    combat.phase(battle)
    assert len(happened(battle, EngagementBegan)) == 2
    assert Part("charge", 1) in attack_of(battle, round_=2).parts
    assert happened(battle, RoundFought)[1].number == 1
    assert own(battle).advanced


@pytest.mark.rule("warmaster.combat.advance")
def test_the_side_whose_turn_it_is_not_does_not_advance() -> None:
    battle = stage(
        [one_stand(hits=1, directive="hold"), one_stand(at=(HERE[0] + 3, HERE[1]))],
        [one_stand(at=THERE)],
        dice=Falling([1, 4]),
    )
    combat.phase(battle)
    assert not own(battle).alive
    assert not happened(battle, Moved)


@pytest.mark.rule("warmaster.combat.engagement")
def test_nobody_fights_a_second_engagement_that_is_the_first_one_again() -> None:
    beside = (HERE[0] + 1, HERE[1])
    battle = stage([one_stand(), one_stand(at=beside)], [one_stand(at=THERE)])
    combat.phase(battle)
    assert len(happened(battle, EngagementBegan)) == 1


@pytest.mark.rule("warmaster.combat.dice")
def test_a_charge_of_the_turn_before_brings_no_bonus() -> None:
    battle = stage([one_stand(directive="hold")], [one_stand(at=THERE, directive="hold")])
    own(battle).charged = enemy(battle).charged = True
    battle.active = DEFENDER
    fight.turn(battle)
    assert attack_of(battle).parts == attack_of(battle, side="defender").parts == ()


@pytest.mark.rule("warmaster.combat.dice")
@pytest.mark.parametrize("terrain", ["hill", "woods"])
def test_a_charge_brings_no_bonus_against_cover_or_up_a_hill(terrain: str) -> None:
    battle = stage([one_stand()], [one_stand(at=THERE)], terrain={terrain: [THERE]})
    own(battle).charged = True
    assert engagement.attacks(battle, own(battle), enemy(battle), 1).parts == ()


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


@pytest.mark.rule("warmaster.item.sword-of-destruction")
def test_only_the_unit_aimed_at_makes_a_save_again() -> None:
    others = [(HERE[0] + 1, HERE[1]), (HERE[0] - 1, HERE[1])]
    battle = stage(
        [
            one_stand(item="sword-of-destruction", directive="hold"),
            one_stand(at=(HERE[0] + 2, HERE[1]), attacks=2, directive="hold"),
        ],
        # The weaker is aimed at by the sword; the second unit strikes the other.
        [
            foot(at=others[1], armour=4, hits=3, stands=1, attacks=1, directive="hold"),
            foot(at=others[0], armour=4, stands=1, attacks=1, directive="hold"),
        ],
        dice=Falling([4, 4, 4, 1, 1, 6, 6, 6, 1]),
    )
    combat.phase(battle)
    fought = happened(battle, RoundFought)[0]
    again = {harm.number: harm.saves_again for harm in fought.harms}
    assert again[1] == (6,)
    assert again[2] == ()


@pytest.mark.rule("warmaster.combat.target")
def test_a_banner_of_fortitude_counts_for_what_a_unit_can_take() -> None:
    others = [(HERE[0] + 1, HERE[1]), (HERE[0] - 1, HERE[1])]
    battle = stage(
        [one_stand()],
        [
            foot(at=others[0], hits=3, item="banner-of-fortitude"),
            foot(at=others[1], hits=3),
        ],
    )
    enemy(battle).bout = "first"
    assert engagement.target_of(battle, own(battle)).number == 2


# ---------------------------------------------------------------- attached stands


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
