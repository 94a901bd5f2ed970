"""Lines about trade: what is open for it, offers and agreements."""

from collections.abc import Mapping, Sequence

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import ELSEWHERE, NEEDS, PLAIN, News, routine
from bot.faces.words.telling import Lines
from bot.faces.words.text import counted, listed, number, word
from engine.packs.cohorts.guilds.market import ResourceOpened, TradeOffered
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.trade.agreements import AgreementEnded, AgreementStruck
from engine.packs.cohorts.trade.ending import OfferEnded, ResourceRemoved
from engine.packs.cohorts.trade.settling import MarketClosed

LINES = Lines()

_Market = ResourceOpened | ResourceRemoved | MarketClosed
_MARKETS = 4
"""Cities that a week's line names; of more it tells the number."""
_OFF_THE_TABLE = {
    "withdrawn": ("was withdrawn", "be withdrawn"),
    "declined": ("was declined", "be declined"),
    "lapsed": ("lapsed, as the two could no longer trade so", "lapse"),
}


def _market(event: _Market, names: CohortsNames) -> News:
    return routine("market opened", "markets opened") if _concerns(event, names) else ELSEWHERE


def _concerns(event: _Market, names: CohortsNames) -> bool:
    return names.reader in (0, event.faction)


def _markets(events: Sequence[_Market], names: CohortsNames) -> str:
    """What cities opened for trade in a week, the markets that closed, in one line."""
    opened: dict[str, dict[str, None]] = {}
    closed: dict[str, None] = {}
    for event in events:
        city = names.show(event.name)
        match event:
            case ResourceOpened():
                opened.setdefault(city, {})[word(event.resource)] = None
            case ResourceRemoved():
                opened.get(city, {}).pop(word(event.resource), None)
            case MarketClosed():
                opened.pop(city, None)
                closed[city] = None
    told = [f"{city} ({', '.join(goods)})" for city, goods in opened.items() if goods]
    parts = [f"new at {listed(told, most=_MARKETS)}"] if told else []
    parts += [f"closed at {listed(closed)}"] if closed else []
    return f"Markets: {'; '.join(parts)}." if parts else ""


@LINES.of(ResourceOpened, _market, herald=_markets)
def _(event: ResourceOpened, names: CohortsNames) -> str:
    told = f"{_city(event, names)} {names.did('opened', 'open')} {word(event.resource)} for trade"
    if event.open > 1:
        told += f", now {event.open} copies of it"
    if not event.wanted:
        return f"{told}."
    wanted = listed(word(each) for each in event.wanted)
    return f"{told} and {names.did('asked', 'ask')} for {wanted} in return."


@LINES.of(ResourceRemoved, _market, herald=_markets)
def _(event: ResourceRemoved, names: CohortsNames) -> str:
    left = f"{number(event.open, 'copy', 'copies')} still open" if event.open else "none left"
    took = names.did("took", "take")
    return f"{_city(event, names)} {took} {word(event.resource)} off its market ({left})."


def _closed(event: MarketClosed, names: CohortsNames) -> News:
    return NEEDS if _concerns(event, names) else ELSEWHERE


@LINES.of(MarketClosed, _closed, herald=_markets)
def _(event: MarketClosed, names: CohortsNames) -> str:
    return f"{_city(event, names)} closed its market for want of a merchant guild."


def _offered(event: TradeOffered, names: CohortsNames) -> News:
    """It asks something of who rules the city that may accept."""
    asked = (city for city in names.world.all(City) if city.name == event.target)
    return NEEDS if any(names.own(city.place) for city in asked) else PLAIN


@LINES.of(TradeOffered, _offered)
def _(event: TradeOffered, names: CohortsNames) -> str:
    return (
        f"{names.show(event.city)} {names.did('offered', 'offer')} {names.show(event.target)} a "
        f"trade agreement: "
        f"{_terms(event.offered, event.wanted)}."
    )


@LINES.of(OfferEnded)
def _(event: OfferEnded, names: CohortsNames) -> str:
    return (
        f"The offer of {names.show(event.city)} to {names.show(event.target)} "
        f"({_terms(event.offered, event.wanted)}) {names.did(*_OFF_THE_TABLE[event.how])}."
    )


@LINES.of(AgreementStruck)
def _(event: AgreementStruck, names: CohortsNames) -> str:
    return (
        f"{names.show(event.one)} and {names.show(event.other)} {names.did('agreed', 'agree')} to "
        "trade: "
        f"{_terms(event.gives, event.takes)}."
    )


@LINES.of(AgreementEnded, NEEDS)
def _(event: AgreementEnded, names: CohortsNames) -> str:
    breaker = names.show(event.breaker)
    why = {
        "broken": f"{breaker} broke the agreement",
        "unsupplied": f"{breaker} could no longer supply its part",
        "war": "they were at war",
    }[event.cause]
    told = (
        f"{names.show(event.one)} and {names.show(event.other)} {names.did('ended', 'end')} their "
        f"trade of {_terms(event.gives, event.takes)}: {why}."
    )
    if event.knows("guild_level") and event.guild_level:
        told += f" Its merchant guild fell to level {event.guild_level}"
        barred = event.knows("barred") and event.barred
        told += ", with no agreement allowed for the rest of the month." if barred else "."
    return told


def _city(event: _Market, names: CohortsNames) -> str:
    whose = f" of {names.faction(event.faction)}" if event.faction else ""
    return f"{names.show(event.name)}{whose}"


def _terms(given: Mapping[str, int], wanted: Mapping[str, int]) -> str:
    return f"{counted(given)} for {counted(wanted)}"
