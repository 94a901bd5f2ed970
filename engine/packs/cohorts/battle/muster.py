"""Who comes to a battle: the two armies of a clash, each unit in its slot.

What a unit is worth stands in `arming`. Sources: cohorts.battle.participants, cohorts.battle.sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.battle import REPEL, Clash
from engine.modifiers import Modifier
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import BattleSide, Combatant, Detachment
from engine.packs.cohorts.battle.fight import BattleSetting
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.movement import rates
from engine.packs.cohorts.pieces.contents import ship_of, stack_type
from engine.packs.cohorts.pieces.ownership import faction_of, owner_of, player_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.pieces.statuses import borne
from engine.packs.cohorts.worth.levels import counts
from engine.packs.cohorts.worth.shelter import defending, shelters
from engine.world import Place, World


@dataclass(frozen=True, slots=True)
class Band:
    """A stack, a garrison, or the loose units of a side."""

    place: Place
    name: str
    player: int
    faction: int


def hosts(world: World, clash: Clash) -> tuple[tuple[Band, ...], tuple[Band, ...]]:
    """The attackers' and the defenders' stacks, garrison and loose units, in that order.

    Loose in the province fight those of the defending factions. Source: cohorts.battle.sides.
    """
    attackers = tuple(_host(world, place) for place in clash.attackers)
    defenders = [_host(world, place) for place in clash.defenders]
    ground = Place(Province.kind, clash.ground)
    for faction in dict.fromkeys(host.faction for host in defenders if host.faction):
        loose = [p for p in _fighters(world, ground) if faction_of(world, p) == faction]
        if loose:
            defenders.append(Band(ground, "", loose[0].player, faction))
    return attackers, tuple(defenders)


def _host(world: World, place: Place) -> Band:
    thing = world.get(City if place.kind == City.kind else Stack, place.id)
    return Band(place, thing.name, player_of(world, thing), faction_of(world, thing))


def members(world: World, host: Band) -> Iterator[Character | Unit]:
    """The characters and units of a host, neither dead nor prisoners."""
    for piece in _fighters(world, host.place):
        if host.place.kind != Province.kind or faction_of(world, piece) == host.faction:
            yield piece


def _fighters(world: World, place: Place) -> Iterator[Character | Unit]:
    for cls in (Character, Unit):
        for piece in world.by(cls, "holder", place):
            if counts(piece):
                yield piece


def muster(
    world: World, content: Content, clash: Clash
) -> tuple[BattleSetting, BattleSide, BattleSide]:
    """The field and both armies of a clash."""
    call = _Muster(world, content, clash, world.get(Province, clash.ground))
    attackers, defenders = hosts(world, clash)
    field = BattleSetting(
        content.battle,
        content.battle_statuses,
        content.damage_types,
        naval=call.naval,
        terrain=call.province.terrain,
        fortification=call.fortification(defenders),
    )
    return field, call.side(ATTACKER, attackers), call.side(DEFENDER, defenders)


@dataclass(frozen=True, slots=True)
class _Muster:
    world: World
    content: Content
    clash: Clash
    province: Province

    @property
    def naval(self) -> bool:
        return self.content.terrains[self.province.terrain].is_water

    def side(self, side: int, hosts: tuple[Band, ...]) -> BattleSide:
        return BattleSide(
            tuple(
                Detachment(host.place, host.name, host.player, tuple(self._fielded(side, host)))
                for host in hosts
            )
        )

    def _fielded(self, side: int, host: Band) -> Iterator[Combatant]:
        fleet = host.place.kind == Stack.kind and stack_type(self.world, host.place) == "fleet"
        # A garrison reaches the sea only by water or air (cohorts.city.garrison).
        selective = fleet or (self.naval and host.place.kind == City.kind)
        for piece in members(self.world, host):
            ship = ship_of(self.world, piece) if fleet else None
            slot = slot_of(self.content, piece, ship, naval=self.naval)
            if not slot or (selective and not ship and not self._by_itself(piece)):
                continue
            aboard = ship.place if ship and self.naval else None
            stance = self._stance(side, host, piece)
            yield armed(
                self.world,
                self.content,
                piece,
                stance,
                slot=slot,
                force=host.place,
                ship=aboard,
            )

    def _by_itself(self, piece: Character | Unit) -> bool:
        """Whether a piece in a fleet that is on no ship fights all the same, or is cargo.

        Source: cohorts.naval.own-movement-exception.
        """
        if isinstance(piece, Unit) and piece.arm == "ship":
            return True
        modes: tuple[Mode, ...] = ("water", "air") if self.naval else ("land", "air")
        return any(rates.by_itself(self.world, self.content, piece, mode) for mode in modes)

    def _stance(self, side: int, host: Band, piece: Character | Unit) -> Stance:
        """What side and place give a unit (cohorts.battle.place-bonuses)."""
        family = self.content.terrains[self.province.terrain].family
        place: tuple[Modifier, ...] = ()
        if side == DEFENDER:
            walls = self._sheltered(host, piece)
            place = tuple(defending(self.content, self.province, walls=walls))
        return Stance(side, family, place)

    def fortification(self, defenders: tuple[Band, ...]) -> int:
        """The level of the walls, 0 if they serve nobody.

        Source: cohorts.improvement.fortification-scope.
        """
        served = any(
            self._sheltered(host, piece)
            for host in defenders
            for piece in members(self.world, host)
        )
        return self.province.walls if served else 0

    def _sheltered(self, host: Band, piece: Character | Unit) -> bool:
        helps = self.clash.first(City.kind) != 0 and self._behind_walls(host)
        return self.clash.trigger != REPEL and shelters(
            self.world, self.province, host.faction, piece, helps=helps
        )

    def _behind_walls(self, host: Band) -> bool:
        """Whether a host that is not the barony's or its ally fights from its walls all the same.

        A garrison does that nobody commands, and so do neutrals who help a garrison.
        """
        owner = owner_of(self.world, self.province)
        if host.place.kind == City.kind:
            return self.world.get(City, host.place.id).barony == self.province.barony
        return owner != 0 and relation(self.world, owner, host.faction) == "neutral"


def slot_of(
    content: Content, piece: Character | Unit, ship: Unit | None = None, *, naval: bool = False
) -> int:
    """The slot from which a piece takes part, 0 if it does not.

    Aboard in a naval battle it is that of its ship. Sources: cohorts.battle.participants,
    cohorts.naval.fleet.
    """
    if _barred(content, piece) or not piece.slot:
        return 0
    if ship and naval:
        return 0 if _barred(content, ship) else ship.slot
    return piece.slot


def _barred(content: Content, piece: Character | Unit) -> bool:
    """Whether a status keeps a piece out of all combat (cohorts.status.no-combat)."""
    return any(not status.fights for status in borne(content, piece))
