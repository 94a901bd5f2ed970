"""Warmaster in a campaign: units, leaders, items, walls, and what battles leave in the world."""

from typing import Any

from engine.battle import BattleRecord, Engagement
from engine.packs.cohorts.content.item_keys import recruits_item
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.worth.levels import encounter_level
from engine.packs.warmaster.battle.ground import COVER
from engine.packs.warmaster.battle.happenings import Ended, Stood, UnitPosition
from engine.packs.warmaster.battle.mercy import Mercy, mercy
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.college import MakeMagicItem
from engine.packs.warmaster.fielding import figures_of_unit
from engine.packs.warmaster.leading import command_of
from engine.packs.warmaster.muster import armies_of, site_of, terrain_of
from engine.packs.warmaster.pieces import stands_of
from engine.packs.warmaster.pitched.buying import valid_points
from engine.packs.warmaster.system import NAME
from engine.packs.warmaster.training import TrainRegiments
from tests.packs.warmaster.scene import MusterScene
from tests.rules.harness import Given, Result, folded, rule
from tests.rules.scene import ref

_ARMOUR = {3: "3+", 4: "4+", 5: "5+", 6: "6+", 7: "none"}
_OF_STANDS = {1: "griffon", 2: "great-cannon", 3: "halberdiers"}


def type_called(scene: MusterScene, name: str) -> str:
    """The key of the unit type of that name."""
    types = (kind for army in scene.war.army_lists.values() for kind in army.units.values())
    return next(kind.key for kind in types if folded(name) in (folded(kind.key), folded(kind.name)))


# ---------------------------------------------------------------- units


@rule("warmaster.map.military-unit")
def military_unit(given: Given) -> Result:
    scene, full = MusterScene(), given["full"]
    if given.get("after"):
        return {"wounds": wounds_after(scene, full, given["stands"])}
    unit = scene.troop(scene.stack(5, 5), _OF_STANDS[full], wounds=given["wounds"])
    return {"stands": figures_of_unit(scene.state(), unit).stands}


def wounds_after(scene: MusterScene, full: int, stands: int) -> object:
    """The wounds of a unit of the winner that a battle leaves with that many stands."""
    mine, foe = scene.stack(4, 5), scene.someone("at_war")
    theirs = scene.stack(5, 5, foe)
    unit = scene.troop(mine, _OF_STANDS[full])
    scene.troop(theirs, "tusk-warriors", foe)
    clash = scene.clash(mine, theirs)
    scene.settle(ended(scene, clash, "attacker", ((stands,), (0,))))
    return scene.now(unit).wounds


def ended(
    scene: MusterScene,
    clash: Any,
    winner: str,
    stands: tuple[tuple[int, ...], tuple[int, ...]],
    characters: tuple[tuple[int, ...], tuple[int, ...]] | None = None,
    dice: str = "",
) -> BattleRecord:
    """A battle that ended so: with these stands left, these characters, and these dice after it."""
    state = scene.state()
    armies = armies_of(state, clash, site_of(state, clash))
    with_ = characters or ((1,) * len(armies[0].captains), (1,) * len(armies[1].captains))
    one, other = (tuple(UnitPosition((0, 0), n) for n in side) for side in stands)
    slain, fell = ([n for n, unit in enumerate(side, start=1) if not unit] for side in with_)
    rolls = iter(dice)
    won = SIDES.index("attacker" if winner == "attacker" else "defender")
    after = mercy(
        Mercy(rally=scene.war.warmaster.rally, spare=scene.war.warmaster.mercy),
        SIDES[won],
        [number for number, n in enumerate(stands[won], start=1) if not n],
        (slain, fell),
        lambda: int(next(rolls)),
    )
    events = (
        Stood(round=8, units=(one, other), characters=with_),
        Ended(winner=SIDES[won], reason="withdrawal", round=8),
        *after,
    )
    assert next(rolls, None) is None
    fight = Engagement(participants=armies, events=events, winner=winner)
    return BattleRecord(system=NAME, clash=clash, engagements=(fight,))


@rule("warmaster.map.training")
def training(given: Given) -> Result:
    scene = MusterScene()
    works = ("barracks", "livery", "lumber_mill")
    city = scene.workplace(**{name: given[name] for name in works if name in given})
    kind = type_called(scene, given["type"])
    army = next(each for each in scene.war.army_lists.values() if kind in each.units)
    race = next(race for race, key in scene.war.armies.items() if key == army.key)
    scene.items(city, **{recruits_item(race): given["recruits"]})
    scene.run(
        TrainRegiments(
            city=ref(city),
            type=kind,
            race=race,
            quantity=given["asked"],
            attached=given.get("attached", False),
        )
    )
    units = list(scene.world.by(Unit, "holder", city.place))
    left = scene.held(city).get(recruits_item(race), 0)
    return {"made": len(units), "recruits_left": left}


@rule("warmaster.map.conversion")
def conversion(given: Given) -> Result:
    content: dict[str, Any] = {
        "armors": {"soft_leather": {"df": given.get("armor_df", 0)}},
        "races": {"human": {"air": {"rate": 30, "capacity": 10_000}}},
    }
    if not given.get("flies"):
        del content["races"]
    scene = MusterScene(content=content)
    worn = {"armor": "soft_leather"}
    if given.get("bow"):
        worn["ranged"] = "short_bow"
    if given.get("mounted"):
        worn["mount"] = "palfrey"
    if "artillery" in given:
        engine = folded(given["artillery"])
        unit = scene.unit(scene.stack(5, 5), arm="artillery", type=engine)
    else:
        unit = scene.unit(
            scene.stack(5, 5),
            level=given["level"],
            soldiers=given["soldiers"],
            equipment=worn,
        )
    troop = figures_of_unit(scene.state(), unit)
    return {
        "encounter_level": encounter_level(unit),
        "kind": troop.kind,
        "attacks": troop.attacks,
        "hits": troop.hits,
        "armour": _ARMOUR[troop.armour],
        "stands": troop.full_stands,
        "pace": troop.pace,
        "shots": troop.shots,
        "range": troop.range,
        "pierce": "pierce" in troop.special,
    }


@rule("warmaster.map.character")
def character(given: Given) -> Result:
    scene = MusterScene()
    if "list_command" in given:
        leading = scene.war.warmaster.leading
        return {"command": command_of(leading, given["list_command"], given["level"])}
    stack, foe = scene.stack(5, 5), scene.someone("at_war")
    scene.troop(stack, "halberdiers")
    for _ in range(given["characters"]):
        scene.character(stack, level=5)
    clash = scene.clash(stack, scene.stack(5, 5, foe))
    state = scene.state()
    general = armies_of(state, clash, site_of(state, clash))[0].captains[0]
    assert general.role == "general"
    return {"command": general.command, "attack_bonus": general.bonus}


# ---------------------------------------------------------------- items and walls


@rule("warmaster.map.items")
def items(given: Given) -> Result:
    scene = MusterScene()
    city = scene.city(5, 5, scene.me)
    college = scene.guild(city, "college", level=given["college_level"], actions=1)
    materials = scene.war.warmaster.college.materials
    held = {name: given[name] for name in materials if name in given}
    scene.items(city, **{name: count for name, count in held.items() if count})
    item = next(key for key in scene.war.magic_items if folded(key) == folded(given["item"]))
    if "cost" in given:
        assert scene.war.magic_items[item].highest_cost == given["cost"]
    ran = scene.run(MakeMagicItem(guild=ref(college), item=item))
    made = scene.held(city).get(item, 0)
    assert made == (not ran.refused)
    return {"accepted": not ran.refused, "cost": scene.war.magic_items[item].highest_cost}


@rule("warmaster.map.city")
def city(given: Given) -> Result:
    scene = MusterScene()
    enemy, place = scene.someone("at_war"), given["place"]
    scene.province(5, 5, fortification=given["walls"])
    settled = None
    if place == "city":
        settled = scene.city(5, 5, enemy)
    else:
        scene.barony((5, 5), (6, 5))
        scene.city(6, 5, enemy)
    if place == "castle":
        scene.tower(5, 5, "castle")
    defender = scene.stack(5, 5, enemy)
    scene.troop(defender, "tusk-warriors", enemy)
    site = site_of(scene.state(), scene.clash(scene.stack(5, 5), defender, settled))
    wall = terrain_of((8, 2), site.walls)
    return {"wall_kind": wall if site.walls else None, "cover": COVER.get(wall, 0)}


# ---------------------------------------------------------------- the result


@rule("warmaster.map.result")
def result(given: Given) -> Result:
    scene = MusterScene()
    mine, foe = scene.stack(4, 5), scene.someone("at_war")
    theirs = scene.stack(5, 5, foe)
    if "loser_unit_stands" in given:
        loser = scene.troop(mine, _OF_STANDS[given["full"]])
        scene.troop(theirs, "tusk-warriors", foe)
        clash = scene.clash(mine, theirs)
        stands = ((given["loser_unit_stands"],), (3,))
        scene.settle(ended(scene, clash, "defender", stands))
        return {"captured": scene.now(loser).captor == foe.id}
    winner = scene.troop(mine, "halberdiers")
    scene.troop(mine, "halberdiers")
    scene.troop(theirs, "tusk-warriors", foe)
    if "winner_unit_die" in given:
        clash = scene.clash(mine, theirs)
        dice = str(given["winner_unit_die"])
        scene.settle(ended(scene, clash, "attacker", ((0, 3), (0,)), dice=dice))
        return {"rallies": not scene.gone(winner) and stands_of(3, scene.now(winner).wounds) == 1}
    hero = scene.character(mine, slot=1)
    side = "attacker" if given["side"] == "winner" else "defender"
    clash, dice = scene.clash(mine, theirs), str(given["slain_character_die"])
    characters = ((0,), (1,))
    scene.settle(ended(scene, clash, side, ((3, 3), (3,)), characters, dice))
    now = scene.now(hero)
    state = "dead" if now.dead else "prisoner" if now.captor else "with army"
    return {"state": state, "wounds_percent": now.wounds}


@rule("warmaster.map.experience")
def experience(given: Given) -> Result:
    scene, full = MusterScene(), given["full"]
    unit = scene.troop(scene.stack(5, 5), _OF_STANDS[full])
    assert unit.ext
    lost = full - given["stands"]
    unit = scene.change(
        unit, wounds=100 * lost // full, ext=unit.ext.replace(points=given["points"])
    )
    return {"encounter_level": encounter_level(unit)}


@rule("warmaster.battle.kinds")
def kinds(given: Given) -> Result:
    figures = MusterScene().war.warmaster.pitched
    return {"valid": valid_points(figures, given["points"])}
