"""The world: tables, indexes, forks, undo, storage."""

import pickle
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.facts import facts
from engine.tables import Table
from engine.world import Missing, Place, Record, World, digest


@facts
class Box(Record):
    kind = "box"
    indexes = ("room", "colours")
    spread = ("near",)

    room: int
    colour: str

    @property
    def colours(self) -> tuple[int, str]:
        return self.room, self.colour

    @property
    def near(self) -> tuple[int, ...]:
        return self.room, self.room + 1, self.room


@facts
class Room(Record):
    kind = "room"

    name: str


KINDS = (Box, Room)


class Broken(Exception):
    pass


def content(world: World) -> list[Any]:
    return world.rows()


def consistent(world: World) -> bool:
    """Every index answers what a walk over all records answers."""
    boxes = list(world.all(Box))
    return all(
        list(world.by(Box, "room", room)) == [box for box in boxes if box.room == room]
        and list(world.by(Box, "near", room)) == [box for box in boxes if room in box.near]
        for room in range(5)
    ) and all(box in list(world.by(Box, "colours", box.colours)) for box in boxes)


# A step: add (room), move (id, room), remove (id), or look something up by an index.
steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(1, 3)),
        st.tuples(st.just("move"), st.integers(1, 8), st.integers(1, 3)),
        st.tuples(st.just("remove"), st.integers(1, 8)),
        st.tuples(st.just("look"), st.sampled_from(("room", "near"))),
    ),
    max_size=30,
)


def play(world: World, script: list[tuple[Any, ...]]) -> None:
    for step in script:
        if step[0] == "add":
            world.add(Box, room=step[1], colour="red")
        elif step[0] == "look":
            list(world.by(Box, step[1], 1))
        elif box := world.find(Box, step[1]):
            if step[0] == "move":
                world.put(box.replace(room=step[2]))
            else:
                world.remove(box)


def fail(world: World, script: list[tuple[Any, ...]], *, twice: bool = False) -> None:
    """Play the script in an attempt that fails, and once more in one inside it that does not."""
    with suppress(Broken), world.attempt():
        if twice:
            with world.attempt():
                play(world, script)
        play(world, script)
        raise Broken


@given(steps)
def test_indexes_answer_what_the_records_say(script: list[tuple[Any, ...]]) -> None:
    world = World(KINDS)
    play(world, script)
    assert consistent(world)
    assert [box.id for box in world.all(Box)] == sorted(box.id for box in world.all(Box))


@given(steps, steps)
def test_a_failed_attempt_leaves_no_trace_and_gives_back_its_ids(
    before: list[tuple[Any, ...]], inside: list[tuple[Any, ...]]
) -> None:
    world = World(KINDS)
    play(world, before)
    was, changed = content(world), world.changes()
    fail(world, inside, twice=True)
    assert content(world) == was
    assert world.changes() == changed
    assert consistent(world)


@given(steps, steps)
def test_an_inner_attempt_that_fails_undoes_only_itself(
    kept: list[tuple[Any, ...]], dropped: list[tuple[Any, ...]]
) -> None:
    world, other = World(KINDS), World(KINDS)
    with world.attempt():
        play(world, kept)
        fail(world, dropped)
    play(other, kept)
    assert content(world) == content(other)


@given(steps, steps)
def test_a_fork_and_its_origin_do_not_touch_each_other(
    before: list[tuple[Any, ...]], after: list[tuple[Any, ...]]
) -> None:
    world = World(KINDS)
    play(world, before)
    was = content(world)
    fork = world.fork()
    play(fork, after)
    assert content(world) == was
    assert consistent(fork)
    assert consistent(world)
    play(world, after)
    assert content(world) == content(fork)


@given(steps, steps)
def test_a_kind_that_is_filled_or_shared_is_as_if_each_record_had_been_put(
    before: list[tuple[Any, ...]], after: list[tuple[Any, ...]]
) -> None:
    origin, put, filled, shared = (World(KINDS) for _ in range(4))
    play(origin, before)
    was = content(origin)
    put.put_all(origin.all(Box))
    filled.fill(Box, reversed(list(origin.all(Box))))
    shared.share(Box, origin)
    assert content(filled) == content(put)
    assert content(shared)[:-1] == content(put)[:-1]  # the last id may be that of one removed
    assert filled.changes() == shared.changes() == put.changes()
    for world in (filled, shared):
        play(world, after)
        assert content(origin) == was
        assert consistent(world)
    assert consistent(origin)


@given(steps, steps)
def test_a_stored_world_is_read_back_equal_and_goes_on_alike(
    before: list[tuple[Any, ...]], after: list[tuple[Any, ...]]
) -> None:
    world = World(KINDS)
    play(world, before)
    read = World.load(KINDS, world.rows())
    assert content(read) == content(world)
    assert read.changes() == []
    assert consistent(read)
    play(world, after)
    play(read, after)
    assert content(read) == content(world)


@given(steps, steps)
def test_a_digest_is_brought_up_to_date_by_the_changes_alone(
    before: list[tuple[Any, ...]], after: list[tuple[Any, ...]]
) -> None:
    world = World(KINDS)
    play(world, before)
    world.settle()
    old = digest(world.rows())
    counters = world.counters()
    play(world, after)
    gone = [(k, i, was.dump() if was else None) for k, i, was, _ in world.changes()] + counters
    come = [(k, i, now.dump() if now else None) for k, i, _, now in world.changes()]
    come += world.counters()
    assert (old - digest(gone) + digest(come)) % (1 << 256) == digest(world.rows())


def test_an_id_is_never_used_again_even_after_a_removal_and_a_reload() -> None:
    world = World(KINDS)
    world.remove(world.add(Room, name="a"))
    assert World.load(KINDS, world.rows()).add(Room, name="b").id == 2


def test_putting_an_equal_record_is_no_change() -> None:
    world = World(KINDS)
    room = world.add(Room, name="a")
    world.settle()
    world.put(room.replace(name="a"))
    assert world.changes() == []


def test_changing_back_is_no_change() -> None:
    world = World(KINDS)
    room = world.add(Room, name="a")
    world.settle()
    world.put(room.replace(name="b"))
    world.put(room)
    assert world.changes() == []


def test_records_may_be_removed_while_they_are_walked() -> None:
    world = World(KINDS)
    for _ in range(4):
        world.add(Box, room=1, colour="red")
    for box in world.by(Box, "room", 1):
        world.remove(world.get(Box, box.id % 4 + 1)) if box.id == 1 else None
    assert [box.id for box in world.all(Box)] == [1, 3, 4]


@pytest.mark.parametrize("index", ["room", "near"])
def test_records_found_by_an_index_may_be_moved_while_they_are_walked(index: str) -> None:
    world = World(KINDS)
    for _ in range(3):
        world.add(Box, room=1, colour="red")
    walked: list[int] = []
    for box in world.by(Box, index, 1):
        world.put(box.replace(room=3))
        walked.append(box.id)
    assert walked == [1, 2, 3]
    assert list(world.by(Box, index, 1)) == []
    assert [box.id for box in world.by(Box, index, 3)] == [1, 2, 3]


def test_an_unknown_field_is_in_no_index() -> None:
    world = World(KINDS)
    world.put(Box.partly(id=5, colour="red"))
    assert list(world.by(Box, "room", None)) == []
    assert world.get(Box, 5).colour == "red"


def test_what_was_recalled_of_a_record_is_found_anew_once_anything_has_changed() -> None:
    world = World(KINDS)
    box, room = world.add(Box, room=1, colour="red"), world.add(Room, name="hall")
    asked: list[int] = []

    def boxes() -> int:
        asked.append(world.count(Box))
        return asked[-1]

    assert [world.recall(room, "boxes", boxes) for _ in range(3)] == [1, 1, 1]
    assert asked == [1]
    assert world.recall(box, "boxes", boxes) == 1  # of another record it is another question
    with suppress(Broken), world.attempt():
        world.add(Box, room=1, colour="blue")
        assert world.recall(room, "boxes", boxes) == 2
        raise Broken
    assert world.recall(room, "boxes", boxes) == 1
    assert world.fork().recall(room, "boxes", lambda: 9) == 9


def test_what_was_recalled_outlives_changes_of_what_was_not_read() -> None:
    world = World(KINDS)
    room, box = world.add(Room, name="hall"), world.add(Box, room=1, colour="red")
    asked: list[str] = []

    def colours() -> tuple[str, ...]:
        asked.append("colours")
        return tuple(each.colour for each in world.all(Box))

    def everything() -> str:
        asked.append("everything")
        return f"{world.get(Room, 1).name}: {world.recall(box, 'colours', colours)}"

    assert world.recall(room, "all", everything) == "hall: ('red',)"
    world.add(Room, name="cellar")
    assert world.recall(box, "colours", colours) == ("red",)
    assert asked == ["everything", "colours"], "rooms were not read for it"
    assert world.recall(room, "all", everything) == "hall: ('red',)"
    assert asked == ["everything", "colours", "everything"]
    world.add(Box, room=1, colour="blue")
    assert world.recall(room, "all", everything) == "hall: ('red', 'blue')", "read within"


def test_what_is_found_out_changes_nothing_that_is_shared() -> None:
    world = World(KINDS)
    room = world.add(Room, name="hall")
    fork = world.fork()
    with pytest.raises(TypeError, match="room is changed"):
        fork.recall(room, "name", lambda: fork.put(room.replace(name="cellar")))
    assert fork.get(Room, 1).name == "hall"


@given(st.lists(st.tuples(st.sampled_from((Box, Room)), st.booleans()), max_size=30))
def test_what_is_recalled_is_what_would_be_found(changes: list[tuple[type[Record], bool]]) -> None:
    world = World(KINDS)
    hall = world.add(Room, name="hall")

    def count() -> int:
        return world.count(Box)

    for cls, undone in changes:
        with suppress(Broken), world.attempt():
            world.add(cls, **({"room": 1, "colour": "red"} if cls is Box else {"name": "cellar"}))
            assert world.recall(hall, "count", count) == world.count(Box)
            if undone:
                raise Broken
        assert world.recall(hall, "count", count) == world.count(Box)


def test_what_is_not_there_is_missing() -> None:
    world = World(KINDS)
    with pytest.raises(Missing, match="no room 7"):
        world.get(Room, 7)
    assert world.at(Place("ship", 1)) is None
    assert world.first(Box, "room", 9) is None


def test_a_stored_kind_that_no_pack_knows_is_named() -> None:
    with pytest.raises(ValueError, match="'dragon'"):
        World.load(KINDS, [("dragon", 1, b'{"v":1,"id":1}')])


def test_a_world_comes_whole_to_another_process_with_what_is_unknown_in_it() -> None:
    world = World(KINDS)
    for room in (2, 1, 2):
        world.add(Box, room=room, colour="red")
    world.put(Box.partly(id=9, room=2))
    world.remove(world.get(Box, 2))
    there = pickle.loads(pickle.dumps(world))
    assert there.rows() == world.rows()
    assert [box.id for box in there.by(Box, "room", 2)] == [1, 3, 9]
    assert [box.id for box in there.by(Box, "near", 3)] == [1, 3, 9]
    assert not there.get(Box, 9).knows("colour")
    assert there.next_id(Box) == 10
    assert there.changes() == []


def test_changes_are_told_of_the_kinds_that_are_asked_for() -> None:
    world = World(KINDS)
    room = world.add(Room, name="hall")
    box = world.add(Box, room=1, colour="red")
    assert world.changes(Room) == [("room", 1, None, room)]
    assert world.changes(Box, Room) == world.changes()
    assert world.changes() == [("box", 1, None, box), ("room", 1, None, room)]


def test_what_was_recalled_holds_again_once_what_came_between_is_undone() -> None:
    world = World(KINDS)
    room, asked = world.add(Room, name="hall"), list[int]()

    def boxes() -> int:
        asked.append(world.count(Box))
        return asked[-1]

    assert world.recall(room, "boxes", boxes) == 0
    for _ in range(2):
        with suppress(Broken), world.attempt():
            world.add(Box, room=1, colour="red")
            assert world.recall(room, "boxes", boxes) == 1
            raise Broken
        assert world.recall(room, "boxes", boxes) == world.count(Box) == 0


def test_a_fork_and_what_it_is_of_do_not_change_each_other() -> None:
    world = World(KINDS)
    box = world.add(Box, room=1, colour="red")
    fork = world.fork()
    further = fork.fork()
    world.put(box.replace(room=2))
    fork.add(Box, room=1, colour="blue")
    further.remove(box)
    assert [each.room for each in world.all(Box)] == [2]
    assert [each.colour for each in fork.by(Box, "room", 1)] == ["red", "blue"]
    assert not list(further.all(Box))
    assert all(consistent(each) for each in (world, fork, further))
    assert [list(each.touched()) for each in (world, fork, further)] == [["box"]] * 3
    assert not list(world.fork().touched())
    assert [change[:2] for change in further.changes()] == [("box", 1)]


def test_a_copy_makes_an_index_of_its_own_only_for_a_change_of_what_it_is_looked_up_by() -> None:
    table = Table(Box.indexes, Box.spread)
    table.fill(Box(id=id, room=id, colour="red") for id in (1, 2))
    copy = table.copy()
    copy.set(1, Box(id=1, room=1, colour="blue"))
    alike = [name for name in table.buckets if copy.buckets[name] is table.buckets[name]]
    assert alike == ["room", "near"]  # of "colours" the colour is a part
    copy.set(1, Box(id=1, room=2, colour="red"))
    assert copy.index("room")[2] == [1, 2]
    assert table.index("room") == {1: (1,), 2: (2,)}


def test_an_index_is_made_once_somebody_looks_something_up_by_it() -> None:
    table = Table(Box.indexes, Box.spread)
    table.set(1, Box(id=1, room=1, colour="red"))
    assert not table.buckets
    assert table.index("room") == {1: [1]}
    assert table.buckets.keys() == {"room"}
