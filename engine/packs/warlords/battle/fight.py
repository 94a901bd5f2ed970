"""A whole battle: company against company until one side has none left, and its fallen heroes.

Sources: warlords.battle.sequence, warlords.battle.companies, warlords.map.naval,
warlords.map.hero-fall. `aftermath` applies its results to the world.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.battle import Engagement
from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.warlords.battle.bonuses import arrays, told
from engine.packs.warlords.battle.cards import (
    SIDES,
    WATER,
    Company,
    Field,
    FighterCard,
    SideName,
)
from engine.packs.warlords.battle.checks import check
from engine.packs.warlords.battle.duel import Duellist, Pairing
from engine.packs.warlords.battle.happenings import Died, HeroFell, Survived
from engine.packs.warlords.battle.precombat import afflict
from engine.world import Place

Companies = tuple[Company, ...]


@dataclass(frozen=True, slots=True)
class Fought:
    """One engagement, and what is left of the two companies: the loser's has no fighter."""

    engagement: Engagement
    left: tuple[Company, Company]


def last_stand(field: Field, fighters: Sequence[FighterCard]) -> int:
    """How many of a company must fall before it is beaten: all, at sea all that float or fly.

    Source: warlords.map.naval.
    """
    if WATER not in field.terrains:
        return len(fighters)
    up = [place for place, fighter in enumerate(fighters, start=1) if fighter.stays_up]
    return max(up, default=0)


def engage(field: Field, attacker: Company, defender: Company, dice: Dice) -> Fought:
    """One company against one (warlords.battle.sequence)."""
    log: list[Tagged] = []
    one, other = afflict(attacker, defender, dice, log)
    both = arrays(field, one, other)
    lines = [
        [
            Duellist.of(fighter, stance)
            for fighter, stance in zip(array.company.fighters, told(side, array, log), strict=True)
        ]
        for side, array in zip(SIDES, both, strict=True)
    ]
    ends = [last_stand(field, array.company.fighters) for array in both]
    fronts = [0, 0]
    while fronts[0] < ends[0] and fronts[1] < ends[1]:
        pair = Pairing(lines[0][fronts[0]], lines[1][fronts[1]], field.die, dice, log)
        fronts[pair.fight()] += 1
    loser = 0 if fronts[0] >= ends[0] else 1
    for unit in lines[loser][fronts[loser] :]:
        _drown(SIDES[loser], unit.fighter, log)
    left = lines[1 - loser][fronts[1 - loser] :]
    log.extend(
        Survived(
            side=SIDES[1 - loser],
            piece=unit.fighter.piece,
            strength=unit.strength,
            hits=unit.hits,
            drained=unit.drained,
        )
        for unit in left
    )
    winners = both[1 - loser]
    survivors = tuple(
        unit.fighter.replace(
            lost=max(0, winners.full_hits(unit.fighter, unit.fighter.condition) - unit.hits)
        )
        for unit in left
    )
    remains = [one.replace(fighters=()), other.replace(fighters=())]
    remains[1 - loser] = winners.company.replace(fighters=survivors)
    engagement = Engagement(
        participants=(field, attacker, defender),
        events=tuple(log),
        winner=SIDES[1 - loser],
    )
    return Fought(engagement, (remains[0], remains[1]))


def _drown(side: SideName, fighter: FighterCard, log: list[Tagged]) -> None:
    log.append(Died(side=side, piece=fighter.piece, by="drowned", killer=Place("", 0), points=0))


def battle(
    field: Field, attackers: Companies, defenders: Companies, dice: Dice
) -> tuple[Engagement, ...]:
    """All engagements of two sides, the fallen heroes' fate at the end of the last.

    A side that brings nobody has lost; if neither brings any, nothing is won.
    """
    waiting = [list(attackers), list(defenders)]
    if not (attackers and defenders):
        winner = "attacker" if attackers else "defender" if defenders else "none"
        held = tuple(company for company in (*attackers[:1], *defenders[:1]))
        return (Engagement(participants=(field, *held), events=(), winner=winner),)
    fought: list[Engagement] = []
    dead: set[Place] = set()
    while waiting[0] and waiting[1]:
        pair = [_standing(side[0], dead) for side in waiting]
        result = engage(field, pair[0], pair[1], dice)
        fought.append(result.engagement)
        for event in result.engagement.events:
            if isinstance(event, Died):
                dead.add(event.piece)
        for side, left in zip(waiting, result.left, strict=True):
            side[0] = left
            if not left.fighters:
                side.pop(0)
    last = fought[-1]
    winner = 0 if waiting[0] else 1
    fates = _drowned_with_ships(field, winner, (attackers, defenders), dead)
    fates += _falls(field, (attackers, defenders), dead, fates, dice)
    fought[-1] = last.replace(events=(*last.events, *fates), winner=SIDES[winner])
    return tuple(fought)


def _standing(company: Company, dead: set[Place]) -> Company:
    """A company as it goes into a fight: the spells of who died before have ended."""
    spells = tuple(spell for spell in company.spells if spell.caster not in dead)
    return company.replace(spells=spells)


def _drowned_with_ships(
    field: Field, winner: int, sides: tuple[Companies, Companies], dead: set[Place]
) -> list[Tagged]:
    """The winner's heroes whose ship is lost, unless they fly (warlords.map.naval)."""
    log: list[Tagged] = []
    if WATER not in field.terrains:
        return log
    for company in sides[winner]:
        for fighter in company.fighters:
            sunk = Place("unit", fighter.ship) in dead and not fighter.stays_up
            if fighter.hero and sunk and fighter.piece not in dead:
                _drown(SIDES[winner], fighter, log)
    return log


def _falls(
    field: Field,
    sides: tuple[Companies, Companies],
    dead: set[Place],
    fates: list[Tagged],
    dice: Dice,
) -> list[Tagged]:
    """What becomes of fallen heroes, attackers first, in fight order (warlords.map.hero-fall)."""
    gone = dead | {event.piece for event in fates if isinstance(event, Died)}
    log: list[Tagged] = []
    for side, each in zip(SIDES, sides, strict=True):
        for company in each:
            for fighter in company.fighters:
                if fighter.hero and fighter.piece in gone:
                    lives, drawn = check(dice, field.mercy)
                    log.append(HeroFell(side=side, piece=fighter.piece, drawn=drawn, lives=lives))
    return log
