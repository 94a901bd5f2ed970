"""Two hosts on open ground that belong to nobody's campaign: where duels and trials are fought.

They are of the very records and rules of a campaign; only what they are made of is said here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from engine.battle import MOVEMENT, BattleRecord, Clash
from engine.campaign import Faction, Now, Player
from engine.dice import Dice, SeededDice
from engine.packs import Rules
from engine.packs.cohorts.battle import aftermath
from engine.packs.cohorts.battle.record import BattleEnded
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.characters.newcomers import newcomer
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import Relation
from engine.packs.cohorts.pieces.records import Character, Map, Province, Stack, Unit
from engine.state import State
from engine.trials import SEED
from engine.world import Place, World

SIZE: Final = 50
"""Soldiers of a unit, if it is not made otherwise."""
FRONT: Final = (3, 2, 4, 1, 5)
"""The slots of the front rank, from the middle outwards."""
_RACE: Final = "human"
_TERRAIN: Final = "grassland"
_WIDE: Final = 4
"""Provinces of the land on either side, the least that a map may have."""
_BATTLES: Final = CohortsBattles()


@dataclass(frozen=True, slots=True)
class DuelTroop:
    """Soldiers who are armed alike, in units of equal size dealt over slots."""

    worn: Mapping[str, str]
    soldiers: int
    level: int = 1
    slots: tuple[int, ...] = FRONT
    size: int = SIZE


class DuelField:
    """A field with a host on either side."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.content = rules, rules.module.content(Content)
        world = World(rules.records)
        world.put(Now(id=1, tick=0, turn=1, month=1, date=dt.date.min))
        world.put(Map(id=1, width=_WIDE, height=_WIDE))
        for id in range(1, _WIDE * _WIDE + 1):
            world.put(_province(id))
        self.players = [_side(world, number) for number in (1, 2)]
        world.add(Relation, one=1, other=2, relation="at_war")
        self.stacks = [_stack(world, player) for player in self.players]
        world.settle()
        self.state = State(rules, world, SeededDice(SEED, 1))

    def troop(self, side: int, troop: DuelTroop) -> list[Unit]:
        """Post a troop; what does not make a whole unit goes to the last."""
        found: list[Unit] = []
        number = max(1, troop.soldiers // troop.size)
        for place in range(number):
            share = troop.size if place < number - 1 else troop.soldiers - troop.size * place
            slot = troop.slots[place % len(troop.slots)]
            found.append(self._unit(side, troop, share, slot))
        return found

    def hero(
        self, side: int, job: str, level: int, *, worn: Mapping[str, str], **values: Any
    ) -> Character:
        """Post a character of that class and level, with the skill of its class at that level."""
        return newcomer(
            self.state,
            name=f"{job} {level}",
            race=_RACE,
            job=job,
            level=level,
            player=self.players[side].id,
            holder=self.stacks[side].place,
            equipment=dict(sorted(worn.items())),
            **values,
        )

    def fight(self, dice: Dice, attacker: int = 0) -> tuple[int, BattleRecord]:
        """Fight to the end without consequences: which side won, and the record."""
        clash = self._clash(attacker)
        field, sides = _BATTLES.muster(self.state, clash)
        record = _BATTLES.fight(field, sides, dice, clash)
        won = attacker if record.winner == "attacker" else 1 - attacker
        return won, record

    def carry_out(self, record: BattleRecord) -> None:
        """Apply the results of a battle to the world: the dead, and what the living learned."""
        aftermath.carry_out(self.state, record)

    # ------------------------------------------------------------ inside

    def _clash(self, attacker: int) -> Clash:
        one, other = self.stacks[attacker], self.stacks[1 - attacker]
        return Clash(
            sides=((one.place,), (other.place,)),
            trigger=MOVEMENT,
            place=Place(Province.kind, 1),
            origin=Place(Province.kind, 2),
        )

    def _unit(self, side: int, troop: DuelTroop, soldiers: int, slot: int) -> Unit:
        training = self.content.training
        return self.state.world.add(
            Unit,
            name=f"Unit {slot}",
            race=_RACE,
            player=self.players[side].id,
            holder=self.stacks[side].place,
            used=Fraction(0),
            acted=False,
            message="",
            arm="soldier",
            type="soldiers",
            soldiers=soldiers,
            level=troop.level,
            xp=self.content.experience.needed_for(troop.level),
            talents=(),
            equipment=dict(sorted(troop.worn.items())),
            slot=slot,
            wounds=0,
            morale=training.morale,
            statuses={},
            ext=None,
        )


def losses(record: BattleRecord) -> tuple[float, float]:
    """The share of its hit points that each side of a battle lost, the attackers' first."""
    end = record.engagements[-1].events[-1]
    assert isinstance(end, BattleEnded)
    had, left = [0.0, 0.0], [0.0, 0.0]
    for unit, outcome in zip(_participants(record), end.outcomes, strict=True):
        weight = unit.soldiers
        had[unit.side] += weight
        gone = 100.0 if outcome.state == "dead" else float(outcome.wounds)
        left[unit.side] += weight * (100 - min(gone, 100.0)) / 100
    one, other = (1 - kept / all_ if all_ else 0.0 for kept, all_ in zip(left, had, strict=True))
    return one, other


def _participants(record: BattleRecord) -> Sequence[Any]:
    return record.engagements[-1].participants


def _province(id: int) -> Province:
    return Province(
        id=id,
        x=(id - 1) % _WIDE,
        y=(id - 1) // _WIDE,
        terrain=_TERRAIN,
        height=0,
        barony=0,
        region="",
        deposits=(),
        fortification=0,
        gate=0,
        level_limit=0,
        pvp_free=False,
    )


def _side(world: World, number: int) -> Player:
    faction = world.add(
        Faction, key=f"side {number}", name=f"Side {number}", colour=number, emblem=""
    )
    return world.add(Player, faction=faction.id, name=f"Side {number}", active=True, last_run=0)


def _stack(world: World, player: Player) -> Stack:
    return world.add(
        Stack,
        name=player.name,
        player=player.id,
        province=1,
        used=Fraction(0),
        acted="",
        banner=0,
        message="",
    )
