"""Bodyguards, apart from the worked cases: how long they stand, and who learns of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.packs.cohorts.characters.drinking import DrinkPotion
from engine.packs.cohorts.covert.bodyguards import (
    AssignBodyguard,
    BodyguardAssigned,
    PostLeft,
    bodyguards,
)
from engine.packs.cohorts.pieces.records import Character
from tests.rules.scene import Scene, ref

few = settings(max_examples=25, deadline=None)
RULE = pytest.mark.rule("cohorts.order.assign-bodyguard")


def assign(guard: Character, client: Character | None) -> AssignBodyguard:
    return AssignBodyguard(character=ref(guard), client=ref(client) if client else None)


def able(scene: Scene, client: Character) -> list[int]:
    found = bodyguards(scene.world, scene.content, scene.now(client))
    return [guard.id for guard in found]


def pair(scene: Scene) -> tuple[Character, Character]:
    """Two characters of mine in one stack."""
    stack = scene.stack(5, 5)
    return scene.character(stack, name="Guard"), scene.character(stack, name="Client")


@RULE
def test_guarding_takes_no_action_and_lasts_over_productions() -> None:
    scene = Scene()
    guard, client = pair(scene)
    (told,) = scene.run(assign(guard, client)).events(BodyguardAssigned)
    assert told == BodyguardAssigned(
        guard=guard.id, name="Guard", client=client.id, client_name="Client"
    )
    assert scene.now(guard).actions == 1
    scene.produce(monthly=True)
    assert able(scene, client) == [guard.id]


def test_a_guard_is_released_by_naming_nobody() -> None:
    scene = Scene()
    guard, client = pair(scene)
    assert scene.run(assign(guard, None)).code == "bad_target"
    scene.run(assign(guard, client))
    assert scene.run(assign(guard, None)).code == "cooling_down"
    scene.produce()
    (told,) = scene.run(assign(guard, None)).events(BodyguardAssigned)
    assert (told.client, told.client_name) == (0, "Client")
    assert scene.now(guard).guarding == 0


def test_the_guards_of_a_new_guard_are_dismissed_and_their_side_is_told() -> None:
    scene = Scene()
    ally = scene.someone("allied")
    guard, client = pair(scene)
    theirs = scene.character(scene.stack(5, 5, ally), ally, name="Shield", guarding=guard.id)
    ran = scene.run(assign(guard, client))
    (left,) = (each for each in ran.entries if isinstance(each.event, PostLeft))
    assert left.audience == {
        ally.faction: PostLeft(guard=theirs.id, name="Shield", client_name="Guard")
    }
    assert scene.now(theirs).guarding == 0


@RULE
@pytest.mark.parametrize(
    "relation, code",
    [("teammate", ""), ("allied", ""), ("neutral", "relation"), ("at_war", "relation")],
)
def test_only_characters_of_friends_are_guarded(relation: str, code: str) -> None:
    scene = Scene()
    guard, _ = pair(scene)
    other = scene.someone(relation)
    scene.met(other)
    client = scene.character(scene.stack(5, 5, other), other)
    ran = scene.run(assign(guard, client))
    assert ran.code == code
    for entry in ran.entries:
        assert set(entry.audience) == {scene.ours.id}


@pytest.mark.parametrize("status", ["husk", "stoned", "insane", "frightened"])
def test_a_guard_out_of_its_mind_does_not_guard(status: str) -> None:
    scene = Scene()
    guard, client = pair(scene)
    scene.change(guard, guarding=client.id, statuses={status: 5})
    assert able(scene, client) == []
    scene.change(guard, statuses={"poisoned": 5})
    assert able(scene, client) == [guard.id]


def test_captured_and_absent_guards_keep_the_post_but_do_not_guard() -> None:
    scene = Scene()
    guard, client = pair(scene)
    foe = scene.someone("at_war")
    scene.change(guard, guarding=client.id, captor=foe.id)
    assert able(scene, client) == []
    scene.change(guard, captor=0, holder=scene.at(1, 1).place)
    assert able(scene, client) == []
    scene.produce()
    assert scene.now(guard).guarding == client.id


@RULE
def test_a_post_ends_by_death_of_either_and_with_the_alliance() -> None:
    for end in ("guard", "client", "alliance"):
        scene = Scene()
        guard, _ = pair(scene)
        ally = scene.someone("allied")
        client = scene.character(scene.stack(5, 5, ally), ally, name="Ally")
        scene.run(assign(guard, client))
        if end == "alliance":
            scene.relation(scene.ours, "allied", "neutral")
            ran = scene.run()
        else:
            who, player = (guard, scene.me) if end == "guard" else (client, ally)
            scene.change(who, wounds=95)
            scene.items(who, **{"spider_wart_resin*1": 1})
            drink = DrinkPotion(character=ref(who), potion="spider wart resin")
            ran = scene.run(drink, player=player)
            assert scene.now(who).dead
        (left,) = (each for each in ran.entries if isinstance(each.event, PostLeft))
        assert set(left.audience) == {scene.ours.id}
        assert scene.now(guard).guarding == 0


@few
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=12))
def test_nobody_ever_guards_while_he_is_guarded(posts: list[tuple[int, int]]) -> None:
    scene = Scene()
    stack = scene.stack(5, 5)
    people = [scene.character(stack) for _ in range(5)]
    for guard, client in posts:
        ran = scene.run(assign(people[guard], people[client]))
        if not ran.refused:
            assert scene.now(people[guard]).guarding == people[client].id
        now = [scene.now(each) for each in people]
        guarded = {each.guarding for each in now if each.guarding}
        assert not guarded & {each.id for each in now if each.guarding}
        scene.produce()
