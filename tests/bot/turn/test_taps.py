"""How many taps a turn takes from `/turn` on, by what Your turn offers, with nothing typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from bot.faces.words.text import number
from bot.orders.guarding import ANYWAY
from bot.practice.table import Table
from tests.bot import founding
from tests.bot.samples import EXTENSIONS, says, store_of, the_campaign
from tests.bot.tapping import Thumb

COGS = [*EXTENSIONS, "bot.guild_commands", "bot.orders.queue", "bot.turn.command"]

FIRST: Final = "Your first turn"
CITIES: Final = "Cities with actions"
HEROES: Final = "Characters with actions"
STACKS: Final = "Stacks that stand"
ARMIES: Final = "Armies to see to"
TIME: Final = "Characters with time left"
_ALL_ELSE: Final = ("everything else", "other)", "others)", "timetable")

Line = tuple[str, str]
"""A menu of Your turn, and what its line says; the first that is an idea if it is empty."""


@dataclass(frozen=True)
class Played:
    """A system, and the lines that a player of it follows in two turns."""

    module: str
    most: int
    """Taps from `/turn` to the submitted turn."""
    first: Sequence[Line]
    usual: Sequence[Line]
    seats: Mapping[str, Mapping[str, str]]
    """What everybody takes, by name; Ada plays."""
    size: Mapping[str, int]


def banner(faction: str) -> Mapping[str, Mapping[str, str]]:
    """Ada with that faction and a party that every world of Cohorts has."""
    return {"Ada": {"faction": faction, "start": "harrow_banner"}}


MARCH = [(FIRST, "train"), (FIRST, "Form a stack")]
WEEK = [(CITIES, ""), (STACKS, ""), (HEROES, ""), (HEROES, "")]
THRONES = {
    "Ada": {"faction": "vesperine", "start": "marshal"},
    "Bram": {"faction": "thistledown", "start": "warden"},
}
PLAYED = [
    Played("cohorts", 12, [*MARCH, (HEROES, "")], WEEK, banner("ashmark"), founding.SMALL),
    Played("warlords", 12, [*MARCH, (HEROES, "")], WEEK, banner("sunhold"), founding.SMALL),
    Played(
        "warmaster",
        15,
        [*MARCH, (ARMIES, "carry"), (HEROES, "")],
        WEEK,
        banner("lorngate"),
        founding.SMALL,
    ),
    Played(
        "kingdoms",
        15,
        [(FIRST, "recruit"), (FIRST, "move"), (FIRST, "practise"), (TIME, "search")],
        [(TIME, "recruit"), (TIME, "All idle")],
        THRONES,
        {},
    ),
]


def able(turn: Thumb) -> list[str]:
    """The buttons of a form that give its orders, and can be pressed."""
    return [each for each, on in turn.buttons().items() if on and each.startswith("Give ")]


async def give(turn: Thumb, menu: str, says: str) -> None:
    """Give what a line leads to, with what its form offers first."""
    while menu not in [each.placeholder for each in turn.menus()]:
        await turn.press("Next" if turn.buttons().get("Next") else "Back")
    ideas = [each for each in turn.options(menu) if not each.endswith(_ALL_ELSE)]
    await turn.choose(menu, next(filter(lambda each: says in each, ideas)))
    if turn.title == "Form a stack":
        await turn.choose("Who", *turn.options("Who")[:2], turn.options("Who")[-1])
        await turn.choose("More", next(e for e in turn.options("More") if "Destination" in e))
        await turn.choose("Destination", turn.options("Destination")[0])
    while turn.menu("").placeholder != "More …":
        if "❌" in turn.text or "✏️" in turn.text:
            assert not able(turn), "what would be refused can be given"
        menu = turn.menu("").placeholder or ""
        await turn.choose(menu, turn.options(menu)[0])
    assert "❌" not in turn.text
    await turn.press(able(turn)[0])
    assert turn.text.startswith("**Order"), turn.text


async def submit(turn: Thumb) -> None:
    """Submit, although something is unused."""
    asked = turn.on(await turn.press("Submit"))
    if ANYWAY in asked.buttons():
        await asked.press(ANYWAY)
    assert asked.title == "Turn submitted"
    turn.taps = asked.taps


@pytest.mark.parametrize("played", PLAYED, ids=lambda each: each.module)
async def test_a_first_turn_and_a_usual_one_take_few_taps(table: Table, played: Played) -> None:
    made: Any = {"module": played.module, "name": "The Long War", **played.size}
    await says(table, "Morgan", "campaign create", **made)
    await says(table, "Morgan", "campaign open")
    for name, seat in played.seats.items():
        await says(table, name, "join", **seat)
    await says(table, "Morgan", "campaign start")
    game, ada = cast("Any", SimpleNamespace(table=table)), table.guild.people["Ada"]
    for lines in (played.first, played.usual):
        turn = Thumb(game, ada, await says(table, "Ada", "turn"))
        for menu, line in lines:
            await give(turn, menu, line)
        await submit(turn)
        assert turn.taps <= played.most, number(turn.taps, "tap")
        async with store_of(table) as store:
            waits = await store.submissions.pending(await the_campaign(table), ada.id)
        assert waits is not None
        await table.move(timedelta(days=7))
