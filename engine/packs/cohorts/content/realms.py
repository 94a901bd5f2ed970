"""Further realms of a module in addition to its map, and faults between them.

A realm is a map with a separate size and wrap, reached from the others only by gates
(`cohorts.world.hex-distance`, `cohorts.movement.gates`). How one is made is in `mapgen.realms`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final

from pydantic import Field

from engine.hexes import Grid
from engine.module.names import key_of
from engine.module.schema import MapSize, Side, Wraps
from engine.module.sections import Data, KeyOf, Named, Path
from engine.packs.cohorts.content.drawing import FIRST, Drawing
from engine.packs.cohorts.content.land import Percent, TerrainKey
from engine.packs.cohorts.content.wilds import HotSpotKey

Faults = Iterator[tuple[Path, str]]


class RealmLand(Data):
    """How a realm's land differs from the first's (`worldmaking.WorldRules`, `land.Seeding`).

    The generator paints none but the `terrains` named, and sets none but the `hot_spots`; where
    none are named, all. Without `cities` it founds none but those that are drawn.
    """

    terrains: tuple[TerrainKey, ...] = ()
    hot_spots: tuple[HotSpotKey, ...] = ()
    cities: bool = True
    land_percent: Annotated[int, Field(ge=10, le=100)] | None = None
    river_sources_percent: Percent | None = None
    barriers_percent: Percent | None = None
    caches_percent: Percent | None = None
    hot_spots_percent: Percent | None = None
    gates_percent: Percent | None = None
    level_limits_percent: Percent | None = None
    pvp_free_percent: Percent | None = None
    deposits_percent: Annotated[tuple[Percent, ...], Field(min_length=1)] | None = None


MOST_PROVINCES: Final = 40_000
"""Of all realms together: as many as the largest map alone."""
LIKE_WORLD: Final = tuple(key for key in RealmLand.model_fields if key.endswith("_percent"))
"""What replaces the figure of that name in the rules of the world; the deposits' is another's."""


class AlternateRealm(Named):
    """A realm in addition to that of `[map]`.

    Players of the factions in `starts` begin here, all others in the first realm. The generator
    lays as many pairs of `gates` between here and there; others are drawn.
    """

    width: Side
    height: Side
    wraps: Wraps = True
    starts: tuple[Annotated[str, KeyOf(("factions",))], ...] = ()
    gates: Annotated[int, Field(ge=0, le=50)] = 0
    land: RealmLand = RealmLand()
    drawing: Drawing | None = None

    @property
    def grid(self) -> Grid:
        """Its map alone."""
        return Grid(self.width, self.height, self.wraps)


def grids_of(size: MapSize, realms: Mapping[str, AlternateRealm]) -> dict[str, Grid]:
    """The map of each realm alone by its key, the first as `FIRST`."""
    first = Grid(size.width, size.height, size.wraps)
    return {FIRST: first, **{key: realm.grid for key, realm in realms.items()}}


def realm_faults(
    size: MapSize, realms: Mapping[str, AlternateRealm], terrains: Mapping[str, bool]
) -> Faults:
    """What is wrong between realms; `terrains` says of each whether it is water.

    Each fault with its path from the module's root.
    """
    path: Path = ("alternate_realms",)
    provinces = size.width * size.height + sum(each.width * each.height for each in realms.values())
    if provinces > MOST_PROVINCES:
        yield path, f"make {provinces:,} provinces with [map], and {MOST_PROVINCES:,} are the most"
    if not size.name:
        yield ("map", "name"), "is missing: with several realms each needs a name"
    if FIRST in realms:
        yield (*path, FIRST), f"is the key of the realm of [{FIRST}]; choose another"
    names = {key_of(size.name): FIRST}
    starts: dict[str, str] = {}
    for key, realm in realms.items():
        other = names.setdefault(key_of(realm.name), key)
        if other != key:
            yield (*path, key, "name"), f"is that of realm '{other}' already"
        for faction in realm.starts:
            other = starts.setdefault(faction, key)
            if other != key:
                yield (*path, key, "starts"), f"has '{faction}', which starts in '{other}' already"
        wet = {terrains[each] for each in realm.land.terrains if each in terrains}
        if wet and False not in wet:
            yield (*path, key, "land", "terrains"), "names no land"
        elif wet == {False} and realm.land.land_percent != 100:
            message = "names no water; name some, or let land_percent = 100"
            yield (*path, key, "land", "terrains"), message
        deposits = realm.land.deposits_percent
        if deposits and sum(deposits) != 100:
            yield (*path, key, "land", "deposits_percent"), "must add up to 100"


def lonely(realms: Mapping[str, AlternateRealm], drawing: Drawing | None) -> Iterator[str]:
    """The realms in which somebody starts, but to which no gate leads from another."""
    entered: dict[str, None] = {}
    laid = {FIRST: drawing, **{key: realm.drawing for key, realm in realms.items()}}
    for key, drawn in laid.items():
        for gate in drawn.gates if drawn else ():
            if gate.realm and gate.realm != key:
                entered[gate.realm] = None
                if gate.both_ways:
                    entered[key] = None
    for key, realm in realms.items():
        if realm.gates:
            entered.update({key: None, FIRST: None})
    yield from (key for key, realm in realms.items() if realm.starts and key not in entered)


def started_in(realms: Mapping[str, AlternateRealm], factions: Iterable[str]) -> list[str]:
    """The factions that start in the first realm."""
    elsewhere = [faction for realm in realms.values() for faction in realm.starts]
    return [faction for faction in factions if faction not in elsewhere]
