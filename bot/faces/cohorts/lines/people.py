"""Lines about players, and about how their characters and units fare."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import LOST, PEOPLE, News, headline, routine
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, percent
from engine.packs.cohorts.movement.drowning import Drowned
from engine.packs.cohorts.setup.joining import PlayerJoined, PlayerLeft
from engine.packs.cohorts.setup.renaming import Renamed
from engine.packs.cohorts.worth.healing import Recovered
from engine.packs.cohorts.worth.mana import ManaRegained
from engine.seat_transfer import SeatTaken

LINES = Lines()


def _joined(event: PlayerJoined, names: CohortsNames) -> News:
    return headline(PEOPLE, f"{names.show(event.name)} joined {names.faction(event.faction)}")


@LINES.of(PlayerJoined, _joined, herald=True)
def _(event: PlayerJoined, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} joined {names.faction(event.faction)}"
    if not event.knows("city"):
        return f"{told}."
    party = listed(names.show(name) for name in event.characters)
    return f"{told} at {names.show(event.city_name)}, with {party}."


def _left(event: PlayerLeft, names: CohortsNames) -> News:
    return headline(PEOPLE, f"{names.show(event.name)} left {names.faction(event.faction)}")


@LINES.of(PlayerLeft, _left, herald=True)
def _(event: PlayerLeft, names: CohortsNames) -> str:
    return f"{names.show(event.name)} left {names.faction(event.faction)}."


def _taken_over(event: SeatTaken, names: CohortsNames) -> News:
    return headline(PEOPLE, f"{names.show(event.name)} took over from {names.show(event.before)}")


@LINES.of(SeatTaken, _taken_over, herald=True)
def _(event: SeatTaken, names: CohortsNames) -> str:
    who, whom = names.show(event.name), names.show(event.before)
    side = names.faction(event.faction)
    if event.name == event.before:
        return f"{who} came back to {side}."
    return f"{who} took over from {whom} in {side}."


@LINES.of(ManaRegained, routine("mana back", "with mana back"))
def _(event: ManaRegained, names: CohortsNames) -> str:
    return f"{names.show(event.name)} {names.did('regained', 'regain')} {event.mana} mana."


@LINES.of(Recovered, routine("recovery", "recoveries"))
def _(event: Recovered, names: CohortsNames) -> str:
    parts = [f"{percent(event.healed)} of wounds healed"] if event.healed else []
    if event.morale:
        way = "up" if event.morale > 0 else "down"
        parts.append(f"morale {way} by {percent(abs(event.morale))}")
    return f"{names.show(event.name)}: {listed(parts)}."


def _drowned(event: Drowned, names: CohortsNames) -> News:
    return headline(LOST, f"{names.show(event.name)} drowned")


@LINES.of(Drowned, _drowned)
def _(event: Drowned, names: CohortsNames) -> str:
    drowned = names.did("drowned", "drown")
    return f"{names.show(event.name)} {drowned} at {names.province(event.province)}."


@LINES.of(Renamed)
def _(event: Renamed, names: CohortsNames) -> str:
    whom = "you" if event.what == "player" else f"your {event.what}"
    if not names.reader:
        whom = f"a {event.what}"
    return f"A moderator gave {whom} another name: **{event.name}**."
