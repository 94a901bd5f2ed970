"""What a battle shows is remembered with its turn: who is left, and nothing that it hides."""

import pytest

from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.sighting import glimpse_of, member_of, write
from engine.packs.cohorts.knowledge.spied import insight, insights, learn
from engine.packs.cohorts.pieces.records import City, Unit
from engine.world import World
from tests.rules.adapters.battle_world import Field
from tests.rules.adapters.movement import state_of

pytestmark = pytest.mark.rule("cohorts.knowledge.view")


def view_of(field: Field) -> World:
    return field.scene.view()


def garrison(field: Field) -> tuple[City, Unit, Unit]:
    """A city of the enemy with two units in it, about which my faction knows nothing."""
    scene = field.scene
    city = scene.city(*field.at, field.foe, name="Mossump")
    field.city = city
    scene.unit(field.mine, soldiers=100)
    spears = scene.unit(city, field.foe, name="Spears", soldiers=133, level=4)
    bows = scene.unit(city, field.foe, name="Bows", soldiers=33, level=4)
    return city, spears, bows


def test_whoever_lost_an_attack_knows_the_garrison_and_not_its_levels() -> None:
    field = Field(trigger="conquer")
    city, spears, bows = garrison(field)
    assert view_of(field).find(Unit, spears.id) is None
    field.end(DEFENDER, {spears.place: ("fighting", 40.0)})
    view = view_of(field)
    known = view.get(Unit, spears.id)
    assert (known.holder, known.soldiers) == (city.place, 133)
    assert not known.knows("level")
    assert not known.knows("equipment")
    assert view.get(Unit, bows.id).soldiers == 33
    told = insights(view)[spears.place]
    assert (told.turn, told.wounds, told.level) == (1, 40, None)
    theirs = field.scene.view(field.scene.faction("at_war"))
    assert all(piece.knows("level") for piece in theirs.by(Unit, "holder", city.place))


def test_who_fell_is_known_to_be_no_more() -> None:
    field = Field(trigger="conquer")
    _, spears, bows = garrison(field)
    learn(state_of(field.scene), field.scene.ours.id, field.clash.ground, [(bows, None)])
    assert view_of(field).find(Unit, bows.id)
    field.end(DEFENDER, {bows.place: ("dead", 100.0)})
    view = view_of(field)
    assert view.find(Unit, bows.id) is None
    assert view.find(Unit, spears.id)


def test_what_was_read_before_a_battle_keeps_its_turn() -> None:
    field = Field(trigger="conquer")
    _, spears, _ = garrison(field)
    state = state_of(field.scene)
    read = insight(state, spears).replace(turn=0)
    learn(state, field.scene.ours.id, field.clash.ground, [(spears, read)])
    field.end(DEFENDER, {spears.place: ("fighting", 25.0)})
    told = insights(view_of(field))[spears.place]
    assert (told.turn, told.level, told.wounds) == (0, 4, 25)


def test_where_the_beaten_went_is_not_seen() -> None:
    field = Field()
    field.scene.unit(field.mine)
    beaten = field.scene.unit(field.theirs, field.foe)
    field.end(ATTACKER)
    assert field.scene.now(beaten).holder != field.theirs.place
    rows = field.scene.world.by(Sighting, "about", (field.scene.ours.id, beaten.holder))
    assert not any(row.shows(beaten.place) for row in rows)


def test_a_stack_of_which_nobody_is_left_is_known_to_be_no_more() -> None:
    field = Field()
    scene = field.scene
    scene.unit(field.mine)
    fallen = scene.unit(field.theirs, field.foe)
    note = glimpse_of(scene.world, field.theirs, (member_of(fallen),))
    write(state_of(scene), scene.ours.id, field.theirs.province, note)
    about = scene.ours.id, field.theirs.place
    assert scene.world.first(Sighting, "about", about)
    field.end(ATTACKER, {fallen.place: ("dead", 100.0)})
    assert scene.gone(field.theirs)
    assert scene.world.first(Sighting, "about", about) is None


def test_others_who_did_not_fight_learn_nothing() -> None:
    field = Field(trigger="conquer")
    _, spears, _ = garrison(field)
    stranger = field.scene.someone("neutral")
    field.end(DEFENDER)
    assert not any(
        row.shows(spears.place)
        for row in field.scene.world.by(Sighting, "faction", stranger.faction)
    )


@pytest.mark.parametrize(
    "hidden",
    [
        {"talents": ("bowman",)},
        {"equipment": {"main_hand": "spear"}},
        {"xp": 77},
        {"morale": 61},
        {"statuses": {"poisoned": 2}},
        {"directive": "mage"},
    ],
    ids=lambda hidden: next(iter(hidden)),
)
def test_what_a_battle_hides_changes_nothing_in_what_is_known_after_it(
    hidden: dict[str, object],
) -> None:
    known: list[list[object]] = []
    for values in ({}, hidden):
        field = Field(trigger="conquer")
        _, spears, _ = garrison(field)
        field.scene.change(spears, **values)
        field.end(DEFENDER, {spears.place: ("fighting", 40.0)})
        assert field.scene.now(spears).wounds == 40
        known.append([*view_of(field).rows()])
    assert known[0] == known[1]
