"""Offers among friends: who may make, end and accept them, and when they lapse."""

import pytest

from engine.campaign import Faction
from engine.dice import ForeseeDice
from engine.packs.cohorts.guilds.market import (
    AcceptOffer,
    OfferTrade,
    OpenResource,
    TradeOffered,
    WithdrawOffer,
)
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.trade.books import Offer
from engine.packs.cohorts.trade.ending import OfferEnded
from engine.sheet import line_of, read, write
from engine.state import State
from tests.packs.cohorts.trade.scene import Fair
from tests.rules.adapters.trade import market_town
from tests.rules.scene import Ran, queued, ref


def offering(fair: Fair, *given: str, wanted: tuple[str, ...] = ("foxglove",)) -> OfferTrade:
    """My offer to the other town."""
    target = fair.at(fair.theirs)
    return OfferTrade(guild=fair.by(fair.mine), target=target, offered=given, wanted=wanted)


def offer_of(fair: Fair) -> Offer:
    fair.scene.run(OpenResource(guild=fair.by(fair.mine), resource="iron"), offering(fair, "iron"))
    [offer] = fair.scene.world.all(Offer)
    return offer


def accept(fair: Fair, offer: Offer) -> Ran:
    return fair.scene.run(AcceptOffer(offer=ref(offer)), player=fair.them)


def test_an_offer_and_its_end_are_told_to_the_two_owners_alone(fair: Fair) -> None:
    fair.stranger()
    fair.scene.run(OpenResource(guild=fair.by(fair.mine), resource="iron"))
    made = fair.scene.run(offering(fair, "iron"))
    [offer] = fair.scene.world.all(Offer)
    ended = fair.scene.run(WithdrawOffer(offer=ref(offer)))
    told = [e.audience for e in made.entries if isinstance(e.event, TradeOffered)]
    told += [e.audience for e in ended.entries if isinstance(e.event, OfferEnded)]
    assert [set(audience) for audience in told] == [{fair.scene.ours.id, fair.them.faction}] * 2


def test_a_teammate_sees_an_offer_but_cannot_answer_it(fair: Fair) -> None:
    offer = offer_of(fair)
    mate = fair.scene.player("mate", fair.scene.world.get(Faction, fair.them.faction))
    for order in (AcceptOffer(offer=ref(offer)), WithdrawOffer(offer=ref(offer))):
        assert fair.scene.run(order, player=mate).code == "city_not_controlled"
        assert fair.scene.plan(order, player=mate).orders[0].outcome == "refused"


def test_what_an_offer_lacks_is_told_in_the_rulebooks_order() -> None:
    fair = Fair(barred=True)
    assert fair.scene.run(offering(fair, "iron")).code == "trade_ban"
    fair.scene.change(fair.guild(fair.mine), barred=False)
    assert fair.scene.run(offering(fair, "nonsense")).code == "offered_not_open"
    fair.scene.market(fair.mine, {"iron": 1})
    assert fair.scene.run(offering(fair, "iron", wanted=("oak",))).code == "wanted_not_open"
    fair.scene.relation("ours", "allied", "neutral")
    assert fair.scene.run(offering(fair, "iron", wanted=("oak",))).code == "relation"
    fair.scene.change(fair.guild(fair.mine), actions=0)
    assert fair.scene.run(offering(fair, "iron", wanted=("oak",))).code == "no_action"


@pytest.mark.parametrize("side", ["mine", "theirs"])
@pytest.mark.parametrize("loss", ["guild", "owner", "alliance"])
def test_an_offer_lapses_with_a_guild_an_owner_or_the_alliance(side: str, loss: str) -> None:
    fair = Fair()
    offer = offer_of(fair)
    city: City = getattr(fair, side)
    match loss:
        case "guild":
            fair.scene.world.remove(fair.guild(city))
        case "owner":
            heir = fair.scene.character(city, fair.scene.someone("teammate"))
            fair.scene.change(city, baron=heir.id)
        case _:
            fair.scene.relation("ours", "allied", "neutral")
    ran = fair.scene.run()
    assert fair.scene.gone(offer)
    assert [event.how for event in ran.events(OfferEnded)] == ["lapsed"]


def test_an_offer_can_be_planned_to_a_city_that_was_never_seen() -> None:
    fair = Fair("same_faction")
    fair.scene.relation("ours", fair.scene.faction("far"), "allied")
    far = market_town(fair.scene, 4, {"oak": 1}, fair.scene.player("far", "far"))
    for x in range(8):
        fair.scene.province(x, 4, barony=fair.scene.at(0, 4).barony)
    fair.scene.market(fair.mine, {"iron": 1})
    order = OfferTrade(
        guild=fair.by(fair.mine), target=fair.at(far), offered=("iron",), wanted=("oak",)
    )
    assert [each.outcome for each in fair.scene.plan(order).orders] == ["done"]
    given = {"guild": str(fair.by(fair.mine)), "target": str(fair.at(far))}
    assert str(fair.at(far)) in fair.scene.offered(OfferTrade, "target", **given)
    assert fair.scene.offered(OfferTrade, "wanted", **given) == ["oak"]
    assert fair.scene.offered(OfferTrade, "offered", **given) == ["iron"]


def test_a_player_is_offered_the_pending_offers_of_own_cities(fair: Fair) -> None:
    offer = offer_of(fair)
    assert fair.scene.offered(WithdrawOffer, "offer") == [str(ref(offer))]
    assert fair.scene.offered(AcceptOffer, "offer") == []


def test_an_order_of_trade_is_written_with_the_names_of_cities(fair: Fair) -> None:
    view = fair.scene.view()
    state = State(fair.scene.rules, view, ForeseeDice())
    state.player = fair.scene.me.id
    order = offering(fair, "iron", "iron")
    assert 'target:"Town 8" offered:iron,iron' in line_of(order, view)
    [again], faults = read(write(queued((order,)), state), fair.scene.rules, state)
    assert faults == []
    assert again.order == order
