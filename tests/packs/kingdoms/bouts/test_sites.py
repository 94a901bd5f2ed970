"""What features hold and give."""

import pytest

from engine.dice import ScriptedDice
from engine.packs.kingdoms.bouts import sites
from tests.packs.kingdoms.bouts.scene import CONTENT
from tests.rules.adapters.kingdoms.chance import script

SITES = CONTENT.sites


@pytest.mark.rule("kingdoms.feature.table")
def test_what_has_no_guardian_has_no_hoard() -> None:
    for each in SITES.values():
        assert bool(each.guardians) or each.hoard is None
        assert set(each.guardians) <= set(CONTENT.beings)


@pytest.mark.rule("kingdoms.feature.benefits")
def test_a_benefit_is_gained_by_a_search_once_its_guardian_is_gone() -> None:
    oracle, library, oasis = SITES["oracle"], SITES["lost_library"], SITES["oasis"]
    assert sites.gained(oracle, guarded=True, searched=False) is None
    assert sites.gained(oracle, guarded=False, searched=True) == "oracle"
    assert sites.gained(library, guarded=False, searched=False) == "library"
    assert sites.gained(library, guarded=False, searched=True) is None
    assert sites.gained(oasis, guarded=False, searched=False) is None


@pytest.mark.rule("kingdoms.feature.benefits")
def test_a_tax_bonus_needs_an_owner_who_knows_the_feature_and_no_guardian() -> None:
    mine = SITES["lost_mine"]
    assert sites.tax_bonus(mine, guarded=False, discovered=True) == 2
    assert sites.tax_bonus(mine, guarded=True, discovered=True) == 0
    assert sites.tax_bonus(mine, guarded=False, discovered=False) == 0
    assert sites.tax_bonus(SITES["oasis"], guarded=False, discovered=True) == 1
    assert sites.tax_bonus(SITES["pearl_beds"], guarded=False, discovered=True) == 1


@pytest.mark.rule("kingdoms.feature.benefits")
def test_a_grove_teaches_once_and_within_aptitude() -> None:
    with script([25, 26]) as dice:
        assert sites.taught(1, 2, dice, before=False)
        assert not sites.taught(1, 2, dice, before=False)
    with ScriptedDice(()) as dice:
        assert not sites.taught(2, 2, dice, before=False)
        assert not sites.taught(1, 2, dice, before=True)
    with script([3]) as dice:
        assert sites.graves(dice) == 3


def test_a_truce_ends_with_a_plan_that_means_harm() -> None:
    assert not sites.breaks_truce(("TA", "ST", "FL"))
    assert sites.breaks_truce(("TA", "CA-FI"))


def test_a_hidden_feature_and_a_truce_keep_raiders_away() -> None:
    near = [
        sites.Prey(4, truce=True),
        sites.Prey(5, hidden=True),
        sites.Prey(6, owned=False),
        sites.Prey(9),
        sites.Prey(7, armies=2),
        sites.Prey(8, armies=3),
    ]
    with script([20, 1]) as dice:
        assert sites.raided(20, near, dice) == 7, "in the order of ids"
