"""Agents that rob agents: what they get, and what each side is told."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.packs.cohorts.agents.detecting import DetectAgent
from engine.packs.cohorts.agents.hunting import AgentRobbed, RobAgent
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


def test_stacks_of_agents_and_agents_of_enemies_in_reach_are_offered() -> None:
    scene, enemy, stack = mission()
    offered = scene.offered(RobAgent, "target", agent=scene.asked)
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
