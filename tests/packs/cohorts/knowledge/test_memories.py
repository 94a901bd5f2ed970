"""What a faction remembers of what it no longer sees (cohorts.knowledge.view)."""

import pytest

from engine.battle import BATTLE, BattleRecord
from engine.campaign import Player
from engine.packs.cohorts.cities.villages import RelocateVillage
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.knowledge.views import in_view, remember
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import City, Stack, Tower, Village
from engine.packs.cohorts.stacks.activation import DeactivateStack
from engine.state import State
from engine.world import Record
from tests.rules.adapters.movement import Decided
from tests.rules.scene import Scene, ref

pytestmark = pytest.mark.rule("cohorts.knowledge.view")


def memory(scene: Scene, x: int, y: int) -> Memory | None:
    return scene.world.first(Memory, "spot", (scene.ours.id, scene.at(x, y).id))


def test_a_stack_on_its_way_leaves_memories_only_of_what_it_sees_no_more(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    scene.unit(stack)
    before = in_view(scene.world, scene.content, scene.ours.id)
    scene.run(MoveAlong(stack=ref(stack), steps=("e",)))
    now = in_view(scene.world, scene.content, scene.ours.id)
    remembered = [held.province for held in scene.world.by(Memory, "faction", scene.ours.id)]
    assert sorted(remembered) == sorted(spot for spot in before if spot not in now)
    assert len(remembered) == 3


def test_what_was_seen_again_later_in_the_week_is_remembered_as_it_was_then(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    scene.unit(stack)
    scene.run(MoveAlong(stack=ref(stack), steps=("e", "e")))
    first = memory(scene, 1, 2)
    assert first
    assert not first.landmarks
    later = scene.stack(1, 2)
    village = scene.village(1, 2)
    scene.run(DeactivateStack(stack=ref(later)))
    again = memory(scene, 1, 2)
    assert again
    assert again.shows(village.place)


class Deadly(Decided):
    """A battle that leaves nothing of the attackers."""

    def aftermath(self, state: State, record: BattleRecord) -> None:
        for place in record.clash.attackers:
            state.world.remove(state.world.get(Stack, place.id))


def test_a_stack_that_falls_on_its_way_has_told_what_it_saw_last(scene: Scene) -> None:
    stack, foe = scene.stack(2, 2), scene.someone("at_war")
    scene.unit(stack)
    scene.unit(scene.stack(4, 2, foe), foe)
    scene.rules.contests = {BATTLE: Deadly("defender")}
    scene.run(MoveAlong(stack=ref(stack), steps=("e", "e")))
    assert scene.gone(stack)
    assert memory(scene, 5, 2)
    assert not memory(scene, 6, 2)


# ---------------------------------------------------------------- what has changed since


def watched(scene: Scene) -> City:
    """A foreign city with land that I saw and no longer see."""
    theirs = scene.someone("neutral")
    scene.barony((2, 2), (3, 2), (9, 9))
    return scene.city(2, 2, theirs, name="Bram", actions=9)


def look_away(scene: Scene, *hexes: tuple[int, int]) -> None:
    remember(scene.world, scene.ours.id, [scene.at(*hex_).id for hex_ in hexes], scene.world)


def knows(scene: Scene, thing: Record) -> bool:
    """Whether I know of a thing; the view and the single question must agree."""
    known = scene.rules.knows(scene.world, scene.ours.id, thing.place)
    assert known == (scene.view().find(type(thing), thing.id) is not None)
    return known


def test_a_village_that_moved_out_of_sight_stays_where_it_was_seen(scene: Scene) -> None:
    city = watched(scene)
    village = scene.village(3, 2, level=3, name="Dell")
    look_away(scene, (3, 2))
    order = RelocateVillage(city=ref(city), village=ref(village), province=ref(scene.at(9, 9)))
    owner = next(p for p in scene.world.all(Player) if p.name == "neutral")
    assert not scene.run(order, player=owner).refused
    assert knows(scene, village)
    seen = Village.partly(id=village.id, name="Dell", province=scene.at(3, 2).id)
    assert scene.view().get(Village, village.id) == seen
    # It has not appeared where it went, though that place is remembered too.
    look_away(scene, (3, 3))
    assert not any(m.landmarks for m in scene.view().all(Memory) if m.province != seen.province)


def test_a_village_that_moved_is_shown_where_it_was_seen_last(scene: Scene) -> None:
    watched(scene)
    village = scene.village(3, 2)
    look_away(scene, (3, 2))
    scene.produce()
    scene.change(village, province=scene.at(9, 9).id)
    look_away(scene, (9, 9))
    assert scene.view().get(Village, village.id).province == scene.at(9, 9).id
    scene.produce()
    scene.change(village, province=scene.at(3, 2).id)
    assert scene.view().get(Village, village.id).province == scene.at(9, 9).id
    scene.unit(scene.stack(3, 2))
    assert scene.view().get(Village, village.id).province == scene.at(3, 2).id
    assert knows(scene, village)


def test_a_village_that_moved_into_the_unseen_is_known_no_more_once_its_place_is_seen() -> None:
    scene = Scene()
    watched(scene)
    village = scene.village(3, 2)
    look_away(scene, (3, 2))
    scene.change(village, province=scene.at(9, 9).id)
    assert knows(scene, village)
    scene.unit(scene.stack(3, 2))
    assert not knows(scene, village)


@pytest.mark.parametrize("kind", ["village", "watch", "castle"])
def test_what_was_razed_out_of_sight_is_still_remembered(kind: str, scene: Scene) -> None:
    watched(scene)
    thing = scene.village(3, 2) if kind == "village" else scene.tower(3, 2, kind)
    look_away(scene, (3, 2))
    before = scene.view().get(type(thing), thing.id)
    scene.world.remove(thing)
    assert scene.view().get(type(thing), thing.id) == before
    scene.unit(scene.stack(3, 2))
    assert scene.view().find(type(thing), thing.id) is None


def test_towers_and_walls_built_or_lost_out_of_sight_change_no_memory(scene: Scene) -> None:
    watched(scene)
    look_away(scene, (3, 2))
    before = scene.view().get(Memory, scene.at(3, 2).id)
    tower = scene.tower(3, 2, "guard", 2)
    scene.province(3, 2, fortification=3)
    assert scene.view().get(Memory, scene.at(3, 2).id) == before
    assert not knows(scene, tower)
    look_away(scene, (3, 2))
    scene.province(3, 2, fortification=0)
    assert scene.view().get(Memory, scene.at(3, 2).id).fortified
    assert scene.view().get(Tower, tower.id) == Tower.partly(
        id=tower.id, type="guard", province=scene.at(3, 2).id
    )


def test_ones_own_barony_is_known_as_it_is_whatever_was_seen_of_it_before(scene: Scene) -> None:
    city = watched(scene)
    village = scene.village(9, 9, level=2)
    tower = scene.tower(9, 9)
    look_away(scene, (9, 9), (3, 2))
    scene.world.remove(tower)
    scene.change(village, province=scene.at(3, 2).id)
    scene.change(city, baron=scene.character(city, scene.me).id)
    assert scene.view().get(Village, village.id) == scene.now(village)
    assert scene.view().find(Tower, tower.id) is None
    assert knows(scene, village)
