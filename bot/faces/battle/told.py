"""A battle as one faction was told of it: what its event says, and whom the faction's view names.

Which system fought it does not matter here; whose face shows it is found in `bot.faces.contests`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.faces.battle.scene import Side
from bot.faces.words.text import clean
from engine.battle import BattleRecord
from engine.campaign import Faction
from engine.events import Event
from engine.packs import Rules
from engine.world import World

NOBODY: Final = "Neutrals"
ROLES: Final = ("Attacker", "Defender")
_WON: Final = {"attacker": 0, "defender": 1}

Factions = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class BattleTold:
    """A battle's event as a faction learned it, and what the faction knew after that tick."""

    rules: Rules
    """Of the campaign, with its module."""
    event: Event
    record: BattleRecord
    view: World
    faction: int
    turn: int


def record_in(event: Event) -> BattleRecord | None:
    """The record of a battle that an event tells in full; None for any other event."""
    record = event.known().get("record")
    if not isinstance(record, BattleRecord):
        return None
    return record if any(fight.events for fight in record.engagements) else None


def winner_of(record: BattleRecord) -> int | None:
    """The number of the side that won; None if none did."""
    return _WON.get(record.winner)


def factions_of(event: Event, winner: str) -> Factions:
    """Who fought on either side, from the fields of the event that tells it.

    Those are the ids of factions in `attackers` and `defenders`, or else in `winner` and `loser`;
    nobody's are left out. Of an event that has neither, nobody is known on either side. A contest
    whose event names other things says in its own setting who fought.
    """
    known = event.known()
    if "attackers" in known:
        sides = known["attackers"], known["defenders"]
    else:
        won, lost = (known.get("winner", 0),), (known.get("loser", 0),)
        sides = (won, lost) if winner == "attacker" else (lost, won)
    return tuple(filter(None, sides[0])), tuple(filter(None, sides[1]))


def both_sides(told: BattleTold) -> tuple[Side, Side]:
    """Attacker and defender, by the factions that the event names."""
    one, other = (
        side_of(told, factions, role)
        for factions, role in zip(factions_of(told.event, told.record.winner), ROLES, strict=True)
    )
    return one, other


def side_of(told: BattleTold, factions: tuple[int, ...], role: str = "") -> Side:
    """A side of these factions, as far as the asker's view names them; its own stands first."""
    known = [found for each in factions if (found := told.view.find(Faction, each))]
    names = tuple(clean(each.name) for each in known)
    own = told.faction in factions
    if not known:
        return Side("A faction" if factions else NOBODY, 0, own=own, role=role)
    first = next((each for each in known if each.id == told.faction), known[0])
    name = clean(first.name + (" and allies" if len(factions) > 1 else ""))
    return Side(name, first.colour, first.emblem, own, role, names)
