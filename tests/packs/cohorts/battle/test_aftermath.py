"""What a battle leaves: what must hold in the world afterwards, and what is remembered of it."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Seed, SeededDice
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.sighting import glimpse_of, member_of, write
from engine.packs.cohorts.knowledge.spied import insight, insights, learn
from engine.packs.cohorts.marching.encounters import fight_out
from engine.packs.cohorts.pieces.contents import PIECES
from engine.packs.cohorts.pieces.records import Agent, Character, City, Loading, Possession, Unit
from engine.packs.cohorts.things.equipment import worn_by_all
from engine.packs.cohorts.worth.mana import capacity
from engine.state import State
from engine.world import World
from tests.rules.adapters.battle_world import REALMS, Field
from tests.rules.adapters.movement import state_of
from tests.rules.scene import Scene

KINDS = ("soldiers", "soldiers", "character", "ship", "artillery", "agent", "prisoner", "item")


spots = st.tuples(st.integers(0, 12), st.integers(0, 12))


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """Two forces on land or at sea, perhaps a city with its garrison, and loose units."""
    terrain = draw(st.sampled_from(["hills", "sea"]))
    scene = Scene(13, 13, terrain=terrain, content={"realms": REALMS})
    trigger = draw(st.sampled_from(["movement", "garrison", "conquer", "siege", "repel", "quest"]))
    field = Field(scene, trigger, at=(6, 6), origin=(5, 6) if trigger == "movement" else None)
    for x, y in draw(st.lists(spots, max_size=6)):
        scene.province(x, y, terrain=draw(st.sampled_from(["sea", "grassland"])))
    if trigger in {"garrison", "conquer", "siege", "repel"}:
        spot = (6, 6) if trigger != "garrison" else (8, 8)
        if spot != field.at:
            scene.barony(field.at, spot)
        field.city = scene.city(*spot, field.foe, population={"human": 3000})
        _fill(draw, field, field.city, 1)
    _fill(draw, field, field.mine, 0)
    _fill(draw, field, field.theirs, 1)
    _fill(draw, field, scene.at(*field.at), 1)
    return field


def _fill(draw: st.DrawFn, field: Field, holder, side: int) -> None:
    scene, player = field.scene, field.side(side)[1]
    ship = 0
    for kind in draw(st.lists(st.sampled_from(KINDS), max_size=5)):
        some = {"wounds": draw(st.integers(0, 90)), "slot": draw(st.integers(0, 10))}
        match kind:
            case "soldiers":
                men = draw(st.integers(1, 300))
                race = draw(st.sampled_from(["human", "wyrm", "avian"]))
                armed = {"main_hand": "spear"} if draw(st.booleans()) else {}
                scene.unit(
                    holder, player, soldiers=men, race=race, equipment=armed, ship=ship, **some
                )
            case "character":
                some |= {"level": draw(st.integers(1, 20)), **_magic(draw, scene)}
                scene.character(holder, player, ship=ship, **some)
            case "ship":
                ship = scene.unit(
                    holder, player, arm="ship", type="heavy_warship", soldiers=50, **some
                ).id
            case "artillery":
                scene.unit(holder, player, arm="artillery", type="catapult", ship=ship, **some)
            case "agent":
                scene.agent(holder, player)
            case "prisoner" if holder.kind in ("stack", "city"):
                scene.character(holder, field.side(1 - side)[1], captor=player.id)
            case "item" if holder.kind != "province":
                scene.items(holder, iron=draw(st.integers(1, 50)))
            case _:
                pass


def _magic(draw: st.DrawFn, scene: Scene) -> dict[str, Any]:
    """A combat spell of any kind in the book and loaded, and mana for it or too little."""
    spell = draw(st.sampled_from(list(scene.content.combat_spells.values())))
    return {
        "mana": draw(st.integers(0, 3)),
        "skills": {"spell_craft": 20},
        "spells": (spell.key,),
        "loaded": {spell.place: Loading(spell=spell.key, mana=draw(st.integers(0, 5)))},
    }


def goods(world: World) -> Counter[str]:
    """Every item there is, worn or held."""
    found: Counter[str] = Counter()
    for each in world.all(Possession):
        found[each.item] += each.count
    for cls in PIECES:
        for piece in world.all(cls):
            found.update(worn_by_all(piece))
    return found


@settings(max_examples=30, deadline=None)
@given(fields(), st.integers(0, 2**32))
def test_after_any_battle_nothing_came_from_nowhere_and_everyone_is_somewhere(
    field: Field, seed: int
) -> None:
    scene, clash = field.scene, field.clash
    world = scene.world
    before, men = goods(world), {unit.id: unit.soldiers for unit in world.all(Unit)}
    heroes = world.count(Character)
    mana = {hero.id: hero.mana for hero in world.all(Character)}
    loaded = {  # before: who falls has nothing loaded any more
        hero.id: max((each.mana for each in hero.loaded.values()), default=0)
        for hero in world.all(Character)
    }
    dice = SeededDice(Seed(seed.to_bytes(32)), 1)
    state = State(scene.rules, world, dice)
    winner = fight_out(state, clash)
    assert winner in {"attacker", "defender"}
    after = goods(world)
    gained = {item for item, count in after.items() if count > before[item]}
    assert gained <= {"dragon_scales"}  # of wyrms that were killed
    lost = {item for item, count in before.items() if after[item] < count}
    assert not lost
    for unit in world.all(Unit):
        assert unit.soldiers == men[unit.id]
    assert world.count(Character) == heroes
    for hero in world.all(Character):
        room = capacity(world, scene.content, hero)  # less, if its level fell
        assert min(mana[hero.id] - loaded[hero.id], room) <= hero.mana <= mana[hero.id]
        assert hero.mana >= 0
    for cls in (Character, Unit, Agent):
        for piece in world.all(cls):
            assert piece.holder.kind == "province" or world.at(piece.holder) is not None
    for cls in (Character, Unit):
        for piece in world.all(cls):
            assert 0 <= piece.wounds <= 100
            dead = isinstance(piece, Character) and piece.dead
            assert dead or piece.wounds < 100
            held = piece.captor and not dead
            assert not held or piece.holder.kind in ("stack", "city")
    for faction in (scene.ours.id, field.foe.faction):
        view = scene.rules.view(world, faction)
        assert view.all(Unit) is not None
    rows = world.rows()
    assert World.load(scene.rules.records, rows).rows() == rows


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


@pytest.mark.rule("cohorts.knowledge.view")
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


@pytest.mark.rule("cohorts.knowledge.view")
def test_who_fell_is_known_to_be_no_more() -> None:
    field = Field(trigger="conquer")
    _, spears, bows = garrison(field)
    learn(state_of(field.scene), field.scene.ours.id, field.clash.ground, [(bows, None)])
    assert view_of(field).find(Unit, bows.id)
    field.end(DEFENDER, {bows.place: ("dead", 100.0)})
    view = view_of(field)
    assert view.find(Unit, bows.id) is None
    assert view.find(Unit, spears.id)


@pytest.mark.rule("cohorts.knowledge.view")
def test_what_was_read_before_a_battle_keeps_its_turn() -> None:
    field = Field(trigger="conquer")
    _, spears, _ = garrison(field)
    state = state_of(field.scene)
    read = insight(state, spears).replace(turn=0)
    learn(state, field.scene.ours.id, field.clash.ground, [(spears, read)])
    field.end(DEFENDER, {spears.place: ("fighting", 25.0)})
    told = insights(view_of(field))[spears.place]
    assert (told.turn, told.level, told.wounds) == (0, 4, 25)


@pytest.mark.rule("cohorts.knowledge.view")
def test_where_the_beaten_went_is_not_seen() -> None:
    field = Field()
    field.scene.unit(field.mine)
    beaten = field.scene.unit(field.theirs, field.foe)
    field.end(ATTACKER)
    assert field.scene.now(beaten).holder != field.theirs.place
    rows = field.scene.world.by(Sighting, "about", (field.scene.ours.id, beaten.holder))
    assert not any(row.shows(beaten.place) for row in rows)


@pytest.mark.rule("cohorts.knowledge.view")
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


@pytest.mark.rule("cohorts.knowledge.view")
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
@pytest.mark.rule("cohorts.knowledge.view")
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
