"""`/show agent`: its skills, what it can try with which chance, and how it goes.

About a foreign agent only what was seen of it. An own one offers maps of the reach of its stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, known_box, made_of
from bot.faces.choices.asking import planning
from bot.faces.cohorts.choosing import about_a
from bot.faces.cohorts.looks import PERSON, looks_of
from bot.faces.cohorts.rows import carried_box, figure_rows, goods_of, message_row
from bot.faces.cohorts.stack.reach import reaches, travel
from bot.faces.cohorts.whereabouts import Whereabouts, seen_outside, whereabouts
from bot.faces.leads import Lead
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.known import as_known, text_of
from bot.faces.words.orders import order_title
from bot.faces.words.text import number
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.agents.acting import AgentAction, chance, reach, skill_of
from engine.packs.cohorts.agents.detecting import DetectAgent
from engine.packs.cohorts.agents.hunting import AgentAssassinateAgent, RobAgent
from engine.packs.cohorts.agents.stealing import StealSpell
from engine.packs.cohorts.agents.trading import EstablishTradeAgreement, own_city
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.agents import Contest, Far
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Stack
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State
from engine.world import World

UNKNOWN: Final = "Its level, skills, errands and goods are hidden from you."
_CONTESTS: Final[tuple[tuple[type[AgentAction], Contest, Far | None, str], ...]] = (
    (DetectAgent, "detect", "detect", "stealth"),
    (AgentAssassinateAgent, "assassinate", "assassinate", "level"),
    (RobAgent, "rob", "rob", "thief or stealth"),
    (StealSpell, "steal_spell", None, "spell craft"),
)
"""What agents try against whom: the order, its contest, its reach, and what resists it."""
_MOST: Final = 12
"""Skills and goods that the picture shows."""
_HINTS: Final = {
    "Skills": "/rules agent skills",
    "Errands": "Orders: /agent",
    "Possessions": "Orders: /transfer items",
}


def card_of(rules: Rules, view: World, faction: int, agent: Agent) -> PanelCard:
    """The sheet of an agent as far as a faction knows it."""
    content = rules.module.content(Content)
    race, type = text_of(agent, "race"), text_of(agent, "type")
    known = content.races.get(race)
    what = f"{known.name if known else race} agent".strip()
    what = f"{what}, {type}" if type else what
    where = whereabouts(view, faction, agent)
    boxes = None
    if agent.knows("level"):
        boxes = as_known(lambda: tuple(_inside(rules, view, agent, where)), None)
    return PanelCard(
        "agent",
        text_of(agent, "name") or agent.kind,
        what,
        where.turn,
        where.owner.id if where.owner else 0,
        icon=looks_of(content).icon("races", race, PERSON) if boxes else "",
        head=tuple(_head(view, agent)) if boxes else (),
        boxes=boxes or (known_box(seen_outside(what, where), UNKNOWN),),
        own=where.own,
    )


def _head(view: World, agent: Agent) -> Iterator[Row]:
    yield Row("Level", str(agent.level))
    yield Row(
        "Action", "has an action left" if agent.actions else "has acted this turn",
        tone="good" if agent.actions else "faint",
    )  # fmt: skip
    yield Row("Serves", _serves(view, agent) or "nobody any more, and stays until dismissed")


def _inside(rules: Rules, view: World, agent: Agent, where: Whereabouts) -> Iterator[Box]:
    content, state = rules.module.content(Content), planning(rules, view, agent.player)
    stacked = agent.holder.kind == "stack"
    skills = sorted(agent.skills.items(), key=lambda each: (-each[1], each[0]))
    taken = Row("Taken from", told=_source(view.at(agent.summoner)))
    rows = tuple(
        Row(_skill_name(content, key), str(level), told=f"heroic {heroic_level(level)}")
        for key, level in skills
    ) or (Row("It has no skill"),)
    yield Box("Skills", rows, wide=True, columns=2, most=_MOST, tab="Skills")
    yield Box("Where they are from", (taken,), tab="Skills", drawn=False)
    none = (Row("It has the skill for none of the orders of agents"),)
    yield Box(
        "What it can try", tuple(_errands(state, content, agent)) or none, wide=True, tab="Errands"
    )
    if skill_of(agent, AgentAssassinateAgent.skill):
        odds = _odds(content, agent, "elude", "stealth", "level")
        flees = Row("It must elude capture or die", text=odds)
        yield Box("If a killing fails", (flees,), tab="Errands", drawn=False)
    lone = "only in a stack; one of agents alone crosses any barony unhindered"
    goes = [
        Row("Place", where.stands_on),
        Row("Player", where.player or "nobody"),
        Row("Moves", "with its stack" if stacked else lone),
    ]
    goes += figure_rows(travel(view, content, agent))
    goes += message_row(where.message)
    yield Box("How it goes", tuple(goes), wide=True)
    yield carried_box(goods_of(content, view, agent.place), _MOST)


def _serves(view: World, agent: Agent) -> str:
    """Who summoned it; empty if that is gone or no longer the faction's."""
    summoner = view.at(agent.summoner)
    if isinstance(summoner, Character) and summoner.knows("level"):
        return summoner.name
    city = view.find(City, summoner.city) if isinstance(summoner, Guild) else None
    return f"{summoner.name} in {city.name}" if isinstance(summoner, Guild) and city else ""


def _source(summoner: object) -> str:
    whose = "its summoner's skills without the summoner's gear"
    if isinstance(summoner, Guild):
        whose = (
            "its guild's level in the skills of its class, and stealth half of that or the level "
            "of the city's knave guild"
        )
    return f"{whose}, when it entered service; nothing raises or lowers them"


def _skill_name(content: Content, key: str) -> str:
    known = content.skills.get(key)
    return known.name if known else key.replace("_", " ")


# ---------------------------------------------------------------- what it can try


def _errands(state: State, content: Content, agent: Agent) -> Iterator[Row]:
    """The orders that it has the skill for, how far they reach, and their chances."""
    for order, contest, far, against in _CONTESTS:
        level = skill_of(agent, order.skill)
        if level:
            away = reach(content.agents, far, level) if far else 0
            where = f"within {number(away, 'province')}" if far else "where it is"
            odds = _odds(content, agent, contest, order.skill, against)
            yield _errand(
                agent, order, f"{_skill_name(content, order.skill)} {level}, {where}", odds
            )
    if own_city(state, agent):
        percent = min(100, content.guild_rules.equal_worth_factor * agent.level)
        level = f"Level {agent.level}, where it is"
        yield _errand(agent, EstablishTradeAgreement, level, f"{percent}% for goods of equal worth")


def _errand(agent: Agent, order: type[AgentAction], value: str, odds: str) -> Row:
    name = order_title(order)
    lead = Lead(label=name, order=order.path, given=(("agent", str(Ref(*agent.place))),))
    return Row(name, value, text=odds, leads=(lead,))


def _odds(content: Content, agent: Agent, contest: Contest, skill: str, against: str) -> str:
    """The chance against somebody as good, and what each level more or less does to it."""
    level, rules = skill_of(agent, skill), content.agents
    even = chance(rules, contest, level, level)
    by = even - chance(rules, contest, level, level + 1)
    return f"{even}% against {against} {level}, {by}% more or less for each level of difference"


def _make(look: Look, about: str) -> PanelMade:
    rules, view, faction = look.rules, look.view, look.faction
    agent = view.get(Agent, int(about))
    card = card_of(rules, view, faction, agent)
    inside = card.head and agent.holder.kind == "stack"
    stack = view.find(Stack, agent.holder.id) if inside else None
    further = reaches(rules, view, stack) if stack else ()
    return made_of(
        card, view, "Orders: /agent, /transfer character" if card.head else "As far as you know it",
        f"agent:{agent.id}", _HINTS, further,
    )  # fmt: skip


PANEL: Final = Panel(
    name="agent",
    help="An agent: skills, what it can try with which chance, goods",
    make=_make,
    about=about_a(Agent, "Which agent that you know of"),
)
