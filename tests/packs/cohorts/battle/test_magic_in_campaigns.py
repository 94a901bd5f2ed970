"""Combat spells in a campaign: learned like others, loaded by an order, paid for in mana."""

from typing import Any

import pytest

from engine.dice import ScriptedDice, Whole
from engine.packs import Rules
from engine.packs.cohorts import PACK
from engine.packs.cohorts.battle.record import CombatSpellCast
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.characters.loading import CombatSpellLoaded, LoadCombatSpell
from engine.packs.cohorts.characters.studying import (
    CharacterLearnSpellFromCharacter,
    CharacterResearchSpell,
    DropSpell,
)
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.guilds.studying import GuildResearchSpell
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Character, Loading, Stack
from engine.packs.cohorts.worth.casters import caster_of, combat_spell_called, spell_called
from engine.rulebook import Rulebook
from tests.rules.adapters.battle_spells import load
from tests.rules.adapters.magic_scene import HOME, Magic
from tests.rules.scene import Scene, ref


def wizard(scene: Scene, *spells: str, **values) -> Character:
    """A mage of mine with these in its book."""
    usual = {"job": "mage", "level": 10, "skills": {"spell_craft": 10}, "mana": 8, "xp": 1000}
    return scene.character(scene.stack(9, 5), spells=spells, **{**usual, **values})


@pytest.mark.rule("cohorts.order.basic-list")
def test_every_basic_order_of_the_list_is_there_and_runs_in_the_basic_phase() -> None:
    table: Any = Rulebook.load().get("cohorts.order.basic-list").table
    orders = {order.rule: order for order in PACK.orders}
    for row in table:
        assert "basic" in orders[row["entry"]].phases, row


@pytest.mark.rule("cohorts.combat-spell.caster-level", "cohorts.battle.report")
def test_who_casts_in_battle_has_spent_its_mana_and_both_sides_read_of_the_spell() -> None:
    scene = Scene(20, 12)
    foe = scene.someone("at_war")
    mage = wizard(scene, "nightmares", "flaming_hail")
    scene.unit(mage_stack(scene, mage), soldiers=200)
    scene.unit(scene.stack(10, 5, foe), foe)
    assert not load(scene, mage, "Nightmares", mana=3).refused
    before = scene.now(mage).mana
    ran = scene.run(MoveAlong(stack=ref(mage_stack(scene, mage)), steps=("e",)))
    (fought,) = ran.events(BattleFought)
    (cast,) = [e for e in fought.record.engagements[0].events if isinstance(e, CombatSpellCast)]
    assert cast.spell == "nightmares"
    assert cast.level == caster_of(scene.world, scene.content, mage).combat["nightmares"] + 3
    assert scene.now(mage).mana == before - 3
    readers = [e for e in ran.entries if isinstance(e.event, BattleFought)]
    assert all(each.for_(faction) for each in readers for faction in (scene.ours.id, foe.faction))
    assert scene.now(mage).loaded == {"battle": Loading(spell="nightmares", mana=3)}


def mage_stack(scene: Scene, mage: Character) -> Stack:
    return scene.world.get(Stack, scene.now(mage).holder.id)


@pytest.mark.rule("cohorts.order.load-combat-spell")
def test_the_spells_offered_for_a_place_are_those_that_fit_it_and_none() -> None:
    scene = Scene(20, 12)
    mage = wizard(scene, "flame_bolt", "nightmares", "flame_wall", "charm_of_speed")
    found = {
        place: scene.offered(LoadCombatSpell, "spell", character=str(ref(mage)), place=place)
        for place in ("", "duel", "battle")
    }
    assert found == {
        "": ["flame_bolt", "nightmares", "none"],
        "duel": ["flame_bolt", "none"],
        "battle": ["nightmares", "none"],
    }


@pytest.mark.rule("cohorts.combat-spell.groups")
def test_a_combat_spell_is_found_by_research_and_by_guilds_like_any_other() -> None:
    scene = Magic(6)
    mage = scene.character(scene.mine(), level=9, skills={"spell_craft": 9}, job="mage")
    ran = scene.run(
        GuildResearchSpell(guild=ref(scene.mages), spell="Increase DF"),
        CharacterResearchSpell(character=ref(mage), spell="Flame Bolt"),
        dice=ScriptedDice([Whole(1, sides=100), Whole(1, sides=100)]),
    )
    assert not ran.refused
    assert scene.now(scene.mages).spells == ("increase_df",)
    assert scene.now(mage).spells == ("flame_bolt",)


@pytest.mark.rule("cohorts.combat-spell.groups")
def test_a_combat_spell_is_taught_and_cast_by_no_order() -> None:
    scene = Magic(12)
    scene.change(scene.mages, spells=("flame_bolt",))
    stack = scene.stack(*HOME)
    values = {"level": 9, "skills": {"spell_craft": 9}}
    student, teacher = (
        scene.character(stack, spells=spells, **values) for spells in ((), ("flame_bolt",))
    )
    lesson = CharacterLearnSpellFromCharacter(
        character=ref(student), teacher=ref(teacher), spell="Flame Bolt"
    )
    assert not scene.run(lesson).refused
    assert scene.now(student).spells == ("flame_bolt",)
    target = ref(scene.at(*HOME))
    for order in (
        CharacterCastSpell(character=ref(teacher), spell="Flame Bolt", target=target),
        GuildCastSpell(guild=ref(scene.mages), spell="Flame Bolt", target=target),
    ):
        assert scene.run(order).code == "not_allowed"


@pytest.mark.rule("cohorts.combat-spell.list")
def test_combat_spells_called_like_strategic_ones_are_other_spells() -> None:
    scene = Scene(20, 12)
    for name in ("Fireball", "Fire Storm"):
        strategic, combat = (f(scene.content, name) for f in (spell_called, combat_spell_called))
        assert strategic
        assert combat
        assert strategic.key != combat.key
    mage = wizard(scene, "fireball")
    assert load(scene, mage, "Fireball").code == "not_known"
    both = wizard(scene, "fireball", "combat_fireball")
    assert not load(scene, both, "Fireball").refused
    scene.run(DropSpell(character=ref(both), spell="combat_fireball"))
    assert scene.now(both).spells == ("fireball",)


def test_rules_know_the_order_in_a_module_without_combat_spells() -> None:
    scene = Scene(20, 12)
    own = scene.content.model_copy(update={"combat_spells": {}})
    module = scene.module.model_copy(update={"contents": {"cohorts": own}})
    scene.rules = Rules.of(module)
    mage = wizard(scene, "flame_bolt")
    ran = scene.run(LoadCombatSpell(character=ref(mage), spell="Flame Bolt"))
    assert ran.code == "not_known"


def test_a_loaded_spell_is_stored_and_foreseen_in_a_plan() -> None:
    scene = Scene(20, 12)
    mage = wizard(scene, "flame_bolt")
    order = LoadCombatSpell(character=ref(mage), spell="Flame Bolt", mana=2)
    (planned,) = scene.plan(order).orders
    assert [type(each.event) for each in planned.entries] == [CombatSpellLoaded]
    scene.run(order)
    now = scene.now(mage)
    assert now.loaded == {"duel": Loading(spell="flame_bolt", mana=2)}
    assert Character.load(now.dump()) == now
