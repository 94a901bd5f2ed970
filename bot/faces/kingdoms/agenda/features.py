"""Features that the kingdom knows of, and that still have a guardian or something to give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.kingdoms.agenda.own import (
    bare,
    called,
    crown_of,
    days,
    rulers_of,
    searched,
    to_panel,
)
from bot.faces.kingdoms.agenda.time import fits, holding_of, search
from bot.faces.kingdoms.leading import to_odds
from bot.faces.leads import Lead
from bot.faces.words.text import number
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.sites import ONCE
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.pieces.records import Crown, Holding, Lands, Ruler, Site

_FAR_MORE: Final = 2
MOST: Final = 8
"""Lines; what comes after them is counted."""


def lines(desk: Desk) -> Iterator[Line]:
    """A line for each, the nearest to a character of the player's first."""
    crown = crown_of(desk)
    if crown is None:
        return
    known = sorted(
        (site for site in desk.view.all(Site) if _worth(desk, site)),
        key=lambda site: (_distance(desk, site), site.id),
    )
    given = searched(desk)
    left = [site for site in known if site.id not in given]
    yield from (partial(_entry, desk, crown, site) for site in left[:MOST])
    if len(left) > MOST:
        yield lambda: AgendaEntry(text=f"… and {number(len(left) - MOST, 'feature')} more")


def _worth(desk: Desk, site: Site) -> bool:
    """Whether there is still something to be had there."""
    if site.being:
        return True
    kind = desk.rules.module.content(EncounterContent).sites[site.feature]
    return kind.benefit in ONCE and not site.searched


def _distance(desk: Desk, site: Site) -> int:
    """Provinces to the nearest character of the player's."""
    grid, there = desk.view.get(Lands, 1).grid, desk.view.get(Holding, site.holding).hex
    found = (desk.view.get(Holding, each.holding).hex for each in rulers_of(desk))
    return min((grid.distance(each, there) for each in found), default=0)


def _entry(desk: Desk, crown: Crown, site: Site) -> AgendaEntry:
    names = called(desk)
    guarded = f", guarded by {names.guardian(site.id)}" if site.being else ", guarded by nothing"
    raids = ""
    if site.being and crown.id in site.raided and crown.id not in site.truces:
        raids = "; its guardian has raided you"
    look = to_panel(desk, "feature", site, f"Look at {bare(desk).site(site.id)}")
    where = f"**{names.feature(site).removeprefix('the ')}** at {names.holding(site.holding)}"
    return AgendaEntry(text=f"{where}{guarded}{raids}", leads=(*_search(desk, site), look))


def _search(desk: Desk, site: Site) -> Iterator[Lead]:
    """Those who stand there, and have the time to search it."""
    for day in days(desk):
        here = holding_of(desk, day.ruler)
        if here == site.holding and day.able and fits(desk, day, Search):
            if _too_mighty(desk, day.ruler, site):
                name = bare(desk).guardian(site.id)
                yield from to_odds(desk.view, desk.faction, site, name, armed=False)[:1]
            else:
                yield search(desk, day.ruler, site)


def _too_mighty(desk: Desk, ruler: Ruler, site: Site) -> bool:
    """Whether guardians of that kind have far more hit points than a character has."""
    if not site.being:
        return False
    being = desk.rules.module.content(EncounterContent).beings[site.being]
    return being.hits > _FAR_MORE * ruler.hit_points
