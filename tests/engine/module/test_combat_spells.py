"""What is wrong with combat spells in a module: faults that name the line and say why."""

from pathlib import Path

import pytest

from engine.module import check
from tests.engine.module.conftest import Write

HEAD = '[meta]\nextends = "cohorts"\n'
BOLT = '{ does = "bolt", type = "fire", multiplier = 5 }'
STORM = '{ does = "storm", type = "fire", base = 5 }'
MORALE = '{ does = "alter", rating = "morale", amount = 1 }'
BARE = '{ does = "bare" }'


def spell(effect: str, group: str = "utility", form: str = "charm", more: str = "") -> str:
    head = f'level = 1\ngroup = "{group}"\nform = "{form}"\n{more}\n'
    return f"[combat_spells.test]\n{head}effect = {effect}\n"


@pytest.mark.rule("cohorts.combat-spell.groups")
@pytest.mark.parametrize(
    "text, says",
    [
        (spell(BOLT, "duel", "charm"), "form attack"),
        (spell(MORALE, "utility", "attack"), "form attack"),
        (spell(BOLT, "battle", "attack"), "its group must be duel"),
        (spell(STORM, "duel", "attack"), "its group cannot be duel"),
        (spell(MORALE, "battle", more="aura = true"), "its group must be utility"),
        (spell(BARE, form="task", more="aura = true"), "it must alter a rating or give"),
        (spell(BOLT.replace("fire", "fyre"), "duel", "attack"), "not among damage_types"),
        (spell('{ does = "give", status = "burnin" }'), "not among battle_statuses"),
        (spell('{ does = "give", status = "stoned" }'), "comes with an attack alone"),
        (spell('{ does = "give", status = "aura_of_life" }'), "is an aura, unlike the spell"),
        (spell('{ does = "give", status = "blinded" }', more="aura = true"), "is not an aura"),
        (spell(MORALE.replace("}", ', against = "undead" }')), "for damage percent alone"),
        (
            spell('{ does = "alter", rating = "damage percent", amount = 1, against = "undeed" }'),
            "is no keyword",
        ),
        (spell(MORALE).replace("test", "firestorm"), "has the key of a strategic spell"),
        ('[deities.verda.spells]\n1 = ["flame_blot"]', "not among spells or combat_spells"),
    ],
)
def test_a_combat_spell_that_cannot_be_is_a_fault(
    write: Write, shipped: Path, text: str, says: str
) -> None:
    (fault,) = check(write("small", module=HEAD, more=text), [shipped])
    assert says in fault.message
    assert fault.file == "small/more.toml"


def test_deities_and_parties_may_name_combat_spells(write: Write, shipped: Path) -> None:
    text = '[deities.verda.spells]\n1 = ["Flame Bolt", "fireball"]\n'
    assert check(write("small", module=HEAD, more=text), [shipped]) == []
