"""Spells that lie on things: what they do while they last, and that it ends with them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hexes import E, W
from engine.packs.cohorts.content.spells import Barrier, Modify
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.magic.lasting import SpellsEnded, lies_on, lift
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.movement.barriers import BarrierBroken
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.movement.steps import blocked, link_between
from engine.packs.cohorts.stacks.activation import DeactivateStack
from engine.packs.cohorts.worth.active_spells import ActiveSpell, own_shell
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.ratings import af, df, resistance
from tests.rules.adapters.magic_scene import HOME, Magic
from tests.rules.scene import ref

LYING = sorted(
    spell.key for spell in Magic().content.spells.values() if isinstance(spell.effect, Modify)
)


def figures(scene: Magic, unit: object) -> list[Fraction]:
    """Every figure of a unit that a charm or task may change."""
    world, content = scene.world, scene.content
    now = scene.now(unit)  # type: ignore[type-var]
    found = [attribute(world, content, now, key).value for key in ("STR", "CON", "CHA")]
    found += [rating(world, content, now).value for rating in (af, df, resistance)]
    stack = world.at(now.holder)
    return [*found, pace(scene.state(), stack, "land").rate]  # type: ignore[arg-type]


@given(st.lists(st.sampled_from(LYING), min_size=1, max_size=5), st.integers(1, 30))
def test_what_charms_and_tasks_do_ends_with_them_to_the_last_digit(
    spells: list[str], level: int
) -> None:
    scene = Magic()
    unit = scene.unit(scene.mine())
    before = figures(scene, unit)
    stack = scene.world.at(unit.holder)
    assert stack
    for key in spells:
        on = stack if "stack" in scene.content.spells[key].targets else unit
        scene.put(key, on, level, level=level)
    scene.produce(monthly=True)
    assert figures(scene, unit) == before


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=12))
def test_the_map_shows_a_barrier_exactly_where_a_spell_of_one_lies(
    steps: list[tuple[int, bool]],
) -> None:
    scene = Magic()
    scene.link(HOME, (HOME[0] + 1, HOME[1]), road=2)
    there = scene.away()
    for side, raised in steps:
        held = lies_on(scene.world, there.place, "provincial_barrier", side)
        if raised:
            scene.put("provincial_barrier", there, 3, side)
        elif held:
            lift(scene.world, held)
        barred = [
            link is not None and blocked(link.barrier, (each + 3) % 6, "land")
            for each in range(6)
            for link in [link_between(scene.world, there.id, each)]
        ]
        lying = {spell.side for spell in scene.world.all(ActiveSpell)}
        assert [each in lying for each in range(6)] == barred
    road = link_between(scene.world, there.id, E)
    assert road
    assert road.road == 2


@pytest.mark.rule("cohorts.world.province-spells")
def test_a_province_bears_several_spells_and_each_goes_on_as_long_as_it_lasts(scene: Magic) -> None:
    there = scene.away()
    assert not scene.cast("provincial_shell", there).refused
    assert not scene.cast("provincial_barrier", there, direction=E).refused
    assert not scene.cast("provincial_barrier", there, direction=W).refused
    scene.produce(monthly=True)
    lying = sorted(
        (each.spell, each.side) for each in scene.world.by(ActiveSpell, "on", there.place)
    )
    assert lying == [("provincial_barrier", E), ("provincial_barrier", W), ("provincial_shell", -1)]
    assert own_shell(scene.world, scene.content, there.place) == 11
    scene.cast("dispel_barrier", there, 20, direction=W)
    assert scene.strength("provincial_barrier", there, W) == 0
    assert scene.strength("provincial_barrier", there, E) == 11


def test_the_owner_is_told_which_spells_ended(scene: Magic) -> None:
    stack = scene.mine()
    scene.character(stack)
    scene.cast("charm_of_speed", stack)
    ran = scene.produce(monthly=True)
    (ended,) = ran.events(SpellsEnded)
    assert (ended.on, ended.spells) == (stack.place, ("charm_of_speed",))


def test_the_spells_on_a_stack_are_gone_with_it(scene: Magic) -> None:
    stack = scene.mine()
    scene.put("charm_of_speed", stack, 5)
    assert not scene.run(DeactivateStack(stack=ref(stack))).refused
    assert not list(scene.world.all(ActiveSpell))


def test_who_loses_a_barrier_on_the_way_is_not_told_to_whom() -> None:
    scene = Magic(1)
    owner = scene.someone("neutral")
    scene.city(HOME[0] + 2, HOME[1], owner)
    scene.put("provincial_barrier", scene.away(2), 4, W)
    stack = scene.mine(1)
    scene.character(stack)
    scene.cast("dispel_barrier", stack, 9)
    ran = scene.run(MoveAlong.model_validate({"stack": ref(stack), "steps": ("e",)}))
    (entry,) = [each for each in ran.entries if isinstance(each.event, BarrierBroken)]
    assert scene.now(stack).province == scene.away(2).id
    theirs = entry.for_(owner.faction)
    assert theirs
    assert not theirs.knows("stack")
    mine = entry.for_(scene.ours.id)
    assert mine
    assert mine.knows("stack")


def test_an_invisible_stack_is_not_shown_when_another_is_sighted_beside_it(scene: Magic) -> None:
    others = scene.someone("neutral")
    scene.city(HOME[0] + 3, HOME[1], others)
    hidden, seen = scene.mine(2), scene.mine(1)
    scene.unit(hidden)
    scene.unit(seen)
    scene.put("invisibility", hidden, 9)
    ran = scene.run(MoveAlong.model_validate({"stack": ref(seen), "steps": ("e", "e")}))
    shown = {
        glimpse.subject
        for entry in ran.entries
        if isinstance(entry.event, StackSighted) and entry.for_(others.faction)
        for glimpse in entry.event.sightings
    }
    assert shown == {seen.place}


def test_every_spell_of_the_module_can_be_looked_up_by_what_it_does() -> None:
    content = Magic().content
    assert [s.key for s in content.spells.values() if isinstance(s.effect, Barrier)] == [
        "provincial_barrier"
    ]
