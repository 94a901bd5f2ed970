"""The seam between the strategic game and the contests of a campaign: its battles, its duels.

The strategic game says who meets whom and why; a rule pack says how they fight, and what may be
expected of a fight. Pictures and replays are made from the record alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Final, NewType, Protocol

from engine.facts import Facts, Tagged, facts
from engine.numbers import exact
from engine.stored import Plain, Upcaster, upcast
from engine.world import Place

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.state import State

_Z: Final = 1.96
"""Standard errors to either side that hold 95% of what chance brings."""

BATTLE: Final = "battle"
"""The kind of contest in which stacks and garrisons meet (`Pack.contests`)."""

Trigger = NewType("Trigger", str)
"""What brought a clash about. A pack makes its own, such as `HUNT = Trigger("hunt")`."""
MOVEMENT: Final = Trigger("movement")
"""A force moved to where another is (cohorts.world.faction-war-attack-on-sight)."""
GARRISON: Final = Trigger("garrison")
"""A garrison comes out against a force that has entered (cohorts.encounter.triggers)."""
CONQUER: Final = Trigger("conquer")
"""An attack on a city (cohorts.order.conquer-city)."""
SIEGE: Final = Trigger("siege")
"""A garrison comes out as a siege begins (cohorts.order.siege-barony)."""
REPEL: Final = Trigger("repel")
"""A garrison attacks intruders (cohorts.order.repel-intruders)."""
QUEST: Final = Trigger("quest")
"""A battle with the enemies of a quest, whom nobody captures."""


@facts
class Clash(Facts):
    """Those who are to fight, side against side, and why."""

    kind: str = BATTLE
    """The contest that fights it."""
    sides: tuple[tuple[Place, ...], ...]
    """Who fights on each side, such as stacks, a city for its garrison or a character. The first
    side attacks, and the first of it brought the clash about (cohorts.battle.initiation)."""
    trigger: Trigger
    place: Place | None = None
    """Where it is fought, such as a province; None for nowhere in the world."""
    origin: Place | None = None
    """Where the first attacker came from and falls back to; None if it did not move."""

    @property
    def attackers(self) -> tuple[Place, ...]:
        """The side that attacks."""
        return self.sides[0]

    @property
    def defenders(self) -> tuple[Place, ...]:
        """The side that is attacked."""
        return self.sides[1]

    @property
    def ground(self) -> int:
        """The id of where it is fought; 0 for nowhere."""
        return self.place.id if self.place else 0

    def first(self, kind: str) -> int:
        """The id of the first of that kind who fights, on whichever side; 0 if there is none."""
        return next((each.id for side in self.sides for each in side if each.kind == kind), 0)


@facts
class Engagement(Facts):
    """One fight of a battle: who took part, what happened in order, how it ended."""

    participants: tuple[Tagged, ...]
    """Who fought, in the system's own records, as they were before."""
    events: tuple[Tagged, ...]
    winner: str
    """`attacker` for the first side, `defender` for the second, or `none`."""


def _of_sides(plain: Plain) -> Plain:
    """A record of the first form, whose clash had stacks, a city and provinces by their ids."""
    old = plain["clash"]
    attackers, defenders = ([("stack", id) for id in old[side]] for side in _STACKS)
    if old["city"]:
        garrison_of = attackers if old["trigger"] == REPEL else defenders
        garrison_of.append(("city", old["city"]))
    clash = {
        "kind": BATTLE,
        "sides": (attackers, defenders),
        "trigger": old["trigger"],
        "place": ("province", old["province"]),
        "origin": ("province", old["origin"]) if old["origin"] else None,
    }
    return {**plain, "clash": clash}


_STACKS: Final = ("attackers", "defenders")


@facts
class BattleRecord(Facts):
    """A whole contest, enough to draw and to replay it."""

    form: ClassVar[int] = 2
    upcasters: ClassVar[Mapping[int, Upcaster]] = {1: _of_sides}

    system: str
    """Whose rules it was fought by, and who draws it, such as `cohorts`."""
    clash: Clash
    engagements: tuple[Engagement, ...]

    @property
    def winner(self) -> str:
        """Who won the last engagement."""
        return self.engagements[-1].winner


def with_record(plain: Plain) -> Plain:
    """The first form of an event that tells a battle, with the record as it is stored now.

    A faction may have been told of the battle and not its record.
    """
    if "record" not in plain:
        return plain
    return {**plain, "record": upcast(BattleRecord, plain["record"], 1)}


@facts
class Fate(Facts):
    """What somebody who fights may expect of a battle."""

    piece: Place
    side: str
    """`attacker` or `defender`."""
    falls: float
    """The chance that it dies, 0 to 1."""
    lost: float
    """The share that is lost on average of what it has left, 0 to 1: all of that by dying."""


@facts
class Guess(Facts):
    """Of whom or what the asking side does not know all, so that the usual was taken."""

    about: Place
    fields: tuple[str, ...]
    """What is not known, by the names of the record's fields."""


@facts
class End(Facts):
    """One of the ways in which a fight may end that knows more than victory and defeat."""

    code: str
    """What the rules of the fight call it."""
    gainer: str
    """`attacker` or `defender`, for the side that takes something by it; empty for none."""
    chance: float
    """0 to 1; of all ends of a fight together 1."""


@facts
class Odds(Facts):
    """What two sides may expect of a battle, from what the asking side knows."""

    attacker_wins: float
    """0 to 1; where a fight has other ends, the chance that the attacker has what it is after."""
    exact: bool
    """False for the share of trial battles that the attacker won."""
    battles: int = 0
    """How many trial battles were fought."""
    fates: tuple[Fate, ...] = ()
    guesses: tuple[Guess, ...] = ()
    least: float | None = None
    """The attacker's chance in the worst case for it of what is not known; None if all is known."""
    most: float | None = None
    """The same in the best case."""
    ends: tuple[End, ...] = ()
    """Where a fight knows more than victory and defeat: how it may end, the likeliest first."""

    @property
    def band(self) -> tuple[float, float]:
        """Between which the attacker's chance lies, whatever may be true of what is not known."""
        if self.least is None or self.most is None:
            return self.interval
        return self.least, self.most

    @property
    def error(self) -> float:
        """The standard error of a sampled figure; 0 for an exact one."""
        share = self.attacker_wins
        return sqrt(share * (1 - share) / self.battles) if self.battles else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the attacker's chance lies with 95% confidence.

        Wilson's score interval, which is sound near 0 and 1 too.
        """
        if self.exact:
            return self.attacker_wins, self.attacker_wins
        if not self.battles:
            return 0.0, 1.0
        share, n = self.attacker_wins, self.battles
        spread = _Z * sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n))
        middle, whole = share + _Z * _Z / (2 * n), 1 + _Z * _Z / n
        low, high = (middle - spread) / whole, (middle + spread) / whole
        return max(0.0, min(share, low)), min(1.0, max(share, high))


def whole_percent(chance: float) -> int:
    """A chance as players are told it, in whole percent (warlords.forecast)."""
    return floor(exact(chance) * 100 + Fraction(1, 2))


class Contest(Protocol):
    """One kind of fight by the rules of one pack, such as its battles (`Pack.contests`)."""

    def muster(self, state: State, clash: Clash) -> tuple[Any, tuple[Any, ...]]:
        """The field and the sides, in the order of the clash, in the system's own records."""
        ...

    def fight(self, field: Any, sides: tuple[Any, ...], dice: Dice, clash: Clash) -> BattleRecord:
        """Fight it out; touches no world, and none need be there."""
        ...

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Carry the outcome into the world and tell all sides."""
        ...

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Everyone who took part."""
        ...

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """The chances on a view, each estimate better than the one before; at least one.

        The caller may stop early. Nothing in it knows the seed: the same view gives the same.

        Raises:
            NotKnown: the asking side knows too little even for a guess.
        """
        ...


def fought(state: State, clash: Clash) -> BattleRecord:
    """Fight a clash by the contest of its kind, and carry the outcome into the world.

    The dice are those of the first who attacks.

    Raises:
        KeyError: the campaign knows no such contest.
    """
    contest = state.rules.contests[clash.kind]
    field, sides = contest.muster(state, clash)
    leader = clash.attackers[0]
    dice = state.stream(f"{leader.kind}:{leader.id}", clash.kind)
    record = contest.fight(field, sides, dice, clash)
    contest.aftermath(state, record)
    return record
