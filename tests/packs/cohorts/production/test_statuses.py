"""Lasting and supernatural statuses: what they hinder, how they end, and who learns of it."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.events import Level
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.characters.afflicting import AfflictUnit, UnitAfflicted
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.production.statuses import StatusChanged, StatusCured, StatusSuffered
from engine.packs.cohorts.stacks.harm import inflict, transform, without
from engine.packs.cohorts.worth.bonuses import attribute, modifiers
from engine.packs.cohorts.worth.losses import LOST_SOUL, die, drown
from engine.world import Place
from tests.packs.cohorts.knowledge.test_choices import offered
from tests.rules.scene import Scene, module, ref

CONTENT = module().content(Content)
STATUSES = sorted(CONTENT.statuses)
NATURES = ["", *sorted(CONTENT.natures)]
ATTRIBUTES = ("STR", "DEX", "CON", "INT", "WIS", "CHA")


def measured(scene: Scene, piece: Character) -> list[object]:
    """Everything that statuses can change of a piece that stands loose."""
    world, content = scene.world, scene.content
    own = [attribute(world, content, piece, key) for key in ATTRIBUTES]
    moves = [by_itself(world, content, piece, mode) for mode in ("land", "air", "water")]
    fighter = armed(world, content, piece, Stance(0, "grass"), slot=1, force=Place("stack", 1))
    return [own, moves, fighter, list(modifiers(world, content, piece))]


@pytest.mark.rule("cohorts.status.supernatural")
@settings(max_examples=20, deadline=None)
@given(
    statuses=st.dictionaries(st.sampled_from(STATUSES), st.integers(1, 30), max_size=9),
    nature=st.sampled_from(NATURES),
    level=st.integers(1, 35),
)
def test_what_a_status_does_ends_with_it_to_the_last_digit(
    statuses: dict[str, int], nature: str, level: int
) -> None:
    scene = Scene(4, 4)
    hero = scene.character(scene.at(1, 1), level=level, equipment={"foot": "boots"})
    before = measured(scene, hero)
    for name, height in statuses.items():
        inflict(scene.state(), scene.now(hero), name, height)
    if nature:
        assert transform(scene.world, scene.now(hero), nature)
    ended = without(scene.now(hero), tuple(statuses)).replace(nature="", wounds=0)
    assert isinstance(ended, Character)
    assert measured(scene, ended) == before


@pytest.mark.rule("cohorts.status.husk")
@pytest.mark.parametrize("kind", ["character", "unit"])
def test_a_husk_leaves_its_saddle_and_no_mount_is_lost(kind: str) -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    worn = {"mount": "courser", "main_hand": "spear"}
    make = scene.character if kind == "character" else scene.unit
    piece: Any = make(stack, equipment=worn)
    inflict(scene.state(), piece, "husk", 3)
    assert scene.now(piece).equipment == {"main_hand": "spear"}
    store, number = (piece, 1) if kind == "character" else (stack, 25)
    assert scene.held(store) == {"courser": number}


@pytest.mark.rule("cohorts.status.persistent")
@pytest.mark.parametrize("ends", [die, lambda world, hero: drown(world, hero, 1)])
def test_death_of_any_kind_ends_all_statuses_but_the_mark_of_a_lost_soul(ends: Any) -> None:
    scene = Scene(4, 4)
    statuses = {"poisoned": 4, "soulless": 9}
    hero = scene.character(scene.stack(1, 1), statuses=statuses, nature="vampire")
    ends(scene.world, hero)
    now = scene.now(hero)
    assert (now.dead, now.statuses, now.nature) == (True, {LOST_SOUL: 0}, "")


@pytest.mark.rule("cohorts.status.production-order")
def test_a_unit_that_its_statuses_kill_leaves_its_gear_where_it_stood() -> None:
    scene = Scene(4, 4)
    unit = scene.unit(
        scene.at(1, 1), wounds=93, statuses={"frozen": 2}, equipment={"main_hand": "spear"}
    )
    (event,) = scene.produce().events(StatusSuffered)
    assert (event.wounds, event.died, event.statuses) == (7, True, ("frozen",))
    assert scene.gone(unit)
    assert scene.held(scene.at(1, 1)) == {"spear": 25}


def test_who_dies_of_poison_neither_stops_bleeding_nor_goes_insane() -> None:
    scene = Scene(4, 4)
    statuses = {"bleeding": 3, "frightened": 3, "poisoned": 3}
    hero = scene.character(scene.at(1, 1), wounds=85, statuses=statuses)
    with ScriptedDice([]) as dice:
        ran = scene.produce(dice=dice)
    assert not ran.events(StatusCured)
    assert not ran.events(StatusChanged)
    assert scene.now(hero).dead


@pytest.mark.rule("cohorts.status.bleeding")
def test_a_cure_by_constitution_uses_what_statuses_leave_of_it() -> None:
    scene = Scene(4, 4)
    statuses = {"bleeding": 3, "frozen": 3}
    for roll, left in ((5, {"frozen": 3}), (6, statuses)):
        hero = scene.character(scene.at(1, 1), statuses=statuses)
        with ScriptedDice([Whole(roll, sides=100)]) as dice:
            ran = scene.produce(dice=dice)
        assert scene.now(hero).statuses == left
        assert bool(ran.events(StatusCured)) == (left != statuses)
        scene.world.remove(scene.now(hero))


@pytest.mark.rule("cohorts.status.frightened")
def test_insanity_that_is_worse_already_stays_as_it_is() -> None:
    scene = Scene(4, 4)
    hero = scene.character(scene.at(1, 1), statuses={"frightened": 4, "insane": 9})
    (event,) = scene.produce(dice=ScriptedDice([Whole(10, 100)])).events(StatusChanged)
    assert (event.status, event.becomes) == ("frightened", "insane")
    assert scene.now(hero).statuses == {"insane": 9}


@pytest.mark.rule("cohorts.status.production-order")
def test_whoever_holds_a_prisoner_learns_of_its_death_and_no_more() -> None:
    scene = Scene(4, 4)
    foe = scene.someone("at_war")
    stack = scene.stack(1, 1, foe)
    hero = scene.character(stack, wounds=80, captor=foe.id, statuses={"poisoned": 3})
    (first,) = [e for e in scene.produce().entries if isinstance(e.event, StatusSuffered)]
    assert first.for_(foe.faction) is None
    (second,) = [e for e in scene.produce().entries if isinstance(e.event, StatusSuffered)]
    told = second.for_(foe.faction)
    assert told == second.event.at(Level.TOLD)
    assert told is not None
    assert not told.knows("statuses")
    assert scene.now(hero).dead


@pytest.mark.rule("cohorts.status.poisoned")
def test_a_frozen_piece_heals_by_what_is_left_of_its_constitution() -> None:
    scene = Scene(4, 4)
    hero = scene.character(scene.at(1, 1), wounds=40, statuses={"frozen": 3})
    scene.produce(monthly=True)
    assert scene.now(hero).wounds == 40 + 7 - 5


@pytest.mark.rule("cohorts.status.supernatural")
def test_a_nature_gives_special_attacks_by_heroic_level_and_a_keyword() -> None:
    scene = Scene(4, 4)
    hero = scene.character(scene.at(1, 1), level=11, nature="vampire")
    force = Place("stack", 1)
    fighter = armed(scene.world, scene.content, hero, Stance(0, "grass"), slot=1, force=force)
    assert [(each.type, each.damage, each.quality) for each in fighter.specials] == [("fear", 6, 6)]
    assert fighter.keywords == ("undead",)
    assert attribute(scene.world, scene.content, hero, "STR").value == Fraction(12)


# ---------------------------------------------------------------- the order


def pack(relation: str = "allied") -> tuple[Scene, Character, Unit]:
    scene = Scene(6, 6)
    wolf = scene.character(scene.stack(1, 1), name="Ulf", nature="werewolf")
    friend = scene.someone(relation)
    return scene, wolf, scene.unit(scene.stack(1, 1, friend), friend, name="Pack")


@pytest.mark.rule("cohorts.order.afflict-unit")
def test_the_player_of_who_is_afflicted_is_told_and_the_action_is_used() -> None:
    scene, wolf, unit = pack()
    ran = scene.run(AfflictUnit(character=ref(wolf), target=ref(unit)))
    assert not ran.refused
    assert (scene.now(unit).nature, scene.now(wolf).actions) == ("werewolf", 0)
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, UnitAfflicted)]
    assert entry.for_(scene.someone("allied").faction) == entry.event
    assert entry.for_(scene.someone("neutral").faction) is None


@pytest.mark.rule("cohorts.order.afflict-unit")
def test_only_friends_at_hand_without_a_nature_are_offered() -> None:
    scene, wolf, unit = pack()
    scene.character(scene.stack(1, 1), name="Lich", nature="lich")
    scene.character(scene.stack(4, 4), name="Far")
    scene.character(scene.stack(1, 1, scene.someone("at_war")), scene.someone("at_war"), name="Foe")
    near = scene.character(scene.stack(1, 1), name="Near")
    found = offered(scene, AfflictUnit, "target", {"character": str(ref(wolf))})
    assert found == [str(ref(near)), str(ref(unit))]


def test_a_plan_shows_an_own_piece_as_afflicted() -> None:
    scene, wolf, unit = pack("own")
    found = scene.plan(AfflictUnit(character=ref(wolf), target=ref(unit)))
    assert found.world.get(Unit, unit.id).nature == "werewolf"


@pytest.mark.parametrize("relation", ["neutral", "at_war"])
def test_of_strangers_a_refusal_tells_neither_life_nor_nature(relation: str) -> None:
    for values in ({"dead": True}, {"nature": "lich"}, {}):
        scene, wolf, _ = pack(relation)
        stranger = scene.someone(relation)
        target = scene.character(scene.stack(1, 1, stranger), stranger, **values)
        ran = scene.run(AfflictUnit(character=ref(wolf), target=ref(target)))
        assert ran.code == "relation"
        assert [each.code for each in ran.failures] == ["relation"]
