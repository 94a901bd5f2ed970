"""How the content of a Cohorts module is drawn: what its tables say, and what counts without.

A terrain without a look takes its family's, a resource that of its class; a race, class or building
without an icon is shown by the one that stands for all of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.faces.map.chart import Samples
from bot.faces.paint.looks import PLAIN, Badge, Land, Looks, Plate
from engine.module.art import symbols
from engine.packs.cohorts.content import Content, Resource, Terrain

_WATER: Final = "sea"
_CLASSES: Final[dict[str, tuple[str, str, Plate]]] = {
    "food": ("wheat", "#F2CF63", "round"),
    "resource": ("stone-pile", "#D3CBBD", "square"),
    "flora": ("oak-leaf", "#B9E3A4", "lozenge"),
    "herd": ("horse-head", "#E3B182", "hexagon"),
}
"""Icon, colour and plate of the classes of resources."""
_MANY: Final = {"Herbs": "flora", "Herds": "herd"}
"""Classes whose resources the legend shows together."""
PERSON: Final = "person"
TROOPS: Final = "spears"
LEADER: Final = "crown"
BUILDING: Final = "castle"
ARMS: Final = {"artillery": "catapult", "ship": "anchor"}
"""The icons of units that no race is drawn for."""


def looks_of(content: Content) -> Looks:
    """The looks of everything in a module."""
    return Looks(
        {key: land_of(content, key) for key in content.terrains},
        {key: badge_of(content, key) for key in content.resources},
        dict(_icons(content)),
    )


def land_of(content: Content, key: str) -> Land:
    """How a terrain is drawn."""
    terrain = content.terrains[key]
    family = content.terrains.get(terrain.family, terrain)
    symbol = _symbol(terrain) or _symbol(family) or (_WATER if terrain.is_water else PLAIN)
    colour = terrain.colour or (_ground(terrain) or family.colour or symbols()[symbol])
    return Land(key, terrain.name, colour, symbol, terrain.is_water)


def _symbol(terrain: Terrain) -> str:
    """Its own symbol, or that of its name; empty if there is none that is drawn."""
    drawn = (each for each in (terrain.symbol, terrain.key) if each in symbols())
    return next(drawn, "") or ""


def _ground(terrain: Terrain) -> str:
    """The colour of the ground that its own symbol was drawn for."""
    return symbols().get(_symbol(terrain), "")


def badge_of(content: Content, key: str) -> Badge:
    """How a resource is drawn."""
    resource = content.resources[key]
    icon, colour, plate = _CLASSES[resource.class_]
    told = "never"
    if resource.icon:
        told = "always" if _known_by_icon(content.resources.values(), resource) else "large"
    return Badge(
        resource.icon or icon, resource.colour or colour, plate, told, short_name(resource.name)
    )


def _known_by_icon(resources: Iterable[Resource], resource: Resource) -> bool:
    """Whether its icon tells it apart where it is small: the first of those that share it."""
    if resource.mark:
        return resource.mark == "icon"
    shared = (each for each in resources if each.icon == resource.icon and each.mark != "letters")
    return next(shared, None) is resource


def badge_of_class(category: str) -> Badge:
    """How resources of a class are drawn that have no look of their own."""
    icon, colour, plate = _CLASSES[category]
    return Badge(icon, colour, plate, "always")


def short_name(name: str) -> str:
    """Two letters for a name: its first two, or the initials of two words."""
    first, _, second = name.replace("_", " ").partition(" ")
    return (first[:1].upper() + (second[:1].lower() or first[1:2])).strip()


def _icons(content: Content) -> Iterator[tuple[tuple[str, str], str]]:
    for table in (
        *("races", "classes", "improvements", "guilds", "artillery", "ships"),
        *("weapons", "armors", "gear", "mounts", "potions"),
    ):
        for key, row in getattr(content, table).items():
            if row.icon:
                yield (table, key), row.icon
    for key, race in content.races.items():
        if icon := race.unit_icon or race.icon:
            yield ("troops", key), icon


def samples_of(content: Content) -> Samples:
    """What the legend of a map explains of the module, in the order that it gives by `legend`.

    On an overview it is the primary terrains, water first, then the easiest to enter on foot.
    """
    lands = sorted(filter(_in_legend, content.terrains.values()), key=_in_legend)
    coarse = [each for each in content.terrains.values() if each.family == each.key]
    named = sorted(filter(_in_legend, content.resources.values()), key=_in_legend)
    return Samples(
        tuple(land_of(content, each.key) for each in lands),
        tuple(
            land_of(content, each.key) for each in sorted(coarse, key=lambda each: each.land or 0)
        ),
        (
            *((each.name, badge_of(content, each.key)) for each in named),
            *((name, badge_of_class(category)) for name, category in _MANY.items()),
        ),
    )


def _in_legend(row: Terrain | Resource) -> int:
    return row.legend or 0
