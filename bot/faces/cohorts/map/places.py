"""What a map can be centred on, and what on it is a faction's own: cities, stacks, provinces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.faces.atlas import MapPlace
from bot.faces.map import chart
from bot.faces.map.survey import Survey
from engine.campaign import Faction, Player
from engine.events import Event
from engine.hexes import Grid, Hex
from engine.orders import Queued, Ref
from engine.packs.cohorts.battle.record import BattleEnded, Participant
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.movement.stamina import members
from engine.packs.cohorts.pieces.ownership import of_faction, player_of
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack
from engine.world import World


def grid(view: World) -> Grid:
    """The hexes of the world."""
    return view.get(Map, 1).grid


def realms(view: World) -> tuple[str, ...]:
    """What its realms are called (cohorts.world.hex-distance)."""
    return tuple(realm.name for realm in view.get(Map, 1).realms)


def places(view: World, faction: int) -> Iterator[MapPlace]:
    """Own cities, other cities, then provinces."""
    atlas = grid(view)
    cities = sorted(view.all(City), key=lambda city: _far(view, city, 0, faction))
    named: dict[int, None] = {}
    for city in cities:
        province = view.find(Province, city.province)
        if province:
            named[province.id] = None
            here = province.location
            yield MapPlace(f"{city.name} {here}", here, atlas.at(province.id - 1), city.name)
    for province in view.all(Province):
        if province.id not in named:
            name = f"{province.terrain.replace('_', ' ')} {province.location}"
            yield MapPlace(name, province.location, atlas.at(province.id - 1))


def home(view: World, faction: int, player: int) -> Hex | None:
    """Where a city or stack of the player stands, else one of the faction."""
    things = [*view.all(City), *view.all(Stack)]
    far = [_far(view, each, player, faction) for each in things]
    if far and min(far) < 2:
        return grid(view).at(things[far.index(min(far))].province - 1)
    return None


def own(view: World, faction: int) -> Iterator[Hex]:
    """Where a faction's cities stand, then its stacks."""
    atlas = grid(view)
    for each in (*view.all(City), *view.all(Stack)):
        if of_faction(view, each, faction):
            yield atlas.at(each.province - 1)


def known(view: World) -> Iterator[Hex]:
    """The provinces of the view."""
    atlas = grid(view)
    return (atlas.at(province.id - 1) for province in view.all(Province))


def idle(view: World, player: int, orders: Iterable[Queued]) -> dict[int, None]:
    """The player's stacks that could move and of which no order says anything."""
    named = {str(ref) for queued in orders for ref in queued.order.refs().values()}
    return {
        stack.id: None
        for stack in view.by(Stack, "player", player)
        if stack.knows("used")
        and stack.used < 1
        and str(Ref(*stack.place)) not in named
        and members(view, stack)
    }


def _far(view: World, thing: City | Stack, player: int, faction: int) -> int:
    """0 for what is the player's, 1 for what is the faction's, 2 for all else."""
    if isinstance(thing, City) and not thing.knows("baron"):
        return 2
    holder = view.find(Player, player_of(view, thing))
    if holder is None or holder.faction != faction:
        return 2
    return int(holder.id != player)


# ---------------------------------------------------------------- marks


MARKED: Final = (BattleFought,)


def happened(view: World, told: Iterable[Event]) -> Iterator[Hex]:
    """Where battles were fought, in provinces that the view knows."""
    grid = view.get(Map, 1).grid
    for event in told:
        if isinstance(event, BattleFought) and view.find(Province, event.province):
            yield grid.at(event.province - 1)


def battles(survey: Survey) -> Iterator[chart.RecentBattle]:
    """The battles in the survey's realm, the oldest first."""
    for ago, event, hex_ in _fought(survey):
        won = event.attackers if event.record.winner == "attacker" else event.defenders
        sides = (_sides(survey.view, some) for some in (event.attackers, event.defenders))
        told = f"{' against '.join(sides)}, won by {_sides(survey.view, won)}"
        yield chart.RecentBattle(hex_.x, hex_.y, ago, told)


def fallen(survey: Survey) -> Iterator[chart.Fallen]:
    """The characters who fell in them."""
    for ago, event, hex_ in _fought(survey):
        fight = event.record.engagements[-1]
        last = fight.events[-1] if fight.events else None
        if not isinstance(last, BattleEnded):
            continue
        units = [each for each in fight.participants if isinstance(each, Participant)]
        for unit, outcome in zip(units, last.outcomes, strict=True):
            if outcome.state == "dead" and unit.place.kind == Character.kind:
                yield chart.Fallen(hex_.x, hex_.y, unit.name, ago)


def _fought(survey: Survey) -> Iterator[tuple[int, BattleFought, Hex]]:
    grid = survey.view.get(Map, 1).grid
    for each in survey.happened:
        event = each.event
        if isinstance(event, BattleFought) and survey.view.find(Province, event.province):
            hex_ = grid.at(event.province - 1)
            if hex_.realm == survey.realm:
                yield each.ago, event, hex_


def _sides(view: World, factions: Iterable[int]) -> str:
    names = [each.name for id in factions if (each := view.find(Faction, id))]
    return " and ".join(names) or "nobody's people"
