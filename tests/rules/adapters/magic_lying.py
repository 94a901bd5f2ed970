"""Shells, barriers, what removes them, and how long spells last."""

from collections.abc import Callable, Mapping

from engine.hexes import E, W
from engine.packs.cohorts.magic.effects.revealing import MagicDetected
from engine.packs.cohorts.magic.shells import covering
from engine.packs.cohorts.marching.march import MoveEnded
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.stacks.activation import DeactivateStack
from engine.packs.cohorts.worth.active_spells import ActiveSpell, Countdown, modifiers_on
from engine.world import Record
from tests.rules.adapters.magic_scene import HOME, MANA, Magic, outcome, told
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Ran, ref

# ---------------------------------------------------------------- shells


@rule("cohorts.magic.shell-stacking")
def stacking(given: Given) -> Result:
    """How strong a shell is: one less than the least strength with which a spell breaks it.

    A target is a province, city, stack, character or unit, the last two `in the city`, `loose` or
    else in a stack. Without a spell it is one of detection.
    """
    for mana in range(MANA):
        if _breaks(given, mana):
            return {"shell": mana}
    raise AssertionError("no spell breaks this shell")


def _breaks(given: Given, mana: int) -> bool:
    """Whether a spell of caster level 1 and so much mana is not resisted."""
    scene = Magic(1)
    stack, ground = scene.mine(), scene.away()
    words = given["target"].replace("military ", "").split()
    inside = {"city": scene.seat, "loose": ground}
    holder = next((inside[word] for word in words[1:] if word in inside), stack)
    if words[0] in ("city", "province", "stack"):
        holder = stack
    things: dict[str, Callable[[], Record]] = {
        "province": lambda: ground,
        "stack": lambda: stack,
        "city": lambda: scene.seat,
        "character": lambda: scene.character(holder),
        "unit": lambda: scene.unit(holder),
    }
    target = things[words[0]]()
    shells = {"stack_shell": stack, "city_shell": scene.seat, "province_shell": ground}
    scene.shells(given, **shells, **({"character_shell": target} if "character" in words else {}))
    spell = given.get("spell", "detect_magic")
    ran = scene.cast(spell, target, mana)
    if ran.code == "relation":  # a hostile spell is for an enemy's province
        foe = scene.character(scene.seat, scene.someone("at_war"))
        scene.change(scene.mages, city=scene.city(HOME[0] - 1, HOME[1], scene.me).id)
        scene.change(scene.seat, baron=foe.id)
        ran = scene.cast(spell, target, mana)
    assert not ran.refused, ran.failures
    return told(ran).outcome != "resisted"


@rule("cohorts.magic.shell-contest")
def contest(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    friendly = given.get("side") == "friendly"
    target = scene.hero() if friendly else scene.foe()
    scene.shells(given, shell=target)
    spell = "charm-of-strength" if friendly else "task-of-strength"
    return outcome(scene.cast(spell, target, given["mana"]))


@rule("cohorts.spell.provincial-shell")  # fmt: skip
def provincial_shell(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    target = scene.away(given.get("distance", 0))
    scene.put("provincial-shell", target, given.get("old_strength", 0))
    ran = scene.cast("provincial-shell", target, given.get("mana", 0))
    return {**outcome(ran), "strength": scene.strength("provincial-shell", target)}


@rule("cohorts.spell.character-shell")
def character_shell(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    target = scene.hero(given.get("distance", 0))
    if "event" in given:
        scene.put("character-shell", target, given["strength"])
        produce(scene, given["event"])
        return {"strength": scene.strength("character-shell", target)}
    ran = scene.cast("character-shell", target, given.get("mana", 0))
    return {**outcome(ran), "strength": scene.strength("character-shell", target)}


def produce(scene: Magic, event: str) -> None:
    match event:
        case "monthly production":
            scene.produce(monthly=True)
        case "weekly production only" | "end of turn":
            scene.produce()
        case other:
            raise AssertionError(f"no such event: {other}")


@rule("cohorts.spell.stack-shell")
def stack_shell(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    target = scene.mine(given.get("distance", 0))
    scene.unit(target)
    on = scene.seat if given.get("target") == "city" else target
    ran = scene.cast("stack-shell", on, given.get("mana", 0))
    return {**outcome(ran), "strength": scene.strength("stack-shell", on)}


@rule("cohorts.spell.city-shell")
def city_shell(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    if "city_shell" in given:
        scene.shells(given, city_shell=scene.seat, province_shell=scene.away())
        return {"shell_against_hostile": covering(scene.world, scene.content, scene.seat)}
    if not given.get("caster_in_barony", True):
        city = scene.city(HOME[0] + given.get("distance", 1), HOME[1], scene.me)
    else:
        city = scene.seat
    ran = scene.cast("city-shell", city, given.get("mana", 0))
    return {**outcome(ran), "strength": scene.strength("city-shell", city)}


@rule("cohorts.magic.spell-replacement")
def replacement(given: Given) -> Result:
    old, new = (
        given.get(word, {"caster_level": given.get(f"{word}_level"), "mana": 0})
        for word in ("old", "new")
    )
    scene = Magic(old["caster_level"])
    spell = scene.content.spells[scene.key(given["spell"])]
    on_stack = "stack" in spell.targets
    hostile = spell.side == "hostile"
    if on_stack:
        target: Record = scene.foes() if hostile else scene.mine()
    else:
        target = scene.foe() if hostile else scene.hero()
    assert not scene.cast(given["spell"], target, old["mana"]).refused
    scene.change(scene.mages, level=new["caster_level"])
    for _ in range(4):  # the countdown of the pair runs out, the spells of a month stay
        scene.produce()
    ran = scene.cast(given["spell"], target, new["mana"])
    changes = list(modifiers_on(scene.world, scene.content, target.place))
    return {
        "level": scene.strength(given["spell"], target),
        "effect_percent": abs(changes[0].amount) if changes else 0,
        **outcome(ran),
    }


# ---------------------------------------------------------------- how long spells last


@rule("cohorts.magic.monthly-expiry")
def expiry(given: Given) -> Result:
    scene = Magic()
    spell = scene.content.spells[scene.key(given["spell"])]
    things = {"province": scene.away(), "stack": scene.mine(), "character": scene.hero()}
    target = things.get(spell.targets[0], scene.seat)
    side = E if given["spell"] == "provincial-barrier" else -1
    scene.put(given["spell"], target, 10, side)
    for _ in range({"last": 0, "first": 3}[given.get("cast", "last turn").split()[0]]):
        scene.produce()
    produce(scene, given["event"])
    return {"active": scene.strength(given["spell"], target, side) > 0}


@rule("cohorts.magic.long-lasting-spells")
def diminishing(given: Given) -> Result:
    scene = Magic()
    side = E if given["spell"] == "provincial-barrier" else -1
    scene.put(given["spell"], scene.away(), given["strength"], side)
    for _ in range(given.get("weekly_productions", 0)):
        scene.produce()
    for _ in range(given.get("monthly_productions", 0)):
        scene.produce(monthly=True)
    return {"strength": scene.strength(given["spell"], scene.away(), side)}


# ---------------------------------------------------------------- barriers


@rule("cohorts.spell.provincial-barrier")
def barrier(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    if "barrier_side" in given:
        scene.put("provincial-barrier", scene.away(2), 10, given["barrier_side"])
        if "stack_leaves_to" in given:
            start, way = 2, given["stack_leaves_to"]
        else:
            way = {"east": "west", "west": "east"}[given["stack_enters_from"].split()[0]]
            start = 3 if way == "west" else 1
        return walk(scene, start, E if way.startswith("east") else W)
    side = given.get("direction", 0)
    scene.put("provincial-barrier", scene.away(), given.get("old_barrier", 0), side)
    ran = scene.cast("provincial-barrier", scene.away(), given.get("mana", 0), direction=side)
    return {**outcome(ran), "strength": scene.strength("provincial-barrier", scene.away(), side)}


def walk(scene: Magic, start: int, way: int, stack: Stack | None = None) -> Result:
    """Have a stack take one step."""
    mover = stack or scene.mine(start)
    if stack is None:
        scene.character(mover)
    ran = scene.run(
        MoveAlong.model_validate({"stack": ref(mover), "steps": ("e" if way == E else "w",)})
    )
    assert not ran.refused, ran.failures
    ends = ran.events(MoveEnded)
    now = scene.now(mover)
    return {
        "stopped": bool(ends) and ends[0].reason == "magic barrier",
        "movement_left": 0 if now.used == 1 else None,
    }


@rule("cohorts.spell.dispel-barrier")  # fmt: skip
def dispel_barrier(given: Given) -> Result:
    scene = Magic(1)
    there = scene.away(2)
    scene.put("provincial-barrier", there, given.get("barrier", 0), W)
    scene.shells(given, province_shell=there)
    if "power" in given:
        ran = scene.cast("dispel-barrier", there, given["power"] - 1, direction=W)
        return {**outcome(ran), "barrier": scene.strength("provincial-barrier", there, W)}
    stack = scene.mine(1)
    scene.character(stack)
    for power in given["waiting"]:
        assert not scene.cast("dispel-barrier", stack, power - 1).refused
        for countdown in scene.world.all(Countdown):
            scene.world.remove(countdown)
    result: Result = {}
    if "event" in given:
        produce(scene, given["event"])
    else:
        result = walk(scene, 1, E, stack)
    left = sorted(each.strength for each in scene.world.by(ActiveSpell, "on", stack.place))
    used = [power for power in given["waiting"] if power not in left]
    return {**result, "waiting_left": left, "used": used[0] if used else None}


# ---------------------------------------------------------------- dispelling


@rule("cohorts.spell.dispel-shell-of-protection")
def dispel_shell(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    foe = scene.foe()
    stack = scene.world.get(Stack, foe.holder.id)
    ground = scene.away()
    things: dict[str, Record] = {"character": foe, "stack": stack, "province": ground}
    target = things[given["target"]]
    if given["target"] == "province":
        scene.shells(given, province=ground, city_shell=scene.seat)
    else:
        scene.shells(given, own=target, container=stack, province=ground)
    ran = scene.cast("dispel-shell-of-protection", target, given.get("mana", 0))
    return {
        **outcome(ran),
        "own": sum(scene.strength(f"{kind}-shell", target) for kind in ("character", "stack")),
        "container": scene.strength("stack-shell", stack),
        "province": scene.strength("provincial-shell", ground),
    }


CHARMS = [f"charm-of-{of}" for of in ("strength", "dexterity", "wisdom", "battle", "power")]
TASKS = [name.replace("charm", "task") for name in CHARMS]


def _dispelled(
    scene: Magic, spell: str, target: Record, mana: int, sorts: Mapping[str, int]
) -> tuple[Ran, list[str]]:
    """Cast a dispelling spell on what has spells of these strengths; which are left."""
    for name, strength in sorts.items():
        scene.put(name, target, strength)
    ran = scene.cast(spell, target, mana)
    return ran, [name for name in sorts if scene.strength(name, target)]


@rule("cohorts.magic.dispel-family")
@rule("cohorts.spell.dispel-character-charms")
def dispel_charms(given: Given) -> Result:
    level = given.get("power", given.get("caster_level"))
    levels = given.get("charms", given.get("charm_levels"))
    scene = Magic(level)
    target = scene.foe()
    scene.shells(given, shell=target)
    sorts = dict(zip(CHARMS, levels, strict=False))
    spell = given.get("spell", "dispel-character-charms")
    ran, left = _dispelled(scene, spell, target, given.get("mana", 0), sorts)
    return {
        **outcome(ran),
        "left": [sorts[name] for name in left],
        "removed": [sorts[name] for name in sorts if name not in left],
    }


@rule("cohorts.spell.dispel-character-tasks")
def dispel_tasks(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    target = scene.hero()
    scene.shells(given, shell=target)
    sorts = dict(zip(TASKS, given["tasks"], strict=False))
    ran, left = _dispelled(scene, "dispel-character-tasks", target, given.get("mana", 0), sorts)
    return {**outcome(ran), "left": [sorts[name] for name in left]}


@rule("cohorts.spell.dispel-stack-charms")
@rule("cohorts.spell.dispel-stack-tasks")
def dispel_on_stack(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    charms = "stack-charms" in given.where
    stack = scene.foes() if charms else scene.mine()
    unit = scene.unit(stack, scene.owner(stack))
    scene.shells(given, stack_shell=stack, province_shell=scene.away())
    if "unit_in_stack_has" in given:
        scene.put(given["unit_in_stack_has"], unit, 5)
    told = given.get("charms", given.get("tasks", given.get("stack_charms", {})))
    sorts = dict(told) if isinstance(told, Mapping) else dict.fromkeys(told, 5)
    spell = "dispel-stack-charms" if charms else "dispel-stack-tasks"
    ran, left = _dispelled(scene, spell, stack, given.get("mana", 0), sorts)
    return {**outcome(ran), "left": [Name(name) for name in left]}


@rule("cohorts.magic.task-family")
def tasks(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    if "order" in given:
        assert given["order"] == "deactivate stack"
        stack = scene.mine()
        for task in given["stack_tasks"]:
            scene.put(task, stack, 10)
        ran = scene.run(DeactivateStack(stack=ref(stack)))
        return {"result": ran.result()}
    target = scene.foe()
    scene.shells(given, shell=target)
    return outcome(scene.cast("task-of-strength", target, given["mana"]))


# ---------------------------------------------------------------- what magic sees of magic


@rule("cohorts.spell.detect-magic")
def detect_magic(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    foe = scene.foe(given.get("distance", 0))
    stack = scene.world.get(Stack, foe.holder.id)
    scene.shells(
        given, own=foe, container=stack, province=scene.away(given.get("distance", 0)), shell=stack
    )
    for name, strength in given.get("spells", {}).items():
        scene.put(name, foe, strength)
    ran = scene.cast("detect-magic", foe, given.get("mana", 0))
    seen = next(iter(ran.events(MagicDetected)), None)
    found: dict[str, int] = {}
    if seen:
        found = {Name(glow.spell): glow.strength for glow in seen.spells}
        if seen.shell:
            found["shell"] = seen.shell
    return {**outcome(ran), "reveals": found}
