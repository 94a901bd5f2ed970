"""What is hidden of foreign pieces."""

from __future__ import annotations

from fractions import Fraction

from engine.packs.cohorts.pieces.records import (
    Agent,
    City,
    Loading,
)
from engine.packs.cohorts.things.uniques import Unique
from engine.world import World
from tests.hidden.veil import FARTHER, Veiled, alter, garrison_of, hides, hoard_of


@hides
def soldiers_of_a_garrison(scene: Veiled, world: World) -> None:
    alter(world, garrison_of(scene, world), soldiers=999)


@hides
def name_of_a_garrison(scene: Veiled, world: World) -> None:
    alter(world, garrison_of(scene, world), name="Others", message="nobody reads it")


@hides
def loss_of_a_garrison(scene: Veiled, world: World) -> None:
    world.remove(garrison_of(scene, world))


@hides
def place_of_an_unseen_stack(scene: Veiled, world: World) -> None:
    alter(world, scene.unseen, province=scene.at(*FARTHER).id)


@hides
def message_of_an_unseen_stack(scene: Veiled, world: World) -> None:
    alter(world, scene.unseen, message="Who reads this?", banner=1, name="Other")


@hides
def movement_of_an_unseen_stack(scene: Veiled, world: World) -> None:
    alter(world, scene.unseen, used=Fraction(1), acted="quest")


@hides
def movement_of_a_stack_in_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.shadow, acted="quest", assists=True)


@hides
def strength_of_an_unseen_unit(scene: Veiled, world: World) -> None:
    alter(world, scene.band, soldiers=2500, level=9)


@hides
def wounds_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.troop, wounds=40)


@hides
def morale_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.troop, morale=55)


@hides
def level_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.troop, level=8, xp=900)


@hides
def talents_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.troop, talents=("bowman",))


@hides
def arms_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.troop, equipment={"main_hand": "spear"})


@hides
def battle_slot_of_a_unit_in_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.troop, slot=7, directive="mage")


@hides
def skills_of_a_character_in_sight(scene: Veiled, world: World) -> None:
    alter(
        world, scene.face, skills={"assassin": 30}, attributes=scene.lord.attributes | {"STR": 30}
    )


@hides
def items_of_a_character_in_sight(scene: Veiled, world: World) -> None:
    alter(world, hoard_of(world, scene.face, "spear"), item="broadsword", count=9)


@hides
def spells_of_a_character(scene: Veiled, world: World) -> None:
    alter(world, scene.lord, spells=("fireball",), mana=30)


@hides
def loaded_spells_of_a_character(scene: Veiled, world: World) -> None:
    alter(world, scene.lord, loaded={"duel": Loading(spell="fireball", mana=2)})


@hides
def statuses_of_a_character_in_sight(scene: Veiled, world: World) -> None:
    alter(world, scene.face, statuses={"poisoned": 2}, wounds=50)


@hides
def titles_of_a_character(scene: Veiled, world: World) -> None:
    alter(world, scene.face, titles=("Master of Snow",), recipes=(), deity="gorath")


@hides
def client_of_a_bodyguard(scene: Veiled, world: World) -> None:
    alter(world, scene.face, guarding=scene.lord.id)


@hides
def death_of_a_character_unseen(scene: Veiled, world: World) -> None:
    alter(world, scene.lord, dead=True, wounds=100)


@hides
def prisoner_of_others(scene: Veiled, world: World) -> None:
    alter(world, scene.victim, captor=0, player=scene.foe.id)


@hides
def level_of_a_secret_agent_in_ones_own_city(scene: Veiled, world: World) -> None:
    alter(world, scene.spy, level=12, skills={"thief": 12})


@hides
def place_of_a_secret_agent(scene: Veiled, world: World) -> None:
    alter(world, scene.spy, holder=scene.named(City, "Town 1").place)


@hides
def loss_of_a_secret_agent(scene: Veiled, world: World) -> None:
    world.remove(world.get(Agent, scene.spy.id))


@hides
def spell_on_a_stack_of_others(scene: Veiled, world: World) -> None:
    alter(world, scene.spell, spell="charm_of_strength", strength=30)


@hides
def spell_on_a_province_of_others(scene: Veiled, world: World) -> None:
    alter(world, scene.spell, spell="provincial_shell", on=scene.at(21, 2).place)


@hides
def unique_item_of_others(scene: Veiled, world: World) -> None:
    alter(world, max(world.all(Unique), key=lambda each: each.id), name="Requiem", plus=3)
