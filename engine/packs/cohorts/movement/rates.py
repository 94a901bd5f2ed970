"""How fast a stack is in a mode, and which of its members makes it so.

Rates are movement points a turn, exact. What a step costs stands in `steps`, what things weigh in
`burden`. Sources: cohorts.movement.base-rate, cohorts.movement.stack-modifiers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from engine.facts import NotKnown
from engine.modifiers import Modifier, Statistic, statistic
from engine.packs.cohorts.content import Content, Mount, Talent
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.movement import burden
from engine.packs.cohorts.movement.burden import Hold
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, Piece, Stack, Unit
from engine.packs.cohorts.pieces.statuses import borne
from engine.packs.cohorts.things.equipment import worn
from engine.packs.cohorts.worth.active_spells import ActiveSpell, modifiers_on
from engine.packs.cohorts.worth.bonuses import alike, modifiers, skill_level, talents_of
from engine.packs.cohorts.worth.martial import ranging
from engine.state import State
from engine.world import World

_NONE: Final = Fraction(0)
RATE = "rate"
"""The statistic that modifiers of movement name."""


class Mover(NamedTuple):
    """A piece, a kind of carrier or recruits, moving by itself in a mode."""

    name: str
    normal: Statistic
    """Its rate before overburden, with where it comes from."""
    load: Fraction
    capacity: Fraction
    overburden: Fraction | None
    """Percent; None for a load on no capacity."""
    penalty: int
    """Percent of its rate."""

    @property
    def rate(self) -> Fraction:
        """Its rate as it is loaded, never below 0."""
        rate = self.normal.value
        if rate < 0:
            return _NONE
        return rate * (100 - self.penalty) / 100 if self.penalty else rate


@dataclass(frozen=True, slots=True)
class Pace:
    """How a stack moves in a mode."""

    mode: Mode
    rate: Fraction
    """Movement points a turn; 0 if it cannot move in this mode."""
    movers: tuple[Mover, ...]
    pool: Mover | None
    """The stack's own possessions with what they carry; None if there is no load and no carrier."""
    hold: Hold | None
    """Of a fleet on water: what its ships carry."""
    terrain_percent: Mapping[str, int]
    """What its members change of the cost of terrain, by family."""

    @property
    def ships(self) -> bool:
        """Whether it moves as a fleet."""
        return self.hold is not None

    @property
    def slowest(self) -> Mover | None:
        """The slowest member of the stack, the first of equals."""
        everyone = (*self.movers, *((self.pool,) if self.pool else ()))
        return min(everyone, key=lambda mover: mover.rate, default=None)


def pace(state: State, stack: Stack, mode: Mode, on_stack: Sequence[Modifier] = ()) -> Pace:
    """How a stack moves in a mode; `on_stack` changes the rates of all in it, as spells do."""
    world, content = state.world, state.module.content(Content)
    on_stack = (*on_stack, *modifiers_on(world, content, stack.place))
    movers: list[Mover] = []
    self_moving: list[Piece] = []
    passengers: list[Piece] = []
    for piece in pieces_in(world, stack.place):
        mover = by_itself(world, content, piece, mode, on_stack)
        if mover:
            movers.append(mover)
            self_moving.append(piece)
        else:
            passengers.append(piece)
    movers.extend(_recruits(world, content, stack, mode, on_stack))
    pool = hold = None
    ships = [piece for piece in self_moving if isinstance(piece, Unit) and piece.arm == "ship"]
    if ships:
        hold = burden.hold(content, ships, _aboard(world, content, stack, passengers))
    else:
        pool = _pool(world, content, stack, mode, passengers, on_stack)
    rates = [mover.rate for mover in (*movers, *((pool,) if pool else ()))]
    stranded = any(isinstance(piece, Unit) and piece.arm == "ship" for piece in passengers)
    if stranded or (hold and not hold.holds):
        rates.append(_NONE)  # nothing carries a ship, and no ship carries too much
    return Pace(
        mode,
        min(rates, default=_NONE),
        tuple(movers),
        pool,
        hold,
        terrain_percent(content, self_moving) if mode == "land" else {},
    )


def _mover(
    content: Content, name: str, mode: Mode, normal: Statistic, load: Fraction, capacity: Fraction
) -> Mover:
    over = burden.overburden(load, capacity)
    return Mover(name, normal, load, capacity, over, burden.penalty(content.movement, mode, over))


# ---------------------------------------------------------------- pieces


def by_itself(
    world: World,
    content: Content,
    piece: Piece,
    mode: Mode,
    on_stack: Sequence[Modifier] = (),
) -> Mover | None:
    """A piece on its own legs, wings, fins, wheels, sails or mount; None if it must be carried.

    An agent is like a character of its race on foot (cohorts.agent.overview).
    """
    if not isinstance(piece, Unit) or on_stack or world.first(ActiveSpell, "on", piece.place):
        return _by_itself(world, content, piece, mode, on_stack)
    try:
        like = mode, piece.arm, piece.type, piece.soldiers, piece.wounds, piece.captor, piece.ext
        like = *like, *alike(piece)
    except NotKnown:  # of a prisoner not all is, nor has it to be
        return _by_itself(world, content, piece, mode)
    # What comes out for a unit is the same for all that are like it but in their names.
    found = world.recall(content, like, lambda: _by_itself(world, content, piece, mode))
    return found._replace(name=piece.name) if found else None


def _by_itself(
    world: World,
    content: Content,
    piece: Piece,
    mode: Mode,
    on_stack: Sequence[Modifier] = (),
) -> Mover | None:
    if burden.carried(content, piece):
        return None
    mount = burden.mount_of(content, piece)
    base, capacity = _travel(content, piece, mode, mount)
    if isinstance(piece, Character | Unit) and piece.ext:
        base = piece.ext.rate(mode, base)
    if not base:
        return None
    changes = [*_modifiers(world, content, piece), *on_stack]
    rides = mount is not None and not _walks(content, piece, mode)
    situation = {"mode": mode, "riding": "yes" if rides else "no"}
    normal = statistic(RATE, base, changes, situation) if changes else _unchanged(base)
    if isinstance(piece, Unit) and piece.arm != "soldier":
        return _mover(content, piece.name, mode, normal, _NONE, _NONE)
    load = burden.gear_weight(world, content, piece)
    if mount:
        load += burden.body_weight(content, piece)
    strength = Fraction(capacity * burden.heads(piece))
    if isinstance(piece, Unit) and piece.wounds:
        # The injured must be carried (cohorts.unit.wounds-reduce-carrying).
        strength = strength * (100 - piece.wounds) / 100
    return _mover(content, piece.name, mode, normal, load, strength)


@cache
def _unchanged(base: int) -> Statistic:
    """A rate that nothing changes, as most are."""
    return statistic(RATE, base, ())


def _travel(content: Content, piece: Piece, mode: Mode, mount: Mount | None) -> tuple[int, int]:
    """Rate and carrying capacity of one member before modifiers (cohorts.movement.mounted)."""
    if isinstance(piece, Unit) and piece.arm == "ship":
        return (content.ships[piece.type].speed if mode == "water" else 0), 0
    if isinstance(piece, Unit) and piece.arm == "artillery":
        return (content.artillery[piece.type].speed if mode == "land" else 0), 0
    race = getattr(content.races[piece.race], mode)
    if mount is None:
        return race.rate, race.capacity
    ridden = getattr(mount, mode)
    if ridden is None:
        return 0, 0
    return (race.rate if _walks(content, piece, mode) else ridden.rate), ridden.capacity


def _walks(content: Content, piece: Piece, mode: Mode) -> bool:
    """Whether a piece goes at its own rate whatever it rides (cohorts.status.frozen)."""
    return mode == "land" and any(status.walks for status in borne(content, piece))


def _taught(piece: Piece) -> tuple[object, ...]:
    """What gives a piece talents, apart from its race."""
    return (piece.talents, *worn(piece)) if isinstance(piece, Character | Unit) else ()


def _talents(content: Content, piece: Piece) -> tuple[Talent, ...]:
    return talents_of(content, piece) if isinstance(piece, Character | Unit) else ()


def _modifiers(world: World, content: Content, piece: Piece) -> Iterator[Modifier]:
    """The changes of a piece's own rate."""
    for change in modifiers(world, content, piece):
        if change.target == RATE:
            yield change
    if isinstance(piece, Character) and "ranger" in piece.skills:
        yield ranging(skill_level(world, content, piece, "ranger"))


# ---------------------------------------------------------------- possessions


def _recruits(
    world: World, content: Content, stack: Stack, mode: Mode, on_stack: Sequence[Modifier]
) -> Iterator[Mover]:
    """The recruits that move by themselves (cohorts.race.recruits-as-items)."""
    for possession in held(world, stack.place):
        if race_of_recruits(possession.item):
            rate, _ = item_travel(content, possession.item, mode)
            if rate:
                normal = statistic(RATE, rate, on_stack)
                yield _mover(content, possession.item, mode, normal, _NONE, _NONE)


def _pool(
    world: World,
    content: Content,
    stack: Stack,
    mode: Mode,
    passengers: Sequence[Piece],
    on_stack: Sequence[Modifier],
) -> Mover | None:
    """The stack's possessions, and whom they carry, as one mover.

    Sources: cohorts.stack.possessions-and-burden, cohorts.item.carriers.
    """
    load, capacity, slowest, carriers = _NONE, _NONE, 0, False
    for piece in passengers:
        load += burden.full_weight(world, content, piece)
    for possession in held(world, stack.place):
        rate, carries = item_travel(content, possession.item, mode)
        if not rate:
            load += possession.count * burden.item_weight(content, possession.item)
        elif not race_of_recruits(possession.item):
            capacity += possession.count * carries
            slowest = min(slowest, rate) if carriers else rate
            carriers = True
    if not load and not carriers:
        return None
    normal = statistic(RATE, slowest, on_stack)
    return _mover(content, "possessions", mode, normal, load, capacity)


def _aboard(
    world: World, content: Content, stack: Stack, passengers: Sequence[Piece]
) -> Iterator[tuple[Fraction, Fraction]]:
    """What each passenger and possession takes of a fleet's holds."""
    for piece in passengers:
        yield burden.aboard(world, content, piece)
    for possession in held(world, stack.place):
        rate, _ = item_travel(content, possession.item, "water")
        if not rate:
            weight = possession.count * burden.item_weight(content, possession.item)
            yield _NONE, weight


def item_travel(content: Content, item: str, mode: Mode) -> tuple[int, int]:
    """Rate and capacity of one item; 0 and 0 for what does not move by itself."""
    race = content.races.get(race_of_recruits(item))
    if race:
        return getattr(race, mode).rate, 0
    known = content.mounts.get(item) or content.gear.get(item)
    own = getattr(known, mode) if known else None
    return (own.rate, own.capacity) if own else (0, 0)


# ---------------------------------------------------------------- terrain


def terrain_percent(content: Content, pieces: Sequence[Piece]) -> dict[str, int]:
    """What these pieces together change of the cost of terrain, in percent by family.

    Each race counts once, a talent once for each race with a trained unit; of a racial bonus and
    the talent the larger counts, a racial penalty adds. Sources: cohorts.talent.terrain-and-racial,
    cohorts.movement.terrain-modifiers, cohorts.world.terrain-racial-movement.
    """
    trained: dict[str, dict[str, int]] = {}
    for piece in {(each.race, *_taught(each)): each for each in pieces}.values():
        of_race = trained.setdefault(piece.race, {})
        for talent in _talents(content, piece):
            if talent.terrain:
                best = min(of_race.get(talent.terrain, 0), talent.terrain_cost_percent)
                of_race[talent.terrain] = best
    total: dict[str, int] = {}
    for race, talents in sorted(trained.items()):
        own = content.races[race].terrain_percent
        for family in dict.fromkeys((*own, *talents)):
            racial, talent = own.get(family, 0), talents.get(family, 0)
            joined = min(racial, talent) if racial < 0 else racial + talent
            total[family] = total.get(family, 0) + joined
    return total
