"""Merchant agents: with whom they come to terms, and what the cities have then."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.orders import Order
from engine.packs.cohorts.agents.trading import EstablishTradeAgreement, TradeNegotiated
from engine.packs.cohorts.pieces.records import Agent, Character
from engine.packs.cohorts.trade.agreements import AgreementStruck
from engine.packs.cohorts.trade.books import Agreement, open_copies, received, traded_away
from tests.packs.cohorts.agents.mission import told
from tests.packs.cohorts.trade.scene import Fair
from tests.rules.scene import Ran, ref

CHANCE = 36  # level 12, both uncommon


def fair(relation: str = "neutral") -> tuple[Fair, Agent]:
    """My merchant stands at the other city."""
    fair = Fair(relation)
    return fair, merchant(fair)


def merchant(fair: Fair, **values: object) -> Agent:
    usual = {"level": 12, "type": "merchant", "actions": 1, "summoner": fair.guild(fair.mine).place}
    return fair.scene.agent(fair.scene.stack(0, 8), **{**usual, **values})


def order(fair: Fair, agent: Agent, gives: str = "gold", gets: str = "foxglove") -> Order:
    return EstablishTradeAgreement(
        agent=ref(agent), city=ref(fair.theirs), offered=gives, wanted=gets
    )


def negotiate(fair: Fair, agent: Agent, *rolls: int, **goods: str) -> Ran:
    dice = ScriptedDice([Whole(roll, 100) for roll in rolls])
    return fair.scene.run(order(fair, agent, **goods), dice=dice)


@pytest.mark.rule("cohorts.order.establish-trade-agreement")
def test_each_city_has_access_to_the_others_resource_and_both_owners_are_told() -> None:
    place, agent = fair()
    ran = negotiate(place, agent, CHANCE)
    mine, theirs = place.mine, place.theirs
    assert "foxglove" in place.access(mine)
    assert "gold" in place.access(theirs)
    assert open_copies(place.scene.world, theirs.id) == {}
    assert traded_away(place.scene.world, mine.id) == {"gold": 1}
    for faction in (place.scene.ours.id, place.them.faction):
        assert told(ran, AgreementStruck, faction)
    assert told(ran, TradeNegotiated, place.them.faction) is None
    assert place.scene.now(agent).actions == 0


@pytest.mark.rule("cohorts.order.establish-trade-agreement")
def test_on_failure_nothing_is_lost_and_the_next_turn_may_bring_it() -> None:
    place, agent = fair()
    ran = negotiate(place, agent, CHANCE + 1)
    assert (ran.refused, place.scene.world.count(Agreement)) == (False, 0)
    assert place.own(place.mine) == {"gold": 1, "iron": 2}
    assert negotiate(place, agent).code == "no_action"
    place.scene.produce()
    negotiate(place, agent, CHANCE)
    assert place.scene.world.count(Agreement) == 1


@pytest.mark.parametrize(
    "change, code",
    [
        ({"type": "knave"}, "not_qualified"),
        ({"holder": "home"}, "not_here"),
        ({"summoner": "baron"}, "not_qualified"),
        ({"actions": 0}, "no_action"),
    ],
)
def test_only_a_merchant_of_a_guild_negotiates_and_only_in_the_city(
    change: dict[str, object], code: str
) -> None:
    place, agent = fair()
    scene = place.scene
    spots = {
        "home": place.mine.place,
        "baron": scene.world.get(Character, place.mine.baron).place,
    }
    scene.change(agent, **{key: spots.get(str(v), v) for key, v in change.items()})
    assert negotiate(place, agent).code == code


def test_an_unknown_resource_is_refused_with_what_may_be_meant() -> None:
    place, agent = fair()
    (failure,) = negotiate(place, agent, gives="golt").failures
    assert (failure.code, failure.instead) == ("bad_target", "Did you mean Gold?")


def test_cities_own_goods_and_what_is_on_the_market_are_offered() -> None:
    place, agent = fair()
    given = {"agent": str(ref(agent)), "city": str(ref(place.theirs))}
    city, offered, wanted = (
        place.scene.offered(EstablishTradeAgreement, name, **given)
        for name in ("city", "offered", "wanted")
    )
    assert city == [str(ref(place.theirs))]
    assert (offered, wanted) == (["gold", "iron"], ["foxglove"])


@given(
    st.integers(1, 30),
    st.integers(1, 100),
    st.sampled_from(["gold", "iron"]),
)
def test_what_one_city_gives_the_other_gets_and_no_copy_is_made(
    level: int, roll: int, gives: Literal["gold", "iron"]
) -> None:
    place = Fair("neutral")
    agent = merchant(place, level=level)
    ran = negotiate(place, agent, roll, gives=gives)
    world = place.scene.world
    agreed = ran.events(TradeNegotiated)[0].agreed
    assert agreed == (world.count(Agreement) == 1)
    assert received(world, place.theirs.id) == traded_away(world, place.mine.id)
    assert received(world, place.mine.id) == traded_away(world, place.theirs.id)
    for city, worked in ((place.mine, {"gold": 1, "iron": 2}), (place.theirs, {"foxglove": 1})):
        states = (place.own(city), open_copies(world, city.id), traded_away(world, city.id))
        assert {r: sum(each.get(r, 0) for each in states) for r in worked} == worked
