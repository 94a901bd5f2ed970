"""`/show growth`: a city's turns under the faction.

It reads the truth of the past, and `Pasts.held` sees to it that only the faction's own turns are
told.
"""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.choosing import about_city
from bot.faces.cohorts.growth.facts import Pasts, PastStates, growth_facts, growth_tab, turn_ends
from bot.faces.panels import Look, Panel, PanelMade
from engine.campaign import Faction, Player
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, City, Guild, Possession


def _make(look: Look, about: str) -> PanelMade:
    from bot.faces.cohorts.growth.picture import draw_growth

    city = look.view.get(City, int(about))
    facts = growth_facts(
        look.rules.module.content(Content),
        city.name,
        look.view.get(Faction, look.faction),
        turn_ends(look.history.turns(), look.tick),
        _pasts(look, city.id),
    )
    picture = draw_growth(facts) if facts.points else None
    return PanelMade(f"Growth of {facts.city}", facts.turn, (growth_tab(facts),), picture)


def people_of_late(look: Look, city: int, most: int) -> tuple[tuple[int, int], ...]:
    """How many lived in a city in the last turns in which it was the faction's: (turn, people)."""
    turns = turn_ends(look.history.turns(), look.tick)
    last = {turn: turns[turn] for turn in sorted(turns)[-most:]}
    faction = look.view.get(Faction, look.faction)
    content = look.rules.module.content(Content)
    facts = growth_facts(content, "", faction, last, _pasts(look, city))
    return tuple((point.turn, point.people) for point in facts.points)


def _pasts(look: Look, city: int) -> Pasts:
    states = look.history.states
    rows = states(City, "$.id", city)
    barons = {City.load(body).baron for _, _, body in rows if body is not None}
    return Pasts(
        city=PastStates(City, rows),
        guilds=PastStates(Guild, states(Guild, "$.city", city)),
        possessions=PastStates(
            Possession, states(Possession, "$.holder", f'["{City.kind}",{city}]')
        ),
        barons={
            baron: PastStates(Character, states(Character, "$.id", baron))
            for baron in sorted(barons)
            if baron
        },
        players={player.id: player for player in look.view.all(Player)},
    )


PANEL: Final = Panel(
    name="growth",
    help="How a city grew under your faction, turn by turn",
    make=_make,
    about=about_city("city"),
)
