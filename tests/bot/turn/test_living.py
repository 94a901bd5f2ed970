"""Your turn as a client of Discord shows it: one message, which lives, and no line of it dies.

A client keeps what was chosen in a menu for as long as an option of that value stands there: it
shows it as chosen, and sends nothing when it is chosen again.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.practice.table import Table
from bot.turn.pages import MENU
from tests.bot.seated import Game, begin, embed
from tests.bot.tapping import Thumb, recruits

DISCORDS_ROWS = 5

COGS = [
    "bot.guild_commands",
    "bot.commands.knowing",
    "bot.orders.queue",
    "bot.turn.command",
]


class Client(Thumb):
    """A thumb on a client that keeps what was chosen, by the row of the menu."""

    def __init__(self, game: Game, person: Any, answer: Any) -> None:
        super().__init__(game, person, answer)
        self.kept: dict[int, set[str]] = {}

    async def choose(self, begins: str, *labels: str) -> Any:
        row, menu = next(
            (row, menu)
            for row, menu in enumerate(self.menus())
            if (menu.placeholder or "").startswith(begins)
        )
        values = {each.value for each in menu.options if each.label in labels}
        assert values.isdisjoint(self.kept.get(row, ())), f"{labels} stands as chosen already"
        chosen = await super().choose(begins, *labels)
        self.kept.setdefault(row, set()).update(values)
        return chosen

    def preselected(self) -> list[str]:
        """What stands as chosen though this form has not chosen it."""
        return [
            option.label
            for row, menu in enumerate(self.menus())
            for option in menu.options
            if option.value in self.kept.get(row, ()) and not option.default
        ]


@pytest.mark.parametrize("played", ["cohorts", "warlords", "warmaster"])
async def test_every_line_opens_twice_and_leads_back(table: Table, played: str) -> None:
    game = await begin(table) if played == "cohorts" else await begin(table, played, "")
    turn = Client(game, game.ada, await game.ask(game.ada, "turn"))
    lines = 0
    while True:
        assert len(turn.message.components) <= DISCORDS_ROWS
        for menu in [each.placeholder or "" for each in turn.menus()]:
            names = turn.options(menu)
            assert len([each for each in names if not each.startswith("More")]) <= MENU
            for label in [each for each in names if not each.startswith("More")][:4]:
                for _ in range(2):
                    await turn.choose(menu, label)
                    assert turn.preselected() == []
                    if not turn.title.startswith("Your turn"):
                        leave = "Cancel" if "Cancel" in turn.buttons() else "Your turn"
                        await turn.press(leave)
                    assert turn.title.startswith("Your turn"), label
                lines += 1
        if not turn.buttons().get("Next"):
            break
        await turn.press("Next")
    assert lines >= 3


async def test_it_follows_the_list_however_orders_are_given(table: Table) -> None:
    game = await begin(table)
    city, _, _ = await game.home(game.ada)
    turn = Client(game, game.ada, await game.ask(game.ada, "turn"))
    assert "Your orders" not in turn.text
    await game.ask(game.ada, "city attract", city=city.name)
    await to_the_end(turn)
    assert "**Your orders**\n• 1 order." in turn.text
    await game.ask(game.ada, "orders remove", orders="k1")
    await to_the_end(turn)
    assert "Your orders" not in turn.text


async def to_the_end(turn: Client) -> None:
    while turn.buttons().get("Next"):
        await turn.press("Next")


async def test_what_was_given_in_its_place_is_told_there_and_undone_there(table: Table) -> None:
    game = await begin(table)
    city, _, _ = await game.home(game.ada)
    turn = Client(game, game.ada, await game.ask(game.ada, "turn"))
    await turn.choose("Cities with actions", f"{city.name}: attract population")
    await turn.press("Give order")
    assert turn.text.startswith("**Order taken**\n`k1` ")
    await turn.press("Undo")
    assert "Order taken" not in turn.text
    assert not (await game.draft(game.ada)).orders
    assert "Undo" not in turn.buttons()


async def test_the_rest_of_a_long_menu_is_one_tap_away(table: Table) -> None:
    game = await begin(table)
    turn = Client(game, game.ada, await game.ask(game.ada, "turn"))
    long: list[str] = []
    while not long:
        names = [each.placeholder or "" for each in turn.menus()]
        long = [each for each in names if turn.options(each)[-1].startswith("More")]
        if not long:
            await turn.press("Next")
    first = turn.options(long[0])
    await turn.choose(long[0], first[-1])
    assert not set(first[:-1]) & set(turn.options(long[0]))
    assert embed(turn.answer).title == turn.title


async def test_a_button_gives_all_who_are_idle_something_to_do(table: Table) -> None:
    game = await begin(table)
    await recruits(game, 2)
    _, province, _ = await game.home(game.ada)
    for number, stack in enumerate(("Guard", "Watch")):
        spot = f"{province.x},{province.y}"
        await game.ask(game.ada, "stack activate", province=spot, name=stack)
        await game.ask(game.ada, "transfer unit", unit=f"Foot {number}", target=stack)
    turn = Client(game, game.ada, await game.ask(game.ada, "turn"))
    await turn.press("All idle: rest or train")
    assert turn.title == "Work for all who are idle"
    assert "Guard would" in turn.text
    await turn.press("Give 2 orders")
    assert turn.text.startswith("**Orders taken**")
    assert "All idle: rest or train" not in turn.buttons(), "nobody is idle any more"
    given = [each.body for each in (await game.draft(game.ada)).orders]
    assert ["training-camp" in body for body in given[-2:]] == [True, True]


@pytest.mark.rule("cohorts.stack.possessions-and-burden")
async def test_a_stack_of_the_list_puts_down_what_holds_it_by_two_taps(table: Table) -> None:
    game = await begin(table)
    city, province, hero = await game.home(game.ada)
    spot = f"{province.x},{province.y}"
    await game.ask(game.ada, "stack activate", province=spot, name="Iron Guard")
    await game.ask(game.ada, "transfer character", character=hero.name, target="Iron Guard")
    loads = {"sponsor": city.name, "target": "Iron Guard", "item": "spear", "count": 30}
    await game.ask(game.ada, "transfer items", **loads)
    turn = Client(game, game.ada, await game.ask(game.ada, "turn"))
    await turn.press("Next")
    assert "**Iron Guard** at" in turn.text
    assert "cannot move" in turn.text
    await turn.choose("Stacks that stand", "Iron Guard: put down what it cannot carry")
    await turn.press("Give order")
    assert "30 × Spear would go from Iron Guard to" in turn.text
    assert "cannot move" not in turn.text
