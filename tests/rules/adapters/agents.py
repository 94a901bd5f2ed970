"""Agents: how they enter service, and the results of their orders, each given for real."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.campaign import Player
from engine.dice import Draw, ScriptedDice, Streams, Whole
from engine.orders import Order, Queued
from engine.packs.cohorts.agents.acting import chance
from engine.packs.cohorts.agents.detecting import AgentsSought, DetectAgent
from engine.packs.cohorts.agents.hunting import (
    AgentAssassinateAgent,
    AgentRobbed,
    AgentStruck,
    RobAgent,
)
from engine.packs.cohorts.agents.of_guilds import GuildSummonAgent
from engine.packs.cohorts.agents.stealing import SpellStealing, StealSpell
from engine.packs.cohorts.agents.summoning import CharacterSummonAgent
from engine.packs.cohorts.agents.trading import EstablishTradeAgreement, TradeNegotiated
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.content.agents import Contest
from engine.packs.cohorts.pieces.records import Agent, Guild
from engine.packs.cohorts.stacks.leaving import GiftUnit
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.worth.chances import held
from engine.world import Record
from tests.rules.adapters.characters_acting import Camp, ended, refusals
from tests.rules.adapters.trade import market_town, town
from tests.rules.harness import Given, Name, Result, UnknownKeyError, rule
from tests.rules.scene import CONTENT, Scene, ref

HOME = (5, 5)


class Mission(Scene):
    """An agent of mine alone in a stack, with an action, and somebody at war with me."""

    def __init__(self, **skills: int) -> None:
        super().__init__(24, 12)
        self.stacked = self.stack(*HOME)
        self.sent = self.agent(self.stacked, actions=1, level=1, skills=skills)
        self.foe = self.someone("at_war")

    def spot(self, distance: int) -> tuple[int, int]:
        """A place as far away."""
        return HOME[0] + distance, HOME[1]

    def enemy(self, distance: int = 0, player: Player | None = None, **values: Any) -> Agent:
        """An agent of the enemy alone in a stack, which my faction has a piece beside."""
        owner = player or self.foe
        stack = self.stack(*self.spot(distance), owner)
        self.watch(distance)
        return self.agent(stack, owner, **values)

    def watch(self, distance: int) -> None:
        """See to it that my faction knows what is there."""
        if distance:
            self.character(self.at(*self.spot(distance)))

    def order(self, name: str) -> Order:
        """An agent's order of that name, with all that it needs at hand."""
        match name:
            case "detect-agent":
                return DetectAgent(agent=ref(self.sent))
            case "rob-agent":
                return RobAgent(agent=ref(self.sent), target=ref(self.enemy()))
            case "agent-assassinate-agent":
                return AgentAssassinateAgent(agent=ref(self.sent), target=ref(self.enemy()))
            case "steal-spell":
                mage = self.character(self.at(*HOME), self.foe, spells=("fireball",))
                self.serves(self.character(self.at(*HOME)))
                return StealSpell(agent=ref(self.sent), target=ref(mage))
            case _:
                raise UnknownKeyError(f"no order of agents is called {name!r}")

    def serves(self, summoner: Record) -> None:
        """Say whom the agent serves."""
        self.change(self.sent, summoner=summoner.place)


def rolled(given: Given, *more: Draw) -> Streams | None:
    """Dice that fall as the case says, if it says so."""
    return ScriptedDice([*more, Whole(given["roll"], 100)]) if "roll" in given else None


# ---------------------------------------------------------------- all agents


SKILLS = ("spy", "thief", "assassin", "spell_craft", "stealth")


@rule("cohorts.agent.actions")
def actions(given: Given) -> Result:
    if "spell" in given:
        return cast_on(given["spell"], given["target"])
    skills = {skill: given.get(skill, 9) for skill in SKILLS}
    scene = Mission(**{skill: level for skill, level in skills.items() if level})
    names = given.get("orders") or [given["order"]]
    ran = scene.run(*(Queued(f"k{n}", scene.order(name)) for n, name in enumerate(names)))
    refused = refusals(ran)
    return {
        "done": [name for n, name in enumerate(names) if n not in refused],
        "refused": {names[n]: code for n, code in refused.items()},
        **ended(ran, "done"),
    }


def cast_on(name: str, target: str) -> Result:
    """A spell cast on something of an enemy where the caster is."""
    scene = Camp(level=30, mana=60, skills={"spell_craft": 30})
    foe = scene.someone("at_war")
    victim = scene.stack(*HOME, foe)
    scene.fill(victim, [target], foe)
    piece = next(thing for thing in scene.world.by(Agent, "holder", victim.place))
    spell = kind_called(scene.content.spells.values(), name)
    assert spell, name
    scene.change(scene.hero, spells=(spell.key,))
    cast = {"character": ref(scene.hero), "spell": spell.key, "target": ref(piece)}
    return ended(scene.give(CharacterCastSpell, **cast), "done")


@rule("cohorts.agent.contest-chance")
def contest(given: Given) -> Result:
    named: Mapping[str, Contest] = {
        "steal-spell": "steal_spell",
        "detect-agent": "detect",
        "rob-agent": "rob",
        "agent-assassinate-agent": "assassinate",
        "assassinate-agent": "assassinate",
        "elude": "elude",
        "elude-capture": "elude",
    }
    found = chance(CONTENT.agents, named[given["order"]], given["own"], given["target"])
    return {"chance": held(found)}


@rule("cohorts.agent.overview")
def overview(given: Given) -> Result:
    if "guild_city_races" in given:
        return {"agent_race": summoned_race(given)}
    scene = Mission(spy=9, assassin=9)
    if "order" in given:
        mate = scene.someone("teammate")
        piece = {"agent": scene.sent}[given["unit"]]
        assert given["order"] == "gift-unit"
        return ended(scene.give(GiftUnit, piece=ref(piece), target=ref(mate)), "done")
    kinds: Sequence[Order] = (scene.order("detect-agent"), scene.order("agent-assassinate-agent"))
    orders = [kinds[number % 2] for number in range(given["orders_this_turn"])]
    return {"executed": len(orders) - len(scene.run(*orders).failures)}


def summoned_race(given: Given) -> str:
    scene = Scene()
    slaves = ("elf",) if given.get("elves_enslaved") else ()
    races = dict(given["guild_city_races"])
    city = scene.city(
        *HOME,
        scene.me,
        population={race: count for race, count in races.items() if race not in slaves},
        slaves={race: count for race, count in races.items() if race in slaves},
    )
    scene.run(GuildSummonAgent(guild=ref(scene.guild(city, "knave", 9))))
    return next(scene.world.all(Agent)).race


@rule("cohorts.order.character-summon-agent")
def summoning(given: Given) -> Result:
    wanted = {skill.replace(" ", "_"): n for skill, n in given.get("sponsor_skills", {}).items()}
    scene = Camp(level=given.get("level", 1), skills=wanted)
    order = CharacterSummonAgent(character=ref(scene.hero))
    if given.get("agent_in_play"):
        scene.agent(scene.at(9, 9), summoner=scene.hero.place)
    if "monthly_productions_since" in given:
        assert not scene.run(order).refused
        scene.world.remove(next(scene.world.all(Agent)))
        for _ in range(given["monthly_productions_since"]):
            scene.produce(monthly=True)
    ran = scene.run(order)
    made = next((a for a in scene.world.all(Agent) if a.holder == scene.party.place), None)
    if ran.refused or made is None:
        return ended(ran, "summoned")
    skills = {Name(skill): made.skills.get(skill, 0) for skill in wanted}
    return {"result": "summoned", "agent_skills": skills, "agent_level": made.level}


# ---------------------------------------------------------------- their orders


@rule("cohorts.order.steal-spell")
def stealing(given: Given) -> Result:
    """The spell is the first of its level that can be in a book."""
    scene = Mission(spell_craft=given.get("agent_spell_craft", 30))
    scene.serves(scene.character(scene.at(*HOME)))
    level, distance = given.get("spell_level", 1), given.get("distance", 0)
    spells = scene.content.spells.values()
    spell = next(each.key for each in spells if each.level == level and not each.miracle)
    victim = scene.someone(given.get("target", "at_war"))
    scene.watch(distance)
    target: Record
    if "guild_level" in given:
        target = scene.city(*scene.spot(distance), victim)
        scene.guild(target, "mage", given["guild_level"], spells=(spell,))
    else:
        own = {"spell_craft": given.get("target_spell_craft", 1)}
        # A priest without a deity has no attributes to help the skills: they are as a case says.
        values = {"job": "priest", "skills": own, "spells": (spell,)}
        target = scene.character(scene.at(*scene.spot(distance)), victim, **values)
    order = StealSpell(agent=ref(scene.sent), target=ref(target), spell=spell)
    ran = scene.run(order, dice=rolled(given))
    tried = ran.events(SpellStealing)
    return {
        **ended(ran, tried[0].outcome if tried else "done"),
        **({"chance": tried[0].chance, "roll": tried[0].roll} if tried else {}),
    }


@rule("cohorts.order.detect-agent")
def detecting(given: Given) -> Result:
    scene = Mission(spy=given.get("spy", 9))
    foe = scene.someone(given.get("relation", "at_war"))
    distance = given.get("distance", 1)
    for _ in range(given.get("agents_in_range", 1)):
        scene.agent(
            scene.at(*scene.spot(distance)), foe, skills={"stealth": given.get("stealth", 0)}
        )
    ran = scene.run(DetectAgent(agent=ref(scene.sent)), dice=rolled(given))
    assert not ran.refused
    (search,) = ran.events(AgentsSought)
    if not search.detected:
        return {"in_range": False, "told": "none found"}
    found = search.detected[0]
    told = "an agent was found" if found.agent else "an agent was detected"
    return {
        "in_range": True,
        "chance": found.chance,
        "told": told,
        "coordinates": [found.x, found.y] if found.agent else None,
        "owner": found.faction or None,
    }


@rule("cohorts.order.rob-agent")
def robbing(given: Given) -> Result:
    scene = Mission(thief=given.get("thief", 14))
    distance, foe = given.get("distance", 1), scene.someone(given.get("relation", "at_war"))
    thieves, stealths = given.get("target_thief", [0]), given.get("target_stealth", [])
    stack = scene.stack(*scene.spot(distance), foe)
    scene.watch(distance)
    among = {"agitator": [], "party": ["character"], "legion": ["soldiers"], "fleet": ["ship"]}
    scene.fill(stack, among[given.get("target", "agitator")], foe)
    for number in range(max(len(thieves), len(stealths))):
        skills = {
            name: levels[number]
            for name, levels in (("thief", thieves), ("stealth", stealths))
            if number < len(levels)
        }
        scene.agent(stack, foe, skills=skills)
    scene.items(stack, spear=3)
    ran = scene.run(RobAgent(agent=ref(scene.sent), target=ref(stack)), dice=rolled(given))
    tried = ran.events(AgentRobbed)
    return {
        **ended(ran, "robbed" if tried and tried[0].robbed else "failed"),
        "in_range": bool(tried),
        **({"chance": tried[0].chance} if tried else {}),
        "stolen": scene.held(scene.stacked),
    }


@rule("cohorts.order.agent-assassinate-agent")
def killing(given: Given) -> Result:
    """A roll is that of the escape if the case gives the stealth, after an attempt that fails."""
    scene = Mission(assassin=given.get("assassin", 13), stealth=given.get("stealth", 0))
    foe = scene.someone(given.get("target", "at_war"))
    target = scene.enemy(given.get("distance", 0), foe, level=given.get("target_level", 1))
    failed = [Whole(100, 100)] if "stealth" in given else []
    order = AgentAssassinateAgent(agent=ref(scene.sent), target=ref(target))
    ran = scene.run(order, dice=rolled(given, *failed))
    tried = ran.events(AgentStruck)
    found = tried[0].known() if tried else {}
    return {
        **ended(ran, "done"),
        "in_range": bool(tried),
        **({"chance": found["chance"], "escape": found["elude_chance"]} if tried else {}),
        "killed": scene.gone(target),
        "executed": scene.gone(scene.sent),
    }


@rule("cohorts.order.establish-trade-agreement")
def trading(given: Given) -> Result:
    goods = {each.availability: each.key for each in CONTENT.resources.values()}
    offered = goods[given.get("with", "Common").lower()]
    worth = given.get("for", "Common").lower()
    known = [each.key for each in CONTENT.resources.values() if each.availability == worth]
    wanted = next(each for each in known if each != offered)
    scene = Mission()
    home = market_town(scene, 0, {offered: 1}, scene.me, barred=given.get("trade_ban", False))
    had = {offered: 1} if given.get("target_has_offered_resource") else {}
    other = scene.someone(given.get("relation", "neutral"))
    target = town(scene, 2, {wanted: 1, **had}, other)
    scene.market(target, {wanted: 1})
    agent = scene.agent(
        scene.stack(0, 2),
        level=given.get("level", 12),
        type="merchant",
        actions=1,
        summoner=next(scene.world.by(Guild, "city", home.id)).place,
    )
    order = EstablishTradeAgreement(
        agent=ref(agent), city=ref(target), offered=offered, wanted=wanted
    )
    ran = scene.run(order, dice=rolled(given))
    tried = ran.events(TradeNegotiated)
    return {
        **ended(ran, "agreed" if tried and tried[0].agreed else "failed"),
        **({"chance": tried[0].chance} if tried else {}),
    }
