"""The military orders of the base game in a campaign of Warlords: its battles decide them."""

import pytest

from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from engine.packs.warlords.aftermath import WarlordsBattleFought
from tests.packs.warlords.scene import WarScene
from tests.rules.adapters.military import HOME, LAND, REALMS
from tests.rules.scene import ref

STRONG = {"giant": {"strength": 9, "hits": 4}}
WEAK = {"imp": {"strength": 1, "hits": 1}}


class Land:
    """The barony of a player at war with me, with a garrison, and my army in it."""

    def __init__(self, *, mine: str, garrison: str) -> None:
        scene = self.scene = WarScene(cards={**STRONG, **WEAK}, content={"realms": REALMS})
        self.foe = scene.someone("at_war")
        scene.barony(HOME, LAND)
        lord = scene.character(scene.at(0, 0), self.foe)
        self.city: City = scene.city(*HOME, self.foe, baron=lord.id)
        self.army: Stack = scene.stack(*LAND)
        scene.character(scene.at(0, 1))
        scene.troop(self.army, mine)
        self.guard: Unit = scene.troop(self.city, garrison, self.foe)


@pytest.mark.rule("cohorts.order.conquer-city")
@pytest.mark.parametrize("won", [True, False])
def test_a_city_is_conquered_by_the_battles_of_warlords(won: bool) -> None:
    mine, theirs = ("giant", "imp") if won else ("imp", "giant")
    land = Land(mine=mine, garrison=theirs)
    scene = land.scene
    ran = scene.run(ConquerCity(stack=ref(land.army), city=ref(land.city)))
    assert not ran.refused
    assert len(ran.events(WarlordsBattleFought)) == 1
    owner = player_of(scene.world, scene.now(land.city))
    assert owner == (scene.me.id if won else land.foe.id)
    assert scene.gone(land.guard) is won
    assert scene.gone(land.army) is not won
    if won:
        assert scene.now(land.army).province == land.city.province
        (unit,) = scene.world.by(Unit, "holder", land.city.place)
        assert unit.player == scene.me.id
