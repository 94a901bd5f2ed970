"""An agent as a person wants to see it: its skills, what it can try with which chance, how it goes.

Facts alone, from what one faction knows; about a foreign agent only what was seen of it, and
`inside` is then None.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.faces.actions import Action, deeds
from bot.faces.choices.asking import planning
from bot.faces.cohorts.looks import PERSON, looks_of
from bot.faces.cohorts.stack.travel import travel
from bot.faces.cohorts.whereabouts import Whereabouts, seen_outside, whereabouts
from bot.faces.words.figures import Figure
from bot.faces.words.known import as_known, text_of
from bot.faces.words.text import number
from engine.packs import Rules
from engine.packs.cohorts.agents.acting import AgentAction, chance, reach, skill_of
from engine.packs.cohorts.agents.detecting import DetectAgent
from engine.packs.cohorts.agents.hunting import AgentAssassinateAgent
from engine.packs.cohorts.agents.robbing import RobAgent
from engine.packs.cohorts.agents.stealing import StealSpell
from engine.packs.cohorts.agents.trading import EstablishTradeAgreement, own_city
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.agents import Contest, Far
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild
from engine.packs.cohorts.things.item_names import item_name
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


@dataclass(frozen=True, slots=True)
class SkillAt:
    """A skill with its level, as it was when the agent was summoned."""

    name: str
    level: int
    heroic: int


@dataclass(frozen=True, slots=True)
class Errand:
    """An order that the agent has the skill for, and its chance."""

    path: tuple[str, str]
    skill: str
    level: int
    reach: int | None
    """In provinces; None for what it does where it is."""
    odds: str

    @property
    def where(self) -> str:
        """How far it reaches, in words."""
        return "where it is" if self.reach is None else f"within {number(self.reach, 'province')}"


@dataclass(frozen=True, slots=True)
class AgentInside:
    """What only its own faction knows of it."""

    level: int
    actions: int
    serves: str
    """Who summoned it; empty if that is gone or no longer the faction's."""
    source: str
    """What its skills were taken from."""
    skills: tuple[SkillAt, ...]
    """The highest first."""
    errands: tuple[Errand, ...]
    eludes: str
    """Its chance to get away when a killing fails; empty if it cannot kill."""
    travel: tuple[Figure, ...]
    stack: int
    """The stack it is in, 0 for none: only in one it moves."""
    possessions: tuple[tuple[str, int], ...]
    deeds: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class AgentFacts:
    """An agent as one faction knows it."""

    name: str
    race: str
    """Its key."""
    icon: str
    what: str
    """Such as "Elf agent, knave"."""
    where: Whereabouts
    inside: AgentInside | None


def outside(facts: AgentFacts) -> list[tuple[str, str]]:
    """What is known of a foreign agent, as titles and words."""
    return seen_outside(facts.what, facts.where)


def agent_facts(rules: Rules, view: World, faction: int, agent: Agent) -> AgentFacts:
    """What a faction knows of an agent, on that faction's view."""
    content = rules.module.content(Content)
    race, type = text_of(agent, "race"), text_of(agent, "type")
    known = content.races.get(race)
    what = f"{known.name if known else race} agent".strip()
    inside = None
    if agent.knows("level"):
        inside = as_known(lambda: _inside(rules, view, content, agent), None)
    return AgentFacts(
        name=text_of(agent, "name") or agent.kind,
        race=race,
        icon=looks_of(content).icon("races", race, PERSON),
        what=f"{what}, {type}" if type else what,
        where=whereabouts(view, faction, agent),
        inside=inside,
    )


def _inside(rules: Rules, view: World, content: Content, agent: Agent) -> AgentInside:
    state = planning(rules, view, agent.player)
    summoner = view.at(agent.summoner)
    goods = ((item_name(content, view, each.item), each.count) for each in held(view, agent.place))
    skills = sorted(agent.skills.items(), key=lambda each: (-each[1], each[0]))
    return AgentInside(
        level=agent.level,
        actions=agent.actions,
        serves=_serves(view, agent),
        source=_source(summoner),
        skills=tuple(
            SkillAt(_skill_name(content, key), level, heroic_level(level)) for key, level in skills
        ),
        errands=tuple(_errands(state, content, agent)),
        eludes=_odds(content, agent, "elude", "stealth", "level")
        if skill_of(agent, AgentAssassinateAgent.skill)
        else "",
        travel=travel(view, content, agent),
        stack=agent.holder.id if agent.holder.kind == "stack" else 0,
        possessions=tuple(sorted(goods)),
        deeds=deeds(state, agent),
    )


def _serves(view: World, agent: Agent) -> str:
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


def _errands(state: State, content: Content, agent: Agent) -> Iterator[Errand]:
    for order, contest, far, against in _CONTESTS:
        level = skill_of(agent, order.skill)
        if level:
            yield Errand(
                path=order.path,
                skill=_skill_name(content, order.skill),
                level=level,
                reach=reach(content.agents, far, level) if far else None,
                odds=_odds(content, agent, contest, order.skill, against),
            )
    if own_city(state, agent):
        equal = content.guild_rules.equal_worth_factor * agent.level
        odds = f"{min(100, equal)}% for goods of equal worth"
        path = EstablishTradeAgreement.path
        yield Errand(path, "Level", agent.level, None, odds)


def _odds(content: Content, agent: Agent, contest: Contest, skill: str, against: str) -> str:
    """The chance against somebody as good, and what each level more or less does to it."""
    level, rules = skill_of(agent, skill), content.agents
    even = chance(rules, contest, level, level)
    by = even - chance(rules, contest, level, level + 1)
    return f"{even}% against {against} {level}, {by}% more or less for each level of difference"
