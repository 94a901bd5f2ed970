"""Lines about forces that met: towers that fired, ships that sank, cities that fell."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import GAINED, LOST, PLAIN, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import counted, listed
from engine.packs.cohorts.marching.conquest import CityConquered
from engine.packs.cohorts.marching.guard_towers import TowerFired
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks.sinking import ShipSunk
from engine.world import Place

LINES = Lines()


@LINES.of(TowerFired)
def _(event: TowerFired, names: CohortsNames) -> str:
    hits: list[str] = []
    if event.ship_percent:
        hit = f"sank {names.show(event.sunk)}" if event.sunk else "sank no ship"
        hits.append(f"{hit} ({event.ship_percent}%)")
    if event.artillery_percent:
        hit = f"destroyed {names.show(event.destroyed)}" if event.destroyed else "hit no artillery"
        hits.append(f"{hit} ({event.artillery_percent}%)")
    return (
        f"The guard tower at {names.province(event.stands)} fired at the force of "
        f"{names.faction(event.target)} at {names.province(event.province)}: "
        f"it {' and '.join(hits)}."
    )


def _sunk(event: ShipSunk, names: CohortsNames) -> News:
    return headline(LOST, f"{names.show(event.name)} sank")


@LINES.of(ShipSunk, _sunk)
def _(event: ShipSunk, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} sank at {names.province(event.province)}."
    if event.drowned:
        told += f" Lost with the ship: {listed(names.show(name) for name in event.drowned)}."
    if event.flotsam:
        told += f" Adrift: {counted(event.flotsam)}."
    return told


def _conquered(event: CityConquered, names: CohortsNames) -> News:
    city = names.show(event.name)
    if not names.reader:
        return PLAIN
    if event.winner == names.reader:
        return headline(GAINED, f"{city} is yours")
    return headline(LOST, f"{city} fell")


@LINES.of(CityConquered, _conquered)
def _(event: CityConquered, names: CohortsNames) -> str:
    city = names.show(event.name)
    if not event.winner:
        return f"{city} fell, and nobody was left to rule it: it became a wild city."
    told = f"{city} fell to {names.faction(event.winner)}."
    if names.world.find(Character, event.baron):
        told += f" {names.thing(Place(Character.kind, event.baron))} became its baron."
    if event.enslaved:
        told += f" Enslaved: {counted(event.enslaved)}."
    if event.freed:
        told += f" Set free: {counted(event.freed)}."
    return told
