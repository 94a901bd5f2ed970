"""Battles at sea: ships against ships for six rounds, without field or movement.

Source: warmaster.map.naval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.dice import Dice
from engine.facts import Tagged, facts
from engine.packs.warmaster.battle.values import SIDES, SideName
from engine.packs.warmaster.content.lists import NO_ARMOUR
from engine.world import Place

DIE: Final = 6


@facts
class FightingShip(Tagged):
    """A ship as it enters a battle at sea."""

    tag = "warmaster.ship"

    side: SideName
    piece: Place | None = None
    name: str
    type: str
    """The key of its figures."""
    attacks: int
    hits: int
    armour: int = NO_ARMOUR
    full_stands: int
    stands: int
    bonus: int = 0
    """The attack bonuses of the characters aboard."""
    banner: int = 0
    """The Attacks that a Battle Banner aboard gives each stand: all rounds are one engagement."""


@facts
class Seas(Tagged, pack="warmaster"):
    """The figures of a battle at sea: how many rounds, and from which die on shots hit."""

    rounds: int
    hit: int


@facts
class Broadside(Tagged, pack="warmaster"):
    """A ship fired at an enemy: the dice that it rolled, and the saves against those that hit."""

    round: int
    side: SideName
    number: int
    target: int
    dice: tuple[int, ...]
    saves: tuple[int, ...]
    unsaved: int


@facts
class Battered(Tagged, pack="warmaster"):
    """What ships lost in a round, all together; without stands they sank."""

    round: int
    side: SideName
    number: int
    lost: int
    stands: int
    """What is left."""


@facts
class SeaEnded(Tagged, pack="warmaster"):
    """How a battle at sea ended."""

    winner: SideName
    reason: str
    """`losses`, or `time` when no round is left."""
    round: int


Fleet = tuple[FightingShip, ...]


@dataclass(slots=True, eq=False)
class _Hull:
    ship: FightingShip
    number: int
    stands: int
    odd: int = 0
    struck: int = 0
    """Unsaved hits of this round."""

    @property
    def left(self) -> int:
        """How many more hits it can take."""
        return self.stands * self.ship.hits - self.odd


def sea_battle(seas: Seas, fleets: tuple[Fleet, Fleet], dice: Dice) -> list[Tagged]:
    """Fight it out; returns what happened, the end last."""
    one, other = (
        [_Hull(ship, number, ship.stands) for number, ship in enumerate(fleet, start=1)]
        for fleet in fleets
    )
    sides = (one, other)
    events: list[Tagged] = []
    for round in range(1, seas.rounds + 1):
        for side, ours in enumerate(sides):
            for hull in ours:
                _fire(seas, round, SIDES[side], hull, sides[1 - side], dice, events)
        for side, ours in enumerate(sides):
            for hull in ours:
                _take(round, SIDES[side], hull, events)
        beaten = [2 * sum(not hull.stands for hull in ours) >= len(ours) for ours in sides]
        if any(beaten):
            winner = SIDES[1] if beaten[0] else SIDES[0]
            events.append(SeaEnded(winner=winner, reason="losses", round=round))
            return events
    events.append(SeaEnded(winner=SIDES[1], reason="time", round=seas.rounds))
    return events


def _fire(
    seas: Seas,
    round: int,
    side: SideName,
    hull: _Hull,
    enemies: Sequence[_Hull],
    dice: Dice,
    events: list[Tagged],
) -> None:
    """One ship's shots at the enemy that can take the fewest more hits (ties: roster order).

    Stands are taken off together at the end of a round, so that those hit count until then.
    """
    afloat = [each for each in enemies if each.stands]
    if not hull.stands or not afloat:
        return
    target = min(afloat, key=lambda each: each.left)
    ship = hull.ship
    attacks = (ship.attacks + ship.banner) * hull.stands + ship.bonus
    rolled = tuple(dice.whole(DIE) for _ in range(attacks))
    hits = sum(die >= seas.hit for die in rolled)
    armour = target.ship.armour
    saves = tuple(dice.whole(DIE) for _ in range(hits)) if armour < NO_ARMOUR else ()
    unsaved = hits - sum(die >= armour for die in saves)
    target.struck += unsaved
    events.append(
        Broadside(
            round=round,
            side=side,
            number=hull.number,
            target=target.number,
            dice=rolled,
            saves=saves,
            unsaved=unsaved,
        )
    )


def _take(round: int, side: SideName, hull: _Hull, events: list[Tagged]) -> None:
    """Take off the stands that a ship has lost in the round; odd hits stay through the battle."""
    if not hull.struck:
        return
    hits = hull.odd + hull.struck
    lost = min(hull.stands, hits // hull.ship.hits)
    hull.stands -= lost
    hull.odd, hull.struck = hits % hull.ship.hits, 0
    if lost:
        events.append(
            Battered(round=round, side=side, number=hull.number, lost=lost, stands=hull.stands)
        )


def left_of(fleet: Fleet, side: SideName, events: Sequence[Tagged]) -> list[int]:
    """The stands that each ship of a side has after what happened."""
    stands = [ship.stands for ship in fleet]
    for event in events:
        if isinstance(event, Battered) and event.side == side:
            stands[event.number - 1] = event.stands
    return stands
