"""Chance: streams of draws that are the same for the same seed everywhere, and their stand-ins.

Says how draws come about; what a draw decides, and each system's percent check, is said by its
pack. Nothing here makes a seed: the host draws 32 bytes when a campaign starts.

The bytes. A stream's key is blake2b-256, keyed with the campaign's seed, over the netstrings
(`<length>:<bytes>,`) of: `dice/1`, the tick in decimal, the actor and the purpose in UTF-8, and
the running number in decimal. Block i = 0, 1, 2 ... of the stream is blake2b-512, keyed with the
stream's key, over i as 8 bytes, big end first. A block is eight words of 64 bits, big end first,
used in order.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b, sha256
from itertools import count
from struct import Struct
from types import TracebackType
from typing import Final, NewType, Protocol, Self, TypeVar

T = TypeVar("T")

Seed = NewType("Seed", bytes)
SEED_BYTES: Final = 32

Percent = int | float | Fraction

_WORDS: Final = Struct(">8Q")
_WORD_RANGE: Final = 2**64


def seed_hash(seed: Seed) -> str:
    """The SHA-256 of the seed's bytes, in hexadecimal.

    Published when a campaign starts, so that the seed published at its end can be checked.
    """
    return sha256(seed).hexdigest()


class Dice(Protocol):
    """One stream of draws.

    A draw that can have but one result (one side, one option) is not made. A rule that draws to
    decide a percent check passes the `chance` in percent: it changes no draw, but is what a
    preview reports.
    """

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        """A whole number from 1 to `sides`, all equally likely; ValueError if there is none."""
        ...

    def real100(self, *, chance: Percent | None = None) -> float:
        """A real number from 0 up to but not including 100, uniform in steps of 100 / 2**53."""
        ...

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, all equally likely; ValueError if there is none."""
        ...


class Streams(Protocol):
    """The chance of one tick: an independent stream for whatever an actor does."""

    def stream(self, actor: str, purpose: str) -> Dice:
        """The next stream of that actor (such as `city:7`) for that purpose (the order or step).

        Asking again gives a new stream with the next running number, so draws added in one place
        move none elsewhere.
        """
        ...


def shuffled(dice: Dice, items: Iterable[T]) -> list[T]:
    """The items in random order.

    From the last place i down to the second, j = whole(i) and the places i and j change their items
    (`kingdoms.random.draws`); so n items take the draws whole(n), whole(n - 1) ... whole(2).
    """
    order = list(items)
    for place in range(len(order), 1, -1):
        other = dice.whole(place)
        order[place - 1], order[other - 1] = order[other - 1], order[place - 1]
    return order


def _check_sides(sides: int) -> None:
    if not 1 <= sides <= _WORD_RANGE:
        raise ValueError(f"a draw needs at least one side (and at most 2**64), not {sides}")


# ---------------------------------------------------------------- the true dice


@dataclass(slots=True)
class SeededDice:
    """The true chance of one tick of one campaign (`Streams`). Only who resolves it has one."""

    seed: Seed
    tick: int
    _asked: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    def __repr__(self) -> str:
        return f"SeededDice(tick={self.tick})"  # a seed is never shown

    def stream(self, actor: str, purpose: str) -> Dice:
        """See `Streams.stream`."""
        number = self._asked[actor, purpose] = self._asked.get((actor, purpose), 0) + 1
        name = b""
        for part in ("dice/1", str(self.tick), actor, purpose, str(number)):
            text = part.encode()
            name += b"%d:%s," % (len(text), text)
        return _SeededStream(blake2b(name, key=self.seed, digest_size=32).digest())


class _SeededStream:
    """One stream of `SeededDice`."""

    __slots__ = ("_words",)

    def __init__(self, key: bytes) -> None:
        self._words = _words(key)

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        _check_sides(sides)
        if sides == 1:
            return 1
        # Words beyond the last full round of the sides would favour the low numbers.
        fair = _WORD_RANGE - _WORD_RANGE % sides
        word = next(self._words)
        while word >= fair:
            word = next(self._words)
        return word % sides + 1

    def real100(self, *, chance: Percent | None = None) -> float:
        return (next(self._words) >> 11) / 2**53 * 100

    def pick(self, options: Sequence[T]) -> T:
        return options[self.whole(len(options)) - 1]


def _words(key: bytes) -> Iterator[int]:
    for block in count():
        yield from _WORDS.unpack(blake2b(block.to_bytes(8, "big"), key=key).digest())


# ---------------------------------------------------------------- what can be foreseen


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A draw that a preview met, with its chance in percent if it decides a percent check.

    `sides` is the number of possibilities, None for a real number.
    """

    actor: str
    purpose: str
    chance: Percent | None
    sides: int | None


_HIGHEST: Final = 99.999999
"""Just below 100, rounded as rules round it (cohorts.battle.random-stream)."""


@dataclass(slots=True)
class ForeseeDice:
    """Chance as a preview takes it (`Streams`): no seed, every draw in its middle, and noted.

    Then a percent check succeeds at 50% or more. A whole number's middle is rounded down (10 of
    20), and so is the place of an option.
    """

    foreseen: list[Foreseen] = field(default_factory=list[Foreseen])

    def stream(self, actor: str, purpose: str) -> Dice:
        """See `Streams.stream`."""
        return _ForeseenStream(self.foreseen, actor, purpose)


@dataclass(slots=True)
class _ForeseenStream:
    foreseen: list[Foreseen]
    actor: str
    purpose: str

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        _check_sides(sides)
        if sides > 1:
            self.foreseen.append(Foreseen(self.actor, self.purpose, chance, sides))
        return (sides + 1) // 2

    def real100(self, *, chance: Percent | None = None) -> float:
        self.foreseen.append(Foreseen(self.actor, self.purpose, chance, None))
        # Just below the middle, since an event of 50% happens when the draw is lower than 50
        # (cohorts.battle.random-stream, which rounds to 6 decimals before it compares).
        return 49.999999

    def pick(self, options: Sequence[T]) -> T:
        return options[self.whole(len(options)) - 1]


@dataclass(slots=True)
class EdgeDice:
    """Chance at one of its ends (`Streams`): every draw as low as can be, or as high."""

    high: bool

    def stream(self, actor: str, purpose: str) -> Dice:
        """See `Streams.stream`."""
        return _EdgeStream(self.high)


@dataclass(slots=True)
class _EdgeStream:
    high: bool

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        _check_sides(sides)
        return sides if self.high else 1

    def real100(self, *, chance: Percent | None = None) -> float:
        return _HIGHEST if self.high else 0.0

    def pick(self, options: Sequence[T]) -> T:
        return options[self.whole(len(options)) - 1]


# ---------------------------------------------------------------- written dice, for tests


@dataclass(frozen=True, slots=True)
class Whole:
    """A scripted `whole`; with `sides` given, the draw must have as many."""

    value: int
    sides: int | None = None


@dataclass(frozen=True, slots=True)
class Real100:
    """A scripted `real100`."""

    value: float


@dataclass(frozen=True, slots=True)
class Pick:
    """A scripted `pick`: the place from 0; with `of` given, there must be as many options."""

    place: int
    of: int | None = None


Draw = Whole | Real100 | Pick


class ScriptError(AssertionError):
    """The rule drew otherwise than its script says."""


class ScriptedDice:
    """Dice that fall as written (`Dice`, and as `Streams` one script for all streams).

    Each draw must be of the kind and sides that the script has at that place; `ScriptError`
    otherwise. As a context manager it also checks at the end that every draw was used.
    """

    def __init__(self, script: Iterable[Draw]) -> None:
        self._script = tuple(script)
        self.used = 0
        """How many draws were made."""

    def stream(self, actor: str, purpose: str) -> Dice:
        """See `Streams.stream`."""
        return self

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        """See `Dice.whole`.

        Raises:
            ScriptError: the script's next draw is another, or there is none.
            ValueError: `sides` is below 1, or too many for a draw.
        """
        _check_sides(sides)
        if sides == 1:
            return 1
        wanted = f"whole({sides})"
        match self._next(wanted):
            case Whole(value, of) if of in {None, sides} and 1 <= value <= sides:
                return value
            case draw:
                raise self._wrong(wanted, draw)

    def real100(self, *, chance: Percent | None = None) -> float:
        """See `Dice.real100`.

        Raises:
            ScriptError: the script's next draw is another, or there is none.
        """
        match self._next("real100()"):
            case Real100(value) if 0 <= value < 100:
                return value
            case draw:
                raise self._wrong("real100()", draw)

    def pick(self, options: Sequence[T]) -> T:
        """See `Dice.pick`.

        Raises:
            ScriptError: the script's next draw is another, or there is none.
            ValueError: there are no options.
        """
        _check_sides(len(options))
        if len(options) == 1:
            return options[0]
        wanted = f"pick of {len(options)}"
        match self._next(wanted):
            case Pick(place, of) if of in {None, len(options)} and 0 <= place < len(options):
                return options[place]
            case draw:
                raise self._wrong(wanted, draw)

    def finish(self) -> None:
        """Check that every draw of the script was used.

        Raises:
            ScriptError: draws are left.
        """
        if self.used < len(self._script):
            raise ScriptError(f"not drawn: {self._script[self.used :]}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.finish()

    def _next(self, wanted: str) -> Draw:
        if self.used == len(self._script):
            raise ScriptError(f"the script ends after {self.used} draws, but {wanted} was asked")
        self.used += 1
        return self._script[self.used - 1]

    def _wrong(self, wanted: str, draw: Draw) -> ScriptError:
        return ScriptError(f"draw {self.used} of the script is {draw}, but {wanted} was asked")
