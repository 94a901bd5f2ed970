"""On what errands computer players send people: not on those that will be in vain by then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.campaign import Faction, Now
from engine.deciding import decide
from engine.orders import Order
from engine.packs.cohorts.agents.hunting import AgentAssassinateAgent, RobAgent
from engine.packs.cohorts.agents.trading import EstablishTradeAgreement
from engine.packs.cohorts.characters.studying import CharacterLearnSpellFromCharacter
from engine.packs.cohorts.covert.thieving import (
    StealEquippedItem,
    StealItemFromCityPossessions,
    StealItemFromStackPossessions,
)
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.packs.cohorts.guilds.teaching import GuildTrainCharacter
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.sighting import member_of
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.rivals.callings import AGENT, HERO
from engine.packs.cohorts.rivals.deeds import Deed
from engine.packs.cohorts.rivals.realm import RivalView
from tests.packs.cohorts.test_rivals import mind
from tests.packs.cohorts.test_rivals_at_war import Border, sighted
from tests.packs.cohorts.test_rivals_in_arms import Camp
from tests.packs.cohorts.trade.scene import Fair
from tests.rules.plain import blank
from tests.rules.scene import ref


class Thieves(Border):
    """A thief of the own side near an enemy's city, beside which no host stands."""

    def __init__(self) -> None:
        super().__init__(soldiers=0, stands="at_war")
        self.thief = self.character(self.stack(6, 3), skills={"thief": 5})
        self.run()

    def sent(self, kind: type[Order], deeds: Sequence[Deed] = HERO, doer: Any = None) -> Any:
        """The target that is settled for an errand of a kind; None for none."""
        realm = RivalView(mind(self.rules, self.world, self.me.id))
        (deed,) = (each for each in deeds if each.order is kind)
        values: Mapping[str, Any] | None = deed.values(realm, doer or self.thief)
        return values and str(values["target"])


def test_no_thief_goes_to_a_city_at_which_a_host_stands_that_may_take_it_first() -> None:
    scene = Thieves()
    assert scene.sent(StealItemFromCityPossessions) == f"city:{scene.target.id}"
    scene.unit(scene.host_, soldiers=300)
    scene.run()
    assert not scene.sent(StealItemFromCityPossessions)


def test_no_two_agents_bargain_for_the_same() -> None:
    fair = Fair("neutral")
    scene, guild = fair.scene, fair.guild(fair.mine)
    scene.market(fair.theirs, {"foxglove": 1, "gold": 1, "saffron": 1})
    stack = scene.stack(0, 8)
    one, two, three = (
        scene.agent(stack, level=12, type="merchant", actions=1, summoner=guild.place)
        for _ in range(3)
    )
    realm = RivalView(mind(scene.rules, scene.world, scene.me.id))
    (deed,) = (each for each in AGENT if each.order is EstablishTradeAgreement)
    first, second = deed.values(realm, one), deed.values(realm, two)
    assert first == {"city": ref(fair.theirs), "offered": "gold", "wanted": "foxglove"}
    assert second == {"city": ref(fair.theirs), "offered": "iron", "wanted": "saffron"}
    assert deed.values(realm, three) is None


def test_who_votes_for_peace_sends_nobody_in_secret_to_the_enemy() -> None:
    scene = Thieves()
    sighted(scene, 6, 4, 100)
    assert scene.sent(StealItemFromStackPossessions)
    scene.world.add(Vote, player=scene.me.id, target=scene.foe.faction, matter="peace")
    assert not scene.sent(StealItemFromStackPossessions)
    assert not scene.sent(StealItemFromCityPossessions)


@pytest.mark.parametrize("ago, there", [(0, True), (1, True), (2, False)])
def test_thieves_and_killers_go_for_those_who_were_seen_this_week(ago: int, there: bool) -> None:
    scene = Thieves()
    band = scene.stack(6, 4, scene.foe)
    prey = scene.agent(band, scene.foe)
    killer = scene.agent(scene.home, skills={"assassin": 5})
    scene.run()
    for each in list(scene.world.all(Sighting)):
        scene.world.remove(each)
    lord = scene.world.get(Character, scene.target.baron)
    for who, spot in ((prey, band), (lord, scene.target)):
        seen = {"faction": scene.ours.id, "subject": spot.place, "province": spot.province}
        seen |= {"turn": scene.world.get(Now, 1).turn - ago, "player": scene.foe.id}
        scene.world.add(Sighting, **{**blank(Sighting), **seen, "members": (member_of(who),)})
    assert bool(scene.sent(StealItemFromStackPossessions)) is there
    assert bool(scene.sent(StealEquippedItem)) is there
    assert bool(scene.sent(AgentAssassinateAgent, AGENT, killer)) is there


def test_spells_are_learned_from_the_own_people_who_know_more() -> None:
    scene = Thieves()
    deed = next(each for each in HERO if each.order is CharacterLearnSpellFromCharacter)

    def master() -> object:
        return deed.values(RivalView(mind(scene.rules, scene.world, scene.me.id)), scene.thief)

    there = scene.thief.holder
    mate = scene.character(scene.world.get(Stack, there.id), scene.mate, spells=("bolt",))
    assert not master(), "a teammate may march off"
    scene.change(mate, player=scene.me.id)
    assert master() == {"teacher": f"character:{mate.id}"}
    scene.change(mate, spells=())
    assert not master()


@pytest.mark.parametrize("ago, robbed", [(0, True), (1, True), (2, False)])
def test_agents_rob_only_a_stack_of_agents_that_was_seen_lately(ago: int, robbed: bool) -> None:
    scene = Thieves()
    band = scene.stack(6, 4, scene.foe)
    scene.agent(band, scene.foe)
    spy = scene.agent(scene.home, skills={"thief": 5})
    now = scene.world.get(Now, 1)
    seen = {"faction": scene.ours.id, "subject": band.place, "province": band.province}
    seen |= {"turn": now.turn - ago, "type": "agitator", "player": scene.foe.id}
    scene.world.add(Sighting, **{**blank(Sighting), **seen})
    assert bool(scene.sent(RobAgent, AGENT, spy)) is robbed
    scene.world.add(Vote, player=scene.me.id, target=scene.foe.faction, matter="peace")
    assert not scene.sent(RobAgent, AGENT, spy)


def test_guilds_teach_who_sits_in_their_city_and_nobody_who_may_march_off() -> None:
    scene = Camp()
    scene.guild(scene.town, "warrior", 5)

    def taught() -> list[int]:
        thinks = mind(scene.rules, scene.world, scene.me.id, people=10, gold=0, guile=0, war=0)
        orders = (each.queued.order for each in decide(thinks))
        return [each.character.id for each in orders if isinstance(each, GuildTrainCharacter)]

    lord = scene.world.get(Character, scene.town.baron)
    scene.change(lord, holder=scene.stack(3, 3).place)
    scene.run()
    assert not taught()
    scene.change(lord, holder=scene.town.place)
    assert taught() == [lord.id]


def test_the_others_are_found_when_as_many_of_their_cities_were_seen_as_they_are() -> None:
    scene = Thieves()
    assert RivalView(mind(scene.rules, scene.world, scene.me.id)).met
    scene.player("Their friend", scene.world.get(Faction, scene.foe.faction))
    assert not RivalView(mind(scene.rules, scene.world, scene.me.id)).met
