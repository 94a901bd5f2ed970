"""Warlords in a campaign: stacks, orders, and what battles leave in the world."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.battle import Clash, whole_percent
from engine.dice import ScriptedDice, Whole
from engine.module import check
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.stacks.transfers import TransferAll, TransferMilitaryUnit
from engine.packs.cohorts.worth.levels import encounter_level
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.blessing import BlessUnits, SeekBlessing
from engine.packs.warlords.cards import converted
from engine.packs.warlords.college import MakeRelic
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.heroes import EquipRelic
from engine.packs.warlords.magic import CastWarSpell
from engine.packs.warlords.muster import field_of, fights
from engine.packs.warlords.pieces import condition_of
from engine.packs.warlords.training import TrainTroops
from tests.packs.warlords.scene import WarScene
from tests.rules.harness import Given, Result, folded, rule
from tests.rules.scene import MODULES, module, ref

CONTENT = module("warlords").content(WarContent)


def key_of_name(table: Mapping[str, Any], name: str) -> str:
    """The key of a record that a case calls so."""
    return next(key for key, each in table.items() if folded(name) in (key, folded(each.name)))


# ---------------------------------------------------------------- stacks


@rule("warlords.stack.limit")
def limit(given: Given) -> Result:
    scene = WarScene()
    home = scene.city(5, 5, scene.me) if given.get("city") else scene.stack(5, 5)
    for _ in range(given["units"]):
        scene.troop(home, "peasant")
    other = scene.stack(5, 5)
    more = [scene.troop(other, "peasant") for _ in range(given["adding"])]
    if given.get("city") or len(more) == 1:
        ran = scene.run(*(TransferMilitaryUnit(unit=ref(u), target=ref(home)) for u in more))
    else:
        ran = scene.run(TransferAll(sponsor=ref(other), target=ref(home)))
    return {"accepted": not ran.refused}


@rule("warlords.map.movement")
def movement(given: Given) -> Result:
    moves = given.get("stack_moves") or [given["move"]]
    scene = WarScene(cards={f"card_{move}": {"move": move} for move in moves})
    stack = scene.stack(5, 5)
    ill = Condition(paralysed=given.get("paralysed", False))
    for move in moves:
        scene.troop(stack, f"card_{move}", condition=ill)
    return {"speed": pace(scene.state(), stack, "land").rate}


@rule("warlords.blessing.temple")
def temple(given: Given) -> Result:
    scene = WarScene()
    place = given["place"]
    home = scene.city(5, 5, scene.me)
    stack = scene.stack(5, 5)
    number = given.get("units", given.get("named", 0))
    units = [scene.troop(stack, "peasant") for _ in range(number)]
    if place == "church":
        church = scene.guild(home, "church", level=given.get("church_level", 1))
        targets = tuple(ref(unit) for unit in units)
        ran = scene.run(BlessUnits(guild=ref(church), targets=targets))
    else:
        if place == "temple":
            scene.temple(5, 5)
        ran = scene.run(SeekBlessing(stack=ref(stack)))
    now = [condition_of(scene.war, scene.now(unit)).blessed for unit in units]
    return {"accepted": not ran.refused, "blessed": sum(now)}


# ---------------------------------------------------------------- heroes, relics, spells


@rule("warlords.hero.equipment")
def equipment(given: Given) -> Result:
    scene = WarScene()
    hero = scene.character(scene.stack(5, 5))
    orders: list[EquipRelic] = []
    for number, place in enumerate(given["worn"]):
        fitting = [r for r in scene.war.relics.values() if folded(r.place) == folded(place)]
        relic = fitting[number % len(fitting)].key
        scene.items(hero, **{relic: 1})
        orders.append(EquipRelic(character=ref(hero), relic=relic))
    return {"accepted": not scene.run(*orders).refused}


@rule("warlords.item.getting")
def make(given: Given) -> Result:
    scene = WarScene()
    city = scene.city(5, 5, scene.me)
    college = scene.guild(
        city, "college", level=given["college_level"], actions=int(given.get("action", 1))
    )
    held = {name: given[name] for name in scene.war.warlords.college.materials if name in given}
    scene.items(city, **{name: count for name, count in held.items() if count})
    relic = key_of_name(scene.war.relics, given["item"])
    ran = scene.run(MakeRelic(guild=ref(college), relic=relic))
    made = scene.held(city).get(relic, 0)
    left = {f"{name}_left": scene.held(city).get(name, 0) for name in held}
    return {"accepted": not ran.refused, "made": made, **left}


@rule("warlords.spell.rules")
def cast(given: Given) -> Result:
    school = given.get("school", "arcane")
    spell = {"level": given["spell_level"], "school": school, "effect": {"morale": 1}}
    scene = WarScene(spells={"test": spell})
    home = scene.stack(5, 5) if given.get("in_stack", True) else scene.city(5, 5, scene.me)
    # The other school's skill lets the caster hold the mana; a warrior's class raises neither.
    skill, other = ("faith", "magic_user") if school == "divine" else ("spell_craft", "faith")
    skills = {skill: given["skill"], **({other: given["mana"]} if school != "any" else {})}
    caster = scene.character(home, skills=skills, mana=given["mana"])
    ran = scene.run(CastWarSpell(character=ref(caster), spell="test"))
    return {"accepted": not ran.refused, "mana_left": scene.now(caster).mana}


# ---------------------------------------------------------------- training


@rule("warlords.map.training")
def training(given: Given) -> Result:
    scene = WarScene()
    works = ("barracks", "livery", "lumber_mill", "shipyard")
    built = {name: given[name] for name in works if name in given}
    city = scene.workplace(**built)
    scene.items(city, **{recruits_item("human"): given["recruits"]})
    kind = key_of_name(scene.war.unit_types, given["type"])
    scene.run(TrainTroops(city=ref(city), type=kind, race="human", quantity=given["asked"]))
    units = list(scene.world.by(Unit, "holder", city.place))
    for unit in units:
        assert unit.slot == 3
        assert condition_of(scene.war, unit) == Condition()
    left = scene.held(city).get(recruits_item("human"), 0)
    return {"made": len(units), "recruits_left": left}


@rule("warlords.map.conversion")
def conversion(given: Given) -> Result:
    speeds = {"rate": given.get("land_speed", 0), "capacity": 10_000}
    air = {"rate": given.get("air_speed", 0), "capacity": 10_000}
    content: dict[str, Any] = {"armors": {"soft_leather": {"df": given["armor_df"]}}}
    worn = {"armor": "soft_leather"}
    if given.get("mounted", False):
        mounts = module("warlords").content(Content).mounts
        mount = next(key for key, each in mounts.items() if each.land and each.air)
        content["mounts"] = {mount: {"land": speeds, "air": air if air["rate"] else None}}
        worn["mount"] = mount
    else:
        content["races"] = {"human": {"land": speeds, "air": air}}
    scene = WarScene(content=content)
    known = {folded(t.name): key for key, t in scene.content.talents.items()}
    known |= {folded(key): key for key in scene.content.talents}
    unit = scene.unit(
        scene.stack(5, 5),
        level=given["level"],
        soldiers=given["soldiers"],
        equipment=worn,
        talents=tuple(known[folded(name)] for name in given.get("talents", ())),
    )
    card = converted(scene.state(), unit)
    return {
        "encounter_level": encounter_level(unit),
        "strength": card.strength,
        "hits": card.hits,
        "move": card.move,
        "abilities": card.abilities,
        "terrain": card.terrain,
    }


@rule("warlords.map.character")
def reports(given: Given) -> Result:
    scene = WarScene()
    hero = scene.character(
        scene.stack(5, 5), wounds=given.get("wounds_percent", 0), slot=given.get("slot", 8)
    )
    return {"fights": fights(hero)}


@rule("warlords.map.hero-fall")
def hero_fall(given: Given) -> Result:
    assassin = {"abilities": {"assassination": 10}}
    scene = WarScene(figures={"hero_mercy": given["mercy"]}, cards={"assassin": assassin})
    stack, enemy = scene.stack(5, 5), scene.stack(5, 5, scene.someone("at_war"))
    hero = scene.character(stack, slot=1)
    scene.troop(enemy, "assassin")
    if given["side"] == "winner":
        scene.troop(stack, "assassin", slot=2)  # the enemy's killer has used up its chance
    with ScriptedDice([Whole(value, sides) for sides, value in given["draws"]]) as dice:
        scene.battle(scene.clash(stack, enemy), dice)
    fallen = scene.now(hero)
    told = "dead" if fallen.dead else "prisoner" if fallen.captor else "with stack"
    if told == "with stack":
        assert fallen.holder == stack.place
    return {"state": told, "wounds_percent": fallen.wounds}


# ---------------------------------------------------------------- places


@rule("warlords.terrain.battlefield")
def battlefield(given: Given) -> Result:
    scene = WarScene()
    spots = {given["attacker_in"]: (4, 5), given["defender_in"]: (5, 5)}
    for terrain, spot in spots.items():
        scene.province(*spot, terrain=of_ground(terrain))
    attacker = scene.stack(*spots[given["attacker_in"]])
    defender = scene.stack(*spots[given["defender_in"]], scene.someone("at_war"))
    (terrain,) = field_of(scene.state(), scene.clash(attacker, defender)).terrains
    return {"terrain": terrain}


def of_ground(terrain: str) -> str:
    """A terrain of the base game that is this one on the field, or is called so itself."""
    fields = CONTENT.battlefields
    named = next((key for key in fields if folded(key) == folded(terrain)), None)
    if folded(terrain) == folded("Arid Plateaus"):
        return "arid"  # two terrains of the module, of one kind
    return named or next(key for key, ground in fields.items() if ground == terrain)


@rule("warlords.map.terrain")
def terrain(given: Given) -> Result:
    scene = WarScene()
    scene.province(5, 5, terrain=of_ground(given["base"]))
    for kind in ("road", "river"):
        if kind in given:
            scene.link((4, 5), (5, 5), **{kind: int(given[kind])})
    clash = scene.clash(scene.stack(4, 5), scene.stack(5, 5, scene.someone("at_war")))
    (ground,) = field_of(scene.state(), clash).terrains
    return {"warlords": ground}


@rule("warlords.map.city")
def city_bonus(given: Given) -> Result:
    scene = WarScene()
    ground = of_ground(given.get("base", "grassland"))
    walls = {"fortification": given["walls"], "sabotaged": given.get("sabotaged", 0)}
    scene.province(5, 5, terrain=ground, **walls)
    enemy = scene.someone("at_war")
    place, city = given["place"], None
    if place == "city":
        city = scene.city(5, 5, enemy)
    elif place == "castle":
        scene.barony((5, 5), (6, 5))
        city = scene.city(6, 5, enemy, barony=scene.at(5, 5).barony)
        scene.tower(5, 5, "castle")
    defender = scene.stack(5, 5, enemy)
    clash: Clash = scene.clash(scene.stack(5, 5), defender, city)
    found = field_of(scene.state(), clash)
    return {"terrain": found.terrains[0], "fortification": found.fortification}


@rule("warlords.map.experience")
def level(given: Given) -> Result:
    scene = WarScene(cards={"card": {"strength": given["strength"], "hits": given["hits"]}})
    return {"encounter_level": encounter_level(scene.troop(scene.stack(5, 5), "card"))}


@rule("warlords.forecast")
def forecast(given: Given) -> Result:
    return {"percent": whole_percent(given["chance"])}


# ---------------------------------------------------------------- modules


@rule("warlords.pack.validation")
def validation(given: Given) -> Result:
    figures = [f"die = {given['die']}"] if "die" in given else []
    figures += [f"hero_mercy = {given['mercy']}"] if "mercy" in given else []
    card = {
        "strength": given.get("type_strength", 3),
        "hits": given.get("type_hits", 2),
        "move": given.get("type_move", 10),
        "recruits": given.get("recruits", 10),
    }
    lines = [f"{name} = {value}" for name, value in card.items()]
    if "ability" in given:
        lines.append(f"abilities = {{ {given['ability']} = {given.get('value', 1)} }}")
    if "terrain" in given:
        lines.append(f"terrain = {{ {given['terrain']} = 1 }}")
    if given.get("twice"):
        lines.append('name = "Peasant"')
    hero, level = given.get("hero_class", "warrior"), given.get("spell_level", 1)
    school = given.get("spell_school", given.get("school", "any"))
    place = given.get("item_place", given.get("place", "head"))
    text = "\n".join(
        [
            '[meta]\ntitle = "T"\nversion = "1.0"\ndescription = "T"\nextends = "warlords"',
            'packs = ["cohorts", "warlords"]',
            "[warlords]",
            *figures,
            "[unit_types.test]",
            *lines,
            f'[hero_types.test]\nclass = "{hero}"\nstrength = 3\nhits = 2\nmove = 10',
            "grows = { morale = 1 }",
            f'[war_spells.test]\nlevel = {level}\nschool = "{school}"\neffect = {{ morale = 1 }}',
            f'[relics.test]\nplace = "{place}"\neffect = {{ morale = 1 }}',
        ]
    )
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "test"
        made.mkdir()
        (made / "module.toml").write_text(text, encoding="utf-8")
        return {"valid": not check(made, [MODULES])}
