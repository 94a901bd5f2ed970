"""Computer players call an agent, and Your turn suggests one, where there is something for it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import ForeseeDice
from engine.module.natures import PLAIN
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.rivals import errands
from engine.packs.cohorts.rivals.realm import RivalView
from engine.rivals import Mind
from tests.bot.faces.looking import desk, entries
from tests.rules.scene import Scene


def realm(scene: Scene) -> RivalView:
    return RivalView(Mind(scene.rules, scene.view(), scene.me.id, PLAIN, "strong", ForeseeDice()))


def hero(scene: Scene, job: str, *skills: str, **values: Any) -> Character:
    city = scene.city(5, 5, scene.me)
    of_skills = dict.fromkeys(skills, 5)
    return scene.character(city, job=job, level=8, skills=of_skills, actions=1, **values)


@pytest.mark.parametrize("stands, needed", [("neutral", False), ("at_war", True)])
def test_who_can_spy_calls_an_agent_while_there_is_a_war(
    scene: Scene, stands: str, needed: bool
) -> None:
    spy = hero(scene, "knave", "spy")
    scene.someone(stands)
    assert errands.of_hero(realm(scene), spy) is needed


@pytest.mark.parametrize("known", [False, True])
def test_who_can_strike_calls_one_when_an_agent_of_the_enemy_is_known(
    scene: Scene, known: bool
) -> None:
    killer = hero(scene, "knave", "assassin")
    foe = scene.someone("at_war")
    scene.agent(scene.stack(5, 5 if known else 1, foe), foe)
    if known:
        scene.character(scene.stack(5, 5))
    assert errands.of_hero(realm(scene), killer) is known


def test_a_mage_calls_one_once_a_foreign_book_may_be_copied(scene: Scene) -> None:
    mage = hero(scene, "mage", "spell_craft", spells=("fireball",))
    scene.someone("neutral")
    assert not errands.of_hero(realm(scene), mage)
    scene.city(7, 5, scene.someone("neutral"))
    scene.character(scene.stack(7, 5))
    assert errands.of_hero(realm(scene), mage)


def test_a_merchant_guild_calls_one_when_neutrals_have_a_market(scene: Scene) -> None:
    city, guild = scene.city(5, 5, scene.me), "merchant"
    merchants, warriors = (scene.guild(city, each, 9) for each in (guild, "warrior"))
    other = scene.city(7, 5, scene.someone("neutral"))
    scene.character(scene.stack(7, 5))
    assert not errands.of_guild(realm(scene), merchants)
    scene.market(other, {"iron": 1})
    assert errands.of_guild(realm(scene), merchants)
    assert not errands.of_guild(realm(scene), warriors)


def test_an_agent_with_nothing_to_do_is_not_suggested(scene: Scene) -> None:
    fighter = hero(scene, "warrior", "knight")
    made = desk(scene.rules, scene.view(), scene.me.id)
    (entry,) = [
        each for each in entries(made, "Characters with actions") if fighter.name in each.text
    ]
    assert ("character", "summon-agent") not in [lead.order for lead in entry.leads]
