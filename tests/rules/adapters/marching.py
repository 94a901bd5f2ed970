"""Who may attack whom, whose land a stack enters, where garrisons fight, what conquest brings."""

from fractions import Fraction
from typing import Any

from engine.campaign import Faction, Player
from engine.dice import Dice, ScriptedDice, Whole
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.cities.handing import TransferCity
from engine.packs.cohorts.guilds.casting import GuildCastSpell
from engine.packs.cohorts.guilds.market import OfferTrade
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.marching.encounters import StacksMet
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.ownership import owner_of, player_of, relation
from engine.packs.cohorts.pieces.people import everyone
from engine.packs.cohorts.pieces.records import City, Province, Stack, Unit
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.stacks.leaving import GiftUnit
from engine.packs.cohorts.stacks.transfers import TransferItems, TransferMilitaryUnit
from engine.world import Place
from tests.rules.adapters.movement import EAST, START, entered, moved
from tests.rules.adapters.trade import merchants, town
from tests.rules.harness import Given, Name, Result, UnknownKeyError, rule
from tests.rules.plain import blank
from tests.rules.scene import Ran, Scene, ref
from tests.rules.words import NOBODY, key


def see(scene: Scene, faction: int, stack: Stack) -> None:
    """Note that a faction has sighted a stack where it is in this tick."""
    known = scene.world.first(Sighting, "about", (faction, stack.place))
    here = {"tick": 0, "province": scene.now(stack).province}
    if known:
        scene.change(known, **here)
    else:
        values = {**blank(Sighting), "faction": faction, "subject": stack.place, **here}
        scene.world.add(Sighting, **values)


REALM = Scene().content.realms["ashmark"]
REALMS = {"ours": REALM, "at_war": REALM}


class Eyes:
    """Dice with which one actor sights whatever it may, or nothing, and nobody else anything."""

    def __init__(self, actor: str, *, sees: bool) -> None:
        self.actor, self.sees = actor, sees

    def stream(self, actor: str, purpose: str) -> Dice:
        return ScriptedDice([Whole(1 if actor == self.actor and self.sees else 100)] * 99)


def assault(scene: Scene, stack: Stack, city: City) -> Ran:
    """An attack of a stack on a city beside it, of which nobody guards the walls."""
    return scene.run(ConquerCity(stack=ref(stack), city=ref(city)))


def meets(scene: Scene, stack: Stack, *, sees: bool = True) -> list[Place]:
    """Whom a stack of mine runs into as it goes a province east, where it sights them or not."""
    scene.rules.contests = {}  # who meets is asked, not who wins
    eyes = Eyes(f"stack:{stack.id}", sees=sees)
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("e",)), dice=eyes)
    return [place for event in ran.events(StacksMet) for place in event.defenders]


# ---------------------------------------------------------------- relations

MEANT = {
    "transfer_characters_units_cities": "transfer_military_unit",
    **dict.fromkeys(("cross_border", "cross_borders"), "enter_border"),
    **dict.fromkeys(("may_attack", "conquer"), "attack"),
    **dict.fromkeys(("trade_agreements", "trade_agreement"), "trade"),
    "automatic_attack_on_sight": "automatic_attack",
}


@rule("cohorts.world.faction-relations")
def relations(given: Given) -> Result:
    scene = Scene(content={"realms": REALMS})
    relation, action = given["relation"], key(given["action"])
    other = scene.someone(relation)
    nobody = key(given.get("target_controller", "player")) in {"npc", *NOBODY}
    mine, theirs = scene.stack(3, 4), scene.stack(3, 4, other)
    match MEANT.get(action, action):
        case "transfer_items":
            scene.items(mine, spear=1)
            order: Any = TransferItems(sponsor=ref(mine), target=ref(theirs), item="spear", count=1)
        case "transfer_military_unit":
            order = TransferMilitaryUnit(unit=ref(scene.unit(mine)), target=ref(theirs))
        case "transfer_city":
            heir = scene.character(scene.at(3, 3), other)
            order = TransferCity(city=ref(scene.city(2, 2, scene.me)), character=ref(heir))
        case "transfer_character":
            order = GiftUnit(piece=ref(scene.character(mine)), target=ref(other))
        case "attack":
            scene.unit(mine)
            return {"allowed": not assault(scene, mine, city_of(scene, other, nobody)).refused}
        case "trade":
            return {"allowed": offers_trade(scene, other)}
        case "enter_border":
            return border(scene, mine, other)
        case "automatic_attack":
            scene.character(mine, level=5)
            target = scene.stack(4, 4, other)
            scene.character(target, other, level=5)
            if nobody:
                scene.change(target, player=0)
            return {"allowed": target.place in meets(scene, mine)}
        case _:
            raise UnknownKeyError(f"{given.where}: no action is called {given['action']!r}")
    return {"allowed": not scene.run(order).refused}


def city_of(scene: Scene, owner: Player, nobody: bool) -> City:
    """A city east of (3, 4), empty and with its baron far away, or a wild one."""
    baron = scene.character(scene.at(0, 0), owner)
    return scene.city(4, 4, None if nobody else owner, baron=0 if nobody else baron.id)


def border(scene: Scene, mine: Stack, other: Player) -> Result:
    """My legion goes into another's barony, where the garrison would come out against a foe."""
    city = city_of(scene, other, nobody=False)
    scene.unit(city, other, level=9)
    scene.unit(mine)
    met = meets(scene, mine)
    entered = scene.now(mine).province == city.province
    return {"allowed": entered, "counts_as_attack": city.place in met}


def offers_trade(scene: Scene, other: Player) -> bool:
    """Whether an offer may be made to the city of another."""
    city, target = town(scene, 0, {"iron": 1}), town(scene, 6, {"oak": 1}, other)
    scene.market(city, {"iron": 1})
    market = scene.market(target, {"oak": 1})
    guild = merchants(scene, city)
    offer = OfferTrade(guild=ref(guild), target=ref(market), offered=("iron",), wanted=("oak",))
    return not scene.run(offer).refused


@rule("cohorts.world.faction-membership")
def membership(given: Given) -> Result:
    scene = Scene(content={"realms": REALMS})
    mate = scene.someone(given["relation"])
    heir = scene.character(scene.at(3, 3), mate)
    if "action" in given:
        assert given["action"] == "attack"
        stack = scene.stack(3, 4)
        scene.unit(stack)
        return {"allowed": not assault(scene, stack, city_of(scene, mate, nobody=False)).refused}
    match key(given["asset"]):
        case "city":
            city = scene.city(2, 2, scene.me)
            order: Any = TransferCity(city=ref(city), character=ref(heir))
        case "item" | "items":
            mine, theirs = scene.stack(2, 2), scene.stack(2, 2, mate)
            scene.items(mine, spear=1)
            order = TransferItems(sponsor=ref(mine), target=ref(theirs), item="spear", count=1)
        case "military_unit":
            order = GiftUnit(piece=ref(scene.unit(scene.stack(2, 2))), target=ref(mate))
        case "starting_character" | "gained_character" | "character" as asset:
            starting = asset == "starting_character"
            hero = scene.character(scene.stack(2, 2), starting=starting)
            order = GiftUnit(piece=ref(hero), target=ref(mate))
        case _:
            raise UnknownKeyError(f"{given.where}: no asset is called {given['asset']!r}")
    return {"transfer_allowed": not scene.run(order).refused}


@rule("cohorts.world.pvp-restriction")
def safe_zone(given: Given) -> Result:
    """My stack and, in the province east of it, a city and a stack of the other's or of nobody."""
    everywhere = given.get("province_pvp_restricted", False)
    assert given.get("actor", "player") == "player"
    nobody = given["target"] == "npc"
    scene = Scene(content={"realms": REALMS})
    scene.province(3, 4, pvp_free=given.get("actor_province_restricted", everywhere))
    scene.province(4, 4, pvp_free=given.get("target_province_restricted", everywhere))
    other = scene.someone(given.get("relation", "at_war"))
    mine = scene.stack(3, 4)
    city = city_of(scene, other, nobody)
    target = scene.stack(4, 4, other)
    victim = scene.unit(target, other)
    if nobody:
        target, victim = scene.change(target, player=0), scene.change(victim, player=0)
    action = key(given["action"])
    if action == "area_spell":
        return _firestorm(scene, victim)
    if action == "hostile_spell":
        skilled: dict[str, Any] = {"job": "mage", "level": 5, "skills": {"spell_craft": 5}}
        mage = scene.character(mine, spells=("task_of_speed",), **skilled)
        see(scene, scene.ours.id, target)
        order = CharacterCastSpell(character=ref(mage), spell="task_of_speed", target=ref(target))
        return {"allowed": not scene.run(order).refused}
    scene.unit(mine)
    match action:
        case "sight" | "sighting":
            meets(scene, mine)
            known = scene.world.first(Sighting, "about", (scene.ours.id, target.place))
            return {"allowed": known is not None}
        case "move" | "movement":
            meets(scene, mine)
            return {"allowed": scene.now(mine).province == target.province}
        case "automatic_attack":
            return {"allowed": target.place in meets(scene, mine)}
        case "attack" | "conquer" | "battle":
            scene.world.remove(target)
            return {"allowed": not assault(scene, mine, city).refused}
        case _:
            raise UnknownKeyError(f"{given.where}: no action is called {given['action']!r}")


def _firestorm(scene: Scene, victim: Unit) -> Result:
    """A spell on the whole province where the victim stands: whether it is cast, and hits it."""
    caster = scene.city(2, 3, scene.me)
    mages = scene.guild(caster, "mage", 20, mana=20, spells=("firestorm",))
    scene.change(caster, province=scene.at(3, 4).id)
    order = GuildCastSpell(guild=ref(mages), spell="firestorm", target=ref(scene.at(4, 4)), mana=0)
    ran = scene.run(order)
    return {"allowed": not ran.refused, "spared": scene.now(victim).wounds == 0}


# ---------------------------------------------------------------- conquest


def fallen(scene: Scene, city: City) -> City:
    """The city after a stack of mine has won it; nobody guards it."""
    baron = scene.character(scene.at(11, 11), scene.world.get(Player, player_of(scene.world, city)))
    scene.change(city, baron=baron.id)
    stack = scene.stack(0, 0, province=city.province)
    scene.character(stack)
    assert not assault(scene, stack, scene.now(city)).refused
    return scene.now(city)


@rule("cohorts.race.slaves")
def slaves(given: Given) -> Result:
    """A city with slaves in it, maybe conquered, and what its next productions bring."""
    peoples = given.get("conqueror_peoples", ["human"])
    realm = REALM.model_copy(update={"peoples": tuple(peoples)})
    scene = Scene(content={"realms": {"ours": realm}})
    bound = given.get("slaves_before", given.get("slaves", []))
    people = dict(given["population"])
    city = scene.city(
        2,
        2,
        scene.someone("at_war"),
        population={race: n for race, n in people.items() if race not in bound},
        slaves={race: n for race, n in people.items() if race in bound},
    )
    if "conqueror_peoples" in given:
        city = fallen(scene, city)
    assert everyone(city) == people
    scene.produce()
    actions = scene.now(city).actions
    scene.produce(monthly=True)
    recruits = [each.removesuffix("_recruits") for each in scene.held(city)]
    return {
        "slaves": [Name(race) for race in city.slaves],
        "free": [Name(race) for race in city.population],
        "city_actions": actions,
        "recruits_possible_from": [Name(race) for race in recruits],
    }


@rule("cohorts.city.conquest-of-capital")
def capital(given: Given) -> Result:
    """The rest of the territory or kingdom is a barony of the same loser's."""
    scene = Scene(content={"realms": REALMS})
    land = [(x, y) for y in range(10) for x in range(12)]
    own = given.get("own_barony_provinces", given.get("barony_provinces"))
    foe = scene.someone("at_war")
    city = scene.city(*land[0], foe, barony=scene.barony(*land[:own]).id)
    what = given["conquered_city"].removesuffix("_capital")
    if what != "barony":
        kingdom = scene.kingdom()
        territory = scene.territory(kingdom)
        rest = land[own : given[f"{what}_provinces"]]
        other = scene.barony(*rest)
        scene.city(*rest[0], foe, barony=other.id)
        for each in (scene.world.get(Barony, city.barony), other):
            scene.change(each, territory=territory.id)
        realm = {"territory": territory, "kingdom": kingdom}[what]
        scene.change(realm, capital=city.id)
    fallen(scene, city)
    gained = [p for p in scene.world.all(Province) if owner_of(scene.world, p) == scene.ours.id]
    return {"provinces_gained": len(gained)}


def barony_of(scene: Scene, relation: str) -> Any:
    """A city at (6, 5) with the province west of it, of a player who stands so to `me`."""
    scene.barony(EAST, START)
    return scene.city(*EAST, None if relation == "wild" else scene.someone(relation))


@rule("cohorts.movement.enemy-territory")
def enemy_territory(given: Given) -> Result:
    """My stack comes into the barony, where a strong garrison would fight whom it sights.

    A party, which a city does not sight for certain, or an agitator.
    """
    scene = Scene()
    scene.rules.contests = {}  # who meets is asked, not who wins
    owner = scene.someone(given["relation"])
    city = barony_of(scene, given["relation"])
    scene.unit(city, owner, level=9)
    stack = scene.stack(4, 5)
    (scene.agent if given["stack"] == "agitator" else scene.character)(stack)
    eyes = Eyes(f"faction:{owner.faction}", sees=given["sighted"])
    ran = scene.run(MoveAlong(stack=ref(stack), steps=("e",)), dice=eyes)
    assert scene.now(stack).province == scene.at(*START).id
    met = [place for event in ran.events(StacksMet) for place in event.defenders]
    return {"garrison_may_attack": city.place in met}


@rule("cohorts.movement.neutral-territory")
def neutral_territory(given: Given) -> Result:
    """My stack goes in; then enemies of the city and of mine may come, whom its garrison fights."""
    scene = Scene()
    owner = scene.whose(given["barony"])
    city = barony_of(scene, given["barony"])
    stack = scene.stack(4, 5)
    scene.character(stack)
    if not given.get("own_stack_inside", True):
        scene.change(stack, province=scene.at(0, 0).id)
    ran = moved(scene, stack, "e")
    inside = scene.now(stack)
    province = scene.at(*START)
    defends = safe = False
    if given.get("barony_attacked") and owner:
        before = scene.world
        for guarded in (True, False):
            scene.world = before.fork()
            defends = defends or stack.place in invaded(scene, city, owner, guarded=guarded)
            safe = safe or scene.now(stack).province == city.province
    return {
        "may_enter": entered(ran) == 1 and inside.province == province.id,
        "relation": relation(scene.world, scene.ours.id, owner_of(scene.world, province)),
        "stack_defends": defends,
        "safe_in_city": safe,
    }


def invaded(scene: Scene, city: City, owner: Player, *, guarded: bool) -> list[Place]:
    """Whom enemies of a city meet as they come through its barony to its province, in sight.

    A strong garrison comes out against them, or there is none.
    """
    scene.rules.contests = {}  # who meets is asked, not who wins
    foe = scene.player("invader", "invaders")
    scene.relation("invaders", scene.world.get(Faction, owner.faction), "at_war")
    if guarded:
        scene.unit(city, owner, level=9)
    invader = scene.stack(4, 5, foe)
    scene.unit(invader, foe)
    # At the latest in its own province the city sights a legion for certain.
    ran = scene.run(MoveAlong(stack=ref(invader), steps=("e", "e")), player=foe)
    return [place for event in ran.events(StacksMet) for place in event.defenders]


@rule("cohorts.movement.allied-territory")
def allied_territory(given: Given) -> Result:
    assert given["allied_stack_in_barony"]
    scene = Scene()
    ally = scene.someone("allied")
    scene.barony(EAST, START, (6, 4))
    city = scene.city(*EAST, ally)
    stack = scene.stack(6, 4, used=Fraction(given.get("movement_used_percent", 0), 100))
    scene.unit(stack)
    defenders = invaded(scene, city, ally, guarded=given["garrison_engages"])
    return {
        "stack_joins": stack.place in defenders and city.place in defenders,
        "stack_moves_to_city": scene.now(stack).province == city.province,
        "movement_used_percent": scene.now(stack).used * 100,
    }
