"""Lines about players, and about how their characters and units fare."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, percent
from engine.packs.cohorts.movement.drowning import Drowned
from engine.packs.cohorts.setup.joining import PlayerJoined, PlayerLeft
from engine.packs.cohorts.setup.renaming import Renamed
from engine.packs.cohorts.worth.healing import Recovered
from engine.packs.cohorts.worth.mana import ManaRegained

LINES = Lines()


@LINES.of(PlayerJoined, herald=True)
def _(event: PlayerJoined, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} joins {names.faction(event.faction)}"
    if not event.knows("city"):
        return f"{told}."
    party = listed(names.show(name) for name in event.characters)
    return f"{told} at {names.show(event.city_name)}, with {party}."


@LINES.of(PlayerLeft, herald=True)
def _(event: PlayerLeft, names: CohortsNames) -> str:
    return f"{names.show(event.name)} leaves {names.faction(event.faction)}."


@LINES.of(ManaRegained)
def _(event: ManaRegained, names: CohortsNames) -> str:
    return f"{names.show(event.name)} regains {event.mana} mana."


@LINES.of(Recovered)
def _(event: Recovered, names: CohortsNames) -> str:
    parts = [f"{percent(event.healed)} of wounds heal"] if event.healed else []
    if event.morale:
        way = "rises" if event.morale > 0 else "falls"
        parts.append(f"morale {way} by {percent(abs(event.morale))}")
    return f"{names.show(event.name)}: {listed(parts)}."


@LINES.of(Drowned)
def _(event: Drowned, names: CohortsNames) -> str:
    return f"{names.show(event.name)} drowns at {names.province(event.province)}."


@LINES.of(Renamed)
def _(event: Renamed, names: CohortsNames) -> str:
    whom = "you" if event.what == "player" else f"your {event.what}"
    return f"A moderator gave {whom} another name: **{event.name}**."
