"""`/show city`: its people, actions, works, guilds, resources, and what it can make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.cards.trend import Course, Trend
from bot.faces.cohorts.asking import rested
from bot.faces.cohorts.choosing import about_city
from bot.faces.cohorts.city.guilds import guild_rows
from bot.faces.cohorts.city.making import making_boxes
from bot.faces.cohorts.city.outside import lord_of, outside_boxes, owner_of, rank_of
from bot.faces.cohorts.city.resources import people_rows, resource_rows
from bot.faces.cohorts.growth.panel import people_of_late
from bot.faces.cohorts.looks import BUILDING
from bot.faces.cohorts.members import member_row, members_in, muster
from bot.faces.cohorts.rows import goods_of, message_row
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.text import number, word
from engine.campaign import Now
from engine.module.schema import Module
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.acting import actions_in_turn, population_limit
from engine.packs.cohorts.cities.improvements import BuildImprovement
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import City, Defense, Guild, Province
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.production.hunger import rations
from engine.state import State
from engine.suggesting import refusal_of
from engine.world import World


def comes_out(orders: Defense) -> str:
    """Against whom a garrison comes out, as the end of a sentence that begins with it."""
    told = f"comes out against {_foes(orders.highest)}"
    if orders.preferred != orders.highest:
        where = word(orders.terrain) or "terrain like its own"
        told += f"; in {where} against {_foes(orders.preferred)}"
    if orders.castle != orders.highest:
        told += f"; at a castle against {_foes(orders.castle)}"
    return told


def _foes(limit: int | None) -> str:
    """The enemies that one limit of the orders allows."""
    if limit is None:
        return "nobody"
    if not limit:
        return "forces up to its own encounter level"
    how = "above" if limit > 0 else "below"
    return f"forces up to {number(abs(limit), 'encounter level')} {how} its own"


_TURNS: Final = 12
"""Of which the card shows how the people grew."""
_LISTED: Final = 6
"""Resources or recruits that stand below each other; more stand in columns."""
_MOST: Final = 12
"""Resources that the card shows."""
_WALLS: Final = 4
"""The highest level of walls."""
_HINTS: Final = {
    "Guilds": "Orders: /city build-guild, /city improve-guild",
    "Resources": "Orders: /city construct-village, /trade open, /trade offer",
    "Possessions": "Orders: /transfer items",
    "Garrison": "Orders: /war defend, /war repel",
    "Make": "Orders: /city make, /city train",
}


def card_of(
    rules: Rules, view: World, city: City, trend: Sequence[tuple[int, int]] = ()
) -> PanelCard:
    """The sheet of a city as far as a faction knows it; `trend` is of the people of an own one."""
    own = city.knows("population")
    province, memory = view.find(Province, city.province), view.find(Memory, city.province)
    owner = owner_of(view, city, memory)
    where = f"{rank_of(view, city)}, {province.x},{province.y}" if province else rank_of(view, city)
    if own:
        boxes = tuple(_inside(rules, view, city, trend))
    else:
        boxes = tuple(outside_boxes(rules, view, city, owner, memory))
    return PanelCard(
        "city", city.name, where, view.get(Now, 1).turn,
        owner.id if owner else 0, boxes=boxes, own=own,
    )  # fmt: skip


def _inside(
    rules: Rules, view: World, city: City, trend: Sequence[tuple[int, int]]
) -> Iterator[Box]:
    content, state = rules.module.content(Content), rested(rules, view, city)
    limit, count = population_limit(view, content, city), head_count(city)
    people, levy = people_rows(view, content, city)
    full = Row("In all", f"{count:,} of {limit:,}", "", count / max(limit, 1), "gold")
    yield Box("Population", (full, *people))
    yield Box("Actions and improvements", tuple(_works(state, content, view, city)))
    if len(trend) > 1:
        ends = tuple(Row(f"Turn {turn}", f"{some:,}") for turn, some in (trend[0], trend[-1]))
        course = Trend((Course("", tuple(trend)),), from_zero=False)
        yield Box(f"People in the last {len(trend)} turns", ends, trend=course)
    if levy:
        many = len(levy) > _LISTED
        yield Box("Recruits", levy, wide=many, columns=3 if many else 1)
    guilds = guild_rows(state, content, view, city)
    there = [each.actions > 0 for each in view.by(Guild, "city", city.id)]
    note = f"{sum(there)} of {len(there)} can act" if there else ""
    yield Box("Guilds", guilds, note, wide=True, columns=2, tab="Guilds")
    if there:
        brief = tuple(Row(each.name, each.value) for each in guilds if each.tone != "faint")
        yield Box("Guilds here", brief, drawn=False)
    resources = tuple(resource_rows(view, content, city)) or (
        Row("None at hand", tone="faint", told="Build villages on deposits, or trade"),
    )
    columns = 1 if len(resources) <= _LISTED else 2
    yield Box("Resources", resources, wide=True, columns=columns, tab="Resources", most=_MOST)
    yield Box("The city", tuple(_rest(view, rules.module, city)), wide=True, columns=2)
    stores = tuple(
        Row(name, f"{count:,}")
        for name, count in goods_of(content, view, city.place, recruits=False)
    )
    nothing = (Row("nothing but its recruits"),)
    yield Box("Possessions", stores or nothing, tab="Possessions", drawn=False)
    residents = members_in(rules.module, view, city)
    all_ = muster(residents) or "nobody; stacks outside the walls are on the map"
    orders = Row(f"The garrison {comes_out(city.defense)}")
    fed = tuple(_fed(content, view, city))
    inside = (orders, Row("In all", all_), *fed, *map(member_row, residents))
    yield Box("Garrison", inside, tab="Garrison", drawn=False)
    yield from making_boxes(rules, view, city)


def _works(state: State, content: Content, view: World, city: City) -> Iterator[Row]:
    each_turn = actions_in_turn(content, city, strife=city.strife)
    note = "strife costs it actions until the month ends" if city.strife else ""
    yield Row("Actions left", f"{city.actions} of {max(each_turn, city.actions)}", note)
    if city.besieged:
        yield Row("Besieged", "no growth, no new actions", tone="bad")
    ground = view.get(Province, city.province)
    weak = ground.fortification - ground.walls
    sabotaged = f"sabotaged: {weak} weaker this month" if weak else ""
    level = (ground.fortification, max(_WALLS, ground.fortification))
    yield Row("Walls", "", sabotaged, icon="stone-wall", level=level)
    for work in content.improvements.values():
        level = (city.improvements.get(work.key, 0), work.levels)
        order = BuildImprovement(city=Ref(*city.place), improvement=work.key)
        refusal = refusal_of(state, order) if level[0] < level[1] else None
        free = level[0] < level[1] and not refusal
        yield Row(
            work.name,
            note="can be raised" if free else "",
            icon=work.icon or BUILDING,
            level=level,
            told=f"Cannot be raised now: {refusal.says.removeprefix(f'{work.name}: ')}"
            if refusal
            else "",
        )


def _rest(view: World, module: Module, city: City) -> Iterator[Row]:
    content, (player, baron) = module.content(Content), lord_of(view, city)
    if barony := view.find(Barony, city.barony):
        yield Row("Barony", barony.name)
    if baron:
        yield Row("Baron", baron, f"player {player}" if player else "")
    yield Row("Garrison", text=muster(members_in(module, view, city)) or "nobody")
    yield from _fed(content, view, city)
    stores = sorted(goods_of(content, view, city.place, recruits=False), key=lambda each: -each[1])
    listed = ", ".join(f"{count:,} × {name}" for name, count in stores)
    yield Row("Possessions", "" if stores else "nothing", text=listed)
    yield from message_row(city.message)


def _fed(content: Content, view: World, city: City) -> Iterator[Row]:
    """How many soldiers inside it feeds, where its module says; what hunger costs the others."""
    if not content.cities.fed_percent:
        return
    found = rations(view, content, city)
    costs = f"each unit loses {found.wounds}% of its strength a week" if found.wounds else ""
    told = f"{found.soldiers:,} inside" + f": {costs}" * bool(costs)
    yield Row("Feeds", number(found.feeds, "soldier"), told, tone="bad" if costs else "")


def _make(look: Look, about: str) -> PanelMade:
    city = look.view.get(City, int(about))
    trend = people_of_late(look, city.id, _TURNS) if city.knows("population") else ()
    card = card_of(look.rules, look.view, city, trend)
    hint = "Orders: /city build-improvement, /city attract, /city conscript"
    return made_of(card, look.view, hint if card.own else "", f"city:{city.id}", _HINTS)


PANEL: Final = Panel(
    name="city",
    help="A city: people, guilds, resources, what it can make and why",
    make=_make,
    about=about_city("name"),
)
