"""Lines about what cities and guilds make, and who teaches them how."""

from bot.reports.names import Names
from bot.reports.telling import line
from engine.packs.cohorts.characters.teaching import SecretTaught
from engine.packs.cohorts.cities.making import EquipmentMade
from engine.packs.cohorts.guilds.brewing import PotionsBrewed
from engine.world import Place


@line(EquipmentMade)
def _(event: EquipmentMade, names: Names) -> str:
    made = names.items({event.item: event.number})
    return f"{names.city(event.city)} makes {made}{_used(event.used, names)}."


@line(PotionsBrewed)
def _(event: PotionsBrewed, names: Names) -> str:
    guild = f"{names.thing(Place('guild', event.guild))} in {names.city(event.city)}"
    made = names.items({event.item: event.number})
    return f"{guild} brews {made}{_used(event.used, names)}."


@line(SecretTaught)
def _(event: SecretTaught, names: Names) -> str:
    return (
        f"{names.show(event.name)} of {names.player(event.player)} teaches "
        f"{names.city(event.city)} how to make {names.item(event.item)}."
    )


def _used(items: dict[str, int], names: Names) -> str:
    return f", using up {names.items(items)}" if items else ""
