"""Movement: rates, the cost of steps, and moves along a route as the Move order takes them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from engine.battle import BATTLE, BattleRecord, Clash, Engagement, Odds
from engine.dice import Dice, SeededDice
from engine.hexes import Hex
from engine.modifiers import Modifier
from engine.module import key_of
from engine.packs.cohorts.content.bonus import Bonus
from engine.packs.cohorts.content.land import MODES, Mode
from engine.packs.cohorts.content.peoples import Travel
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import Move, MoveAlong
from engine.packs.cohorts.movement.rates import RATE, pace
from engine.packs.cohorts.movement.stamina import Stamina, shown
from engine.packs.cohorts.movement.steps import is_coastal, points
from engine.packs.cohorts.pieces.records import Province, Stack
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from engine.state import State
from engine.world import Place
from tests.rules.harness import Given, Name, Result, folded, rule
from tests.rules.scene import SEED, Ran, Scene, ref

PLENTY = 100
RACES = ("human", "orc", "goblin")
TALENTS = ("swordsman", "axeman", "pikeman")
LOAD = "cloak"
START, EAST = (5, 5), (6, 5)


def state_of(scene: Scene) -> State:
    return State(scene.rules, scene.world, SeededDice(SEED, 1))


def stamina_of(scene: Scene, stack: Stack, mode: Mode = "land") -> Stamina:
    return Stamina.of(state_of(scene), scene.now(stack), mode)


def everywhere(rate: int) -> dict[str, Any]:
    """A people with this rate in every mode, to whom all terrain is alike."""
    travel = Travel(rate=rate, capacity=PLENTY)
    return {**dict.fromkeys(MODES, travel), "terrain_percent": {}}


def terrain(scene: Scene, name: str) -> str:
    """The module's spelling of a terrain."""
    return next(key for key in scene.content.terrains if key_of(key) == key_of(name))


def moved(scene: Scene, stack: Stack, *route: str, mode: Mode | None = None) -> Ran:
    return scene.run(MoveAlong(stack=ref(stack), steps=route, mode=mode))


def entered(ran: Ran) -> int:
    return len([province for event in ran.events(StackMoved) for province in event.route])


def cost_of(ran: Ran) -> object:
    """What the steps taken cost; None if there were none."""
    done = ran.events(StackMoved)
    return done[0].points - done[0].left if done else None


def step_east(
    to: str,
    *,
    start: str = "grassland",
    mode: Mode | None = None,
    people: Mapping[str, Any] | None = None,
    terrains: Mapping[str, Any] | None = None,
    ship: bool = False,
    **link: int,
) -> Ran:
    """One step of humans with plenty of movement into a terrain, over a link."""
    human = {**everywhere(PLENTY), **(people or {})}
    scene = Scene(content={"races": {"human": human}, "terrains": terrains or {}})
    scene.province(*START, terrain=terrain(scene, start))
    scene.province(*EAST, terrain=terrain(scene, to))
    scene.link(START, EAST, **link)
    stack = scene.stack(*START)
    if ship:
        scene.unit(stack, arm="ship", type="barge")
    else:
        scene.character(stack)
    return moved(scene, stack, "e", mode=mode)


# ---------------------------------------------------------------- rates


@rule("cohorts.movement.base-rate")
@rule("cohorts.movement.stack-modifiers")
def stack_rate(given: Given) -> Result:
    mode = given.get("mode", "land")
    rates = given["rates"]
    none = [0] * len(rates)
    percents = given.get("own_percents", none)
    races = {
        race: {mode: Travel(rate=rate, capacity=100)}
        for race, rate in zip(RACES, rates, strict=False)
    }
    talents = {
        key: {"bonuses": (Bonus(target="rate", percent=amount),)}
        for key, amount in zip(TALENTS, percents, strict=False)
    }
    scene = Scene(
        content={"races": races, "talents": talents, "gear": {LOAD: {"weight": 1}}},
    )
    overburden = {0: 0} | {
        step.penalty_percent: step.up_to_percent for step in scene.content.movement.overburden_land
    }
    stack = scene.stack(*START)
    penalties = given.get("overburden_penalties", none)
    for race, talent, penalty, _ in zip(RACES, TALENTS, penalties, rates, strict=False):
        member = scene.character(stack, race=race, talents=(talent,))
        scene.items(member, **{LOAD: 100 + overburden[penalty]})
    spells = [
        Modifier(RATE, "percent", Fraction(amount), "spell")
        for amount in given.get("stack_percents", [])
    ]
    return {"stack_rate": pace(state_of(scene), stack, mode, spells).rate}


@rule("cohorts.movement.terrain-modifiers")
def terrain_modifiers(given: Given) -> Result:
    scene = Scene(
        content={
            "races": {
                race: {"terrain_percent": {"forest": percent}}
                for race, percent in given["race_percents"].items()
            },
            "terrains": {"forest": {"land": given["terrain_cost"]}},
        }
    )
    stack = scene.stack(*START)
    for race in given["race_percents"]:
        trained = race in given.get("trained_races", [])
        for _ in range(given.get("units", {}).get(race, 1)):
            scene.unit(stack, race=race, talents=("terrain_trained_forest",) if trained else ())
    stamina = stamina_of(scene, stack)
    return {
        "stack_percent": stamina.pace.terrain_percent["forest"],
        "cost": points(stamina.gait.step("forest")),
    }


# ---------------------------------------------------------------- the cost of a step


@rule("cohorts.movement.step-cost")
def step_cost(given: Given) -> Result:
    scene = Scene()
    to = terrain(scene, given["terrain"])
    family = scene.content.terrains[to].family
    ran = step_east(
        to,
        mode=given.get("mode", "land"),
        people={"terrain_percent": {family: given.get("stack_percent", 0)}},
        road=given.get("road", 0),
        river=given.get("river", 0),
    )
    return {"cost": cost_of(ran)}


@rule("cohorts.world.terrain-movement-costs")
def terrain_cost(given: Given) -> Result:
    return {"cost": cost_of(step_east(given["terrain"], mode=given["mode"]))}


@rule("cohorts.world.terrain-racial-movement")
def racial_cost(given: Given) -> Result:
    scene = Scene()
    scene.province(*EAST, terrain=terrain(scene, given["terrain"]))
    stack = scene.stack(*START)
    for race in given["races_in_stack"]:
        scene.unit(stack, race=race)
    return {"cost": cost_of(moved(scene, stack, "e"))}


@rule("cohorts.world.rivers-by-land")
@rule("cohorts.improvement.road-effect")
def link_by_land(given: Given) -> Result:
    link = {"road": given.get("road_level", 0), "river": given.get("river_level", 0)}
    if given.get("entered_by_other_side"):
        link = {}  # the link is on another side than that over which the stack comes
    ran = step_east(
        "grassland",
        mode=given.get("mode", "land"),
        people={"terrain_percent": {"grassland": given.get("race_percent", 0)}},
        terrains={"grassland": {"land": given["base"], "air": given.get("air_base", 8)}},
        **link,
    )
    return {"cost": cost_of(ran)}


@rule("cohorts.world.rivers-by-water")
def river_by_water(given: Given) -> Result:
    ran = step_east(
        given.get("terrain_entered", "grassland"),
        mode=given["mode"],
        ship=given.get("ships", False),
        river=given["river_level"],
    )
    return {"allowed": bool(entered(ran)), "cost": cost_of(ran)}


@rule("cohorts.movement.water-access")
def water_access(given: Given) -> Result:
    """A step east: by land on foot, by water as a fleet, or as a swimmer if it says so.

    A coast is next to more sea; a city stands there if the case says so, of `owner` or mine.
    """
    mode, words = given["mode"], given["to"].split()
    swims = given.get("swims", not given.get("ships", mode == "water"))
    walks = {"land": Travel(rate=PLENTY, capacity=PLENTY)}
    content = {
        "races": {"human": everywhere(PLENTY) if swims else walks},
        "ships": {"barge": {"speed": PLENTY}},
    }
    scene = Scene(content=content)
    known = {folded(key) for key in scene.content.terrains}
    scene.province(*START, terrain=terrain(scene, given["from"].split()[-1]))
    ground = next((word for word in words if folded(word) in known), "grassland")
    scene.province(*EAST, terrain=terrain(scene, ground))
    if "city" in words and "without" not in words:
        sides = (word for word in words if word in {"allied", "enemy", "neutral"})
        scene.city(*EAST, scene.someone(given.get("owner", next(sides, "self"))))
    scene.link(START, EAST, river=given.get("river_level", 0))
    stack = scene.stack(*START)
    if swims or mode == "land":
        scene.character(stack)
    else:
        scene.unit(stack, arm="ship", type="barge")
    ran = moved(scene, stack, "e", mode=mode)
    return {"allowed": bool(entered(ran)), "cost": cost_of(ran)}


@rule("cohorts.world.coastal-province")
def coastal(given: Given) -> Result:
    scene = Scene()
    province = scene.province(*START, terrain=given["terrain"])
    around = scene.grid.neighbours(Hex(*START))
    for hex_, name in zip(around, given["neighbor_terrains"], strict=True):
        assert hex_
        scene.province(*hex_.spot, terrain=name)
        scene.link(START, hex_.spot, river=given.get("river_level", 0))
    return {"coastal": is_coastal(scene.world, scene.content, province)}


# ---------------------------------------------------------------- how far


@rule("cohorts.movement.reach")
def reach(given: Given) -> Result:
    scene = Scene(16, content={"races": {"human": everywhere(given["rate"])}})
    for x in range(16):
        scene.province(x, 5, terrain=terrain(scene, given["terrain"]))
    stack = scene.stack(*START)
    scene.character(stack)
    ran = moved(scene, stack, *["e"] * 12, mode=given["mode"])
    return {"provinces": entered(ran)}


@rule("cohorts.movement.minimum-move")
def minimum_move(given: Given) -> Result:
    scene = Scene(
        content={
            "races": {"human": everywhere(given["rate"])},
            "terrains": {"grassland": {"land": given["cost"]}},
        }
    )
    stack = scene.stack(*START, used=Fraction(given["used_percent"], 100))
    scene.character(stack)
    ran = moved(scene, stack, "e")
    return {"can_enter": entered(ran) == 1, "used_percent": scene.now(stack).used * 100}


@rule("cohorts.movement.point-consumption")
def consumption(given: Given) -> Result:
    if "rates" in given:
        return parted(given)
    if "air_rate" in given:
        return dismounted(given)
    scene = Scene(content={"races": {"human": everywhere(given["stack_rate"])}})
    stack = scene.stack(*START, used=Fraction(given["stack_used_percent"], 100))
    for percent in given["members_used_percent"]:
        scene.character(stack, used=Fraction(percent, 100))
    return {"points_left": stamina_of(scene, stack).points}


def parted(given: Given) -> Result:
    assert given["then"] == "split"
    scene = Scene(
        content={
            "races": {race: everywhere(rate) for race, rate in given["rates"].items()},
            "terrains": {"grassland": {"land": given["spent"]}},
        }
    )
    stack, other = scene.stack(*START), scene.stack(*EAST)
    scene.character(stack, race="elf")
    dwarf = scene.character(stack, race="dwarf")
    moved(scene, stack, "e")
    scene.run(TransferCharacter(character=ref(dwarf), target=ref(other)))
    return {
        "elf_left": stamina_of(scene, stack).points,
        "dwarf_left": stamina_of(scene, other).points,
        "used_percent_shown": shown(scene.now(stack).used * 100),
    }


def dismounted(given: Given) -> Result:
    scene = Scene(
        content={
            "races": {"human": {"land": {"rate": given["then_walk_at"]}}},
            "mounts": {"griffon": {"air": {"rate": given["air_rate"]}}},
            "terrains": {"grassland": {"air": given["spent"]}},
        }
    )
    stack = scene.stack(*START)
    rider = scene.unit(stack, equipment={"mount": "griffon"})
    moved(scene, stack, "e", mode="air")
    scene.change(rider, equipment={})
    return {"left_shown": shown(stamina_of(scene, stack).points)}


# ---------------------------------------------------------------- ways


@rule("cohorts.movement.pathfinding")
def pathfinding(given: Given) -> Result:
    # Two ways from (1, 3) to (3, 3) in the sea: by the north and by the south, of one province
    # or two. The destination itself comes after the provinces of either way.
    scene = Scene(terrain="sea", content={"races": {"human": everywhere(PLENTY)}})
    ways = {
        2: [((2, 2), (3, 2)), ((2, 4), (3, 4))],
        1: [((2, 3),), ((2, 3),)],
    }
    goal = scene.province(3, 3, terrain="grassland")
    scene.province(1, 3, terrain="grassland")
    through: dict[int, str] = {goal.id: given.get("destination", "neutral")}
    for number, way in enumerate(given["routes"]):
        hexes = ways[len(way["terrains"])][number]
        for hex_, name in zip(hexes, way["terrains"], strict=True):
            province = scene.province(*hex_, terrain=terrain(scene, name))
            through[province.id] = way.get("through", "neutral")
    if "barony at war" in through.values():
        foe = scene.someone("at_war")
        hexes = [scene.grid.at(id - 1).spot for id in through if through[id] == "barony at war"]
        scene.barony((9, 9), *hexes)
        scene.city(9, 9, foe)
    remember(scene.world, scene.ours.id, range(1, len(scene.grid) + 1), scene.world)
    stack = scene.stack(1, 3)
    scene.character(stack)
    [done] = scene.run(Move(stack=ref(stack), destination=ref(goal))).events(StackMoved)
    on_the_way = done.route[:-1]
    again = scene.stack(1, 3)
    scene.character(again)
    walked = moved(scene, again, *(f"province:{id}" for id in on_the_way))
    return {
        "chosen": [Name(scene.world.get(Province, id).terrain) for id in on_the_way],
        "cost": cost_of(walked),
        "chosen_through": through[on_the_way[0]],
    }


class Decided:
    """Battles that always end the same way and hurt nobody."""

    def __init__(self, winner: str) -> None:
        self.winner = winner

    def muster(self, state: State, clash: Clash) -> tuple[None, tuple[None, ...]]:
        return None, (None, None)

    def fight(self, field: Any, sides: tuple[Any, ...], dice: Dice, clash: Clash) -> BattleRecord:
        fight = Engagement(participants=(), events=(), winner=self.winner)
        return BattleRecord(system="decided", clash=clash, engagements=(fight,))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        pass

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        return ()

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        yield Odds(attacker_wins=float(self.winner == "attacker"), exact=True)


@rule("cohorts.movement.move-order")
def move_order(given: Given) -> Result:
    path = given.get("path", ["Grassland"])
    scene = Scene(content={"races": {"human": everywhere(given.get("rate", PLENTY))}})
    for x, name in enumerate(path, start=START[0] + 1):
        scene.province(x, START[1], terrain=terrain(scene, name))
    owner = scene.someone(given["stack_owner"]) if "stack_owner" in given else None
    stack = scene.stack(*START, owner)
    scene.unit(stack, owner)
    if "battle_at_step" in given:
        assert given["battle"] == "lost"
        scene.rules.contests = {BATTLE: Decided("defender")}
        foe = scene.someone("at_war")
        scene.unit(scene.stack(START[0] + given["battle_at_step"], START[1], foe), foe)
    ran = moved(scene, stack, *["e"] * len(path))
    left = stamina_of(scene, stack).points
    return {
        "result": ran.result(),
        "provinces_entered": entered(ran),
        "points_left": left,
        "movement_ended": left == 0 and entered(ran) == given.get("battle_at_step"),
    }


@rule("cohorts.movement.gates")
def gates(given: Given) -> Result:
    """A gate leads from A to B, and from B back to A if the case says so."""
    steps = {"cross gate": "gate"}
    share = Fraction(given.get("used_percent", 0), 100)
    rate = Fraction(given.get("points_left", PLENTY)) / (1 - share)
    assert rate.denominator == 1, "a people's rate is whole"
    scene = Scene(content={"races": {"human": everywhere(int(rate))}})
    places = {"A": scene.at(*START), "B": scene.at(1, 1)}
    start, _, goal = given.get("gate", "A to B").partition(" to ")
    scene.change(places[start], gate=places[goal].id)
    if given.get("gate_at_B"):
        scene.change(places["B"], gate=places["A"].id)
    here = places[given.get("stack_at", start)]
    stack = scene.change(scene.stack(*START, used=share), province=here.id)
    scene.character(stack)
    ran = moved(scene, stack, steps[given.get("order", "cross gate")])
    crossed = entered(ran) == 1 and scene.now(stack).province != here.id
    return {"crosses": crossed, "points_left": stamina_of(scene, stack).points}


# ---------------------------------------------------------------- whose land


@rule("cohorts.talent.scout")
def scout(given: Given) -> Result:
    scene = Scene(
        content={
            "races": {"human": {"land": {"rate": given["racial_rate"]}}},
            "mounts": {"palfrey": {"land": {"rate": given.get("mount_rate", 0)}}},
        }
    )
    stack = scene.stack(1, 1)
    worn = {"mount": "palfrey"} if given["mounted"] else {}
    scene.unit(stack, talents=("scout",), equipment=worn)
    return {"rate": pace(state_of(scene), scene.now(stack), "land").rate}
