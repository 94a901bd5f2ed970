"""How worked cases write a battle down (warmaster.case.notation)."""

import pytest

from engine.dice import ScriptError
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER
from tests.rules.adapters.warmaster.scene import battle_of, played, script
from tests.rules.harness import Given

LISTS = {"attacker_list": "crown-marches", "defender_list": "redtusk-horde"}
FAR = {"defender": [{"type": "Tusk Warriors", "at": [8, 2]}]}


@pytest.mark.rule("warmaster.case.notation")
def test_what_a_case_leaves_out_is_what_is_usual() -> None:
    case = {
        **LISTS,
        **FAR,
        "attacker": [{"type": "Halberdiers", "at": [8, 11]}],
        "attacker_characters": [{"role": role, "with": 1} for role in ("general", "hero")],
    }
    battle = battle_of(Given(case, "case"), script(""))
    (unit,), (enemy,) = battle.units
    assert (unit.troop.directive, enemy.troop.directive) == ("attack", "attack")
    assert (unit.stands, unit.troop.item, unit.troop.brigade, unit.attached) == (3, "", 0, 0)
    assert (battle.round, battle.active) == (1, ATTACKER)
    assert [army.boldness for army in battle.armies] == [5, 5]
    assert all(army.keep_line for army in battle.armies)
    assert [each.captain.stance for each in battle.characters[ATTACKER]] == ["stay", "lead"]
    assert [each.command for each in battle.characters[ATTACKER]] == [9, 8]
    assert not battle.field.grounds


@pytest.mark.rule("warmaster.case.notation")
def test_what_a_case_says_is_taken() -> None:
    case = {
        **LISTS,
        **FAR,
        "attacker": [
            {
                "type": "Halberdiers",
                "at": [8, 11],
                "directive": "hold",
                "stands": 2,
                "item": "battle-banner",
                "brigade": 2,
                "attached": True,
                "confused": True,
                "charged": True,
                "effects": ["heavens-favour"],
            }
        ],
        "attacker_characters": [
            {"role": "wizard", "with": 1, "directive": "lead", "command": 4, "spellbound": True}
        ],
        "terrain": {"woods": [[1, 2]]},
        "active": "defender",
        "round": 3,
        "attacker_boldness": 7,
        "keep_line": False,
    }
    battle = battle_of(Given(case, "case"), script(""))
    (unit,), (wizard,) = battle.units[ATTACKER], battle.characters[ATTACKER]
    assert (unit.troop.directive, unit.stands, unit.troop.item) == ("hold", 2, "battle-banner")
    assert (unit.troop.brigade, unit.attached, unit.effects) == (2, 3, ("heavens-favour",))
    assert unit.confused
    assert unit.charged
    assert (wizard.captain.stance, wizard.command, wizard.spellbound) == ("lead", 4, 1)
    assert [(each.at, each.terrain) for each in battle.field.grounds] == [((1, 2), "woods")]
    assert (battle.active, battle.round) == (DEFENDER, 3)
    assert [army.boldness for army in battle.armies] == [7, 5]
    assert not battle.armies[ATTACKER].keep_line


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


@pytest.mark.rule("warmaster.case.notation")
def test_a_turn_stops_early_and_a_battle_tells_how_it_ended() -> None:
    case = {
        **LISTS,
        "phase": "battle",
        "attacker": [{"type": "Halberdiers", "at": [8, 11], "directive": "hold"}],
        "defender": [{"type": "Tusk Warriors", "at": [8, 2], "directive": "hold"}],
    }
    told = played(Given(case, "case"))
    assert (told["winner"], told["reason"], told["round"]) == ("defender", "time", 8)
    fought = {
        **case,
        "phase": "turn",
        "attacker": [{"type": "Griffon", "at": [8, 3], "directive": "hold"}],
        # Its only unit is destroyed, and so it withdraws.
        "defender": [{"type": "Runt Mob", "at": [8, 2], "stands": 1, "directive": "hold"}],
        "draws": "444444" + "11",
    }
    assert played(Given(fought, "case"))["withdraws"] == "defender"
