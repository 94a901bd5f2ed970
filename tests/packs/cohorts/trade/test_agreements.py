"""Trade: what flows, how agreements come and end, and that the books are always in order."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.campaign import Faction, Player
from engine.dice import ForeseeDice
from engine.events import Level
from engine.orders import Order, Ref
from engine.packs.cohorts.cities.acting import AttractPopulation
from engine.packs.cohorts.cities.villages import RelocateVillage
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.guilds.market import (
    AcceptOffer,
    OfferTrade,
    OpenResource,
    RemoveResource,
    WithdrawOffer,
)
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.ownership import faction_of, player_of, relation
from engine.packs.cohorts.pieces.records import City, Guild, Province, Village
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.trade.access import access, copies, own_use
from engine.packs.cohorts.trade.agreements import AgreementEnded, BreakAgreement
from engine.packs.cohorts.trade.books import (
    Agreement,
    Market,
    Offer,
    agreements_of,
    open_copies,
    received,
    traded_away,
)
from engine.packs.cohorts.trade.ending import ResourceRemoved
from engine.packs.cohorts.trade.negotiating import negotiation_chance, unnegotiable
from engine.packs.cohorts.trade.settling import settle
from engine.state import State
from engine.world import Record
from tests.packs.cohorts.trade.scene import Fair
from tests.rules.adapters.movement import state_of
from tests.rules.adapters.trade import copies_of, town
from tests.rules.scene import CONTENT, Scene, ref


def lose(scene: Scene, city: City, deposits: Mapping[str, int]) -> None:
    """Villages of the city that work these copies are no more."""
    for resource in copies_of(deposits):
        land = scene.world.by(Province, "barony", city.barony)
        spots = [each.id for each in land if resource in each.deposits]
        worked = (scene.world.first(Village, "province", spot) for spot in spots)
        scene.world.remove(next(village for village in worked if village))


def trading(relation: str = "allied", level: int = 5) -> tuple[Fair, Agreement]:
    """I give gold for foxglove."""
    fair = Fair(relation, level=level)
    fair.scene.market(fair.theirs, {})
    return fair, fair.scene.agreement(fair.mine, fair.theirs, {"gold": 1}, {"foxglove": 1})


def breaking(fair: Fair, agreement: Agreement) -> BreakAgreement:
    return BreakAgreement(city=ref(fair.mine), agreement=ref(agreement))


def test_the_other_side_is_told_of_the_break_but_not_of_the_guild() -> None:
    fair, agreement = trading()
    ran = fair.scene.run(breaking(fair, agreement))
    [entry] = [entry for entry in ran.entries if isinstance(entry.event, AgreementEnded)]
    assert entry.for_(fair.scene.ours.id) == entry.event
    assert entry.for_(fair.them.faction) == entry.event.at(Level.TOLD)
    told = entry.for_(fair.them.faction)
    assert told is not None
    assert not told.knows("guild_level")


def test_only_a_party_breaks_an_agreement_and_only_its_own_player() -> None:
    fair, agreement = trading()
    other = town(fair.scene, 4, {})
    order = BreakAgreement(city=ref(other), agreement=ref(agreement))
    assert fair.scene.run(order).code == "not_party"
    mate = fair.scene.someone("teammate")
    assert fair.scene.run(breaking(fair, agreement), player=mate).code == "city_not_controlled"


def test_an_agreement_of_others_is_refused_in_the_words_of_one_that_never_was() -> None:
    fair, agreement = trading()
    stranger = fair.stranger()
    city = town(fair.scene, 4, {}, stranger)
    none = BreakAgreement.model_validate({"city": str(ref(city)), "agreement": "agreement:99"})
    theirs = BreakAgreement(city=ref(city), agreement=ref(agreement))
    told = [fair.scene.run(order, player=stranger).failures[0] for order in (none, theirs)]
    assert {event.code for event in told} == {"not_in_force"}
    assert told[0].says == told[1].says


def test_a_player_is_offered_the_cities_that_trade_and_their_agreements() -> None:
    fair, agreement = trading()
    town(fair.scene, 4, {})
    assert fair.scene.offered(BreakAgreement, "city") == [str(ref(fair.mine))]
    city = {"city": str(ref(fair.mine))}
    assert fair.scene.offered(BreakAgreement, "agreement", **city) == [str(ref(agreement))]


def test_a_plan_breaks_an_agreement_with_a_city_that_is_not_in_view() -> None:
    fair, agreement = trading()
    plan = fair.scene.plan(breaking(fair, agreement))
    assert [each.outcome for each in plan.orders] == ["done"]
    assert plan.world.count(Agreement) == 0


# ---------------------------------------------------------------- what ends them by itself


def test_all_are_told_when_a_lost_deposit_takes_something_off_a_market() -> None:
    fair = Fair()
    fair.stranger()
    fair.scene.market(fair.mine, {"iron": 2})
    lose(fair.scene, fair.mine, {"iron": 2})
    ran = fair.scene.run()
    [entry] = [entry for entry in ran.entries if isinstance(entry.event, ResourceRemoved)]
    assert set(entry.audience) == {faction.id for faction in fair.scene.world.all(Faction)}


def test_a_village_moved_off_a_traded_deposit_breaks_the_agreement_at_once() -> None:
    fair, agreement = trading()
    gold = next(p for p in fair.scene.world.all(Province) if "gold" in p.deposits)
    village = fair.scene.world.first(Village, "province", gold.id)
    assert village
    order = RelocateVillage(
        city=ref(fair.mine), village=ref(village), province=ref(fair.scene.at(6, 0))
    )
    plan = fair.scene.plan(order)
    assert plan.orders[0].outcome == "done"
    assert plan.world.find(Agreement, agreement.id) is None
    ran = fair.scene.run(order)
    [ended] = [entry for entry in ran.entries if isinstance(entry.event, AgreementEnded)]
    assert ended.order == "k1"
    assert fair.scene.gone(agreement)


@pytest.mark.parametrize("heir, kept", [("teammate", True), ("neutral", True), ("at_war", False)])
def test_a_city_that_changes_hands_keeps_its_list_and_its_agreements_but_with_enemies(
    heir: str, kept: bool
) -> None:
    fair, agreement = trading("allied")
    fair.scene.market(fair.theirs, {})
    fair.scene.market(fair.mine, {"iron": 1})
    player = fair.scene.someone(heir)
    if heir == "at_war":
        fair.scene.relation("allied", "at_war", "at_war")
    fair.scene.change(fair.mine, baron=fair.scene.character(fair.mine, player).id)
    fair.scene.run()
    assert fair.scene.gone(agreement) != kept
    assert fair.market(fair.mine).open == {"iron": 1}
    assert fair.guild(fair.mine).level == 5


def test_settling_books_that_are_in_order_changes_nothing() -> None:
    fair, _ = trading()
    fair.scene.market(fair.mine, {"iron": 1})
    state = state_of(fair.scene)
    state.world.settle()
    settle(state)
    assert state.world.changes() == []
    assert state.log.entries == []


def test_on_a_view_the_books_of_others_are_left_alone() -> None:
    fair, _ = trading()
    lose(fair.scene, fair.theirs, {"foxglove": 1})
    view = fair.scene.view()
    state = State(fair.scene.rules, view, ForeseeDice())
    settle(state)
    assert view.count(Agreement) == 1
    known = view.find(City, fair.theirs.id)
    assert known is None or not known.knows("population")


DEPOSITS = {"iron": 2, "gold": 1, "oak": 1}
GOODS = tuple(DEPOSITS)
STANDINGS: tuple[Relationship, ...] = ("allied", "neutral", "at_war")
goods = st.lists(st.sampled_from(GOODS), min_size=1, max_size=2)
Draw = st.DrawFn


def world_of_trade() -> Scene:
    """Two cities of mine and one each of a teammate, an ally and a neutral player, who trade."""
    scene = Scene(7, 10)
    owners = [scene.me, scene.me, *map(scene.someone, ("teammate", "allied", "neutral"))]
    cities = [
        town(scene, 2 * row, DEPOSITS, owner, level=1 + 4 * row) for row, owner in enumerate(owners)
    ]
    for city, other in pairwise(cities):
        scene.market(city, {"iron": 1, "gold": 1})
        scene.agreement(city, other, {"iron": 1}, {"oak": 1})
        scene.offer(city, other, {"gold": 1}, {"iron": 1})
    return scene


def again() -> Scene:
    scene = Scene(7, 10)
    scene.world, scene.ours, scene.me = SCENE.world.fork(), SCENE.ours, SCENE.me
    return scene


SCENE = world_of_trade()


@st.composite
def orders(draw: Draw, scene: Scene, player: int) -> Order:
    """Something of trade that a player may want, of own things as far as there are any."""
    world = scene.world
    city = some(draw, scene, [city for city in world.all(City) if player_of(world, city) == player])
    guild = some(draw, scene, world.by(Guild, "city", city.id), Guild)
    match draw(st.sampled_from(["open", "open", "remove", "offer", "accept", "end", "break"])):
        case "open":
            return OpenResource(guild=guild, resource=draw(st.sampled_from(GOODS)))
        case "remove":
            return RemoveResource(city=city, resource=draw(st.sampled_from(GOODS)))
        case "offer":
            target = some(draw, scene, world.all(Market), Market)
            offered, wanted = (listed(draw, scene, each.id) for each in (city, target))
            return OfferTrade(guild=guild, target=target, offered=offered, wanted=wanted)
        case "break":
            mine = some(draw, scene, agreements_of(world, city.id), Agreement)
            return BreakAgreement(city=city, agreement=mine)
        case "accept":
            mine = [offer for offer in world.all(Offer) if offer.target == city.id]
            return AcceptOffer(offer=some(draw, scene, mine, Offer))
        case _:
            return WithdrawOffer(offer=some(draw, scene, world.all(Offer), Offer))


def some(draw: Draw, scene: Scene, likely: Iterable[Record], cls: type[Record] = City) -> Ref:
    """Mostly one of the likely things, else any of the kind, or one that is not there."""
    found = [ref(each) for each in likely] or [Ref(cls.kind, 99)]
    every = [ref(each) for each in scene.world.all(cls)] or found
    return draw(st.sampled_from(found if draw(st.integers(0, 9)) else every))


def listed(draw: Draw, scene: Scene, city: int) -> tuple[str, ...]:
    """Some of what is open in a city, or of all goods if there is nothing."""
    there = list(open_copies(scene.world, city)) or GOODS
    return tuple(draw(st.lists(st.sampled_from(there), min_size=1, max_size=2)))


@st.composite
def mishaps(draw: Draw, scene: Scene) -> None:
    """A village is razed, a guild lost, a city taken, or two factions stand otherwise."""
    world = scene.world
    match draw(st.sampled_from(["nothing", "nothing", "village", "guild", "city", "relation"])):
        case "village" if world.count(Village):
            world.remove(draw(st.sampled_from(list(world.all(Village)))))
        case "guild" if world.count(Guild):
            world.remove(draw(st.sampled_from(list(world.all(Guild)))))
        case "city":
            city = draw(st.sampled_from(list(world.all(City))))
            player = draw(st.sampled_from(list(world.all(Player))))
            scene.change(city, baron=scene.character(city, player).id)
        case "relation":
            other = draw(st.sampled_from(["allied", "neutral"]))
            standing = draw(st.sampled_from(STANDINGS))
            scene.relation("ours", other, standing)


def judge(scene: Scene) -> None:
    """Everything that must hold of the books at the end of a tick."""
    world, content = scene.world, scene.content
    for city in world.all(City):
        worked = copies(world, content, city)
        own = own_use(world, content, city)
        listed, away = open_copies(world, city.id), traded_away(world, city.id)
        for state in (own, listed, away):
            assert all(count > 0 for count in state.values())
        for resource in GOODS:
            states = [each.get(resource, 0) for each in (own, listed, away)]
            assert sum(states) == worked.get(resource, 0), (city.name, resource, states)
        assert set(access(world, content, city)) == {*own, *received(world, city.id)}
        if listed:
            assert guild_of(world, city, "merchant")
    for agreement in world.all(Agreement):
        one, other = world.get(City, agreement.one), world.get(City, agreement.other)
        assert relation(world, faction_of(world, one), faction_of(world, other)) != "at_war"
        for giver in (one, other):
            for resource, count in agreement.given_by(giver.id).items():
                assert 0 < count <= copies(world, content, giver)[resource]
    for guild in world.all(Guild):
        assert guild.level >= 1
    for offer in world.all(Offer):
        sides = (faction_of(world, world.get(City, id)) for id in (offer.city, offer.target))
        assert relation(world, *sides) == "allied"


@given(st.data())
@pytest.mark.rule("cohorts.order.trade-bookkeeping")
def test_every_copy_is_in_one_state_and_every_agreement_backed_whatever_happens(
    data: st.DataObject,
) -> None:
    scene = again()
    for _ in range(data.draw(st.integers(1, 5))):
        player = data.draw(st.sampled_from(list(scene.world.all(Player))))
        wanted = data.draw(st.lists(orders(scene, player.id), max_size=5))
        data.draw(mishaps(scene))
        ran = scene.run(*wanted, player=player)
        assert not ran.faults, ran.faults[0].traceback
        judge(scene)
        if data.draw(st.booleans()):
            scene.produce(monthly=data.draw(st.booleans()))


@given(st.lists(goods, min_size=1, max_size=4))
def test_nothing_is_gained_or_lost_by_striking_and_breaking(bargains: list[list[str]]) -> None:
    scene = Scene(7, 4)
    one, other = (town(scene, row, DEPOSITS) for row in (0, 2))
    before = [own_use(scene.world, scene.content, city) for city in (one, other)]
    guild = guild_of(scene.world, one, "merchant")
    assert guild
    for bargain in bargains:
        scene.run(*(OpenResource(guild=ref(guild), resource=each) for each in bargain))
        offer = scene.offer(one, other, {each: bargain.count(each) for each in bargain}, {})
        scene.run(AcceptOffer(offer=ref(offer)))
        assert received(scene.world, other.id) == traded_away(scene.world, one.id)
    breaks = [
        BreakAgreement(city=Ref("city", one.id), agreement=ref(each))
        for each in scene.world.all(Agreement)
    ]
    assert len(scene.run(*breaks).events(AgreementEnded)) == len(breaks)
    listed = open_copies(scene.world, one.id)
    removals = [
        RemoveResource(city=ref(one), resource=each) for each, n in listed.items() for _ in range(n)
    ]
    assert not scene.run(*removals).refused
    assert [own_use(scene.world, scene.content, city) for city in (one, other)] == before


def capital(scene: Scene) -> City:
    """My city, the capital of a barony of three and of a territory."""
    territory = scene.territory()
    barony = scene.barony((0, 0), (1, 0), (2, 0))
    scene.change(barony, territory=territory.id)
    city = scene.city(0, 0, scene.me, population={"human": 5000}, actions=2)
    scene.change(territory, capital=city.id)
    return city


def below(scene: Scene, city: City, *deposits: str) -> City:
    """A wild city of the same territory."""
    mine = scene.world.get(Barony, city.barony)
    scene.change(scene.barony((5, 5)), territory=mine.territory)
    scene.province(5, 5, deposits=deposits)
    return scene.city(5, 5)


@pytest.mark.rule("cohorts.world.province-resources")
def test_two_deposits_of_one_resource_are_two_copies(scene: Scene) -> None:
    city = capital(scene)
    scene.province(1, 0, deposits=("oak", "oak"))
    scene.village(1, 0)
    scene.province(0, 0, deposits=("oak", "drake"))
    assert copies(scene.world, scene.content, city) == {"drake": 1, "oak": 3}


def test_a_faction_knows_what_its_capital_draws_from_lands_it_has_never_seen(scene: Scene) -> None:
    city = capital(scene)
    lower = below(scene, city, "wheat")
    view = scene.view()
    assert view.find(City, lower.id) is None
    assert access(view, scene.content, city) == ("wheat",)
    assert access(scene.view(scene.faction("others")), scene.content, city) != ("wheat",)


def test_a_plan_knows_that_an_opened_copy_is_gone_also_from_a_capital(scene: Scene) -> None:
    city = capital(scene)
    below(scene, city, "oak")
    scene.province(0, 0, deposits=("wheat",))
    guild = scene.guild(city, "merchant")
    plan = scene.plan(OpenResource(guild=ref(guild), resource="wheat"))
    assert access(plan.world, scene.content, city) == ("oak",)


def test_a_plan_counts_on_what_a_capital_draws(scene: Scene) -> None:
    city = capital(scene)
    below(scene, city, "wheat")
    plan = scene.plan(AttractPopulation(city=ref(city)))
    assert [planned.outcome for planned in plan.orders] == ["done"]


Worth = Literal["common", "uncommon", "rare"]
BY_WORTH = {each.availability: each.key for each in CONTENT.resources.values()}


def codes(fair: Fair, gives: str = "iron", wants: str = "foxglove") -> list[str]:
    refusals = unnegotiable(state_of(fair.scene), fair.mine, fair.theirs.id, gives, wants)
    return [refusal.code for refusal in refusals]


@pytest.mark.parametrize(
    "gives, wants, factor",
    [
        ("common", "rare", 1),
        ("common", "uncommon", 2),
        ("common", "common", 3),
        ("uncommon", "common", 4),
        ("rare", "common", 5),
        ("rare", "uncommon", 4),
        ("uncommon", "rare", 2),
        ("rare", "rare", 3),
    ],
)
def test_the_less_the_worth_of_what_is_wanted_the_better_the_chance(
    gives: Worth, wants: Worth, factor: int
) -> None:
    goods = BY_WORTH[gives], BY_WORTH[wants]
    assert negotiation_chance(CONTENT, 12, *goods) == 12 * factor


def test_what_is_given_may_be_open_or_in_own_use_but_not_traded_away() -> None:
    fair = Fair("neutral")
    fair.scene.market(fair.mine, {"gold": 1})
    assert codes(fair, "gold") == []
    fair.scene.market(fair.mine, {})
    fair.scene.agreement(fair.mine, fair.theirs, {"gold": 1}, {})
    assert "no_copy_left" in codes(fair, "gold")
    assert codes(fair, "oak") == ["no_copy_left"]


def test_what_is_wanted_must_be_on_the_market_and_what_is_offered_new_to_the_city() -> None:
    fair = Fair("neutral")
    assert codes(fair, "iron", "oak") == ["wanted_not_open"]
    fair.scene.agreement(fair.theirs, fair.mine, {}, {"iron": 1})
    assert codes(fair, "iron") == ["not_allowed"]


def test_an_agent_of_a_banned_guild_cannot_negotiate() -> None:
    fair = Fair("neutral", barred=True)
    assert codes(fair) == ["trade_ban"]
