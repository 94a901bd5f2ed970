"""Medals and records of an ended campaign, in a worker: those of every campaign, and its faces'."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.faces.awards import Won, most, tallied
from bot.faces.battle.told import BattleTold, winner_of
from bot.faces.contests import seen
from bot.faces.words.names import Names
from bot.faces.words.text import clean, escaped, listed, number
from bot.jobs.looking_back import Past, ended
from bot.jobs.reel import make_reel
from bot.store.numbers import called
from bot.store.whole import read_events_of, read_orders_given
from engine.battle import BattleRecord
from engine.ending import Reckoning
from engine.events import Event, read
from engine.facts import NotKnown
from engine.packs import Rules
from engine.world import Record, World

E = TypeVar("E", bound=Event)
R = TypeVar("R", bound=Record)

MOST_BATTLES: Final = 300
"""Of which the losses are counted, those with the longest accounts first."""

_log = logging.getLogger(__name__)


def awards(path: Path, campaign: int) -> tuple[str, ...]:
    """Every award that was won, a line each. Raises NotFound as `looking_back.ended`."""
    return tuple(award_lines(ended(path, campaign)))


def award_lines(past: Past) -> list[str]:
    """Every award that was won, a line each, for Discord."""
    wanted = past.faces.awards.values()
    annals = _Annals(past, tuple(dict.fromkeys(e for each in wanted for e in each.events)))
    found: list[tuple[str, str, Won | None]] = [
        *((sign, name, _tried(name, award, annals)) for sign, name, award in _COMMON),
        *((each.sign, each.name, _tried(each.name, each.award, annals)) for each in wanted),
    ]
    return [f"{sign} **{name}:** {won.line}" for sign, name, won in found if won and won.who]


def _tried(name: str, award: Callable[[Any], Won | None], annals: _Annals) -> Won | None:
    """Who has won; one that breaks takes nothing from the others."""
    try:
        return award(annals)
    except Exception:  # noqa: BLE001 - a medal less is better than no ceremony
        _log.exception("campaign=%d: nobody could be found for %s", annals.past.campaign.id, name)
        return None


class _Annals:
    """A campaign, looked back on; what is read once is kept."""

    def __init__(self, past: Past, kinds: tuple[type[Event], ...]) -> None:
        self.past = past
        self._kinds = kinds

    @property
    def rules(self) -> Rules:
        return self.past.rules

    @property
    def world(self) -> World:
        return self.past.world

    @cached_property
    def names(self) -> Names:
        return self.past.faces.names(self.world)

    @property
    def last_turn(self) -> int:
        return max(self.past.turns.values())

    def deeds(self, cls: type[E]) -> Iterator[tuple[int, int, E]]:
        for turn, player, event in self._deeds.get(cls.kind, ()):
            assert isinstance(event, cls)
            yield turn, player, event

    @cached_property
    def _deeds(self) -> Mapping[str, list[tuple[int, int, Event]]]:
        known = {cls.kind: cls for cls in self._kinds}
        found: dict[str, list[tuple[int, int, Event]]] = {}
        for turn, body in self._bodies(known):
            told = read(known, body)
            found.setdefault(told.event.kind, []).append((turn, told.player, told.event))
        return found

    def _bodies(self, known: Mapping[str, type[Event]]) -> Iterator[tuple[int, bytes]]:
        past = self.past
        if known:
            last = past.campaign.tick
            for tick, _, body in read_events_of(past.path, past.campaign.id, list(known), 1, last):
                if tick in past.turns:
                    yield past.turns[tick], body

    def lives(self, cls: type[R]) -> Mapping[int, list[tuple[int, R | None]]]:
        found: dict[int, list[tuple[int, R | None]]] = {}
        for tick, id, record in self.past.history(cls):
            if tick in self.past.turns:
                found.setdefault(id, []).append((self.past.turns[tick], record))
        return found

    # ------------------------------------------------------------ fights

    @cached_property
    def won(self) -> Mapping[str, int]:
        """How many fights each side has won, by its name."""
        return tallied(
            (sides[winner], 1)
            for _, event in self.past.events(self.past.fights)
            if (told := self._outcome(event)) and (sides := told[0]) and (winner := told[1]) >= 0
        )

    def _outcome(self, event: Event) -> tuple[list[str], int] | None:
        """The names of the sides of a fight, and the number of the one that won, or -1."""
        record = event.known().get("record")
        contest = self.past.faces.contests.get(getattr(record, "system", ""))
        if contest is None or not isinstance(record, BattleRecord):
            return None
        told = BattleTold(self.rules, event, record, self.world, 0, 0)
        try:
            sides = contest.setting(told).sides
        except (LookupError, NotKnown):
            return None
        winner = winner_of(record)
        if winner is None or not sides[winner].factions:
            return None
        return [listed(side.factions or (side.name,), 4) for side in sides], winner

    def losses(self) -> Iterator[tuple[int, str, str]]:
        """What was lost in each fight, with where and when it was, and the loss in words."""
        past = self.past
        known = {cls.kind: cls for cls in past.fights}
        if not known:
            return
        last = past.campaign.tick
        bodies = [
            (past.turns[tick], body)
            for tick, _, body in read_events_of(
                past.path, past.campaign.id, list(known), 1, last, whole=True
            )
            if tick in past.turns
        ]
        bodies.sort(key=lambda each: -len(each[1]))
        for turn, body in bodies[:MOST_BATTLES]:
            fought = seen(past.faces, read(known, body).event, self.world, 0, turn)
            if fought is None:
                continue
            try:
                battle = fought.battle()
            except (LookupError, NotKnown):
                continue
            lost = sum(battle.scenes[0].strength) - sum(battle.scenes[-1].strength)
            sides = " against ".join(escaped(side.name) for side in battle.setting.sides)
            title = escaped(battle.setting.title)
            count = number(lost, *battle.unit).strip()
            yield lost, f"{title} in turn {turn} ({sides})", f"{count} lost"


# ---------------------------------------------------------------- of every campaign


def _bloodiest(annals: _Annals) -> Won | None:
    losses = list(annals.losses())
    top = max((lost for lost, _, _ in losses), default=0)
    if top <= 0:
        return None
    worst = [(told, words) for lost, told, words in losses if lost == top]
    return Won(tuple(told for told, _ in worst), worst[0][1])


def _victories(annals: _Annals) -> Won | None:
    return most(annals.won, escaped, lambda count: number(count, "victory", "victories"))


def _first_taken(annals: _Annals) -> Won | None:
    for turn, town, taker, loser in _changes(annals):
        if taker and loser:
            return Won((escaped(town),), f"which {escaped(taker)} took from {escaped(loser)} "
                       f"in turn {turn}")  # fmt: skip
    return None


def _contested(annals: _Annals) -> Won | None:
    counts = tallied((town, 1) for _, town, taker, loser in _changes(annals) if taker and loser)
    many = {town: count for town, count in counts.items() if count > 1}
    return most(many, escaped, lambda count: f"taken {count} times")


def _changes(annals: _Annals) -> Iterator[tuple[int, str, str, str]]:
    """Every town that changed hands: turn, town, who has it now, who had it."""
    land_history, past = annals.past.faces.land_history, annals.past
    if land_history is None or not past.mapped:
        return
    names = {each.id: clean(each.name) for each in past.factions}
    held: dict[str, int] = {}
    for tick, world in past.states(land_history.kinds):
        if not past.founded(world):
            continue
        now = land_history.holders(world)
        for town in land_history.towns(world):
            owner = now.get(town.hex, 0)
            name = clean(town.name)
            before = held.setdefault(name, owner)
            if owner != before:
                held[name] = owner
                yield past.turns[tick], name, names.get(owner, ""), names.get(before, "")


def _largest(annals: _Annals) -> Won | None:
    """The side that ever held most land."""
    reel = make_reel(annals.past.path, annals.past.campaign.id)
    if not reel.lands:
        return None
    peaks = {
        side.name: max((shot.held[number] for shot in reel.shots), default=0)
        for number, side in enumerate(reel.sides)
    }
    return most(peaks, escaped, lambda count: f"{count:,} {reel.counts} at its height")


def _underdog(annals: _Annals) -> Won | None:
    """Who came farthest up among the others, from the lowest place it ever had."""
    reckonings = sorted(annals.world.all(Reckoning), key=lambda each: each.turn)
    final = annals.rules.standings(annals.world)
    climbed: dict[str, int] = {}
    for each in final:
        ranks = [one.rank for told in reckonings for one in told.standings if one.who == each.who]
        climbed[annals.names.thing(each.who)] = max(ranks, default=each.rank) - each.rank
    return most(climbed, str, lambda places: f"up by {number(places, 'place')}")


def _busiest(annals: _Annals) -> Won | None:
    past = annals.past
    orders = dict(read_orders_given(past.path, past.campaign.id))
    return most(orders, called, lambda count: number(count, "order"))


_COMMON: Final[tuple[tuple[str, str, Callable[[_Annals], Won | None]], ...]] = (
    ("🩸", "Bloodiest battle", _bloodiest),
    ("⚔️", "Most battles won", _victories),
    ("🏰", "First to fall", _first_taken),
    ("🔥", "Most contested", _contested),
    ("🗺️", "Largest realm", _largest),
    ("📈", "Best underdog", _underdog),
    ("📜", "Most orders", _busiest),
)
