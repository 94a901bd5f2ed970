"""The missions of thieves that break things: the spirit of troops, the peace of cities, walls.

What thieves carry off stands in `thieving`. Sources: cohorts.order.sabotage-morale-of-troops,
cohorts.order.cause-strife-in-city, cohorts.order.sabotage-fortifications.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.choosing import ANY_LAND, CITY, LAND
from engine.packs.cohorts.covert.defense import CovertDefense, of_troops
from engine.packs.cohorts.covert.mission import Mission, MissionUnderway, Target, no_safety
from engine.packs.cohorts.diplomacy.hostility import bound
from engine.packs.cohorts.magic.reaching import holders_in
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned, relation
from engine.packs.cohorts.pieces.records import Character, City, Province, Unit
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State
from engine.world import Place


@facts
class TroopsDisheartened(Event):
    """Thieves spoiled the morale of troops, as the thief's faction is told."""

    province: int
    percent: int
    """Of their morale."""
    units: int
    """How many lost it; 0 if no enemy was there."""


@facts
class MoraleSabotaged(Event):
    """Somebody spoiled the morale of troops, as their owner is told."""

    province: int
    percent: int
    units: tuple[Place, ...]


@facts
class StrifeCaused(Event):
    """Strife broke out in a city for the rest of the month (cohorts.order.cause-strife-in-city)."""

    city: int


@facts
class FortificationsSabotaged(Event):
    """Walls were weakened for the month (cohorts.order.sabotage-fortifications)."""

    province: int
    levels: int
    """By how many they defend worse; 0 if there are none."""


class _Sabotage(Mission):
    """A mission of the thief skill that harms without taking anything."""

    craft = "thief"
    unforeseen: ClassVar = {"character": ("actions", "holder", "captor")}


# ---------------------------------------------------------------- morale


@dataclass(frozen=True, slots=True)
class _Troops:
    """Enemy military units that are together, and what defends them."""

    holder: Place
    units: tuple[Unit, ...]
    defense: CovertDefense


class SabotageMoraleOfTroops(_Sabotage):
    """Spoil the morale of all enemy military units in a province."""

    path = ("covert", "sabotage-morale")
    rule = "cohorts.order.sabotage-morale-of-troops"
    rating = "L3"

    target: Annotated[Ref, ANY_LAND] = Field(description="The province where the troops are")

    def forbidden(self, state: State, sponsor: Character, target: Target) -> Iterator[Refusal]:
        # Whose land it is does not matter: only enemies in it are harmed, and players' at that.
        yield from no_safety(state, sponsor, self.spot(state, target))

    def futile(self, state: State) -> bool:
        return not self._percent(state, state.the(Character, self.character))

    def defense(self, state: State, sponsor: Character, target: Target) -> CovertDefense:
        best = self._best(state, sponsor, target)
        return best.defense if best else CovertDefense(0)

    def keeper(self, state: State, venture: MissionUnderway) -> Place | None:
        best = self._best(state, venture.sponsor, venture.target)
        loose = best is not None and best.holder.kind == Province.kind
        return super().keeper(state, venture) if best is None or loose else best.holder

    def victims(self, state: State, venture: MissionUnderway) -> tuple[int, ...]:
        return tuple(self._harmed(state, venture))

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        percent = self._percent(state, venture.sponsor)
        spot = self.spot(state, venture.target)
        harmed = self._harmed(state, venture)
        for units in harmed.values():
            for unit in units:
                left = floor(unit.morale * Fraction(100 - percent, 100))
                state.world.put(unit.replace(morale=max(0, left)))
        number = sum(map(len, harmed.values()))
        state.emit(TroopsDisheartened(province=spot, percent=percent, units=number))
        for faction, units in harmed.items():
            places = tuple(unit.place for unit in units)
            event = MoraleSabotaged(province=spot, percent=percent, units=places)
            state.emit_to(event, own=(faction,))

    def _percent(self, state: State, sponsor: Character) -> int:
        """The share of their morale that enemies lose if a character succeeds."""
        each = state.module.content(Content).covert.morale_percent
        return min(100, each * heroic_level(self.skill(state, sponsor)))

    def _best(self, state: State, sponsor: Character, target: Target) -> _Troops | None:
        """The troops that defend all the others; of equals those in the holder of lowest id."""
        troops = self._troops(state, sponsor, self.spot(state, target))
        return min(troops, key=lambda each: (-each.defense.level, each.holder.id), default=None)

    def _harmed(self, state: State, venture: MissionUnderway) -> dict[int, list[Unit]]:
        """The enemy units there, by faction."""
        found: dict[int, list[Unit]] = {}
        for troops in self._troops(state, venture.sponsor, self.spot(state, venture.target)):
            for unit in troops.units:
                found.setdefault(faction_of(state.world, unit), []).append(unit)
        return found

    def _troops(self, state: State, sponsor: Character, spot: int) -> Iterator[_Troops]:
        """Every stack and garrison there that holds enemy units, and those that stand loose.

        Each is defended by those in it, and by guild and towers as its faction has them.
        """
        world = state.world
        for holder in holders_in(world, spot):
            units = [each for each in world.by(Unit, "holder", holder) if _enemy(state, each, spot)]
            if not units:
                continue
            ground = self.ground(state, sponsor, spot, faction_of(world, units[0]))
            yield _Troops(holder, tuple(units), of_troops(ground, holder))


def _enemy(state: State, unit: Unit, spot: int) -> bool:
    """Whether a unit is of a faction at war that one may harm there, and no prisoner."""
    mine, theirs = state.me.faction, faction_of(state.world, unit)
    at_war = relation(state.world, mine, theirs) == "at_war"
    return at_war and not imprisoned(unit) and not bound(state.world, mine, theirs, spot)


# ---------------------------------------------------------------- cities and walls


class CauseStrifeInCity(_Sabotage):
    """Cause strife in a city: it has an action less every turn until the month ends."""

    path = ("covert", "cause-strife")
    rule = "cohorts.order.cause-strife-in-city"
    rating = "L4"

    target: Annotated[Ref, CITY] = Field(description="The city")

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        city = state.world.get(City, venture.target.id)
        state.world.put(city.replace(strife=True))
        state.emit(StrifeCaused(city=city.id), told=self.victims(state, venture))


class SabotageFortifications(_Sabotage):
    """Weaken the fortifications of a province, city walls too, until the month ends."""

    path = ("covert", "sabotage-walls")
    rule = "cohorts.order.sabotage-fortifications"
    rating = "L4"

    target: Annotated[Ref, LAND] = Field(description="The province whose walls are weakened")

    def succeed(self, state: State, venture: MissionUnderway) -> None:
        province = state.world.get(Province, venture.target.id)
        most = state.module.content(Content).covert.sabotaged_walls
        levels = min(most, province.fortification)
        if levels:
            state.world.put(province.replace(sabotaged=most))
        told = self.victims(state, venture) if levels else ()
        state.emit(FortificationsSabotaged(province=province.id, levels=levels), told=told)


def settle(state: State) -> None:
    """A step of the monthly production: strife and the damage to walls end."""
    for city in state.world.all(City):
        if city.strife:
            state.world.put(city.replace(strife=False))
    for province in state.world.all(Province):
        if province.sabotaged:
            state.world.put(province.replace(sabotaged=0))
