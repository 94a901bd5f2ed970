"""`/goal`: how the campaign is won, how far everybody is, and how long it lasts, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.leads import Entry, Lead, rule_of, tab, tabs
from bot.faces.overview.standings import StandingsFacts, place_of, standings_facts, why_none
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.names import Names
from bot.faces.words.text import escaped, number

_STANDINGS: Final = Lead(label="The standings turn by turn", emoji="📈", panel=("standings", ""))


def _make(look: Look, _: str) -> PanelMade:
    facts = standings_facts(look.view, look.faction, look.player)
    tabbed, leads = tabs([tab("Goal", _lines(look, facts))])
    return PanelMade("How this campaign is won", facts.turn, tabbed, None, leads=leads)


def _lines(look: Look, facts: StandingsFacts) -> Iterator[Entry]:
    goal = look.faces.goal
    turns = look.rules.module.victory.turns
    rule = rule_of(goal.rule, "what counts") if goal and goal.rule else None
    leads = (_STANDINGS, rule) if rule else (_STANDINGS,)
    if turns is None:
        yield Entry(
            "**No last turn is set.** The campaign goes on until its moderators end it; "
            "the standings say who leads.",
            leads,
        )
    else:
        date = look.rules.module.year.date_of(turns)
        yield Entry(
            f"**Turn {turns} is the last** ({date}). With its production the campaign ends, and "
            "whoever then stands first has won. " + turns_left(turns, facts.turn),
            leads,
        )
    if goal:
        yield Entry(f"**What counts:** {goal.counts(look)}")
        if ends := goal.ends(look):
            yield Entry(f"**It may end sooner:** {ends}")
    yield from _race(look, facts, look.faces.names(look.view))


def turns_left(last: int, now: int) -> str:
    """How many turns are left until the last, in a sentence."""
    left = last - now + 1
    return f"{number(left, 'turn')} left, this one included." if left > 0 else "It is over."


def _race(look: Look, facts: StandingsFacts, names: Names) -> Iterator[Entry]:
    """How far everybody is."""
    if not facts.sides:
        yield Entry(why_none(look))
        return
    if own := place_of(facts, names):
        yield Entry(f"{own} (after turn {facts.told}).")
    for side in facts.sides:
        name, points = escaped(side.name), names.points(side.points)
        yield Entry(f"{side.rank}. {f'**{name}**' if side.own else name}: {points}")


PANEL: Final = Panel(
    name="goal",
    help="How the campaign is won, how far everybody is, and how long it lasts",
    make=_make,
    by_itself=True,
)
