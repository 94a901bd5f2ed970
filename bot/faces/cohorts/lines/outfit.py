"""Lines about equipment and talents, and about who and what leaves a player."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import FALLEN, GAINED, LOST, PLAIN, VAIN, News, headline, routine
from bot.faces.words.telling import Lines
from bot.faces.words.text import experience, listed, number, word
from engine.packs.cohorts.cities.handing import CityTransferred
from engine.packs.cohorts.guilds.talents import TalentsSet
from engine.packs.cohorts.stacks.banners import BannerSet
from engine.packs.cohorts.stacks.equipping import Equipped, Stripped
from engine.packs.cohorts.stacks.leaving import (
    CityInherited,
    PieceBuried,
    PieceDropped,
    PieceGifted,
)
from engine.packs.cohorts.stacks.ships import ShipAssigned
from engine.packs.cohorts.stacks.wounded import WoundedAbandoned
from engine.world import Place

LINES = Lines()

EACH = 20
"""Items and talents that a line names one by one: more than one can wear."""

_WHY = {
    "missing": "not enough there",
    "unfit": "wrong for that place",
    "taken": "its place was taken",
    "guild_missing": "no guild there for it",
    "no_free_slot": "no free talent slot",
    "already_known": "known already",
    "not_known": "not one of its talents",
    "bad_target": "not possible",
}


def left_out(refused: tuple[tuple[str, str], ...], names: CohortsNames) -> str:
    """A sentence on equipment or talents that were asked for in vain; empty if there are none."""
    told = [f"{names.item(what)} ({_WHY.get(why, word(why))})" for what, why in refused]
    return f" Left out: {listed(told, most=EACH)}." if told else ""


def _equipped(event: Equipped, names: CohortsNames) -> News:
    return routine("change of equipment", "changes of equipment") if _changed(event) else VAIN


def _changed(event: Equipped) -> bool:
    return bool(event.put_on or event.taken_off)


@LINES.of(Equipped, _equipped)
def _(event: Equipped, names: CohortsNames) -> str:
    who = names.show(event.name)
    done: list[str] = []
    if event.put_on:
        worn = [f"{names.item(item)} ({word(place)})" for place, item in event.put_on.items()]
        done.append(f"{names.did('put', 'put')} on {listed(worn, most=EACH)}")
    if event.taken_off:
        away = listed((names.item(item) for item in event.taken_off), most=EACH)
        done.append(f"{names.did('put', 'put')} away {away}")
    changed = f"{names.did('changed', 'change')} nothing of the equipment"
    told = f"{who} {' and '.join(done) or changed}."
    return told + left_out(event.left_out, names)


@LINES.of(Stripped, routine("order to give all up", "orders to give all up"))
def _(event: Stripped, names: CohortsNames) -> str:
    if not event.items:
        return f"{names.show(event.name)} {names.did('had', 'have')} nothing to give up."
    return (
        f"{names.show(event.name)} {names.did('gave', 'give')} up {names.items(event.items)} "
        f"to {names.thing(event.to)}."
    )


def _talents(event: TalentsSet, names: CohortsNames) -> News:
    return (
        routine("change of talents", "changes of talents") if event.gained or event.lost else VAIN
    )


@LINES.of(TalentsSet, _talents)
def _(event: TalentsSet, names: CohortsNames) -> str:
    who = names.show(event.name)
    done: list[str] = []
    if event.lost:
        lost = listed(word(talent) for talent in event.lost)
        done.append(f"{names.did('gave', 'give')} up {lost}")
    if event.gained:
        gained = listed(word(talent) for talent in event.gained)
        done.append(f"{names.did('learned', 'learn')} {gained}")
    paid = f" for {experience(event.paid)}" if event.paid else ""
    room = "" if event.gained or not event.lost else ", with no room for another at that level"
    nothing = f"{names.did('learned', 'learn')} nothing new"
    told = f"{who} {' and '.join(done) or nothing}{paid}{room}."
    if not event.left_out:
        return told
    failed = [f"“{names.show(what)}” ({_WHY.get(why, word(why))})" for what, why in event.left_out]
    return f"{told} Left out: {listed(failed, most=EACH)}."


@LINES.of(WoundedAbandoned)
def _(event: WoundedAbandoned, names: CohortsNames) -> str:
    left = number(event.soldiers, "soldier")
    told = (
        f"{names.show(event.name)} {names.did('left', 'leave')} "
        f"{number(event.abandoned, 'wounded soldier')} behind to die; {left} at full health "
        f"{names.did('went', 'go')} on."
    )
    if not event.items:
        return told
    went = names.did("went", "go")
    return f"{told} {names.items(event.items)} {went} to {names.thing(event.to)}."


@LINES.of(PieceDropped)
def _(event: PieceDropped, names: CohortsNames) -> str:
    if event.piece.kind == "agent":
        return f"The agent {names.show(event.name)} {names.was()} dismissed."
    left = names.did("left", "leave")
    return f"{names.show(event.name)} {left} your service at {names.province(event.province)}."


@LINES.of(PieceGifted)
def _(event: PieceGifted, names: CohortsNames) -> str:
    cities = listed([names.city(city) for city in event.cities]) if event.cities else ""
    return (
        f"{names.player(event.giver)} {names.did('gave', 'give')} {names.show(event.name)} to "
        f"{names.player(event.player)}{f', with {cities}' if cities else ''}, "
        f"in {names.thing(event.to)}."
    )


def _buried(event: PieceBuried, names: CohortsNames) -> News:
    if event.killed and not event.knows("to"):
        return headline(FALLEN, f"{names.show(event.name)}, put to death")
    return PLAIN


@LINES.of(PieceBuried, _buried)
def _(event: PieceBuried, names: CohortsNames) -> str:
    who = names.show(event.name)
    told = (
        f"{names.player(event.player)} {names.did('put', 'put')} the prisoner {who} to death."
        if event.killed
        else f"{who} {names.was()} buried."
    )
    if not (event.knows("items") and event.items):
        return told
    went = names.did("went", "go")
    return f"{told} {names.items(event.items)} {went} to {names.thing(event.to)}."


def _inherited(event: CityInherited, names: CohortsNames) -> News:
    return PLAIN if event.baron else headline(LOST, f"{names.show(event.name)} is wild")


@LINES.of(CityInherited, _inherited)
def _(event: CityInherited, names: CohortsNames) -> str:
    city = names.show(event.name)
    if event.baron is None:
        return f"{city} {names.did('had', 'have')} no baron any more and {names.was()} wild."
    return f"{names.show(event.baron_name)} {names.did('inherited', 'inherit')} {city}."


def _handed(event: CityTransferred, names: CohortsNames) -> News:
    if names.own(Place("city", event.city)):
        return headline(GAINED, f"{names.show(event.name)} has a new baron")
    return headline(LOST, f"{names.show(event.name)} was handed over")


@LINES.of(CityTransferred, _handed)
def _(event: CityTransferred, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} {names.did('went', 'go')} to {names.show(event.baron_name)} "
        f"of {names.player(event.player)}."
    )


@LINES.of(BannerSet, routine("banner"))
def _(event: BannerSet, names: CohortsNames) -> str:
    raised = f"{names.show(event.name)} {names.did('raised', 'raise')}"
    if not event.territory:
        return f"{raised} its player's coat of arms."
    return f"{raised} the banner of {names.show(event.territory_name)}."


@LINES.of(ShipAssigned, routine("place on a ship", "places on ships"))
def _(event: ShipAssigned, names: CohortsNames) -> str:
    if not event.ship:
        return f"{names.show(event.name)} {names.did('became', 'become')} cargo."
    took = names.did("took", "take")
    return f"{names.show(event.name)} {took} a place on {names.show(event.ship_name)}."
