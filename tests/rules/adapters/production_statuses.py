"""What lasting statuses and supernatural ones do, and how they end or are passed on."""

from fractions import Fraction
from typing import Any

from engine.dice import Dice, ScriptedDice, Whole
from engine.modifiers import Modifier
from engine.module import key_of
from engine.orders import Order
from engine.packs.cohorts.characters.acting import ActionConfused
from engine.packs.cohorts.characters.afflicting import AfflictUnit
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.characters.drinking import DrinkPotion
from engine.packs.cohorts.magic.casting import CastingFailed
from engine.packs.cohorts.movement.burden import body_weight, full_weight
from engine.packs.cohorts.movement.rates import RATE, pace
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks.harm import inflict, without
from engine.packs.cohorts.things.equipment import mount_of
from engine.packs.cohorts.worth import healing
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.healing import Recovered
from engine.state import State
from tests.rules.adapters.characters_acting import Camp
from tests.rules.adapters.magic_scene import Magic
from tests.rules.harness import Given, Result, UnknownKeyError, rule
from tests.rules.scene import Ran, Scene, ref
from tests.rules.words import key

HOME = (5, 5)
ATTRIBUTES = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
LEVEL = 5
"""Of a status of which a case does not say how high it is."""


class Rolls:
    """Dice that all fall as a case says; of the plague the roll is the wounds themselves."""

    def __init__(self, given: Given) -> None:
        self.roll = given.get("roll")

    def stream(self, actor: str, purpose: str) -> Dice:
        if purpose == "plagued":
            return ScriptedDice([Whole((self.roll or 20) - 9, sides=21)])
        return ScriptedDice([Whole(self.roll or 100, sides=100)])


def attributes(given: Given) -> dict[str, int]:
    return {each: given.get(each, 10) for each in ATTRIBUTES}


def effective(scene: Scene, piece: Character) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for each in ATTRIBUTES:
        found[each] = attribute(scene.world, scene.content, piece, each).value  # type: ignore[arg-type]
    return found


def shown(piece: Character) -> dict[str, int]:
    return {key.capitalize(): level for key, level in piece.statuses.items()}


# ---------------------------------------------------------------- as time passes


@rule("cohorts.status.production-order")
@rule("cohorts.status.poisoned")
@rule("cohorts.status.plagued")
@rule("cohorts.status.frightened")
@rule("cohorts.status.bleeding")
def passing(given: Given) -> Result:
    own = given.where.partition("/")[0].rpartition(".")[2]
    named = [*given.get("statuses", []), given.get("status"), given.get("also")]
    names = [each.casefold() for each in named if each]
    if own != "production-order" and own not in names:
        names.append(own)
    scene = Scene()
    # Alone in the country, for nobody rests there as well.
    hero = scene.character(
        scene.at(*HOME),
        attributes=attributes(given),
        wounds=given.get("wounds", 0),
        statuses={each: given.get("level", LEVEL) for each in sorted(names)},
    )
    weakened = effective(scene, hero)
    healed = sum(event.healed for event in live(scene, hero, given, own))
    now = scene.now(hero)
    return {
        **weakened,
        "wounds": now.wounds,
        "dead": now.dead,
        "healed": healed,
        "statuses": shown(now),
        "bleeding": "bleeding" in now.statuses,
    }


def live(scene: Scene, hero: Character, given: Given, own: str) -> list[Recovered]:
    """Let the time pass that a case tells of, and say what healed."""
    weeks = given.get("weekly_productions", given.get("turns", 0))
    month = "roll" in given and own == "plagued"
    event = given.get("event", "weekly and monthly production" if month else "weekly production")
    if event == "inflicted":
        healthy = scene.change(hero, statuses={})
        inflict(scene.state(), healthy, own, LEVEL)
        return []
    if event == "monthly production step 1":
        healing.recover(State(scene.rules, scene.world, Rolls(given)))
        return []
    monthly = {"weekly production": False, "weekly and monthly production": True}.get(event)
    if monthly is None and event != "monthly production":
        raise UnknownKeyError(f"no such event: {event}")
    ran = [
        scene.produce(monthly=monthly is not False, dice=Rolls(given)) for _ in range(weeks or 1)
    ]
    return [event for each in ran for event in each.events(Recovered)]


# ---------------------------------------------------------------- what they hinder


@rule("cohorts.status.husk")
@rule("cohorts.status.insane")
@rule("cohorts.status.stoned")
def hindered(given: Given) -> Result:
    own = given.where.partition("/")[0].rpartition(".")[2]
    assert key(given.get("status", own)) == own
    if "racial_weight" in given:
        return weights(given)
    # The character has a mount, and nothing else that stands in the way of its order.
    scene = Camp(mana=30, level=30, skills={"spell_craft": 30}, equipment={"mount": "courser"})
    if not given.get("mounted", True):
        scene.change(scene.hero, equipment={})
    inflict(scene.state(), scene.now(scene.hero), own, LEVEL)
    if given.get("removed"):
        scene.world.put(without(scene.now(scene.hero), (own,)))
    mounted = mount_of(scene.content, scene.now(scene.hero)) is not None
    order = asked(scene, given.get("order", "take-a-break"))
    mana, stock = scene.now(scene.hero).mana, scene.held(scene.hero)
    ran = scene.run(order, dice=Rolls(given))
    now = scene.now(scene.hero)
    return {
        **result(ran),
        "can_act": not ran.refused,
        "mounted": mounted,
        "mana_spent": mana - now.mana,
        "action_used": not now.actions,
        "potion_consumed": scene.held(scene.hero) != stock,
    }


def asked(scene: Camp, name: str) -> Order:
    """The order that a case names; the spell is one that needs no luck."""
    if name != "cast-spell":
        return scene.order(name)
    scene.change(scene.hero, spells=("charm_of_speed",))
    target = ref(scene.party)
    return CharacterCastSpell(
        character=ref(scene.hero), spell="charm_of_speed", target=target, mana=5
    )


def result(ran: Ran) -> dict[str, object]:
    if ran.refused:
        return {"result": "refused", "reason": ran.code}
    lost = ran.events(ActionConfused) or ran.events(CastingFailed)
    return {"result": "failed" if lost else "goes on"}


def weights(given: Given) -> dict[str, object]:
    content = {
        "races": {"human": {"weight": given["racial_weight"]}},
        "gear": {"cloak": {"weight": given.get("equipment_weight", 0)}},
    }
    scene = Scene(content=content)
    statue = scene.character(
        scene.stack(*HOME), statuses={"stoned": LEVEL}, equipment={"back": "cloak"}
    )
    return {
        "weight": body_weight(scene.content, statue),
        "total_weight": full_weight(scene.world, scene.content, statue),
    }


@rule("cohorts.status.frozen")
def frozen(given: Given) -> Result:
    if "walking_rate" not in given:
        return passing(given)
    content: dict[str, Any] = {"races": {"human": {"land": {"rate": given["walking_rate"]}}}}
    if "mount_rate" in given:
        content["mounts"] = {"courser": {"land": {"rate": given["mount_rate"]}}}
    worn = {"mount": "courser"} if "mount_rate" in given else {}
    scene = Scene(content=content)
    stack = scene.stack(*HOME)
    scene.character(stack, statuses={"frozen": LEVEL}, equipment=worn)
    charm = Modifier(RATE, "percent", Fraction(given.get("charm_percent", 0)), "Charm")
    found = pace(State(scene.rules, scene.world, Rolls(given)), stack, "land", [charm])
    return {"land_rate": found.rate}


# ---------------------------------------------------------------- how they end


BREWED = {
    "Poisoned": "saffron_antidote",
    "Plagued": "plague_antidote",
    "Frightened": "draught_of_calm",
    "Insane": "draught_of_calm",
    "Frozen": "warming_cordial",
    "Bleeding": "staunching_draught",
}


@rule("cohorts.status.removal")
def removal(given: Given) -> Result:
    means = given["means"]
    usual = {"healing draught": "Frozen", "constitution": "Bleeding"}.get(means, "Poisoned")
    status = given.get("status", usual)
    scene = Magic(given.get("caster_level", 12))
    hero = scene.hero(
        statuses={key_of(status): given.get("status_level", LEVEL)}, attributes=attributes(given)
    )
    match means:
        case "antidote" | "healing draught":
            drink = f"{BREWED[status]}*{given['quality_index']}"
            scene.items(hero, **{drink: 1})
            ran = scene.run(DrinkPotion(character=ref(hero), potion=drink))
        case "constitution":
            ran = scene.produce(dice=Rolls(given))
        case "Remove Status" | "Remove All Statuses":
            named: dict[str, Any] = {}
            if means == "Remove Status":
                named["status"] = key_of(status)
            ran = scene.cast(means, hero, given.get("mana", 0), **named)
        case _:
            raise UnknownKeyError(f"no means of removal is called {means!r}")
    assert not ran.refused, ran.failures
    return {"removed": not scene.now(hero).statuses, "statuses": shown(scene.now(hero))}


# ---------------------------------------------------------------- supernatural


@rule("cohorts.status.supernatural")
def supernatural(given: Given) -> Result:
    content = {
        "races": {
            "human": {
                "land": {"rate": given.get("land_rate", 32)},
                "combat": {"mana_percent": int(100 * given.get("race_rate", 1))},
            }
        }
    }
    scene = Scene(content=content)
    stack = scene.stack(*HOME)
    hero = scene.character(
        stack,
        nature=key_of(given["status"]),
        attributes=attributes(given),
        level=given.get("level", 1),
        skills={"magic_user": 300},
        actions=0,
    )
    rate = pace(State(scene.rules, scene.world, Rolls(given)), stack, "land").rate
    found = {**effective(scene, hero), "land_rate": rate}
    if "new" in given:
        sponsor = scene.character(stack, nature=key_of(given["new"]))
        ran = scene.run(AfflictUnit(character=ref(sponsor), target=ref(hero)))
        return {**found, "result": ran.result()}
    scene.produce(monthly=True, dice=Rolls(given))
    return {**found, "mana_recovered": scene.now(hero).mana}


@rule("cohorts.order.afflict-unit")
def afflict(given: Given) -> Result:
    scene = Scene()
    sponsor = scene.character(scene.stack(*HOME), nature=marked(given.get("sponsor_status")))
    owner = scene.someone(given.get("target_faction", "own"))
    spot = HOME if given.get("same_province", True) else (8, 5)
    scene.character(scene.stack(*spot), name="Scout")  # so that who is there is known
    stack, nature = scene.stack(*spot, owner), {"nature": marked(given.get("target_status"))}
    match given.get("target", "character"):
        case "agent":
            target: Any = scene.agent(stack, owner)
        case "unit" | "military unit":
            target = scene.unit(stack, owner, **nature)
        case "main character":
            target = scene.character(stack, owner, starting=True, **nature)
        case "dead" | "dead character":
            target = scene.character(stack, owner, dead=True, **nature)
        case "character":
            target = scene.character(stack, owner, **nature)
        case other:
            raise UnknownKeyError(f"nobody is afflicted who is {other!r}")
    ran = scene.give(AfflictUnit, character=str(ref(sponsor)), target=str(ref(target)))
    now = getattr(scene.now(target), "nature", "")
    name = scene.content.natures[now].name if now else None
    return {
        "result": ran.result("success"),
        "reason": ran.code,
        "target_status": name,
    }


def marked(status: str | None) -> str:
    return key_of(status) if status else ""
