"""Another name, given by a moderator: where it is seen, where it is remembered, what is refused."""

import pytest

from engine.campaign import Now
from engine.dice import SeededDice
from engine.orders import Queued
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.setup.renaming import Named, NamedKind, Rename, Renamed
from engine.turn import Due, Submission, resolve
from tests.rules.scene import SEED, Scene

pytestmark = pytest.mark.rule("cohorts.setup.names")


def rename(scene: Scene, **values: object) -> tuple[list[Renamed], list[str]]:
    """Run a moderator's edit; what was told, and why it was refused."""
    order = Rename.model_validate(values)
    due = Due("setup", 2, scene.world.get(Now, 1).date, (Submission(0, (Queued("a1", order),)),))
    outcome = resolve(scene.rules, scene.world, due, SeededDice(SEED, 2))
    assert not outcome.faults
    scene.world = outcome.world
    told = [e.event for e in outcome.entries if isinstance(e.event, Renamed)]
    return told, [getattr(e.event, "says", "") for e in outcome.entries if e.event not in told]


def test_a_moderator_renames_what_a_player_has_named_and_the_faction_is_told(scene: Scene):
    stack = scene.stack(2, 2, name="Rude Riders")
    things: list[tuple[Named, NamedKind]] = [
        (stack, "stack"),
        (scene.unit(stack, name="Rude Foot"), "unit"),
        (scene.character(stack, name="Rude Ruth"), "character"),
        (scene.city(4, 4, scene.me, name="Rudeton"), "city"),
    ]
    for thing, kind in things:
        told, _ = rename(scene, kind=kind, called=thing.name.upper(), name="  Mild ")
        assert told == [Renamed(what=kind, name="Mild")]
        assert scene.now(thing).name == "Mild"


def test_nobody_remembers_the_old_name(scene: Scene):
    other = scene.someone("neutral")
    stack = scene.stack(2, 2, other, name="Rude Riders")
    unit = scene.unit(stack, other, name="Rude Foot")
    city = scene.city(4, 4, other, name="Rudeton")
    scene.stack(2, 2)
    scene.fill(scene.stack(2, 2), ["character"])
    remember(scene.world, scene.ours.id, [scene.at(4, 4).id], scene.world)
    scene.run()
    assert any(seen.subject == stack.place for seen in scene.world.all(Sighting))
    for kind, called in (("stack", "Rude Riders"), ("unit", "Rude Foot"), ("city", "Rudeton")):
        assert rename(scene, kind=kind, called=called, name="Mild")[0]
    for seen in scene.world.all(Sighting):
        assert "Rude" not in str(seen.name) + str([member.name for member in seen.members])
    marks = [mark for memory in scene.world.all(Memory) for mark in memory.landmarks]
    assert [mark.name for mark in marks if mark.place == city.place] == ["Mild"]
    assert scene.now(unit).name == "Mild"


def test_names_of_characters_stay_unique_and_what_is_not_there_is_refused(scene: Scene):
    stack = scene.stack(2, 2)
    scene.character(stack, name="Borin")
    scene.character(stack, name="Rude Ruth")
    told, refused = rename(scene, kind="character", called="Rude Ruth", name=" borin ")
    assert told == []
    assert refused == ["Another character is called Borin already."]
    told, refused = rename(scene, kind="unit", called="Rude Ruth", name="Mild")
    assert refused == ["No unit is called Rude Ruth."]


def test_of_several_called_so_it_must_be_said_whose_is_meant(scene: Scene):
    other = scene.someone("neutral")
    scene.met(other)
    mine, theirs = (scene.stack(2, 2, player, name="Riders") for player in (scene.me, other))
    _, refused = rename(scene, kind="stack", called="Riders", name="Mild")
    assert refused == ["2 of them are called Riders."]
    assert rename(scene, kind="stack", called="Riders", name="Mild", player=other.id)[0]
    assert (scene.now(mine).name, scene.now(theirs).name) == ("Riders", "Mild")
