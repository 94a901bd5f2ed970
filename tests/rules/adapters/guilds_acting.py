"""What guilds may do in a turn, and what the idle ones do when it ends."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from engine.orders import Order, Queued
from engine.packs.cohorts.agents.of_guilds import GuildSummonAgent
from engine.packs.cohorts.cities.acting import PeopleAttracted
from engine.packs.cohorts.guilds.brewing import GuildMakePotion
from engine.packs.cohorts.guilds.market import OfferTrade, OpenResource, RemoveResource
from engine.packs.cohorts.guilds.raising import GuildImproved, ImproveSelf
from engine.packs.cohorts.guilds.teaching import GuildTrainCharacter
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.stacks.leaving import DropUnit
from engine.packs.cohorts.trade.books import Market
from tests.rules.adapters.cities import CONTENT, barony_of
from tests.rules.adapters.guilds import guild_in, town
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran, Scene, ref

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
def guild_actions(given: Given) -> Result:
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
