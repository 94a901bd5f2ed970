"""Lines about forces that met: towers that fired, ships that sank, cities that fell."""

from bot.faces.cohorts.naming import CohortsNames
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
        hit = f"sinks {names.show(event.sunk)}" if event.sunk else "sinks no ship"
        hits.append(f"{hit} ({event.ship_percent}%)")
    if event.artillery_percent:
        hit = f"destroys {names.show(event.destroyed)}" if event.destroyed else "hits no artillery"
        hits.append(f"{hit} ({event.artillery_percent}%)")
    return (
        f"The guard tower at {names.province(event.stands)} fires at the force of "
        f"{names.faction(event.target)} at {names.province(event.province)}: "
        f"it {' and '.join(hits)}."
    )


@LINES.of(ShipSunk)
def _(event: ShipSunk, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} sinks at {names.province(event.province)}."
    if event.drowned:
        told += f" Lost with her: {listed(names.show(name) for name in event.drowned)}."
    if event.flotsam:
        told += f" Adrift: {counted(event.flotsam)}."
    return told


@LINES.of(CityConquered)
def _(event: CityConquered, names: CohortsNames) -> str:
    city = names.show(event.name)
    if not event.winner:
        return f"{city} falls, and nobody is left to rule it: it is a wild city now."
    told = f"{city} falls to {names.faction(event.winner)}."
    if names.world.find(Character, event.baron):
        told += f" Its baron is {names.thing(Place(Character.kind, event.baron))} now."
    if event.enslaved:
        told += f" Enslaved: {counted(event.enslaved)}."
    if event.freed:
        told += f" Set free: {counted(event.freed)}."
    return told
