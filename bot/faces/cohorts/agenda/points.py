"""Characters with points to spend."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.own import heroes_of, ref, to_order
from bot.faces.leads import Lead
from bot.faces.words.text import escaped, number
from engine.packs.cohorts.characters.learning import SpendAttributePoints, SpendSkillPoints
from engine.packs.cohorts.pieces.records import Character


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each character with any; they wait as long as one likes."""
    return (partial(_entry, desk, hero) for hero in heroes_of(desk))


def _entry(desk: Desk, hero: Character) -> AgendaEntry | None:
    parts: list[str] = []
    leads: list[Lead] = []
    for order, points, noun in (
        (SpendSkillPoints, hero.skill_points, "skill point"),
        (SpendAttributePoints, hero.attribute_points, "attribute point"),
    ):
        if points > 0:
            parts.append(number(points, noun))
            says = f"{hero.name}: spend {number(points, noun)}"
            leads.append(to_order(order, says, character=ref(desk, hero)))
    if not parts:
        return None
    return AgendaEntry(text=f"**{escaped(hero.name)}**: {', '.join(parts)}", leads=tuple(leads))
