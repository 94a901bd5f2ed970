"""Who leaves a player, how, and who inherits; the wounded that are left behind."""

import pytest

from engine.packs.cohorts.stacks.leaving import (
    BuryUnit,
    CityInherited,
    GiftUnit,
    PieceBuried,
)
from engine.packs.cohorts.stacks.wounded import AbandonWounded
from tests.rules.scene import Scene, ref

# ---------------------------------------------------------------- burying


@pytest.mark.parametrize("levels, heir", [((3, 9, 9), 1), ((), None)])
def test_cities_go_to_the_highest_living_character_of_the_player_or_become_wild(
    scene: Scene, levels: tuple[int, ...], heir: int | None
) -> None:
    baron = scene.character(scene.stack(2, 2), dead=True)
    city = scene.city(5, 5, scene.me, baron=baron.id)
    scene.character(scene.stack(2, 2), level=30, dead=True)
    scene.character(scene.stack(2, 2), scene.someone("teammate"), level=30)
    living = [scene.character(scene.stack(2, 2), level=level) for level in levels]
    [told] = scene.give(BuryUnit, piece=ref(baron), sure=True).events(CityInherited)
    expected = living[heir].place if heir is not None else None
    assert told.baron == expected
    assert scene.now(city).baron == (expected.id if expected else 0)


def test_the_faction_of_a_prisoner_learns_of_its_death_but_not_what_it_left(scene: Scene) -> None:
    enemy = scene.someone("enemy")
    captive = scene.character(
        scene.stack(2, 2), enemy, captor=scene.me.id, equipment={"armor": "plate"}
    )
    ran = scene.give(BuryUnit, piece=ref(captive), sure=True)
    [entry] = [each for each in ran.entries if isinstance(each.event, PieceBuried)]
    told = entry.for_(enemy.faction)
    assert isinstance(told, PieceBuried)
    assert (told.name, told.killed) == (captive.name, True)
    assert not told.knows("items")
    assert not told.knows("to")


# ---------------------------------------------------------------- giving


@pytest.mark.parametrize("to", ["self", "gone"])
def test_a_gift_goes_to_another_player_who_takes_part(scene: Scene, to: str) -> None:
    player = scene.me if to == "self" else scene.change(scene.someone("teammate"), active=False)
    unit = scene.unit(scene.stack(2, 2))
    assert scene.give(GiftUnit, piece=ref(unit), target=ref(player)).code == "bad_target"


# ---------------------------------------------------------------- the wounded


@pytest.mark.parametrize("arm, type", [("ship", "barge"), ("artillery", "catapult")])
def test_crews_are_not_abandoned(scene: Scene, arm: str, type: str) -> None:
    unit = scene.unit(scene.stack(2, 2), arm=arm, type=type, wounds=50)
    assert scene.give(AbandonWounded, unit=ref(unit)).code == "bad_target"
