"""The machinery of covert missions: range, chances, defenses, outcomes, capture, prisoners."""

from typing import Any

from engine.orders import Order
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.characters.gathering import GatherFlora
from engine.packs.cohorts.characters.practising import PracticeSkill
from engine.packs.cohorts.covert import defense
from engine.packs.cohorts.covert.defense import MissionGround
from engine.packs.cohorts.covert.mission import MissionEnded
from engine.packs.cohorts.covert.odds import CRAFTS, Craft, best_craft, reach
from engine.packs.cohorts.covert.prisoners import AttemptEscape
from engine.packs.cohorts.covert.spying import SpyCharacter, SpyProvince
from engine.packs.cohorts.covert.thieving import ItemsStolen, StealItemFromStackPossessions
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.ownership import faction_of, owner_of, province_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack
from engine.packs.cohorts.stacks.leaving import BuryUnit
from engine.world import Record
from tests.rules.adapters.battle_world import Field
from tests.rules.adapters.covert_scene import SKILLS, Covert, ended
from tests.rules.dice import Unsighted
from tests.rules.harness import Given, Result, UnknownKeyError, rule
from tests.rules.scene import Scene, ref

CRAFT_OF = {"spy": "spy", "steal": "thief", "assassinate": "assassin", "kidnap": "assassin"}


@rule("cohorts.covert.range")
def reach_of(given: Given) -> Result:
    scene = Covert.of(given)
    ran = scene.run(scene.order(SpyProvince, scene.land()))
    return {
        "range": reach(scene.world, scene.content, scene.hero),
        "in_range": not ran.refused,
        **(ended(ran) if ran.refused else {}),
    }


@rule("cohorts.covert.success-chance")
def success_chance(given: Given) -> Result:
    scene = Covert(spy=given["skill"], stealth=given.get("stealth", 0))
    return {"chance": _spying_on_a_guarded_one(scene, given["defense"]).odds.success}


@rule("cohorts.covert.escape-chance")
def escape_chance(given: Given) -> Result:
    scene = Covert(stealth=given["stealth"])
    return {"escape": _spying_on_a_guarded_one(scene, given["defense"]).odds.escape}


def _spying_on_a_guarded_one(scene: Covert, level: int) -> Any:
    target = scene.target("character")
    scene.guard(target, level, "spy")
    return scene.venture(scene.order(SpyCharacter, target))


@rule("cohorts.covert.risk-limit")
def risk_limit(given: Given) -> Result:
    """Levels are sought for which the chances are as the case says."""
    success, escape = given["success"], given["escape"]
    least = max(0, 50 - escape, 50 - success)
    level = next(d for d in range(least, 200) if (success - 50 + d) % 10 == 0)
    scene = Covert(spy=(success - 50 + level) // 2, stealth=escape - 50 + level)
    target = scene.target("character")
    scene.guard(target, level, "spy")
    ran = scene.run(scene.order(SpyCharacter, target, risk=given.get("risk_limit")))
    (event,) = ran.events(MissionEnded)
    aborted = event.outcome == "aborted"
    assert bool(scene.now(scene.hero).actions) is aborted
    return {"capture": event.capture, "result": "aborted" if aborted else "goes on"}


# ---------------------------------------------------------------- defenses


@rule("cohorts.covert.defense-place")
def defense_of_a_place(given: Given) -> Result:
    scene = Covert()
    stack, land = scene.camp(), scene.land()
    if not given.get("barony_allied", True):
        scene.change(scene.capital(), baron=scene.character(land, scene.someone("neutral")).id)
    _fortify(scene, given)
    assert not given.get("nothing") or len(given) == 1
    if "related_skill" in given:
        scene.theirs(stack, thief=given["related_skill"])
    if "knave_level" in given:
        scene.character(stack, scene.foe, job="knave", level=given["knave_level"])
    if "unit_EL" in given:
        scene.unit(stack, scene.foe, level=given["unit_EL"] - 1, soldiers=25)
    order = scene.order(StealItemFromStackPossessions, stack)
    return {"defense": scene.venture(order).defense.level}


@rule("cohorts.covert.defense-character")
def defense_of_a_character(given: Given) -> Result:
    scene = Covert()
    scene.land()
    _fortify(scene, given)
    own = {each: given[f"own_{each}"] for each in SKILLS if f"own_{each}" in given}
    client = scene.theirs(scene.camp(), **own)
    craft: Craft = CRAFT_OF[given["mission"]]  # type: ignore[assignment]
    x, y = scene.there
    for level in given.get("bodyguards_here", []):
        scene.change(scene.theirs(scene.camp(), **{craft: level}), guarding=client.id)
    for level in given.get("bodyguards_elsewhere", []):
        scene.change(scene.theirs(scene.at(x + 1, y), **{craft: level}), guarding=client.id)
    if any(key.startswith("bodyguard_") for key in given):
        skills = {
            each: given[f"bodyguard_{each}"] for each in CRAFTS if f"bodyguard_{each}" in given
        }
        guard = scene.theirs(scene.camp(), **skills)
        job = given.get("bodyguard_class", "priest").casefold()
        scene.change(guard, job=job, level=given.get("bodyguard_level", 1), guarding=client.id)
    return {"defense": _against(scene, client, craft)}


def _against(scene: Scene, target: Character | Stack | City | Province, craft: Craft) -> int:
    province = target.id if isinstance(target, Province) else province_of(scene.world, target.place)
    land = scene.world.get(Province, province)
    own = isinstance(target, Province)
    side = owner_of(scene.world, land) if own else faction_of(scene.world, target)
    ground = MissionGround(scene.world, scene.content, province, side, (craft,))
    return defense.of(ground, target).level


def _fortify(scene: Covert, given: Given) -> None:
    """The guild and towers of the barony, as a case says."""
    x, y = scene.there
    if given.get("knave_guild"):
        scene.guild(scene.capital(), "knave", given["knave_guild"])
    for _ in range(given.get("towers_in_range", 0)):
        scene.tower(x, y)
    if "tower_level" in given:
        east = x + given["tower_distance"]
        scene.province(east, y, barony=scene.capital().barony)
        scene.tower(east, y, "watch", given["tower_level"])


@rule("cohorts.skill.covert")
def covert_skill(given: Given) -> Result:
    scene = Covert.of(given)
    if "defends_against" in given:
        craft: Craft = CRAFT_OF[given["defends_against"]]  # type: ignore[assignment]
        return {"skill_used": _against(scene, scene.hero, craft)}
    if given["mission"] == "generic":
        return {"skill_used": best_craft(scene.world, scene.content, scene.hero)[1]}
    words = {"spy": "spy-province", "steal": "steal-item-from-provincial-possessions"}
    cls = scene.mission(words.get(given["mission"], f"{given['mission']}-character"))
    assert cls.craft == CRAFT_OF[given["mission"]]
    order = cls.model_construct(character=ref(scene.hero))
    return {"skill_used": order.skill(scene.state(), scene.hero)}


@rule("cohorts.skill.stealth")
def stealth(given: Given) -> Result:
    if "viewer" not in given:
        assert given["mission"] in {"failed", "spy"}
        scene = Covert.of(given)
        odds = _spying_on_a_guarded_one(scene, given["defense"]).odds
        return {"escape_chance": odds.escape, "success_chance": odds.success}
    scene = Covert(away=20)
    x = 5 if given.get("in_range", True) else 15
    if given["viewer"] in {"agent", "agitator"}:
        scene.agent(scene.stack(4, 6, scene.foe), scene.foe)
    else:
        home = scene.city(10, 10, scene.foe)
        scene.province(x, 6, barony=home.barony)
        scene.tower(x, 6, given["viewer"].replace("-", " ").removesuffix(" tower"), 1)
    stack = scene.stack(3, 6)
    for each in given["stack"]:
        if isinstance(each, str):
            scene.unit(stack)
        else:
            scene.able(stack, stealth=each["stealth"])
    dice = Unsighted()
    order = Move.model_validate({"stack": ref(stack), "destination": ref(scene.at(4, 6))})
    ran = scene.run(order, dice=dice)
    assert not ran.refused
    theirs = [e.for_(scene.foe.faction) for e in ran.entries if isinstance(e.event, StackSighted)]
    return {"sight_chance": 100 if any(theirs) else next(iter(dice.of(scene.foe.faction)), 0)}


# ---------------------------------------------------------------- against whom, the result


@rule("cohorts.covert.relations")
def relations(given: Given) -> Result:
    scene = Covert(relation=given["target"], spy=30, thief=30, assassin=30)
    cls = scene.mission(given["mission"])
    kinds = [kind for kind in ("character", "stack", "city", "province") if kind in cls.rule]
    ran = scene.run(scene.order(cls, scene.target(kinds[0] if kinds else "province")))
    assert ran.code in {"", "relation"}
    return {"allowed": not ran.refused}


@rule("cohorts.covert.outcomes")
def outcomes(given: Given) -> Result:
    scene = Covert()
    stack = scene.camp()
    there = {"spear": 3} if given.get("item_present", True) else {}
    scene.items(stack, **there)
    result = given.get("result", "success")
    fails = given.get("success_roll_fails", result.startswith("failed"))
    flees = given.get("escape_roll_succeeds", result == "failed_escaped")
    rolls = [100, 1 if flees else 100] if fails else [1]
    spy = given.get("mission", "theft").startswith("spy")
    order = (
        scene.order(SpyCharacter, scene.theirs(stack))
        if spy
        else scene.order(StealItemFromStackPossessions, stack)
    )
    if result == "aborted":
        order = order.model_copy(update={"risk": 0})
    ran = scene.carry_out(order, *rolls)
    learned = [entry for entry in ran.entries if entry.for_(scene.foe.faction)]
    stolen = [event.count for event in ran.events(ItemsStolen)]
    return {
        **ended(ran),
        "effect": None if scene.held(stack) == there and not stolen else "some",
        "action_used": not scene.now(scene.hero).actions,
        "taken": sum(stolen),
        "told": "not found" if stolen == [0] else "",
        "target_owner_told": "something" if learned else "nothing",
    }


@rule("cohorts.covert.sponsor-condition")
def sponsor_condition(given: Given) -> Result:
    scene = Covert()
    if "sponsor" in given:
        return _tried_by(scene, given["sponsor"])
    rolls = {"success": [1], "failed_escaped": [100, 1], "failed_captured": [100, 100]}
    order = scene.order(StealItemFromStackPossessions, scene.camp())
    ran = scene.carry_out(order, *rolls[given["result"]])
    assert ended(ran)["result"] == given["result"]
    return {"sponsor_moved": scene.now(scene.hero).holder != scene.party.place}


def _tried_by(scene: Covert, sponsor: str) -> Result:
    """A mission of somebody who may not be able to."""
    match sponsor.casefold():
        case "dead":
            scene.change(scene.hero, dead=True)
        case "prisoner":
            scene.change(scene.hero, holder=scene.camp().place, captor=scene.foe.id)
        case "agent":
            agent = ref(scene.agent(scene.party))
            return ended(scene.give(SpyProvince, character=agent, target=ref(scene.land())))
        case "not controlled" | "teammate" | "enemy":
            owner = scene.someone("enemy" if sponsor == "enemy" else "teammate")
            scene.change(scene.hero, player=owner.id)
        case status:
            scene.change(scene.hero, statuses={status: 1})
    return ended(scene.run(scene.order(SpyProvince, scene.land())))


@rule("cohorts.covert.capture")
def capture(given: Given) -> Result:
    scene = Covert()
    cls = scene.mission(_mission_called(given["mission"]))
    target = _captors_target(scene, given)
    if "prisoner_in" in given:
        target = scene.able(scene.camp(given["prisoner_in"]))
        scene.change(target, captor=scene.foe.id)
    if "best_defender_in" in given:
        scene.theirs(scene.camp(given["best_defender_in"]), thief=9, spy=9)
        scene.theirs(scene.camp("stack 1"), thief=3, spy=3)
    match given.get("best_defender", ""):
        case "":
            pass
        case "tower" | "watch tower":
            scene.tower(*scene.there)
        case "loose":
            scene.theirs(scene.at(*scene.there), thief=9, spy=9)
        case _:
            scene.theirs(scene.camp("stack 1"), thief=3, spy=3)
            scene.guild(scene.capital(), "knave", 9)
    ran = scene.carry_out(scene.order(cls, target), 100, 100)
    return {**ended(ran), "held_by": _held_by(scene, target)}


def _mission_called(words: str) -> str:
    """The order of a mission that a case calls `steal from city`, `assassinate` or the like."""
    what, _, place = words.partition(" from ")
    if what == "steal":
        where = "provincial" if place == "province" else place
        return f"steal-item-from-{where}-possessions"
    alone = {"assassinate", "kidnap", "rescue"}
    return f"{what}-character" if what in alone else words.replace(" ", "-")


def _captors_target(scene: Covert, given: Given) -> Record:
    """What the mission of a case is aimed at, by the last word of its name; else a character."""
    match given["mission"].replace("-", " ").split()[-1]:
        case "city":
            return scene.target("city")
        case "stack":
            return scene.camp(given.get("target_in", "Camp"))
        case "province" | "party" | "legion" | "fleet" | "morale" | "fortifications":
            wild = given.get("containers") == []
            return scene.at(*scene.there) if wild else scene.land()
        case _:
            scene.land()
            inside = given.get("target_in", "stack 1")
            loose = inside in {"province", "loose"}
            return scene.theirs(scene.at(*scene.there) if loose else scene.camp(inside))


def _held_by(scene: Covert, target: Record) -> str:
    hero = scene.now(scene.hero)
    holder = scene.world.at(hero.holder)
    assert bool(hero.captor) == (hero.holder != scene.party.place)
    if holder == target:
        return "that city" if isinstance(target, City) else "that stack"
    return "capital city" if isinstance(holder, City) else getattr(holder, "name", "")


# ---------------------------------------------------------------- prisoners


@rule("cohorts.covert.prisoners")
def prisoners(given: Given) -> Result:
    if "container_beaten_by" in given:
        return _beaten(given["container_beaten_by"])
    scene = Covert()
    if "captor_order" in given:
        assert given["captor_order"] == "bury-unit"
        held = scene.change(scene.theirs(scene.party), captor=scene.me.id)
        ran = scene.run(BuryUnit(piece=ref(held), sure=True))
        assert not ran.refused
        return {"dead": scene.gone(held), "buried": scene.gone(held)}
    scene.change(scene.hero, holder=scene.camp().place, captor=scene.foe.id)
    ran = scene.run(_order_of_a_prisoner(scene, given["prisoner_order"]))
    return {"result": ran.result("goes on"), "reason": ran.code}


def _order_of_a_prisoner(scene: Covert, name: str) -> Order:
    character = ref(scene.hero)
    match name:
        case "attempt-escape":
            return AttemptEscape(character=character)
        case "cast-spell":
            return CharacterCastSpell(
                character=character, spell="fireball", target=ref(scene.scout)
            )
        case "gather-flora":
            land = ref(scene.at(*scene.there))
            return GatherFlora(character=character, province=land, flora="lavender")
        case "practice-skill":
            return PracticeSkill(character=character, skill="spy")
        case _:
            return scene.order(scene.mission(name), scene.land())


def _beaten(winner: str) -> Result:
    """A stack of theirs with a prisoner in it is beaten by mine."""
    field = Field()
    scene = field.scene
    if winner not in {"faction of the prisoner", "ally of the prisoner", "third faction"}:
        raise UnknownKeyError(f"no case is beaten by {winner!r}")
    whose = {"faction of the prisoner": "self", "ally of the prisoner": "allied"}
    prisoner = scene.character(
        field.theirs, scene.someone(whose.get(winner, "neutral")), captor=field.foe.id
    )
    scene.unit(field.mine)
    scene.unit(field.theirs, field.foe)
    field.end(0)
    now = scene.now(prisoner)
    with_winner = now.holder == field.mine.place
    return {
        "freed": not now.captor,
        "in": "container of the winner" if with_winner else "",
        "prisoner_of": "winner" if now.captor == scene.me.id else "",
    }
