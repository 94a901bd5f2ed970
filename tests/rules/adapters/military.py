"""Garrisons and their orders, conquest, razing, sieges and bombardment, as the orders do them."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.battle import BATTLE, BattleRecord, Clash
from engine.campaign import Player
from engine.dice import Dice, ScriptedDice, SeededDice
from engine.orders import Order, Queued
from engine.packs.cohorts.battle.combatant import BattleSide
from engine.packs.cohorts.battle.fight import BattleSetting
from engine.packs.cohorts.battle.record import Fell, Participant, UnitOutcome
from engine.packs.cohorts.battle.slots import SIDES
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.content import Quest
from engine.packs.cohorts.marching.garrisons import engages
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.military.assisting import AssistBarony
from engine.packs.cohorts.military.besieging import SiegeBarony
from engine.packs.cohorts.military.bombarding import Bombard
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.military.defending import DefendBarony
from engine.packs.cohorts.military.razing import RazeImprovements
from engine.packs.cohorts.military.repelling import RepelIntruders
from engine.packs.cohorts.movement.steps import NATURAL, links_of
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Province, Stack, Tower, Village
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.stacks.training_camp import TrainingCamp
from tests.rules.adapters.battle_field import CONTENT, key
from tests.rules.adapters.battle_world import spot
from tests.rules.adapters.marching import Eyes, see
from tests.rules.adapters.movement import state_of
from tests.rules.harness import Given, Result, rule
from tests.rules.plain import blank
from tests.rules.scene import SEED, Ran, Scene, ref

HOME, LAND, BEYOND = (6, 5), (5, 5), (4, 5)
"""A city, the province west of it in its barony, and the one before that, outside."""
REALMS = {"ours": CONTENT.realms["ashmark"], "at_war": CONTENT.realms["ashmark"]}


class Ruled(CohortsBattles):
    """Battles that end as told, one after the other, and hurt nobody; the last goes on for ever."""

    def __init__(self, *winners: str) -> None:
        self.winners = list(winners)
        self.clashes: list[Clash] = []

    def fight(
        self, field: BattleSetting, sides: tuple[BattleSide, ...], dice: Dice, clash: Clash
    ) -> BattleRecord:
        self.clashes.append(clash)
        won = self.winners.pop(0) if len(self.winners) > 1 else self.winners[0]
        own = SeededDice(SEED, 1).stream("test", "battle")  # a test may have scripted the others
        record = super().fight(field, sides, own, clash)
        (fight,) = record.engagements
        *course, last = fight.events
        units = [each for each in fight.participants if isinstance(each, Participant)]
        outcomes = tuple(
            UnitOutcome(wounds=float(each.wounds), state="fighting", hex=each.hex, dealt=0.0)
            for each in units
        )
        events = [each for each in course if not isinstance(each, Fell)]
        events.append(last.replace(winner=SIDES.index(won), outcomes=outcomes))
        return record.replace(engagements=(fight.replace(events=tuple(events), winner=won),))


def town(scene: Scene, at: tuple[int, int], owner: Player | None) -> City:
    """A city of a player whose baron is far away, or a wild one; nobody guards it."""
    baron = scene.character(scene.at(0, 0), owner) if owner else None
    return scene.city(*at, owner, baron=baron.id if baron else 0)


class Barony(Scene):
    """The barony of a player at war with me, and my stack that goes there."""

    def __init__(self, garrison: int = 0, won: Sequence[str] = ("defender",), **content: Any):
        super().__init__(content={"realms": REALMS, **content})
        self.foe = self.someone("at_war")
        self.barony(HOME, LAND)
        self.town = town(self, HOME, self.foe)
        self.party = self.stack(*LAND)
        self.unit(self.party)
        self.character(self.at(0, 1))  # who can be baron
        self.system = Ruled(*won)
        self.rules.contests = {BATTLE: self.system}
        if garrison:
            self.unit(self.town, self.foe, level=garrison)

    def enter(self, *route: str, dice: Any = None) -> Ran:
        """My stack comes from outside."""
        self.change(self.party, province=self.at(*BEYOND).id)
        return self.run(MoveAlong(stack=ref(self.party), steps=route or ("e",)), dice=dice)

    @property
    def home(self) -> Province:
        return self.at(*HOME)


# ---------------------------------------------------------------- encounters


@rule("cohorts.encounter.triggers")
def triggers(given: Given) -> Result:
    barony = Barony(garrison=9)
    foe = barony.foe
    party = barony.stack(*BEYOND)
    barony.character(party)
    if given.get("siege_order"):
        assert not barony.run(SiegeBarony(stack=ref(barony.party))).refused
    elif "allied_stack_enters" in given:
        friend = barony.stack(HOME[0] + 1, HOME[1], foe)  # it enters away from the enemy
        barony.unit(friend, foe)
        if not given["enemy_force_inside"]:
            barony.change(barony.party, province=barony.at(1, 1).id)
        if given.get("enemy_sighted", True):
            see(barony, foe.faction, barony.party)
        if given["allied_stack_enters"]:
            move = MoveAlong(stack=ref(friend), steps=("w",))
            assert not barony.run(
                move, player=foe, dice=Eyes(f"faction:{foe.faction}", sees=False)
            ).refused
    else:
        barony.change(barony.party, province=barony.at(1, 1).id)
        if given.get("enemy_moves_in_barony", True):
            eyes = Eyes(f"faction:{foe.faction}", sees=given.get("sighted", True))
            assert not barony.run(MoveAlong(stack=ref(party), steps=("e",)), dice=eyes).refused
    return {"triggered": any(clash.first(City.kind) for clash in barony.system.clashes)}


@rule("cohorts.encounter.allied-forces")
def allied_forces(given: Given) -> Result:
    barony = Barony(garrison=9 if given["garrison_engages"] else 0)
    far = (6, 4)
    barony.province(*far, barony=barony.town.barony)
    ally, other = barony.player("ally", "ally"), barony.someone("neutral")
    barony.relation("ally", "at_war", "allied")
    stacks: dict[str, Stack] = {}
    if given.get("allied_stack_in_barony"):
        stacks["allied_stack"] = barony.stack(*far, ally)
        barony.unit(stacks["allied_stack"], ally)
    if "neutral_stack" in given:
        helper = stacks["neutral_stack"] = barony.stack(*far, other)
        barony.unit(helper, other)
        told = AssistBarony(stack=ref(helper), assist=given["neutral_stack"]["assist"])
        assert not barony.run(told, player=other).refused
    barony.enter()
    fought = [place for clash in barony.system.clashes for place in clash.defenders]
    result: dict[str, object] = {}
    for name, stack in stacks.items():
        now = barony.now(stack)
        result[name] = "fights" if stack.place in fought else "stays out"
        home = now.province == barony.home.id
        result[f"{name}_at"] = "city province" if home else "where it was"
    return result


def decides(given: Given, orders: Mapping[str, str]) -> bool | None:
    """Whether a garrison with these encounter orders comes out; None if they are refused."""
    barony = Barony()
    foe, city = barony.foe, barony.town
    if given.get("garrison_el"):
        barony.character(city, foe, level=given["garrison_el"])
    barony.province(*LAND, terrain=key(given.get("terrain", "grassland")))
    if given.get("at_castle"):
        barony.tower(*LAND, "castle")
    if orders and barony.give(DefendBarony, foe, city=str(ref(city)), **orders).refused:
        return None
    army = barony.stack(*LAND)
    barony.character(army, level=given.get("enemy_el", 1))
    return engages(state_of(barony), barony.now(city), (army,), barony.at(*LAND).id)


LIMITS = ("max_el", "preferred_el", "castle_el", "preferred_terrain")


@rule("cohorts.encounter.decision")
@rule("cohorts.order.defend-barony")
def decision(given: Given) -> Result:
    orders = {name: str(given[name]) for name in LIMITS if name in given}
    assert not (given.get("never_ordered") and orders)
    if orders:
        orders.setdefault("max_el", "0")
    comes = decides(given, orders)
    return {"engages": comes, "refused": comes is None}


@rule("cohorts.order.assist-barony")
def assist(given: Given) -> Result:
    barony = Barony(garrison=9)
    other = barony.player("helper", "helper")
    stands = given.get("attacker_relation", "neutral")
    if stands != "same_faction":
        relation = "at_war" if stands == "enemy" else stands
        barony.relation("ours", "helper", relation)
    else:
        other = barony.someone("same_faction")
    helper = barony.stack(6, 4, other)
    barony.province(6, 4, barony=barony.town.barony)
    barony.unit(helper, other)
    told = AssistBarony(stack=ref(helper), assist=given["assist"])
    assert not barony.run(told, player=other).refused
    barony.enter()
    (clash,) = barony.system.clashes
    return {"fights": helper.place in clash.defenders}


# ---------------------------------------------------------------- military actions


ERRAND = Quest.model_validate(
    {"key": "errand", "name": "Errand", "text": "Run.", "reward": {"xp": 1}}
)
ORDERS: Mapping[str, type[Order]] = {
    "perform quest": PerformQuest,
    "training camp": TrainingCamp,
    "rest": Rest,
    "conquer city": ConquerCity,
    "raze improvements": RazeImprovements,
    "bombard": Bombard,
    "siege barony": SiegeBarony,
    "repel intruders": RepelIntruders,
}


@rule("cohorts.order.military-actions")
def military_actions(given: Given) -> Result:
    barony = Barony(garrison=1, quests={"errand": ERRAND})
    barony.province(*LAND, fortification=1)
    at_land = {"province": barony.at(*LAND).id, "quests": ("errand",)}
    barony.world.add(HotSpot, **{**blank(HotSpot), **at_land})
    mine = barony.city(0, 9, barony.me)
    if "relation" in given:
        barony.someone(given["relation"])
        barony.relation("ours", "at_war", given["relation"])
    named = [text.split(" ", 2) for text in given.get("orders", [])]
    if "order" in given:
        named = [["phase", str(given.get("phase", 1)), given["order"]]]
    queue: list[Queued] = []
    stack = barony.party
    for number, (_, phase, name) in enumerate(named, start=1):
        barony.unit(stack, arm="artillery", type="catapult")
        choices = {"stack": stack, "city": barony.town, "province": barony.home}
        if name.casefold() == "repel intruders":
            choices["city"] = mine
        cls = ORDERS[name.casefold()]
        fields = {key: str(ref(choices[key])) for key in cls.model_fields if key in choices}
        fields |= {"quest": "errand"} if cls is PerformQuest else {}
        queue.append(Queued(f"k{number}", cls.model_validate(fields), f"military-{phase}"))
        if not given.get("same_stack", True):
            stack = barony.stack(*LAND)
    ran = barony.run(*queue)
    refused = {entry.order for entry in ran.entries if entry.event in ran.failures}
    words = {f"k{n}": "refused" if f"k{n}" in refused else "done" for n in (1, 2)}
    return {"refused": ran.refused, "first": words["k1"], "second": words["k2"]}


@rule("cohorts.order.conquer-city")
def conquer(given: Given) -> Result:
    barony = Barony(won=("attacker" if given.get("battle") == "won" else "defender",))
    stack = barony.party
    from_ = spot(given["from"]) if "from" in given else (HOME[0] - given["distance"], HOME[1])
    at = (from_[0] + given["distance"], from_[1])
    relation = given.get("relation", "at_war")
    owner = None if given.get("owner") == "none" else barony.someone(relation)
    barony.change(stack, province=barony.at(*from_).id)
    barony.province(*at, barony=0)
    city = town(barony, at, owner)
    allies = given.get("allies_in_barony", "none")
    garrison = given.get("garrison", "some" if "battle" in given else "none")
    if garrison != "none":
        barony.unit(city, owner)
    if allies != "none":
        barony.unit(barony.stack(*at, owner), owner)
    if given.get("barrier"):
        barony.link(from_, at, barrier=NATURAL)
    limits = {"level_limit": given.get("level_limit", 0)}
    barony.province(*at, **limits, pvp_free=given.get("pvp_restricted", False))
    dice = ScriptedDice([]) if garrison == allies == "none" else None
    ran = barony.run(ConquerCity(stack=ref(stack), city=ref(city)), dice=dice)
    here = barony.grid.at(barony.now(stack).province - 1)
    mine = player_of(barony.world, barony.now(city)) == barony.me.id
    return {
        "refused": ran.refused,
        "city": "conquered" if mine else "holds",
        "draws_used": dice.used if dice else None,
        "stack_at": f"({here.x},{here.y})",
    }


@rule("cohorts.order.raze-improvements")
def raze(given: Given) -> Result:
    barony = Barony()
    foe = barony.foe
    if not given.get("at_war", True):
        barony.relation("ours", "at_war", "neutral")
    at = HOME if given.get("capital") else LAND
    barony.change(barony.party, province=barony.at(*at).id)
    barony.village(*at, given.get("village", 1))
    barony.province(*at, fortification=given.get("fortifications", 0))
    barony.link(LAND, HOME, road=given.get("road", 0))
    if given.get("castle"):
        barony.tower(*at, "castle")
    if given.get("tower"):
        barony.tower(*at, "watch", given["tower"])
    if given.get("defender_stack_in_province"):
        barony.unit(barony.stack(*at, foe), foe)
    if given.get("garrison_beat_it_this_turn"):
        barony.change(barony.party, repulsed=barony.at(*at).id)
    ran = barony.run(RazeImprovements(stack=ref(barony.party)))
    land = barony.at(*at)
    villages = [each.level for each in barony.world.by(Village, "province", land.id)]
    towers = {each.type: each.level for each in barony.world.by(Tower, "province", land.id)}
    return {
        "refused": ran.refused,
        "village": sum(villages),
        "fortifications": land.fortification,
        "road": max(link.road for link in links_of(barony.world, land.id)),
        "castle": "castle" in towers,
        "tower": towers.get("watch", 0),
    }


# ---------------------------------------------------------------- sieges


@rule("cohorts.order.siege-barony")
def siege(given: Given) -> Result:
    winner = "attacker" if given.get("winner") == "stack" else "defender"
    barony = Barony(garrison=9 if given.get("garrison_engages") else 0, won=(winner,))
    city = barony.town
    barony.change(city, besieged=given.get("under_siege", False))
    if not given.get("at_war", True):
        barony.relation("ours", "at_war", "neutral")
    if not given.get("inside_barony", True):
        barony.change(barony.party, province=barony.at(*BEYOND).id)
    if given.get("attackers_left_barony"):
        assert not barony.run(MoveAlong(stack=ref(barony.party), steps=("w", "w"))).refused
        ran = barony.produce(monthly=True)
    else:
        ran = barony.run(SiegeBarony(stack=ref(barony.party)))
    inside = barony.world.get(Province, barony.now(barony.party).province).barony == city.barony
    if given.get("attackers_left_barony"):
        assert not inside
    fallen = barony.now(city).baron != city.baron
    return {
        "refused": ran.refused,
        "under_siege": barony.now(city).besieged,
        "stack": "inside barony" if inside else "outside barony",
        "city": "conquered" if fallen else "not conquered",
    }


@rule("cohorts.order.repel-intruders")
def repel(given: Given) -> Result:
    winners = {"won": "attacker", "lost": "defender"}
    told = [given.get(name) for name in ("battle", "first_battle", "second_battle")]
    won = [winners[each] for each in told if each]
    barony = Barony(garrison=9, won=won or ["attacker"])
    city, foe = barony.town, barony.foe
    spots = [LAND, (5, 4), (4, 4)]
    barony.world.remove(barony.now(barony.party))
    for number, at in enumerate(spots, start=1):
        barony.province(*at, barony=city.barony if number <= 3 else 0)
    number = given.get("enemy_provinces", given.get("enemy_stacks_in_barony", 1))
    stacks = [barony.stack(*at) for at in spots[:number]]
    units = [barony.unit(stack) for stack in stacks]
    for stack in stacks:
        barony.items(stack, spear=5)
    if given.get("accessible_provinces") == 0:
        for province in list(barony.world.all(Province)):
            if province.barony != city.barony:
                barony.change(province, terrain="sea")
    before = given.get("under_siege", True)
    barony.change(city, besieged=before)
    ran = barony.run(RepelIntruders(city=ref(city)), player=foe)
    assert not ran.refused
    after = barony.now(city).besieged
    result: dict[str, object] = {
        "battles": len(barony.system.clashes),
        "under_siege": "unchanged" if "second_battle" in given and after == before else after,
    }
    for name, stack, unit in zip(("first", "second", "third"), stacks, units, strict=False):
        result[f"{name}_stacks"] = fate(barony, city, stack)
        held = barony.now(unit).holder == city.place
        result["units"] = "prisoners of city" if held and barony.now(unit).captor else "free"
    result["possessions"] = "city" if barony.held(city) else "elsewhere"
    return result


def fate(scene: Scene, city: City, stack: Stack) -> str:
    """What has become of an intruder."""
    if scene.gone(stack):
        return "emptied"
    inside = scene.world.get(Province, scene.now(stack).province).barony == city.barony
    return "stay" if inside else "displaced"
