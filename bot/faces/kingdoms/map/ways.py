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
    """The way of each character who would move, as far as each step leads to the next province."""
    for day in days(survey):
        way = [day.ruler.holding]
        for goal in day.path[1:]:
            if goal not in adjacent(survey.view, way[-1]):
                break
            way.append(goal)
        if len(way) > 1:
            spots = tuple(hex_of(survey.view, id).spot for id in way)
            yield Route(spots, turn_ends=(len(way) - 1,))


def free_people(survey: Survey) -> dict[str, None]:
    """The names of the player's characters who have no order yet."""
    return {day.ruler.name: None for day in days(survey) if day.able and not day.slots}
