"""Characters with phases that nothing fills yet, and what they could do with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from bot.faces.actions import tried
from bot.faces.advice import Advice, actor_of, advice_of, lead_to
from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.kingdoms.agenda.own import (
    bare,
    called,
    crown_of,
    days,
    hired,
    ref,
    searched,
    to_order,
    to_panel,
)
from bot.faces.kingdoms.days import DayFacts
from bot.faces.kingdoms.timetable.idling import FillTime, promising, work_for
from bot.faces.leads import Lead
from bot.faces.words.text import escaped, listed, number
from engine.orders import parameters
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.ventures.acting import Venture
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.parting import Leave, PickUp
from engine.packs.kingdoms.crowns.ventures.recruiting import Hire, Recruit, would_serve
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice
from engine.packs.kingdoms.pieces.abilities import NAMES
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler, Site, Survey, survey_id

_WHOLE: Final = 100


def lines(desk: Desk) -> Iterator[Line]:
    """What all who are idle could do at once, then a line for each, the King first."""
    yield partial(_idle, desk)
    advice = list(advice_of(desk))
    yield from (partial(_entry, desk, advice, day) for day in days(desk))


def _idle(desk: Desk) -> AgendaEntry | None:
    """Who could learn or explore in the time left, if two or more could."""
    who = idle(desk)
    if len(who) < 2:
        return None
    names = listed([escaped(each.name) for each in who])
    return AgendaEntry(text=f"**All idle:** {names} could practise or explore", leads=(fill(who),))


def idle(desk: Desk) -> list[Ruler]:
    """Who has time left for what would be gained by practice or exploring."""
    found: list[Ruler] = []
    for day in days(desk):
        after = desk.state.world.find(Ruler, day.ruler.id)
        work = work_for(desk.state, after) if day.able and after and after.alive else None
        if work and fits(desk, day, type(work)):
            found.append(day.ruler)
    return found


def fill(who: Sequence[Ruler]) -> Lead:
    """To the form that gives them all something to do."""
    return Lead(
        label="All idle: practise or explore",
        emoji="💤",
        recipe=FillTime.name,
        given=tuple(("who", ref(each)) for each in who),
        button=True,
    )


def _entry(desk: Desk, advice: Sequence[Advice], day: DayFacts) -> AgendaEntry | None:
    ruler = day.ruler
    late = [slot.name for slot in day.slots if slot.late]
    if not day.able or (not day.free and not late):
        return None
    free = number(day.free, "phase")
    where = called(desk).holding(holding_of(desk, ruler))
    told = f"**{escaped(ruler.name)}** has {free} left, at {where}"
    if late:
        told += f"; ⚠ {', '.join(late)} would end too late"
    best = list(_advised(desk, advice, day))
    if best:
        told += f": {escaped(best[0].label.removeprefix(f'{ruler.name}: '))}, {best[0].note}"
    first = {lead.order for lead in best}
    others = (lead for lead in _ideas(desk, day) if lead.order not in first)
    table = to_panel(desk, "timetable", ruler, f"{ruler.name}: timetable")
    unused = f"{free} of {ruler.name}" if day.free else ""
    return AgendaEntry(text=told, leads=(*best, *others, table), unused=unused)


def _advised(desk: Desk, advice: Sequence[Advice], day: DayFacts) -> Iterator[Lead]:
    """What a computer king would have the character do in the time left."""
    swapped = _swapped(desk, day.ruler)
    for each in advice:
        order, who = each.order, actor_of(each.order, day.ruler.place)
        if isinstance(order, Leave | PickUp) and swapped & _types(desk, order):
            continue
        if isinstance(order, Venture) and who and fits(desk, day, type(order)):
            words = desk.faces.deed(order, desk.view, who)
            yield lead_to(order, f"{day.ruler.name}: {words}", each.because)


def _swapped(desk: Desk, ruler: Ruler) -> frozenset[str]:
    """The types of army that somebody is both to leave and to pick up, by the draft and advice.

    A computer king shares armies out by what each is worth; to a person it is the same army.
    """
    orders = [each.order for each in desk.orders] + [each.queued.order for each in desk.advice]
    own = [each for each in orders if actor_of(each, ruler.place)]
    left, taken = (
        frozenset(type for each in own if isinstance(each, kind) for type in _types(desk, each))
        for kind in (Leave, PickUp)
    )
    return left & taken


def _types(desk: Desk, order: Leave | PickUp) -> frozenset[str]:
    """The types of the armies that an order names, as far as they are known."""
    armies = (desk.view.find(Army, each.id) for each in order.armies)
    return frozenset(army.type for army in armies if army)


def holding_of(desk: Desk, ruler: Ruler) -> int:
    """Where the draft leads a character, as far as that can be foreseen."""
    after = desk.state.world.find(Ruler, ruler.id)
    return after.holding if after and after.knows("holding") else ruler.holding


def _ideas(desk: Desk, day: DayFacts) -> Iterator[Lead]:
    """What the character could do there then in the time left, the likeliest first."""
    ruler, view = day.ruler, desk.view
    me, here = ref(ruler), holding_of(desk, day.ruler)
    content, crown = desk.rules.module.content(RulerContent), crown_of(desk)

    def lead(order: type[Venture], words: str, **given: str) -> Iterator[Lead]:
        first = parameters(order)[0]
        if fits(desk, day, order) and not tried(desk.state, order, first, ruler, given).hindered:
            yield to_order(order, f"{ruler.name}: {words}", character=me, **given)

    if not ruler.coma:
        for hero in view.by(Ruler, "holding", here):
            if crown and hero.id not in hired(desk) and would_serve(content, crown, hero):
                yield from lead(Hire, f"hire {hero.name}", hero=ref(hero))
        for site in view.by(Site, "holding", here):
            if site.being and site.id not in searched(desk) and fits(desk, day, Search):
                yield search(desk, ruler, site)
        if unexplored(desk, day):
            yield from lead(Explore, "explore")
        holding = view.find(Holding, here)
        if holding and holding.knows("owner") and holding.owner == ruler.crown:
            yield from lead(Recruit, "recruit")
        if best := promising(desk.state, ruler):
            name = NAMES[best[1]]
            yield from lead(Practice, f"practise {name} ({best[0]}%)", ability=name)
    yield from lead(Move, "move")


def search(desk: Desk, ruler: Ruler, site: Site) -> Lead:
    """To the search of a feature by somebody."""
    names = bare(desk)
    guarded = f" ({names.being(site.being)})" if site.being else ""
    says = f"{ruler.name}: search {names.feature(site)}{guarded}"
    return to_order(Search, says, character=ref(ruler), feature=ref(site))


def unexplored(desk: Desk, day: DayFacts) -> bool:
    """Whether there is more to be found out by exploring where somebody will be."""
    here = holding_of(desk, day.ruler)
    survey = desk.view.find(Survey, survey_id(day.ruler.crown, here))
    return survey is None or survey.percent < _WHOLE


def fits(desk: Desk, day: DayFacts, order: type[Venture]) -> bool:
    """Whether there are phases enough left for it."""
    return order.length(desk.rules.module.content(VentureContent)) <= day.free
