"""Designing a party step by step, and another name given by a moderator."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.campaign import Now, Player
from engine.dice import SeededDice
from engine.orders import Queued
from engine.packs.cohorts.content.setup import Design, talents_left
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Outline, Sketch
from engine.packs.cohorts.setup.joining import Join
from engine.packs.cohorts.setup.renaming import Named, NamedKind, Rename, Renamed
from engine.turn import Due, Submission, resolve
from tests.rules.adapters.setup import OURS, seats, start
from tests.rules.scene import CONTENT, SEED, Ran, Scene, module


def _join(scene: Scene, design: Design, name: str = "Newcomer") -> Ran:
    return scene.host(Join(faction=OURS, name=name, design=design))


def _ready(number: int = 0) -> Outline:
    return designing.outline_of(list(CONTENT.parties.values())[number])


def _with(outline: Outline, number: int = 0, **changes: Any) -> Outline:
    sketch = outline.characters[number].model_copy(update=changes)
    return outline.with_character(number, sketch, CONTENT)


# ---------------------------------------------------------------- what is offered and judged


@st.composite
def sketches(draw: st.DrawFn) -> Sketch:
    """A character as the form can make one: each choice among those offered then, or none."""
    sketch = Sketch(name=draw(st.sampled_from(["", "Una", "Dua", "Tria", "Quad", "Quin"])))

    def one(keys: list[str]) -> str | None:
        return draw(st.sampled_from([None, *keys]))

    def put(**changes: object) -> None:
        nonlocal sketch
        sketch = designing.settled(sketch.model_copy(update=changes), CONTENT)

    for _ in range(draw(st.integers(0, 2)) + 1):  # and then changed again
        put(race=one([race.key for race in designing.races(CONTENT)]))
        put(class_=one(list(CONTENT.classes)))
        put(deity=one(list(CONTENT.deities)))
        for attribute in ("STR", "WIS", "CHA"):
            most = designing.most_raise(sketch, attribute, CONTENT)
            points = draw(st.integers(0, most))
            raises = {**sketch.raises, attribute: points}
            put(raises={key: value for key, value in raises.items() if value})
        put(skills=tuple(_some(draw, designing.trained_skills(sketch, CONTENT), 3)))
        talents = [talent.key for talent in designing.start_up_talents(CONTENT)]
        put(talents=tuple(_some(draw, talents, designing.most_talents(CONTENT))))
        for slot in ("main_hand", "off_hand", "ranged"):
            put(**{slot: one([w.key for w in designing.weapons(sketch, slot, CONTENT)])})
        put(armor=one([armor.key for armor in designing.armors(CONTENT)]))
    return sketch


def _some(draw: st.DrawFn, keys: Any, most: int) -> list[str]:
    if not keys:
        return []
    return draw(st.lists(st.sampled_from(list(keys)), unique=True, max_size=most))


@st.composite
def outlines(draw: st.DrawFn) -> Outline:
    found = draw(st.lists(sketches(), min_size=5, max_size=5))
    spells = [spell.key for spell in designing.spells(CONTENT)]
    chosen = tuple(_some(draw, spells, CONTENT.setup.spells))
    outline = Outline(characters=tuple(found), spells=chosen)
    return outline.with_character(4, found[4], CONTENT)


@pytest.mark.rule("cohorts.setup.steps", "cohorts.setup.attribute-points")
@settings(max_examples=30, deadline=None)
@given(outlines())
def test_what_the_form_can_reach_joins_or_has_faults_with_their_rules(outline: Outline):
    again = Outline.model_validate_json(outline.model_dump_json())
    assert again == outline
    found = designing.faults(outline, CONTENT)
    assert all(fault.says and fault.rule.startswith("cohorts.") for fault in found)
    assert all(designing.points_left(each, CONTENT) >= 0 for each in outline.characters)
    design = designing.design_of(outline)
    if design is None:
        assert found, "what is missing must be said"
        return
    ran = _join(seats(), design)
    assert bool(ran.refused) == bool(found)


@pytest.mark.rule("cohorts.setup.steps")
def test_a_blank_party_lacks_a_name_a_people_and_a_class_for_everybody():
    found = designing.faults(designing.blank(CONTENT), CONTENT)
    lacking = [fault.path for fault in found]
    assert lacking == [
        ("characters", number, field) for number in range(5) for field in ("name", "race", "class")
    ]
    assert designing.design_of(designing.blank(CONTENT)) is None


@pytest.mark.parametrize("number", range(len(CONTENT.parties)))
def test_every_ready_made_party_is_a_design_without_faults(number: int):
    assert designing.faults(_ready(number), CONTENT) == []
    party = list(CONTENT.parties.values())[number]
    assert designing.design_of(_ready(number)) == Design(
        spells=party.spells, characters=party.characters
    )


@pytest.mark.rule("cohorts.setup.skills")
def test_another_class_takes_away_the_skills_that_it_does_not_train():
    outline = _ready()
    knight = outline.characters[0]
    assert "knight" in knight.skills
    bard = designing.settled(knight.model_copy(update={"class_": "bard"}), CONTENT)
    assert set(bard.skills) <= set(CONTENT.classes["bard"].trained)
    changed = outline.with_character(0, bard, CONTENT)
    assert {fault.rule for fault in designing.faults(changed, CONTENT)} == {"cohorts.setup.skills"}


@pytest.mark.rule("cohorts.setup.spells")
def test_the_spells_go_with_the_last_who_could_cast_them():
    outline = _ready()
    assert outline.spells
    for number, sketch in enumerate(outline.characters):
        if designing.casts(sketch, CONTENT):
            assert outline.spells
            outline = _with(outline, number, class_="knave", skills=())
    assert outline.spells == ()


def test_nothing_goes_into_the_other_hand_beside_a_weapon_for_two():
    sketch = Sketch(main_hand="greatsword")
    assert designing.weapons(sketch, "off_hand", CONTENT) == []
    held = Sketch(main_hand="greatsword", off_hand="shield")
    assert designing.settled(held, CONTENT).off_hand is None


# ---------------------------------------------------------------- joining with a design


@pytest.mark.rule("cohorts.setup.names")
def test_a_designed_name_must_be_free_while_a_ready_made_party_gets_others():
    design = designing.design_of(_ready())
    assert design is not None
    scene = seats(limit=3)
    start(scene, 7, 7, OURS)
    assert not _join(scene, design, "First").refused
    assert _join(scene, design, "Second").refused
    assert [each.name for each in scene.world.all(Player)] == ["me", "First"]
    ready = Join(faction=OURS, name="Second", party=next(iter(CONTENT.parties)))
    assert not scene.host(ready).refused
    first, second = (
        [(each.name, each.race) for each in scene.world.by(Character, "player", player.id)]
        for player in list(scene.world.all(Player))[1:]
    )
    assert [race for _, race in first] == [race for _, race in second]
    assert not {name for name, _ in first} & {name for name, _ in second}
    assert not any(any(sign.isdigit() for sign in name) for name, _ in second)


@pytest.mark.parametrize(
    "field, value", [("race", "nobody"), ("class_", "duke"), ("skills", ("x", "y", "z")),
                     ("talents", ("luck",)), ("armor", "cake"), ("main_hand", "spoon"),
                     ("race", "wyrm"), ("deity", "moloch"), ("talents", ("scout", "scout"))],
)  # fmt: skip
def test_an_order_with_what_no_form_offers_is_refused_and_breaks_nothing(field: str, value: Any):
    design = designing.design_of(_ready())
    assert design is not None
    first = design.characters[0].model_copy(update={field: value})
    forged = design.model_copy(update={"characters": (first, *design.characters[1:])})
    scene = seats()
    assert _join(scene, forged).refused
    assert [each.name for each in scene.world.all(Player)] == ["me"]


def test_an_old_order_with_a_ready_made_party_is_read_as_before():
    old = '{"order":"host join","phase":"","values":{"faction":"ashmark","name":"Ada","party":"x"}}'
    read = seats().rules.read_order("a1", old)
    assert isinstance(read.order, Join)
    assert (read.order.party, read.order.design) == ("x", None)
    assert read.to_json() == old


def test_a_design_is_stored_with_its_order_and_read_again():
    order = Join(faction=OURS, name="Ada", design=designing.design_of(_ready()))
    queued = Queued("a1", order)
    assert seats().rules.read_order("a1", queued.to_json()) == queued


def test_a_ready_made_party_that_leaves_talents_is_warned_of() -> None:
    content = module().contents["cohorts"]
    party = next(iter(content.parties.values()))  # type: ignore[attr-defined]
    known = {key: getattr(content, key) for key in ("setup", "training", "experience")}
    assert list(talents_left(party, known)) == []
    idle = party.characters[0].model_copy(update={"talents": ()})
    lazy = party.model_copy(update={"characters": (idle, *party.characters[1:])})
    (left,) = talents_left(lazy, known)
    assert left.path == ("characters", 0, "talents")
    assert left.says == "leaves 2 of 2 talents unused"


def test_no_ready_made_party_of_a_shipped_module_leaves_talents() -> None:
    for name in ("cohorts", "barrow", "conclave", "warlords"):
        content = module(name).contents["cohorts"]
        known = {key: getattr(content, key) for key in ("setup", "training", "experience")}
        for party in content.parties.values():  # type: ignore[attr-defined]
            assert list(talents_left(party, known)) == [], (name, party.key)


def rename(scene: Scene, **values: object) -> tuple[list[Renamed], list[str]]:
    """Run a moderator's edit; what was told, and why it was refused."""
    order = Rename.model_validate(values)
    due = Due("setup", 2, scene.world.get(Now, 1).date, (Submission(0, (Queued("a1", order),)),))
    outcome = resolve(scene.rules, scene.world, due, SeededDice(SEED, 2))
    assert not outcome.faults
    scene.world = outcome.world
    told = [e.event for e in outcome.entries if isinstance(e.event, Renamed)]
    return told, [getattr(e.event, "says", "") for e in outcome.entries if e.event not in told]


@pytest.mark.rule("cohorts.setup.names")
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


@pytest.mark.rule("cohorts.setup.names")
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


@pytest.mark.rule("cohorts.setup.names")
def test_names_of_characters_stay_unique_and_what_is_not_there_is_refused(scene: Scene):
    stack = scene.stack(2, 2)
    scene.character(stack, name="Borin")
    scene.character(stack, name="Rude Ruth")
    told, refused = rename(scene, kind="character", called="Rude Ruth", name=" borin ")
    assert told == []
    assert refused == ["Another character is called Borin already."]
    told, refused = rename(scene, kind="unit", called="Rude Ruth", name="Mild")
    assert refused == ["No unit is called Rude Ruth."]


@pytest.mark.rule("cohorts.setup.names")
def test_of_several_called_so_it_must_be_said_whose_is_meant(scene: Scene):
    other = scene.someone("neutral")
    scene.met(other)
    mine, theirs = (scene.stack(2, 2, player, name="Riders") for player in (scene.me, other))
    _, refused = rename(scene, kind="stack", called="Riders", name="Mild")
    assert refused == ["2 of them are called Riders."]
    assert rename(scene, kind="stack", called="Riders", name="Mild", player=other.id)[0]
    assert (scene.now(mine).name, scene.now(theirs).name) == ("Riders", "Mild")
