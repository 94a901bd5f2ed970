"""One campaign of computer players, from its founding to its end, and what is noted of it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from typing import Any, Final

from bot.league.course import Course
from engine.calendar import OccasionKind
from engine.campaign import Faction, Now, Player
from engine.deciding import decide
from engine.dice import Seed, SeededDice
from engine.events import OrderFailed
from engine.module.natures import PLAIN, RivalNature
from engine.orders import Queued
from engine.packs import Rules
from engine.rivals import Decision, Mind, Strength
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from engine.world import World

_START: Final = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""When every game begins; no rule asks for it."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A computer player of a game."""

    player: int
    name: str
    faction: str
    nature: RivalNature
    strength: Strength
    traits: Mapping[str, str]
    idle: bool = False
    """Whether it gives nothing all game long, as some people do."""

    def sorts(self) -> Mapping[str, str]:
        """Everything that distinguishes players in a table."""
        own = {"faction": self.faction, "nature": self.nature.name, "strength": self.strength}
        return {**own, **self.traits}


@dataclass(slots=True)
class Played:
    """What is noted of a game."""

    number: int
    world: int = 1
    """Which of the worlds of a season it was played in."""
    seats: tuple[Seated, ...] = ()
    turns: int = 0
    winners: tuple[int, ...] = ()
    """Players who stood first at the end; all of them if they share it."""
    points: dict[int, int] = field(default_factory=dict[int, int])
    """By player, as the pack counts them; the faction's where it ranks factions."""
    made: dict[int, dict[str, int]] = field(default_factory=dict[int, dict[str, int]])
    """Of what a player's points are made, by a word of the pack."""
    figures: list[dict[int, Mapping[str, int]]] = field(
        default_factory=list[dict[int, Mapping[str, int]]]
    )
    """After every turn, by player."""
    course: list[dict[str, int]] = field(default_factory=list[dict[str, int]])
    """The points of every faction by its name, after every turn."""
    orders: Counter[str] = field(default_factory=Counter[str])
    reasons: Counter[str] = field(default_factory=Counter[str])
    events: Counter[str] = field(default_factory=Counter[str])
    failed: Counter[str] = field(default_factory=Counter[str])
    """Orders that the truth refused, by path and code."""
    faults: list[str] = field(default_factory=list[str])
    """Where the program broke."""


class Game:
    """A campaign under way. The same number, rules and strengths play the same game.

    With several strengths that many games in a row are of one world, in which they change sides.
    """

    def __init__(
        self,
        rules: Rules,
        number: int,
        strengths: Sequence[Strength],
        most_seats: int | None = None,
        idle: int | None = None,
    ) -> None:
        """Found the world and seat computer players everywhere.

        Each faction has as many as it has seats, but not more than `most_seats`, all of them of
        one strength. The player of the number `idle`, counted from 1, gives nothing.

        Raises:
            LookupError: no pack of the module founds a world, or plays by itself; nobody has that
                number.
        """
        if rules.found is None or rules.rival is None:
            raise LookupError(f"nobody plays module {rules.module.name} by computer")
        self.rules, self.play = rules, rules.rival
        self.passed = 0
        """Occasions of the calendar that are over."""
        self.course = Course()
        self.played = Played(number, world=1 + (number - 1) // len(strengths))
        told = f"league:{rules.module.name}:{self.played.world}"
        self.seed = Seed(sha256(told.encode()).digest())
        self.own = Seed(sha256(self.seed).digest())
        """Of the chance that players take, apart from the world's."""
        self.tick = 0
        self.world: World = rules.found(rules, SeededDice(self.seed, 0), {})
        self.world.settle()
        self._seat(strengths, most_seats, idle)
        if idle and not any(seat.idle for seat in self.played.seats):
            raise LookupError(f"there are {len(self.played.seats)} players, and none is {idle}")

    def turns(self, most: int) -> Iterator[Played]:
        """Play turn after turn, up to that many, until the campaign is over."""
        calendar = self.rules.module.calendar
        for occasion in islice(calendar.coming(_START), self.passed, None):
            now = self.world.get(Now, 1)
            if now.over or now.turn > most:
                break
            self.passed += 1
            if occasion.kind is OccasionKind.RUN:
                self._resolve("run", occasion.day, self._submissions(self._due(occasion.day)))
                continue
            self._resolve("monthly" if occasion.monthly else "weekly", occasion.day, ())
            self._note()
            yield self.played

    def __getstate__(self) -> dict[str, Any]:
        """A game on its way to another process, which has the rules: see `resumed`."""
        return {key: value for key, value in self.__dict__.items() if key not in ("rules", "play")}

    def resumed(self, rules: Rules) -> Game:
        """The same game, back with its rules."""
        assert rules.rival, "it was begun by them"
        self.rules, self.play = rules, rules.rival
        return self

    # ------------------------------------------------------------ inside

    def _seat(
        self, strengths: Sequence[Strength], most_seats: int | None, idle: int | None
    ) -> None:
        dice = SeededDice(self.own, 0).stream("league", "seats")
        natures = tuple(self.rules.module.rivals.values()) or (PLAIN,)
        seats: list[Seated] = []
        factions = enumerate(self.rules.module.factions.items(), start=self.played.number)
        for place, (key, faction) in factions:
            wanted = faction.players or most_seats or 1
            for _ in range(min(wanted, most_seats or wanted)):
                name = f"Player {len(seats) + 1}"
                join = self.play.join(self.rules, self.world, key, name, dice)
                out = self._resolve("setup", _START.date(), (Submission(0, (Queued("s", join),)),))
                refused = [e.event for e in out.entries if isinstance(e.event, OrderFailed)]
                if refused:
                    raise LookupError(refused[0].says)
                player = max(self.world.all(Player), key=lambda each: each.id)
                seats.append(
                    Seated(
                        player=player.id,
                        name=name,
                        faction=self.world.get(Faction, player.faction).name,
                        nature=dice.pick(natures),
                        strength=strengths[place % len(strengths)],
                        traits=self.play.traits(self.rules, self.world, player.id),
                        idle=len(seats) + 1 == idle,
                    )
                )
        self.played.seats = tuple(seats)

    def decisions(self, seat: Seated) -> tuple[Decision, ...]:
        """What a player gives this turn."""
        player = self.world.get(Player, seat.player)
        view = self.rules.view(self.world, player.faction)
        dice = SeededDice(self.own, self.tick)
        return decide(Mind(self.rules, view, seat.player, seat.nature, seat.strength, dice))

    def _waiting(self) -> list[Seated]:
        """Those who have not played this week."""
        turn = self.world.get(Now, 1).turn
        return [
            seat
            for seat in self.played.seats
            if not seat.idle and self.world.get(Player, seat.player).last_run != turn
        ]

    def _due(self, day: dt.date) -> list[Seated]:
        """Those of them whose day has come.

        They share out the week's days, as computer players in the seats of a campaign do.
        """
        calendar, turn = self.rules.module.calendar, self.world.get(Now, 1).turn
        week = calendar.week_of(day)
        return [
            each
            for each in self._waiting()
            if day >= calendar.computers_day(week, each.player, turn)
        ]

    def _submissions(self, seats: Sequence[Seated]) -> tuple[Submission, ...]:
        found = list[Submission]()
        for seat in seats:
            decisions = self.decisions(seat)
            for each in decisions:
                self.played.orders[" ".join(each.queued.order.path)] += 1
                self.played.reasons[each.reason.key] += 1
            found.append(Submission(seat.player, tuple(each.queued for each in decisions)))
        return tuple(found)

    def _resolve(self, kind: DueKind, day: dt.date, turns: tuple[Submission, ...]) -> TickOutcome:
        self.tick += 1
        due = Due(kind, self.tick, day, turns)
        out = resolve(self.rules, self.world, due, SeededDice(self.seed, self.tick))
        self.world = out.world
        self.course.fought(each.event for each in out.entries)
        self.played.faults += [f"{each.line}\n{each.traceback}" for each in out.faults]
        for entry in out.entries:
            event = entry.event
            self.played.events[event.kind] += 1
            if isinstance(event, OrderFailed):
                self.played.failed[f"{event.path} ({event.code})"] += 1
        return out

    def _note(self) -> None:
        self.played.turns = self.world.get(Now, 1).turn - 1
        self.played.figures.append(
            {
                seat.player: self.play.figures(self.rules, self.world, seat.player)
                for seat in self.played.seats
            }
        )
        self.course.stood(self.rules, self.world, self.played.figures[-1])
        points = self.course.points[-1].items()
        self.played.course.append({self.world.get(Faction, id).name: each for id, each in points})
        standings = self.rules.standings(self.world)
        first = [each.who for each in standings if each.rank == 1]
        sides = {seat.player: self.world.get(Player, seat.player) for seat in self.played.seats}
        self.played.winners = tuple(
            id
            for id, player in sides.items()
            if player.place in first or self.world.get(Faction, player.faction).place in first
        )
        # Some packs rank factions, whose points are then those of each of their players.
        ranked = {each.who: each for each in standings}
        for id, player in sides.items():
            own = ranked.get(player.place)
            stands = own or ranked.get(self.world.get(Faction, player.faction).place)
            if stands:
                self.played.points[id] = stands.points
                self.played.made[id] = {tally.what: tally.points for tally in stands.made_of}
