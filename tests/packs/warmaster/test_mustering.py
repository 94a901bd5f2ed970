"""Armies put together step by step: no step exceeds what is allowed, ready-made ones are legal."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.orders import Ref, Refusal
from engine.packs.warmaster.content.items import ROLES
from engine.packs.warmaster.pitched import mustering
from engine.packs.warmaster.pitched.buying import BuyArmy, breaches_of, spent_on, unfit
from engine.packs.warmaster.pitched.challenging import SendChallenge
from engine.packs.warmaster.pitched.records import BoughtArmy
from tests.packs.warmaster.scene import MusterScene
from tests.rules.scene import ref

SCENE = MusterScene()
WAR = SCENE.war
LISTS = tuple(WAR.army_lists.values())
FIGURES = WAR.warmaster.pitched
SIZES = range(FIGURES.least, FIGURES.most + 1, FIGURES.step)
POINTS = pytest.mark.rule("warmaster.army.points")


@POINTS
@pytest.mark.parametrize("army_list", LISTS, ids=lambda each: each.key)
def test_ready_made_armies_are_legal_at_every_size_and_leave_no_room(army_list) -> None:
    for points in SIZES:
        army = mustering.ready_made(WAR, army_list, points)
        assert not list(unfit(WAR, army, points))
        for kind in army_list.units:
            assert isinstance(mustering.with_one(WAR, army, kind), Refusal)
        assert mustering.filled_up(WAR, army) == army
        if points >= 1000:
            assert mustering.count_of(army, "hero") >= 2
            assert any(unit.item for unit in army.units)
            assert any(officer.item for officer in army.officers)
            assert any(unit.brigade for unit in army.units)
            assert len({unit.type for unit in army.units}) >= 4


@POINTS
@pytest.mark.parametrize("army_list", LISTS, ids=lambda each: each.key)
def test_a_ready_made_army_is_bought_as_it_is(army_list, scene: MusterScene) -> None:
    army = mustering.ready_made(WAR, army_list, 1500, "The Host")
    army = mustering.with_spot(army, 0, (3, 12), defending=False)
    army = mustering.with_spot(army, 1, (4, 1), defending=True)
    army = mustering.with_spot(army, 1, (4, 12), defending=False)
    army = mustering.with_directive(army, 1, "flank-left")
    buy, *others = mustering.orders_for(army, Ref("bought-army", 0, "x1"))
    assert not scene.run(buy).refused
    (bought,) = scene.world.all(BoughtArmy)
    for order in others:
        assert not scene.run(order.bound({"x1": bought.place})).refused
    kept = scene.now(bought)
    assert kept.replace(id=0, player=0) == mustering.as_bought(army)


STEP = st.tuples(
    st.sampled_from(("add", "take", "attach", "detach", "item", "officer", "fill", "size")),
    st.integers(0, 60),
    st.integers(0, 60),
)


def taken(army: BoughtArmy, step: tuple[str, int, int]) -> BoughtArmy | Refusal:
    does, one, other = step
    own = WAR.army_lists[army.list]
    things = (*own.units, *own.characters)
    what, keys = things[one % len(things)], ("", *WAR.magic_items)
    item, size = keys[other % len(keys)], SIZES[other % len(SIZES)]
    steps = {
        "add": partial(mustering.with_one, WAR, army, what),
        "take": partial(mustering.without_one, army, what),
        "fill": partial(mustering.filled_up, WAR, army),
        "size": lambda: army.replace(points=size) if not one else army,
    }
    if army.units:
        place = one % len(army.units)
        attach = partial(mustering.with_attached, WAR, army, place)
        steps["attach"], steps["detach"] = partial(attach, True), partial(attach, False)
        steps["item"] = partial(mustering.with_unit_item, WAR, army, place, item)
    if army.officers:
        place = one % len(army.officers)
        steps["officer"] = partial(mustering.with_officer_item, WAR, army, place, item)
    return steps.get(does, lambda: army)()


def bare(army: BoughtArmy) -> BoughtArmy:
    """The army as if it had been told nothing."""
    units = [unit.replace(directive=None, attack=None, defence=None) for unit in army.units]
    return army.replace(units=tuple(units))


@POINTS
@pytest.mark.rule("warmaster.item.unique")
@given(
    st.sampled_from(LISTS), st.sampled_from((500, 1000, 1500, 2500)), st.lists(STEP, max_size=60)
)
@settings(max_examples=60)
def test_no_step_exceeds_what_is_allowed_and_what_is_whole_is_bought(army_list, points, steps):
    army = mustering.empty_army(army_list, points, "The Host")
    for step in steps:
        after = taken(army, step)
        if isinstance(after, Refusal):
            assert after.says
            assert after.rule.startswith("warmaster.")
            continue
        if after.points == army.points and mustering.left(WAR, army) >= 0:
            assert mustering.left(WAR, after) >= 0
        army = after
        carried = [each.item for each in (*army.units, *army.officers) if each.item]
        assert len(carried) == len(set(carried))
    lacks = [*breaches_of(WAR, army, army.points)]
    buy, *_ = mustering.orders_for(army, Ref("bought-army", 1))
    assert isinstance(buy, BuyArmy)
    refused = [*buy.conditions(SCENE.state())]
    assert bool(refused) == bool(lacks or not army.units)
    if not refused:
        made = buy.made(SCENE.state())
        assert spent_on(WAR, made) == spent_on(WAR, army)
        assert made == mustering.as_bought(bare(army))


def test_whoever_carries_nothing_is_taken_out_first() -> None:
    army = mustering.ready_made(WAR, LISTS[0], 1000)
    first = next(n for n, unit in enumerate(army.units) if unit.type == "halberdiers")
    armed = mustering.with_unit_item(
        WAR, mustering.without_one(army, "knights"), first, "battle-banner"
    )
    assert not isinstance(armed, Refusal)
    while mustering.count_of(armed, "halberdiers") > 1:
        armed = mustering.without_one(armed, "halberdiers")
    assert [unit.item for unit in armed.units if unit.type == "halberdiers"] == ["battle-banner"]
    gone = mustering.without_one(armed, "halberdiers")
    assert gone == mustering.without_one(gone, "halberdiers")
    assert set(ROLES) >= {officer.role for officer in gone.officers}


@pytest.mark.rule("warmaster.battle.kinds")
def test_an_army_that_has_challenged_keeps_its_size(scene: MusterScene) -> None:
    foe = scene.someone("neutral")
    buy, *_ = mustering.orders_for(
        mustering.ready_made(WAR, LISTS[0], 1000, "The Gate"), Ref("bought-army", 1)
    )
    assert isinstance(buy, BuyArmy)
    scene.run(buy)
    (army,) = scene.world.all(BoughtArmy)
    assert not scene.run(SendChallenge(player=ref(foe), army=ref(army))).refused
    more = {"points": 1100, "units": ("2 halberdiers", "crossbowmen")}
    larger = scene.run(buy.model_copy(update=more))
    assert larger.refused
    assert larger.failures[0].rule == "warmaster.battle.kinds"
    assert not scene.run(buy).refused
