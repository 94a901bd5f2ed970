"""The chance of victory: against plain enumeration, against fights, and where it is sampled."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings

from engine.packs.warlords.battle.bonuses import DuelUnit, arrays
from engine.packs.warlords.battle.cards import Company, Field
from engine.packs.warlords.battle.checks import medal_die
from engine.packs.warlords.battle.condition import AFFLICTIONS, Condition, struck
from engine.packs.warlords.battle.odds import exact, odds, sampled
from engine.packs.warlords.battle.precombat import chances, exposed
from tests.packs.warlords.stacks import FIELDS, sides
from tests.rules.adapters.warlords import of_roster

MOST = {"most": 10**9, "trials": 10}


def wins(field: Field, attacker: Company, defender: Company) -> float:
    made = odds(field, (attacker,), (defender,), **MOST)
    assert made.exact
    return made.attacker_wins


# ---------------------------------------------------------------- plain enumeration

Unit = tuple[DuelUnit, int, int, int, bool]
"""Stance, strength, hits, shots, whether its first pairing is yet to come."""


class Enumeration:
    """Every outcome one after the other, in exact fractions, as the rules are worded."""

    def __init__(self, field: Field, attacker: Company, defender: Company) -> None:
        self.field, self.sides = field, (attacker, defender)
        self.die = field.die
        self.duels: dict[tuple[object, ...], Fraction] = {}

    def attacker_wins(self) -> Fraction:
        found = Fraction(0)
        percents = [chances(side) for side in self.sides]
        after = [
            [self._conditions(fighter, percents[1 - n]) for fighter in side.fighters]
            for n, side in enumerate(self.sides)
        ]
        units = [unit for side in after for unit in side]
        for joint in itertools.product(*units):
            likely = Fraction(1)
            for chance, _ in joint:
                likely *= chance
            conditions = [condition for _, condition in joint]
            found += likely * self._fight(conditions)
        return found

    def _conditions(self, fighter, percents):  # type: ignore[no-untyped-def]
        paths = [(Fraction(1), fighter.condition)]
        for affliction in AFFLICTIONS:
            percent = Fraction(percents[affliction], 100)
            longer: list[tuple[Fraction, Condition]] = []
            for likely, condition in paths:
                if percent and exposed(fighter, affliction, condition):
                    hit = struck(affliction, condition, fighter.strength)
                    longer += [(likely * percent, hit), (likely * (1 - percent), condition)]
                else:
                    longer.append((likely, condition))
            paths = [each for each in longer if each[0]]
        return paths

    def _fight(self, conditions: list[Condition]) -> Fraction:
        one, other = self.sides
        first = len(one.fighters)
        afflicted = [
            side.replace(
                fighters=tuple(
                    fighter.replace(condition=condition)
                    for fighter, condition in zip(side.fighters, own, strict=True)
                )
            )
            for side, own in ((one, conditions[:first]), (other, conditions[first:]))
        ]
        lines: list[list[Unit]] = []
        for array in arrays(self.field, *afflicted):
            stances = [array.stance(fighter) for fighter in array.company.fighters]
            lines.append([(s, s.strength, s.hits, s.shots, True) for s in stances])
        return self._duel(tuple(lines[0]), tuple(lines[1]))

    def _duel(self, one: tuple[Unit, ...], other: tuple[Unit, ...]) -> Fraction:
        if not one or not other:
            return Fraction(int(not other))
        found = Fraction(0)
        for likely, a, d in self._pairing(one[0], other[0]):
            rest = (
                one[1:] if a is None else (a, *one[1:]),
                other[1:] if d is None else (d, *other[1:]),
            )
            found += likely * self._duel(*rest)
        return found

    def _pairing(self, one: Unit, other: Unit):  # type: ignore[no-untyped-def]
        """The ends of a pairing: how likely, and each unit, None for the dead."""
        states = [(Fraction(1), one, other)]
        for ability in ("acid", "lightning", "assassination"):
            for place in (0, 1):
                longer = []
                for likely, *pair in states:
                    if None in pair:
                        longer.append((likely, *pair))
                        continue
                    own, enemy = pair[place], pair[1 - place]
                    plus = getattr(own[0], ability) - getattr(enemy[0], ability)
                    if ability == "assassination":
                        plus = own[4] * own[0].assassination - enemy[4] * enemy[0].assassination
                    percent = Fraction(min(100, max(0, 10 * (plus - enemy[0].warding))), 100)
                    stance, strength, hits, shots, first = enemy
                    if ability == "acid":
                        strength //= 2
                    elif ability == "lightning":
                        hits //= 2
                    else:
                        hits = 0
                    hurt = (stance, strength, hits, shots, first) if strength and hits else None
                    struck_ = [own, hurt] if place == 0 else [hurt, own]
                    longer += [(likely * percent, *struck_), (likely * (1 - percent), *pair)]
                states = [each for each in longer if each[0]]
        ends = []
        for likely, a, d in states:
            if a is None or d is None:
                ends.append((likely, met(a), met(d)))
            else:
                ends += [(likely * p, x, y) for p, x, y in self._shots(a, d)]
        return ends

    def _shots(self, a: Unit, d: Unit):  # type: ignore[no-untyped-def]
        mine, theirs = max(0, a[3] - d[3]), max(0, d[3] - a[3])
        if (mine and d[0].arrowproof) or (theirs and a[0].arrowproof):
            mine = theirs = 0
        shooter, target = (a, d) if mine else (d, a)
        aim = min(15, shooter[1] + 3 * target[0].flying)
        kill = self._succeeds(aim, 0) * (1 - self._succeeds(target[1], 0))
        ends, likely = [], Fraction(1)
        for left in range(max(mine, theirs) - 1, -1, -1):
            winner = (*shooter[:3], left, False)
            ends.append((likely * kill, winner, None) if mine else (likely * kill, None, winner))
            likely *= 1 - kill
        a, d = (*a[:3], 0, False), (*d[:3], 0, False)
        return ends + [(likely * p, x, y) for p, x, y in self._rounds(a, d)]

    def _rounds(self, a: Unit, d: Unit):  # type: ignore[no-untyped-def]
        x, y = self._succeeds(a[1], a[0].medals), self._succeeds(d[1], d[0].medals)
        hit, struck_ = x * (1 - y), y * (1 - x)
        ends = []
        for share, striker, target, on_defender in (
            (hit / (hit + struck_), a, d, True),
            (struck_ / (hit + struck_), d, a, False),
        ):
            taken = 1 if target[0].flying else 1 + striker[0].trample
            plus = max((striker[0].slayer.get(kind, 0) for kind in target[0].kinds), default=0)
            slain = Fraction(min(100, 10 * plus), 100)
            hurt = (*target[:2], target[2] - taken, *target[3:])
            if hurt[2] <= 0:
                slain = Fraction(1)
            if slain:
                end = (share * slain, striker, None)
                ends.append(end if on_defender else (end[0], None, striker))
            if slain < 1:
                on = self._rounds(striker, hurt) if on_defender else self._rounds(hurt, striker)
                ends += [(share * (1 - slain) * p, u, v) for p, u, v in on]
        return ends

    def _succeeds(self, strength: int, medals: int) -> Fraction:
        miss = 1 - Fraction(strength, self.die)
        if medals:
            sides_ = medal_die(self.die, medals)
            miss *= 1 - Fraction(min(strength, sides_), sides_)
        return 1 - miss


def met(unit: Unit | None) -> Unit | None:
    return (*unit[:4], False) if unit else None


@settings(max_examples=30, deadline=None)
@given(field=FIELDS, attacker=sides("attacker", 2), defender=sides("defender", 2))
@pytest.mark.rule("warlords.fight.odds")
def test_the_odds_are_those_of_plain_enumeration(
    field: Field, attacker: Company, defender: Company
) -> None:
    told = Enumeration(field, attacker, defender).attacker_wins()
    assert abs(wins(field, attacker, defender) - float(told)) < 1e-9


@settings(max_examples=50, deadline=None)
@given(field=FIELDS, attacker=sides("attacker", 8), defender=sides("defender", 8))
def test_swapping_the_sides_of_an_even_field_swaps_the_chances(
    field: Field, attacker: Company, defender: Company
) -> None:
    there = wins(field, attacker, defender)
    back = wins(field, defender.replace(side="attacker"), attacker.replace(side="defender"))
    assert abs(there + back - 1) < 1e-9


@settings(max_examples=50, deadline=None)
@given(field=FIELDS, attacker=sides("attacker", 8), defender=sides("defender", 8))
def test_the_last_of_a_side_falls_just_when_the_side_is_beaten(
    field: Field, attacker: Company, defender: Company
) -> None:
    """Who steps up later falls no sooner; the rest of a beaten side is lost with it."""
    made = odds(field, (attacker,), (defender,), **MOST)
    for company, lost in ((attacker, 1 - made.attacker_wins), (defender, made.attacker_wins)):
        falls = [each.falls for each in made.fates if each.side == company.side]
        assert len(falls) == len(company.fighters)
        assert all(0 <= each <= 1 for each in falls)
        assert falls[-1] == pytest.approx(lost, abs=1e-9)
        assert all(one >= other - 1e-9 for one, other in itertools.pairwise(falls))


# ---------------------------------------------------------------- against fights


def stack(side: str, *types: str) -> Company:
    first = 0 if side == "attacker" else 1000
    units = tuple(of_roster(name, first + n) for n, name in enumerate(types, start=1))
    return Company(side=side, fighters=units)  # type: ignore[arg-type]


BATTLES = [
    (["Mummy", "Hag", "Knight"], ["Plague Zombie", "Gnoll Cavalry", "Dwarf Runner"]),
    (["Black Dragon"], ["Moonguard", "Knight Lord", "Temple Guard", "Temple Guard"]),
    (["Storm Drake", "Iron Golem"], ["Green Slime", "Gnoll", "Troll", "Archer"]),
]


@pytest.mark.parametrize("attackers, defenders", BATTLES)
@pytest.mark.rule("warlords.forecast", "warlords.random.stream")
def test_fights_are_won_as_often_as_the_odds_say(
    attackers: list[str], defenders: list[str]
) -> None:
    attacker, defender = stack("attacker", *attackers), stack("defender", *defenders)
    told = wins(Field(), attacker, defender)
    tried = sampled(Field(), (attacker,), (defender,), 1_500)
    assert abs(tried.attacker_wins - told) < 4 * tried.error + 1e-9
    known = odds(Field(), (attacker,), (defender,), **MOST)
    for one, other in zip(known.fates, tried.fates, strict=True):
        spread = (one.falls * (1 - one.falls) / tried.battles) ** 0.5
        assert one.piece == other.piece
        assert abs(one.falls - other.falls) < 4 * spread + 1e-6


def test_at_sea_a_hero_is_lost_with_its_ship_and_cargo_with_the_last_that_stays_up() -> None:
    ship = of_roster("Knight", 1).replace(floats=True, slot=1)
    aboard = of_roster("Ogre", 2).replace(hero=True, ship=1)
    company = Company(side="attacker", fighters=(ship, aboard))
    enemy = Company(
        side="defender", fighters=(of_roster("Light Infantry", 1001).replace(floats=True),)
    )
    sea = Field(terrains=("water",))
    known = odds(sea, (company,), (enemy,), **MOST)
    tried = sampled(sea, (company,), (enemy,), 600)
    assert known.fates[0].falls == known.fates[1].falls == pytest.approx(1 - known.attacker_wins)
    for one, other in zip(known.fates, tried.fates, strict=True):
        assert abs(one.falls - other.falls) < 0.08


def test_at_sea_a_side_that_nothing_keeps_up_has_lost() -> None:
    sea = Field(terrains=("water",))
    sinking = Company(side="attacker", fighters=(of_roster("Ogre", 1),))
    ship = Company(side="defender", fighters=(of_roster("Peasant", 2).replace(floats=True),))
    assert wins(sea, sinking, ship) == 0
    turned = sinking.replace(side="defender"), ship.replace(side="attacker")
    assert wins(sea, turned[1], turned[0]) == 1


def test_beyond_the_modules_limit_the_odds_are_sampled_and_say_how_sure_they_are() -> None:
    attacker, defender = stack("attacker", "Mummy", "Hag"), stack("defender", "Knight", "Ogre")
    _, size = exact(Field(), attacker, defender)
    assert size == (2 * 2) * (2 * 2)  # poisoned or not, each of two; two against two
    assert odds(Field(), (attacker,), (defender,), most=size, trials=100).exact
    made = odds(Field(), (attacker,), (defender,), most=size - 1, trials=100)
    assert not made.exact
    assert 0 < made.error <= 0.05
    again = odds(Field(), (attacker,), (defender,), most=size - 1, trials=100)
    assert again == made


def test_several_companies_are_sampled() -> None:
    attacker, defender = stack("attacker", "Ogre"), stack("defender", "Peasant")
    more = defender.replace(number=2)
    made = odds(Field(), (attacker,), (defender, more), most=10**9, trials=50)
    assert not made.exact
