"""Scenes of battles of Warmaster follow the record: who stands where, what fell, what was done."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.faces.warmaster.battle.course import HexBattle, TurnScene
from bot.faces.warmaster.battle.scenes import ARRAY, field_battle, turn_name
from engine.battle import BattleRecord
from engine.packs.warmaster.battle.happenings import NOWHERE, Moved, Ordered, Stood, TurnBegan
from engine.packs.warmaster.battle.naval import Battered
from tests.bot.faces.battle.sample import SETTING
from tests.bot.faces.warmaster.sample import alone, at_sea, met

REPORT = pytest.mark.rule("warmaster.report")
BATTLES = {
    "hills": lambda: met(units=12),
    "walls": lambda: met("warren-clans", "deepdelve-holds", 12, base="swamp", walls=3, seed=3),
    "items": lambda: met("silverleaf-courts", "hollow-dynasty", 8, seed=2, items=True),
}


@pytest.fixture(scope="module", params=BATTLES)
def fought(request: pytest.FixtureRequest) -> tuple[BattleRecord, HexBattle]:
    """A record, and its battle in scenes."""
    record = BATTLES[request.param]()
    return record, field_battle(record, SETTING)


def rounds(battle: HexBattle) -> Iterator[tuple[int, TurnScene]]:
    """The array as round 0, and the last scene of each round."""
    yield 0, battle.scenes[0]
    last = {int(scene.mark[:-1]): scene for scene in battle.scenes[1:]}
    yield from last.items()


@REPORT
def test_after_each_round_the_stands_on_the_picture_are_those_of_the_record(
    fought: tuple[BattleRecord, HexBattle],
) -> None:
    record, battle = fought
    stood = {e.round: e for e in record.engagements[0].events if isinstance(e, Stood)}
    shown = dict(rounds(battle))
    assert list(shown) == list(stood)
    for round, scene in shown.items():
        told = [each for side in stood[round].units for each in side]
        for post, standing in zip(scene.posts, told, strict=True):
            if standing.at == NOWHERE:
                assert post.fell
                assert not post.stands
                continue
            assert (post.at, post.stands, post.confused) == standing[:3]
            assert post.attached == (standing.attached > 0)
        present = Counter(role for post in scene.posts for role in post.roles)
        assert present.total() == sum(bool(n) for side in stood[round].characters for n in side)
        assert scene.strength == tuple(sum(e.stands for e in side) for side in stood[round].units)


@REPORT
def test_the_array_and_each_turn_have_a_scene(fought: tuple[BattleRecord, HexBattle]) -> None:
    record, battle = fought
    turns = [e for e in record.engagements[0].events if isinstance(e, TurnBegan)]
    names = [turn_name(each.round, each.side) for each in turns]
    assert [scene.name for scene in battle.scenes] == [ARRAY, *names]


@REPORT
def test_every_move_and_order_is_shown_where_it_was(fought: tuple[BattleRecord, HexBattle]) -> None:
    record, battle = fought
    deeds = {(deed.kind, deed.path) for scene in battle.scenes for deed in scene.deeds}
    events = record.engagements[0].events
    for event in events:
        if isinstance(event, Moved):
            kind = "charge" if event.errand == "charge" else "move"
            assert (kind, event.path) in deeds
    tests = [sum(scene.tests[n] for scene in battle.scenes) for n in range(3)]
    assert sum(tests) == sum(isinstance(each, Ordered) for each in events)


@REPORT
def test_what_fell_is_shown_once_and_losses_add_up(fought: tuple[BattleRecord, HexBattle]) -> None:
    _, battle = fought
    first, last = battle.scenes[0], battle.scenes[-1]
    for place, then in enumerate(first.posts):
        lost = sum(scene.posts[place].lost for scene in battle.scenes)
        assert then.stands - lost == last.posts[place].stands
        fresh = sum(scene.posts[place].fresh for scene in battle.scenes)
        assert fresh == (last.posts[place].fell is not None)
        shown = [scene.posts[place].shown for scene in battle.scenes]
        assert shown == sorted(shown, reverse=True)
    whole = battle.whole
    assert whole.strength == last.strength
    assert [post.at for post in whole.posts] == [post.at for post in last.posts]


def test_an_army_that_nobody_meets_stands_in_its_places() -> None:
    battle = field_battle(alone(), SETTING)
    (scene,) = battle.scenes
    assert len(scene.posts) == 3
    assert len({post.at for post in scene.posts}) == 3
    assert battle.winner == 0
    assert battle.end == "There was nobody to fight against."


@pytest.mark.rule("warmaster.map.naval")
def test_a_battle_at_sea_is_shown_round_by_round_in_rows_of_ships() -> None:
    record = at_sea(8, 9)
    battle = field_battle(record, SETTING)
    assert battle.naval
    assert [scene.mark for scene in battle.scenes][:2] == ["0", "1"]
    for scene in battle.scenes:
        assert len({post.at for post in scene.posts}) == 17
    lost = sum(e.lost for e in record.engagements[0].events if isinstance(e, Battered))
    assert sum(battle.scenes[0].strength) - lost == sum(battle.scenes[-1].strength)
