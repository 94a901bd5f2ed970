"""Agents that kill agents: who dies, what is left, and what each side is told."""

import pytest

from engine.packs.cohorts.agents.hunting import AgentAssassinateAgent, AgentStruck
from engine.packs.cohorts.pieces.records import Agent
from tests.packs.cohorts.agents.mission import HOME, Mission, told
from tests.rules.scene import ref

CHANCE = 53  # 50 + assassin 10 - level 7
ESCAPE = 53


def mission() -> tuple[Mission, Agent]:
    scene = Mission()
    return scene, scene.enemy(level=7)


@pytest.mark.rule("cohorts.order.agent-assassinate-agent", "cohorts.agent.overview")
def test_a_dead_agent_is_removed_and_its_goods_join_the_cache() -> None:
    scene, enemy = mission()
    scene.items(enemy, spear=2)
    ran = scene.do(AgentAssassinateAgent, CHANCE, target=enemy)
    assert not ran.refused
    assert scene.gone(enemy)
    assert scene.view().find(Agent, enemy.id) is None
    assert scene.held(scene.at(*HOME)) == {"spear": 2}
    assert scene.now(scene.sent).actions == 0


@pytest.mark.parametrize(
    "rolls, killed, executed",
    [
        ((CHANCE,), True, False),
        ((CHANCE + 1, ESCAPE), False, False),
        ((CHANCE + 1, ESCAPE + 1), False, True),
    ],
)
@pytest.mark.rule("cohorts.order.agent-assassinate-agent")
def test_each_side_is_told_its_own(rolls: tuple[int, ...], killed: bool, executed: bool) -> None:
    scene, enemy = mission()
    scene.someone("neutral")
    ran = scene.do(AgentAssassinateAgent, *rolls, target=enemy)
    own = told(ran, AgentStruck, scene.ours.id)
    theirs = told(ran, AgentStruck, scene.foe.faction)
    assert own
    assert theirs
    assert (own.killed, own.executed, own.chance) == (killed, executed, CHANCE)
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
    scene, enemy = mission()
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
