"""What all the world hears of a great battle: where, who with how many, who won, at what price.

How it went, and who stood where, only those know who fought. Source: cohorts.campaign.tidings.
"""

from __future__ import annotations

from collections.abc import Iterator
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


@dataclass(frozen=True, slots=True)
class ClashSides:
    """The two sides of a clash, as they stood before it."""

    factions: tuple[tuple[int, ...], tuple[int, ...]]
    units: tuple[tuple[int, ...], tuple[int, ...]]
    soldiers: tuple[int, int]

    @classmethod
    def of(cls, world: World, content: Content, clash: Clash) -> ClashSides:
        """Those who are about to fight."""
        sides: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for side in (clash.attackers, clash.defenders):
            hosts = [each for each in map(world.at, side) if each is not None]
            factions = dict.fromkeys(faction_of(world, each) for each in hosts)
            units = [unit.id for each in hosts for unit in _troops(world, content, each.place)]
            sides.append((tuple(each for each in factions if each), tuple(units)))
        one, other = sides
        return cls(
            (one[0], other[0]),
            (one[1], other[1]),
            (_standing(world, one[1]), _standing(world, other[1])),
        )


def _troops(world: World, content: Content, holder: Place) -> Iterator[Unit]:
    for piece in able(world, content, holder):
        if isinstance(piece, Unit) and piece.arm == "soldier":
            yield piece


def _standing(world: World, units: tuple[int, ...]) -> int:
    """Soldiers on their feet in those of the units that there still are, as a report has them."""
    found = (world.find(Unit, id) for id in units)
    return sum(
        each.soldiers - int(settled(float(each.soldiers * min(each.wounds, _WHOLE)) / _WHOLE))
        for each in found
        if each is not None
    )


def tell(state: State, clash: Clash, hosts: ClashSides, winner: str) -> None:
    """Tell all the world of a battle of factions that was great enough, or took a city.

    From how many soldiers on it is great says the module (`[tidings] battle`).
    """
    least = state.module.content(Content).tidings.battle
    if not least or not all(hosts.factions) or not all(hosts.soldiers):
        return
    if sum(hosts.soldiers) < least and not _takes_city(clash, winner):
        return
    world = state.world
    left = [_standing(world, each) for each in hosts.units]
    province = world.get(Province, clash.ground)
    city = city_of(world, province.barony) if province.barony else None
    event = BattleHeard(
        where=city.name if city else province.region,
        garrison=_garrison(clash),
        attackers=hosts.factions[0],
        defenders=hosts.factions[1],
        winner=winner,
        attacking=hosts.soldiers[0],
        defending=hosts.soldiers[1],
        attackers_lost=hosts.soldiers[0] - left[0],
        defenders_lost=hosts.soldiers[1] - left[1],
        wild=city is not None and bool(_garrison(clash)) and not faction_of(world, city),
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
