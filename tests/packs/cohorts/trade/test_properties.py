"""Whatever is ordered and whatever is lost, the books of trade are in order after every tick."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.campaign import Player
from engine.orders import Order, Ref
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
from engine.packs.cohorts.pieces.records import City, Guild, Village
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
from engine.world import Record
from tests.rules.adapters.trade import town
from tests.rules.scene import Scene, ref

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
