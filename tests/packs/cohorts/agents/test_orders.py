"""The orders of agents, apart from the worked cases: whom they find, kill, rob and trade with."""

from collections.abc import Mapping
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Pick, ScriptedDice, Whole
from engine.orders import Order
from engine.packs.cohorts.agents.detecting import AgentsSought, DetectAgent
from engine.packs.cohorts.agents.hunting import (
    AgentAssassinateAgent,
    AgentRobbed,
    AgentStruck,
    RobAgent,
)
from engine.packs.cohorts.agents.stealing import SpellStealing, StealSpell
from engine.packs.cohorts.agents.trading import EstablishTradeAgreement, TradeNegotiated
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild, Possession, Stack
from engine.packs.cohorts.trade.agreements import AgreementStruck
from engine.packs.cohorts.trade.books import Agreement, open_copies, received, traded_away
from engine.world import Record
from tests.packs.cohorts.agents.mission import HOME, Mission, told
from tests.packs.cohorts.trade.scene import Fair
from tests.rules.scene import Ran, ref


def search(scene: Mission, *rolls: int) -> AgentsSought:
    ran = scene.do(DetectAgent, *rolls)
    assert not ran.refused
    found = told(ran, AgentsSought, scene.ours.id)
    assert found
    assert told(ran, AgentsSought, scene.foe.faction) is None
    return found


@pytest.mark.rule("cohorts.order.detect-agent")
def test_each_enemy_agent_in_reach_is_tried_by_itself_and_nobody_elses() -> None:
    scene = Mission()
    near = scene.enemy(1, skills={"stealth": 4})
    far = scene.enemy(6, skills={"stealth": 12})
    scene.enemy(7)
    scene.enemy(1, "neutral")
    scene.enemy(1, "allied")
    found = search(scene, 80, 41)
    assert found.reach == 6
    assert [(each.chance, each.roll, each.agent) for each in found.detected] == [
        (80, 80, near.id),
        (40, 41, 0),
    ]
    assert (found.detected[0].x, found.detected[0].y) == (HOME[0] + 1, HOME[1])
    assert found.detected[0].faction == scene.foe.faction
    assert not any((found.detected[1].name, found.detected[1].type, found.detected[1].faction))
    assert found.detected[1].x < 0
    assert scene.view().find(Agent, near.id)
    assert scene.view().find(Agent, far.id) is None


def test_who_was_detected_can_be_named_from_then_on_but_not_what_it_is_in() -> None:
    scene = Mission()
    enemy = scene.enemy(2)
    search(scene, 1)
    seen = scene.view().get(Agent, enemy.id)
    assert seen.holder == scene.at(HOME[0] + 2, HOME[1]).place
    assert not any(seen.knows(name) for name in ("level", "skills", "actions", "summoner"))
    assert scene.offered(AgentAssassinateAgent, "target", agent=scene.asked) == [str(ref(enemy))]


def test_an_agent_in_a_city_stays_known_to_who_stands_before_it_until_it_leaves() -> None:
    scene = Mission()
    city = scene.city(*HOME, scene.foe)
    enemy = scene.agent(city, scene.foe, name="Viper")
    search(scene, 1)
    scene.run()
    assert scene.view().find(Agent, enemy.id)
    scene.change(enemy, holder=scene.stack(9, 7, scene.foe).place)
    scene.run()
    assert scene.view().find(Agent, enemy.id) is None


def test_an_agent_found_elsewhere_is_no_longer_taken_to_be_where_it_was() -> None:
    scene = Mission()
    enemy = scene.enemy(0)
    other = scene.agent(scene.world.get(Stack, enemy.holder.id), scene.foe, skills={"stealth": 30})
    scene.run()
    scene.change(scene.mine, province=scene.at(0, 0).id)
    scene.change(enemy, holder=scene.stack(2, 1, scene.foe).place)
    search(scene, 1, 100)
    sightings = list(scene.world.by(Sighting, "faction", scene.ours.id))
    members = [[member.place for member in sighting.members] for sighting in sightings]
    assert members == [[other.place], [enemy.place]]
    assert scene.view().get(Agent, enemy.id).holder == scene.at(2, 1).place


def test_a_plan_does_not_tell_whether_there_are_agents() -> None:
    for enemies in (0, 1):
        scene = Mission()
        for _ in range(enemies):
            scene.enemy(1)
        (planned,) = scene.plan(DetectAgent(agent=ref(scene.sent))).orders
        assert (planned.outcome, planned.unknown) == (
            "unforeseen",
            "you do not know which agents hide in the province",
        )


OF_DEATH = 53  # 50 + assassin 10 - level 7
ESCAPE = 53


def hunter() -> tuple[Mission, Agent]:
    scene = Mission()
    return scene, scene.enemy(level=7)


@pytest.mark.rule("cohorts.order.agent-assassinate-agent", "cohorts.agent.overview")
def test_a_dead_agent_is_removed_and_its_goods_join_the_cache() -> None:
    scene, enemy = hunter()
    scene.items(enemy, spear=2)
    ran = scene.do(AgentAssassinateAgent, OF_DEATH, target=enemy)
    assert not ran.refused
    assert scene.gone(enemy)
    assert scene.view().find(Agent, enemy.id) is None
    assert scene.held(scene.at(*HOME)) == {"spear": 2}
    assert scene.now(scene.sent).actions == 0


@pytest.mark.parametrize(
    "rolls, killed, executed",
    [
        ((OF_DEATH,), True, False),
        ((OF_DEATH + 1, ESCAPE), False, False),
        ((OF_DEATH + 1, ESCAPE + 1), False, True),
    ],
)
@pytest.mark.rule("cohorts.order.agent-assassinate-agent")
def test_each_side_is_told_its_own(rolls: tuple[int, ...], killed: bool, executed: bool) -> None:
    scene, enemy = hunter()
    scene.someone("neutral")
    ran = scene.do(AgentAssassinateAgent, *rolls, target=enemy)
    own = told(ran, AgentStruck, scene.ours.id)
    theirs = told(ran, AgentStruck, scene.foe.faction)
    assert own
    assert theirs
    assert (own.killed, own.executed, own.chance) == (killed, executed, OF_DEATH)
    assert (scene.gone(enemy), scene.gone(scene.sent)) == (killed, executed)
    assert set(theirs.known()) == {
        *("target", "target_name", "province", "killed", "executed", "owner")
    }
    assert theirs.owner == (scene.ours.id if executed else 0)
    assert told(ran, AgentStruck, scene.faction("neutral").id) is None


def test_an_agent_that_is_not_known_is_refused_like_one_that_is_not_there() -> None:
    scene = Mission()
    unseen = scene.enemy(1)
    nobody = unseen.replace(id=10**6)
    said = [scene.do(AgentAssassinateAgent, target=t).failures[0] for t in (unseen, nobody)]
    assert said[0].replace(line="") == said[1].replace(line="")
    assert scene.now(scene.sent).actions == 1


def test_the_chance_against_a_stranger_cannot_be_foreseen() -> None:
    scene, enemy = hunter()
    order = AgentAssassinateAgent(agent=ref(scene.sent), target=ref(enemy))
    assert scene.plan(order).orders[0].outcome == "unforeseen"


def test_enemy_agents_in_reach_are_offered() -> None:
    scene = Mission()
    near = scene.enemy(2)
    far = scene.enemy(3)
    for away in (2, 3):
        scene.watch(away)
    scene.enemy(0, "neutral")
    assert scene.offered(AgentAssassinateAgent, "target", agent=scene.asked) == [str(ref(near))]
    assert scene.offered(AgentAssassinateAgent, "target", agent="") == [
        str(ref(near)),
        str(ref(far)),
    ]


OF_LOOT = 49  # 50 + thief 10 - 11
goods = st.dictionaries(st.sampled_from(["spear", "dagger", "oak+1"]), st.integers(1, 99))


def robber() -> tuple[Mission, Agent, Stack]:
    scene = Mission()
    enemy = scene.enemy(skills={"thief": 9, "stealth": 11})
    stack = scene.world.get(Stack, enemy.holder.id)
    scene.agent(stack, scene.foe, skills={"thief": 3, "stealth": 2})
    return scene, enemy, stack


@pytest.mark.parametrize("roll, robbed", [(OF_LOOT, True), (OF_LOOT + 1, False)])
@pytest.mark.rule("cohorts.order.rob-agent")
def test_the_robbed_player_is_told_what_happened_but_not_by_whom(roll: int, robbed: bool) -> None:
    scene, _, stack = robber()
    scene.items(stack, spear=3)
    ran = scene.do(RobAgent, roll, target=stack)
    theirs = told(ran, AgentRobbed, scene.foe.faction)
    assert theirs
    assert set(theirs.known()) == {"target", "target_name", "robbed", "items"}
    assert (theirs.robbed, theirs.items) == (robbed, {"spear": 3} if robbed else {})
    own = told(ran, AgentRobbed, scene.ours.id)
    assert own
    assert (own.chance, own.roll) == (OF_LOOT, roll)


def test_a_loose_agent_is_no_stack() -> None:
    scene = Mission()
    loose = scene.agent(scene.at(*HOME), scene.foe)
    assert scene.do(RobAgent, target=loose).code == "bad_target"
    plan = scene.plan(RobAgent(agent=ref(scene.sent), target=ref(loose)))
    assert plan.orders[0].outcome == "unforeseen"


def test_a_refusal_does_not_tell_the_stack_of_an_agent_that_was_only_detected() -> None:
    scene, enemy, stack = robber()
    scene.change(stack, province=scene.at(HOME[0] + 2, HOME[1]).id)
    scene.fill(stack, ["character"], scene.foe)
    scene.do(DetectAgent, 1, 1)
    scene.change(scene.sent, actions=1)
    (failure,) = scene.do(RobAgent, target=enemy).failures
    assert (failure.code, stack.name in failure.says) == ("bad_target", False)


def test_stacks_of_agents_and_agents_of_enemies_in_reach_are_offered() -> None:
    scene, enemy, stack = robber()
    offered = scene.offered(RobAgent, "target", agent=scene.asked)
    assert {str(ref(stack)), str(ref(enemy))} <= set(offered)
    assert str(ref(scene.mine)) not in offered


@given(goods, goods, goods, st.integers(1, 100))
def test_nothing_is_made_or_lost_by_robbing(
    theirs: Mapping[str, int], worn: Mapping[str, int], mine: Mapping[str, int], roll: int
) -> None:
    scene, enemy, stack = robber()
    for holder, items in ((stack, theirs), (enemy, worn), (scene.mine, mine)):
        scene.items(holder, **items)
    before = tally(scene)
    ran = scene.do(RobAgent, roll, target=stack)
    assert tally(scene) == before
    assert ran.events(AgentRobbed)[0].robbed == (roll <= OF_LOOT)
    assert bool(scene.held(stack) or scene.held(enemy)) == bool(roll > OF_LOOT and (theirs or worn))


def tally(scene: Mission) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in scene.world.all(Possession):
        found[each.item] = found.get(each.item, 0) + each.count
    return found


OF_LEARNING = 65  # 50 + 5 * (10 - 7)


def thief() -> tuple[Mission, Guild, City]:
    """My agent serves a mage guild; a city of the enemy where it is has another of level 7."""
    scene = Mission()
    guild = scene.guild(scene.city(12, 6, scene.me), "mage", 20, spells=("fear",))
    scene.change(scene.sent, summoner=guild.place)
    city = scene.city(*HOME, scene.foe, name="Dusk")
    known = [s.key for s in scene.content.spells.values() if s.level <= 2 and not s.miracle][:3]
    high = next(s.key for s in scene.content.spells.values() if s.level == 3 and not s.miracle)
    scene.guild(city, "mage", 7, spells=(*known, high))
    return scene, guild, city


def book(scene: Mission, city: City) -> tuple[str, ...]:
    return next(scene.world.by(Guild, "city", city.id)).spells


def steal(scene: Mission, target: Record, *rolls: int, **more: str) -> Ran:
    return scene.do(StealSpell, *rolls, target=target, **more)


@pytest.mark.rule("cohorts.order.steal-spell")
def test_the_owner_of_the_agent_has_the_spell_at_once_and_the_victim_is_told_nothing() -> None:
    scene, guild, city = thief()
    spell = book(scene, city)[1]
    ran = steal(scene, city, OF_LEARNING, spell=spell)
    assert scene.now(guild).spells == ("fear", spell)
    own = told(ran, SpellStealing, scene.ours.id)
    assert own
    assert (own.chance, own.roll, own.outcome, own.spell) == (
        OF_LEARNING,
        OF_LEARNING,
        "learned",
        spell,
    )
    assert told(ran, SpellStealing, scene.foe.faction) is None
    assert book(scene, city)[1] == spell


@pytest.mark.rule("cohorts.order.steal-spell")
def test_of_a_failure_the_victim_is_told_but_not_by_whom_nor_of_what() -> None:
    scene, guild, city = thief()
    ran = steal(scene, city, OF_LEARNING + 1, spell=book(scene, city)[1])
    theirs = told(ran, SpellStealing, scene.foe.faction)
    assert theirs
    assert set(theirs.known()) == {"target_name", "outcome"}
    assert (theirs.target_name, theirs.outcome) == ("Dusk", "failed")
    assert scene.now(guild).spells == ("fear",)
    assert not scene.gone(scene.sent)


@pytest.mark.rule("cohorts.order.steal-spell")
def test_without_a_name_one_is_taken_of_those_within_the_skill_that_the_owner_lacks() -> None:
    scene, guild, city = thief()
    first, second, third, _ = book(scene, city)
    scene.change(guild, spells=(second,))
    order = StealSpell(agent=ref(scene.sent), target=ref(city))
    scene.run(order, dice=ScriptedDice([Whole(OF_LEARNING, 100), Pick(1, of=2)]))
    assert scene.now(guild).spells == (second, third)
    assert first not in scene.now(guild).spells


def test_a_city_without_a_mage_guild_is_searched_in_vain() -> None:
    scene, _, city = thief()
    scene.world.remove(next(scene.world.by(Guild, "city", city.id)))
    ran = steal(scene, city)
    assert (ran.refused, ran.events(SpellStealing)[0].outcome) == (False, "nothing")


@pytest.mark.parametrize(
    "summoner, refused",
    [("mage", False), ("priest", True), ("church", True), ("knave", True), ("gone", True)],
)
@pytest.mark.rule("cohorts.order.steal-spell")
def test_only_who_keeps_a_book_is_stolen_for(summoner: str, refused: bool) -> None:
    scene, guild, city = thief()
    owner: Record = guild
    if summoner == "gone":
        scene.world.remove(guild)
    elif summoner in ("mage", "priest"):
        owner = scene.character(scene.at(0, 0), job=summoner)
    else:
        owner = scene.guild(scene.world.get(City, guild.city), summoner, 5)
    scene.change(scene.sent, summoner=owner.place)
    ran = steal(scene, city, *(() if refused else (OF_LEARNING,)), spell=book(scene, city)[0])
    assert ran.code == ("not_allowed" if refused else "")
    if isinstance(owner, Character) and not refused:
        assert scene.now(owner).spells == (book(scene, city)[0],)


def test_what_the_owner_has_is_not_stolen_again() -> None:
    scene, guild, city = thief()
    scene.change(guild, spells=book(scene, city)[:1])
    assert steal(scene, city, spell=book(scene, city)[0]).code == "already_known"


def test_the_book_of_a_stranger_cannot_be_foreseen() -> None:
    scene, _, city = thief()
    order = StealSpell(agent=ref(scene.sent), target=ref(city))
    plans = []
    for _ in range(2):
        plans.append(scene.plan(order).orders[0].outcome)
        scene.world.remove(next(scene.world.by(Guild, "city", city.id)))
        scene.guild(city, "knave", 3)
    assert plans == ["unforeseen", "unforeseen"]


def test_others_where_the_agent_is_and_spells_that_its_owner_lacks_are_offered() -> None:
    scene, _, city = thief()
    stranger = scene.character(scene.at(*HOME), scene.foe)
    scene.character(scene.at(*HOME))
    scene.character(scene.at(*HOME), scene.someone("allied"))
    assert scene.offered(StealSpell, "target", agent=scene.asked) == [
        str(ref(stranger)),
        str(ref(city)),
    ]
    spells = scene.offered(StealSpell, "spell", agent=scene.asked)
    assert "fear" not in spells
    assert {scene.content.spells[key].level for key in spells} == {1, 2}


OF_TERMS = 36  # level 12, both uncommon


def fair(relation: str = "neutral") -> tuple[Fair, Agent]:
    """My merchant stands at the other city."""
    fair = Fair(relation)
    return fair, merchant(fair)


def merchant(fair: Fair, **values: object) -> Agent:
    usual = {"level": 12, "type": "merchant", "actions": 1, "summoner": fair.guild(fair.mine).place}
    return fair.scene.agent(fair.scene.stack(0, 8), **{**usual, **values})


def order(fair: Fair, agent: Agent, gives: str = "gold", gets: str = "foxglove") -> Order:
    return EstablishTradeAgreement(
        agent=ref(agent), city=ref(fair.theirs), offered=gives, wanted=gets
    )


def negotiate(fair: Fair, agent: Agent, *rolls: int, **goods: str) -> Ran:
    dice = ScriptedDice([Whole(roll, 100) for roll in rolls])
    return fair.scene.run(order(fair, agent, **goods), dice=dice)


@pytest.mark.rule("cohorts.order.establish-trade-agreement")
def test_each_city_has_access_to_the_others_resource_and_both_owners_are_told() -> None:
    place, agent = fair()
    ran = negotiate(place, agent, OF_TERMS)
    mine, theirs = place.mine, place.theirs
    assert "foxglove" in place.access(mine)
    assert "gold" in place.access(theirs)
    assert open_copies(place.scene.world, theirs.id) == {}
    assert traded_away(place.scene.world, mine.id) == {"gold": 1}
    for faction in (place.scene.ours.id, place.them.faction):
        assert told(ran, AgreementStruck, faction)
    assert told(ran, TradeNegotiated, place.them.faction) is None
    assert place.scene.now(agent).actions == 0


@pytest.mark.rule("cohorts.order.establish-trade-agreement")
def test_on_failure_nothing_is_lost_and_the_next_turn_may_bring_it() -> None:
    place, agent = fair()
    ran = negotiate(place, agent, OF_TERMS + 1)
    assert (ran.refused, place.scene.world.count(Agreement)) == (False, 0)
    assert place.own(place.mine) == {"gold": 1, "iron": 2}
    assert negotiate(place, agent).code == "no_action"
    place.scene.produce()
    negotiate(place, agent, OF_TERMS)
    assert place.scene.world.count(Agreement) == 1


@pytest.mark.parametrize(
    "change, code",
    [
        ({"type": "knave"}, "not_qualified"),
        ({"holder": "home"}, "not_here"),
        ({"summoner": "baron"}, "not_qualified"),
        ({"actions": 0}, "no_action"),
    ],
)
def test_only_a_merchant_of_a_guild_negotiates_and_only_in_the_city(
    change: dict[str, object], code: str
) -> None:
    place, agent = fair()
    scene = place.scene
    spots = {
        "home": place.mine.place,
        "baron": scene.world.get(Character, place.mine.baron).place,
    }
    scene.change(agent, **{key: spots.get(str(v), v) for key, v in change.items()})
    assert negotiate(place, agent).code == code


def test_an_unknown_resource_is_refused_with_what_may_be_meant() -> None:
    place, agent = fair()
    (failure,) = negotiate(place, agent, gives="golt").failures
    assert (failure.code, failure.instead) == ("bad_target", "Did you mean Gold?")


def test_cities_own_goods_and_what_is_on_the_market_are_offered() -> None:
    place, agent = fair()
    given = {"agent": str(ref(agent)), "city": str(ref(place.theirs))}
    city, offered, wanted = (
        place.scene.offered(EstablishTradeAgreement, name, **given)
        for name in ("city", "offered", "wanted")
    )
    assert city == [str(ref(place.theirs))]
    assert (offered, wanted) == (["gold", "iron"], ["foxglove"])


@given(
    st.integers(1, 30),
    st.integers(1, 100),
    st.sampled_from(["gold", "iron"]),
)
def test_what_one_city_gives_the_other_gets_and_no_copy_is_made(
    level: int, roll: int, gives: Literal["gold", "iron"]
) -> None:
    place = Fair("neutral")
    agent = merchant(place, level=level)
    ran = negotiate(place, agent, roll, gives=gives)
    world = place.scene.world
    agreed = ran.events(TradeNegotiated)[0].agreed
    assert agreed == (world.count(Agreement) == 1)
    assert received(world, place.theirs.id) == traded_away(world, place.mine.id)
    assert received(world, place.mine.id) == traded_away(world, place.theirs.id)
    for city, worked in ((place.mine, {"gold": 1, "iron": 2}), (place.theirs, {"foxglove": 1})):
        states = (place.own(city), open_copies(world, city.id), traded_away(world, city.id))
        assert {r: sum(each.get(r, 0) for each in states) for r in worked} == worked
