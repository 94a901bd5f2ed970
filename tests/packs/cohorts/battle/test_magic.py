"""Combat spells where the rulebook has no worked case: in battles, and in a campaign."""

from typing import Any

import pytest

from engine.dice import Pick, Real100, ScriptedDice, Whole
from engine.packs import Rules
from engine.packs.cohorts import PACK
from engine.packs.cohorts.battle import morale, statuses, values
from engine.packs.cohorts.battle.combatant import Attack
from engine.packs.cohorts.battle.magic.laid import LoadedSpell
from engine.packs.cohorts.battle.record import ChanceDrawn, CombatSpellCast, Fell, MoraleChecked
from engine.packs.cohorts.battle.slots import DEFENDER
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.characters.loading import CombatSpellLoaded, LoadCombatSpell
from engine.packs.cohorts.characters.studying import (
    CharacterLearnSpellFromCharacter,
    CharacterResearchSpell,
    DropSpell,
)
from engine.packs.cohorts.content import CombatSpell
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.guilds.studying import GuildResearchSpell
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Character, Loading, Stack
from engine.packs.cohorts.worth.casters import caster_of, combat_spell_called, spell_called
from engine.rulebook import Rulebook
from tests.rules.adapters.battle_field import CONTENT, Battle, hero, hex_named, unit
from tests.rules.adapters.battle_spells import HARDY, cast_all, caster, load
from tests.rules.adapters.magic_scene import HOME, Magic
from tests.rules.scene import Scene, ref


@pytest.mark.rule("cohorts.battle.duel-magic-phase", "cohorts.combat-spell.duel-before-battle")
def test_all_duel_spells_come_before_all_battle_spells_in_the_order_of_initiative() -> None:
    both = ("Word of Grace", "Nightmares")
    first, second = caster(1, *both), caster(2, *both, slot=4)
    rival = caster(3, *both, side=DEFENDER, hp=HARDY)
    units = [first, second, rival]
    battle = Battle([*units, *(hero(9 + n, n, hp=HARDY) for n in (0, 1))], draws=[Pick(0)] * 9)
    battle.fight.order = tuple(battle[one] for one in (second, rival, first))
    told = [(battle.fight.roster[each.unit].unit, each.spell) for each in cast_all(battle)]
    order = (second, rival, first)
    assert told == [(one, spell) for spell in ("word_of_grace", "nightmares") for one in order]


@pytest.mark.rule("cohorts.combat-spell.duel-before-battle")
def test_without_a_character_to_duel_the_battle_spell_is_cast_all_the_same() -> None:
    one = caster(1, "Flame Bolt", "Holy Hail", put_in=2, mana=3)
    battle = Battle([one, unit(2, DEFENDER, hp=HARDY)])
    (cast,) = cast_all(battle)
    assert (cast.spell, cast.level) == ("holy_hail", 7)
    assert battle[one].mana == 1


@pytest.mark.rule("cohorts.combat-spell.groups")
@pytest.mark.parametrize(
    "spell, struck",
    [("Word of Grace", ["hero"]), ("Enchanted Armor", ["unit"]), ("Nightmares", ["unit", "hero"])],
)
def test_duel_spells_concern_characters_battle_spells_soldiers_and_utility_spells_both(
    spell: str, struck: list[str]
) -> None:
    side = 0 if spell == "Enchanted Armor" else DEFENDER
    targets = [unit(2, side, name="unit"), hero(3, side, name="hero", hp=HARDY)]
    battle = Battle([caster(1, spell, slot=8), *targets, unit(9, 1 - side)])
    (cast,) = cast_all(battle)
    affected = [*cast.laid, *(hit.unit for hit in cast.hits)]
    assert [battle.fight.roster[number].unit.name for number in affected] == struck


@pytest.mark.rule("cohorts.battle.spell-effect-order")
def test_a_storm_is_one_attack_over_all_its_slots_in_roster_order() -> None:
    frail = unit(2, DEFENDER, slot=2, wounds=90.0)
    struck = unit(3, DEFENDER, slot=3, wounds=30.0, hp=9000.0)
    other = unit(4, DEFENDER, slot=4, hp=9000.0)
    apart = unit(5, DEFENDER, slot=6)
    battle = Battle(
        [caster(1, "Fire Storm", level=6), frail, struck, other, apart],
        draws=[
            *(Pick(1),),  # of the equally near hexes the one it is cast on
            *(Real100(99.0),) * 2,  # no status for the two who live
            *(Real100(99.0),),  # the morale check of the struck
        ],
    )
    (cast,) = cast_all(battle)
    assert (cast.hex, cast.further) == (hex_named("D3"), (hex_named("D2"), hex_named("D4")))
    order = [battle[each].number for each in (frail, struck, other)]
    assert [hit.unit for hit in cast.hits] == order
    kinds = [type(each) for each in battle.log if not isinstance(each, ChanceDrawn)]
    assert kinds == [CombatSpellCast, Fell, MoraleChecked, MoraleChecked]
    assert battle[apart].wounds == 0
    # 56 through MAR and SAR is 28 on each head of 90, and half of it further away.
    assert battle[struck].wounds == pytest.approx(30 + 2800 / 90)
    assert battle[other].wounds == pytest.approx(1400 / 90)


@pytest.mark.rule("cohorts.morale.magic", "cohorts.combat-spell.nightmares")
def test_nightmares_lower_morale_without_a_check_until_morale_is_checked() -> None:
    foe = unit(2, DEFENDER, morale=60.0)
    battle = Battle([caster(1, "Nightmares", level=10), foe, unit(3, DEFENDER, slot=9)])
    cast_all(battle)
    assert morale.morale(battle.fight, battle[foe]) == 40
    assert not any(isinstance(each, MoraleChecked) for each in battle.log)
    battle.give(foe, "bleeding")
    statuses.suffer(battle.fight, battle[foe], "bleeding", 5)
    assert morale.morale(battle.fight, battle[foe]) == 35


@pytest.mark.rule("cohorts.combat-spell.stacking")
@pytest.mark.parametrize(
    "spells, modifier",
    [
        (("Increase POW", "Decrease POW"), 0),
        (("Increase POW", "Aura of Might"), 2),
        (("Increase POW", "Aura of Weakness"), -2),
    ],
)
def test_of_power_a_charm_and_its_task_are_one_modifier_and_of_modifiers_one_counts(
    spells: tuple[str, str], modifier: int
) -> None:
    one = unit(1, melee=Attack(power=10))
    sides = [0 if CONTENT.combat_spells[_key(each)].friendly else 1 for each in spells]
    casters = [caster(2 + n, each, level=10, side=sides[n]) for n, each in enumerate(spells)]
    battle = Battle([one, *casters, unit(9, DEFENDER, slot=9)])
    for each in casters:
        battle.put(each, "A3")
    cast_all(battle)
    assert values.power(battle.fight, battle[one]) == 10 + modifier


def _key(name: str) -> str:
    return name.lower().replace(" ", "_")


@pytest.mark.rule("cohorts.battle-status.aura-of-life", "cohorts.combat-spell.aura-spells")
def test_of_an_aura_that_the_caster_has_already_the_higher_level_counts() -> None:
    strong, weak = (
        caster(1 + n, "Aura of Life", level=25, statuses=s)
        for n, s in enumerate(({"aura_of_life": 2}, {"aura_of_life": 9}))
    )
    battle = Battle([strong, weak, unit(3, DEFENDER)])
    cast_all(battle)
    assert battle[strong].statuses["aura_of_life"] == 5
    assert battle[weak].statuses["aura_of_life"] == 9


def designed(name: str, group: str, form: str) -> CombatSpell:
    """A spell of a module's own that changes morale."""
    effect = {"does": "alter", "rating": "morale", "amount": -3 if form == "task" else 3}
    values = {"key": name, "name": name, "level": 1, "group": group, "form": form}
    return CombatSpell.model_validate({**values, "effect": effect})


@pytest.mark.rule("cohorts.battle.duel-magic-phase", "cohorts.combat-spell.duel-before-battle")
def test_a_hostile_duel_spell_strikes_one_character_and_a_friendly_one_those_of_a_slot() -> None:
    task, charm = designed("dread", "duel", "task"), designed("cheer", "duel", "charm")
    rivals = [hero(10 + n, DEFENDER, duel_spell=LoadedSpell(charm, 5)) for n in (0, 1)]
    one, soldiers = hero(1, duel_spell=LoadedSpell(task, 10)), unit(20, DEFENDER)
    battle = Battle([one, *rivals, soldiers], draws=[Pick(1)])
    battle.fight.order = battle.fight.roster[:2]
    told = cast_all(battle)
    assert [each.laid for each in told] == [(battle[rivals[1]].number,), (1, 2)]
    changes = [values.change(battle.fight, battle[each], "morale") for each in (*rivals, soldiers)]
    assert changes == [3, -3, 0]


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
def test_the_spells_offered_for_a_place_are_those_that_fit_it_and_none_if_any_is_loaded() -> None:
    scene = Scene(20, 12)
    mage = wizard(scene, "flame_bolt", "nightmares", "flame_wall", "charm_of_speed")

    def offered(place: str) -> list[str]:
        return scene.offered(LoadCombatSpell, "spell", character=str(ref(mage)), place=place)

    assert offered("") == ["flame_bolt", "nightmares"]
    assert offered("duel") == ["flame_bolt"]
    assert not load(scene, mage, "Nightmares", mana=3).refused
    assert offered("battle") == ["nightmares", "none"]


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
