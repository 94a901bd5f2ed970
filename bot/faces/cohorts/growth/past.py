"""The past of a city: its people, recruits and guilds turn by turn, while it was the faction's.

Made from the stored states of the city's records (`PastStates`). Of turns in which it was
somebody else's nothing is told, so a point stands only where the faction held the city then.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.campaign import Player
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.pieces.records import Character, City, Guild, Possession
from engine.world import Record

R = TypeVar("R", bound=Record)


class PastStates(Generic[R]):
    """Every state that some records were ever in."""

    def __init__(self, cls: type[R], rows: Iterable[tuple[int, int, bytes | None]]) -> None:
        """`rows` are (id, tick that wrote it, body or None once it is gone), by id and tick."""
        self._cls = cls
        self._states: dict[int, tuple[list[int], list[bytes | None]]] = {}
        for id, tick, body in rows:
            ticks, bodies = self._states.setdefault(id, ([], []))
            ticks.append(tick)
            bodies.append(body)

    def at(self, tick: int) -> list[R]:
        """The records as the tick left them, by id."""
        found: list[R] = []
        for ticks, bodies in self._states.values():
            place = bisect_right(ticks, tick) - 1
            body = bodies[place] if place >= 0 else None
            if body is not None:
                found.append(self._cls.load(body))
        return found

    def first(self, tick: int) -> R | None:
        """The record as the tick left it, if there was one."""
        return next(iter(self.at(tick)), None)


@dataclass(frozen=True, slots=True)
class Point:
    """The city at one time."""

    turn: int
    free: Mapping[str, int]
    """By race."""
    slaves: Mapping[str, int]
    recruits: int
    """That waited there, of all races."""
    guilds: Mapping[str, int]
    """Levels by name."""

    @property
    def people(self) -> int:
        """All who lived there."""
        return sum(self.free.values()) + sum(self.slaves.values())


def turn_ends(ticks: Sequence[tuple[int, str, int]], last: int) -> dict[int, int]:
    """By turn, the tick whose outcome stands for it, from (tick, kind, turn) in order.

    It is the production that opened the turn; for the first turn its last tick, and for the present
    one tick `last`. A turn that was taken back is told as it went the last time.
    """
    chosen: dict[int, int] = {}
    opened: dict[int, None] = {}
    present = 0
    for number, kind, turn in ticks:
        if number > last:
            break
        present = turn
        if kind in ("weekly", "monthly"):
            opened[turn] = None
            chosen[turn] = number
        elif turn not in opened:
            chosen[turn] = number
    if present:
        chosen[present] = last
    return {turn: tick for turn, tick in sorted(chosen.items()) if turn <= present}


@dataclass(frozen=True, slots=True)
class Pasts:
    """What is needed of the past of one city."""

    city: PastStates[City]
    guilds: PastStates[Guild]
    possessions: PastStates[Possession]
    barons: Mapping[int, PastStates[Character]]
    """By the id of each who ever was its baron."""
    players: Mapping[int, Player]
    """All players by id; no player changes faction."""

    def held(self, faction: int, tick: int) -> bool:
        """Whether the city was the faction's after a tick."""
        city = self.city.first(tick)
        past = self.barons.get(city.baron) if city else None
        baron = past.first(tick) if past else None
        player = self.players.get(baron.player) if baron else None
        return player is not None and player.faction == faction


def points_of(faction: int, turns: Mapping[int, int], past: Pasts) -> tuple[Point, ...]:
    """The city over those turns (tick by turn), where it was the faction's; the earliest first."""
    found = (_point(past, turn, tick) for turn, tick in turns.items() if past.held(faction, tick))
    return tuple(point for point in found if point is not None)


def _point(past: Pasts, turn: int, tick: int) -> Point | None:
    city = past.city.first(tick)
    if city is None:
        return None
    return Point(
        turn=turn,
        free=city.population,
        slaves=city.slaves,
        recruits=sum(p.count for p in past.possessions.at(tick) if race_of_recruits(p.item)),
        guilds={guild.name: guild.level for guild in past.guilds.at(tick)},
    )
