"""Battles in lines and encounters as people see them: scenes, accounts and pictures.

Those of a game of kings, with its own names, ranks and lands, and those on a world of Cohorts.
"""

from __future__ import annotations

import inspect
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import faces
from bot.faces.battle.alt import course_alt
from bot.faces.battle.animation import draw_battle
from bot.faces.battle.writing import Writer
from bot.faces.contests import Seen, seen
from bot.faces.kingdoms.battle.account import account as lines_account
from bot.faces.kingdoms.battle.columns import ColumnBattle
from bot.faces.kingdoms.battle.scenes import column_battle
from bot.faces.kingdoms.battle.telling import Teller as LineTeller
from bot.faces.kingdoms.bouts import telling
from bot.faces.kingdoms.bouts.account import account as bout_account
from bot.faces.kingdoms.bouts.rounds import BoutSetting, encounter_of
from bot.faces.paint.text import measure
from bot.faces.words.news import NewsRank
from bot.faces.words.telling import news_of
from bot.faces.words.text import clean
from bot.jobs import odds
from engine.battle import Clash, Trigger
from engine.facts import Tagged
from engine.orders import Queued
from engine.packs import Rules
from engine.packs.kingdoms.battle.happenings import UnitEnded, Weighed
from engine.packs.kingdoms.battle.on_cohorts.told import LinesFought
from engine.packs.kingdoms.bouts import contest, happenings
from engine.packs.kingdoms.bouts.happenings import Ended, RoundBegan
from engine.packs.kingdoms.bouts.on_cohorts.challenging import Challenge
from engine.packs.kingdoms.bouts.on_cohorts.system import BoutFought
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.ventures.moving import Move, Pursue
from engine.packs.kingdoms.crowns.ventures.searching import Search
from tests.bot.faces.kingdoms.sample import (
    BOUT_SETTING,
    LINE_SETTING,
    TERMS,
    lines_fought,
    met,
    names,
    with_duel,
)
from tests.packs.kingdoms.battle.scene import LineScene
from tests.packs.kingdoms.bouts.scene import LORE, beasts, dice, heroes
from tests.packs.kingdoms.bouts.test_on_cohorts import BoutScene
from tests.packs.kingdoms.crowns.frontiers import defend, march
from tests.packs.kingdoms.crowns.table import Table, ref, rules
from tests.packs.kingdoms.ventures.court import RULES, Court
from tests.packs.kingdoms.ventures.court import ref as named
from tests.packs.kingdoms.ventures.test_moving import EAST, HERE
from tests.rules.scene import module

SIDES = ("attacker", "defender")
COUNTS = st.integers(0, 12)
GROUNDS = st.sampled_from(["Plain", "Mountain", "Sea"])


@settings(max_examples=25, deadline=None)
@given(COUNTS, COUNTS, st.integers(1, 60), GROUNDS)
def test_a_battle_in_lines_loses_armies_column_by_column(
    mine: int, theirs: int, seed: int, ground: str
) -> None:
    record = lines_fought(mine, theirs, seed=seed, ground=ground)
    battle = column_battle(record, LINE_SETTING)
    assert battle.scenes[0].strength == (mine, theirs)
    for before, after in pairwise(battle.scenes):
        assert all(one >= two for one, two in zip(before.strength, after.strength, strict=True))
    kept = [e for e in record.engagements[-1].events if isinstance(e, UnitEnded)]
    left = [sum(e.side == s and e.fate in ("stays", "escaped") for e in kept) for s in SIDES]
    assert battle.scenes[-1].strength == tuple(left)
    assert len({scene.name for scene in battle.scenes}) == len(battle.scenes)


def test_the_account_of_a_battle_has_a_chapter_for_each_scene_and_names_everyone() -> None:
    record = lines_fought(9, 7)
    battle, told = column_battle(record, LINE_SETTING), lines_account(record, names(), "Battle")
    assert [chapter.name for chapter in told.chapters] == [scene.name for scene in battle.scenes]
    text = told.text()
    assert all(troop.name in text for troop in battle.troops)
    assert "The attackers won: strength 74.9 against 54.7 in all columns." in text


def test_a_duel_before_a_battle_is_a_scene_of_its_own_and_told_round_by_round() -> None:
    record = with_duel()
    battle, told = column_battle(record, LINE_SETTING), lines_account(record, names(), "Battle")
    duel = next(scene for scene in battle.scenes if scene.name == "Duel")
    assert duel.steps[0][1].startswith("Sigrun and Bran fought a duel")
    assert any("Sigrun hit Bran for" in text for _, text in duel.steps)
    assert [text for _, text in duel.steps].count("Bran got away.") == 1
    parted = told.parted([scene.name for scene in battle.scenes])
    names_ = [chapter.name for chapter in parted[1]]
    assert names_[:3] == ["Duel", "Duel: who met", "Duel: they met"]
    assert names_[3] == "Duel: round 1"


def test_armies_of_one_kind_are_told_apart() -> None:
    record = lines_fought(15, 1)
    teller = LineTeller(record.engagements[-1], TERMS, clean)
    called = [teller.who(army.piece) for army in teller.sides[0].armies]
    assert len(set(called)) == len(called)


def test_an_army_that_fears_its_nemesis_says_whom() -> None:
    found = None
    for seed in range(1, 30):
        record = lines_fought(9, 9, seed=seed)
        events = record.engagements[-1].events
        found = next((e for e in events if isinstance(e, Weighed) and e.nemesis), None)
        if found:
            battle = column_battle(record, LINE_SETTING)
            lines = next(scene for scene in battle.scenes if scene.name == "Lines")
            assert any("its nemesis" in text for _, text in lines.steps)
            assert any(troop.nemesis for troop in battle.troops)
            return
    assert found, "no battle of thirty has a nemesis"


@pytest.mark.parametrize("place", [None, 0, 2])
def test_a_battle_in_lines_is_drawn_the_same_each_time(place: int | None) -> None:
    battle = column_battle(lines_fought(12, 3), LINE_SETTING)
    one, other = draw_battle(battle, place), draw_battle(battle, place)
    assert one == other
    assert (one.width, one.height) == (1200, 1360)
    assert one.alt.startswith("Battle at 12,5 (Plain)")


def test_a_battle_that_one_side_did_not_come_to_is_drawn_too() -> None:
    battle = column_battle(lines_fought(2, 0), LINE_SETTING)
    assert draw_battle(battle).alt.count("won.") == 1


# ---------------------------------------------------------------- encounters


@settings(max_examples=20, deadline=None)
@given(heroes(), beasts() | heroes(), st.integers(0, 999))
def test_any_encounter_is_told_from_its_first_round_to_its_end(one, other, seed) -> None:
    engagement = contest.fought("pursue", one, other, LORE, dice(seed))
    clash = Clash(kind="bout", sides=((), ()), trigger=Trigger("pursue"))
    record = contest.record(clash, engagement)
    encounter, told = encounter_of(record, BOUT_SETTING), bout_account(record, names(), "Bout")
    rounds = sum(isinstance(event, RoundBegan) for event in engagement.events)
    assert len(encounter.scenes) == rounds + 1
    assert [c.name for c in told.chapters[1:]] == [s.name for s in encounter.scenes]
    ended = engagement.events[-1]
    assert isinstance(ended, Ended)
    assert encounter.scenes[-1].strength == tuple(max(0, hits) for hits in ended.hits)
    text = told.text()
    assert not {" he ", " she ", " his ", " her "} & {f" {word} " for word in text.lower().split()}
    assert course_alt(encounter)


def test_every_happening_of_an_encounter_has_words() -> None:
    source = inspect.getsource(telling)
    for name, kind in inspect.getmembers(happenings, inspect.isclass):
        if kind.__module__ != happenings.__name__ or not issubclass(kind, Tagged):
            continue
        assert f"case {name}(" in source or name in ("Began", "Ended", "RoundBegan"), name


@pytest.mark.parametrize("seed", [5, 8, 10, 289])
def test_nothing_that_is_done_in_a_round_is_cut(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    encounter = encounter_of(met(seed), BOUT_SETTING)
    written: list[tuple[str, int, float]] = []
    monkeypatch.setattr(
        Writer,
        "write",
        lambda self, text, x, y, size, *_, width=0.0, **__: written.append((text, size, width)),
    )
    draw_battle(encounter)
    deeds = [each for each in written if "missed" in each[0] or "Fireball" in each[0]]
    assert len(deeds) > 3
    for text, size, width in deeds:
        assert not width or measure(text, "medium", size) <= width + 1, text


def test_the_account_tells_of_what_a_chance_was_made() -> None:
    text = bout_account(met(), names(), "Bout").text()
    assert "(70%, drew 5: evenly matched 50, melee +10, élan +10)." in text
    assert "plan: shoot, cast Fireball, melee." in text


def test_a_battle_of_kings_is_stepped_through_and_says_what_each_side_lost(table: Table) -> None:
    king, there = march(table)
    defend(table, there, 1)
    table.run({1: [Move(character=ref(king), to=ref(there))]})
    assert not table.refused()
    faction = table.crown().faction
    (event,) = table.told(KingdomBattleFought, faction)
    shown = seen(faces.of(rules()), event, rules().view(table.world, faction), faction, 1)
    assert shown
    steps = [scene.name for scene in shown.battle().scenes]
    assert steps[:3] == ["Array", "Lines", "Column 1"]
    parts = shown.account(clean).parted(steps)
    assert [part[0].name for part in parts] == steps
    assert king.name in "\n".join(parts[0][0].lines)
    won, lost = table.crown().name, "the militia"
    assert f"{won}, attacking, beat {lost} at " in shown.summary()
    assert f"{won} lost none, {lost} 1 army." in shown.summary()


def test_an_account_names_who_came_once_and_all_unhurt_of_a_column_in_one_line() -> None:
    record = lines_fought(9, 7)
    told = lines_account(record, names(), "Battle")
    lines = [line for chapter in told.chapters for line in chapter.lines]
    assert not any(line.lstrip().startswith("- ") for line in lines)
    assert not any("took no harm" in line for line in lines)
    for chapter in told.chapters:
        assert sum(line.startswith("Unhurt: ") for line in chapter.lines) <= 1
    assert any(line.startswith("Unhurt: ") for line in lines)
    assert sum("held the field" in line for line in lines) <= 2


def test_a_battle_against_militia_names_kingdom_ground_and_king(table: Table) -> None:
    king, wild = march(table)
    defend(table, wild)
    table.run({1: [Move(character=ref(king), to=ref(wild))]})
    (event,) = table.told(KingdomBattleFought, 1)
    shown = seen(faces.of(table.state().rules), event, table.world, table.crown().faction, 2)
    assert shown
    one, other = shown.setting.sides
    assert (one.own, one.role, other.name, other.role) == (True, "Attacker", "Militia", "Defender")
    assert shown.setting.title.startswith("Battle at ")
    assert clean(table.king().name) in shown.account(clean).text()
    assert draw_battle(shown.battle()).alt.count("Militia") >= 1


def test_an_encounter_names_both_characters_and_whose_they_are() -> None:
    court = Court()
    red, blue = court.crown("Red"), court.crown("Blue")
    hunter, prey = court.ruler(red, HERE, skill={"SP": 5}), court.ruler(blue, EAST)
    court.sight(red, prey)
    court.give(red, HERE, EAST)
    court.tick("run", {red.player: [Pursue(character=named(hunter), target=named(prey))]})
    (event,) = court.hears(red, EncounterFought)
    shown = seen(faces.of(RULES), event, court.world, red.faction, 4)
    assert shown
    one, other = shown.setting.sides
    assert (one.name, one.own, one.factions) == (clean(hunter.name), True, ("Red",))
    assert (other.name, other.own, other.factions) == (clean(prey.name), False, ("Blue",))
    assert isinstance(shown.setting, BoutSetting)
    assert all(shown.setting.icons), "each shows a people of the module"
    assert shown.setting.title == f"Pursuit: {clean(hunter.name)} and {clean(prey.name)}"
    assert shown.setting.subtitle.startswith("Plain")
    assert draw_battle(shown.battle(), 0).alt.startswith(shown.setting.title)


def test_a_guardian_bears_its_sign_and_a_character_the_colours_of_the_kingdom() -> None:
    court = Court()
    red = court.crown("Red")
    hero = court.ruler(red, HERE, skill={"ME": 3})
    lair = court.site(HERE, "giants_castle", red, being="giant", hit_points=25, full=25)
    court.give(red, HERE)
    court.tick("run", {red.player: [Search(character=named(hero), feature=named(lair))]})
    (event,) = court.hears(red, EncounterFought)
    shown = seen(faces.of(RULES), event, court.world, red.faction, 4)
    assert shown
    assert isinstance(shown.setting, BoutSetting)
    one, other = shown.setting.sides
    assert (one.own, other.name, other.emblem, other.colour) == (True, "Giant", "giant", 0)
    assert bool(shown.setting.icons[0]) > bool(shown.setting.icons[1])
    assert "Giant" in draw_battle(shown.battle()).alt


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
