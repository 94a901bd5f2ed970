"""What computer players of Warlords make of forces: chances they call are those of its battles."""

from __future__ import annotations

import pytest

from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.records import City, Province, Stack
from engine.packs.cohorts.rivals.desk import Desk
from engine.packs.cohorts.rivals.musters import muster
from engine.packs.cohorts.rivals.reckoning import Reckoner
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferCharacter, TransferMilitaryUnit
from engine.packs.cohorts.worth.levels import counts
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.battle.odds import odds
from engine.packs.warlords.pieces import Hero
from engine.packs.warlords.rivals import MEANS
from tests.packs.warlords.scene import WarScene
from tests.packs.warlords.test_rivals import realm_of
from tests.rules.scene import ref

_WITHIN = 12
"""Percent points between a chance as it is weighed and as it is."""


def reckoner(scene: WarScene) -> Reckoner:
    return Reckoner(realm_of(scene), MEANS.weighing)


def post(scene: WarScene, holder: Stack | City, *who: str) -> None:
    """Have units by their cards and heroes by their types stand in a stack or city.

    Who is called holy is blessed.
    """
    for each in who:
        key = each.removeprefix("holy ")
        condition = Condition(blessed=key != each)
        if kind := scene.war.hero_types.get(key):
            scene.character(holder, job=kind.job, level=6, slot=8, ext=Hero.of(kind))
        else:
            scene.troop(holder, key, condition=condition)


@pytest.mark.parametrize(
    "host, garrison, walls",
    [
        (["light_infantry"] * 3, ["peasant", "archer", "giant_rat"], 1),
        (["light_infantry"] * 4, ["light_infantry"] * 4, 0),
        (["light_infantry"] * 6, ["light_infantry"] * 4, 1),
        (["champion", *["spearman"] * 4], ["heavy_infantry"] * 5, 0),
        (["dwarf_runner"] * 5, ["knight_lord", "holy ogre", "archer"], 2),
        (["holy ogre"] * 3, ["monk", "wraith", "archer"], 0),
        (["moonguard", "iron_golem"], ["priest", *["heavy_infantry"] * 7], 0),
    ],
)
def test_a_chance_is_weighed_as_it_is(host: list[str], garrison: list[str], walls: int) -> None:
    scene = WarScene()
    city, stack = scene.workplace(), scene.stack(4, 5)
    scene.change(scene.world.get(Province, city.province), fortification=walls)
    post(scene, stack, *host)
    post(scene, city, *garrison)
    field, sides = scene.system().muster(scene.state(), scene.clash(stack, city=city))
    sure = 100 * odds(field, *sides, most=10**9, trials=400).attacker_wins
    reckon = reckoner(scene)
    ours, theirs = (
        reckon.worth(filter(counts, pieces_in(scene.world, place)))
        for place in (stack.place, city.place)
    )
    called = reckon.chance(ours, theirs * MEANS.weighing.walls[walls])
    assert called == pytest.approx(sure, abs=_WITHIN)


def test_a_wild_city_that_nobody_looked_into_is_taken_for_what_guards_such(scene: WarScene) -> None:
    city, wild = scene.workplace(), scene.city(8, 4)
    remember(scene.world, scene.ours.id, [wild.province], scene.world)
    few, many = scene.stack(4, 5), scene.stack(5, 5)
    post(scene, few, "archer")
    post(scene, many, "champion", *["dwarf_runner"] * 7)
    post(scene, city, "light_infantry")
    reckon = reckoner(scene)
    weak, strong = (
        reckon.takes(each, reckon.realm.world.get(City, wild.id)) for each in (few, many)
    )
    assert weak < 20
    assert strong > 90


def test_who_finds_no_room_in_a_host_gets_another_and_a_leader(scene: WarScene) -> None:
    city = scene.workplace()
    full, party = scene.stack(2, 2), scene.stack(2, 2)
    post(scene, full, *["light_infantry"] * 7)
    post(scene, city, *["heavy_infantry"] * 4)
    hero = scene.character(city, job="warrior", level=1, name="Ada")
    scene.character(party, job="knave")
    scene.character(party, job="knave")
    realm = realm_of(scene)
    desk = Desk(realm.state)
    muster(realm, reckoner(scene), desk)
    given = [each.order for each in desk.given]
    assert [each.character for each in given if isinstance(each, TransferCharacter)] == [ref(hero)]
    assert not [each for each in given if isinstance(each, TransferMilitaryUnit)]
    assert any(isinstance(each, ActivateStack) for each in given)
