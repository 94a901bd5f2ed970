"""Agents that rob agents: what they get, and what each side is told."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.agents.detecting import DetectAgent
from engine.packs.cohorts.agents.robbing import AgentRobbed, RobAgent, defense
from engine.packs.cohorts.pieces.records import Agent, Possession, Stack
from tests.packs.cohorts.agents.mission import HOME, Mission, told
from tests.rules.scene import ref

CHANCE = 49  # 50 + thief 10 - 11
goods = st.dictionaries(st.sampled_from(["spear", "dagger", "oak+1"]), st.integers(1, 99))


def mission() -> tuple[Mission, Agent, Stack]:
    scene = Mission()
    enemy = scene.enemy(skills={"thief": 9, "stealth": 11})
    stack = scene.world.get(Stack, enemy.holder.id)
    scene.agent(stack, scene.foe, skills={"thief": 3, "stealth": 2})
    return scene, enemy, stack


@pytest.mark.rule("cohorts.order.rob-agent")
def test_a_robber_gets_all_that_the_stack_and_its_agents_carry() -> None:
    scene, enemy, stack = mission()
    scene.items(stack, spear=5000)
    scene.items(enemy, spear=1, dagger=2)
    scene.items(scene.mine, dagger=1)
    ran = scene.do(RobAgent, CHANCE, target=stack)
    assert ran.events(AgentRobbed)[0].items == {"dagger": 2, "spear": 5001}
    assert scene.held(scene.mine) == {"dagger": 3, "spear": 5001}
    assert (scene.held(stack), scene.held(enemy)) == ({}, {})


@pytest.mark.parametrize("roll, robbed", [(CHANCE, True), (CHANCE + 1, False)])
@pytest.mark.rule("cohorts.order.rob-agent")
def test_the_robbed_player_is_told_what_happened_but_not_by_whom(roll: int, robbed: bool) -> None:
    scene, _, stack = mission()
    scene.items(stack, spear=3)
    ran = scene.do(RobAgent, roll, target=stack)
    theirs = told(ran, AgentRobbed, scene.foe.faction)
    assert theirs
    assert set(theirs.known()) == {"target", "target_name", "robbed", "items"}
    assert (theirs.robbed, theirs.items) == (robbed, {"spear": 3} if robbed else {})
    own = told(ran, AgentRobbed, scene.ours.id)
    assert own
    assert (own.chance, own.roll) == (CHANCE, roll)


@pytest.mark.parametrize("where", ["stack", "city", "province"])
def test_the_loot_goes_to_what_holds_the_robber(where: str) -> None:
    scene, _, stack = mission()
    scene.items(stack, spear=3)
    holder = {
        "stack": lambda: scene.mine,
        "city": lambda: scene.city(*HOME, scene.me),
        "province": lambda: scene.at(*HOME),
    }[where]()
    scene.change(scene.sent, holder=holder.place)
    scene.do(RobAgent, 1, target=stack)
    assert scene.held(holder) == {"spear": 3}


def test_an_agent_stands_for_the_stack_that_it_is_in() -> None:
    scene, enemy, stack = mission()
    scene.items(stack, spear=3)
    assert not scene.do(RobAgent, 1, target=enemy).refused
    assert scene.held(scene.mine) == {"spear": 3}


@pytest.mark.parametrize("company", ["character", "soldiers"])
def test_only_agents_alone_are_robbed(company: str) -> None:
    scene, _, stack = mission()
    scene.fill(stack, [company], scene.foe)
    assert scene.do(RobAgent, target=stack).code == "bad_target"
    assert str(ref(stack)) not in scene.offered(RobAgent, "target", {})


def test_a_loose_agent_is_no_stack() -> None:
    scene = Mission()
    loose = scene.agent(scene.at(*HOME), scene.foe)
    assert scene.do(RobAgent, target=loose).code == "bad_target"
    plan = scene.plan(RobAgent(agent=ref(scene.sent), target=ref(loose)))
    assert plan.orders[0].outcome == "unforeseen"


def test_a_refusal_does_not_tell_the_stack_of_an_agent_that_was_only_detected() -> None:
    scene, enemy, stack = mission()
    scene.change(stack, province=scene.at(HOME[0] + 2, HOME[1]).id)
    scene.fill(stack, ["character"], scene.foe)
    scene.do(DetectAgent, 1, 1)
    scene.change(scene.sent, actions=1)
    (failure,) = scene.do(RobAgent, target=enemy).failures
    assert (failure.code, stack.name in failure.says) == ("bad_target", False)


@pytest.mark.parametrize("who", ["neutral", "allied", "teammate"])
def test_only_enemies_are_robbed(who: str) -> None:
    scene = Mission()
    victim = scene.enemy(0, who)
    assert scene.do(RobAgent, target=victim).code == "relation"


def test_stacks_of_agents_and_agents_of_enemies_in_reach_are_offered() -> None:
    scene, enemy, stack = mission()
    offered = scene.offered(RobAgent, "target", {})
    assert {str(ref(stack)), str(ref(enemy))} <= set(offered)
    assert str(ref(scene.mine)) not in offered


@given(goods, goods, goods, st.integers(1, 100))
def test_nothing_is_made_or_lost_by_robbing(
    theirs: Mapping[str, int], worn: Mapping[str, int], mine: Mapping[str, int], roll: int
) -> None:
    scene, enemy, stack = mission()
    for holder, items in ((stack, theirs), (enemy, worn), (scene.mine, mine)):
        scene.items(holder, **items)
    before = tally(scene)
    ran = scene.do(RobAgent, roll, target=stack)
    assert tally(scene) == before
    assert ran.events(AgentRobbed)[0].robbed == (roll <= CHANCE)
    assert bool(scene.held(stack) or scene.held(enemy)) == bool(roll > CHANCE and (theirs or worn))


def tally(scene: Mission) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in scene.world.all(Possession):
        found[each.item] = found.get(each.item, 0) + each.count
    return found


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=4))
def test_a_stack_is_guarded_by_the_best_of_its_skills(levels: list[tuple[int, int]]) -> None:
    scene = Mission()
    stack = scene.stack(1, 1, scene.foe)
    for thief, stealth in levels:
        scene.agent(stack, scene.foe, skills={"thief": thief, "stealth": stealth, "spy": 35})
    assert defense(scene.world, stack) == max(max(pair) for pair in levels)
