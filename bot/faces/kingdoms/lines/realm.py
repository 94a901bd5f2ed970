"""Lines about kingdoms: who rules, what they own, what they earn and pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import starmap
from typing import Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.kingdoms.terms import TIES, times
from bot.faces.words.news import (
    ENDED,
    GAINED,
    LOST,
    NEEDS,
    PEOPLE,
    PLAIN,
    News,
    headline,
    routine,
)
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number
from engine.packs.kingdoms.crowns.ending import KingdomFell
from engine.packs.kingdoms.crowns.growing import ArmyChanged, ArmySettled
from engine.packs.kingdoms.crowns.honours import OfficeHeld, OfficesGiven
from engine.packs.kingdoms.crowns.joining import KingdomJoined, KingdomLeft
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken
from engine.packs.kingdoms.crowns.paying import ArmyUnpaid, PayTaken, TaxesCame
from engine.packs.kingdoms.crowns.raiding import ProvinceRaided
from engine.packs.kingdoms.crowns.ranks import Rank, RanksCounted
from engine.packs.kingdoms.crowns.ventures.burying import ArmyBuried
from engine.packs.kingdoms.crowns.ventures.ruling import ArmyDisbanded, TributePaid
from engine.packs.kingdoms.pieces.records import Site
from engine.seat_transfer import SeatTaken

LINES: Final = Lines()
_PLACES: Final = ("", "first", "second", "third")
_FALL: Final = replace(LOST, weight=11)
"""Of a whole kingdom, before the death of its King."""
_TOLD: Final = 3
"""The ranks that are told; all stand in the standings."""


def _joined(event: KingdomJoined, names: KingdomsNames) -> News:
    return headline(
        PEOPLE, f"{names.show(event.king)} on the throne of {names.show(event.kingdom)}"
    )


@LINES.of(KingdomJoined, _joined, herald=True)
def _(event: KingdomJoined, names: KingdomsNames) -> str:
    came = f"{names.show(event.king)}, {event.race} and {event.alignment}, came to the throne"
    home = f" at {names.holding(event.home)}" if event.knows("home") else ""
    return f"{came} of {names.show(event.kingdom)}{home}, led by {names.show(event.name)}."


def _left(event: KingdomLeft, names: KingdomsNames) -> News:
    return headline(PEOPLE, f"nobody leads {names.show(event.kingdom)} any more")


@LINES.of(KingdomLeft, _left, herald=True)
def _(event: KingdomLeft, names: KingdomsNames) -> str:
    who, what = names.show(event.name), names.show(event.kingdom)
    return f"{who} gave up {what}, which stayed in the world without orders."


def _taken_over(event: SeatTaken, names: KingdomsNames) -> News:
    return headline(PEOPLE, f"{names.show(event.name)} took over from {names.show(event.before)}")


@LINES.of(SeatTaken, _taken_over, herald=True)
def _(event: SeatTaken, names: KingdomsNames) -> str:
    who, whom = names.show(event.name), names.show(event.before)
    if event.name == event.before:
        return f"{who} came back to the throne that stood empty."
    return f"{who} took over the kingdom of {whom}."


def _fell(event: KingdomFell, names: KingdomsNames) -> News:
    sign = PEOPLE if names.reader else _FALL
    return headline(ENDED if names.own(event.crown) else sign, f"{names.show(event.name)} fell")


@LINES.of(KingdomFell, _fell, herald=True)
def _(event: KingdomFell, names: KingdomsNames) -> str:
    king = f", and {names.show(event.king)} died with it" if event.king else ""
    return (
        f"{names.show(event.name)} fell{king}. Its provinces were nobody's, its armies mercenaries."
    )


def _taken(event: ProvinceTaken, names: KingdomsNames) -> News:
    if names.own(event.crown):
        return headline(GAINED, names.holding(event.holding))
    if names.own(event.before):
        return headline(LOST, names.holding(event.holding), vain=True)
    return PLAIN


@LINES.of(ProvinceTaken, _taken)
def _(event: ProvinceTaken, names: KingdomsNames) -> str:
    before = f" from {names.crown(event.before)}" if event.before else ", which was independent"
    took = names.did("took", "take")
    return f"{names.crown(event.crown)} {took} {names.holding(event.holding)}{before}."


@LINES.of(ProvinceRaided)
def _(event: ProvinceRaided, names: KingdomsNames) -> str:
    where = names.holding(event.holding)
    site = names.world.find(Site, event.site)
    of = f" of {names.feature(site)}" if site else ""
    return f"The {names.being(event.being)}{of} raided {where}, which paid half of its taxes."


@LINES.of(TributePaid)
def _(event: TributePaid, names: KingdomsNames) -> str:
    paid = f"{names.crown(event.crown)} {names.did('paid', 'pay')} {event.gold} gold"
    return f"{paid} to {names.guardian(event.site)} of {names.site(event.site)}, and was at peace."


# ---------------------------------------------------------------- gold


@LINES.of(TaxesCame, routine("income", "incomes"))
def _(event: TaxesCame, names: KingdomsNames) -> str:
    more = f", inventions {event.inventions} more" if event.inventions else ""
    return (
        f"Provinces paid {names.crown(event.crown)} {event.taxes} gold{more};"
        f" the treasury held {event.treasury}."
    )


def _paid(event: PayTaken, names: KingdomsNames) -> News:
    unpaid = event.unpaid_heroes or event.unpaid_armies
    return NEEDS if unpaid else routine("pay", "pays")


@LINES.of(PayTaken, _paid)
def _(event: PayTaken, names: KingdomsNames) -> str:
    paid = [
        f"{gold} gold to {whom}"
        for gold, whom in ((event.heroes, "heroes"), (event.armies, "armies"))
        if gold
    ]
    told = f"{names.crown(event.crown)} paid {listed(paid)}; the treasury held {event.treasury}."
    short: list[str] = []
    if event.unpaid_heroes:
        short.append(names.rulers(event.unpaid_heroes))
    if event.unpaid_armies:
        short.append(number(len(event.unpaid_armies), "army", "armies"))
    return f"{told} There was no gold for {listed(short)}." if short else told


def _unpaid(event: ArmyUnpaid, names: KingdomsNames) -> News:
    where = names.holding(event.holding)
    return headline(LOST, f"unpaid {names.army_type(event.type)} at {where}")


@LINES.of(ArmyUnpaid, lambda event, names: _unpaid(event, names) if event.disbanded else PLAIN)
def _(event: ArmyUnpaid, names: KingdomsNames) -> str:
    who = f"{names.an_army(event.type)} at {names.holding(event.holding)}"
    if event.disbanded:
        return f"Unpaid, {who} disbanded."
    return f"Unpaid, {who} became {names.quality(event.quality)}."


# ---------------------------------------------------------------- armies


@LINES.of(ArmyDisbanded)
def _(event: ArmyDisbanded, names: KingdomsNames) -> str:
    who = f"{names.an_army(event.type)} at {names.holding(event.holding)}"
    return f"{names.crown(event.crown)} {names.did('disbanded', 'disband')} {who}."


@LINES.of(ArmyBuried)
def _(event: ArmyBuried, names: KingdomsNames) -> str:
    where = names.holding(event.holding)
    return f"Nobody Undead led {names.an_army(event.type)} at {where}: the dead lay down again."


def _settled(events: Sequence[ArmySettled], names: KingdomsNames) -> Iterator[str]:
    """All armies that settled, by their types and where each stood."""
    where: dict[str, list[str]] = {}
    for event in events:
        where.setdefault(names.army_type(event.type), []).append(names.holding(event.holding))
    told = "; ".join(
        f"{type} at {listed(starmap(times, Counter(spots).items()), most=len(spots))}"
        for type, spots in where.items()
    )
    yield f"{number(len(events), 'army', 'armies')}, Green so far, became Average: {told}."


@LINES.of(ArmySettled, routine("Green army settled", "Green armies settled"), together=_settled)
def _(event: ArmySettled, names: KingdomsNames) -> str:
    where = names.holding(event.holding)
    return f"{names.an_army(event.type)} at {where}, Green so far, became Average."


@LINES.of(ArmyChanged)
def _(event: ArmyChanged, names: KingdomsNames) -> str:
    was, where = names.an_army(event.before), names.holding(event.holding)
    return f"Bitten in battle, {was} at {where} became {names.army_type(event.type)}."


# ---------------------------------------------------------------- offices


@LINES.of(RanksCounted, routine("count of ranks", "counts of ranks"))
def _(event: RanksCounted, names: KingdomsNames) -> str:
    ranked = [rank for rank in event.ranks if 0 < rank.place <= _TOLD and rank.merit > 0]
    if not ranked:
        return f"{names.crown(event.crown)} was among the first {_TOLD} for no office."
    by_place: dict[int, list[str]] = {}
    for rank in sorted(ranked, key=lambda rank: rank.place):
        by_place.setdefault(rank.place, []).append(_ranked(rank, names))
    told = "; ".join(
        f"{_PLACES[place]} for {listed(offices, most=len(offices))}"
        for place, offices in by_place.items()
    )
    return f"{names.crown(event.crown)} stood {told}."


def _given(event: OfficesGiven, names: KingdomsNames) -> News:
    return headline(ENDED, "the imperial offices were given")


@LINES.of(OfficesGiven, _given, herald=True)
def _(event: OfficesGiven, names: KingdomsNames) -> str:
    held: dict[str, list[str]] = {}
    for each in event.offices:
        who = "Vacant"
        for claim in each.holder:
            who = f"**{names.show(claim.name or claim.kingdom)}**"
            who += f" of {names.show(claim.kingdom)}" if claim.name else ""
        held.setdefault(who, []).append(names.short_office(each.office))
    told = (f"{who}: {listed(offices, most=len(offices))}." for who, offices in held.items())
    return " ".join(("The imperial offices were given.", *told))


def offices_told(event: OfficesGiven, names: KingdomsNames) -> Iterator[str]:
    """Each office by itself: who holds it, before whom, and with what merit."""
    for each in event.offices:
        yield f"**{names.office(each.office)}**: {_holder(each, names)}"


def _holder(given: OfficeHeld, names: KingdomsNames) -> str:
    """Who holds an office, with what merit, and how a tie was decided."""
    if not given.holder:
        return "vacant, for nobody had merit."
    (claim,) = given.holder
    who = names.show(claim.kingdom)
    if claim.name:
        who = f"{names.show(claim.name)} of {who}"
    told = f"{who} with {claim.merit:,}"
    if given.second:
        (second,) = given.second
        told += f", before {names.show(second.name or second.kingdom)} with {second.merit:,}"
    if given.decided:
        told += f", {TIES[given.decided]}"
    return f"{told}."


def _ranked(rank: Rank, names: KingdomsNames) -> str:
    office = names.contents.ventures.imperial.get(rank.office)
    personal = office is not None and office.holder == "character" and rank.ruler
    who = f"{names.ruler(rank.ruler)}, " if personal else ""
    return f"{names.short_office(rank.office)} ({who}{rank.merit:,})"
