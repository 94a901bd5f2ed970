"""What a faction learns for the first time is told as it saw it (cohorts.knowledge.view)."""

import pytest

from engine.packs.cohorts.knowledge import discoveries
from engine.packs.cohorts.knowledge.discoveries import CitySighted, FactionMet, Meeting
from engine.packs.cohorts.knowledge.views import remember
from engine.state import State
from engine.world import World
from tests.rules.scene import Scene

pytestmark = pytest.mark.rule("cohorts.knowledge.view")


@pytest.fixture
def scene() -> Scene:
    """One of ours, and far from it a foreign city."""
    scene = Scene()
    scene.unit(scene.stack(2, 2))
    return scene


def learned(scene: Scene, state: State) -> list[tuple[str, int]]:
    """What our faction is told: the class of each event, and of which faction it tells."""
    discoveries.tell(state)
    found: list[tuple[str, int]] = []
    for entry in state.log.entries:
        event = entry.for_(scene.ours.id)
        if isinstance(event, CitySighted):
            found.append((event.kind, event.faction))
        elif isinstance(event, FactionMet):
            found.append((event.kind, event.other))
    return found


def met(scene: Scene, world: World) -> list[int]:
    return [each.other for each in world.by(Meeting, "faction", scene.ours.id)]


def test_a_city_that_changes_hands_after_it_left_view_is_told_as_it_was_seen(scene: Scene) -> None:
    first, second = scene.player("Cora", "first"), scene.player("Dag", "second")
    city = scene.city(9, 2, first, name="Saltmarsh")
    heir = scene.character(scene.stack(10, 8, second), second)
    state = scene.state()
    remember(state.world, scene.ours.id, [city.province], state.world)
    state.world.put(city.replace(baron=heir.id))
    assert learned(scene, state) == [
        (CitySighted.kind, first.faction),
        (FactionMet.kind, first.faction),
    ]
    assert met(scene, state.world) == [first.faction]


def test_a_city_in_view_is_told_as_it_is_now(scene: Scene) -> None:
    first, second = scene.player("Cora", "first"), scene.player("Dag", "second")
    city = scene.city(9, 2, first, name="Saltmarsh")
    heir = scene.character(scene.stack(10, 8, second), second)
    state = scene.state()
    remember(state.world, scene.ours.id, [city.province], state.world)
    state.world.put(city.replace(baron=heir.id))
    scene.world = state.world
    scene.unit(scene.stack(8, 2))
    assert (CitySighted.kind, second.faction) in learned(scene, state)
    assert met(scene, state.world) == [second.faction]


def test_a_city_that_was_founded_where_nobody_of_ours_could_see_is_not_told(scene: Scene) -> None:
    """The land is known from a passing look; what was built there since is not."""
    state = scene.state()
    remember(state.world, scene.ours.id, [scene.at(9, 2).id], state.world)
    scene.world = state.world
    scene.city(9, 2, scene.player("Cora", "first"), name="Saltmarsh")
    assert learned(scene, state) == []
    assert met(scene, state.world) == []
