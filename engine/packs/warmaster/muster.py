"""From a clash in the world to a site and two armies: who fights, in which order, from where.

Sources: warmaster.map.campaign, warmaster.map.military-unit, warmaster.map.city,
warmaster.deploy.zones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.battle import REPEL, Clash
from engine.facts import Facts, facts
from engine.packs.cohorts.battle.muster import Band, hosts, members
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import owner_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Tower, Unit
from engine.packs.cohorts.worth.shelter import shelters
from engine.packs.warmaster.battle.brigades import in_brigades
from engine.packs.warmaster.battle.deployment import (
    COLUMNS,
    MOST_UNITS,
    ROWS,
    in_zone,
    lined_up,
)
from engine.packs.warmaster.battle.directives import default_directive
from engine.packs.warmaster.battle.grid import cell_of, distances
from engine.packs.warmaster.battle.ground import may_enter
from engine.packs.warmaster.battle.values import (
    DEFENDER,
    SIDES,
    Army,
    Captain,
    SideName,
    Spot,
    Terrain,
    Troop,
)
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.fielding import (
    captain_of,
    figures_of_unit,
    in_place,
    unnamed_captain,
)
from engine.packs.warmaster.leading import role_of, staff
from engine.packs.warmaster.pieces import list_of, regiment_of
from engine.packs.warmaster.standing import doctrine, leader_post, unit_post
from engine.state import State

_SLOT_COLUMNS: Final = (4, 6, 8, 10, 12)  # warmaster.map.military-unit
_WALLED: Final = range(3, 15)  # warmaster.field.generation
_MOST_WALLS: Final = 4


@facts
class Site(Facts):
    """Where a battle will be fought, before its field is made (warmaster.field.generation)."""

    terrain: str
    """The base terrain, a key of the module."""
    walls: int = 0
    """The level of the walls that the defender fights behind, 0 to 4."""
    naval: bool = False
    """Whether it is fought by ships (warmaster.map.naval)."""


Armies = tuple[Army, Army]


def site_of(state: State, clash: Clash) -> Site:
    """The site of a battle."""
    content = state.module.content(Content)
    province = state.world.get(Province, clash.ground)
    return Site(
        terrain=province.terrain,
        walls=walls_of(state, clash, province),
        naval=content.terrains[province.terrain].is_water,
    )


def walls_of(state: State, clash: Clash, province: Province) -> int:
    """The level of the walls that serve the defender; a castle has at least 1.

    They serve whom the base rule shelters: the owner of the land, its allies, a garrison and who
    helps it, but nobody whom a garrison comes out against. Sources: warmaster.map.city,
    cohorts.improvement.fortification-scope.
    """
    if clash.trigger == REPEL:
        return 0
    world = state.world
    towers = world.by(Tower, "province", province.id)
    castle = any(tower.type == "castle" for tower in towers)
    level = min(_MOST_WALLS, max(province.walls, int(castle)))
    _, defenders = hosts(world, clash)
    return level if any(_sheltered(state, clash, province, each) for each in defenders) else 0


def _sheltered(state: State, clash: Clash, province: Province, band: Band) -> bool:
    world = state.world
    if band.place.kind == City.kind:
        helps = world.get(City, band.place.id).barony == province.barony
    else:
        owner = owner_of(world, province)
        neutral = owner != 0 and relation(world, owner, band.faction) == "neutral"
        helps = clash.first(City.kind) != 0 and neutral
    return any(
        shelters(world, province, band.faction, piece, helps=helps)
        for piece in members(world, band)
    )


# ---------------------------------------------------------------- the roster


def armies_of(state: State, clash: Clash, site: Site) -> Armies:
    """Both armies; the attacker's first."""
    met = hosts(state.world, clash)
    one, other = (army_of(state, side, band, site) for side, band in zip(SIDES, met, strict=True))
    return one, other


def in_order(bands: Sequence[Band]) -> list[Band]:
    """The garrison or the moving stack first, then other stacks by id, loose units last."""
    rest = sorted(bands[1:], key=lambda band: (band.place.kind != Stack.kind, band.place.id))
    return [*bands[:1], *rest]


def roster(
    state: State, bands: Sequence[Band], most: int | None = MOST_UNITS
) -> tuple[list[Unit], list[Character]]:
    """Who of a side fights: its units and characters, by battle slot and id within each stack.

    Who is in slot 0 stays out (warmaster.map.campaign), and units beyond the `most` of a side.
    """
    units: list[Unit] = []
    characters: list[Character] = []
    for band in in_order(bands):
        within = [piece for piece in members(state.world, band) if piece.slot]
        for piece in sorted(within, key=lambda piece: (piece.slot, piece.id)):
            if isinstance(piece, Character):
                characters.append(piece)
            elif piece.arm != "ship":
                units.append(piece)
    return units[:most], characters


def army_of(state: State, side: SideName, bands: Sequence[Band], site: Site) -> Army:
    """A side's army: its roster, who leads it, and what it was told."""
    war = state.module.content(WarmasterContent)
    units, characters = roster(state, bands)
    troops = [_troop(state, side, unit) for unit in units]
    told = [unit_post(state.world, unit).brigade for unit in units]
    troops = in_brigades(troops, told)
    troops = deployed(troops, [unit.slot for unit in units], side, site.walls)
    captains, general = _captains(state, units, characters)
    troops, captains = _each_item_once(troops, captains)
    leader = general or (units[0] if units else None)
    told = doctrine(state.world, leader.player if leader else 0)
    own = list_of(war, general.race) if general else None
    key = own.key if own else next((_list_key(state, unit) for unit in units), "")
    return Army(
        side=side,
        list=key,
        troops=tuple(troops),
        captains=tuple(captains),
        boldness=told.boldness,
        keep_line=told.keep_line,
        uses=told.uses,
    )


def _list_key(state: State, unit: Unit) -> str:
    war, content = state.module.content(WarmasterContent), state.module.content(Content)
    return regiment_of(war, content, unit).list


def _troop(state: State, side: SideName, unit: Unit) -> Troop:
    figures = figures_of_unit(state, unit)
    flies = "flyer" in figures.special
    usual = default_directive(side, figures.kind, missiles=figures.shots > 0, flies=flies)
    return in_place(state, unit, figures.replace(directive=usual), side)


def _captains(
    state: State, units: Sequence[Unit], characters: Sequence[Character]
) -> tuple[list[Captain], Character | None]:
    """Who leads: the General first, the others in roster order, each with the unit it is told."""
    war = state.module.content(WarmasterContent)
    posts = {each.id: leader_post(state.world, each) for each in characters}
    named = [id for id, post in posts.items() if post.commander]
    led = staff(war, characters, named)
    if led.general is None:
        return [unnamed_captain(war)], None
    numbers = {unit.id: number for number, unit in enumerate(units, start=1)}
    captains = [
        captain_of(state, each, "general" if each is led.general else role_of(war, each)).replace(
            with_=numbers.get(posts[each.id].unit, 0)
        )
        for each in (led.general, *led.others)
    ]
    return captains, led.general


def _each_item_once(
    troops: Sequence[Troop], captains: Sequence[Captain]
) -> tuple[list[Troop], list[Captain]]:
    """Of two examples of an item only the first in the roster works (warmaster.map.items)."""
    seen: dict[str, None] = {}

    def first(item: str) -> str:
        if not item or item in seen:
            return ""
        seen[item] = None
        return item

    return (
        [troop.replace(item=first(troop.item)) for troop in troops],
        [captain.replace(item=first(captain.item)) for captain in captains],
    )


# ---------------------------------------------------------------- where they stand


def deployed(
    troops: Sequence[Troop], slots: Sequence[int], side: SideName, walls: int
) -> list[Troop]:
    """The units with hexes: those they were given, else by their battle slots.

    A hex that is taken already, or that the kind may not enter, counts as none. An army of which
    all units are in one slot nobody has arranged, so the engine does. Sources:
    warmaster.map.military-unit, warmaster.deploy.auto.
    """
    taken: dict[Spot, None] = {}
    placed: dict[int, Spot] = {}
    for number, troop in enumerate(troops):
        if troop.at and troop.at not in taken and _free(troop, troop.at, side, walls):
            placed[number] = troop.at
            taken[troop.at] = None
    left = [number for number in range(len(troops)) if number not in placed]
    if len(troops) > 1 and len(dict.fromkeys(slots)) == 1:
        spots = lined_up(
            [troops[number] for number in left],
            SIDES.index(side),
            lambda troop, spot: spot not in taken and _free(troop, spot, side, walls),
        )
        placed |= zip(left, spots, strict=True)
        left = []
    for number in left:
        troop, slot = troops[number], slots[number]
        spot = next(
            (
                each
                for each in _around(slot, side)
                if each not in taken and _free(troop, each, side, walls)
            ),
            None,
        )
        if spot:
            placed[number] = spot
            taken[spot] = None
    return [troop.replace(at=placed.get(number)) for number, troop in enumerate(troops)]


def _around(slot: int, side: SideName) -> Iterator[Spot]:
    """The hex of a battle slot and those of the zone by nearness; of equal ones as the engine goes.

    Sources: warmaster.map.military-unit, warmaster.deploy.auto.
    """
    rows = ROWS[SIDES.index(side)]
    place = (slot - 1) % len(_SLOT_COLUMNS)
    own = (_SLOT_COLUMNS[place], rows[(slot - 1) // len(_SLOT_COLUMNS)])
    away = distances(cell_of(own))
    usual = [(column, row) for row in rows for column in COLUMNS]
    yield from sorted(usual, key=lambda spot: away[cell_of(spot)])


def _free(troop: Troop, spot: Spot, side: SideName, walls: int) -> bool:
    """Whether a unit may stand in a hex of its zone, as far as the zone is known beforehand."""
    if not in_zone(SIDES.index(side), spot):
        return False
    flyer = "flyer" in troop.special
    return may_enter(troop.kind, terrain_of(spot, walls), flyer=flyer)


def terrain_of(spot: Spot, walls: int) -> Terrain:
    """The terrain of a hex of a zone: open, but for the walls in the defender's front row."""
    column, row = spot
    if walls and row == ROWS[DEFENDER][0] and column in _WALLED:
        return _WALLS[walls - 1]
    return "open"


_WALLS: Final[tuple[Terrain, ...]] = ("wall1", "wall2", "wall3", "wall4")
