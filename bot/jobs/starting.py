"""Where a player may begin, as the face of the campaign's system tells and draws it.

This reads the truth, since a faction without players knows nothing yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.faces.paint.picture import Picture
from bot.faces.seats import Start, Starts
from bot.jobs.opened import rules_at, world_at
from engine.campaign import Faction, Player


@dataclass(frozen=True, slots=True)
class FreePlaces:
    """Where one may begin, with the map that shows it."""

    starts: tuple[Start, ...]
    seated: Mapping[str, tuple[str, ...]]
    """The names of those who play, by faction."""
    picture: Picture | None


def free_starts(path: Path, campaign: int, tick: int, starts: Starts, faction: int) -> list[Start]:
    """The starting places of the faction that nobody has after the tick."""
    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    return list(starts.free(rules, world, faction))


def starting_places(
    path: Path, campaign: int, tick: int, starts: Starts | None, chosen: int, only: int
) -> FreePlaces:
    """The free starting places with their map, if the system has any, and who plays.

    Before a faction is `chosen` (0) it tells of all. `only` is the one faction that may be told of,
    0 if all may.
    """
    rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
    seated = {
        each.key: tuple(p.name for p in world.by(Player, "faction", each.id) if p.active)
        for each in world.all(Faction)
    }
    if starts is None:
        return FreePlaces((), seated, None)
    found = [each for each in starts.free(rules, world, only) if chosen in (0, each.faction)]
    drawn = starts.draw(rules, world, found, chosen) if starts.draw else None
    return FreePlaces(tuple(found), seated, drawn)
