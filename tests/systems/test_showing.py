"""What the small system's face says, the forms of its orders, and what its computer player does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from skirmish.rules.duel import DuelFought
from skirmish.rules.records import Fighter

from bot import faces
from bot.faces import forms
from bot.faces.actions import deeds
from bot.faces.choices.filling import Filling, Picked
from bot.faces.face import Faces
from bot.faces.words.telling import tell
from bot.jobs.agenda import Agenda, agenda_of
from bot.orders.guarding import wasted
from bot.turn.pages import paged
from engine.deciding import decide
from engine.dice import ForeseeDice, Seed, SeededDice
from engine.events import OrderFailed
from engine.forms import given_by_players
from engine.labels import Labels
from engine.orders import Queued
from engine.rivals import Mind
from engine.state import State
from engine.turn import Submission
from tests.bot.faces.looking import desk
from tests.systems.installed import skirmish_installed
from tests.systems.scene import CELLAR, LANTERN, RULES, Sand, step


@pytest.fixture(autouse=True)
def face() -> Iterator[Faces]:
    """The face of the arena's rules, found where it is installed."""
    with skirmish_installed():
        yield faces.of(RULES)


def by_computer(sand: Sand, fighter: Fighter) -> tuple[Queued, ...]:
    """What the computer gives for a fighter's player."""
    view = RULES.view(sand.world, sand.faction(fighter))
    nature, dice = RULES.module.nature(0), SeededDice(Seed(bytes(32)), 1)
    mind = Mind(RULES, view, fighter.player, nature, "middle", dice)
    return tuple(decision.queued for decision in decide(mind))


def played(weeks: int) -> Iterator[Sand]:
    """Two schools played by the computer: the sand after each run."""
    sand = Sand(2)
    fighters = [sand.enter(LANTERN, "Wick", style="blade"), sand.enter(CELLAR, "Coal")]
    for _ in range(weeks):
        turns = [Submission(each.player, by_computer(sand, each)) for each in fighters]
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


def test_a_computer_player_has_no_order_for_who_was_carried_off(sand: Sand) -> None:
    one = sand.enter(LANTERN, "Wick")
    sand.put(sand.now(one).replace(spot=0))
    assert by_computer(sand, one) == ()
    assert sand.world.count(Fighter) == 1


def your_turn(of: Faces, sand: Sand, fighter: Fighter, *orders: Queued) -> Agenda:
    """Your turn of a fighter's player with these orders in the draft."""
    faction = sand.faction(fighter)
    view = RULES.view(sand.world, faction)
    return agenda_of(replace(desk(RULES, view, fighter.player, *orders), faces=of))


def test_your_turn_names_who_waits_until_he_has_an_order(face: Faces, sand: Sand) -> None:
    one = sand.enter(LANTERN, "Wick", (1, 1))
    made = your_turn(face, sand, one)
    assert [each.name for each in made.subjects] == ["Fighters who wait"]
    assert [(each.name, each.done) for each in made.steps] == [
        ("Have a fighter step or drill", False),
        ("Submit your turn", False),
    ]
    assert wasted([each.unused for each in made.unused]) == "1 thing is unused: Wick stands still."
    (page,) = paged([], made)
    assert "**Wick** waits at 1,1" in page.text
    assert [lead.label for menu in page.menus for part in menu.parts for lead in part] == [
        "Wick: step",
        "Look at Wick",
    ]
    given = your_turn(face, sand, one, Queued("k1", step(one, "e")))
    assert [each.name for each in given.subjects] == ["Your orders"]
    assert [each.done for each in given.steps] == [True, False]
    assert not given.unused


def test_a_system_without_blocks_of_its_own_has_a_turn_and_the_draft(face: Faces) -> None:
    sand = Sand()
    one = sand.enter(LANTERN, "Wick", (1, 1))
    bare = Faces(RULES, ())
    assert not your_turn(bare, sand, one).subjects
    made = your_turn(bare, sand, one, Queued("k1", step(one, "e")))
    assert [each.entries[0].text for each in made.subjects] == ["1 order."]
    (page,) = paged(["Not submitted."], made)
    assert page.text.startswith("Not submitted.")
    assert not page.menus


def test_what_a_fighter_can_do_is_found_and_each_order_fills_a_form(sand: Sand) -> None:
    fighter = sand.enter(LANTERN, "Wick", style="blade")
    view = RULES.view(sand.world, sand.faction(fighter))
    state = State(RULES, view, ForeseeDice())
    state.player, state.planning = fighter.player, True
    with skirmish_installed():
        shown = faces.of(RULES)
        found = [deed for deed in deeds(state, fighter) if not deed.hindered]
        assert found
        for deed in found:
            values = tuple((name, (Picked(value),)) for name, value in deed.given)
            made = forms.made(shown, state, Labels(view), Filling(order=deed.path, values=values))
            assert made.filling.values[0][1][0].value == f"fighter:{fighter.id}"
        for path in given_by_players(RULES):
            assert forms.made(shown, state, Labels(view), Filling(order=path)).title
