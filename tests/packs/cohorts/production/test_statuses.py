"""Lasting and supernatural statuses: what they hinder, how they end, and who learns of it."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Level
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.characters.afflicting import AfflictUnit, UnitAfflicted
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.production.statuses import StatusSuffered
from engine.packs.cohorts.stacks.harm import inflict, transform, without
from engine.packs.cohorts.worth.bonuses import attribute, modifiers
from engine.world import Place
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
    found = scene.offered(AfflictUnit, "target", character=str(ref(wolf)))
    assert found == [str(ref(near)), str(ref(unit))]


@pytest.mark.parametrize("relation", ["neutral", "at_war"])
def test_of_strangers_a_refusal_tells_neither_life_nor_nature(relation: str) -> None:
    for values in ({"dead": True}, {"nature": "lich"}, {}):
        scene, wolf, _ = pack(relation)
        stranger = scene.someone(relation)
        target = scene.character(scene.stack(1, 1, stranger), stranger, **values)
        ran = scene.run(AfflictUnit(character=ref(wolf), target=ref(target)))
        assert ran.code == "relation"
        assert [each.code for each in ran.failures] == ["relation"]
