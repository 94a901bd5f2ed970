"""The combat spells on the panel of a character: what each would do, and what is loaded."""

import pytest

from bot.faces.cohorts.fighter.combat_spells import (
    combat_does,
    combat_spell_facts,
    combat_spell_lines,
)
from engine.packs.cohorts.pieces.records import Loading
from tests.rules.scene import Scene


def test_a_combat_spell_tells_what_it_does_at_the_level_with_which_it_is_loaded() -> None:
    scene = Scene()
    mage = scene.character(
        scene.stack(2, 2),
        level=6,
        skills={"spell_craft": 6},
        mana=4,
        spells=("nightmares", "flame_bolt", "flame_wall"),
        loaded={"duel": Loading(spell="flame_bolt", mana=5)},
    )
    bolt, nightmares, wall = combat_spell_facts(scene.view(), scene.content, mage)
    assert (bolt.name, bolt.loaded, bolt.mana) == ("Flame Bolt", True, 5)
    # Level 6 and 5 mana make HL 3: 27 times 20.
    assert (
        bolt.does == "540 fire damage, divided by its resistances; it may leave its target burning"
    )
    assert (nightmares.loaded, nightmares.does) == (False, "morale −12")
    assert (wall.castable, wall.level) == (False, 4)
    lines = "\n".join(combat_spell_lines(mage.mana, (bolt, nightmares, wall)))
    assert "**Flame Bolt**, level 1 duel attack: **loaded with 5 mana**" in lines
    assert "**Flame Wall**, level 4 battle attack: it cannot cast this at caster level 6." in lines


@pytest.mark.parametrize("level", [0, 1, 17])
def test_every_combat_spell_says_in_a_line_what_it_does(level: int) -> None:
    scene = Scene()
    for spell in scene.content.combat_spells.values():
        told = combat_does(scene.content, spell, level)
        assert told
        assert len(told) < 150
        assert "None" not in told
