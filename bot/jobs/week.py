"""The picture of a faction's week, in a worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot import faces
from bot.faces.agenda import AgendaEntry
from bot.faces.paint.picture import Picture
from bot.faces.week import FEW, week_card
from bot.faces.words.text import said_plainly
from bot.jobs.agenda import Person, Subject, make_agenda
from bot.jobs.knowing import PlanResult
from bot.jobs.opened import learned_at, rules_at, view_a_turn_before, view_at
from bot.payload import WeekRecipe
from engine.campaign import Player

NOTHING_PLANNED: Final = PlanResult((), ())


def draw_week(path: Path, campaign: int, recipe: WeekRecipe) -> Picture:
    """The card of the week that a production ended, as its faction knows it."""
    from bot.faces.cards.picture import draw_card

    tick, faction = recipe.tick, recipe.faction
    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    shown = faces.of(rules)
    kinds = shown.week.sightings if shown.week else ()
    seen = [event for ago, event in learned_at(path, campaign, tick, faction, kinds) if not ago]
    before = view_a_turn_before(path, campaign, tick, faction)
    ideas = list(_ideas(path, campaign, recipe))
    return draw_card(week_card(shown, view, before, faction, seen, ideas), view)


def _ideas(path: Path, campaign: int, recipe: WeekRecipe) -> Iterator[str]:
    """What Your turn of the faction's first player would say first of each subject."""
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    players = [each for each in view.by(Player, "faction", recipe.faction) if each.active]
    if not players:
        return
    nobody = Person(submitted=False, looked=())
    agenda = make_agenda(
        path, campaign, recipe.tick, recipe.faction, players[0].id, [], NOTHING_PLANNED, nobody
    )
    ready = [(each.name, first) for each in agenda.subjects if (first := _idea(each))]
    for name, first in ready[:FEW]:
        yield f"{name}: {said_plainly(first.text)}"


def _idea(subject: Subject) -> AgendaEntry | None:
    """The first line that says what to do, and not only whom there is something to do with."""
    return next(
        (
            entry
            for entry in subject.entries
            if any(lead.order or lead.recipe or lead.guided for lead in entry.leads)
        ),
        None,
    )
