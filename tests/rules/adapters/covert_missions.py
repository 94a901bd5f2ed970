"""The missions of spies, thieves, assassins and saboteurs; bodyguards; how prisoners get free."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.campaign import Player
from engine.packs.cohorts.covert.assassins import AssassinateCharacter, KidnapCharacter
from engine.packs.cohorts.covert.bodyguards import AssignBodyguard
from engine.packs.cohorts.covert.defense import MissionGround, of_character
from engine.packs.cohorts.covert.findings import PiecesSpied
from engine.packs.cohorts.covert.mission import Mission
from engine.packs.cohorts.covert.odds import Craft
from engine.packs.cohorts.covert.prisoners import AttemptEscape, EscapeAttempted, RescueCharacter
from engine.packs.cohorts.covert.sabotage import (
    CauseStrifeInCity,
    SabotageFortifications,
    SabotageMoraleOfTroops,
    TroopsDisheartened,
)
from engine.packs.cohorts.covert.spying import DefensesSpied, SpyDefenses, SpySpotted
from engine.packs.cohorts.covert.thieving import (
    ItemsStolen,
    StealEquippedItem,
    StealItemFromStackPossessions,
)
from engine.packs.cohorts.magic.lasting import waits
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, City, Stack
from engine.world import Record
from tests.rules.adapters.covert_scene import HOME, Covert, ended
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran, Scene, ref

ROLLS = ("roll", "escape_roll")


# ---------------------------------------------------------------- thieves


@rule("cohorts.covert.stealing-capacity")
def stealing_capacity(given: Given) -> Result:
    """A mounted thief steals spears; `possessions` weigh that much and are carried as well."""
    content = {
        "races": {"human": {"land": {"capacity": given["capacity"]}}},
        "weapons": {"spear": {"weight": given["item_weight"]}},
        "armors": {"chain_mail": {"weight": given["equipped"]}},
        "gear": {"cloak": {"weight": given.get("possessions", 0)}},
    }
    scene = Covert(content=content)
    scene.change(scene.hero, equipment={"armor": "chain_mail", "mount": "palfrey"})
    scene.items(scene.hero, cloak=1)
    stack = scene.camp()
    scene.items(stack, spear=given["present"])
    order = scene.order(StealItemFromStackPossessions, stack, count=given.get("order_quantity"))
    ran = scene.carry_out(order, 1)
    assert not ran.refused
    left = scene.held(stack).get("spear", 0)
    stolen = scene.held(scene.hero).get("spear", 0)
    assert stolen + left == given["present"]
    return {"stolen": stolen, "left": left}


@rule("cohorts.order.steal-item-from-provincial-possessions")
@rule("cohorts.order.steal-item-from-character-possessions")
@rule("cohorts.order.steal-item-from-stack-possessions")
@rule("cohorts.order.steal-item-from-city-possessions")
def steal(given: Given) -> Result:
    scene = Covert.of(given)
    target = scene.target(given.about.split("-")[3])
    scene.guard(target, given.get("defense", 0), "thief")
    scene.items(target, spear=1)
    cls = scene.mission(given.about)
    rolls = [given[roll] for roll in ROLLS if roll in given]
    ran = scene.carry_out(scene.order(cls, target), *rolls)
    for _ in range(given.get("now", 0) - given.get("done_turn", 0)):
        scene.produce()
    return {
        **ended(ran),
        "stolen": sum(event.count for event in ran.events(ItemsStolen)),
        "ready": not waits(scene.world, scene.hero.place, " ".join(cls.path)),
    }


@rule("cohorts.order.steal-equipped-item")
def steal_equipped(given: Given) -> Result:
    scene = Covert.of(given)
    target = scene.theirs(scene.camp(), thief=given.get("defense", 0))
    scene.change(target, equipment={"main_hand": "spear"})
    if given.get("also_in_possessions"):
        scene.items(target, spear=4)
    order = scene.order(StealEquippedItem, target)
    odds = scene.venture(order).odds
    ran = scene.carry_out(order, *[given[roll] for roll in ROLLS if roll in given])
    taken = ["equipment" if each.worn else "possessions" for each in ran.events(ItemsStolen)]
    return {
        **ended(ran),
        "chance": odds.success,
        "escape": odds.escape,
        "taken_from": next(iter(taken), ""),
        "quantity": scene.held(scene.hero).get("spear", 0),
    }


# ---------------------------------------------------------------- spies


@rule("cohorts.order.spy-defenses")
def spy_defenses(given: Given) -> Result:
    scene = Covert.of(given)
    target = scene.target("character")
    scene.guard(target, given["defense"], "spy")
    ran = scene.carry_out(scene.order(SpyDefenses, target), given["roll"])
    (event,) = ran.events(DefensesSpied)
    captured = scene.now(scene.hero).captor != 0
    return {
        "reveals": event.levels["spy"],
        "spotted": bool(ran.events(SpySpotted)),
        "captured": captured,
    }


@rule("cohorts.order.spy-province")
@rule("cohorts.order.spy-city")
def spy(given: Given) -> Result:
    scene = Covert.of(given)
    target = scene.target("province" if given.about == "spy-province" else "city")
    scene.guard(target, given.get("defense", 0), "spy")
    rolls = [given[roll] for roll in ROLLS if roll in given]
    return ended(scene.carry_out(scene.order(scene.mission(given.about), target), *rolls))


@rule("cohorts.order.spy-barony")
def spy_barony(given: Given) -> Result:
    if "target" not in given:
        return spy(given)
    assert given["target"] == "province without capital"
    scene = Covert.of(given)
    return ended(scene.run(scene.order(scene.mission("spy-barony"), scene.land())))


@rule("cohorts.order.spy-character")
def spy_character(given: Given) -> Result:
    scene = Covert.of(given)
    scene.land()
    own = {"spy": given.get("own_spy", given.get("defense", 0))}
    target = scene.theirs(scene.camp(), **own, stealth=given.get("own_stealth", 0))
    for level in given.get("bodyguards_here", []):
        scene.change(scene.theirs(scene.camp(), spy=level), guarding=target.id)
    for _ in range(given.get("towers_in_range", 0)):
        scene.tower(*scene.there)
    if given.get("knave_guild"):
        scene.guild(scene.capital(), "knave", given["knave_guild"])
    order = scene.order(scene.mission("spy-character"), target)
    rolls = [given[roll] for roll in ROLLS if roll in given]
    if given.get("distance", 0) > 20:
        return ended(scene.run(order))
    defense = scene.venture(order).defense.level
    return {**ended(scene.carry_out(order, *rolls)), "defense": defense}


@rule("cohorts.order.spy-party")
@rule("cohorts.order.spy-legion-fleet")
def spy_on_all(given: Given) -> Result:
    """Each piece is of a separate faction, so that none defends another."""
    scene = Covert.of(given)
    units = "legion" in given.where
    for number, rating in enumerate(given.get("ratings", [])):
        owner = scene.player(f"player {number}", f"side {number}")
        stack = scene.stack(*scene.there, owner)
        if units:
            scene.unit(stack, owner, level=rating - 1, soldiers=25)
        else:
            scene.able(stack, owner, spy=rating)
    order = scene.order(
        scene.mission("spy-legion-fleet" if units else "spy-party"), scene.at(*scene.there)
    )
    defense = scene.venture(order).defense.level
    rolls = [given[roll] for roll in ROLLS if roll in given]
    ran = scene.carry_out(order, *rolls)
    found = [event.pieces for event in ran.events(PiecesSpied)]
    assert found in ([], [len(given.get("ratings", []))])
    return {**ended(ran), "defense": defense}


# ---------------------------------------------------------------- prisoners


@rule("cohorts.order.rescue-character")
def rescue(given: Given) -> Result:
    scene = Covert.of(given)
    scene.them = scene.someone(given.get("captor", "at_war"))
    jail = scene.camp()
    whose = given.get("prisoner_of_player", "own")
    # An enemy of mine whom another enemy holds.
    owner = {
        "own": lambda: scene.me,
        "teammate": lambda: scene.someone("teammate"),
        "enemy": lambda: scene.player("another enemy", "at_war"),
    }.get(whose, lambda: scene.someone(whose))()
    free = given.get("target") == "free character"
    prisoner = scene.able(jail, owner)
    if not free:
        scene.change(prisoner, captor=scene.foe.id)
    if given.get("sponsor_in") in {"province", "loose"}:
        scene.change(scene.hero, holder=scene.at(*HOME).place)
    best = max(("spy", "thief", "assassin"), key=lambda craft: given.get(craft, 0))
    scene.guard(jail, given.get("defense", 0), best)
    rolls = [given[roll] for roll in ROLLS if roll in given]
    ran = scene.carry_out(scene.order(RescueCharacter, prisoner), *rolls or [1])
    now = scene.now(prisoner)
    to = {
        scene.party.place: "container of the sponsor",
        scene.at(*HOME).place: "province of the sponsor",
    }.get(now.holder, "")
    return {**ended(ran), "prisoner_of" if now.captor else "freed_into": to}


@rule("cohorts.order.attempt-escape")
def escape(given: Given) -> Result:
    """The prison is in the middle; containers of mine are as far away as the case says."""
    scene = Scene(40, 12)
    foe = scene.someone("at_war")
    jail = scene.stack(20, 6, foe)
    skills = {"stealth": given.get("stealth", 0), "thief": given.get("best_covert", 0)}
    captor = foe.id if given.get("prisoner", True) else 0
    hero = scene.character(
        jail, job="priest", captor=captor, skills={k: v for k, v in skills.items() if v}
    )
    if given.get("defense"):
        guard = {"spy" if skills["stealth"] > skills["thief"] else "thief": given["defense"]}
        scene.character(jail, foe, job="priest", skills=guard)
    homes: dict[object, str] = {}
    for kind, distance in given.get("containers", {}).items():
        home: City | Stack
        if kind == "city":
            home = scene.city(20, 6, baron=hero.id)
            scene.change(home, province=scene.at(20 + distance, 6).id)
        else:
            home = scene.stack(20 - distance, 6)
        homes[home.place] = kind
    order = AttemptEscape(character=ref(hero))
    ran = Covert.carry_out(scene, order, given.get("roll", 1))  # type: ignore[arg-type]
    if ran.refused:
        return {"result": "refused", "reason": ran.code}
    (event,) = ran.events(EscapeAttempted)
    now: Character = scene.now(hero)
    loose = now.holder == scene.at(20, 6).place
    to = homes.get(now.holder, "loose in the same province" if loose else "")
    return {
        "chance": event.chance,
        "result": "success" if event.outcome == "escaped" else "failed",
        "to": to,
    }


CRAFTS: Mapping[str, Craft] = {"assassinate": "assassin", "kidnap": "assassin", "spy": "spy"}


def plot(given: Given, **more: Any) -> Covert:
    """A scene in which my character is where the case says: in a stack, a city or loose."""
    scene = Covert(**more)
    match given.get("assassin_in", "stack"):
        case "city":
            den: Record = scene.city(*HOME, scene.me)
        case "province":
            den = scene.at(*HOME)
        case _:
            den = scene.party
    scene.hero = scene.change(scene.hero, holder=den.place)
    return scene


# ---------------------------------------------------------------- bodyguards


@rule("cohorts.order.assign-bodyguard")
def bodyguards(given: Given) -> Result:
    if "guards" in given:
        return {"bodyguard_defense": _guarded(given["guards"], str(given["mission"]))}
    scene = Covert()
    people = {name: scene.character(scene.party, name=name) for name in "ABC"}

    def assign(guard: str, client: str) -> Ran:
        order = AssignBodyguard(character=ref(people[guard]), client=ref(people[client]))
        ran = scene.run(order)
        scene.produce()
        return ran

    sponsor, client = str(given["sponsor"]), str(given["client"])
    for text in (sponsor, client):
        found = re.fullmatch(r"(\w) (?:who )?(guarded by|guards|guarding) (\w)", text)
        if found:
            one, how, other = found.groups()
            assert not assign(*((other, one) if how == "guarded by" else (one, other))).refused
    ran = assign(sponsor[0], client[0])
    names = {person.id: name for name, person in people.items()}
    posts = {name: names.get(scene.now(one).guarding) for name, one in people.items()}
    return {
        "result": ran.result(),
        "reason": ran.code,
        **{f"{name}_guards": post for name, post in posts.items()},
        **{
            f"guards_of_{name}": [g for g, post in posts.items() if post == name] for name in people
        },
    }


def _guarded(guards: Sequence[Given], mission: str) -> int:
    """What guards oppose to a mission against their client, who has no skill himself."""
    scene = Scene()
    client = scene.character(scene.stack(*HOME))
    for each in guards:
        here = each.get("here", True)
        skills = {craft: each.get(craft, 0) for craft in ("spy", "thief", "assassin")}
        status = str(each.get("status", "")).casefold()
        guard = scene.character(
            scene.stack(*(HOME if here else (1, 1))),
            job=str(each.get("class", "warrior")).casefold(),
            level=each.get("level", 1),
            skills=skills,
        )
        assert not scene.run(AssignBodyguard(character=ref(guard), client=ref(client))).refused
        statuses = {status: 10} if status not in ("", "dead") else {}
        scene.change(guard, statuses=statuses, dead=status == "dead")
    crafts: list[Craft] = [CRAFTS[word] for word in mission.split("-") if word in CRAFTS]
    craft: Craft = crafts[0] if crafts else "thief"
    spot = scene.at(*HOME).id
    ground = MissionGround(
        scene.world, scene.content, spot, faction_of(scene.world, client), (craft,)
    )
    return of_character(ground, scene.now(client)).level


# ---------------------------------------------------------------- assassins


@rule("cohorts.order.assassinate-character")
def assassinate(given: Given) -> Result:
    scene = plot(given, assassin=given.get("assassin", 20))
    target = _victim(scene, given)
    ran = scene.carry_out(scene.order(AssassinateCharacter, target), 1)
    now = scene.now(target)
    return {**ended(ran), "wounds": now.wounds, "dead": now.dead}


@rule("cohorts.order.kidnap-character")
def kidnap(given: Given) -> Result:
    scene = plot(given, assassin=given.get("assassin", 20))
    target = _victim(scene, given)
    rolls = (100, 1) if given.get("result") == "failed_escaped" else (1,)
    ran = scene.carry_out(scene.order(KidnapCharacter, target), *rolls)
    now = scene.now(target)
    held = now.captor == scene.me.id and now.holder == scene.hero.holder
    return {**ended(ran), "prisoner_of": "container of the assassin" if held else None}


def _victim(scene: Covert, given: Given) -> Character:
    return scene.character(
        scene.stack(*HOME, scene.foe),
        scene.foe,
        attributes={"CON": given.get("effective_CON", 10)},
        wounds=given.get("wounds", 0),
        skills={"assassin": given.get("defense", 0)},
    )


# ---------------------------------------------------------------- saboteurs


@rule("cohorts.order.sabotage-morale-of-troops")
def morale(given: Given) -> Result:
    """A mission against a province with an enemy unit, with units of every side, or with nobody.

    `in` is `city` for a garrison. `ratings` are the levels of thieves, one in each stack; the
    mission then fails and its thief is caught. Without them it succeeds.
    """
    scene = plot(given, thief=given["thief"])
    garrison = given.get("in") == "city"
    points: dict[str, int] = dict(given.get("units", {}))
    if "morale" in given:
        points["enemy"] = given["morale"]
    units = {
        side: scene.unit(_camp(scene, side, garrison=garrison), _player(scene, side), morale=each)
        for side, each in points.items()
    }
    stacks: dict[str, Stack] = {}
    for name, level in given.get("ratings", {}).items():
        stacks[name] = scene.stack(*HOME, scene.foe, name=name)
        scene.character(stacks[name], scene.foe, job="warrior", level=1, skills={"thief": level})
        scene.unit(stacks[name], scene.foe)
    order = scene.order(SabotageMoraleOfTroops, scene.at(*HOME))
    defense = scene.venture(order).defense.level
    ran = scene.carry_out(order, *given.get("rolls", (100, 100) if stacks else (1,)))
    left = {side: scene.now(unit).morale for side, unit in units.items()}
    event = next(iter(ran.events(TroopsDisheartened)), None)
    names = {stack.place: name for name, stack in stacks.items()}
    return {
        "loss_percent": event.percent if event else 0,
        "morale": left if "units" in given else left.get("enemy"),
        **ended(ran),
        "defense": defense,
        "captor": names.get(scene.now(scene.hero).holder),
    }


def _player(scene: Covert, side: str) -> Player:
    return scene.foe if side == "enemy" else scene.someone(side)


def _camp(scene: Covert, side: str, *, garrison: bool) -> Record:
    """A stack of a side there, or its city with the garrison."""
    owner = _player(scene, side)
    return scene.city(*HOME, owner) if garrison else scene.stack(*HOME, owner)


def _sabotaged(scene: Covert, cls: type[Mission], target: Record) -> Ran:
    """A mission of another thief of mine, who succeeds."""
    den = scene.world.at(scene.hero.holder)
    assert den
    thief = scene.able(den, thief=30)
    return scene.carry_out(scene.order(cls, target, character=ref(thief)), 1)


@rule("cohorts.order.cause-strife-in-city")
def strife(given: Given) -> Result:
    scene = plot(given)
    people = {"human": given.get("population", 12000)}
    city = scene.city(*HOME, scene.foe, population=people)
    for _ in range(int(given.get("strife", True))):
        assert not _sabotaged(scene, CauseStrifeInCity, city).refused
    scene.produce(monthly=given.get("event") == "monthly production")
    now = scene.now(city)
    return {"actions": now.actions, "strife": now.strife}


@rule("cohorts.order.sabotage-fortifications")
def walls(given: Given) -> Result:
    scene = plot(given)
    scene.city(*HOME, scene.foe)
    scene.province(*HOME, fortification=given["level"])
    for _ in range(2 if given.get("sabotaged_twice") else 1):
        assert not _sabotaged(scene, SabotageFortifications, scene.at(*HOME)).refused
    if given.get("event") == "monthly production":
        scene.produce(monthly=True)
    now = scene.at(*HOME)
    return {"effective_level": now.walls, "level": now.fortification}
