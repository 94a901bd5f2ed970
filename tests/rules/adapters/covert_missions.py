"""The missions of spies and thieves, and how prisoners get free."""

from engine.packs.cohorts.covert.findings import PiecesSpied
from engine.packs.cohorts.covert.prisoners import AttemptEscape, EscapeAttempted, RescueCharacter
from engine.packs.cohorts.covert.spying import DefensesSpied, SpyDefenses, SpySpotted
from engine.packs.cohorts.covert.thieving import (
    ItemsStolen,
    StealEquippedItem,
    StealItemFromStackPossessions,
)
from engine.packs.cohorts.magic.lasting import waits
from engine.packs.cohorts.pieces.records import Character, City, Stack
from tests.rules.adapters.covert_scene import HOME, Covert, ended
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, ref

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


def _steal(given: Given, kind: str) -> Result:
    scene = Covert.of(given)
    target = scene.target(kind)
    scene.guard(target, given.get("defense", 0), "thief")
    scene.items(target, spear=1)
    cls = scene.mission(f"steal-item-from-{kind}-possessions".replace("province-", "provincial-"))
    rolls = [given[roll] for roll in ROLLS if roll in given]
    ran = scene.carry_out(scene.order(cls, target), *rolls)
    for _ in range(given.get("now", 0) - given.get("done_turn", 0)):
        scene.produce()
    return {
        **ended(ran),
        "stolen": sum(event.count for event in ran.events(ItemsStolen)),
        "ready": not waits(scene.world, scene.hero.place, " ".join(cls.path)),
    }


@rule("cohorts.order.steal-item-from-provincial-possessions")
def steal_from_a_province(given: Given) -> Result:
    return _steal(given, "province")


@rule("cohorts.order.steal-item-from-character-possessions")
def steal_from_a_character(given: Given) -> Result:
    return _steal(given, "character")


@rule("cohorts.order.steal-item-from-stack-possessions")
def steal_from_a_stack(given: Given) -> Result:
    return _steal(given, "stack")


@rule("cohorts.order.steal-item-from-city-possessions")
def steal_from_a_city(given: Given) -> Result:
    return _steal(given, "city")


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


def _spy(given: Given, kind: str) -> Result:
    scene = Covert.of(given)
    target = scene.target("province" if kind == "province" else "city")
    scene.guard(target, given.get("defense", 0), "spy")
    rolls = [given[roll] for roll in ROLLS if roll in given]
    return ended(scene.carry_out(scene.order(scene.mission(f"spy-{kind}"), target), *rolls))


@rule("cohorts.order.spy-province")
def spy_province(given: Given) -> Result:
    return _spy(given, "province")


@rule("cohorts.order.spy-city")
def spy_city(given: Given) -> Result:
    return _spy(given, "city")


@rule("cohorts.order.spy-barony")
def spy_barony(given: Given) -> Result:
    if "target" not in given:
        return _spy(given, "barony")
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
