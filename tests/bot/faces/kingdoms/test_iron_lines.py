"""On a world of Cohorts: battles in lines and encounters by plan are told, headed and shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import faces
from bot.faces.contests import Seen, seen
from bot.faces.kingdoms.battle.columns import ColumnBattle
from bot.faces.words.news import NewsRank
from bot.faces.words.telling import news_of
from bot.faces.words.text import clean
from bot.jobs import odds
from engine.orders import Queued
from engine.packs import Rules
from engine.packs.kingdoms.battle.on_cohorts.told import LinesFought
from engine.packs.kingdoms.bouts.on_cohorts.challenging import Challenge
from engine.packs.kingdoms.bouts.on_cohorts.system import BoutFought
from tests.packs.kingdoms.battle.scene import LineScene
from tests.packs.kingdoms.bouts.test_on_cohorts import BoutScene
from tests.rules.scene import module, ref


def lines_seen() -> tuple[LineScene, Seen]:
    scene = LineScene()
    they = scene.someone("at_war")
    mine, theirs = scene.stack(3, 3, name="Iron Guard"), scene.stack(3, 3, they, name="Salt")
    for place in range(3):
        scene.troop(mine, name=f"Guard {place}", level=20)
    scene.character(mine, name="Anwen")
    scene.troop(theirs, they, name="Rabble")
    scene.battle(scene.clash(mine, theirs))
    event = next(each.event for each in scene.entries if isinstance(each.event, LinesFought))
    shown = seen(faces.of(scene.rules), event, scene.world, scene.me.faction, 3)
    assert shown
    return scene, shown


def test_a_battle_in_lines_is_a_headline_and_has_picture_and_account() -> None:
    scene, shown = lines_seen()
    names = faces.of(scene.rules).names(scene.world, clean, reader=scene.me.faction)
    news = news_of(shown.told.event, names)
    assert news.rank == NewsRank.HEADLINE
    assert news.sign is not None
    assert news.sign.word in ("Victory", "Defeat")
    assert "in lines at" in shown.summary()
    battle, account = shown.battle(), shown.account(clean)
    assert battle.scenes[0].strength == (3, 1)
    assert [side.own for side in shown.setting.sides] == [True, False]
    assert "Guard 0" in account.text()
    assert "Led by" not in account.text()


def test_a_challenge_is_told_by_who_fought_and_how_it_ended() -> None:
    scene = BoutScene()
    ran = scene.challenge()
    event = next(each.event for each in ran.entries if isinstance(each.event, BoutFought))
    shown = seen(faces.of(scene.rules), event, scene.world, scene.me.faction, 3)
    assert shown
    assert shown.summary().startswith("Anwen challenged Brusk at ")
    assert [side.name for side in shown.setting.sides] == ["Anwen", "Brusk"]
    assert [side.own for side in shown.setting.sides] == [True, False]
    assert shown.battle().unit == ("hit point", "hit points")
    assert shown.account(clean).chapters[0].lines[0].startswith("Anwen: 30 of 30 hit points")
    names = faces.of(scene.rules).names(scene.world, clean, reader=scene.me.faction)
    news = news_of(event, names)
    assert news.title in ("", "Anwen against Brusk")


def test_grounds_and_armies_look_as_the_module_says_on_a_world_of_cohorts_too() -> None:
    _, shown = lines_seen()
    battle = shown.battle()
    assert isinstance(battle, ColumnBattle)
    assert battle.setting.looks.land(battle.ground).key == battle.ground
    icons = {
        icon for (table, _), icon in battle.setting.looks.icons.items() if table == "army_types"
    }
    assert {troop.icon for troop in battle.troops} <= icons


def test_help_and_primer_tell_of_lines_and_of_no_order_that_there_is_not() -> None:
    rules = Rules.of(LineScene().module)
    found = faces.of(rules)
    assert "column" in found.topics["Fight"].says
    assert "lines" in found.primer["War"].text
    assert list(found.primer) == list(faces.of(Rules.of(module())).primer)
    told = [path for topic in found.topics.values() for path in topic.orders]
    assert [path for path in told if path not in rules.orders] == []


def test_a_challenge_says_beforehand_what_it_would_bring_if_that_can_be_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = BoutScene()
    order = Challenge(character=ref(scene.hero), target=ref(scene.foe))
    body = Queued("k1", order).to_json()
    monkeypatch.setattr(odds, "rules_at", lambda *_: scene.rules)
    told: list[str] = []
    for known in (scene.view(), scene.world):
        monkeypatch.setattr(odds, "view_at", lambda *_, view=known: view)
        asked = Path(), 1, 1, scene.ours.id, scene.me.id
        told.append(odds.expected(*asked, [("k1", body)], ["k1"], 0.0)["k1"].says)
    assert told[0].startswith("What it would bring cannot be known: you do not know")
    assert told[1].startswith("Anwen would meet Brusk. ")
    assert "% to win" in told[1]
