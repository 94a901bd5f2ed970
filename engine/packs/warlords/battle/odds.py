"""The chance that a side wins, exactly where it can be had, else from trial battles.

Exact odds treat every pairing as a chain over the hits of both units in which only rounds with a
hit matter, and chain the pairings (warlords.fight.odds). A unit's own state before the duels
changes nobody else's figures, so its outcomes are weighed when it steps up, not all at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.battle import Fate, Odds
from engine.dice import SEED_BYTES, Dice, Seed, SeededDice
from engine.numbers import total
from engine.packs.warlords.battle.bonuses import Array, DuelUnit, arrays
from engine.packs.warlords.battle.cards import SIDES, Company, Field, FighterCard
from engine.packs.warlords.battle.checks import success_chance
from engine.packs.warlords.battle.duel import (
    SPECIALS,
    damage,
    net,
    shot_strength,
    slayer_chance,
    special,
)
from engine.packs.warlords.battle.fight import Companies, battle, last_stand
from engine.packs.warlords.battle.happenings import Died
from engine.packs.warlords.battle.precombat import Percents, chances, outcomes
from engine.trials import Tried
from engine.world import Place

_NO_SEED: Final = Seed(bytes(SEED_BYTES))
"""Trial battles have a stream of their own, the same for everyone (warlords.forecast)."""


class FrontUnit(NamedTuple):
    """A front unit between two pairings."""

    outcome: int
    """Which of its possible stances it has."""
    strength: int
    hits: int
    shots: int
    first: bool


Weighed = tuple[float, DuelUnit]
Survivor = tuple[float, int, FrontUnit]
"""How likely, the place of the side that survives, and its unit then."""


class Ranks:
    """The units of a company in order, each with the stances it may have."""

    def __init__(self, array: Array, percents: Percents, end: int) -> None:
        self.units: list[list[Weighed]] = [
            [
                (likely, array.stance(fighter, condition))
                for likely, condition in outcomes(fighter, percents)
            ]
            for fighter in array.company.fighters
        ]
        self.end = end
        """How many must fall before it is beaten."""

    @property
    def outcomes(self) -> int:
        """In how many ways the checks before the fight may end for it, taken together."""
        count = 1
        for unit in self.units:
            count *= len(unit)
        return count

    def front(self, place: int, outcome: int) -> FrontUnit:
        """The unit at that place as it steps up."""
        stance = self.units[place][outcome][1]
        return FrontUnit(outcome, stance.strength, stance.hits, stance.shots, True)


Met = tuple[int, int, FrontUnit | None, FrontUnit | None]
"""Who stands against whom, by their places; None is a unit about to step up."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a fight of two lines may end."""

    left: tuple[tuple[float, ...], tuple[float, ...]]
    """By line, the chance that it wins when its first none, one, two ... have fallen."""

    @property
    def wins(self) -> float:
        """The chance that the first line wins."""
        return total(self.left[0])

    def falls(self, side: int, place: int) -> float:
        """The chance that the unit at a place of a line is lost: all are with a beaten line."""
        return max(0.0, 1.0 - total(self.left[side][: place + 1]))


@dataclass(frozen=True, slots=True)
class Duel:
    """Two lines that fight each other."""

    lines: tuple[Ranks, Ranks]
    die: int

    def outlook(self) -> Outlook:
        """How it may end, each pairing weighed by how likely it comes to it."""
        first, second = self.lines
        left = [0.0] * (first.end + 1), [0.0] * (second.end + 1)
        if not (first.end and second.end):
            left[0 if first.end else 1][0] = 1.0
            return Outlook((tuple(left[0]), tuple(left[1])))
        waiting: list[dict[Met, float]] = [{} for _ in range(first.end + second.end - 1)]
        waiting[0][0, 0, None, None] = 1.0
        for dead, met in enumerate(waiting):
            for (i, j, *fronts), likely in self._stepped_up(met).items():
                stances = (
                    first.units[i][fronts[0].outcome][1],
                    second.units[j][fronts[1].outcome][1],
                )
                for share, side, front in pairing(stances, (fronts[0], fronts[1]), self.die):
                    after: Met = (i, j + 1, front, None) if side == 0 else (i + 1, j, None, front)
                    if after[0] < first.end and after[1] < second.end:
                        ahead = waiting[dead + 1]
                        ahead[after] = ahead.get(after, 0.0) + likely * share
                    else:
                        left[side][(i, j)[side]] += likely * share
        return Outlook((tuple(left[0]), tuple(left[1])))

    def _stepped_up(
        self, met: dict[Met, float]
    ) -> dict[tuple[int, int, FrontUnit, FrontUnit], float]:
        """The same pairings, with each unit that steps up in every stance that it may have."""
        ready: dict[tuple[int, int, FrontUnit, FrontUnit], float] = {}
        for (i, j, one, other), likely in met.items():
            for share, mine in self._ways(0, i, one):
                for part, theirs in self._ways(1, j, other):
                    key = (i, j, mine, theirs)
                    ready[key] = ready.get(key, 0.0) + likely * share * part
        return ready

    def _ways(
        self, side: int, place: int, front: FrontUnit | None
    ) -> list[tuple[float, FrontUnit]]:
        line = self.lines[side]
        if front:
            return [(1.0, front)]
        return [(chance, line.front(place, n)) for n, (chance, _) in enumerate(line.units[place])]


def pairing(
    stances: tuple[DuelUnit, DuelUnit], fronts: tuple[FrontUnit, FrontUnit], die: int
) -> list[Survivor]:
    """How a pairing may end (warlords.duel.sequence)."""
    ended: list[Survivor] = []
    open_ = [(1.0, fronts)]
    for ability in SPECIALS:
        for place in (0, 1):
            first = (fronts[place].first, fronts[1 - place].first)
            chance = special(ability, stances[place], stances[1 - place], first=first) / 100
            if not chance:
                continue
            still: list[tuple[float, tuple[FrontUnit, FrontUnit]]] = []
            for likely, pair in open_:
                enemy = pair[1 - place]
                if ability == "acid":
                    hurt = enemy._replace(strength=enemy.strength // 2)
                elif ability == "lightning":
                    hurt = enemy._replace(hits=enemy.hits // 2)
                else:
                    hurt = enemy._replace(hits=0)
                if chance < 1:
                    still.append((likely * (1 - chance), pair))
                if hurt.strength and hurt.hits:
                    after = (pair[0], hurt) if place == 0 else (hurt, pair[1])
                    still.append((likely * chance, after))
                else:
                    ended.append((likely * chance, place, _done(pair[place])))
            open_ = still
    for likely, pair in open_:
        for share, survivor, front in _shots_and_rounds(stances, pair, die):
            ended.append((likely * share, survivor, front))
    return ended


def _done(front: FrontUnit) -> FrontUnit:
    return front._replace(first=False)


def _shots_and_rounds(
    stances: tuple[DuelUnit, DuelUnit], pair: tuple[FrontUnit, FrontUnit], die: int
) -> list[Survivor]:
    """From step 4 on (warlords.missile.shots, warlords.missile.carry)."""
    ended: list[Survivor] = []
    shots = (net(pair[0].shots, pair[1].shots), net(pair[1].shots, pair[0].shots))
    fronts = (pair[0]._replace(shots=shots[0]), pair[1]._replace(shots=shots[1]))
    place = 0 if fronts[0].shots else 1
    shooter, target = fronts[place], fronts[1 - place]
    likely = 1.0
    if shooter.shots and not stances[1 - place].arrowproof:
        aim = shot_strength(shooter.strength, at_flyer=stances[1 - place].flying)
        kill = success_chance(aim, die) * (1 - success_chance(target.strength, die))
        for left in range(shooter.shots - 1, -1, -1):
            ended.append((likely * kill, place, _done(shooter._replace(shots=left))))
            likely *= 1 - kill
    spent = (fronts[0]._replace(shots=0), fronts[1]._replace(shots=0))
    for share, survivor, hits in _rounds(stances, spent, die):
        ended.append((likely * share, survivor, _done(spent[survivor]._replace(hits=hits))))
    return ended


def _rounds(
    stances: tuple[DuelUnit, DuelUnit], pair: tuple[FrontUnit, FrontUnit], die: int
) -> list[tuple[float, int, int]]:
    """How the rounds may end: how likely, who survives, with how many hits.

    Source: warlords.round.odds.
    """
    one, other = (
        success_chance(front.strength, die, stance.medals)
        for front, stance in zip(pair, stances, strict=True)
    )
    strikes = round_of(one, other).next_hit_on_defender
    taken = (damage(stances[1], stances[0]), damage(stances[0], stances[1]))
    slain = (slayer_chance(stances[1], stances[0]) / 100, slayer_chance(*stances) / 100)
    reached = {(pair[0].hits, pair[1].hits): 1.0}
    ended: dict[tuple[int, int], float] = {}
    while reached:
        after: dict[tuple[int, int], float] = {}
        for (mine, theirs), likely in reached.items():
            for struck, share in ((1, strikes), (0, 1 - strikes)):
                hits = [mine, theirs]
                hits[struck] -= taken[struck]
                killed = 1.0 if hits[struck] <= 0 else slain[struck]
                end = (1 - struck, hits[1 - struck])
                if killed > 0:
                    ended[end] = ended.get(end, 0.0) + likely * share * killed
                if killed < 1:
                    on = (hits[0], hits[1])
                    after[on] = after.get(on, 0.0) + likely * share * (1 - killed)
        reached = after
    return [(likely, survivor, hits) for (survivor, hits), likely in ended.items()]


class Round(NamedTuple):
    """What a round may bring (warlords.round.odds)."""

    hit_defender: float
    hit_attacker: float

    @property
    def nothing(self) -> float:
        """The chance that it has no effect."""
        return 1 - self.hit_defender - self.hit_attacker

    @property
    def next_hit_on_defender(self) -> float:
        """The chance that the next hit falls on the defender."""
        return self.hit_defender / (self.hit_defender + self.hit_attacker)


def round_of(attacker: float, defender: float) -> Round:
    """A round by both units' chances of success."""
    return Round(attacker * (1 - defender), defender * (1 - attacker))


# ---------------------------------------------------------------- whole battles


def exact(field: Field, attacker: Company, defender: Company) -> tuple[Duel, int]:
    """The chain of one company against one, and its size: joint outcomes times pairings.

    The size is what a module's limit is set against (warlords.forecast).
    """
    one, other = arrays(field, attacker, defender)
    first = Ranks(one, chances(defender), last_stand(field, attacker.fighters))
    second = Ranks(other, chances(attacker), last_stand(field, defender.fighters))
    pairings = len(first.units) * len(second.units)
    return Duel((first, second), field.die), first.outcomes * second.outcomes * pairings


def odds(
    field: Field,
    attackers: Companies,
    defenders: Companies,
    *,
    most: int,
    trials: int,
) -> Odds:
    """The chance that the attackers win, and each fighter's of falling.

    Exact for one company against one of at most `most` outcomes times pairings; else the shares of
    `trials` trial battles. Source: warlords.forecast.
    """
    if not (attackers and defenders):
        fates = _fates(attackers, defenders, {}, 1)
        return Odds(attacker_wins=1.0 if attackers else 0.0, exact=True, fates=fates)
    if len(attackers) == len(defenders) == 1:
        duel, size = exact(field, attackers[0], defenders[0])
        if size <= most:
            seen = duel.outlook()
            fallen = {
                fighter.piece: seen.falls(side, _until(company.fighters, place))
                for side, company in enumerate((attackers[0], defenders[0]))
                for place, fighter in enumerate(company.fighters)
            }
            fates = _fates(attackers, defenders, fallen, 1)
            return Odds(attacker_wins=seen.wins, exact=True, fates=fates)
    return sampled(field, attackers, defenders, trials)


def _until(fighters: Sequence[FighterCard], place: int) -> int:
    """With whose fall the one at a place is lost: its own, or its ship's (warlords.map.naval)."""
    one = fighters[place]
    if one.stays_up or not one.ship:
        return place
    ship = Place("unit", one.ship)
    return min([place, *(n for n, each in enumerate(fighters) if each.piece == ship)])


def sampled(field: Field, attackers: Companies, defenders: Companies, trials: int) -> Odds:
    """The share of trial battles that the attackers win, and in which each fighter falls."""
    streams = SeededDice(_NO_SEED, 0)
    won = 0
    fallen: dict[Place, float] = {}
    for _ in range(trials):
        won += _fight(field, attackers, defenders, streams.stream("forecast", "trial"), fallen)
    fates = _fates(attackers, defenders, fallen, trials)
    return Odds(attacker_wins=won / trials, exact=False, battles=trials, fates=fates)


def tried(field: Field, sides: tuple[Companies, Companies], number: int) -> Tried:
    """One trial battle of that number: whether the attackers win, and who falls."""
    fallen: dict[Place, float] = {}
    dice = SeededDice(_NO_SEED, number).stream("forecast", "trial")
    won = _fight(field, *sides, dice, fallen) if all(sides) else bool(sides[0])
    return Tried(won, _fates(*sides, fallen, 1))


def _fight(
    field: Field,
    attackers: Companies,
    defenders: Companies,
    dice: Dice,
    fallen: dict[Place, float],
) -> bool:
    """Fight one battle, count who falls, and say whether the attackers win."""
    fought = battle(field, attackers, defenders, dice)
    for engagement in fought:
        for event in engagement.events:
            if isinstance(event, Died):
                fallen[event.piece] = fallen.get(event.piece, 0.0) + 1
    return fought[-1].winner == "attacker"


def _fates(
    attackers: Companies, defenders: Companies, fallen: Mapping[Place, float], battles: int
) -> tuple[Fate, ...]:
    """What each fighter may expect; who lives has lost nothing that lasts."""
    return tuple(
        Fate(piece=fighter.piece, side=side, falls=chance, lost=chance)
        for side, companies in zip(SIDES, (attackers, defenders), strict=True)
        for company in companies
        for fighter in company.fighters
        for chance in (fallen.get(fighter.piece, 0.0) / battles,)
    )
