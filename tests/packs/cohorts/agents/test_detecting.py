"""Agents that look for agents: whom they find, and what is known of these from then on."""

import pytest

from engine.packs.cohorts.agents.detecting import AgentsSought, DetectAgent
from engine.packs.cohorts.agents.hunting import AgentAssassinateAgent
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.pieces.records import Agent, Stack
from tests.packs.cohorts.agents.mission import HOME, Mission, told
from tests.rules.scene import ref


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
