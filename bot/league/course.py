"""How a game went by faction: its points turn by turn, its battles, and whom it fought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.faces.battle.told import factions_of, record_in, winner_of
from engine.campaign import Faction, Player
from engine.events import Event
from engine.packs import Rules
from engine.world import World

Pair = tuple[int, int]
"""Two factions, the lower number first."""


@dataclass(slots=True)
class Course:
    """What is noted of a game by faction's number."""

    points: list[dict[int, int]] = field(default_factory=list[dict[int, int]])
    """After every turn."""
    battles: Counter[int] = field(default_factory=Counter[int])
    won: Counter[int] = field(default_factory=Counter[int])
    wars: Counter[Pair] = field(default_factory=Counter[Pair])
    """How many battles each two factions have fought against each other."""

    def fought(self, events: Iterable[Event]) -> None:
        """Count the battles among these events."""
        for event in events:
            record = record_in(event)
            if record is None:
                continue
            sides = factions_of(event, record.winner)
            winner = winner_of(record)
            for place, side in enumerate(sides):
                self.battles.update(side)
                if place == winner:
                    self.won.update(side)
            self.wars.update((min(a, b), max(a, b)) for a in sides[0] for b in sides[1] if a != b)

    def stood(self, rules: Rules, world: World, figures: Mapping[int, Mapping[str, int]]) -> None:
        """Note how all factions stand after a turn.

        That is by the points of the rules, those of its players together; where nobody keeps any,
        by the first of the `figures` of its players.
        """
        points = dict.fromkeys((each.id for each in world.all(Faction)), 0)
        standings = rules.standings(world)
        for each in standings:
            who = world.at(each.who)
            points[who.faction if isinstance(who, Player) else each.who.id] += each.points
        if not standings:
            for player, counted in figures.items():
                points[world.get(Player, player).faction] += next(iter(counted.values()), 0)
        self.points.append(points)
