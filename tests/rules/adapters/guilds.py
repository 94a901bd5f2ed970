"""Guilds: built, raised, teaching, training, their agents, their actions, and what idle ones do."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from engine.dice import ScriptedDice, Whole
from engine.module import key_of
from engine.orders import Order, Queued
from engine.packs.cohorts.agents.of_guilds import (
    AgentHunted,
    GuildAssassinateAgent,
    GuildSummonAgent,
)
from engine.packs.cohorts.cities.acting import PeopleAttracted
from engine.packs.cohorts.guilds.brewing import GuildMakePotion
from engine.packs.cohorts.guilds.founding import BuildGuild
from engine.packs.cohorts.guilds.market import OfferTrade, OpenResource, RemoveResource
from engine.packs.cohorts.guilds.raising import GuildImproved, ImproveGuild, ImproveSelf, chance
from engine.packs.cohorts.guilds.teaching import (
    CharacterTaught,
    GuildTrainCharacter,
    GuildTrainCombatUnit,
)
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Unit
from engine.packs.cohorts.stacks.leaving import DropUnit
from engine.packs.cohorts.trade.books import Market
from engine.packs.cohorts.worth.drill import UnitDrilled, bonus, result
from engine.packs.cohorts.worth.levels import encounter_level, heroic_level
from tests.rules.adapters.cities import LAND, barony_of
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import CONTENT, Ran, Scene, ref

ENOUGH = ("mithril", "oak", "iron", "silver", "gold", "gems", "elfweed")
"""Access that meets the needs of every type of guild."""


def type_of(name: str) -> str:
    """The type that a case calls by any of its names: `magic`, `College`, `mage's guild`."""
    key = key_of(name).removesuffix("guild").removesuffix("'s")
    return {"magic": "mage"}.get(key, key)


def town(given: Given, access: Iterable[str] = ENOUGH) -> tuple[Scene, City]:
    """The city of a case: its owner, people, access and actions."""
    scene = Scene()
    city = barony_of(scene, given.get("access", access))
    owner: str = given.get("city_owner", given.get("guild_city_owner", "player"))
    if not given.get("city_controlled", True):
        owner = "team_mate"
    owner = owner.replace("_mate", "mate")
    if owner != "player":
        scene.change(scene.world.get(Character, city.baron), player=scene.someone(owner).id)
    return scene, scene.change(
        city,
        population={"human": given.get("population", 6000)},
        actions=given.get("actions_left", 3),
    )


def guild_in(scene: Scene, city: City, given: Given, type: str = "") -> Guild:
    """The guild of a case."""
    kind = type_of(type or given.get("type", given.get("guild", "mage")))
    improved = given.get("upgraded_by_order_this_turn") or given.get("improved_by_city_this_turn")
    return scene.guild(
        city,
        kind,
        given.get("level", given.get("guild_level", 5)),
        deity=given.get("religion", "solanna") if kind == "church" else "",
        actions=given.get("guild_actions_left", 1),
        upgraded=int(bool(improved)),
    )


def run(scene: Scene, order: Order, given: Given) -> Ran:
    """Run an order; the dice fall as the case says, else as they will."""
    script = [Whole(given["roll_d100"], 100)] if "roll_d100" in given else []
    script += [Whole(roll, 20) for roll in given.get("rolls_d20", ())]
    return scene.run(order, dice=ScriptedDice(script) if script else None)


def outcome(ran: Ran, spent: int) -> dict[str, object]:
    return {"spent": spent, **({"fails": ran.code} if ran.refused else {})}


# ---------------------------------------------------------------- building and raising


@rule("cohorts.order.build-guild")
def building(given: Given) -> Result:
    scene, city = town(given)
    kind = type_of(given["type"])
    for other in given.get("guilds", ()):
        scene.guild(city, type_of(other))
    for name in given.get("names", ()):
        scene.guild(city, "knave" if kind != "knave" else "mage", name=name)
    who = given.get("founder") or {"class": CONTENT.guilds[kind].founder or "bard"}
    founder = scene.character(
        city if given.get("founder_in_province", True) else scene.at(9, 9),
        scene.me if given.get("founder_controlled", True) else scene.someone("teammate"),
        job=who["class"].casefold(),
        level=who.get("level", 10),
        deity=who.get("religion", "solanna"),
    )
    fields = {"city": ref(city), "type": kind, "name": given.get("name", "New guild")}
    ran = scene.run(BuildGuild.model_validate({**fields, "founder": ref(founder)}))
    made = next((guild for guild in scene.world.all(Guild) if guild.type == kind), None)
    built = made and {
        "guild": made.type,
        "level": made.level,
        "religion": Name(made.deity),
        "guild_actions_this_turn": made.actions,
    }
    return {**outcome(ran, city.actions - scene.now(city).actions), **(built or {})}


@rule("cohorts.order.improve-guild")
def improving(given: Given) -> Result:
    scene, city = town(given)
    guild = guild_in(scene, city, given)
    ran = run(scene, ImproveGuild(guild=ref(guild)), given)
    return {
        **outcome(ran, city.actions - scene.now(city).actions),
        **tried(scene, guild, ran),
    }


@rule("cohorts.order.improve-self")
def improving_itself(given: Given) -> Result:
    scene, city = town(given)
    guild = guild_in(scene, city, given)
    ran = run(scene, ImproveSelf(guild=ref(guild)), given)
    return {
        **outcome(ran, guild.actions - scene.now(guild).actions),
        **tried(scene, guild, ran),
        "guild_actions_left": scene.now(guild).actions,
    }


def tried(scene: Scene, guild: Guild, ran: Ran) -> dict[str, object]:
    chances = [event.chance for event in ran.events(GuildImproved)]
    return {"level": scene.now(guild).level, **({"chance_percent": chances[0]} if chances else {})}


@rule("cohorts.guild.improve-chance")
def improve_chance(given: Given) -> Result:
    scene, city = town(given)
    ran = run(scene, ImproveSelf(guild=ref(guild_in(scene, city, given))), given)
    percent = chance(scene.content.guild_rules, given["guild_level"])
    assert [event.chance for event in ran.events(GuildImproved)] == [percent][: not ran.refused]
    return {"chance_percent": percent, "refused": ran.refused}


@rule("cohorts.guild.spontaneous-improvement")
def growing(given: Given) -> Result:
    scene = Scene()
    city = scene.city(5, 5, besieged=given.get("city_under_siege", False))
    guild = guild_in(scene, city, given)
    scene.produce(dice=ScriptedDice([Whole(given["roll_d100"], 100)]))
    return {"level": scene.now(guild).level}


@rule("cohorts.guild.actions")
def guild_actions(given: Given) -> Result:
    if "guild_level" in given:
        return {"HL": heroic_level(given["guild_level"])}
    scene, city = town(given)
    guilds = [scene.guild(city, type_of(each), actions=0) for each in given["guilds"]]
    scene.produce()
    return {
        "city_actions": scene.now(city).actions,
        "guild_actions": sum(scene.now(guild).actions for guild in guilds),
    }


# ---------------------------------------------------------------- teaching and training


@rule("cohorts.order.guild-train-character")
def teaching(given: Given) -> Result:
    scene, city = town(given)
    guild = guild_in(scene, city, given)
    who, skill = given["character"], given["skill"].replace(" ", "_")
    pupil = scene.character(
        city if given.get("same_province", True) else scene.at(9, 9),
        scene.someone(given.get("relation", "self")),
        job=who["class"].casefold(),
        level=who["level"],
        deity=guild.deity if given.get("same_religion", True) else "gorath",
        skills={skill: given["skill_level"]} if given.get("skill_level") else {},
        practised=tuple(who.get("practised", ())),
    )
    order = GuildTrainCharacter(guild=ref(guild), character=ref(pupil), skill=given["skill"])
    ran = run(scene, order, given)
    chances = [event.chance for event in ran.events(CharacterTaught)]
    return {
        **outcome(ran, guild.actions - scene.now(guild).actions),
        **({"chance_percent": chances[0]} if chances else {}),
        "skill_level": scene.now(pupil).skills.get(skill, 0),
    }


@rule("cohorts.order.guild-train-combat-unit")
def drilling(given: Given) -> Result:
    scene, city = town(given)
    guild = guild_in(scene, city, given, given.get("guild", "warrior"))
    units = trainees(scene, city, given)
    ran = run(scene, GuildTrainCombatUnit(guild=ref(guild), units=tuple(map(ref, units))), given)
    told = ran.events(UnitDrilled)
    several = "characters" in given or len(told) > 1
    gained = [event.xp for event in told]
    return {
        **outcome(ran, guild.actions - scene.now(guild).actions),
        "encounter_level": encounter_level(units[0]),
        "total": told[0].total if told else None,
        "totals": [event.total for event in told],
        "xp": gained if several or not gained else gained[0],
    }


def trainees(scene: Scene, city: City, given: Given) -> list[Character | Unit]:
    """Whom the case would have trained, each with just the XP of its level."""
    needed = scene.content.experience.needed_for
    there = city if given.get("same_province", True) else scene.at(9, 9)
    player = scene.someone(given.get("relation", "self"))
    levels = list(given.get("characters", ()))
    units = [dict(unit) for unit in given.get("units", ())]
    for kind in given.get("targets", ()):
        if kind == "character":
            levels.append(1)
        else:
            units.append({"level": 1})
    return [
        *(scene.character(there, player, level=level, xp=needed(level)) for level in levels),
        *(scene.unit(there, player, xp=needed(unit["level"]), **unit) for unit in units),
    ]


@rule("cohorts.unit.training-roll")
def training_roll(given: Given) -> Result:
    figures = CONTENT.drill
    plus = bonus(figures, given["trainer"], given["target"], given.get("targets", 1))
    got = result(figures, given["roll"], plus, given["gap"])
    return {"total": got.total, "xp_change": got.xp}


@rule("cohorts.skill.troop-training")
def troop_training(given: Given) -> Result:
    scene = Scene()
    unit = scene.unit(scene.at(1, 1), level=given["unit_level"], soldiers=given["soldiers"])
    return {"roll_bonus": bonus(CONTENT.drill, given["trainer"], encounter_level(unit))}


# ---------------------------------------------------------------- agents


@rule("cohorts.order.guild-summon-agent")
@rule("cohorts.agent.skills")
def summoning(given: Given) -> Result:
    scene, city = town(given)
    guild = guild_in(scene, city, given)
    knaves = given.get("knave_guild_level", given.get("knaves_guild", 0))
    if knaves and guild.type != "knave":
        scene.guild(city, "knave", knaves)
    if given.get("agent_in_play"):
        scene.agent(scene.at(9, 9), summoner=guild.place)
    ran = scene.run(GuildSummonAgent(guild=ref(guild)))
    result = outcome(ran, guild.actions - scene.now(guild).actions)
    if ran.refused:
        return result
    (agent,) = scene.world.all(Agent)
    found = {"type": agent.type, "level": agent.level, "religion": Name(agent.deity)}
    skills = {Name(skill): agent.skills.get(skill, 0) for skill in scene.content.skills}
    wanted = key_of(given.get("skill", "stealth"))
    return {
        **result,
        **found,
        **{str(skill): level for skill, level in skills.items()},
        "skill_level": next(level for skill, level in skills.items() if key_of(skill) == wanted),
    }


@rule("cohorts.order.guild-assassinate-agent")
def hunting(given: Given) -> Result:
    """Whom the faction's city or stack stands beside has been sighted; whom none does, has not."""
    scene, city = town(given)
    guild = guild_in(scene, city, given, given.get("guild", "knave"))
    within, sighted = given.get("agent_in_barony", True), given.get("sighted", True)
    spot = (LAND[0] if sighted else LAND[8]) if within else (9, 9)
    if sighted and not within:
        scene.character(scene.stack(*spot))
    foe = scene.someone(given.get("relation", "at_war"))
    agent = scene.agent(scene.at(*spot), foe, level=given.get("agent_level", 1))
    scene.run()  # at its end, who shares a province knows of each other
    ran = run(scene, GuildAssassinateAgent(guild=ref(guild), agent=ref(agent)), given)
    chances = [event.chance for event in ran.events(AgentHunted)]
    return {
        **outcome(ran, guild.actions - scene.now(guild).actions),
        **({"chance_percent": chances[0]} if chances else {}),
        "agent_dead": scene.gone(agent),
    }


MINE, THEIRS = "oak", "silver"
"""What my city has to trade away, and what an ally's market has open."""
ORDERS: dict[str, Callable[[Scene, City, Guild], Order]] = {
    "summon_agent": lambda scene, city, guild: GuildSummonAgent(guild=ref(guild)),
    "improve_self": lambda scene, city, guild: ImproveSelf(guild=ref(guild)),
    "make_potion": lambda scene, city, guild: GuildMakePotion(
        guild=ref(guild), potion="potion of mana"
    ),
    "train_character": lambda scene, city, guild: GuildTrainCharacter(
        guild=ref(guild), character=ref(scene.world.get(Character, city.baron)), skill="stealth"
    ),
    "open_resource": lambda scene, city, guild: OpenResource(guild=ref(guild), resource=MINE),
    "offer_trade": lambda scene, city, guild: OfferTrade(
        guild=ref(guild),
        target=ref(next(each for each in scene.world.all(Market) if each.id != city.id)),
        offered=(MINE,),
        wanted=(THEIRS,),
    ),
    "remove_resource": lambda scene, city, guild: RemoveResource(city=ref(city), resource=MINE),
}


@rule("cohorts.order.guild-action-rules")
def several_orders(given: Given) -> Result:
    scene, city = town(given, (MINE, "mithril", "gold", "lavender", "saffron"))
    scene.change(scene.world.get(Character, city.baron), level=10)
    guild = guild_in(scene, city, given)
    ally = scene.city(10, 10, scene.someone("allied"))
    scene.province(10, 10, deposits=(THEIRS,))
    scene.guild(ally, "merchant")
    scene.world.put(Market(id=ally.id, name=ally.name, open={THEIRS: 1}, wanted=()))
    names = given.get("orders") or [given["order"]]
    queue = [Queued(name, ORDERS[name](scene, city, guild)) for name in names]
    ran = scene.run(*queue)
    failed = failures(ran)
    left = scene.now(guild).actions
    return {
        "executed": [name for name in names if name not in failed],
        "failed": failed,
        "fails": ran.code,
        "guild_actions_left": left,
        "spent": guild.actions - left,
    }


def failures(ran: Ran) -> dict[str, str]:
    """The reason of every order that was refused, by its key."""
    keys = [entry.order for entry in ran.entries if entry.event in ran.failures]
    return {key: failure.code for key, failure in zip(keys, ran.failures, strict=True)}


@rule("cohorts.agent.one-at-a-time")
def one_agent_at_a_time(given: Given) -> Result:
    scene, city = town(given)
    guild = guild_in(scene, city, given)
    agents = [scene.agent(city, summoner=guild.place) for _ in range(given["active_agents"])]
    made: dict[str, Sequence[Order]] = {
        "summon": [GuildSummonAgent(guild=ref(guild))],
        "drop-unit agent": [DropUnit(piece=ref(agent)) for agent in agents],
    }
    names = given.get("orders") or [given["order"]]
    ran = scene.run(*(order for name in names for order in made[name]))
    return {"result": ran.result("summoned")}


# ---------------------------------------------------------------- default actions


@rule("cohorts.production.default-actions")
def default_actions(given: Given) -> Result:
    return {"city": idle_city, "guild": idle_guild, "stack": idle_stack, "character": idle_hero}[
        given["type"]
    ](given)


def idle_city(given: Given) -> Result:
    foods = [each.key for each in CONTENT.resources.values() if each.class_ == "food"]
    scene = Scene()
    city = barony_of(scene, foods[: given["food_resources"]])
    scene.change(city, population={"human": 8000}, actions=given["actions_left"])
    return {"attract_population_times": len(scene.produce().events(PeopleAttracted))}


def idle_guild(given: Given) -> Result:
    scene, city = town(given)
    scene.guild(city, "mage", given.get("level", 5), actions=given["actions_left"])
    return {"improve_self_times": len(scene.produce().events(GuildImproved))}


def idle_stack(given: Given) -> Result:
    scene = Scene()
    used = Fraction(given.get("movement_used_percent", 0), 100)
    stack = scene.stack(5, 5, used=used, acted="military" if given.get("action_used") else "")
    hero = scene.character(
        stack, used=used, attributes={"CON": given["con"]}, wounds=given["wounds_percent"]
    )
    scene.produce()
    return {"wounds_percent": scene.now(hero).wounds}


def idle_hero(given: Given) -> Result:
    """At the usual rate of mana a month gives as much as the level."""
    scene = Scene()
    hero = scene.character(
        scene.at(5, 5),
        job="mage",
        level=given["monthly_mana"],
        skills={"magic_user": given["monthly_mana"]},
        actions=given["actions_left"],
    )
    scene.produce()
    return {"mana_gained": scene.now(hero).mana}
