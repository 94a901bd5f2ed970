"""Cards of units and characters: the figures with which they enter a battle, and which of foreign
ones.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.faces.cohorts.item.panel import card_of as item_card
from bot.faces.cohorts.item.panel import hint_of, known_items
from bot.faces.cohorts.stack.forming import FormStack
from bot.faces.cohorts.stack.panel import card_of as stack_card
from bot.faces.warmaster.cards.spells import casting, does, whom
from bot.faces.warmaster.terms import SPECIALS
from bot.faces.words.figures import Figure
from engine.orders import parameters
from engine.packs.cohorts.knowledge.spied import insight, learn
from engine.packs.cohorts.pieces.records import City, Stack
from engine.packs.warmaster.fielding import captain_of, figures_of_unit
from engine.packs.warmaster.leading import role_of
from engine.packs.warmaster.orders.casting import SetSpellOrder
from engine.packs.warmaster.orders.commanding import NameCommander, PostCharacter
from engine.packs.warmaster.orders.deploying import DeployUnit
from engine.packs.warmaster.orders.directing import FormBrigade, GiveDirective
from engine.packs.warmaster.orders.equipping import EquipMagicItem
from tests.bot.faces.cohorts.panels import card, figures, rows, words
from tests.bot.faces.warmaster.muster import Muster
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import ref

SCENE = MusterScene()
"""Whose lists and spells tests go through; nothing is put into its world."""
TYPES = sorted({kind for army in SCENE.war.army_lists.values() for kind in army.units})


def shares(figure: Figure) -> str:
    return " | ".join(f"{does} {source}".strip() for source, does in figure.shares)


@settings(max_examples=15, deadline=None)
@given(kind=st.sampled_from(TYPES), wounds=st.integers(0, 99), attached=st.booleans())
@pytest.mark.rule("warmaster.map.military-unit", "warmaster.unit.attributes")
def test_a_units_figures_are_those_with_which_it_fights(
    kind: str, wounds: int, attached: bool
) -> None:
    scene = MusterScene()
    unit = scene.troop(scene.stack(5, 5), kind, attached=attached, wounds=wounds)
    found, troop = figures(scene, unit), figures_of_unit(scene.state(), unit)
    assert found["Stands"].value == str(troop.stands)
    assert found["Attacks"].value == str(troop.attacks)
    assert f"{troop.attacks * troop.stands} di" in shares(found["Attacks"])
    assert found["Hits"].value == str(troop.hits)
    assert found["Armour"].value == ("none" if troop.armour == 7 else f"{troop.armour}+")
    assert found["Pace"].value == str(troop.pace)
    assert ("Shots" in found) == (troop.shots > 0)
    assert ("Attached stand" in found) == (troop.attached is not None)
    assert f"{troop.points} points" in shares(found["Fights as"])
    for rule in troop.special:
        assert SPECIALS[rule] in shares(found["Special rules"])


@pytest.mark.rule("warmaster.map.campaign")
def test_of_talents_a_card_tells_those_alone_that_work_on_the_march() -> None:
    scene = MusterScene()
    talents = ("swordsman", "scout", "terrain_trained_swamp")
    unit = scene.troop(scene.stack(5, 5), "halberdiers", talents=talents, level=9)
    assert [*rows(scene, unit, "Talents")] == ["Scout", "Terrain trained (swamp)"]
    assert "Talents" not in rows(scene, unit, "Soldiers"), "there are no slots to fill"


@pytest.mark.rule("warmaster.map.military-unit")
def test_a_unit_is_called_as_in_its_army_list_where_people_choose_and_look(muster: Muster) -> None:
    scene, engine = muster.scene, {"arm": "artillery", "type": "trebuchet", "soldiers": 20}
    gun = scene.troop(scene.workplace(), "great-cannon", name="Old Bess", **engine)
    _, who = parameters(FormStack)[:2]
    assert who.asks
    state = muster.desk().state
    offered = [each.label for each in who.asks.among(state, {"place": f"city:{gun.holder.id}"})]
    assert "Old Bess · Human Great Cannon, 20 strong, level 1" in offered
    assert card(scene, gun).subtitle == "Human Great Cannon"
    city = scene.world.get(City, gun.holder.id)
    assert "Human Great Cannon, 20 strong" in words(scene, city, "Garrison")


@pytest.mark.rule("warmaster.map.conversion")
def test_a_unit_without_a_type_says_so() -> None:
    scene = MusterScene()
    unit = scene.unit(scene.stack(5, 5), level=6, equipment={"armor": "plate"})
    found = figures(scene, unit)
    assert found["Fights as"].value == "a unit without a type"


def test_what_a_unit_is_told_and_carries_is_on_its_card(muster: Muster) -> None:
    unit = muster.units[0]
    muster.scene.items(muster.stack, **{"battle-banner": 1})
    before = figures(muster.scene, unit)
    assert (before["Attacking"].value, before["Defending"].value) == ("attack", "counter")
    assert before["Brigade"].value == "usual"
    muster.told(
        DeployUnit(unit=ref(unit), hex="3,12"),
        GiveDirective(unit=ref(unit), directive="flank-left"),
        FormBrigade(units=(ref(unit),), name="Left Wing"),
        EquipMagicItem(piece=ref(unit), item="battle-banner"),
    )
    after = figures(muster.scene, unit)
    assert (after["Attacking"].value, after["Defending"].value) == ("flank left", "flank left")
    assert "stands at 3,12" in shares(after["Attacking"])
    assert "where there is room" in shares(after["Defending"])
    assert after["Brigade"].value == "Left Wing"
    gear = rows(muster.scene, unit, "Gear").values()
    assert [(each.value, each.name) for each in gear] == [("magic standard", "Battle Banner")]


@pytest.mark.rule("warmaster.map.character")
def test_a_character_is_told_by_its_role_in_the_army(muster: Muster) -> None:
    warrior, mage = muster.leaders
    general = figures(muster.scene, warrior)
    assert general["Leads as"].value == "General"
    assert "of the highest level" in shares(general["Leads as"])
    wizard = figures(muster.scene, mage)
    assert wizard["Leads as"].value == "Wizard"
    assert wizard["Command"].value == str(
        captain_of(muster.scene.state(), mage, role_of(muster.scene.war, mage)).command
    )
    muster.told(NameCommander(character=ref(mage)))
    assert figures(muster.scene, mage)["Leads as"].value == "General"
    assert figures(muster.scene, warrior)["Leads as"].value == "Hero"


@pytest.mark.rule("warmaster.magic.choice")
def test_a_wizards_spells_are_told_in_the_order_in_which_they_are_tried(muster: Muster) -> None:
    mage = muster.leaders[1]
    muster.told(
        SetSpellOrder(wizard=ref(mage), spells=("storm-lance", "ball-of-flame")),
        PostCharacter(character=ref(mage), unit=ref(muster.units[2])),
    )
    found = figures(muster.scene, mage)
    assert found["With"].value == "Knights"
    assert [name for name in found if name in ("Storm Lance", "Ball of Flame", "Teleport")] == [
        "Storm Lance",
        "Ball of Flame",
        "Teleport",
    ]
    assert found["Storm Lance"].value == "5+"
    assert "choice 1, range 6" in shares(found["Storm Lance"])
    assert found["Teleport"].value == "never"


def test_whoever_stays_out_of_battle_says_why(muster: Muster) -> None:
    muster.scene.change(muster.leaders[1], slot=0)
    found = figures(muster.scene, muster.leaders[1])
    assert set(found) == {"Leads as"}
    assert "slot 0" in shares(found["Leads as"])


@pytest.mark.parametrize("key", sorted(SCENE.war.war_spells))
def test_every_spell_is_told_with_its_die_its_range_and_what_it_does(key: str) -> None:
    spell = SCENE.war.war_spells[key]
    assert casting(spell) == f"{spell.score}+, range {spell.range}"
    assert whom(spell)
    assert does(spell)
    assert "None" not in whom(spell) + does(spell)


def test_what_was_read_of_others_tells_how_they_fight_and_what_was_not_stays_hidden() -> None:
    muster = Muster()
    scene = muster.scene
    tusks = scene.change(muster.tusks, wounds=34)
    assert card(scene, tusks).boxes == ()
    hidden = rows(scene, tusks)
    assert "Read" not in hidden
    assert hidden["Fights as"].value == "Tusk Warriors (Redtusk Horde)"
    plain = hidden["Card"].value or hidden["Card"].text
    assert "3 of 3 stands" in plain  # its wounds are not plain to see
    assert plain.endswith("at full strength")
    state = scene.state()
    read = insight(state, tusks, "wounds")
    learn(state, scene.ours.id, muster.theirs.province, [(tusks, read)])
    told = rows(scene, tusks)
    assert told["Read"].value.startswith("in turn")
    assert told["Fights as"].value == "Tusk Warriors (Redtusk Horde)"
    assert "2 of 3 stands" in told["Card"].value + told["Card"].text


def test_slots_and_directives_of_the_base_game_are_not_shown(muster: Muster) -> None:
    assert rows(muster.scene, muster.units[0], "Soldiers")["Battle slot"].note == ""
    stack = muster.view.get(Stack, muster.stack.id)
    shown = stack_card(muster.scene.rules, muster.view, muster.scene.ours.id, stack)
    assert any("unit" in box.title for box in shown.boxes)
    assert not any(box.slots for box in shown.boxes)


@pytest.mark.parametrize("key", sorted(SCENE.war.magic_items))
@pytest.mark.rule("warmaster.item.carriers", "warmaster.map.items")
def test_every_magic_item_is_told_with_what_it_does_for_whom_and_how_it_is_made(key: str) -> None:
    item = SCENE.war.magic_items[key]
    made = item_card(SCENE.rules, SCENE.view(), SCENE.ours.id, key)
    assert (made.title, made.subtitle) == (item.name, f"magic {item.kind}")
    assert [row.name for row in made.boxes[0].rows] == [item.help.rstrip(".")]
    told = made.head[0].text
    assert f"makes it of {item.highest_cost} " in told
    assert ("infantry" in told) == ("infantry" in item.units)
    assert ("Generals" in told) == ("general" in item.roles)
    assert key in known_items(SCENE.rules, SCENE.view(), SCENE.ours.id)
    assert "/army equip" in hint_of(SCENE.rules, key)
    assert hint_of(SCENE.rules, "short_sword") == "Orders: /equip character, /equip unit"
