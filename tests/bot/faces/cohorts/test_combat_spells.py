"""The combat spells on the panel of a character: what each would do, and what is loaded."""

import pytest

from bot.faces.cohorts.fighter.combat_spells import (
    combat_does,
    combat_spell_rows,
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
    how, bolt, nightmares, wall = combat_spell_rows(scene.view(), scene.content, mage)
    assert "a duel spell" in how.text
    assert (bolt.name, bolt.value) == ("Flame Bolt", "loaded with 5 mana")
    assert bolt.note == "level 1 duel attack"
    # Level 6 and 5 mana make HL 3: 27 times 20.
    assert (
        bolt.text == "540 fire damage, divided by its resistances; it may leave its target burning"
    )
    assert (nightmares.value, nightmares.text) == ("", "morale −12")
    assert (wall.name, wall.value) == ("Flame Wall", "it cannot cast this at caster level 6")


@pytest.mark.parametrize("level", [0, 1, 17])
def test_every_combat_spell_says_in_a_line_what_it_does(level: int) -> None:
    scene = Scene()
    for spell in scene.content.combat_spells.values():
        told = combat_does(scene.content, spell, level)
        assert told
        assert len(told) < 150
        assert "None" not in told
