"""Characters with points to spend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from bot.faces.advice import Advice, actor_of, advice_of, lead_to
from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.own import content_of, heroes_of, ref, to_order
from bot.faces.leads import Lead
from bot.faces.words.text import escaped, listed, number
from engine.packs.cohorts.characters.learning import SpendAttributePoints, SpendSkillPoints
from engine.packs.cohorts.pieces.records import Character


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each character with any; they wait as long as one likes."""
    advice = list(advice_of(desk))
    return (partial(_entry, desk, advice, hero) for hero in heroes_of(desk))


def _entry(desk: Desk, advice: Sequence[Advice], hero: Character) -> AgendaEntry | None:
    best = list(_best(desk, advice, hero))
    parts: list[str] = []
    leads: list[Lead] = []
    for order, points, noun in (
        (SpendSkillPoints, hero.skill_points, "skill point"),
        (SpendAttributePoints, hero.attribute_points, "attribute point"),
    ):
        if points > 0:
            parts.append(number(points, noun))
            says = f"{hero.name}: spend {number(points, noun)}"
            leads += [lead for kind, lead in best if kind == order.path[1]]
            leads.append(to_order(order, says, character=ref(desk, hero)))
    if not parts:
        return None
    return AgendaEntry(text=f"**{escaped(hero.name)}**: {', '.join(parts)}", leads=tuple(leads))


def _best(desk: Desk, advice: Sequence[Advice], hero: Character) -> Iterator[tuple[str, Lead]]:
    """What a computer player would spend them on, by the order's name."""
    for each in advice:
        if actor_of(each.order, hero.place):
            match each.order:
                case SpendSkillPoints() as order:
                    skill = content_of(desk).skills[order.skill].name
                    words = f"{number(order.points, 'skill point')} on {skill}"
                case SpendAttributePoints() as order:
                    given = order.model_dump(exclude_defaults=True, exclude={"character"})
                    words = listed(f"{points} on {name}" for name, points in given.items())
                case _:
                    continue
            yield order.path[1], lead_to(order, f"{hero.name}: {words}", each.because)
