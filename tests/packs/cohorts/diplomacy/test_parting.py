"""What becomes of people who are among friends when these are friends no more."""

import pytest

from engine.packs.cohorts.diplomacy.decisions import change
from engine.packs.cohorts.diplomacy.parting import FriendParted
from engine.packs.cohorts.knowledge.views import knows
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Character, Province
from tests.rules.scene import Scene


@pytest.mark.rule("cohorts.order.break-alliance")
def test_whoever_is_with_friends_that_are_friends_no_more_stands_in_the_open() -> None:
    scene = Scene()
    ally = scene.someone("allied")
    host, town = scene.stack(3, 3, ally), scene.city(6, 3, ally)
    guest, lodger = scene.character(host), scene.unit(town)
    held = scene.change(scene.character(host), captor=ally.id)
    visitor = scene.character(scene.stack(1, 5), ally)
    state = scene.state()
    change(state, scene.ours.id, ally.faction, "neutral")
    places = {each.holder for each in map(scene.now, (guest, lodger, visitor))}
    assert places == {scene.at(3, 3).place, scene.at(6, 3).place, scene.at(1, 5).place}
    assert scene.now(held).holder == host.place, "prisoners stay"
    told = [each for each in state.log.entries if isinstance(each.event, FriendParted)]
    assert len(told) == 3
    view = scene.view()
    shown = view.get(Character, guest.id)
    assert view.find(Province, shown.holder.id), "and its side sees where"


@pytest.mark.rule("cohorts.knowledge.view")
def test_a_guest_in_the_stack_of_an_ally_is_nowhere_unknown() -> None:
    scene = Scene()
    host = scene.stack(3, 3, scene.someone("allied"))
    guest = scene.character(host)
    view = scene.view()
    assert province_of(view, view.get(Character, guest.id).place) == scene.at(3, 3).id
    assert knows(scene.rules, scene.world, scene.ours.id, host.place)


@pytest.mark.rule("cohorts.order.break-alliance")
def test_who_was_at_sea_with_friends_is_set_ashore() -> None:
    scene = Scene()
    ally = scene.someone("allied")
    scene.province(3, 3, terrain="sea")
    guest = scene.character(scene.stack(3, 3, ally))
    change(scene.state(), scene.ours.id, ally.faction, "neutral")
    shore = scene.world.get(Province, scene.now(guest).holder.id)
    assert shore.terrain != "sea"
    assert (
        scene.grid.distance(scene.grid.at(shore.id - 1), scene.grid.at(scene.at(3, 3).id - 1)) == 1
    )
