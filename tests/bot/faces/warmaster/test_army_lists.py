"""The panel of an army list: every list whole, its figures those of the module."""

from __future__ import annotations

import pytest

from bot.faces.choices.asking import Unanswered
from bot.faces.panels import Look
from bot.faces.warmaster.lists.panel import PANEL
from bot.faces.words.tabs import PAGE
from engine.packs.warmaster.training import needed
from tests.bot.faces.warmaster.muster import Muster, words

MUSTER = Muster()
WAR = MUSTER.scene.war
LOOK: Look = MUSTER.look()


@pytest.mark.parametrize("key", sorted(WAR.army_lists))
@pytest.mark.rule("warmaster.army.lists", "warmaster.unit.attributes")
def test_a_list_is_told_whole(key: str) -> None:
    army = WAR.army_lists[key]
    made = PANEL.make(LOOK, key)
    assert made.title == army.name
    units = words(made, "List")
    for kind in army.units.values():
        assert f"• {kind.name}: {kind.points} points. " in units
        if kind.attached:
            assert f"For {kind.attached.points} more, {kind.attached.name}" in units
        if needed(WAR, kind) is None:
            assert "No city trains it" in units
    spells = words(made, "Leaders and spells")
    for name in army.spells:
        assert f"• {WAR.war_spells[name].name}: {WAR.war_spells[name].score}+" in spells
    for role, figures in army.characters.items():
        assert f"• {role.capitalize()}: {figures.points} points (Command" in spells
    items = words(made, "Magic items")
    for item in WAR.magic_items.values():
        usable = bool(item.units) or any(role in army.characters for role in item.roles)
        assert (f"• {item.name}: " in items) == usable
    for kind in army.units.values():
        for rule in kind.special:
            assert f"• {rule.capitalize()} (" in words(made, "What rules do")
    assert all(len(page) <= PAGE for tab in made.tabs for page in tab.pages)
    assert made.picture
    assert 0 < len(made.picture.alt) <= 1024
    assert len(made.further) == len(WAR.army_lists) - 1


def test_it_is_named_in_any_case_and_left_out_is_that_of_the_own_units() -> None:
    assert PANEL.about
    assert PANEL.about.meant(LOOK, None) == "crown-marches"
    assert PANEL.about.meant(LOOK, "redtusk horde") == "redtusk-horde"
    with pytest.raises(Unanswered, match="no army list"):
        PANEL.about.meant(LOOK, "Salt Nomads")
    offers = {offer.value for offer in PANEL.about.offers(LOOK, "")}
    assert offers == set(WAR.army_lists)


def test_other_lists_are_looked_at_by_a_tap() -> None:
    made = PANEL.make(LOOK, "crown-marches")
    further = next(each for each in made.further if each.label == "Redtusk Horde")
    sight = further.draw(LOOK, *further.about)
    assert "Tusk Warriors" in sight.words
    assert "Tusk Warriors" in sight.picture.alt
