"""What can be named on the map of Kingdoms, where the eye goes first, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.atlas import MapPlace
from engine.hexes import Grid, Hex, located
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Lands, Region, Ruler, Survey
from engine.world import World


def grid(view: World) -> Grid:
    """The hexes of the world."""
    return view.get(Lands, 1).grid


def realms(view: World) -> tuple[str, ...]:
    """There is one world."""
    return ("The world",)


def hex_of(view: World, holding: int) -> Hex:
    """Where a province lies."""
    return grid(view).at(holding - 1)


def where(holding: Holding) -> str:
    """The coordinates of a province."""
    return located(holding.x, holding.y)


def crowns_of(view: World, faction: int) -> list[Crown]:
    """The kingdoms of a faction."""
    return [each for each in view.by(Crown, "faction", faction) if each.player]


def people_of(view: World, faction: int) -> Iterator[Ruler]:
    """The living characters of a faction's kingdoms, Kings first, then by id."""
    for crown in crowns_of(view, faction):
        people = [each for each in view.by(Ruler, "crown", crown.id) if each.alive]
        yield from sorted(people, key=lambda each: (not each.royal, each.id))


def places(view: World, faction: int) -> Iterator[MapPlace]:
    """Where own characters are, then own provinces, then all others."""
    named: dict[int, None] = {}
    for ruler in people_of(view, faction):
        holding = view.find(Holding, ruler.holding)
        if holding and holding.id not in named:
            named[holding.id] = None
            yield _place(view, holding, ruler.name)
    own = {each.id: None for each in crowns_of(view, faction)}
    for mine in (True, False):
        for holding in view.all(Holding):
            is_mine = holding.knows("owner") and holding.owner in own
            if holding.id not in named and is_mine == mine:
                yield _place(view, holding)


def _place(view: World, holding: Holding, who: str = "") -> MapPlace:
    spot = where(holding)
    region = view.find(Region, holding.region)
    land = f"{holding.terrain}, {region.name}" if region else holding.terrain
    called = who or (region.name if region else "")
    return MapPlace(f"{who or land} {spot}", spot, holding.hex, called)


def home(view: World, faction: int, player: int) -> Hex | None:
    """The place of the player's King, else the home province, else anybody of the player's."""
    crowns = sorted(crowns_of(view, faction), key=lambda each: each.player != player)
    for crown in crowns:
        king = view.find(Ruler, crown.king) if crown.knows("king") and crown.king else None
        if king:
            return hex_of(view, king.holding)
        if crown.knows("home"):
            return hex_of(view, crown.home)
    return next(own(view, faction), None)


def own(view: World, faction: int) -> Iterator[Hex]:
    """Where a faction's characters are, then its provinces, then its armies."""
    for ruler in people_of(view, faction):
        yield hex_of(view, ruler.holding)
    for crown in crowns_of(view, faction):
        for holding in view.by(Holding, "owner", crown.id):
            yield holding.hex
        for army in view.by(Army, "crown", crown.id):
            yield hex_of(view, army.holding)


def known(view: World) -> Iterator[Hex]:
    """The provinces of which a kingdom of the view has found out anything beyond their terrain.

    The terrain of the whole world is known to all (kingdoms.map.visibility); where nothing else
    is, a map need not look.
    """
    for id in sorted({each.holding: None for each in view.all(Survey)}):
        yield hex_of(view, id)


def explored(view: World) -> dict[int, int]:
    """How far each province is explored by the best of the faction's kingdoms, in percent."""
    found: dict[int, int] = {}
    for each in view.all(Survey):
        if each.percent:
            found[each.holding] = max(each.percent, found.get(each.holding, 0))
    return found
