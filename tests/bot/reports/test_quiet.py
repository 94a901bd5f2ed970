"""Weeks in which nobody does anything: what is told stays short, and nothing is said twice."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.jobs.agenda import agenda_of
from bot.payload import Payload
from bot.turn.pages import paged
from tests.bot.jobs.test_agenda import desk
from tests.bot.reports.test_newspaper import weeks
from tests.rules.scene import Scene

WEEKS = 15
SHORT = 300
"""Characters of a message about a quiet week."""
SHORT_TURN = 1000
"""Characters of Your turn of a player with a city, three heroes and a stack."""


@functools.cache
def told() -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...]]:
    """The messages of all weeks with their places, and the pages of Your turn after each."""
    scene = Scene(24, 16)
    barony = scene.barony(*[(x, y) for x in range(4, 7) for y in range(4, 7)], name="Harrow")
    town = scene.city(
        5, 5, scene.me, name="Harrowford", barony=barony.id, population={"human": 9000}, actions=2
    )
    scene.village(4, 4, 1)
    scene.character(town, name="Wystan", actions=1, level=2)
    scene.character(scene.stack(8, 5, name="Wardens"), name="Aldric")
    foe = scene.someone("at_war")
    scene.unit(scene.stack(14, 9, foe, name="Red Host"), foe)
    messages: list[tuple[str, str]] = []
    turns: list[tuple[str, ...]] = []
    for tick in weeks(scene, WEEKS):
        for message in tick.messages:
            payload = Payload.model_validate_json(message.payload)
            text = "\n".join(
                part for card in payload.cards for part in (card.title or "", card.text)
            )
            messages.append((message.to.role or "", text))
        of = desk(scene.rules, scene.rules.view(scene.world, scene.ours.id), scene.me.id)
        turns.append(tuple(page.text for page in paged(["Not submitted."], agenda_of(of))))
    return tuple(messages), tuple(turns)


def said(text: str) -> Iterator[str]:
    """What a text says, sentence by sentence and part by part, without its marks."""
    for part in re.split(r"\n|(?<=[.!?]) | · |: ", text):
        words = part.strip(" .•*-#_")
        if len(words) > 12:
            yield words


def test_reports_of_quiet_weeks_are_short_and_few() -> None:
    messages, _ = told()
    assert all(len(text) <= SHORT for _, text in messages)
    by_place = Counter(place for place, _ in messages)
    assert by_place["herald"] <= 1, "who leads, and nothing while nobody does anything"
    assert by_place["faction:1"] <= 1, "that no turn has run for long, once"


def test_no_message_of_a_quiet_week_says_anything_twice() -> None:
    for _, text in told()[0]:
        title, _, below = text.partition("\n")
        assert all(part not in below for part in said(title))
        assert max(Counter(said(text)).values(), default=1) == 1


def test_your_turn_stays_short_and_says_nothing_twice() -> None:
    for pages in told()[1]:
        assert len(pages) <= 2
        assert sum(map(len, pages)) <= SHORT_TURN
        lines = Counter(line for page in pages for line in page.splitlines() if line)
        assert max(lines.values()) == 1


@pytest.mark.parametrize("week", [1, WEEKS - 1])
def test_your_turn_of_a_quiet_week_is_that_of_the_week_before(week: int) -> None:
    turns = told()[1]
    assert turns[5 * week] == turns[5 * week - 5], "no wall grows from week to week"
