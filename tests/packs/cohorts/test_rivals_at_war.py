"""Wars of computer players: what for, how long, with whom, and where their hosts do not go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.campaign import Now, Player
from engine.deciding import decide
from engine.ending import Reckoning, Standing
from engine.orders import Order
from engine.packs.cohorts.diplomacy.decisions import RelationChanged
from engine.packs.cohorts.diplomacy.orders import (
    BreakAlliance,
    DeclareAlliance,
    DeclareWar,
    SueForPeace,
    VoteCast,
)
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.sighting import member_of
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.ownership import Relation
from engine.packs.cohorts.pieces.records import City, Province, Stack
from engine.packs.cohorts.rivals.fronts import Front
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import Reckoner
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from engine.rivals import Decision
from tests.packs.cohorts.test_rivals import mind
from tests.rules.plain import blank
from tests.rules.scene import Scene, ref


class Border(Scene):
    """Two factions of two players each, a city of each near the other, and a host between them."""

    def __init__(
        self,
        soldiers: int = 3000,
        stands: str = "neutral",
        turn: int = 10,
        play: Mapping[str, Any] | None = None,
        **content: Any,
    ) -> None:
        super().__init__(14, 8, content={"rival_play": play or {}, **content})
        self.foe = self.player("foe", "theirs")
        self.mate = self.player("mate", self.ours)
        self.home = self.city(2, 2, self.me)
        self.barony_of(self.home, (3, 2), (2, 3))
        self.target: City = self.city(5, 2, self.foe)
        self.barony_of(self.target, (6, 2), (5, 3), (5, 1))
        self.host_: Stack = self.stack(4, 2)
        for n in range(soldiers // 250):
            worn = {"main_hand": "spear"}
            self.unit(self.host_, soldiers=250, slot=1 + n % 5, equipment=worn)
        self.unit(self.home, soldiers=60)
        self.stands(stands)
        self.change(self.world.get(Now, 1), turn=turn)
        self.run()

    def barony_of(self, city: City, *hexes: tuple[int, int]) -> None:
        for x, y in hexes:
            self.province(x, y, barony=city.barony)

    def stands(self, to: str, **values: Any) -> None:
        """How the two stand, since when and over what."""
        self.relation(self.ours, "theirs", to)  # pyright: ignore[reportArgumentType]
        (row,) = self.world.all(Relation)
        self.change(row, **values)

    def looked_into_target(self) -> None:
        """The own side looked into the city near by and found nobody."""
        city, turn = self.target, self.world.get(Now, 1).turn
        about = {"faction": self.ours.id, "subject": city.place, "province": city.province}
        about |= {"turn": turn, "tick": 1, "type": "city", "player": self.foe.id, "searched": True}
        self.world.add(Sighting, **{**blank(Sighting), **about})

    def at_turn(self, turn: int) -> None:
        self.change(self.world.get(Now, 1), turn=turn)

    def given(self, *kinds: type[Order], player: Player | None = None, **wishes: Any) -> Any:
        """What a player gives of these kinds."""
        thinks = mind(self.rules, self.world, (player or self.me).id, **wishes)
        return [each for each in decide(thinks) if isinstance(each.queued.order, kinds)]

    def war(self, player: Player | None = None, **wishes: Any) -> Decision | None:
        return next(iter(self.given(DeclareWar, player=player, **wishes)), None)


def test_a_weakly_held_city_near_a_host_draws_even_the_peaceful_to_war_over_it() -> None:
    scene = Border(soldiers=2000)
    assert not scene.war(war=2, peace=8), "of what it keeps nothing is known"
    scene.looked_into_target()
    given = scene.war(war=2, peace=8)
    assert given
    assert given.reason.key == "weak"
    assert given.queued.order.model_dump()["over"] == ref(scene.target)
    assert scene.target.place in given.reason.things


def test_who_has_stayed_away_for_weeks_is_taken_for_weak() -> None:
    scene = Border()
    scene.change(scene.foe, idle=True)
    given = scene.war(war=2, peace=8)
    assert given
    assert given.reason.key == "weak"


def test_nobody_wants_a_war_that_the_host_could_not_win() -> None:
    assert not Border(soldiers=0).war(war=10)
    assert not Border(turn=3).war(war=10), "nor in the first turns"


@pytest.mark.parametrize("habits", [{}, {"first": 11}, {"at_once": 0}, {"enough": 1_000_000}])
def test_a_module_says_when_wars_begin_how_many_and_with_what_force(habits: Any) -> None:
    assert bool(Border(play={"wars": habits}).war(war=10)) == (not habits)


@pytest.mark.parametrize("storm, stormed", [(60, True), (100, False)])
def test_a_module_says_what_hosts_dare(storm: int, stormed: bool) -> None:
    scene = Border(stands="at_war", play={"caution": {"storm": storm, "storm_player": storm}})
    for n in range(10):
        scene.unit(scene.target, scene.foe, soldiers=200, slot=1 + n % 5)
    scene.run()
    assert bool(scene.given(ConquerCity)) == stormed


def test_a_player_votes_for_the_war_that_a_teammate_wants_although_it_wants_none_itself() -> None:
    scene = Border(turn=7)
    assert not scene.war(war=0, peace=9, player=scene.mate)
    scene.world.add(Vote, player=scene.me.id, target=scene.foe.faction, matter="war")
    given = scene.war(war=0, peace=9, player=scene.mate)
    assert given
    assert given.reason.key == "with_us"


@pytest.mark.parametrize("since, wanted", [(5, False), (2, True), (0, True)])
def test_no_war_is_begun_again_within_eight_turns_of_its_peace(since: int, wanted: bool) -> None:
    scene = Border(turn=10)
    scene.stands("neutral", since=since)
    assert bool(scene.war(war=10)) == wanted


def test_a_friend_is_not_betrayed_but_one_who_leads_far_ahead_late_by_the_bold() -> None:
    scene = Border(stands="allied", turn=34)
    assert not scene.given(BreakAlliance, DeclareWar, war=10)
    ahead = [
        Standing(rank=rank, who=scene.faction(key).place, points=points, made_of=())
        for rank, key, points in ((1, "theirs", 300), (2, "ours", 100))
    ]
    scene._add(Reckoning, turn=33, standings=tuple(ahead))
    scene.city(4, 5, scene.player("far", "others"))
    assert not scene.given(BreakAlliance, war=2)
    assert not scene.given(DeclareWar, war=10)


def test_who_has_a_friend_looks_for_no_other() -> None:
    scene = Border(soldiers=0)
    assert scene.given(DeclareAlliance, peace=9)
    third = scene.faction("third")
    scene.player("third", third)
    scene.relation(scene.ours, third, "allied")
    assert not scene.given(DeclareAlliance, peace=9)


def test_nobody_courts_a_faction_of_which_somebody_stays_away() -> None:
    scene = Border(soldiers=0)
    scene.change(scene.foe, idle=True)
    assert not scene.given(DeclareAlliance, peace=9)


# ---------------------------------------------------------------- how a war ends


def peace(scene: Border, **wishes: Any) -> str:
    """Why a player wants peace; empty if it does not."""
    return next((each.reason.key for each in scene.given(SueForPeace, **wishes)), "")


def test_a_war_ends_when_its_aim_is_reached_and_the_greedy_look_for_more_first() -> None:
    scene = Border(stands="at_war", turn=12)
    scene.stands("at_war", since=10, over=((scene.ours.id, scene.target.id),))
    assert not peace(scene, war=0, peace=10)
    scene.city(9, 6)
    scene.change(scene.target, baron=scene.character(scene.target).id)
    assert peace(scene, war=5) == "reached"


def test_a_war_ends_when_it_no_longer_pays_and_not_before() -> None:
    scene = Border(soldiers=0, stands="at_war", turn=12)
    scene.city(9, 6)
    scene.change(scene.city(11, 6), baron=scene.character(scene.home).id)
    scene.stands("at_war", since=10)
    assert not peace(scene, war=0, peace=10)
    scene.at_turn(20)
    assert peace(scene, war=10) == "enough"


def test_who_has_one_city_left_and_nothing_to_gain_has_lost() -> None:
    scene = Border(soldiers=0, stands="at_war", turn=12)
    scene.stands("at_war", since=10)
    assert not peace(scene, war=0, peace=10)
    scene.at_turn(14)
    assert peace(scene, war=10) == "lost"


# ---------------------------------------------------------------- what all the world learns


@pytest.mark.rule("cohorts.order.declare-war", "cohorts.diplomacy.relations")
def test_over_which_city_a_war_is_declared_is_told_to_all_and_stands_with_the_war() -> None:
    scene = Border(soldiers=0, turn=5)
    about, over = ref(scene.faction("theirs")), ref(scene.target)
    (cast,) = scene.run(DeclareWar(faction=about, over=over)).events(VoteCast)
    assert cast.over == scene.target.name
    scene.run(DeclareWar(faction=about), player=scene.mate)
    changed = [e for _ in range(3) for e in scene.produce().events(RelationChanged)]
    assert [(each.relation, each.over) for each in changed] == [("at_war", (scene.target.name,))]
    (row,) = scene.world.all(Relation)
    assert row.over == ((scene.ours.id, scene.target.id),)
    assert row.since == scene.world.get(Now, 1).turn - 1


# ---------------------------------------------------------------- hosts


def sighted(scene: Border, x: int, y: int, soldiers: int) -> None:
    """An enemy host was seen there this turn."""
    host = scene.stack(x, y, scene.foe)
    unit = scene.unit(host, scene.foe, soldiers=soldiers)
    now = scene.world.get(Now, 1)
    seen = {"faction": scene.ours.id, "subject": host.place, "province": host.province}
    seen |= {"turn": now.turn, "tick": now.tick, "player": scene.foe.id}
    values = {**blank(Sighting), **seen, "members": (member_of(unit),)}
    scene.world.add(Sighting, **values)


def test_a_host_falls_back_from_a_stronger_one_and_hunts_a_weaker_one_near_home() -> None:
    scene = Border(soldiers=500, stands="at_war")
    sighted(scene, 4, 3, 6000)
    (move,) = [e for e in scene.given(Move) if e.queued.order.refs()["stack"].id == scene.host_.id]
    assert (move.reason.key, move.queued.order.refs()["destination"].id) == (
        "falls_back",
        scene.home.province,
    )
    scene = Border(soldiers=6000, stands="at_war")
    sighted(scene, 4, 3, 100)
    realm = RivalView(mind(scene.rules, scene.world, scene.me.id))
    (goal,) = Front(realm, Reckoner(realm)).hunts(scene.host_)
    assert goal.spots == (scene.at(4, 3).id,)
    assert goal.reason.figure > 90


def test_nobody_marches_where_a_garrison_would_come_out_and_win() -> None:
    scene = Border(soldiers=0, stands="at_war")
    scene.character(scene.host_)
    for n in range(6):
        scene.unit(scene.target, scene.foe, soldiers=400, slot=1 + n % 5)
    scene.run()
    lands = {each.id for each in scene.world.by(Province, "barony", scene.target.barony)}
    goals = {e.queued.order.refs()["destination"].id for e in scene.given(Move)}
    assert not goals & lands


def test_a_chance_grows_with_the_force_and_is_even_between_equals() -> None:
    scene = Border(soldiers=0)
    reckon = Reckoner(RivalView(mind(scene.rules, scene.world, scene.me.id)))
    chances = [reckon.chance(ours, 100) for ours in (0, 50, 100, 160, 300, 1000)]
    assert chances == sorted(chances)
    assert (chances[0], chances[2], chances[-1]) == (0, 50, 100)
    assert reckon.chance(0, 0) == 100


def test_who_can_lead_leaves_a_party_for_a_host_without_leaders() -> None:
    scene = Border(soldiers=500)
    party = scene.stack(2, 3)
    captain = scene.character(party, level=6, slot=0)
    scene.run()
    moves = {e.queued.order.refs()["stack"].id: e.reason.key for e in scene.given(Move)}
    assert moves[party.id] == "host"
    scene.change(party, province=scene.host_.province)
    (joined,) = scene.given(TransferCharacter)
    told = joined.queued.order.refs()
    assert (told["character"].id, told["target"].id) == (captain.id, scene.host_.id)
