"""Trade: books, markets, offers, agreements, and what cities have access to by them."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from engine.campaign import Player
from engine.packs.cohorts.cities.acting import AttractPopulation, PeopleAttracted, population_limit
from engine.packs.cohorts.cities.making import MakeEquipment
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.guilds.market import (
    AcceptOffer,
    OfferTrade,
    OpenResource,
    RemoveResource,
    ResourceOpened,
    WithdrawOffer,
)
from engine.packs.cohorts.military.razing import RazeImprovements
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.people import everyone
from engine.packs.cohorts.pieces.records import City, Guild, Province
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.trade.access import access, own_use
from engine.packs.cohorts.trade.agreements import AgreementEnded, BreakAgreement, strike
from engine.packs.cohorts.trade.books import Agreement, Market, Offer, open_copies, received
from engine.packs.cohorts.trade.negotiating import negotiation_chance, unnegotiable
from tests.rules.adapters.cities import by_race, outcome, settled
from tests.rules.adapters.movement import state_of
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import CONTENT, Ran, Scene, ref
from tests.rules.words import MINE, OWN, relation_of

Counts = Mapping[str, int]

# ---------------------------------------------------------------- towns that trade


def town(
    scene: Scene,
    row: int,
    deposits: Counts,
    player: Player | None = None,
    level: int = 5,
    **guild: Any,
) -> City:
    """A city in a barony that fills a row, with a village on each copy and a merchant guild."""
    scene.barony(*((x, row) for x in range(scene.grid.width)))
    city = scene.city(0, row, player or scene.me)
    scene.change(city, name=f"Town {row}", population={"human": 8000}, actions=3)
    for x, resource in enumerate(copies_of(deposits), start=1):
        scene.province(x, row, deposits=(resource,))
        scene.village(x, row, level=4)
    scene.guild(city, "merchant", level, **guild)
    return scene.now(city)


def copies_of(counts: Counts | Iterable[str]) -> list[str]:
    """Each resource as often as it is counted; a list of names is that already."""
    if not isinstance(counts, Mapping):
        return [name.lower() for name in counts]
    return [name for name, count in counts.items() for _ in range(count)]


def tallied(counts: Counts | Iterable[str]) -> dict[str, int]:
    """Counts as a case writes them: by name, or as a list of names."""
    names = copies_of(counts)
    return {name: names.count(name) for name in names}


def together(*counts: Counts) -> dict[str, int]:
    return tallied([name for each in counts for name in copies_of(each)])


def merchants(scene: Scene, city: City) -> Guild:
    guild = guild_of(scene.world, city, "merchant")
    assert guild
    return guild


def named(counts: Counts) -> dict[str, int]:
    return {Name(resource): count for resource, count in counts.items()}


def books(scene: Scene, city: City, shown: Iterable[str] = ()) -> dict[str, object]:
    """The states of a city's copies, and what it can use; of those shown also that none is left."""
    own = own_use(scene.world, scene.content, city)
    return {
        "own_use": named({**dict.fromkeys(shown, 0), **own}),
        "open": named(open_copies(scene.world, city.id)),
        "access": [Name(each) for each in access(scene.world, scene.content, city)],
    }


def after(scene: Scene, city: City, guild: Guild, ran: Ran) -> dict[str, object]:
    """What every order of trade leaves."""
    return {
        **books(scene, city),
        "spent": guild.actions - scene.now(guild).actions,
        **({"fails": ran.code} if ran.refused else {}),
    }


# ---------------------------------------------------------------- the books


@rule("cohorts.order.trade-bookkeeping")
def bookkeeping(given: Given) -> Result:
    """What is traded is agreed upon first; then the city opens some copies, and raiders come."""
    scene = Scene(24, 8)
    taken, got = given.get("traded_away", {}), given.get("received", {})
    city = town(scene, 0, given["deposits"], level=given.get("guild_level", 5), actions=99)
    stands = relation_of(given.get("relation", "allied"))
    friend = scene.someone(OWN if stands in {OWN, MINE} else "allied")  # guilds trade among these
    partner = town(scene, 2, got, friend)
    trade = agreed(scene, city, partner, taken, got) if taken or got else None
    guild = merchants(scene, city)
    for resource in copies_of(given.get("opened", {})):
        assert not scene.run(OpenResource(guild=ref(guild), resource=resource)).refused
    lost = raze(scene, city, given.get("lost_deposits", {}))
    if given.get("guild_lost"):
        scene.world.remove(guild)
    if stands in {"neutral", "at_war"}:
        scene.relation(scene.ours, "allied", cast("Relationship", stands))
    ended = [*lost.events(AgreementEnded), *scene.run().events(AgreementEnded)]
    left = scene.world.find(Guild, guild.id)
    broken = [event for event in ended if event.cause != "war"]
    agreement = "none"
    if trade:
        gone = "broken" if broken else "ended"
        agreement = gone if scene.gone(trade) else "in_force"
    return {
        **books(scene, city, given["deposits"]),
        "agreement": agreement,
        "guild_level": left.level if left else 0,
    }


def agreed(scene: Scene, city: City, partner: City, gives: Counts, takes: Counts) -> Agreement:
    """An agreement of two cities: offered and accepted, or made where one gives nothing."""
    if not (gives and takes):
        return scene.agreement(city, partner, gives, takes)
    market, other = scene.market(city, gives), scene.market(partner, takes)
    guild = merchants(scene, city)
    offer = OfferTrade(
        guild=ref(guild),
        target=ref(other),
        offered=tuple(copies_of(gives)),
        wanted=tuple(copies_of(takes)),
    )
    assert not scene.run(offer).refused
    (pending,) = scene.world.all(Offer)
    owner = scene.world.get(Player, player_of(scene.world, partner))
    assert not scene.run(AcceptOffer(offer=ref(pending)), player=owner).refused
    scene.change(market, open={})
    (made,) = scene.world.all(Agreement)
    return made


def raze(scene: Scene, city: City, deposits: Counts) -> Ran:
    """Enemies raze the villages of the city that work these copies."""
    if not deposits:
        return scene.run()
    foe = scene.someone("at_war")
    spots = [each for each in scene.world.by(Province, "barony", city.barony) if each.deposits]
    orders: list[RazeImprovements] = []
    for resource in copies_of(deposits):
        spot = next(each for each in spots if resource in each.deposits)
        spots.remove(spot)
        stack = scene.stack(spot.x, spot.y, foe)
        scene.unit(stack, foe)
        orders.append(RazeImprovements(stack=ref(stack)))
    ran = scene.run(*orders, player=foe)
    assert not ran.refused
    return ran


# ---------------------------------------------------------------- markets


@rule("cohorts.order.open-resource-for-trade")
def opening(given: Given) -> Result:
    scene = Scene(24, 8)
    got = given.get("received", {})
    city = town(scene, 0, given["deposits"], actions=given.get("guild_actions_left", 1))
    scene.agreement(city, town(scene, 2, got, scene.someone("neutral")), {}, got)
    scene.market(city, given.get("open", {}))
    guild = merchants(scene, city)
    wanted = tuple(given.get("wanted", ()))
    ran = scene.run(OpenResource(guild=ref(guild), resource=given["order"], wanted=wanted))
    told = [entry.audience for entry in ran.entries if isinstance(entry.event, ResourceOpened)]
    everybody = len(list(scene.world.all(type(scene.ours))))
    return {
        **after(scene, city, guild, ran),
        "all_players_notified": any(len(audience) == everybody for audience in told),
    }


@rule("cohorts.order.remove-resource-from-market")
def removing(given: Given) -> Result:
    scene = Scene(24, 8)
    taken, kept = given.get("traded_away", {}), given.get("own_use", {})
    left = given.get("guild_actions_left", 1)
    city = town(scene, 0, together(given["open"], kept, taken), actions=left)
    if taken:
        scene.agreement(city, town(scene, 2, {}, scene.someone("allied")), taken, {})
    scene.market(city, given["open"])
    guild = merchants(scene, city)
    ran = scene.run(RemoveResource(city=ref(city), resource=given["order"]))
    return after(scene, city, guild, ran)


# ---------------------------------------------------------------- offers


def market_town(scene: Scene, row: int, open: Counts, player: Player, **guild: Any) -> City:
    city = town(scene, row, open, player, **guild)
    scene.market(city, open)
    return city


@rule("cohorts.order.offer-trade-agreement")
def offering(given: Given) -> Result:
    scene = Scene(24, 8)
    other = scene.someone(given.get("relation", "allied"))
    bar = {"barred": given.get("trade_ban", False), "actions": given.get("actions_left", 1)}
    city = market_town(scene, 0, given.get("sponsor_open", given["offered"]), scene.me, **bar)
    target = market_town(scene, 2, given.get("target_open", given["wanted"]), other)
    if not given.get("target_guild", True):
        scene.world.remove(merchants(scene, target))
    for _ in range(given.get("pending", 0)):
        scene.offer(city, target, given["offered"], given["wanted"])
    before = scene.world.count(Offer)
    guild = merchants(scene, city)
    ran = scene.give(
        OfferTrade,
        guild=ref(guild),
        target=ref(scene.world.get(Market, target.id)),
        offered=copies_of(given["offered"]),
        wanted=copies_of(given["wanted"]),
    )
    pending = scene.world.count(Offer) > before
    return {**after(scene, city, guild, ran), "offer": "pending" if pending else "none"}


@rule("cohorts.order.withdraw-trade-offer")
def withdrawing(given: Given) -> Result:
    scene = Scene(24, 8)
    mine = given["by"] == "offering_city"
    sides = (scene.me, scene.someone("allied"))
    sender, receiver = sides if mine else sides[::-1]
    city = market_town(scene, 0, {"iron": 1}, sender)
    target = market_town(scene, 2, {"foxglove": 1}, receiver)
    offer = scene.offer(city, target, {"iron": 1}, {"foxglove": 1})
    if not given["pending_offer"]:
        scene.world.remove(offer)
    guild = merchants(scene, city if mine else target)
    ran = scene.run(WithdrawOffer(offer=ref(offer)))
    return {**after(scene, city, guild, ran), "pending_offer": not scene.gone(offer)}


@rule("cohorts.order.accept-offer-for-trade")
def accepting(given: Given) -> Result:
    scene = Scene(24, 8)
    gives, wants = given["offer"]["gives"], given["offer"]["wants"]
    relation = given.get("relation", "allied")
    bar = {"barred": given.get("trade_ban", False), "actions": given.get("actions_left", 1)}
    city = market_town(scene, 0, given.get("accepting_open", wants), scene.me, **bar)
    sender = market_town(scene, 2, given.get("offering_open", gives), scene.someone(relation))
    guild = merchants(scene, city)
    if not given.get("accepting_guild", True):
        scene.world.remove(guild)
    offer = scene.offer(sender, city, gives, wants)
    ran = scene.run(AcceptOffer(offer=ref(offer)))
    found = {
        "agreement": scene.world.count(Agreement) == 1,
        "offer": "none" if scene.gone(offer) else "pending",
        "offering_open": named(open_copies(scene.world, sender.id)),
        "accepting_open": named(open_copies(scene.world, city.id)),
        "offering_gains": [Name(each) for each in received(scene.world, sender.id)],
        "accepting_gains": [Name(each) for each in received(scene.world, city.id)],
        "spent": guild.actions - scene.now(guild).actions if not scene.gone(guild) else 0,
    }
    if ran.refused:
        # Of a wrong relation the rulebook says only that the order fails.
        found["fails"] = ran.code if ran.code != "relation" else True
    return found


# ---------------------------------------------------------------- agreements


@rule("cohorts.order.break-trade-agreement")
def breaking(given: Given) -> Result:
    scene = Scene(24, 8)
    ally = scene.someone("allied")
    city = market_town(scene, 0, {"iron": 2}, scene.me, level=given.get("guild_level", 5))
    other = market_town(scene, 2, {"foxglove": 1}, ally, level=given.get("other_guild_level", 5))
    scene.market(city, {"iron": 1})
    scene.market(other, {})
    trade = scene.agreement(city, other, {"iron": 1}, {"foxglove": 1})
    guild, theirs = merchants(scene, city), merchants(scene, other)
    if given.get("agreement") == "already_broken":
        scene.world.remove(trade)
    by = given.get("broken_by", "sponsor")
    ran = ended(scene, given.get("cause", "broken"), city if by == "sponsor" else other, trade)
    loss = theirs.level - scene.now(theirs).level
    spent = guild.actions - scene.now(guild).actions
    found = {
        "guild_level": scene.now(guild).level,
        "other_guild_loss": loss,
        "spent": spent,
        "agreement": "ended" if scene.gone(trade) else "in_force",
        "broken": scene.gone(trade),
        **({"fails": ran.code} if ran.refused else {}),
    }
    if given.get("then") == "monthly production":
        scene.produce(monthly=True)
    scene.market(other, {"foxglove": 1})
    target = ref(scene.world.get(Market, other.id))
    offer = scene.run(
        OfferTrade(guild=ref(guild), target=target, offered=("iron",), wanted=("foxglove",))
    )
    return {**found, "new_agreements_until_monthly_production": offer.code != "trade_ban"}


def ended(scene: Scene, cause: str, city: City, trade: Agreement) -> Ran:
    """A run day in which a city breaks an agreement, or something else does."""
    match cause:
        case "war":
            scene.relation(scene.ours, "allied", "at_war")
        case "village_on_traded_deposit_destroyed":
            return raze(scene, city, {"iron": 2})
        case _:
            order = BreakAgreement(city=ref(city), agreement=ref(trade))
            return scene.run(order, player=scene.world.get(Player, player_of(scene.world, city)))
    return scene.run()


@rule("cohorts.agent.trade-agreement-effect")
def effect(given: Given) -> Result:
    if "level" in given:
        goods = given["with"].lower(), given["for"].lower()
        return {"chance": negotiation_chance(CONTENT, given["level"], *goods)}
    scene = Scene(24, 8)
    gives = given.get("southvale_gives", "gold").lower()
    takes = given.get("northland_gives", "foxglove").lower()
    south = market_town(scene, 0, {gives: 1}, scene.me)
    north = market_town(scene, 2, {takes: 1}, scene.someone("neutral"))
    trade = strike(state_of(scene), south.id, north.id, {gives: 1}, {takes: 1})
    if "event" in given:
        assert given["event"].startswith("war ")
        scene.relation(scene.ours, "neutral", "at_war")
    scene.run()
    guilds = [merchants(scene, city) for city in (south, north)]
    return {
        "southvale_access": books(scene, south)["access"],
        "northland_access": books(scene, north)["access"],
        "agreement": not scene.gone(trade),
        "penalty": any(guild.level < 5 or guild.barred for guild in guilds),
    }


@rule("cohorts.agent.trade-relations")
def negotiating(given: Given) -> Result:
    scene = Scene(24, 8)
    city = market_town(scene, 0, {"gold": 1}, scene.me)
    target = market_town(scene, 2, {"foxglove": 1}, scene.someone(given["relation"]))
    refusals = list(unnegotiable(state_of(scene), city, target.id, "gold", "foxglove"))
    if refusals:
        return {"negotiation": False, "result": "refused", "reason": refusals[0].code}
    return {"negotiation": True, "result": "done"}


# ---------------------------------------------------------------- capitals


@rule("cohorts.guild.merchant")
def merchant(given: Given) -> Result:
    scene = Scene(24, 12)
    up = given.get("subject_receives_by_trade", "")
    down = given.get("territory_capital_receives_by_trade", "")
    kingdom = scene.kingdom()
    territory = scene.territory(kingdom)
    capital = town(scene, 0, tallied(given.get("own_deposits", ())))
    king = town(scene, 2, {}, scene.someone("teammate"))
    subject = town(scene, 4, tallied(given.get("access_from_below", ())), scene.someone("neutral"))
    far = scene.territory(kingdom)
    for city, land in ((capital, territory), (subject, territory), (king, far)):
        scene.change(scene.world.get(Barony, city.barony), territory=land.id)
    if given.get("territory_capital", True):
        scene.change(territory, capital=capital.id)
    scene.change(kingdom, capital=king.id)
    got = tallied(given.get("received_by_trade", ()))
    for row, (city, goods) in enumerate(
        (
            (capital, got),
            (subject, tallied([up] if up else ())),
            (capital, tallied([down] if down else ())),
        )
    ):
        seller = town(scene, 6 + row, goods, scene.someone("neutral"))
        scene.agreement(city, seller, {}, goods)

    def has(city: City, resource: str) -> bool:
        return resource.lower() in access(scene.world, scene.content, city)

    ran = scene.run(
        OpenResource(guild=ref(merchants(scene, capital)), resource=given.get("offers", "none"))
    )
    return {
        "allowed": not ran.refused,
        "territory_capital_has_access": has(capital, up or down),
        "kingdom_capital_has_access": has(king, up or down),
        "subject_has_access": has(subject, up or down),
    }


# ---------------------------------------------------------------- access


@rule("cohorts.city.resource-access")
def having(given: Given) -> Result:
    scene = Scene(24, 8)
    taken, got = given.get("traded_away", {}), given.get("received_by_trade", {})
    city = town(scene, 0, given.get("own_copies", {}))
    scene.agreement(city, town(scene, 2, got, scene.someone("allied")), taken, got)
    scene.market(city, given.get("open_for_trade", {}))
    scene.items(city, human_recruits=100)
    scene.change(city, improvements={"smithy": 1})
    for _ in range(given.get("equipment_orders_using_oak_this_turn", 0)):
        assert not scene.run(MakeEquipment(city=ref(city), item="spear", number=1)).refused
    found = books(scene, city)["access"]
    guild = merchants(scene, city)
    can_open = [
        Name(resource)
        for resource in access(scene.world, scene.content, city)
        if not scene.run(OpenResource(guild=ref(guild), resource=resource)).refused
    ]
    return {"access": found, "can_open_for_trade": can_open}


# ---------------------------------------------------------------- people and food


@rule("cohorts.city.population-limit")
def limit(given: Given) -> Result:
    scene = Scene(24, 8)
    worked = ["wheat"] * given.get("cultivated_food_deposits", 0) + list(
        given.get("worked_food", ())
    )
    taken, got = (tallied(given.get(key, ())) for key in ("traded_away", "food_received_by_trade"))
    city = town(scene, 0, tallied(worked))
    scene.agreement(city, town(scene, 2, got, scene.someone("allied")), taken, got)
    scene.market(city, tallied(given.get("open_for_trade", ())))
    lower = town(scene, 4, tallied(given.get("food_from_below", ())))
    territory = scene.territory()
    for each in (city, lower):
        scene.change(scene.world.get(Barony, each.barony), territory=territory.id)
    scene.change(territory, capital=city.id)
    return {"limit": population_limit(scene.world, scene.content, city)}


@rule("cohorts.order.attract-population")
def attracting(given: Given) -> Result:
    only_traded = given.get("foods_received_by_trade_only", False)
    scene, city = settled(given, worked=not only_traded)
    if only_traded:
        foods = tallied(given["foods"])
        scene.agreement(city, town(scene, 6, foods, scene.someone("allied")), {}, foods)
    ran = scene.run(*[AttractPopulation(city=ref(city))] * given.get("orders", 1))
    growths = [event.growth for event in ran.events(PeopleAttracted)]
    people = everyone(city)
    each = [sum(growth.values()) for growth in growths]
    return {
        **outcome(scene, city, ran),
        "growth": by_race(growths[0] if growths else {}, people),
        "growth_each": each,
    }
