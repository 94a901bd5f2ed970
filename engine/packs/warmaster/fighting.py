"""A whole battle from site and armies to its record: the field made, all turns, mercy at the end.

Land battles of a campaign and pitched ones are fought here alike, battles at sea by ships.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.battle import Engagement
from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.warmaster.battle import fight as course
from engine.packs.warmaster.battle.happenings import Ended, Stood
from engine.packs.warmaster.battle.lore import Lore
from engine.packs.warmaster.battle.making import made
from engine.packs.warmaster.battle.mercy import Mercy, mercy
from engine.packs.warmaster.battle.naval import DIE, Fleet, SeaEnded, Seas, left_of, sea_battle
from engine.packs.warmaster.battle.values import SIDES, Army, SideName
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.lists import Feature
from engine.world import Place


@dataclass(frozen=True, slots=True)
class Arena:
    """Where a battle is fought, and the module's figures for it."""

    terrain: str
    features: Sequence[Feature]
    walls: int
    lore: Lore
    mercy: Mercy
    seas: Seas | None = None
    """For a battle at sea, its figures; None on land."""


@dataclass(frozen=True, slots=True)
class FightingSide:
    """A side: its army, and at sea its ships with the characters aboard as an army."""

    army: Army
    ships: Fleet = ()
    aboard: Mapping[Place, Place] = field(default_factory=dict[Place, Place])
    """The ship of each of these characters, by piece."""


Forces = tuple[FightingSide, FightingSide]


def arena(war: WarmasterContent, terrain: str, walls: int, *, merciful: bool) -> Arena:
    """The place of a battle on land; without mercy nobody who falls is rolled for."""
    figures = war.warmaster
    return Arena(
        terrain=terrain,
        features=war.battlefields[terrain],
        walls=walls,
        lore=Lore(spells=war.war_spells, items=war.magic_items),
        mercy=Mercy(rally=figures.rally, spare=figures.mercy) if merciful else Mercy(),
    )


def fight(where: Arena, forces: Forces, dice: Dice) -> Engagement:
    """Fight a battle out."""
    return _at_sea(where.seas, where, forces, dice) if where.seas else _on_land(where, forces, dice)


def _on_land(where: Arena, forces: Forces, dice: Dice) -> Engagement:
    armies = (forces[0].army, forces[1].army)
    ground = made(where.terrain, where.features, where.walls, dice)
    if not all(army.troops for army in armies):
        winner = SIDES[0] if armies[0].troops else SIDES[1]  # nobody to fight against
        over = Ended(winner=winner, reason="withdrawal", round=1)
        return Engagement(participants=(ground, *armies), events=(over,), winner=winner)
    return _ended(course.fight(ground, armies, where.lore, dice), where.mercy, dice)


def _ended(battle: Engagement, merciful: Mercy, dice: Dice) -> Engagement:
    """A battle with what the dice for the fallen say."""
    stood = next(each for each in reversed(battle.events) if isinstance(each, Stood))
    winner = SIDES[0] if battle.winner == SIDES[0] else SIDES[1]
    units = stood.units[SIDES.index(winner)]
    destroyed = [number for number, unit in enumerate(units, start=1) if not unit.stands]
    slain, fell = (
        [number for number, unit in enumerate(side, start=1) if not unit]
        for side in stood.characters
    )
    after = mercy(merciful, winner, destroyed, (slain, fell), lambda: dice.whole(DIE))
    return battle.replace(
        participants=(*battle.participants, merciful), events=(*battle.events, *after)
    )


def again(battle: Engagement, dice: Dice) -> Engagement:
    """A battle of a record on land fought once more on its field, to the same end.

    The dice are those that were left once the field was made.
    """
    *fought, merciful = battle.participants
    assert isinstance(merciful, Mercy)
    return _ended(course.again(battle.replace(participants=tuple(fought)), dice), merciful, dice)


def _at_sea(seas: Seas, where: Arena, forces: Forces, dice: Dice) -> Engagement:
    fleets = (forces[0].ships, forces[1].ships)
    armies = (forces[0].army, forces[1].army)
    participants: tuple[Tagged, ...] = (seas, *fleets[0], *fleets[1], *armies)
    if not all(fleets):
        winner = SIDES[0] if fleets[0] else SIDES[1]
        over = SeaEnded(winner=winner, reason="losses", round=1)
        return Engagement(participants=participants, events=(over,), winner=winner)
    events = sea_battle(seas, fleets, dice)
    ended = events[-1]
    assert isinstance(ended, SeaEnded)
    sunk = [_sunk(fleet, name, events) for fleet, name in zip(fleets, SIDES, strict=True)]
    slain = tuple(
        [
            number
            for number, captain in enumerate(force.army.captains, start=1)
            if captain.piece and force.aboard.get(captain.piece) in lost
        ]
        for force, lost in zip(forces, sunk, strict=True)
    )
    spared = Mercy(spare=where.mercy.spare)  # no ship that sank comes up again

    after = mercy(spared, ended.winner, (), (slain[0], slain[1]), lambda: dice.whole(DIE))
    events.extend(after)
    return Engagement(participants=participants, events=tuple(events), winner=ended.winner)


def _sunk(fleet: Fleet, name: SideName, events: Sequence[Tagged]) -> list[Place | None]:
    left = left_of(fleet, name, events)
    return [ship.piece for ship, stands in zip(fleet, left, strict=True) if not stands]
