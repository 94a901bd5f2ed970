"""Trade between cities: what they have, what is open for trade, agreements, the books of it.

It stands on `pieces` alone, as what a city has access to is asked by almost everything. The orders
that merchants' guilds carry out are in `guilds`, those of merchant agents in `agents`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.trade import access, agreements, books, ending, settling

CHAPTER: Final = Chapter(
    records=(
        access.Tribute,
        books.Market,
        books.Offer,
        books.Agreement,
    ),
    events=(
        ending.ResourceRemoved,
        settling.MarketClosed,
        ending.OfferEnded,
        agreements.AgreementStruck,
        agreements.AgreementEnded,
    ),
    orders=(agreements.BreakAgreement,),
)
