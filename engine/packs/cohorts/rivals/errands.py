"""What an agent would be called for: who has nothing for one to do summons none."""

from __future__ import annotations

from collections.abc import Mapping

from engine.packs.cohorts.agents.acting import at_war
from engine.packs.cohorts.agents.detecting import DetectAgent
from engine.packs.cohorts.agents.hunting import AgentAssassinateAgent, RobAgent
from engine.packs.cohorts.agents.of_guilds import agent_skills
from engine.packs.cohorts.agents.stealing import StealSpell
from engine.packs.cohorts.agents.summoning import skills_for_agent
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.trade.books import Market, open_copies


def of_hero(realm: RivalView, hero: Character) -> bool:
    """Whether there is something to do for the agent of a character."""
    skills = skills_for_agent(realm.world, realm.content, hero)
    return _awaits(realm, skills, studies=bool(hero.spells))


def of_guild(realm: RivalView, guild: Guild) -> bool:
    """Whether there is something to do for the agent of a guild."""
    if guild.type == "merchant" and _market(realm):
        return True
    skills = agent_skills(realm.content, guild, knave_level=0)  # which hides it and does no more
    return _awaits(realm, skills, studies=guild.type == "mage")


def _awaits(realm: RivalView, skills: Mapping[str, int], *, studies: bool) -> bool:
    """Whether an agent of those skills finds enemies to watch or to strike, or books to copy."""
    if skills.get(DetectAgent.skill) and any(
        realm.stands(each) == "at_war" for each in realm.rivals
    ):
        return True
    strikes = any(skills.get(each.skill) for each in (RobAgent, AgentAssassinateAgent))
    if strikes and any(at_war(realm.state, each) for each in realm.world.all(Agent)):
        return True
    return bool(studies and skills.get(StealSpell.skill)) and any(
        realm.stands(realm.owner(city.province)) != "allied"
        for city in realm.world.all(City)
        if city.knows("province")
    )


def _market(realm: RivalView) -> bool:
    """Whether a city of a neutral faction has something open for trade."""
    cities = (realm.world.find(City, each.id) for each in realm.world.all(Market))
    return any(
        realm.stands(realm.owner(city.province)) == "neutral" and open_copies(realm.world, city.id)
        for city in cities
        if city and city.knows("province")
    )
