"""Whom computer players send to look into cities before they fight over them, and how often."""

from __future__ import annotations

import pytest

from engine.packs.cohorts.covert.spying import SpyCity
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Province
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.scouting import wanted
from tests.packs.cohorts.test_rivals import mind
from tests.packs.cohorts.test_rivals_at_war import Border

_EAST = 8
"""Lands from here on were seen once."""


class Watched(Border):
    """Two neighbours at war, the enemy's city some days away, and a spy of the own side."""

    def __init__(self, x: int = 9, *, stands: str = "at_war") -> None:
        super().__init__(soldiers=250, stands=stands)
        self.far = self.city(12, 5, self.foe)
        self.barony_of(self.far, (11, 5), (13, 5))
        self.party = self.stack(x, 5)
        self.spy = self.character(self.party, skills={"spy": 5}, slot=0)
        seen = [each.id for each in self.world.all(Province) if each.x >= _EAST]
        remember(self.world, self.ours.id, seen, self.world)
        self.run()

    def looked_into(self) -> list[int]:
        """The cities into which its spy is sent to look, by id."""
        given = (each.queued.order for each in self.given(SpyCity))
        return [order.refs()["target"].id for order in given]

    def wants(self) -> list[int]:
        """The cities into which its side would look, by id."""
        return [each.id for each in wanted(RivalView(mind(self.rules, self.world, self.me.id)))]


def test_a_spy_within_reach_of_an_enemys_city_looks_into_it() -> None:
    scene = Watched(x=9)
    scene.looked_into_target()
    assert scene.looked_into() == [scene.far.id]
    scene.change(scene.spy, skills={"stealth": 5})
    assert not scene.looked_into(), "who is no spy"


def test_a_party_with_a_spy_goes_near_and_keeps_away_from_the_walls() -> None:
    scene = Watched(x=5)
    scene.looked_into_target()
    goes = {each.queued.order.refs()["stack"].id: each for each in scene.given(Move)}
    march = goes[scene.party.id]
    assert march.reason.key == "looks"
    assert march.reason.things == (scene.far.place,)
    spot = march.queued.order.refs()["destination"].id
    assert scene.world.get(Province, spot).barony != scene.far.barony


@pytest.mark.parametrize("stands, looks", [("at_war", True), ("neutral", True), ("allied", False)])
def test_into_the_cities_of_friends_nobody_looks(stands: str, looks: bool) -> None:
    assert bool(Watched(stands=stands).wants()) is looks


def test_a_city_that_was_looked_into_is_looked_into_again_only_when_the_news_is_old() -> None:
    scene = Watched(stands="neutral")
    assert len(scene.wants()) == 1, "of a neighbour in peace one city at a time"
    scene.looked_into_target()
    assert not scene.wants(), "and none while there is news of one"
    scene.at_turn(30)
    assert scene.wants()


@pytest.mark.rule("cohorts.world.pvp-restriction")
def test_nobody_spies_where_that_is_forbidden() -> None:
    scene = Watched(x=9)
    scene.province(12, 5, pvp_free=True)
    scene.looked_into_target()
    scene.run()
    assert not scene.looked_into()
