"""What a faction remembers of what it no longer sees, and what it learns for the first time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.battle import BATTLE, BattleRecord
from engine.campaign import Player
from engine.packs.cohorts.cities.villages import RelocateVillage
from engine.packs.cohorts.knowledge import discoveries
from engine.packs.cohorts.knowledge.discoveries import CitySighted, FactionMet, Meeting
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.knowledge.towers import overlooking, reach
from engine.packs.cohorts.knowledge.views import in_view, remember
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import City, Stack, Tower, Village
from engine.packs.cohorts.stacks.activation import DeactivateStack
from engine.packs.cohorts.things.uniques import Unique
from engine.state import State
from engine.world import Place, Record, World
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


def remembers(scene: Scene, thing: Record) -> bool:
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
    assert remembers(scene, village)
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
    assert remembers(scene, village)


def test_a_village_that_moved_into_the_unseen_is_known_no_more_once_its_place_is_seen() -> None:
    scene = Scene()
    watched(scene)
    village = scene.village(3, 2)
    look_away(scene, (3, 2))
    scene.change(village, province=scene.at(9, 9).id)
    assert remembers(scene, village)
    scene.unit(scene.stack(3, 2))
    assert not remembers(scene, village)


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
    assert not remembers(scene, tower)
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
    assert remembers(scene, village)


@pytest.fixture
def abroad() -> Scene:
    """One of ours, and far from it a foreign city."""
    abroad = Scene()
    abroad.unit(abroad.stack(2, 2))
    return abroad


def learned(abroad: Scene, state: State) -> list[tuple[str, int]]:
    """What our faction is told: the class of each event, and of which faction it tells."""
    discoveries.tell(state)
    found: list[tuple[str, int]] = []
    for entry in state.log.entries:
        event = entry.for_(abroad.ours.id)
        if isinstance(event, CitySighted):
            found.append((event.kind, event.faction))
        elif isinstance(event, FactionMet):
            found.append((event.kind, event.other))
    return found


def met(abroad: Scene, world: World) -> list[int]:
    return [each.other for each in world.by(Meeting, "faction", abroad.ours.id)]


def inherited(abroad: Scene) -> tuple[Player, Player, State]:
    """A remembered city's lord, and the one who has it since."""
    first, second = abroad.player("Cora", "first"), abroad.player("Dag", "second")
    city = abroad.city(9, 2, first, name="Saltmarsh")
    heir = abroad.character(abroad.stack(10, 8, second), second)
    state = abroad.state()
    remember(state.world, abroad.ours.id, [city.province], state.world)
    state.world.put(city.replace(baron=heir.id))
    return first, second, state


def test_a_city_that_changes_hands_after_it_left_view_is_told_as_it_was_seen(abroad: Scene) -> None:
    first, _, state = inherited(abroad)
    assert learned(abroad, state) == [
        (CitySighted.kind, first.faction),
        (FactionMet.kind, first.faction),
    ]
    assert met(abroad, state.world) == [first.faction]


def test_a_city_in_view_is_told_as_it_is_now(abroad: Scene) -> None:
    _, second, state = inherited(abroad)
    abroad.world = state.world
    abroad.unit(abroad.stack(8, 2))
    assert (CitySighted.kind, second.faction) in learned(abroad, state)
    assert met(abroad, state.world) == [second.faction]


def test_a_city_that_was_founded_where_nobody_of_ours_could_see_is_not_told(abroad: Scene) -> None:
    """The land is known from a passing look; what was built there since is not."""
    state = abroad.state()
    remember(state.world, abroad.ours.id, [abroad.at(9, 2).id], state.world)
    abroad.world = state.world
    abroad.city(9, 2, abroad.player("Cora", "first"), name="Saltmarsh")
    assert learned(abroad, state) == []
    assert met(abroad, state.world) == []


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


SPOT = st.tuples(st.integers(0, 8), st.integers(0, 9))
TOWER = st.tuples(SPOT, st.sampled_from(["watch", "guard", "wizard", "castle"]), st.integers(1, 4))


@given(st.lists(TOWER, max_size=8), SPOT)
def test_a_tower_overlooks_every_province_within_its_reach_and_no_other(
    towers: list[tuple[tuple[int, int], str, int]], spot: tuple[int, int]
) -> None:
    scene = Scene(9, 10)
    for hex_, kind, level in towers:
        scene.tower(*hex_, kind, level)
    here = scene.at(*spot)

    def distance(tower: Tower) -> int:
        start, goal = (scene.grid.at(id - 1) for id in (tower.province, here.id))
        return scene.grid.distance(start, goal)

    everywhere = [(tower, distance(tower)) for tower in scene.world.all(Tower)]
    expected = [(tower, far) for tower, far in everywhere if far <= reach(scene.content, tower)]
    assert overlooking(scene.world, scene.content, here.id) == expected


def test_a_guard_tower_sees_no_farther_than_where_it_stands() -> None:
    scene = Scene(9, 10)
    assert reach(scene.content, scene.tower(2, 2, "guard", 4)) == 0
    assert reach(scene.content, scene.tower(2, 3, "watch", 4)) == 4
