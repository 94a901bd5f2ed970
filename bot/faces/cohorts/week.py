"""What the weekly card of Cohorts counts, and who came near."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from bot.faces.cohorts.lines.sightings import ways
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.week import Week
from bot.faces.words.names import Names
from engine.campaign import Player
from engine.events import Event
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.pieces.ownership import cities_of
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.world import World


def _counted(view: World, faction: int) -> Mapping[str, int]:
    players = [each.id for each in view.by(Player, "faction", faction)]
    heroes = list(view.among(Character, "player", players))
    units = list(view.among(Unit, "player", players))
    return {
        "Cities": len(cities_of(view, faction)),
        "Heroes": sum(not (each.dead or each.captor) for each in heroes if each.knows("dead")),
        "Stacks": sum(1 for _ in view.among(Stack, "player", players)),
        "Soldiers": sum(each.soldiers for each in units if not each.captor),
        "Provinces known": view.count(Memory),
    }


def _came_near(_: World, names: Names, events: Sequence[Event]) -> Sequence[str]:
    seen = [each for each in events if isinstance(each, StackSighted)]
    return list(ways(seen, cast("CohortsNames", names)))


WEEK: Final = Week(counted=_counted, came_near=_came_near, sightings=(StackSighted,))
