"""Panels made in a worker: facts from a faction's view or its city's past, in words and a picture.

Only the words and the picture go back, so the event loop reads no world for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.jobs.opened import rules_at, view_at
from bot.panels.city import city_facts
from bot.panels.city_texts import city_tabs
from bot.panels.growth import Past, Pasts, growth_facts, growth_tab, turn_ends
from bot.panels.making import makings
from bot.panels.market import market_facts
from bot.panels.market_texts import market_tab
from bot.panels.pages import Tab
from bot.store.world import read_history, read_turns
from engine.campaign import Faction, Player
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.records import Character, City, Guild, Possession
from engine.world import World

if TYPE_CHECKING:
    from bot.images.chart import Picture


@dataclass(frozen=True, slots=True)
class PanelMade:
    """A panel ready to be shown."""

    title: str
    turn: int
    tabs: tuple[Tab, ...]
    picture: Picture | None
    """It goes with the first tab."""


def city_panel(path: Path, campaign: int, tick: int, faction: int, city: int) -> PanelMade:
    """What the faction knew of a city after the tick. Raises `Missing` if it knew of none such."""
    # Only workers pay for what draws; the event loop imports this module to name the job.
    from bot.images.panels.city import draw_city

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = city_facts(rules, view, view.get(City, city))
    made = makings(rules, view, view.get(City, city)) if facts.own else ()
    return PanelMade(facts.name, facts.turn, city_tabs(facts, made), draw_city(facts))


def market_panel(path: Path, campaign: int, tick: int, faction: int) -> PanelMade:
    """What the faction knew of trade after the tick."""
    from bot.images.panels.market import draw_market

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = market_facts(rules, view, faction)
    return PanelMade("The market", facts.turn, (market_tab(facts),), draw_market(facts))


def growth_panel(path: Path, campaign: int, tick: int, faction: int, city: int) -> PanelMade:
    """A city's turns under the faction up to the tick.

    It reads the truth of the past, and `Pasts.held` sees to it that only the faction's own turns
    are told. Raises `Missing` if the faction knows of no such city.
    """
    from bot.images.panels.growth import draw_growth

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = growth_facts(
        rules.module.content(Content),
        view.get(City, city).name,
        view.get(Faction, faction),
        turn_ends(read_turns(path, campaign), tick),
        _pasts(path, campaign, view, city),
    )
    picture = draw_growth(facts) if facts.points else None
    return PanelMade(f"Growth of {facts.city}", facts.turn, (growth_tab(facts),), picture)


def _pasts(path: Path, campaign: int, view: World, city: int) -> Pasts:
    rows = read_history(path, campaign, City.kind, "$.id", city)
    barons = {City.load(body).baron for _, _, body in rows if body is not None}
    return Pasts(
        city=Past(City, rows),
        guilds=Past(Guild, read_history(path, campaign, Guild.kind, "$.city", city)),
        possessions=Past(
            Possession,
            read_history(path, campaign, Possession.kind, "$.holder", f'["{City.kind}",{city}]'),
        ),
        barons={
            baron: Past(Character, read_history(path, campaign, Character.kind, "$.id", baron))
            for baron in sorted(barons)
            if baron
        },
        players={player.id: player for player in view.all(Player)},
    )
