"""`/goal`: how the campaign is won, how far everybody is, and how long it lasts, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bot.faces.leads import Entry, Lead, rule_of, tab, tabs
from bot.faces.overview.standings import StandingsFacts, standings_facts, why_none
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.text import escaped, listed, number

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
        left = max(turns - facts.turn + 1, 0)
        yield Entry(
            f"**Turn {turns} is the last** ({date}). With its production the campaign ends, and "
            "whoever then stands first has won. "
            + (f"{number(left, 'turn')} left, this one included." if left else "It is over."),
            leads,
        )
    if goal:
        yield Entry(f"**What counts:** {goal.counts(look)}")
        if ends := goal.ends(look):
            yield Entry(f"**It may end sooner:** {ends}")
    yield from _race(look, facts, look.faces.names(look.view).points)


def _race(look: Look, facts: StandingsFacts, points: Callable[[int], str]) -> Iterator[Entry]:
    """How far everybody is."""
    if not facts.sides:
        yield Entry(why_none(look))
        return
    first = [side for side in facts.sides if side.rank == 1]
    own = next((side for side in facts.sides if side.own), None)
    if own in first:
        others = [escaped(side.name) for side in first if side is not own]
        lead = f"You share the lead with {listed(others)}" if others else "You lead"
        behind = next((side for side in facts.sides if side.rank > 1), None)
        ahead = own.points - behind.points if own and behind else 0
        told = f", {points(ahead)} ahead of {escaped(behind.name)}" if behind else ""
        yield Entry(f"**{lead}**{told} (after turn {facts.told}).")
    elif own:
        gap = first[0].points - own.points
        yield Entry(
            f"**You stand {own.rank}. of {len(facts.sides)}**, {points(gap)} behind "
            f"{listed(escaped(side.name) for side in first)} (after turn {facts.told})."
        )
    for side in facts.sides:
        name = escaped(side.name)
        yield Entry(f"{side.rank}. {f'**{name}**' if side.own else name}: {points(side.points)}")


PANEL: Final = Panel(
    name="goal",
    help="How the campaign is won, how far everybody is, and how long it lasts",
    make=_make,
    by_itself=True,
)
