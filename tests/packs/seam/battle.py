"""The pack's battles: each side rolls a die, adds its strength, and the lower side is beaten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.battle import BattleRecord, Clash, Engagement, Odds
from engine.dice import Dice
from engine.events import Event
from engine.facts import Tagged, facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import City, Province, Stack, Unit
from engine.state import State
from engine.world import Place
from tests.packs.seam.valour import Trophy, Valour, ValourRules, scars_of


@facts
class Troop(Tagged):
    """A unit as it enters a battle."""

    tag = "seam.troop"

    side: str
    unit: int
    soldiers: int
    scars: int


@facts
class Blow(Tagged):
    """What a side rolled, and what that came to."""

    tag = "seam.blow"

    side: str
    rolled: int
    total: int


@facts
class BattleFought(Event):
    """Two sides fought; both are told all of it."""

    kind = "seam-battle-fought"

    province: int
    record: BattleRecord
    fallen: dict[int, int]
    """Soldiers lost, by unit."""


@dataclass(frozen=True)
class Side:
    """One side as it stands: its troops in order of their ids."""

    name: str
    troops: tuple[Troop, ...]

    def strength(self, bonus: int = 0) -> int:
        """One point for 10 soldiers and for each scar, raised by a bonus in percent."""
        points = 0
        for troop in self.troops:
            points += troop.soldiers // 10 + troop.scars
        return points * (100 + bonus) // 100


@dataclass(frozen=True)
class Ground:
    """Where it is fought."""

    bonus: int
    """What the terrain adds for the defender, in percent."""
    sides: int
    """Of the die."""


class DieBattles:
    """The battles of the pack."""

    def muster(self, state: State, clash: Clash) -> tuple[Ground, tuple[Side, ...]]:
        terrain = state.world.get(Province, clash.ground).terrain
        ground = Ground(
            state.module.content(Content).terrains[terrain].defense,
            state.module.content(ValourRules).valour.sides,
        )
        sides = _sides(state, clash).items()
        return ground, tuple(_side(state, name, things) for name, things in sides)

    def fight(
        self, field: Ground, sides: tuple[Side, ...], dice: Dice, clash: Clash
    ) -> BattleRecord:
        attacker, defender = sides
        blows: list[Blow] = []
        for side, bonus in ((attacker, 0), (defender, field.bonus)):
            rolled = dice.whole(field.sides)
            blows.append(Blow(side=side.name, rolled=rolled, total=rolled + side.strength(bonus)))
        one, other = blows
        fight = Engagement(
            participants=(*attacker.troops, *defender.troops),
            events=tuple(blows),
            winner="attacker" if one.total > other.total else "defender",
        )
        return BattleRecord(system="seam", clash=clash, engagements=(fight,))

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Every troop of either side."""
        troops = (each for each in record.engagements[-1].participants if isinstance(each, Troop))
        return tuple(Place(Unit.kind, troop.unit) for troop in troops)

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """The beaten lose half their soldiers; the winners' units are scarred and take a trophy."""
        world, clash = state.world, record.clash
        most = state.module.content(ValourRules).valour.most
        fallen: dict[int, int] = {}
        for troop in record.engagements[-1].participants:
            assert isinstance(troop, Troop)
            unit = world.get(Unit, troop.unit)
            if troop.side == record.winner:
                scars = min(most, troop.scars + 1)
                world.put(unit.replace(ext=Valour(scars=scars)))
            else:
                fallen[unit.id] = unit.soldiers - unit.soldiers // 2
                world.put(unit.replace(soldiers=unit.soldiers // 2))
        sides = _sides(state, clash)
        won = sides[record.winner]
        for player in [thing.player for thing in won if isinstance(thing, Stack)][:1]:
            world.add(Trophy, player=player, province=clash.ground, turn=state.now.turn)
        told = [faction_of(world, thing) for side in sides.values() for thing in side]
        event = BattleFought(province=clash.ground, record=record, fallen=fallen)
        state.emit_to(event, own=told)

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """Exact where the enemy's scars are known; else as if it had none."""
        ground, (attacker, defender) = self.muster(state, clash)
        ahead = attacker.strength() - defender.strength(ground.bonus)
        wins = 0
        for rolled in range(1, ground.sides + 1):
            wins += min(ground.sides, max(0, rolled + ahead - 1))
        known = all(
            unit.knows("ext")
            for side in _sides(state, clash).values()
            for thing in side
            for unit in state.world.by(Unit, "holder", thing.place)
        )
        yield Odds(attacker_wins=wins / ground.sides**2, exact=known)


def _sides(state: State, clash: Clash) -> dict[str, list[Stack | City]]:
    """Whose units fight on which side."""
    attackers, defenders = (
        [state.world.get(City if place.kind == City.kind else Stack, place.id) for place in side]
        for side in clash.sides
    )
    return {"attacker": attackers, "defender": defenders}


def _side(state: State, name: str, things: list[Stack | City]) -> Side:
    return Side(
        name,
        tuple(
            Troop(side=name, unit=unit.id, soldiers=unit.soldiers, scars=scars_of(unit))
            for thing in things
            for unit in state.world.by(Unit, "holder", thing.place)
        ),
    )
