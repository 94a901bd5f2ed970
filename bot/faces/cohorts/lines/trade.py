"""Lines about trade: what is open for it, offers and agreements."""

from collections.abc import Mapping

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import counted, listed, number, word
from engine.packs.cohorts.guilds.market import ResourceOpened
from engine.packs.cohorts.guilds.offers import TradeOffered
from engine.packs.cohorts.trade.agreements import AgreementEnded, AgreementStruck
from engine.packs.cohorts.trade.ending import OfferEnded, ResourceRemoved
from engine.packs.cohorts.trade.settling import MarketClosed

LINES = Lines()

_OFF_THE_TABLE = {
    "withdrawn": "is withdrawn",
    "declined": "is declined",
    "lapsed": "lapses, as the two can no longer trade so",
}


@LINES.of(ResourceOpened, herald=True)
def _(event: ResourceOpened, names: CohortsNames) -> str:
    told = (
        f"{_city(event, names)} opens {word(event.resource)} for trade "
        f"({number(event.open, 'copy', 'copies')} open now)"
    )
    if not event.wanted:
        return f"{told}."
    return f"{told}, and would like {listed(word(each) for each in event.wanted)} in return."


@LINES.of(ResourceRemoved, herald=True)
def _(event: ResourceRemoved, names: CohortsNames) -> str:
    left = f"{number(event.open, 'copy', 'copies')} still open" if event.open else "none left"
    return f"{_city(event, names)} takes {word(event.resource)} off its market ({left})."


@LINES.of(MarketClosed, herald=True)
def _(event: MarketClosed, names: CohortsNames) -> str:
    return f"{_city(event, names)} has no merchant guild any more, and its market closes."


@LINES.of(TradeOffered)
def _(event: TradeOffered, names: CohortsNames) -> str:
    return (
        f"{names.show(event.city)} offers {names.show(event.target)} a trade agreement: "
        f"{_terms(event.offered, event.wanted)}."
    )


@LINES.of(OfferEnded)
def _(event: OfferEnded, names: CohortsNames) -> str:
    return (
        f"The offer of {names.show(event.city)} to {names.show(event.target)} "
        f"({_terms(event.offered, event.wanted)}) {_OFF_THE_TABLE[event.how]}."
    )


@LINES.of(AgreementStruck)
def _(event: AgreementStruck, names: CohortsNames) -> str:
    return (
        f"{names.show(event.one)} and {names.show(event.other)} trade from now on: "
        f"{_terms(event.gives, event.takes)}."
    )


@LINES.of(AgreementEnded)
def _(event: AgreementEnded, names: CohortsNames) -> str:
    breaker = names.show(event.breaker)
    why = {
        "broken": f"{breaker} breaks the agreement",
        "unsupplied": f"{breaker} can no longer supply its part",
        "war": "they are at war",
    }[event.cause]
    told = (
        f"{names.show(event.one)} and {names.show(event.other)} no longer trade "
        f"{_terms(event.gives, event.takes)}: {why}."
    )
    if event.knows("guild_level") and event.guild_level:
        told += f" Its merchant guild has level {event.guild_level} now"
        barred = event.knows("barred") and event.barred
        told += ", and may strike no agreement for the rest of the month." if barred else "."
    return told


def _city(event: ResourceOpened | ResourceRemoved | MarketClosed, names: CohortsNames) -> str:
    whose = f" of {names.faction(event.faction)}" if event.faction else ""
    return f"{names.show(event.name)}{whose}"


def _terms(given: Mapping[str, int], wanted: Mapping[str, int]) -> str:
    return f"{counted(given)} for {counted(wanted)}"
