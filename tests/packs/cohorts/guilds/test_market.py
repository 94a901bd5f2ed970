"""What merchant guilds put on the market and offer one another."""

import pytest

from engine.campaign import Faction
from engine.packs.cohorts.guilds.market import (
    AcceptOffer,
    OfferTrade,
    OpenResource,
    RemoveResource,
    ResourceOpened,
    TradeOffered,
    WithdrawOffer,
)
from engine.packs.cohorts.pieces.records import City, Province
from engine.packs.cohorts.trade.books import Market, Offer
from engine.packs.cohorts.trade.ending import OfferEnded
from engine.packs.cohorts.trade.settling import MarketClosed
from engine.sheet import line_of, read, write
from tests.packs.cohorts.trade.scene import Fair
from tests.rules.adapters.trade import market_town
from tests.rules.scene import Ran, queued, ref


def test_an_opened_copy_is_no_longer_there_to_use_but_others_of_it_are(fair: Fair) -> None:
    guild = fair.by(fair.mine)
    fair.scene.run(
        OpenResource(guild=guild, resource="Iron"), OpenResource(guild=guild, resource="gold")
    )
    assert fair.market(fair.mine).open == {"gold": 1, "iron": 1}
    assert fair.own(fair.mine) == {"iron": 1}
    assert fair.access(fair.mine) == ("iron",)


def test_opening_and_removing_use_no_action_also_after_the_guild_has_acted() -> None:
    fair = Fair(actions=0)
    open_iron = OpenResource(guild=fair.by(fair.mine), resource="iron")
    remove = RemoveResource(city=ref(fair.mine), resource="iron")
    assert not fair.scene.run(open_iron, remove).refused
    assert fair.own(fair.mine) == {"gold": 1, "iron": 2}


def test_a_copy_removed_leaves_the_note_until_nothing_is_open(fair: Fair) -> None:
    wanted = ("Spider Wart", "foxglove", "foxglove")
    iron = OpenResource(guild=fair.by(fair.mine), resource="iron", wanted=wanted)
    again = OpenResource(guild=fair.by(fair.mine), resource="iron")
    fair.scene.run(iron, again)
    assert fair.market(fair.mine).wanted == ("spider_wart", "foxglove")
    remove = RemoveResource(city=ref(fair.mine), resource="iron")
    fair.scene.run(remove)
    assert fair.market(fair.mine).wanted == ("spider_wart", "foxglove")
    fair.scene.run(remove)
    assert fair.market(fair.mine).wanted == ()
    assert fair.scene.run(remove).code == "not_open"


def test_a_note_names_resources_and_nothing_else(fair: Fair) -> None:
    ran = fair.scene.run(
        OpenResource(guild=fair.by(fair.mine), resource="iron", wanted=("meet me at dawn",))
    )
    assert ran.code == "bad_target"


def test_everybody_hears_of_a_market_but_not_where_the_city_lies(fair: Fair) -> None:
    stranger = fair.stranger()
    ran = fair.scene.run(OpenResource(guild=fair.by(fair.mine), resource="gold"))
    [event] = ran.events(ResourceOpened)
    assert (event.name, event.open) == ("Town 0", 1)
    view = fair.scene.view(fair.scene.world.get(Faction, stranger.faction))
    market = view.get(Market, fair.mine.id)
    assert (market.name, market.faction) == ("Town 0", fair.scene.ours.id)
    assert market.open == {"gold": 1}
    assert view.find(City, fair.mine.id) is None
    assert view.find(Province, fair.mine.province) is None


def test_a_city_that_loses_its_guild_loses_its_market_and_has_its_copies_back(fair: Fair) -> None:
    fair.scene.run(OpenResource(guild=fair.by(fair.mine), resource="gold"))
    fair.scene.world.remove(fair.guild(fair.mine))
    ran = fair.scene.run()
    [closed] = [entry for entry in ran.entries if isinstance(entry.event, MarketClosed)]
    assert set(closed.audience) == {faction.id for faction in fair.scene.world.all(Faction)}
    assert fair.scene.world.find(Market, fair.mine.id) is None
    assert fair.own(fair.mine) == {"gold": 1, "iron": 2}


def test_a_player_is_offered_own_copies_to_open_and_open_ones_to_remove(fair: Fair) -> None:
    guild, city = str(fair.by(fair.mine)), str(ref(fair.mine))
    fair.scene.run(OpenResource(guild=fair.by(fair.mine), resource="gold"))
    assert fair.scene.offered(OpenResource, "resource", guild=guild) == ["iron"]
    assert fair.scene.offered(RemoveResource, "resource", city=city) == ["gold"]
    assert "foxglove" in fair.scene.offered(OpenResource, "wanted")


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
    state = fair.scene.planning(view)
    order = offering(fair, "iron", "iron")
    assert 'target:"Town 8" offered:iron,iron' in line_of(order, view)
    [again], faults = read(write(queued((order,)), state), fair.scene.rules, state)
    assert faults == []
    assert again.order == order
