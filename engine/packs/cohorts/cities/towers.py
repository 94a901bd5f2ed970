"""Towers and castles: a city builds and raises them in its barony; how they lose levels.

What they see stands in `knowledge.towers`, what they do in battle is not here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.events import Event
from engine.facts import facts
from engine.orders import Refusal
from engine.packs.cohorts.cities.acting import spend
from engine.packs.cohorts.cities.building import ProvincialWork, WorkDone
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.cities import TowerType
from engine.packs.cohorts.knowledge.towers import BUILT_AS
from engine.packs.cohorts.pieces.records import City, Province, Tower
from engine.state import State
from engine.world import World


@facts
class TowerBuilt(Event):
    """A city built or raised a tower or castle (cohorts.improvement.tower-levels)."""

    city: int
    province: int
    tower: int
    type: str
    """watch, guard, wizard or castle."""
    level: int


def lower_tower(world: World, tower: Tower, levels: int) -> None:
    """Take levels from a tower; at level 0 it is destroyed (cohorts.improvement.tower-levels)."""
    if levels < tower.level:
        world.put(tower.replace(level=tower.level - levels))
    else:
        world.remove(tower)


class _TowerWork(ProvincialWork):
    """What building a tower of any type and a castle have in common."""

    type: ClassVar[TowerType]

    def in_the_way(self, state: State, province: Province) -> Iterator[Refusal]:
        works = state.module.content(Content).province_improvements
        own = works[self.work]
        for tower in state.world.by(Tower, "province", province.id):
            there = BUILT_AS[tower.type]
            if there in own.excludes or (there == self.work and own.levels == 1):
                yield self.refusal(
                    "tower_present",
                    f"A {works[there].name.lower()} stands at {province.location} already.",
                    "Choose a province without a tower or castle.",
                )

    def standing(self, state: State, province: Province) -> WorkDone:
        tower = self._tower(state, province)
        return WorkDone(tower.level, tower.changed) if tower else WorkDone()

    def perform(self, state: State) -> None:
        city, province = state.the(City, self.city), state.the(Province, self.province)
        spend(state, city)
        turn = state.now.turn
        tower = self._tower(state, province)
        if tower:
            tower = tower.replace(level=tower.level + 1, changed=turn)
            state.world.put(tower)
        else:
            tower = state.world.add(
                Tower, type=self.type, province=province.id, level=1, changed=turn
            )
        state.emit(
            TowerBuilt(
                city=city.id,
                province=province.id,
                tower=tower.id,
                type=tower.type,
                level=tower.level,
            )
        )

    def _tower(self, state: State, province: Province) -> Tower | None:
        there = state.world.by(Tower, "province", province.id)
        return next((tower for tower in there if tower.type == self.type), None)


class BuildWatchTower(_TowerWork):
    """Build a watch tower, which sights stacks around it, or raise one by a level."""

    path = ("city", "build-watch-tower")
    rule = "cohorts.order.build-watch-tower"
    type = "watch"
    work = BUILT_AS[type]


class BuildGuardTower(_TowerWork):
    """Build a guard tower, which shoots at enemies, or raise one by a level."""

    path = ("city", "build-guard-tower")
    rule = "cohorts.order.build-guard-tower"
    type = "guard"
    work = BUILT_AS[type]


class BuildWizardTower(_TowerWork):
    """Build a wizard tower, which sights invisible stacks around it, or raise one by a level."""

    path = ("city", "build-wizard-tower")
    rule = "cohorts.order.build-wizard-tower"
    type = "wizard"
    work = BUILT_AS[type]


class BuildCastle(_TowerWork):
    """Build a castle in a province of a city's barony without a tower."""

    path = ("city", "build-castle")
    rule = "cohorts.order.build-castle"
    type = "castle"
    work = BUILT_AS[type]
