"""Lines about what cities and guilds make, and who teaches them how."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import routine
from bot.faces.words.telling import Lines
from engine.packs.cohorts.characters.teaching import SecretTaught
from engine.packs.cohorts.cities.making import EquipmentMade
from engine.packs.cohorts.guilds.brewing import PotionsBrewed
from engine.world import Place

LINES = Lines()


@LINES.of(EquipmentMade, routine("order of equipment", "orders of equipment"))
def _(event: EquipmentMade, names: CohortsNames) -> str:
    made = names.items({event.item: event.number})
    return f"{names.city(event.city)} {names.did('made', 'make')} {made}{_used(event.used, names)}."


@LINES.of(PotionsBrewed, routine("brew"))
def _(event: PotionsBrewed, names: CohortsNames) -> str:
    guild = f"{names.thing(Place('guild', event.guild))} in {names.city(event.city)}"
    made = names.items({event.item: event.number})
    return f"{guild} {names.did('brewed', 'brew')} {made}{_used(event.used, names)}."


@LINES.of(SecretTaught)
def _(event: SecretTaught, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} of {names.player(event.player)} {names.did('taught', 'teach')} "
        f"{names.city(event.city)} how to make {names.item(event.item)}."
    )


def _used(items: dict[str, int], names: CohortsNames) -> str:
    return f" of {names.items(items)}" if items else ""
