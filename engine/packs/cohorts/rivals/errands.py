"""What agents are for: who has nothing for one to do summons none; no two bargain for the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.campaign import Player
from engine.packs.cohorts.agents.acting import at_war
from engine.packs.cohorts.agents.detecting import DetectAgent
from engine.packs.cohorts.agents.hunting import AgentAssassinateAgent, RobAgent
from engine.packs.cohorts.agents.of_guilds import agent_skills
from engine.packs.cohorts.agents.stealing import StealSpell
from engine.packs.cohorts.agents.summoning import skills_for_agent
from engine.packs.cohorts.agents.trading import own_city
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild
from engine.packs.cohorts.rivals.desk import ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.trade.access import access, own_use
from engine.packs.cohorts.trade.books import Market, open_copies, plus, received


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


# ---------------------------------------------------------------- what it bargains for


def bargain(realm: RivalView, agent: Agent) -> Mapping[str, Any] | None:
    """What a merchant's agent gives the city where it is, and for what: nothing that others do.

    Of teammates whose agents are in one city the first bargains there.
    """
    world, content, place = realm.world, realm.content, province_of(realm.world, agent.holder)
    home, there = own_city(realm.state, agent), world.first(City, "province", place)
    if home is None or there is None or _bargainer(realm, place) != realm.player:
        return None
    gets, held = received(world, there.id), access(world, content, home)
    mine = plus(own_use(world, content, home), open_copies(world, home.id))
    offered = _unclaimed(realm, home, there, (each for each in mine if each not in gets))
    market = open_copies(world, there.id)
    wanted = _unclaimed(realm, there, home, (each for each in market if each not in held))
    if not offered or not wanted:
        return None
    realm.claimed |= dict.fromkeys((*offered, *wanted))
    return {"city": ref(there), "offered": offered[0][-1], "wanted": wanted[0][-1]}


def _unclaimed(
    realm: RivalView, giver: City, taker: City, goods: Iterable[str]
) -> Sequence[tuple[str, int, str]]:
    """The claims on the first of the goods that neither city gives or gets by another agent."""
    for good in goods:
        claims = ("gives", giver.id, good), ("gets", taker.id, good)
        if realm.claimed.keys().isdisjoint(claims):
            return claims
    return ()


def _bargainer(realm: RivalView, place: int) -> int:
    """The first player of the own faction who has an agent in a province that can bargain."""
    return next(
        mate.id
        for mate in realm.world.by(Player, "faction", realm.faction)
        for each in realm.world.by(Agent, "player", mate.id)
        if each.knows("holder") and province_of(realm.world, each.holder) == place
        if own_city(realm.state, each)
    )
