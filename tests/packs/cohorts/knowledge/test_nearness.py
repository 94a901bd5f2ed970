"""What lies near a province, found outwards from there."""

from typing import Any

import pytest

from engine.hexes import APART
from engine.packs.cohorts.knowledge import nearness
from engine.packs.cohorts.knowledge.nearness import distance, outwards, spot_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.pieces.territories import Barony
from engine.world import Record
from tests.rules.scene import Scene


@pytest.fixture
def scene() -> Scene:
    """Stacks and cities all over the map, with people in them and on the ground."""
    scene = Scene(width=12, height=10)
    for x, y in ((9, 9), (2, 1), (3, 2), (11, 1), (6, 5), (2, 1)):
        stack = scene.stack(x, y)
        scene.unit(stack)
        scene.character(stack)
    for x, y in ((1, 8), (7, 2)):
        scene.barony((x, y), (x + 1, y))
        city = scene.city(x, y, scene.me)
        scene.unit(city)
    scene.unit(scene.province(5, 5))
    return scene


@pytest.mark.parametrize("few", [0, 1000], ids=["outwards", "one by one"])
@pytest.mark.parametrize("cls", [Province, Stack, City, Barony, Character, Unit])
def test_the_nearest_come_first_however_they_are_found(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, cls: type[Record], few: int
) -> None:
    monkeypatch.setattr(nearness, "_FEW", few)
    world, start = scene.world, scene.province(2, 2).id

    def far(thing: Record) -> int:
        return distance(world, start, spot_of(world, thing))

    all_ = sorted(((far(thing), thing.id) for thing in world.all(cls)), key=lambda each: each)
    assert len(all_) > 1
    found = [(away, thing.id) for thing, away in outwards(world, cls, start)]
    assert found == all_
    near = [(away, thing.id) for thing, away in outwards(world, cls, start, 4)]
    assert near == [each for each in all_ if each[0] <= 4]


def test_what_is_nowhere_comes_last(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    world = scene.world
    first = next(iter(world.all(Unit)))
    known: dict[str, Any] = {key: v for key, v in first.known().items() if key != "holder"}
    world.put(Unit.partly(**known))
    for few in (0, 1000):
        monkeypatch.setattr(nearness, "_FEW", few)
        *_, (last, away) = outwards(world, Unit, scene.province(2, 2).id)
        assert (last.id, away) == (first.id, APART)
