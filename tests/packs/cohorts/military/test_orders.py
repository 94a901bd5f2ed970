"""The military orders of stacks and cities: refusals, what they tell, what plans say of them."""

import pytest

from engine import battle
from engine.campaign import Faction, Player
from engine.dice import ForeseeDice
from engine.hexes import Hex
from engine.orders import Order, Queued
from engine.packs.cohorts.diplomacy.orders import SueForPeace
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.knowledge.sighting import reveal
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.marching.conquest import CityConquered
from engine.packs.cohorts.marching.encounters import WouldMeet
from engine.packs.cohorts.military.besieging import BaronyBesieged, SiegeBarony
from engine.packs.cohorts.military.bombarding import Bombard, BombardmentBegun
from engine.packs.cohorts.military.conquering import CityAssailed, ConquerCity
from engine.packs.cohorts.military.expelling import StackExpelled
from engine.packs.cohorts.military.razing import ImprovementsRazed, RazeImprovements
from engine.packs.cohorts.military.repelling import RepelIntruders, StackTaken
from engine.packs.cohorts.movement.steps import NATURAL
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.state import State
from tests.rules.adapters.marching import see
from tests.rules.adapters.military import HOME, LAND, Barony
from tests.rules.adapters.military_bombarding import battery
from tests.rules.adapters.movement import state_of
from tests.rules.scene import ref

CONQUER = pytest.mark.rule("cohorts.order.conquer-city")
RAZE = pytest.mark.rule("cohorts.order.raze-improvements")
BOMBARD = pytest.mark.rule("cohorts.order.bombard")
SIEGE = pytest.mark.rule("cohorts.order.siege-barony")
REPEL = pytest.mark.rule("cohorts.order.repel-intruders")


def orders(barony: Barony) -> list[Order]:
    """Every attack that my stack could carry out in the barony."""
    barony.scene.province(*LAND, fortification=1)
    battery(barony, "catapult")
    stack = ref(barony.stack)
    return [
        ConquerCity(stack=stack, city=ref(barony.city)),
        RazeImprovements(stack=stack),
        Bombard(stack=stack, province=ref(barony.home)),
        SiegeBarony(stack=stack),
    ]


@pytest.mark.rule("cohorts.order.military-actions")
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("phase", ["military-1", "military-2"])
def test_an_attack_takes_the_action_of_the_week_in_either_phase(number: int, phase: str) -> None:
    barony = Barony()
    order = orders(barony)[number]
    assert not barony.scene.run(Queued("k1", order, phase)).refused
    assert barony.scene.now(barony.stack).acted == "military"


@pytest.mark.rule("cohorts.order.military-actions", "cohorts.world.pvp-restriction")
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    "why", ["neutral", "allied", "acted", "not mine", "empty", "safe", "peace"]
)
def test_an_attack_that_may_not_be_is_refused_and_costs_nothing(number: int, why: str) -> None:
    barony = Barony()
    scene = barony.scene
    order = orders(barony)[number]
    match why:
        case "acted":
            scene.change(barony.stack, acted="quest")
        case "not mine":
            scene.change(barony.stack, player=scene.someone("teammate").id)
        case "empty":
            for unit in list(scene.world.by(Unit, "holder", barony.stack.place)):
                scene.world.remove(unit)
        case "safe":
            scene.province(*HOME, pvp_free=True)
        case "peace":
            scene.run(SueForPeace(faction=ref(scene.faction("at_war"))))
        case _:
            scene.relation("ours", "at_war", why)  # type: ignore[arg-type]
    before = scene.now(barony.stack)
    ran = scene.run(order)
    assert ran.refused
    assert scene.now(barony.stack) == before
    assert not barony.system.clashes


# ---------------------------------------------------------------- conquest


@CONQUER
def test_whoever_holds_the_barony_defends_its_city_whatever_the_garrison_was_told() -> None:
    barony = Barony(garrison=1, won=("attacker",))
    scene, foe = barony.scene, barony.foe
    scene.province(6, 4, barony=barony.city.barony)
    friend = scene.stack(6, 4, foe)
    scene.unit(friend, foe)
    ran = scene.run(ConquerCity(stack=ref(barony.stack), city=ref(barony.city)))
    (clash,) = barony.system.clashes
    assert (clash.place, clash.trigger) == (barony.home.place, battle.CONQUER)
    assert clash.sides == ((barony.stack.place,), (friend.place, barony.city.place))
    for cls in (CityAssailed, CityConquered):
        (entry,) = [each for each in ran.entries if isinstance(each.event, cls)]
        assert set(entry.audience) == {scene.ours.id, foe.faction}


@CONQUER
def test_the_loser_of_a_city_remembers_its_land_as_the_conquerors() -> None:
    barony = Barony(garrison=1, won=("attacker",))
    scene, foe = barony.scene, barony.foe
    scene.run(ConquerCity(stack=ref(barony.stack), city=ref(barony.city)))
    seen = scene.view(scene.world.get(Faction, foe.faction))
    for spot in (HOME, LAND):
        assert seen.get(Memory, scene.at(*spot).id).owner == scene.ours.id


@CONQUER
@pytest.mark.parametrize("won", [True, False])
def test_the_prisoners_of_a_city_go_with_it(won: bool) -> None:
    barony = Barony(garrison=int(not won), won=("defender",))
    scene, foe = barony.scene, barony.foe
    hero = scene.character(barony.stack)
    friend = scene.character(barony.city, captor=foe.id)
    other = scene.someone("neutral")
    stranger = scene.character(barony.city, other, captor=foe.id)
    scene.run(ConquerCity(stack=ref(barony.stack), city=ref(barony.city)))
    now = [scene.now(each).captor for each in (friend, stranger)]
    assert now == ([0, scene.me.id] if won else [foe.id, foe.id])
    baron = scene.now(barony.city).baron
    assert (baron == friend.id or baron == hero.id) is won


@CONQUER
def test_a_conqueror_gives_his_garrison_orders_of_his_own(barony: Barony) -> None:
    scene = barony.scene
    scene.change(barony.city, besieged=True, defense=barony.city.defense.replace(highest=None))
    scene.character(barony.stack)
    assert not scene.run(ConquerCity(stack=ref(barony.stack), city=ref(barony.city))).refused
    now = scene.now(barony.city)
    assert (now.besieged, now.defense.highest) == (False, 0)
    assert player_of(scene.world, now) == scene.me.id


@CONQUER
@pytest.mark.parametrize("what", ["barrier", "level", "load", "sea"])
def test_a_city_is_attacked_only_by_who_could_step_into_its_province(what: str) -> None:
    barony = Barony()
    scene = barony.scene
    match what:
        case "barrier":
            scene.link(LAND, HOME, barrier=NATURAL)
        case "level":
            scene.province(*HOME, level_limit=1)
        case "load":
            scene.items(barony.stack, iron_helm=9999)
        case _:
            scene.province(*LAND, terrain="sea")
            scene.change(barony.stack, used=1)
            ship = scene.unit(barony.stack, arm="ship", type="barge")
            assert not scene.gone(ship)
    ran = scene.run(ConquerCity(stack=ref(barony.stack), city=ref(barony.city)))
    # A fleet lands at the harbor it attacks, and the attack costs no movement.
    assert ran.refused is (what != "sea")


@pytest.mark.parametrize("number", [0, 3])
def test_a_plan_says_whom_an_attack_would_meet_and_takes_no_city(number: int) -> None:
    barony = Barony()
    scene = barony.scene
    order = orders(barony)[number]
    friend, stranger = (scene.stack(*HOME, scene.someone(w)) for w in ("at_war", "neutral"))
    for stack in (friend, stranger):
        scene.unit(stack, scene.world.get(Player, stack.player))
        reveal(state_of(scene), scene.ours.id, stack)
    plan = scene.plan(order)
    (planned,) = plan.orders
    assert planned.outcome == "done"
    (met,) = [e.event for e in planned.entries if isinstance(e.event, WouldMeet)]
    assert met.foes == (friend.place, barony.city.place)
    assert plan.world.get(type(barony.stack), barony.stack.id).acted == "military"
    assert scene.now(barony.city) == barony.city


@CONQUER
def test_a_plan_foresees_an_attack_though_characters_of_others_were_seen_there() -> None:
    barony = Barony()
    scene = barony.scene
    friend = scene.stack(*HOME, barony.foe)
    scene.character(friend, barony.foe)
    reveal(state_of(scene), scene.ours.id, friend)
    (planned,) = scene.plan(ConquerCity(stack=ref(barony.stack), city=ref(barony.city))).orders
    (met,) = [e.event for e in planned.entries if isinstance(e.event, WouldMeet)]
    assert met.foes == (friend.place, barony.city.place)


@CONQUER
@pytest.mark.parametrize("lord", ["at_war", "neutral"])
def test_a_plan_foresees_an_attack_on_a_city_out_of_view_by_whose_it_was(lord: str) -> None:
    barony = Barony()
    scene = barony.scene
    remember(scene.world, scene.ours.id, [barony.home.id, scene.at(*LAND).id], scene.world)
    scene.change(barony.stack, province=scene.at(1, 1).id)
    scene.relation("ours", "at_war", lord)  # type: ignore[arg-type]
    view = scene.view()
    city = view.get(type(barony.city), barony.city.id)
    assert not city.knows("baron")
    view.put(view.get(Stack, barony.stack.id).replace(province=barony.home.id))
    state = State(scene.rules, view, ForeseeDice())
    state.planning, state.player = True, scene.me.id
    order = ConquerCity(stack=ref(barony.stack), city=ref(barony.city))
    refused = [refusal.code for refusal in order.conditions(state)]
    assert refused == (["relation"] if lord == "neutral" else [])


def test_only_what_may_be_attacked_is_offered(barony: Barony) -> None:
    scene = barony.scene
    scene.city(4, 4, scene.someone("neutral"))
    wild = scene.city(4, 5)
    scene.city(11, 11, barony.foe)
    given = {"stack": str(ref(barony.stack))}
    assert scene.offered(ConquerCity, "city", **given) == [
        str(ref(barony.city)),
        str(ref(wild)),
    ]
    assert scene.offered(Bombard, "province", **given) == []
    battery(barony, "catapult")
    near = scene.offered(Bombard, "province", **given)
    assert near[0] == str(ref(scene.at(*LAND)))
    assert str(ref(barony.home)) in near
    assert str(ref(scene.at(4, 4))) not in near
    assert str(ref(scene.at(3, 5))) not in near


# ---------------------------------------------------------------- razing


@RAZE
def test_what_is_razed_is_told_to_its_lord_and_who_did_it_only_if_he_saw() -> None:
    for seen in (False, True):
        barony = Barony()
        scene = barony.scene
        scene.village(*LAND, 3, name="Millford")
        scene.tower(*LAND, "wizard", 2)
        if seen:
            see(scene, barony.foe.faction, barony.stack)
        ran = scene.run(RazeImprovements(stack=ref(barony.stack)))
        (entry,) = [e for e in ran.entries if isinstance(e.event, ImprovementsRazed)]
        told = entry.for_(barony.foe.faction)
        assert isinstance(told, ImprovementsRazed)
        assert (told.villages, told.towers) == (("Millford",), ("wizard",))
        assert told.knows("name") is seen
        assert told.knows("stack") is seen


@RAZE
@pytest.mark.parametrize("why", ["capital", "nothing", "beaten"])
def test_there_must_be_something_to_raze_and_nobody_to_prevent_it(why: str, barony: Barony) -> None:
    scene = barony.scene
    at = HOME if why == "capital" else LAND
    scene.change(barony.stack, province=scene.at(*at).id)
    scene.province(*at, fortification=int(why != "nothing"))
    if why == "beaten":
        scene.change(barony.stack, repulsed=barony.home.id)
    assert scene.run(RazeImprovements(stack=ref(barony.stack))).refused


@RAZE
def test_a_plan_razes_what_is_known_to_stand_there(barony: Barony) -> None:
    scene = barony.scene
    village = scene.village(*LAND, 3)
    scene.province(*LAND, fortification=2)
    plan = scene.plan(RazeImprovements(stack=ref(barony.stack)))
    assert plan.orders[0].outcome == "done"
    assert plan.world.find(type(village), village.id) is None
    (event,) = [e.event for e in plan.orders[0].entries if isinstance(e.event, ImprovementsRazed)]
    assert event.walls


# ---------------------------------------------------------------- sieges


@SIEGE
def test_a_siege_shows_itself_to_the_city_and_is_laid_only_once_inside_enemy_land() -> None:
    barony = Barony()
    scene, foe = barony.scene, barony.foe
    order = SiegeBarony(stack=ref(barony.stack))
    ran = scene.run(order)
    (entry,) = [e for e in ran.entries if isinstance(e.event, BaronyBesieged)]
    assert set(entry.audience) == {scene.ours.id, foe.faction}
    assert scene.view(scene.faction("at_war")).find(type(barony.stack), barony.stack.id)
    scene.produce()
    assert scene.run(order).code == "not_allowed"
    scene.change(barony.stack, province=scene.at(1, 1).id)
    assert scene.run(order).code == "relation"


@SIEGE
def test_in_sight_of_none_of_it_a_siege_cannot_be_foreseen(barony: Barony) -> None:
    scene = barony.scene
    far = scene.city(11, 11, barony.foe)
    scene.province(1, 1, barony=far.barony)
    scene.change(barony.stack, province=scene.at(1, 1).id)
    assert scene.view().get(Memory, scene.at(1, 1).id).owner == barony.foe.faction
    (planned,) = scene.plan(SiegeBarony(stack=ref(barony.stack))).orders
    assert planned.outcome == "unforeseen"
    assert not scene.run(SiegeBarony(stack=ref(barony.stack))).refused
    assert scene.now(far).besieged


@SIEGE
def test_the_beaten_besieger_is_thrown_out_to_the_nearest_land_it_can_stand_in() -> None:
    barony = Barony(garrison=9, won=("defender",))
    scene = barony.scene
    for around in scene.grid.ring(Hex(*LAND), 1):
        if (around.x, around.y) != HOME:
            scene.province(around.x, around.y, terrain="sea")
    ran = scene.run(SiegeBarony(stack=ref(barony.stack)))
    (expelled,) = ran.events(StackExpelled)
    now = scene.now(barony.stack)
    here = scene.grid.at(now.province - 1)
    assert (expelled.to, now.used, now.repulsed) == (now.province, 1, scene.at(*LAND).id)
    assert scene.grid.distance(here, scene.grid.at(scene.at(*LAND).id - 1)) == 2
    (entry,) = [e for e in ran.entries if e.event is expelled]
    theirs = entry.for_(barony.foe.faction)
    assert theirs is not None
    assert not theirs.knows("to")


@SIEGE
def test_friends_inside_and_neutrals_who_choose_to_fight_the_besieger() -> None:
    barony = Barony(garrison=9, won=("attacker",))
    scene, foe = barony.scene, barony.foe
    scene.province(6, 4, barony=barony.city.barony)
    friend, helper = scene.stack(6, 4, foe), scene.stack(6, 4, scene.someone("neutral"))
    scene.unit(friend, foe)
    scene.unit(helper, scene.someone("neutral"))
    scene.change(helper, assists=True)
    comrade = scene.stack(*LAND)
    scene.unit(comrade)
    scene.run(SiegeBarony(stack=ref(comrade)))
    (clash,) = barony.system.clashes
    assert (clash.trigger, clash.place) == (battle.SIEGE, barony.home.place)
    assert clash.attackers == (comrade.place, barony.stack.place)
    assert clash.defenders == (friend.place, helper.place, barony.city.place)
    now = scene.now(barony.city)
    assert now.besieged
    assert player_of(scene.world, now) == foe.id


# ---------------------------------------------------------------- repelling


@REPEL
def test_the_garrison_fights_from_the_nearest_province_to_the_farthest() -> None:
    barony = Barony(garrison=9, won=("attacker",))
    scene, foe = barony.scene, barony.foe
    for hex_ in ((4, 5), (7, 5)):
        scene.province(*hex_, barony=barony.city.barony)
    spots = [(4, 5), (7, 5), HOME]
    for spot in spots:
        scene.unit(scene.stack(*spot))
    friend = scene.stack(*HOME, foe)
    scene.unit(friend, foe)
    scene.run(RepelIntruders(city=ref(barony.city)), player=foe)
    order = [HOME, LAND, (7, 5), (4, 5)]
    assert [clash.ground for clash in barony.system.clashes] == [scene.at(*h).id for h in order]
    assert {clash.attackers for clash in barony.system.clashes} == {
        (friend.place, barony.city.place)
    }
    assert scene.now(friend).province == barony.home.id


@REPEL
def test_who_cannot_be_driven_out_is_taken_with_all_he_has() -> None:
    barony = Barony(garrison=9, won=("attacker",))
    scene, foe = barony.scene, barony.foe
    for province in list(scene.world.all(type(barony.home))):
        if province.barony != barony.city.barony:
            scene.change(province, terrain="sea")
    freed = scene.character(barony.stack, foe, captor=scene.me.id)
    agent = scene.agent(barony.stack)
    scene.items(barony.stack, spear=7)
    ran = scene.run(RepelIntruders(city=ref(barony.city)), player=foe)
    (taken,) = ran.events(StackTaken)
    assert taken.name == barony.stack.name
    assert scene.gone(barony.stack)
    assert scene.held(barony.city) == {"spear": 7}
    assert (scene.now(freed).captor, scene.now(freed).holder) == (0, barony.city.place)
    assert scene.now(agent).holder == scene.at(*LAND).place


@REPEL
def test_a_plan_of_a_sally_names_the_enemies_that_are_known() -> None:
    barony = Barony(garrison=9)
    scene = barony.scene
    barony.enter()
    plan = scene.plan(RepelIntruders(city=ref(barony.city)), player=barony.foe)
    (planned,) = plan.orders
    assert planned.outcome == "done"
    assert len(barony.system.clashes) == 1


# ---------------------------------------------------------------- bombardment


@BOMBARD
def test_a_plan_of_a_bombardment_counts_the_pieces_in_range_and_foresees_no_hit() -> None:
    barony = Barony()
    scene = barony.scene
    battery(barony, "catapult", "trebuchet", "ballista")
    scene.change(barony.stack, province=scene.at(4, 5).id)
    scene.unit(scene.stack(7, 5))  # it sees the city
    plan = scene.plan(Bombard(stack=ref(barony.stack), province=ref(barony.home)))
    (entry,) = plan.orders[0].entries
    assert isinstance(entry.event, BombardmentBegun)
    assert (entry.event.pieces, entry.event.shots) == (1, 3)
    assert plan.orders[0].draws == ()
