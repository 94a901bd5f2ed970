"""What agents did, as their own side reads it and as the other side does."""

import pytest

from bot import faces
from bot.faces.words.telling import tell
from engine.events import Event
from engine.packs.cohorts.agents.detecting import AgentsSought, DetectAgent
from engine.packs.cohorts.agents.hunting import (
    AgentAssassinateAgent,
    AgentRobbed,
    AgentStruck,
    RobAgent,
)
from engine.packs.cohorts.agents.stealing import SpellStealing, StealSpell
from tests.packs.cohorts.agents.mission import HOME, Mission, told
from tests.rules.scene import Ran


def said(scene: Mission, ran: Ran, kind: type[Event], who: str = "ours") -> str:
    """The event as a side reads it, which knows what it knows."""
    side = scene.faction(who)
    event = told(ran, kind, side.id)
    assert event
    return tell(event, faces.of(scene.rules).names(scene.view(side)))


def test_a_search_names_whom_it_found_and_counts_whom_it_lost() -> None:
    scene = Mission()
    scene.enemy(1, skills={"stealth": 10})
    scene.enemy(2, skills={"stealth": 10})
    ran = scene.do(DetectAgent, 50, 51)
    assert said(scene, ran, AgentsSought) == (
        "Shade looked for enemy agents up to 6 provinces around grassland 3,3: Viper, a knave of "
        "At\\_War at 4,3 (rolled 50 against 50%) and traces of 1 agent that got away "
        "(rolled 51 against 50%)."
    )


@pytest.mark.parametrize(
    "rolls, ours, theirs",
    [
        (
            (53,),
            "Shade killed the agent Viper at grassland 3,3 (rolled 53 against 53%).",
            "Another agent killed the agent Viper at grassland 3,3.",
        ),
        (
            (54, 53),
            "Shade failed to kill the agent Viper at grassland 3,3 (rolled 54 against 53%) and "
            "escaped (rolled 53 against 53%).",
            "Somebody tried to kill the agent Viper at grassland 3,3 and failed.",
        ),
        (
            (54, 54),
            "Shade failed to kill the agent Viper at grassland 3,3 (rolled 54 against 53%) and "
            "was caught and executed (rolled 54 against 53%).",
            "Somebody tried to kill the agent Viper at grassland 3,3 and failed; the killer, sent "
            "by Ours, was caught and executed.",
        ),
    ],
)
def test_an_assassination_names_its_sender_only_if_he_was_caught(
    rolls: tuple[int, ...], ours: str, theirs: str
) -> None:
    scene = Mission()
    scene.watch(0)
    scene.character(scene.at(*HOME), scene.foe)
    ran = scene.do(AgentAssassinateAgent, *rolls, target=scene.enemy(level=7))
    assert said(scene, ran, AgentStruck) == ours
    assert said(scene, ran, AgentStruck, "at_war") == theirs


def test_a_robbery_is_told_to_the_robbed_without_the_robber() -> None:
    scene = Mission()
    enemy = scene.enemy(skills={"stealth": 10})
    scene.items(enemy, spear=2)
    ran = scene.do(RobAgent, 50, target=enemy)
    assert said(scene, ran, AgentRobbed) == (
        "Shade robbed Viper of 2 × Spear (rolled 50 against 50%)."
    )
    assert said(scene, ran, AgentRobbed, "at_war") == ("A thief robbed Viper of 2 × Spear.")


def test_a_theft_that_failed_is_told_to_the_victim_without_thief_or_spell() -> None:
    scene = Mission()
    owner = scene.character(scene.at(0, 0), name="Elowen")
    scene.change(scene.sent, summoner=owner.place)
    mage = scene.character(
        scene.at(*HOME),
        scene.foe,
        name="Mordaunt",
        job="priest",  # without a deity there are no attributes to help the skill
        skills={"spell_craft": 10},
        spells=("fireball",),
    )
    ran = scene.do(StealSpell, 51, target=mage, spell="fireball")
    assert said(scene, ran, SpellStealing) == (
        "Shade failed to steal Fireball out of the spell book of Mordaunt (rolled 51 against 50%)."
    )
    assert said(scene, ran, SpellStealing, "at_war") == (
        "Somebody tried to steal a spell out of the spell book of Mordaunt and failed."
    )
