"""The military orders of stacks and cities: refusals, what they tell, what plans say of them."""

import pytest

from engine import battle
from engine.campaign import Faction, Player
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
    barony.province(*LAND, fortification=1)
    battery(barony, "catapult")
    stack = ref(barony.party)
    return [
        ConquerCity(stack=stack, city=ref(barony.town)),
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
    assert not barony.run(Queued("k1", order, phase)).refused
    assert barony.now(barony.party).acted == "military"


@pytest.mark.rule("cohorts.order.military-actions", "cohorts.world.pvp-restriction")
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    "why", ["neutral", "allied", "acted", "not mine", "empty", "safe", "peace"]
)
def test_an_attack_that_may_not_be_is_refused_and_costs_nothing(number: int, why: str) -> None:
    barony = Barony()
    order = orders(barony)[number]
    match why:
        case "acted":
            barony.change(barony.party, acted="quest")
        case "not mine":
            barony.change(barony.party, player=barony.someone("teammate").id)
        case "empty":
            for unit in list(barony.world.by(Unit, "holder", barony.party.place)):
                barony.world.remove(unit)
        case "safe":
            barony.province(*HOME, pvp_free=True)
        case "peace":
            barony.run(SueForPeace(faction=ref(barony.faction("at_war"))))
        case _:
            barony.relation("ours", "at_war", why)  # type: ignore[arg-type]
    before = barony.now(barony.party)
    ran = barony.run(order)
    assert ran.refused
    assert barony.now(barony.party) == before
    assert not barony.system.clashes


# ---------------------------------------------------------------- conquest


@CONQUER
def test_whoever_holds_the_barony_defends_its_city_whatever_the_garrison_was_told() -> None:
    barony = Barony(garrison=1, won=("attacker",))
    foe = barony.foe
    barony.province(6, 4, barony=barony.town.barony)
    friend = barony.stack(6, 4, foe)
    barony.unit(friend, foe)
    ran = barony.run(ConquerCity(stack=ref(barony.party), city=ref(barony.town)))
    (clash,) = barony.system.clashes
    assert (clash.place, clash.trigger) == (barony.home.place, battle.CONQUER)
    assert clash.sides == ((barony.party.place,), (friend.place, barony.town.place))
    for cls in (CityAssailed, CityConquered):
        (entry,) = [each for each in ran.entries if isinstance(each.event, cls)]
        assert set(entry.audience) == {barony.ours.id, foe.faction}


@CONQUER
def test_the_loser_of_a_city_remembers_its_land_as_the_conquerors() -> None:
    barony = Barony(garrison=1, won=("attacker",))
    foe = barony.foe
    barony.run(ConquerCity(stack=ref(barony.party), city=ref(barony.town)))
    seen = barony.view(barony.world.get(Faction, foe.faction))
    for spot in (HOME, LAND):
        assert seen.get(Memory, barony.at(*spot).id).owner == barony.ours.id


@CONQUER
@pytest.mark.parametrize("won", [True, False])
def test_the_prisoners_of_a_city_go_with_it(won: bool) -> None:
    barony = Barony(garrison=int(not won), won=("defender",))
    foe = barony.foe
    hero = barony.character(barony.party)
    friend = barony.character(barony.town, captor=foe.id)
    other = barony.someone("neutral")
    stranger = barony.character(barony.town, other, captor=foe.id)
    barony.run(ConquerCity(stack=ref(barony.party), city=ref(barony.town)))
    now = [barony.now(each).captor for each in (friend, stranger)]
    assert now == ([0, barony.me.id] if won else [foe.id, foe.id])
    baron = barony.now(barony.town).baron
    assert (baron == friend.id or baron == hero.id) is won


@CONQUER
def test_a_conqueror_gives_his_garrison_orders_of_his_own(barony: Barony) -> None:
    barony.change(barony.town, besieged=True, defense=barony.town.defense.replace(highest=None))
    barony.character(barony.party)
    assert not barony.run(ConquerCity(stack=ref(barony.party), city=ref(barony.town))).refused
    now = barony.now(barony.town)
    assert (now.besieged, now.defense.highest) == (False, 0)
    assert player_of(barony.world, now) == barony.me.id


@CONQUER
@pytest.mark.parametrize("what", ["barrier", "level", "load", "sea"])
def test_a_city_is_attacked_only_by_who_could_step_into_its_province(what: str) -> None:
    barony = Barony()
    match what:
        case "barrier":
            barony.link(LAND, HOME, barrier=NATURAL)
        case "level":
            barony.province(*HOME, level_limit=1)
        case "load":
            barony.items(barony.party, iron_helm=9999)
        case _:
            barony.province(*LAND, terrain="sea")
            barony.change(barony.party, used=1)
            ship = barony.unit(barony.party, arm="ship", type="barge")
            assert not barony.gone(ship)
    ran = barony.run(ConquerCity(stack=ref(barony.party), city=ref(barony.town)))
    # A fleet lands at the harbor it attacks, and the attack costs no movement.
    assert ran.refused is (what != "sea")


@pytest.mark.parametrize("number", [0, 3])
def test_a_plan_says_whom_an_attack_would_meet_and_takes_no_city(number: int) -> None:
    barony = Barony()
    order = orders(barony)[number]
    friend, stranger = (barony.stack(*HOME, barony.someone(w)) for w in ("at_war", "neutral"))
    for stack in (friend, stranger):
        barony.unit(stack, barony.world.get(Player, stack.player))
        reveal(state_of(barony), barony.ours.id, stack)
    plan = barony.plan(order)
    (planned,) = plan.orders
    assert planned.outcome == "done"
    (met,) = [e.event for e in planned.entries if isinstance(e.event, WouldMeet)]
    assert met.foes == (friend.place, barony.town.place)
    assert plan.world.get(type(barony.party), barony.party.id).acted == "military"
    assert barony.now(barony.town) == barony.town


@CONQUER
def test_a_plan_foresees_an_attack_though_characters_of_others_were_seen_there() -> None:
    barony = Barony()
    friend = barony.stack(*HOME, barony.foe)
    barony.character(friend, barony.foe)
    reveal(state_of(barony), barony.ours.id, friend)
    (planned,) = barony.plan(ConquerCity(stack=ref(barony.party), city=ref(barony.town))).orders
    (met,) = [e.event for e in planned.entries if isinstance(e.event, WouldMeet)]
    assert met.foes == (friend.place, barony.town.place)


@CONQUER
@pytest.mark.parametrize("lord", ["at_war", "neutral"])
def test_a_plan_foresees_an_attack_on_a_city_out_of_view_by_whose_it_was(lord: str) -> None:
    barony = Barony()
    remember(barony.world, barony.ours.id, [barony.home.id, barony.at(*LAND).id], barony.world)
    barony.change(barony.party, province=barony.at(1, 1).id)
    barony.relation("ours", "at_war", lord)  # type: ignore[arg-type]
    view = barony.view()
    city = view.get(type(barony.town), barony.town.id)
    assert not city.knows("baron")
    view.put(view.get(Stack, barony.party.id).replace(province=barony.home.id))
    order = ConquerCity(stack=ref(barony.party), city=ref(barony.town))
    refused = [refusal.code for refusal in order.conditions(barony.planning(view))]
    assert refused == (["relation"] if lord == "neutral" else [])


def test_only_what_may_be_attacked_is_offered(barony: Barony) -> None:
    barony.city(4, 4, barony.someone("neutral"))
    wild = barony.city(4, 5)
    barony.city(11, 11, barony.foe)
    given = {"stack": str(ref(barony.party))}
    assert barony.offered(ConquerCity, "city", **given) == [
        str(ref(barony.town)),
        str(ref(wild)),
    ]
    assert barony.offered(Bombard, "province", **given) == []
    battery(barony, "catapult")
    near = barony.offered(Bombard, "province", **given)
    assert near[0] == str(ref(barony.at(*LAND)))
    assert str(ref(barony.home)) in near
    assert str(ref(barony.at(4, 4))) not in near
    assert str(ref(barony.at(3, 5))) not in near


# ---------------------------------------------------------------- razing


@RAZE
def test_what_is_razed_is_told_to_its_lord_and_who_did_it_only_if_he_saw() -> None:
    for seen in (False, True):
        barony = Barony()
        barony.village(*LAND, 3, name="Millford")
        barony.tower(*LAND, "wizard", 2)
        if seen:
            see(barony, barony.foe.faction, barony.party)
        ran = barony.run(RazeImprovements(stack=ref(barony.party)))
        (entry,) = [e for e in ran.entries if isinstance(e.event, ImprovementsRazed)]
        told = entry.for_(barony.foe.faction)
        assert isinstance(told, ImprovementsRazed)
        assert (told.villages, told.towers) == (("Millford",), ("wizard",))
        assert told.knows("name") is seen
        assert told.knows("stack") is seen


@RAZE
@pytest.mark.parametrize("why", ["capital", "nothing", "beaten"])
def test_there_must_be_something_to_raze_and_nobody_to_prevent_it(why: str, barony: Barony) -> None:
    at = HOME if why == "capital" else LAND
    barony.change(barony.party, province=barony.at(*at).id)
    barony.province(*at, fortification=int(why != "nothing"))
    if why == "beaten":
        barony.change(barony.party, repulsed=barony.home.id)
    assert barony.run(RazeImprovements(stack=ref(barony.party))).refused


@RAZE
def test_a_plan_razes_what_is_known_to_stand_there(barony: Barony) -> None:
    village = barony.village(*LAND, 3)
    barony.province(*LAND, fortification=2)
    plan = barony.plan(RazeImprovements(stack=ref(barony.party)))
    assert plan.orders[0].outcome == "done"
    assert plan.world.find(type(village), village.id) is None
    (event,) = [e.event for e in plan.orders[0].entries if isinstance(e.event, ImprovementsRazed)]
    assert event.walls


# ---------------------------------------------------------------- sieges


@SIEGE
def test_a_siege_shows_itself_to_the_city_and_is_laid_only_once_inside_enemy_land() -> None:
    barony = Barony()
    foe = barony.foe
    order = SiegeBarony(stack=ref(barony.party))
    ran = barony.run(order)
    (entry,) = [e for e in ran.entries if isinstance(e.event, BaronyBesieged)]
    assert set(entry.audience) == {barony.ours.id, foe.faction}
    assert barony.view(barony.faction("at_war")).find(type(barony.party), barony.party.id)
    barony.produce()
    assert barony.run(order).code == "not_allowed"
    barony.change(barony.party, province=barony.at(1, 1).id)
    assert barony.run(order).code == "relation"


@SIEGE
def test_in_sight_of_none_of_it_a_siege_cannot_be_foreseen(barony: Barony) -> None:
    far = barony.city(11, 11, barony.foe)
    barony.province(1, 1, barony=far.barony)
    barony.change(barony.party, province=barony.at(1, 1).id)
    assert barony.view().get(Memory, barony.at(1, 1).id).owner == barony.foe.faction
    (planned,) = barony.plan(SiegeBarony(stack=ref(barony.party))).orders
    assert planned.outcome == "unforeseen"
    assert not barony.run(SiegeBarony(stack=ref(barony.party))).refused
    assert barony.now(far).besieged


@SIEGE
def test_the_beaten_besieger_is_thrown_out_to_the_nearest_land_it_can_stand_in() -> None:
    barony = Barony(garrison=9, won=("defender",))
    for around in barony.grid.ring(Hex(*LAND), 1):
        if (around.x, around.y) != HOME:
            barony.province(around.x, around.y, terrain="sea")
    ran = barony.run(SiegeBarony(stack=ref(barony.party)))
    (expelled,) = ran.events(StackExpelled)
    now = barony.now(barony.party)
    here = barony.grid.at(now.province - 1)
    assert (expelled.to, now.used, now.repulsed) == (now.province, 1, barony.at(*LAND).id)
    assert barony.grid.distance(here, barony.grid.at(barony.at(*LAND).id - 1)) == 2
    (entry,) = [e for e in ran.entries if e.event is expelled]
    theirs = entry.for_(barony.foe.faction)
    assert theirs is not None
    assert not theirs.knows("to")


@SIEGE
def test_friends_inside_and_neutrals_who_choose_to_fight_the_besieger() -> None:
    barony = Barony(garrison=9, won=("attacker",))
    foe = barony.foe
    barony.province(6, 4, barony=barony.town.barony)
    friend, helper = barony.stack(6, 4, foe), barony.stack(6, 4, barony.someone("neutral"))
    barony.unit(friend, foe)
    barony.unit(helper, barony.someone("neutral"))
    barony.change(helper, assists=True)
    comrade = barony.stack(*LAND)
    barony.unit(comrade)
    barony.run(SiegeBarony(stack=ref(comrade)))
    (clash,) = barony.system.clashes
    assert (clash.trigger, clash.place) == (battle.SIEGE, barony.home.place)
    assert clash.attackers == (comrade.place, barony.party.place)
    assert clash.defenders == (friend.place, helper.place, barony.town.place)
    now = barony.now(barony.town)
    assert now.besieged
    assert player_of(barony.world, now) == foe.id


# ---------------------------------------------------------------- repelling


@REPEL
def test_the_garrison_fights_from_the_nearest_province_to_the_farthest() -> None:
    barony = Barony(garrison=9, won=("attacker",))
    foe = barony.foe
    for hex_ in ((4, 5), (7, 5)):
        barony.province(*hex_, barony=barony.town.barony)
    spots = [(4, 5), (7, 5), HOME]
    for spot in spots:
        barony.unit(barony.stack(*spot))
    friend = barony.stack(*HOME, foe)
    barony.unit(friend, foe)
    barony.run(RepelIntruders(city=ref(barony.town)), player=foe)
    order = [HOME, LAND, (7, 5), (4, 5)]
    assert [clash.ground for clash in barony.system.clashes] == [barony.at(*h).id for h in order]
    assert {clash.attackers for clash in barony.system.clashes} == {
        (friend.place, barony.town.place)
    }
    assert barony.now(friend).province == barony.home.id


@REPEL
def test_who_cannot_be_driven_out_is_taken_with_all_he_has() -> None:
    barony = Barony(garrison=9, won=("attacker",))
    foe = barony.foe
    for province in list(barony.world.all(type(barony.home))):
        if province.barony != barony.town.barony:
            barony.change(province, terrain="sea")
    freed = barony.character(barony.party, foe, captor=barony.me.id)
    agent = barony.agent(barony.party)
    barony.items(barony.party, spear=7)
    ran = barony.run(RepelIntruders(city=ref(barony.town)), player=foe)
    (taken,) = ran.events(StackTaken)
    assert taken.name == barony.party.name
    assert barony.gone(barony.party)
    assert barony.held(barony.town) == {"spear": 7}
    assert (barony.now(freed).captor, barony.now(freed).holder) == (0, barony.town.place)
    assert barony.now(agent).holder == barony.at(*LAND).place


@REPEL
def test_a_plan_of_a_sally_names_the_enemies_that_are_known() -> None:
    barony = Barony(garrison=9)
    barony.enter()
    plan = barony.plan(RepelIntruders(city=ref(barony.town)), player=barony.foe)
    (planned,) = plan.orders
    assert planned.outcome == "done"
    assert len(barony.system.clashes) == 1


# ---------------------------------------------------------------- bombardment


@BOMBARD
def test_a_plan_of_a_bombardment_counts_the_pieces_in_range_and_foresees_no_hit() -> None:
    barony = Barony()
    battery(barony, "catapult", "trebuchet", "ballista")
    barony.change(barony.party, province=barony.at(4, 5).id)
    barony.unit(barony.stack(7, 5))  # it sees the city
    plan = barony.plan(Bombard(stack=ref(barony.party), province=ref(barony.home)))
    (entry,) = plan.orders[0].entries
    assert isinstance(entry.event, BombardmentBegun)
    assert (entry.event.pieces, entry.event.shots) == (1, 3)
    assert plan.orders[0].draws == ()
