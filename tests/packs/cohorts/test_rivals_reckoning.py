"""What computer players make of a garrison: its walls, and what has changed since it was seen."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.campaign import Now
from engine.deciding import decide
from engine.packs.cohorts.knowledge.memories import Insight, Sighting
from engine.packs.cohorts.knowledge.sighting import member_of
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.military.besieging import SiegeBarony
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.records import City, Province, Stack
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import Reckoner
from engine.packs.cohorts.rivals.scouting import wanted
from engine.rivals import Mind, Strength
from tests.packs.cohorts.test_rivals import mind
from tests.packs.cohorts.test_rivals_at_war import Border, sighted
from tests.rules.plain import blank


def thought(scene: Border, city: City) -> float:
    """What the own side takes the defenders of a city for."""
    reckon = Reckoner(RivalView(mind(scene.rules, scene.world, scene.me.id)))
    return reckon.city(reckon.realm.world.get(City, city.id))


def read(scene: Border, city: City, soldiers: int, turn: int, player: int = 0, **told: Any) -> None:
    """A garrison of which the own side was told in a turn."""
    unit = scene.change(scene.unit(city, soldiers=soldiers), player=player)
    gear = {"main_hand": "spear"}
    insight = Insight(turn=turn, level=1, equipment=gear, **told)
    member = member_of(unit).replace(read=insight, player=player)
    about = {"faction": scene.ours.id, "subject": city.place, "province": city.province}
    about |= {"turn": turn, "tick": 1, "type": "city", "members": (member,), "searched": True}
    scene.world.add(Sighting, **{**blank(Sighting), **about})


def test_walls_that_were_seen_from_outside_count_as_walls_usually_are() -> None:
    scene = Border(stands="at_war")
    read(scene, scene.target, 500, turn=scene.world.get(Now, 1).turn)
    bare = thought(scene, scene.target)
    scene.change(scene.world.get(Province, scene.target.province), fortification=1)
    assert thought(scene, scene.target) == pytest.approx(1.27 * bare)


def test_hosts_may_have_come_to_a_city_since_it_was_looked_into() -> None:
    def after(turns: int, hosts: int) -> float:
        scene = Border(soldiers=hosts, stands="at_war")
        scene.looked_into_target()
        scene.at_turn(scene.world.get(Now, 1).turn + turns)
        return thought(scene, scene.target)

    assert after(0, 3000) < after(2, 3000) < after(4, 3000)
    assert after(4, 3000) > after(4, 250), "others have such hosts as the own side"


def test_wild_cities_of_which_nothing_is_known_are_thought_much_alike() -> None:
    scene = Border()
    spots = ((9, 5), (9, 2), (2, 6), (6, 6), (8, 4), (3, 5), (7, 5), (1, 1))
    wild = [scene.city(*spot) for spot in spots]
    remember(scene.world, scene.ours.id, [each.province for each in wild], scene.world)
    scene.run()
    worths = [thought(scene, each) for each in wild]
    assert max(worths) < 2 * min(worths)


def test_against_a_players_city_nobody_is_sure() -> None:
    scene = Border(soldiers=3000, stands="at_war")
    scene.looked_into_target()
    reckon = Reckoner(RivalView(mind(scene.rules, scene.world, scene.me.id)))
    world = reckon.realm.world
    host, city = world.get(Stack, scene.host_.id), world.get(City, scene.target.id)
    assert 80 < reckon.takes(host, city) < 95


def test_into_a_city_that_is_shut_in_no_hosts_come_unseen() -> None:
    def after(turns: int) -> float:
        scene = Border(soldiers=3000, stands="at_war")
        scene.change(scene.target, besieged=True)
        scene.looked_into_target()
        scene.run()
        scene.at_turn(scene.world.get(Now, 1).turn + turns)
        return thought(scene, scene.target)

    assert after(0) == after(4)


@pytest.mark.parametrize("level, besieges", [(40, True), (5, False)])
def test_a_garrison_that_will_not_come_out_is_shut_in(level: int, besieges: bool) -> None:
    scene = Border(soldiers=250, stands="at_war")
    read(scene, scene.target, 20_000, turn=scene.world.get(Now, 1).turn)
    scene.character(scene.host_, level=level, slot=8)
    assert bool(scene.given(SiegeBarony, war=10)) == besieges


def test_a_garrison_larger_than_its_city_feeds_is_taken_to_be_hungry() -> None:
    def worth(percent: int) -> float:
        scene = Border(stands="at_war", cities={"fed_percent": percent})
        read(scene, scene.target, 5000, scene.world.get(Now, 1).turn, scene.foe.id)
        return thought(scene, scene.target)

    assert worth(5) < worth(0)


def test_hosts_that_were_seen_in_a_barony_count_with_its_garrison() -> None:
    scene = Border(soldiers=500, stands="at_war")
    before = thought(scene, scene.target)
    sighted(scene, 5, 3, 2000)
    assert thought(scene, scene.target) > 3 * before


def test_wild_guards_heal_and_have_learned_by_the_battle_that_they_won() -> None:
    def worth(turns: int, **told: Any) -> float:
        scene = Border()
        now = scene.world.get(Now, 1).turn
        wild = scene.city(9, 5)
        remember(scene.world, scene.ours.id, [wild.province], scene.world)
        read(scene, wild, 500, turn=now, **told)
        scene.run()
        scene.at_turn(now + turns)
        return thought(scene, wild)

    hurt = {"wounds": Fraction(60)}
    assert worth(0, **hurt) < worth(5, **hurt) < worth(0)
    assert worth(20, **hurt) == pytest.approx(worth(20)), "no more than whole"
    assert worth(0, slot=3) > worth(0), "who was met in battle, and is still there"


class BesideAThrone(Border):
    """A host beside a wild city, which may be the seat of a realm."""

    def __init__(self, *, seat: bool = True) -> None:
        super().__init__()
        self.throne = self.city(4, 3)
        self.unit(self.throne, player=None, soldiers=60)
        if seat:
            realm = self.change(self.territory(), capital=self.throne.id)
            self.change(self.world.get(Barony, self.throne.barony), territory=realm.id)
        self.run()

    def thinks(self, strength: Strength) -> Mind:
        return mind(self.rules, self.world, self.me.id, strength, land=9)

    def storms(self, strength: Strength) -> bool:
        given = (each.queued.order for each in decide(self.thinks(strength)))
        cities = [each.city.id for each in given if isinstance(each, ConquerCity)]
        return self.throne.id in cities

    def looks(self, strength: Strength) -> bool:
        return self.throne.id in [each.id for each in wanted(RivalView(self.thinks(strength)))]


@pytest.mark.parametrize(
    "strength, seat, waits",
    [("strong", True, True), ("strong", False, False), ("middle", True, False)],
)
def test_who_tries_battles_storms_the_seat_of_a_realm_only_once_it_was_looked_into(
    strength: Strength, seat: bool, waits: bool
) -> None:
    scene = BesideAThrone(seat=seat)
    assert (scene.storms(strength), scene.looks(strength)) == (not waits, waits)
    read(scene, scene.throne, 60, turn=scene.world.get(Now, 1).turn)
    assert (scene.storms(strength), scene.looks(strength)) == (True, False)


def test_who_tries_battles_has_guards_read_who_have_won_one() -> None:
    scene = BesideAThrone(seat=False)
    read(scene, scene.throne, 60, turn=scene.world.get(Now, 1).turn)
    (seen,) = scene.world.all(Sighting)
    met = [each.replace(read=Insight(turn=1, slot=3)) for each in seen.members]
    scene.change(seen, members=tuple(met))
    assert (scene.storms("strong"), scene.looks("strong")) == (False, True)
    assert (scene.storms("middle"), scene.looks("middle")) == (True, False)
