"""What thieves take and what they leave; nothing is made or lost by it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.packs.cohorts.covert.thieving import (
    ItemsStolen,
    StealEquippedItem,
    loot,
)
from engine.packs.cohorts.pieces.records import Character, Possession
from engine.packs.cohorts.worth.bonuses import ask
from tests.rules.adapters.covert_scene import Covert


def every_item(scene: Covert) -> dict[str, int]:
    """All items of the world, worn or held."""
    found: dict[str, int] = {}
    for each in scene.world.all(Possession):
        found[each.item] = found.get(each.item, 0) + each.count
    for hero in scene.world.all(Character):
        for item in hero.equipment.values():
            found[item] = found.get(item, 0) + 1
    return found


@pytest.mark.rule("cohorts.covert.stealing-capacity")
@given(
    room=st.fractions(0, 100),
    weight=st.fractions(0, 50),
    present=st.integers(1, 90),
    wanted=st.none() | st.integers(1, 50),
)
def test_a_thief_takes_one_at_least_and_carries_all_but_that_one(
    room: object, weight: object, present: int, wanted: int | None
) -> None:
    taken = loot(room, weight, present, wanted)  # type: ignore[arg-type]
    assert 1 <= taken <= min(present, wanted or present)
    assert (taken - 1) * weight <= room  # type: ignore[operator]


@pytest.mark.rule("cohorts.order.steal-equipped-item")
def test_what_is_stolen_from_the_body_no_longer_helps(scene: Covert) -> None:
    target = scene.theirs(scene.camp())
    scene.change(target, equipment={"armor": "chain_mail", "main_hand": "spear"})

    def armor() -> object:
        return ask(scene.world, scene.content, scene.now(target), "DF", 0).value

    before = armor()
    ran = scene.carry_out(scene.order(StealEquippedItem, target, item="chain mail"), 1)
    assert ran.events(ItemsStolen)[0].worn
    assert scene.now(target).equipment == {"main_hand": "spear"}
    assert scene.held(scene.hero) == {"chain_mail": 1}
    assert armor() != before


@given(
    kind=st.sampled_from(["province", "character", "stack", "city", "worn"]),
    there=st.integers(0, 400),
    count=st.none() | st.integers(1, 60),
    rolls=st.tuples(st.sampled_from([1, 100]), st.sampled_from([1, 100])),
)
@settings(max_examples=20, deadline=None)
def test_stealing_makes_and_loses_nothing(
    kind: str, there: int, count: int | None, rolls: tuple[int, int]
) -> None:
    scene = Covert()
    worn = kind == "worn"
    target = scene.target("character" if worn else kind)
    scene.change(scene.hero, equipment={"armor": "chain_mail"})
    if worn:
        scene.change(target, equipment={"main_hand": "spear"})
    if there:
        scene.items(target, spear=there, oak=2)
    name = f"steal-item-from-{kind}-possessions".replace("province", "provincial")
    cls = scene.mission("steal-equipped-item" if worn else name)
    before = every_item(scene)
    more = {} if worn else {"count": count}
    order = scene.order(cls, target, **more)
    ran = scene.carry_out(order, *rolls)
    assert not ran.refused
    assert every_item(scene) == before
