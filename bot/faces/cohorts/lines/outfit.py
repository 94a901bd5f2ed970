"""Lines about equipment and talents, and about who and what leaves a player."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
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

LINES = Lines()

EACH = 20
"""Items and talents that a line names one by one: more than one can wear."""

_WHY = {
    "missing": "not enough there",
    "unfit": "does not go there",
    "taken": "its place is taken",
    "guild_missing": "no guild there teaches it",
    "no_free_slot": "no free talent slot",
    "already_known": "known already",
    "not_known": "not one of its talents",
    "bad_target": "not possible",
}


def left_out(refused: tuple[tuple[str, str], ...], names: CohortsNames) -> str:
    """A sentence on equipment or talents that were asked for in vain; empty if there are none."""
    told = [f"{names.item(what)} ({_WHY.get(why, word(why))})" for what, why in refused]
    return f" Left out: {listed(told, most=EACH)}." if told else ""


@LINES.of(Equipped)
def _(event: Equipped, names: CohortsNames) -> str:
    who = names.show(event.name)
    done: list[str] = []
    if event.put_on:
        worn = [f"{names.item(item)} ({word(place)})" for place, item in event.put_on.items()]
        done.append(f"equips {listed(worn, most=EACH)}")
    if event.taken_off:
        done.append(
            f"puts away {listed((names.item(item) for item in event.taken_off), most=EACH)}"
        )
    told = f"{who} {' and '.join(done)}." if done else f"{who} changes nothing of its equipment."
    return told + left_out(event.left_out, names)


@LINES.of(Stripped)
def _(event: Stripped, names: CohortsNames) -> str:
    if not event.items:
        return f"{names.show(event.name)} is stripped, but has nothing."
    return (
        f"{names.show(event.name)} is stripped of {names.items(event.items)}, "
        f"which {names.thing(event.to)} has now."
    )


@LINES.of(TalentsSet)
def _(event: TalentsSet, names: CohortsNames) -> str:
    who = names.show(event.name)
    done: list[str] = []
    if event.lost:
        done.append(f"gives up {listed(word(talent) for talent in event.lost)}")
    if event.gained:
        done.append(f"learns {listed(word(talent) for talent in event.gained)}")
    paid = f" for {number(event.paid, 'XP', 'XP')}" if event.paid else ""
    room = "" if event.gained or not event.lost else ", and its level has no room for another"
    told = f"{who} {' and '.join(done) or 'learns nothing new'}{paid}{room}."
    if not event.left_out:
        return told
    failed = [f"“{names.show(what)}” ({_WHY.get(why, word(why))})" for what, why in event.left_out]
    return f"{told} Left out: {listed(failed, most=EACH)}."


@LINES.of(WoundedAbandoned)
def _(event: WoundedAbandoned, names: CohortsNames) -> str:
    left = number(event.soldiers, "soldier")
    told = (
        f"{names.show(event.name)} leaves {number(event.abandoned, 'wounded soldier')} behind "
        f"to die; {left} at full health {'goes' if event.soldiers == 1 else 'go'} on."
    )
    if not event.items:
        return told
    return f"{told} {names.items(event.items)} go to {names.thing(event.to)}."


@LINES.of(PieceDropped)
def _(event: PieceDropped, names: CohortsNames) -> str:
    if event.piece.kind == "agent":
        return f"The agent {names.show(event.name)} is dismissed and gone."
    return f"{names.show(event.name)} is let go at {names.province(event.province)}."


@LINES.of(PieceGifted)
def _(event: PieceGifted, names: CohortsNames) -> str:
    cities = listed([names.city(city) for city in event.cities]) if event.cities else ""
    return (
        f"{names.player(event.giver)} gives {names.show(event.name)} to "
        f"{names.player(event.player)}{f', with {cities}' if cities else ''}: "
        f"now in {names.thing(event.to)}."
    )


@LINES.of(PieceBuried)
def _(event: PieceBuried, names: CohortsNames) -> str:
    who = names.show(event.name)
    told = (
        f"{names.player(event.player)} puts the prisoner {who} to death."
        if event.killed
        else f"{who} is buried."
    )
    if not (event.knows("items") and event.items):
        return told
    return f"{told} {names.items(event.items)} go to {names.thing(event.to)}."


@LINES.of(CityInherited)
def _(event: CityInherited, names: CohortsNames) -> str:
    city = names.show(event.name)
    if event.baron is None:
        return f"{city} has no baron any more and is wild."
    return f"{names.show(event.baron_name)} inherits {city}."


@LINES.of(CityTransferred)
def _(event: CityTransferred, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} goes to {names.show(event.baron_name)} "
        f"of {names.player(event.player)}."
    )


@LINES.of(BannerSet)
def _(event: BannerSet, names: CohortsNames) -> str:
    if not event.territory:
        return f"{names.show(event.name)} flies its player's coat of arms."
    return f"{names.show(event.name)} flies the banner of {names.show(event.territory_name)}."


@LINES.of(ShipAssigned)
def _(event: ShipAssigned, names: CohortsNames) -> str:
    if not event.ship:
        return f"{names.show(event.name)} has no place on a ship and is cargo."
    return f"{names.show(event.name)} takes its place on {names.show(event.ship_name)}."
