"""Lines about players, and about how their characters and units fare."""

from bot.reports.names import Names, listed, percent
from bot.reports.telling import line
from engine.packs.cohorts.movement.drowning import Drowned
from engine.packs.cohorts.setup.joining import PlayerJoined, PlayerLeft
from engine.packs.cohorts.setup.renaming import Renamed
from engine.packs.cohorts.worth.healing import Recovered
from engine.packs.cohorts.worth.mana import ManaRegained


@line(PlayerJoined, herald=True)
def _(event: PlayerJoined, names: Names) -> str:
    told = f"{names.show(event.name)} joins {names.faction(event.faction)}"
    if not event.knows("city"):
        return f"{told}."
    party = listed(names.show(name) for name in event.characters)
    return f"{told} at {names.show(event.city_name)}, with {party}."


@line(PlayerLeft, herald=True)
def _(event: PlayerLeft, names: Names) -> str:
    return f"{names.show(event.name)} leaves {names.faction(event.faction)}."


@line(ManaRegained)
def _(event: ManaRegained, names: Names) -> str:
    return f"{names.show(event.name)} regains {event.mana} mana."


@line(Recovered)
def _(event: Recovered, names: Names) -> str:
    parts = [f"{percent(event.healed)} of wounds heal"] if event.healed else []
    if event.morale:
        way = "rises" if event.morale > 0 else "falls"
        parts.append(f"morale {way} by {percent(abs(event.morale))}")
    return f"{names.show(event.name)}: {listed(parts)}."


@line(Drowned)
def _(event: Drowned, names: Names) -> str:
    return f"{names.show(event.name)} drowns at {names.province(event.province)}."


@line(Renamed)
def _(event: Renamed, names: Names) -> str:
    whom = "you" if event.what == "player" else f"your {event.what}"
    return f"A moderator gave {whom} another name: **{event.name}**."
