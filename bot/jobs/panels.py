"""Panels made in a worker: facts from a faction's view or its city's past, in words and a picture.

Only the words and the picture go back, so the event loop reads no world for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.faces.cohorts.agent.facts import agent_facts
from bot.faces.cohorts.agent.texts import agent_tabs
from bot.faces.cohorts.city.facts import city_facts
from bot.faces.cohorts.city.making import makings
from bot.faces.cohorts.city.texts import city_tabs
from bot.faces.cohorts.fighter.facts import fighter_facts
from bot.faces.cohorts.fighter.spell_reach import reach_words, spell_reach
from bot.faces.cohorts.fighter.texts import fighter_tabs
from bot.faces.cohorts.growth.facts import Past, Pasts, growth_facts, growth_tab, turn_ends
from bot.faces.cohorts.item.facts import item_facts
from bot.faces.cohorts.item.texts import item_tabs
from bot.faces.cohorts.market.facts import market_facts
from bot.faces.cohorts.market.texts import market_tab
from bot.faces.cohorts.quests.facts import quest_facts
from bot.faces.cohorts.quests.texts import quest_tabs
from bot.faces.cohorts.stack.facts import StackFacts, reach, stack_facts
from bot.faces.cohorts.stack.texts import stack_tabs
from bot.faces.words.figures import amount
from bot.faces.words.tabs import Tab
from bot.jobs.opened import rules_at, view_at
from bot.store.world import read_history, read_turns
from engine.campaign import Faction, Player
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.land import Mode
from engine.packs.cohorts.movement.stamina import shown
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Guild,
    Map,
    Possession,
    Stack,
    Unit,
)
from engine.world import World

if TYPE_CHECKING:
    from bot.faces.paint.picture import Picture

_AROUND: Final = 4  # provinces around a place of note that its map shows


@dataclass(frozen=True, slots=True)
class Sight:
    """A further picture of a panel, and what is said beside it."""

    picture: Picture
    words: str = ""
    """A page in place of the tab's; empty to leave that as it is."""


@dataclass(frozen=True, slots=True)
class Further:
    """A picture that a panel offers by a button or in a menu, and the job that draws it."""

    label: str
    job: Callable[..., Sight]
    about: tuple[int | str, ...]
    """What the job takes after the faction."""


@dataclass(frozen=True, slots=True)
class PanelMade:
    """A panel ready to be shown."""

    title: str
    turn: int
    tabs: tuple[Tab, ...]
    picture: Picture | None
    """It goes with the first tab."""
    further: tuple[Further, ...] = ()


def city_panel(path: Path, campaign: int, tick: int, faction: int, city: int) -> PanelMade:
    """What the faction knew of a city after the tick. Raises `Missing` if it knew of none such."""
    # Only workers pay for what draws; the event loop imports this module to name the job.
    from bot.faces.cohorts.city.picture import draw_city

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = city_facts(rules, view, view.get(City, city))
    made = makings(rules, view, view.get(City, city)) if facts.own else ()
    return PanelMade(facts.name, facts.turn, city_tabs(facts, made), draw_city(facts))


def market_panel(path: Path, campaign: int, tick: int, faction: int) -> PanelMade:
    """What the faction knew of trade after the tick."""
    from bot.faces.cohorts.market.picture import draw_market

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = market_facts(rules, view, faction)
    return PanelMade("The market", facts.turn, (market_tab(facts),), draw_market(facts))


def growth_panel(path: Path, campaign: int, tick: int, faction: int, city: int) -> PanelMade:
    """A city's turns under the faction up to the tick.

    It reads the truth of the past, and `Pasts.held` sees to it that only the faction's own turns
    are told. Raises `Missing` if the faction knows of no such city.
    """
    from bot.faces.cohorts.growth.picture import draw_growth

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


def character_panel(path: Path, campaign: int, tick: int, faction: int, id: int) -> PanelMade:
    """What the faction knew of a character after the tick. Raises `Missing` if it knew of none."""
    return _fighter(path, campaign, tick, faction, Character, id)


def unit_panel(path: Path, campaign: int, tick: int, faction: int, id: int) -> PanelMade:
    """What the faction knew of a military unit; as of a character."""
    return _fighter(path, campaign, tick, faction, Unit, id)


def _fighter(
    path: Path, campaign: int, tick: int, faction: int, cls: type[Character | Unit], id: int
) -> PanelMade:
    from bot.faces.cohorts.fighter.picture import draw_fighter

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = fighter_facts(rules, view, faction, view.get(cls, id))
    hero = facts.inside.hero if facts.inside and not facts.inside.state else None
    further = tuple(
        Further(f"Range of {spell.name}", spell_map, (id, spell.key))
        for spell in (hero.spells if hero else ())
        if spell.caster_level
    )
    tabs = fighter_tabs(facts)
    return PanelMade(facts.name, facts.where.turn, tabs, draw_fighter(facts), further)


def agent_panel(path: Path, campaign: int, tick: int, faction: int, id: int) -> PanelMade:
    """What the faction knew of an agent; an own one offers maps of the reach of its stack."""
    from bot.faces.cohorts.agent.picture import draw_agent

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = agent_facts(rules, view, faction, view.get(Agent, id))
    stack = view.find(Stack, facts.inside.stack) if facts.inside else None
    further = _reaches(stack.id, stack_facts(rules, view, faction, stack)) if stack else ()
    return PanelMade(facts.name, facts.where.turn, agent_tabs(facts), draw_agent(facts), further)


def stack_panel(path: Path, campaign: int, tick: int, faction: int, id: int) -> PanelMade:
    """What the faction knew of a stack; an own one offers maps of its reach."""
    from bot.faces.cohorts.stack.picture import draw_stack

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = stack_facts(rules, view, faction, view.get(Stack, id))
    tabs, further = stack_tabs(facts), _reaches(id, facts)
    return PanelMade(facts.name, facts.where.turn, tabs, draw_stack(facts), further)


def _reaches(id: int, facts: StackFacts) -> tuple[Further, ...]:
    """The maps of what an own stack can reach, one for each way in which it moves."""
    paces = facts.inside.paces if facts.inside else ()
    return tuple(
        Further(f"Reach by {pace.mode}", reach_map, (id, pace.mode)) for pace in paces if pace.rate
    )


def reach_map(path: Path, campaign: int, tick: int, faction: int, id: int, mode: Mode) -> Sight:
    """The map around an own stack, with what it can reach in a mode."""
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.cohorts.map.strides import radius, strides
    from bot.faces.map.chart import Focus
    from bot.faces.map.picture import draw_map

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    stack = view.get(Stack, id)
    centre = view.get(Map, 1).grid.at(stack.province - 1)
    stamina, reached = reach(rules, view, stack, mode)
    made = strides(view, reached, stamina.points)
    chart = replace(
        chart_of(rules, view, faction, realm=centre.realm),
        strides=tuple(made),
        title=f"{stack.name} by {mode}",
        subtitle=f"{amount(shown(stamina.points))} of {amount(shown(stamina.rate))} points left",
    )
    focus = Focus("zoom", (centre.x, centre.y), radius(view, centre, made), legend="factions")
    return Sight(draw_map(chart, focus))


def spell_map(path: Path, campaign: int, tick: int, faction: int, id: int, spell: str) -> Sight:
    """The map around an own character, with where a spell of its own reaches and whom it meets."""
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.cohorts.map.strides import radius, spans
    from bot.faces.map.chart import Focus
    from bot.faces.map.picture import draw_map

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = spell_reach(rules, view, view.get(Character, id), spell)
    centre = view.get(Map, 1).grid.at(facts.province - 1)
    made = spans(view, facts.price, facts.most)
    chart = replace(
        chart_of(rules, view, faction, realm=centre.realm),
        strides=tuple(made),
        strides_tell="mana",
        title=f"{facts.spell} by {facts.caster}",
        subtitle=f"{facts.most} mana to add",
    )
    focus = Focus("zoom", (centre.x, centre.y), radius(view, centre, made), legend="factions")
    return Sight(draw_map(chart, focus), reach_words(facts))


def item_panel(path: Path, campaign: int, tick: int, faction: int, item: str) -> PanelMade:
    """What the faction knew of an item that it can name."""
    from bot.faces.cohorts.item.picture import draw_item

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = item_facts(rules, view, faction, item)
    return PanelMade(facts.name, facts.turn, item_tabs(facts), draw_item(facts))


def quest_panel(path: Path, campaign: int, tick: int, faction: int) -> PanelMade:
    """What the faction knew of quests and adventures after the tick, with maps of the places."""
    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    facts = quest_facts(rules, view, faction)
    further = tuple(
        Further(f"Around {site.name}", place_map, (site.x, site.y, site.realm))
        for site in facts.sites
    )
    return PanelMade("Quests and adventures", facts.turn, quest_tabs(facts), None, further)


def place_map(
    path: Path, campaign: int, tick: int, faction: int, x: int, y: int, realm: int
) -> Sight:
    """The map around a place of a realm."""
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.map.chart import Focus
    from bot.faces.map.picture import draw_map

    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    focus = Focus("zoom", (x, y), _AROUND, legend="factions")
    return Sight(draw_map(chart_of(rules, view, faction, realm=realm), focus))


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
