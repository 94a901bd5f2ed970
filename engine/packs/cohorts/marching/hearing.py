"""What all the world hears of a great battle: where, who with how many, who won, at what price.

How it went, and who stood where, only those know who fought. Source: cohorts.campaign.tidings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from engine.battle import REPEL, SIEGE, Clash
from engine.events import Event
from engine.facts import facts, unless_plain
from engine.packs.cohorts.battle.formulas import settled
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.forces import able
from engine.packs.cohorts.pieces.ownership import city_of, faction_of
from engine.packs.cohorts.pieces.records import City, Province, Unit
from engine.state import State
from engine.world import Place, World

_WHOLE = 100  # percent


@facts
class BattleHeard(Event):
    """Two factions fought a battle so great that all the world heard of it."""

    where: str
    """The city in whose barony it was fought, else the region; empty for the wilds."""
    garrison: str
    """On which side that city's garrison fought, `attacker` or `defender`; empty for neither."""
    attackers: tuple[int, ...]
    """Their factions."""
    defenders: tuple[int, ...]
    winner: str
    """`attacker`, `defender` or `none`."""
    attacking: int
    """Soldiers of the attackers, as far as they stood on their feet."""
    defending: int
    attackers_lost: int
    """How many fewer they were after it, the wounded among them."""
    defenders_lost: int
    wild: Annotated[bool, unless_plain()] = False
    """Whether that garrison was nobody's: others stood by it."""
    shares: Annotated[tuple[int, ...], unless_plain()] = ()
    """Of the soldiers lost, how many were of each attacker, then of each defender; empty if each
    side was of one faction."""


@dataclass(frozen=True, slots=True)
class ClashSides:
    """The two sides of a clash, as they stood before it; by faction, 0 for nobody's."""

    units: tuple[Mapping[int, tuple[int, ...]], ...]
    """Whose soldiers may meet others."""
    soldiers: tuple[Mapping[int, int], ...]
    """How many of them stood on their feet."""

    @classmethod
    def of(cls, world: World, content: Content, clash: Clash) -> ClashSides:
        """Those who are about to fight."""
        units = tuple(_units(world, content, each) for each in (clash.attackers, clash.defenders))
        return cls(units, tuple(_standing(world, each) for each in units))


def _units(world: World, content: Content, side: tuple[Place, ...]) -> dict[int, tuple[int, ...]]:
    """The units of soldiers of each faction of a side; none of one that has characters alone."""
    found: dict[int, tuple[int, ...]] = {}
    for each in filter(None, map(world.at, side)):
        faction = faction_of(world, each)
        units = (unit.id for unit in _troops(world, content, each.place))
        found[faction] = (*found.get(faction, ()), *units)
    return found


def _troops(world: World, content: Content, holder: Place) -> Iterator[Unit]:
    for piece in able(world, content, holder):
        if isinstance(piece, Unit) and piece.arm == "soldier":
            yield piece


def _standing(world: World, units: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """Soldiers on their feet in those of the units that there still are, as a report has them."""
    return {
        faction: sum(
            each.soldiers - int(settled(float(each.soldiers * min(each.wounds, _WHOLE)) / _WHOLE))
            for each in (world.find(Unit, id) for id in ids)
            if each is not None
        )
        for faction, ids in units.items()
    }


def tell(state: State, clash: Clash, hosts: ClashSides, winner: str) -> None:
    """Tell all the world of a battle of factions that was great enough, or took a city.

    From how many soldiers on it is great says the module (`[tidings] battle`).
    """
    least = state.module.content(Content).tidings.battle
    attackers, defenders = (tuple(filter(None, side)) for side in hosts.soldiers)
    attacking, defending = (sum(side.values()) for side in hosts.soldiers)
    if not (least and attackers and defenders and attacking and defending):
        return
    if attacking + defending < least and not _takes_city(clash, winner):
        return
    world = state.world
    left = (_standing(world, each) for each in hosts.units)
    lost, fell = (
        {faction: count - after[faction] for faction, count in side.items()}
        for side, after in zip(hosts.soldiers, left, strict=True)
    )
    shares = (*(lost[each] for each in attackers), *(fell[each] for each in defenders))
    province = world.get(Province, clash.ground)
    city = city_of(world, province.barony) if province.barony else None
    event = BattleHeard(
        where=city.name if city else province.region,
        garrison=_garrison(clash),
        attackers=attackers,
        defenders=defenders,
        winner=winner,
        attacking=attacking,
        defending=defending,
        attackers_lost=sum(lost.values()),
        defenders_lost=sum(fell.values()),
        wild=city is not None and bool(_garrison(clash)) and not faction_of(world, city),
        shares=shares if len(lost) + len(fell) > len(hosts.soldiers) else (),
    )
    state.emit(event, public=True)


def _takes_city(clash: Clash, winner: str) -> bool:
    """Whether a city falls to those who have won.

    Source: cohorts.battle.garrison-defeated.
    """
    storm = clash.first(City.kind) != 0 and clash.trigger not in (REPEL, SIEGE)
    return storm and winner == "attacker"


def _garrison(clash: Clash) -> str:
    """On which side a garrison fights."""
    for name, side in (("attacker", clash.attackers), ("defender", clash.defenders)):
        if any(each.kind == City.kind for each in side):
            return name
    return ""
