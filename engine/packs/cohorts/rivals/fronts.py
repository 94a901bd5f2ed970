"""What hosts do in a war: storm, besiege, hunt, relieve and gather; and where nobody goes.

Nobody marches into a force that would beat it, be it a stack that was seen or a garrison that comes
out, and who would not stand against those near by goes home.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from engine.campaign import Player
from engine.numbers import total
from engine.orders import Order
from engine.packs.cohorts.diplomacy.votes import suing
from engine.packs.cohorts.military.besieging import SiegeBarony
from engine.packs.cohorts.military.bombarding import Bombard
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.military.razing import RazeImprovements
from engine.packs.cohorts.movement import routes
from engine.packs.cohorts.movement.stamina import Stamina
from engine.packs.cohorts.pieces.contents import stack_type
from engine.packs.cohorts.pieces.ownership import cities_of, city_of
from engine.packs.cohorts.pieces.records import City, Province, Stack, Unit
from engine.packs.cohorts.rivals.desk import ref
from engine.packs.cohorts.rivals.goals import Goal
from engine.packs.cohorts.rivals.musters import danger, is_host
from engine.packs.cohorts.rivals.realm import NEAR, RivalView, war_aims
from engine.packs.cohorts.rivals.reckoning import SURE, Reckoner
from engine.packs.cohorts.rivals.scouting import unread
from engine.rivals import Reason
from engine.world import Place

FAR: Final = 12
"""Provinces over which a host looks for something to do."""
_BOLDER: Final = 2
"""By so much less of a chance, in percent, a city is stormed for each step of the wish for it."""
_HARRIES: Final = 30
"""With so much of a chance against a city a host harms its barony instead."""
_BESIDE: Final = 2
"""Provinces within which a stronger enemy makes a host fall back."""
_RISKED: Final = 12
"""By so much less of a chance, in percent, what a war is about is stormed."""
_WANTED: Final = 8
_SHUTS_IN: Final = 8
"""What a siege is worth for each step of the wish for the city."""
_AIM: Final = 3.0
"""Factor on the worth of a city that a war is about, which is wanted at least so much."""


class Front:
    """The wars of a player as its hosts see them."""

    def __init__(self, realm: RivalView, reckon: Reckoner) -> None:
        self.realm, self.reckon = realm, reckon
        self.caution = realm.content.rival_play.caution
        self._safe: dict[tuple[int, int, int], bool] = {}

    def force(self, stack: Stack) -> float:
        """What a stack is worth in battle."""
        return self.reckon.worth(self.realm.fighters(stack))

    # ------------------------------------------------------------ where nobody goes

    def safe(self, stack: Stack, spot: int) -> bool:
        """Whether a stack gets to a province without meeting who would beat it, as far as known.

        Asked where a stack could go, and again when it goes: what was found is kept.
        """
        way = stack.id, stack.province, spot
        if way not in self._safe:
            self._safe[way] = self._is_safe(stack, spot)
        return self._safe[way]

    def _is_safe(self, stack: Stack, spot: int) -> bool:
        realm = self.realm
        if not (self._wars or realm.sighted):
            return True
        mode = "water" if stack_type(realm.world, stack.place) == "fleet" else "land"
        gait = Stamina.of(realm.state, stack, mode).gait
        route = routes.find(realm.state, gait, stack.province, spot)
        if route is None:
            return False
        here, ours = stack.province, self.force(stack)
        left = self._barony(here)
        for direction in route.directions:
            here = realm.grid.adjacency()[here - 1][direction] + 1
            entered = self._barony(here)
            foes = self._waiting(here) + (self._sallies(here, stack) if entered != left else 0.0)
            if foes and self.reckon.chance(ours, foes) < self.caution.march:
                return False
            left = entered
        return True

    def _barony(self, spot: int) -> int:
        province = self.realm.world.find(Province, spot)
        return province.barony if province and province.knows("barony") else 0

    def _waiting(self, spot: int) -> float:
        """What the enemies seen in a province are worth together."""
        there = [each for each in self.realm.sighted if each.province == spot]
        return total(self.reckon.seen(each) for each in there)

    def _sallies(self, spot: int, stack: Stack) -> float:
        """The worth of the garrison that may come out against an intruder."""
        realm = self.realm
        if realm.owner(spot) not in self._wars:
            return 0.0
        city = city_of(realm.world, self._barony(spot))
        if city is None or not city.knows("province") or self.reckon.stays_in(city, stack):
            return 0.0
        return self.reckon.city(city)

    @cached_property
    def _wars(self) -> tuple[int, ...]:
        return tuple(each for each in self.realm.rivals if self.realm.stands(each) == "at_war")

    def refuge(self, stack: Stack) -> Goal | None:
        """The city to which a stack falls back from enemies near it; None if it need not."""
        realm = self.realm
        near = [e for e in realm.sighted if realm.far(e.province, stack.province) <= _BESIDE]
        threat = total(self.reckon.seen(each) for each in near)
        if not threat or self.reckon.chance(self.force(stack), threat) >= self.caution.stay:
            return None
        homes = sorted(
            self._ours, key=lambda city: (realm.far(stack.province, city.province), city.id)
        )
        reason = Reason("falls_back", (stack.place,))
        spots = tuple(city.province for city in homes[:2])
        return Goal(f"refuge {stack.id}", SURE, spots, reason, stays=True) if spots else None

    @cached_property
    def _ours(self) -> list[City]:
        """The cities of the own faction."""
        return cities_of(self.realm.world, self.realm.faction)

    # ------------------------------------------------------------ at home

    def defences(self, stack: Stack) -> Iterator[Goal]:
        """Cities of the own side in danger, where a host would stand by, and bare ones."""
        realm = self.realm
        for city in self._ours:
            far = realm.far(stack.province, city.province)
            threat = danger(realm, self.reckon, city)
            besieged = city.knows("besieged") and city.besieged
            if (threat or besieged) and far <= 2 * NEAR:
                reason = Reason("threatened", (city.place,))
                yield Goal(f"guard {city.id}", 40, (city.province,), reason, stays=True)
        for city in realm.cities():
            if len(realm.fighters(stack)) > 1 and not realm.garrison(city):
                reason = Reason("bare", (city.place,))
                yield Goal(f"man {city.id}", 40, (city.province,), reason, stays=True)

    def hunts(self, stack: Stack) -> Iterator[Goal]:
        """Enemies in the field near the own cities, whom a host can beat."""
        realm, ours = self.realm, self.force(stack)
        for foe in realm.sighted:
            spot = foe.province
            if spot == stack.province or realm.far(spot, stack.province) > 2 * NEAR:
                continue
            if not any(realm.far(spot, city.province) <= NEAR for city in self._ours):
                continue
            chance = self.reckon.chance(ours, self._waiting(spot) + self._sallies(spot, stack))
            if chance >= self.caution.hunt:
                reason = Reason("hunted", (Place(Province.kind, spot),), chance)
                yield Goal(f"hunt {foe.subject}", 30, (spot,), reason, stays=True)

    # ------------------------------------------------------------ abroad

    def conquests(self, stack: Stack, rally: int) -> Iterator[Goal]:
        """Cities that a host could take, or harm, or could take together with others."""
        realm = self.realm
        alone = self.force(stack)
        together = total(map(self.force, self._hosts)) if len(self._hosts) > 1 else alone
        for city in realm.prey:
            if realm.far(stack.province, city.province) > FAR:
                continue
            enemy = realm.owner(city.province)
            if (enemy and suing(realm.world, realm.faction, enemy)) or unread(realm, city):
                continue
            chance = self.reckon.takes(stack, city)
            cares = realm.wants("war") + 2 if enemy else realm.wants("land") + 2
            least = self.caution.storm_player if enemy else self.caution.storm
            dared = least - _BOLDER * (cares - 2)
            if city.id in self.aims:
                cares = _AIM * max(cares, _WANTED)
                dared -= _RISKED
            if chance >= dared and not (self._is_left(stack, city, dared) and not enemy):
                yield Goal(
                    f"city {city.id}",
                    12 * cares * chance / SURE,
                    self._before(stack, city),
                    Reason("weakly_held", (city.place,), chance),
                    ConquerCity,
                    (("city", ref(city)),),
                    city=city.id,
                    dared=dared,
                )
            elif rally and enemy and self.reckon.storms(together, city) >= dared:
                reason = Reason("gathers", (city.place,))
                yield Goal(f"gather {stack.id}", 30, (rally,), reason, stays=True)
            if enemy and chance < dared and self.reckon.stays_in(city, stack):
                yield from self._siege(stack, city, cares)
            if enemy and _HARRIES <= chance < dared:
                yield from self._harrying(stack, city, chance)

    @cached_property
    def _hosts(self) -> list[Stack]:
        return [each for each in self.realm.stacks() if is_host(self.realm, each)]

    def _is_left(self, stack: Stack, city: City, dared: int) -> bool:
        """Whether a teammate's host that stands beside a city dares to take it as well."""
        realm = self.realm
        own = (realm.far(stack.province, city.province), stack.id)
        return any(
            (far := realm.far(host.province, city.province)) <= 1
            and (far, host.id) < own
            and self.reckon.takes(host, city) >= dared
            for host in self._mates
        )

    @cached_property
    def _mates(self) -> list[Stack]:
        """The hosts of those of its teammates who have not stayed away."""
        world = self.realm.world
        return [
            host
            for mate in world.by(Player, "faction", self.realm.faction)
            if mate.id != self.realm.player and not mate.idle
            for host in world.by(Stack, "player", mate.id)
            if is_host(self.realm, host)
        ]

    @cached_property
    def aims(self) -> tuple[int, ...]:
        """The cities that the own side wants by its wars."""
        return war_aims(self.realm)

    def _before(self, stack: Stack, city: City) -> tuple[int, ...]:
        """The land beside a city from which it is attacked, the nearest first."""
        realm = self.realm
        terrains = realm.content.terrains
        spots = [
            spot + 1
            for spot in realm.grid.adjacency()[city.province - 1]
            if spot >= 0
            and (land := realm.world.find(Province, spot + 1)) is not None
            and not terrains[land.terrain].is_water
        ]
        near = sorted(spots, key=lambda spot: (realm.far(stack.province, spot), spot))
        return (
            (*near, city.province)
            if stack.province == city.province
            else (*near,) or (city.province,)
        )

    def _siege(self, stack: Stack, city: City, cares: float) -> Iterator[Goal]:
        """Shut in a garrison that does not come out, so that it hungers, and stay while it does."""
        spots = tuple(each for each in self._lands(stack, city) if self._sees(each, city))
        if spots:
            reason, worth = Reason("starves", (city.place,)), _SHUTS_IN * cares
            shut = city.knows("besieged") and city.besieged
            order = None if shut else SiegeBarony
            yield Goal(f"siege {city.id}", worth, spots, reason, order, stays=shut)

    def _lands(self, stack: Stack, city: City) -> list[int]:
        """The known land of a city's barony, the nearest first."""
        lands = (each.id for each in self.realm.world.by(Province, "barony", city.barony))
        return sorted(lands, key=lambda spot: (self.realm.far(stack.province, spot), spot))

    def _sees(self, spot: int, city: City) -> bool:
        """Whether who stands there sees the city, and so whether there is a siege already."""
        return self.realm.far(spot, city.province) <= 1

    def _harrying(self, stack: Stack, city: City, chance: int) -> Iterator[Goal]:
        """What a host that is too weak to storm a city can do to its barony."""
        realm = self.realm
        spots = self._lands(stack, city)
        engines = any(isinstance(e, Unit) and e.arm == "artillery" for e in realm.fighters(stack))
        besieged = city.knows("besieged") and city.besieged
        order: type[Order] = SiegeBarony
        if engines and (besieged or realm.drawn(f"stack:{stack.id}", "fire", 2) == 1):
            order = Bombard
        elif besieged or realm.drawn(f"stack:{stack.id}", "harry", 3) == 1:
            order = RazeImprovements
        else:
            spots = [each for each in spots if self._sees(each, city)]
        values = (
            (("province", ref(realm.world.get(Province, city.province))),)
            if order is Bombard
            else ()
        )
        spots = list(self._before(stack, city)) if order is Bombard else spots
        reason = Reason("harry", (city.place,), chance)
        if spots:
            worth = 4 * max(realm.wants("war"), 2)
            yield Goal(f"harry {city.id}", worth, tuple(spots), reason, order, values)
