"""Characters with points to spend."""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.agenda import Desk, Entry
from bot.faces.cohorts.agenda.own import heroes_of, ref, to_order
from bot.faces.leads import Lead
from bot.faces.words.text import escaped, number
from engine.packs.cohorts.characters.learning import SpendAttributePoints, SpendSkillPoints


def entries(desk: Desk) -> Iterator[Entry]:
    """A line for each character with any; they wait as long as one likes."""
    for hero in heroes_of(desk):
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
        if parts:
            yield Entry(text=f"**{escaped(hero.name)}**: {', '.join(parts)}", leads=tuple(leads))
