"""How worked cases write a battle down (warmaster.case.notation)."""

import pytest

from engine.dice import ScriptError
from tests.rules.adapters.warmaster.scene import played
from tests.rules.harness import Given

LISTS = {"attacker_list": "crown-marches", "defender_list": "redtusk-horde"}
FAR = {"defender": [{"type": "Tusk Warriors", "at": [8, 2]}]}


@pytest.mark.rule("warmaster.case.notation")
@pytest.mark.parametrize("draws", ["111", "1"])
def test_all_dice_of_a_case_are_used_and_no_other_is_rolled(draws: str) -> None:
    case = {
        **LISTS,
        **FAR,
        "phase": "command",
        "attacker": [{"type": "Halberdiers", "at": [8, 11], "directive": "attack"}],
        "attacker_characters": [{"role": "general", "with": 1}],
        "draws": draws,
    }
    with pytest.raises(ScriptError):
        played(Given(case, "case"))
