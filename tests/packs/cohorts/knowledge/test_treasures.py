"""A faction knows the unique items that it sees named, and no others."""

import pytest

from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.things.uniques import Unique
from engine.world import Place, Record
from tests.rules.scene import Scene

VIEW = pytest.mark.rule("cohorts.knowledge.view")


def treasure(scene: Scene, holder: Record | None = None) -> Unique:
    made = scene.world.add(
        Unique,
        name=f"Treasure {scene.world.count(Unique)}",
        item="gem_ring",
        plus=1,
        bestowed=(),
        spell="",
    )
    if holder:
        scene.items(holder, **{f"gem_ring+1#{made.id}": 1})
    return made


def knows(scene: Scene, unique: Unique) -> bool:
    """Whether my faction knows of it, by its view and by the question for one, which agree."""
    shown = scene.view().find(Unique, unique.id)
    known = scene.rules.knows(scene.world, scene.ours.id, Place("unique", unique.id))
    assert shown in (None, unique)
    assert known == (shown is not None)
    return known


@VIEW
def test_what_lies_with_own_pieces_and_cities_is_known(scene: Scene) -> None:
    city = scene.city(2, 2, scene.me)
    stack = scene.stack(5, 5)
    for holder in (city, stack, scene.character(stack), scene.agent(stack)):
        assert knows(scene, treasure(scene, holder)), holder


@VIEW
def test_what_is_worn_is_known_to_the_bearers_faction_alone(scene: Scene) -> None:
    stack, rival = scene.stack(5, 5), scene.someone("at_war")
    for player, known in ((scene.me, True), (rival, False)):
        ring = treasure(scene)
        scene.character(stack, player, equipment={"finger": f"gem_ring+1#{ring.id}"})
        assert knows(scene, ring) is known


@VIEW
def test_a_cache_is_known_to_who_stands_there(scene: Scene) -> None:
    ring = treasure(scene, scene.at(5, 5))
    assert not knows(scene, ring)
    stack: Stack = scene.stack(5, 5)
    assert knows(scene, ring)
    scene.change(stack, province=scene.at(6, 5).id)
    assert not knows(scene, ring)


@VIEW
def test_what_nobody_has_any_more_is_not_known(scene: Scene) -> None:
    assert not knows(scene, treasure(scene))
