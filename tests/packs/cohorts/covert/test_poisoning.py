"""Poison on weapons: what it is worth in battle, which weapons take it, and for how long."""

import pytest

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.covert.poisoning import MakePoisonWeapons, WeaponsPoisoned
from engine.packs.cohorts.pieces.records import Character
from tests.rules.adapters.battle_field import going
from tests.rules.scene import Ran, Scene, module, ref

RULE = "cohorts.order.make-poison-weapons"
CONTENT = module().content(Content)
VENOM = CONTENT.potions["foxglove_venom"]


def poisoned(weapon: str, quality: int) -> tuple[Scene, Character, Ran]:
    """An assassin with venom of that quality puts it on such weapons."""
    scene = Scene()
    assassin = scene.character(scene.stack(2, 2), level=30, skills={"assassin": 10})
    vial = str(Item(VENOM.key, quality=quality))
    scene.items(assassin, **{vial: 2, weapon: 3})
    order = MakePoisonWeapons(character=ref(assassin), weapon=weapon, poison=vial)
    return scene, assassin, scene.run(order)


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("quality", [1, 4, 7])
def test_poison_is_worth_in_battle_what_its_quality_says(quality: int) -> None:
    scene, assassin, ran = poisoned("broadsword", quality)
    (told,) = ran.events(WeaponsPoisoned)
    [made] = [name for name in scene.held(assassin) if item_of(name).poison]
    assert told.number == 3
    bearer = scene.unit(scene.stack(3, 3), equipment={"main_hand": made})
    coat = VENOM.coating
    assert coat
    [special] = going(scene, bearer).specials
    assert special.type == coat.type
    assert special.damage == coat.damage * quality
    assert special.quality == coat.value * quality
