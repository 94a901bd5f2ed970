"""One pairing of two units, step by step: what each can do to the other, and the doing of it.

The first half is figures alone, from which the odds are worked out too; the second throws the dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.warlords.battle.bonuses import HIGHEST, DuelUnit
from engine.packs.warlords.battle.cards import SIDES, FighterCard
from engine.packs.warlords.battle.checks import check, medal_die, succeeds
from engine.packs.warlords.battle.happenings import (
    Death,
    Died,
    Paired,
    ShotFired,
    ShotsCancelled,
    ShotsLost,
    SlayerUsed,
    Special,
    SpecialUsed,
    Struck,
)

SPECIALS: Final[tuple[Special, ...]] = ("acid", "lightning", "assassination")
PER_PLUS: Final = 10
"""Percent for each plus of acid, lightning, assassination and slayer."""
_AGAINST_FLYERS: Final = 3  # warlords.missile.flyers

# ---------------------------------------------------------------- figures


def net(own: int, enemy: int, warding: int = 0) -> int:
    """A total set against the enemy's and its warding (warlords.special.offset)."""
    return max(0, own - enemy - warding)


def special(ability: Special, own: DuelUnit, enemy: DuelUnit, *, first: tuple[bool, bool]) -> int:
    """The percent chance of an ability; `first`: whether it is the first pairing of each.

    Assassination counts in a unit's first pairing alone, also against another's. Sources:
    warlords.acid.chance, warlords.acid.per-enemy, warlords.lightning,
    warlords.assassination.chance, warlords.assassination.first-enemy,
    warlords.assassination.used-up, warlords.warding.effect.
    """
    if ability == "acid":
        plus = net(own.acid, enemy.acid, enemy.warding)
    elif ability == "lightning":
        plus = net(own.lightning, enemy.lightning, enemy.warding)
    else:
        mine, theirs = first
        plus = net(
            own.assassination if mine else 0,
            enemy.assassination if theirs else 0,
            enemy.warding,
        )
    return min(100, PER_PLUS * plus)


def shot_strength(strength: int, *, at_flyer: bool) -> int:
    """The strength of a shot (warlords.missile.flyers)."""
    return min(HIGHEST, strength + _AGAINST_FLYERS) if at_flyer else strength


def damage(striker: DuelUnit, target: DuelUnit) -> int:
    """The hits that a blow takes: trample does nothing to flyers.

    Sources: warlords.trample, warlords.trample.flying.
    """
    return 1 if target.flying else 1 + striker.trample


def slayer_chance(striker: DuelUnit, target: DuelUnit) -> int:
    """The percent chance that a blow slays outright (warlords.slayer.roll)."""
    return min(100, PER_PLUS * striker.slays(target.kinds))


def hit_by(attacker: bool, defender: bool) -> int | None:
    """Who takes a hit in a round: 0 the attacker, 1 the defender (warlords.round.result)."""
    if attacker == defender:
        return None
    return 1 if attacker else 0


# ---------------------------------------------------------------- units in a fight


@dataclass(slots=True)
class Duellist:
    """A unit while it fights."""

    fighter: FighterCard
    stance: DuelUnit
    strength: int
    hits: int
    shots: int
    first: bool = True
    """Whether this is its first pairing of the battle."""
    drained: bool = False

    @classmethod
    def of(cls, fighter: FighterCard, stance: DuelUnit) -> Duellist:
        """A unit that has not fought yet."""
        return cls(fighter, stance, stance.strength, stance.hits, stance.shots)

    @property
    def alive(self) -> bool:
        """Neither out of hits nor of strength (warlords.duel.death)."""
        return self.hits > 0 and self.strength > 0


class Pairing:
    """Two front units until one is dead (warlords.duel.sequence)."""

    def __init__(
        self, attacker: Duellist, defender: Duellist, die: int, dice: Dice, log: list[Tagged]
    ) -> None:
        self.pair = (attacker, defender)
        self.die = die
        self.dice = dice
        self.log = log
        self.strengths = (attacker.strength, defender.strength)
        """At the start; medal points are counted from it."""

    def fight(self) -> int:
        """Fight it out; the place of the one who died, 0 or 1."""
        one, other = self.pair
        self.log.append(Paired(attacker=one.fighter.piece, defender=other.fighter.piece))
        fallen = self._before()
        if fallen is None:
            fallen = self._rounds()
        one.first = other.first = False
        return fallen

    def _before(self) -> int | None:
        """Acid, lightning, assassination and missiles; the place of who died, if any."""
        for ability in SPECIALS:
            for place in (0, 1):
                if self._special(ability, place):
                    return 1 - place
        return self._missiles()

    def _special(self, ability: Special, place: int) -> bool:
        """Whether the unit at that place killed the other by this (warlords.acid.effect)."""
        own, enemy = self.pair[place], self.pair[1 - place]
        first = (own.first, enemy.first)
        chance = special(ability, own.stance, enemy.stance, first=first)
        if not chance:
            return False
        hit, drawn = check(self.dice, chance)
        if hit and ability == "acid":
            enemy.strength //= 2
        elif hit and ability == "lightning":
            enemy.hits //= 2
        elif hit:
            enemy.hits = 0
        self.log.append(
            SpecialUsed(
                side=SIDES[place],
                ability=ability,
                chance=chance,
                drawn=drawn,
                hit=hit,
                left=enemy.strength if ability == "acid" else enemy.hits,
            )
        )
        if not enemy.alive:
            self._died(1 - place, ability)
        return not enemy.alive

    def _missiles(self) -> int | None:
        """The shots before the rounds.

        Sources: warlords.missile.shots, warlords.missile.used-up, warlords.missile.carry,
        warlords.missile.immunity.
        """
        one, other = self.pair
        cancelled = min(one.shots, other.shots)
        if cancelled:
            one.shots, other.shots = net(one.shots, other.shots), net(other.shots, one.shots)
            self.log.append(ShotsCancelled(shots=cancelled))
        place = 0 if one.shots else 1
        shooter, target = self.pair[place], self.pair[1 - place]
        if shooter.shots and target.stance.arrowproof:
            self.log.append(ShotsLost(side=SIDES[place], shots=shooter.shots))
            shooter.shots = 0
        while shooter.shots:
            shooter.shots -= 1
            if self._shot(place):
                target.hits = 0
                self._died(1 - place, "missile")
                return 1 - place
        return None

    def _shot(self, place: int) -> bool:
        """Whether a shot kills (warlords.missile.shot, warlords.missile.no-medals)."""
        strengths = [unit.strength for unit in self.pair]
        flyer = self.pair[1 - place].stance.flying
        strengths[place] = shot_strength(strengths[place], at_flyer=flyer)
        rolls = (self.dice.whole(self.die), self.dice.whole(self.die))
        results = [succeeds([roll], own) for roll, own in zip(rolls, strengths, strict=True)]
        killed = hit_by(*results) == 1 - place
        self.log.append(
            ShotFired(
                side=SIDES[place],
                strength=strengths[place],
                attacker_roll=rolls[0],
                defender_roll=rolls[1],
                killed=killed,
            )
        )
        return killed

    def _rounds(self) -> int:
        """Sources: warlords.round.dice, warlords.round.tie, warlords.round.result."""
        quiet = 0
        while True:
            rolls = self._rolls()
            struck = hit_by(
                succeeds(rolls[0], self.pair[0].strength),
                succeeds(rolls[1], self.pair[1].strength),
            )
            if struck is None:
                quiet += 1
                continue
            if self._blow(struck, quiet, rolls):
                return struck
            quiet = 0

    def _rolls(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Both combat dice, then the medal dice."""
        rolls = [[self.dice.whole(self.die)], [self.dice.whole(self.die)]]
        for own, unit in zip(rolls, self.pair, strict=True):
            if unit.stance.medals:
                own.append(self.dice.whole(medal_die(self.die, unit.stance.medals)))
        return tuple(rolls[0]), tuple(rolls[1])

    def _blow(
        self, struck: int, quiet: int, rolls: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> bool:
        """A hit with trample and slayer; whether the unit struck died."""
        striker, target = self.pair[1 - struck], self.pair[struck]
        taken = damage(striker.stance, target.stance)
        target.drained = target.drained or striker.stance.drains
        died: Death | None = None
        if target.hits <= taken:
            died = "hit" if target.hits == 1 else "trample"
        target.hits = max(0, target.hits - taken)
        self.log.append(
            Struck(
                side=SIDES[1 - struck],
                quiet=quiet,
                attacker_rolls=rolls[0],
                defender_rolls=rolls[1],
                damage=taken,
                trampled=taken - 1,
                left=target.hits,
            )
        )
        chance = slayer_chance(striker.stance, target.stance) if target.alive else 0
        if chance:
            slain, drawn = check(self.dice, chance)
            self.log.append(
                SlayerUsed(side=SIDES[1 - struck], chance=chance, drawn=drawn, slain=slain)
            )
            if slain:
                target.hits, died = 0, "slayer"
        if died:
            self._died(struck, died)
        return died is not None

    def _died(self, place: int, by: Death) -> None:
        """Note a death and what it earns (warlords.aftermath.medals)."""
        killer, dead = self.pair[1 - place], self.pair[place]
        points = worth(self.strengths[1 - place], self.strengths[place])
        self.log.append(
            Died(
                side=SIDES[place],
                piece=dead.fighter.piece,
                by=by,
                killer=killer.fighter.piece,
                points=points,
            )
        )


def worth(own: int, enemy: int) -> int:
    """The medal points for a kill, by the strengths when the pairing began.

    Source: warlords.aftermath.medals.
    """
    return 2 if enemy > own else 1
