"""Battles in lines and encounters as people see them: scenes, accounts and pictures."""

from __future__ import annotations

import inspect
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import faces
from bot.faces.battle.alt import course_alt
from bot.faces.battle.animation import draw_battle
from bot.faces.battle.writing import Writer
from bot.faces.contests import seen
from bot.faces.kingdoms.battle.account import account as lines_account
from bot.faces.kingdoms.battle.scenes import column_battle
from bot.faces.kingdoms.battle.telling import Teller as LineTeller
from bot.faces.kingdoms.bouts import telling
from bot.faces.kingdoms.bouts.account import account as bout_account
from bot.faces.kingdoms.bouts.rounds import encounter_of
from bot.faces.paint.text import measure
from bot.faces.words.text import clean
from engine.battle import Clash, Trigger
from engine.facts import Tagged
from engine.packs.kingdoms.battle.happenings import UnitEnded, Weighed
from engine.packs.kingdoms.bouts import contest, happenings
from engine.packs.kingdoms.bouts.happenings import Ended, RoundBegan
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.pieces.records import Army, Holding
from tests.bot.faces.kingdoms.sample import (
    BOUT_SETTING,
    LINE_SETTING,
    TERMS,
    lines_fought,
    met,
    names,
    with_duel,
)
from tests.packs.kingdoms.bouts.scene import LORE, beasts, dice, heroes
from tests.packs.kingdoms.crowns.table import Table, ref, rules

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
def test_nothing_that_was_done_in_a_round_is_cut(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_battle_of_kings_is_stepped_through_and_says_what_each_side_lost() -> None:
    table = Table.seated()
    king, content = table.king(), rules().module.content(ArmyContent)
    there = next(
        holding
        for id in adjacent(table.world, king.holding)
        if not content.grounds[(holding := table.world.get(Holding, id)).terrain].sea
    )
    table.put(there, owner=0)
    for army in list(table.world.by(Army, "holding", there.id)):
        table.world.remove(army)
    for army in list(table.world.by(Army, "leader", king.id)):
        if content.army_types[army.type].sails:
            table.put(army, leader=0)
    table.army("GA", there.id, quality=0, militia=True)
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
    assert not any("was unhurt" in line for line in lines)
    for chapter in told.chapters:
        assert sum(line.startswith("Unhurt: ") for line in chapter.lines) <= 1
    assert any(line.startswith("Unhurt: ") for line in lines)
    assert sum("held the field" in line for line in lines) <= 2
