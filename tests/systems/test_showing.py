"""What the small system's face says of what happened, and what its computer player does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from skirmish.rules.duel import DuelFought
from skirmish.rules.records import Fighter

from bot import faces
from bot.faces.face import Faces
from bot.faces.words.telling import tell
from engine.events import OrderFailed
from engine.turn import Submission
from tests.systems.installed import skirmish_installed
from tests.systems.scene import CELLAR, LANTERN, RULES, Sand


@pytest.fixture(autouse=True)
def face() -> Iterator[Faces]:
    """The face of the arena's rules, found where it is installed."""
    with skirmish_installed():
        yield faces.of(RULES)


def played(weeks: int) -> Iterator[Sand]:
    """Two schools played by the computer: the sand after each run."""
    sand = Sand(2)
    fighters = [sand.enter(LANTERN, "Wick", style="blade"), sand.enter(CELLAR, "Coal")]
    for _ in range(weeks):
        rival = faces.of(RULES).rival
        assert rival
        views = {f.player: RULES.view(sand.world, sand.faction(f)) for f in fighters}
        turns = [Submission(player, rival(RULES, view, player)) for player, view in views.items()]
        sand.tick("run", *turns)
        yield sand
        sand.tick("weekly")


def test_the_face_is_that_of_the_pack_and_has_a_story_of_its_module(face: Faces) -> None:
    assert [each.pack for each in face.faces] == ["skirmish"]
    assert faces.stories()["arena"].name == "The Sand of Marrow Street"
    assert "arena" not in dict.fromkeys(list(faces.stories())[:-1])  # behind all shipped ones


def test_computer_players_seek_each_other_and_none_of_their_orders_fails() -> None:
    duels = 0
    for sand in played(6):
        assert not sand.events(OrderFailed)
        duels += len(sand.events(DuelFought))
    assert duels


def test_everything_that_happens_is_told_in_words_of_its_own(face: Faces) -> None:
    told: list[str] = []
    for sand in played(4):
        for faction in (1, 2):
            names = face.names(RULES.view(sand.world, faction))
            learned = (entry.for_(faction) for entry in sand.outcome.entries)
            told += [tell(event, names) for event in learned if event]
        assert all(type(entry.event) in face.lines for entry in sand.outcome.entries)
    assert "Wick drills: +1 to each throw by now." in told
    assert "Wick steps from 0,0 to 1,0." in told
    assert any(" beats " in line for line in told)
    assert not any(line.startswith(("Fighter", "Duel")) for line in told)


def test_a_computer_player_has_no_order_for_who_was_carried_off() -> None:
    sand = Sand()
    one = sand.enter(LANTERN, "Wick")
    sand.put(sand.now(one).replace(spot=0))
    rival = faces.of(RULES).rival
    assert rival
    assert rival(RULES, RULES.view(sand.world, sand.faction(one)), one.player) == ()
    assert sand.world.count(Fighter) == 1
