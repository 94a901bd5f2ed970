"""What ends a campaign before its last turn, and for whom it went well.

Source: cohorts.campaign.end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.campaign import Faction, Player
from engine.ending import Ending
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.campaign.elimination import fallen, has_played
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import cities_of, faction_of, relation
from engine.packs.cohorts.pieces.records import Character, City
from engine.state import State
from engine.world import Record, World

LAST: Final = "last_standing"
"""The reason of the end: all the others are out."""
SHARE: Final = "share_of_all_cities"
"""The reason of the end: the victors held the required cities long enough."""
TITLE: Final = "title_held"
"""The reason of the end: the victors have the title that the campaign was about."""

_PERCENT: Final = 100


@facts
class Dominion(Record):
    """A faction that holds the share of all cities that wins, so long already."""

    indexes = ("faction",)

    faction: int
    productions: int
    """How many weekly productions in a row, this one included."""


@facts
class DominionHeld(Event):
    """A faction, or several that win together, held the share of all cities that wins."""

    faction: int
    percent: int
    """The share that wins."""
    productions: int
    """At how many productions in a row it was held."""
    needed: int
    """At how many it wins."""


@facts
class DominionLost(Event):
    """A faction no longer holds the share of all cities that wins; its count begins anew."""

    faction: int


def count_shares(state: State) -> None:
    """A step of the weekly production: who holds the share that wins, and since when."""
    share = state.module.content(Content).winning.share
    if share is None:
        return
    world = state.world
    cities = sum(1 for _ in world.all(City))
    for faction in _seated(world):
        before = world.first(Dominion, "faction", faction)
        held = sum(len(cities_of(world, each)) for each in _winning_with(state, faction))
        if held * _PERCENT >= cities * share.percent and held:
            since = 1 + (before.productions if before else 0)
            if before:
                world.put(before.replace(productions=since))
            else:
                world.add(Dominion, faction=faction, productions=since)
            told = DominionHeld(
                faction=faction,
                percent=share.percent,
                productions=since,
                needed=share.productions,
            )
            state.emit(told, public=True)
        elif before:
            world.remove(before)
            state.emit(DominionLost(faction=faction), public=True)


def ending(state: State, produced: bool) -> Ending | None:
    """The first of the module's conditions that holds after a weekly production, with the victors.

    That it has had all its turns is looked at elsewhere, after these (`engine.ending`).
    """
    if not produced:
        return None
    winning, world = state.module.content(Content).winning, state.world
    if winning.last_standing:
        left = [each for each in _seated(world) if not fallen(world, each)]
        together = left and set(left) <= set(_winning_with(state, left[0]))
        rivals = [each for each in _seated(world) if has_played(world, each)]
        if together and len(rivals) > 1 and len(left) < len(_seated(world)):
            return _ended(world, LAST, left)
    if winning.share:
        needed = winning.share.productions
        masters = [each.faction for each in world.all(Dominion) if each.productions >= needed]
        if masters:
            return _ended(world, SHARE, masters)
    if winning.title:
        found = [each for each in _bearers(world, winning.title) if each in _seated(world)]
        if found:
            victors = {ally for each in found for ally in _winning_with(state, each)}
            return _ended(world, TITLE, sorted(victors))
    return None


def _ended(world: World, reason: str, factions: list[int]) -> Ending:
    victors = tuple(world.get(Faction, each).place for each in factions)
    return Ending(reason=reason, victors=victors)


def _seated(world: World) -> list[int]:
    """The factions that have players; one without is not out but empty."""
    return [
        each.id
        for each in world.all(Faction)
        if world.first(Player, "faction", each.id) is not None
    ]


def _winning_with(state: State, faction: int) -> list[int]:
    """The factions that win together with one, itself among them."""
    if not state.module.content(Content).winning.allies_together:
        return [faction]
    return [
        each for each in _seated(state.world) if relation(state.world, faction, each) == "allied"
    ]


def _bearers(world: World, title: str) -> Iterator[int]:
    """The factions of the living characters with a title."""
    for character in world.all(Character):
        if title in character.titles and not character.dead:
            yield faction_of(world, character)
