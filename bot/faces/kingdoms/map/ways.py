"""The ways that a player's characters would take by the orders in the draft, phase by phase."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.kingdoms.days import DayFacts, days_of
from bot.faces.kingdoms.places import hex_of
from bot.faces.map.chart import Route
from bot.faces.map.survey import Survey
from engine.campaign import Now
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.pieces.records import Crown, Ruler


def days(survey: Survey) -> tuple[DayFacts, ...]:
    """The turns of the player's characters, by id."""
    crown = survey.view.first(Crown, "player", survey.player)
    people = [
        each for each in survey.view.by(Ruler, "crown", crown.id if crown else 0) if each.alive
    ]
    turn = survey.view.get(Now, 1).turn
    return days_of(survey.rules, survey.view, people if crown else (), survey.orders, turn)


def routes_of(survey: Survey) -> Iterator[Route]:
    """The way of each character who would move, as far as each step leads to the next province.

    Each step is numbered by its phase; where the character does something else between two, the
    way goes on as another.
    """
    for day in days(survey):
        way, first, here = [day.ruler.holding], 0, day.ruler.holding
        for slot in day.slots:
            if not slot.goal or slot.late:
                continue
            if slot.goal not in adjacent(survey.view, here):
                break
            if slot.first != first + len(way) - 1:
                yield from _route(survey, way, first)
                way, first = [here], slot.first
            way.append(slot.goal)
            here = slot.goal
        yield from _route(survey, way, first)


def _route(survey: Survey, way: list[int], first: int) -> Iterator[Route]:
    """Steps in phases one behind the other, from the first of them."""
    if len(way) > 1:
        spots = tuple(hex_of(survey.view, id).spot for id in way)
        yield Route(spots, turn_ends=tuple(range(1, len(way))), first_turn=first)


def free_people(survey: Survey) -> dict[str, None]:
    """The names of the player's characters who have no order yet."""
    return {day.ruler.name: None for day in days(survey) if day.able and not day.slots}
