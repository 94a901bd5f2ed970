"""Hidden characters that people type: no answer shows one, whatever it refuses or does."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import AppCommandOptionType as Type
from discord import app_commands

from bot.answers import Refused
from bot.faces.words.text import plain, seen
from bot.practice.table import Table
from engine.names import visible
from tests.bot.surface.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOSTILE = "\u202eA\x00b\x1b[31m\u2066 @everyone **c**\u2028\x07\u200f\U000e0041"
QUIET = "\u200b"
"""What the bot itself puts into mentions to break them."""


def _commands(table: Table, guild: int) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for place in (None, discord.Object(guild)):
        for command in table.bot.tree.walk_commands(guild=place):
            if isinstance(command, app_commands.Command):
                yield command


def _hidden(text: str) -> str:
    """The hidden characters of a text, as one can read them."""
    rest = text.replace("\n", "").replace(QUIET, "")
    return " ".join(f"U+{ord(each):04X}" for each in rest if not visible(each))


def _filled(scene: Scene, command: app_commands.Command[Any, ..., Any], name: str) -> Any:
    """Options for the command, the hostile text in `name`, or in all texts if that is empty."""
    options: dict[str, Any] = {}
    for each in command.parameters:
        if each.choices:
            value: Any = each.choices[0].value
        else:
            value = {
                Type.string: HOSTILE if name in ("", each.display_name) else "Nobody",
                Type.integer: each.min_value or 1,
                Type.number: each.min_value or 1.0,
                Type.boolean: True,
                Type.user: scene.people["Bram"].user,
                Type.attachment: (f"{HOSTILE}.txt", f"{HOSTILE}\nstack move x:y".encode()),
            }.get(each.type)
            if isinstance(value, str) and each.max_value:
                value = value[: int(each.max_value)]
        wanted = each.required or name in ("", each.display_name)
        if value is not None and wanted:
            options[each.display_name] = value
    return options


def _alike(command: app_commands.Command[Any, ..., Any]) -> tuple[tuple[object, ...], ...]:
    """What tells apart how commands of orders read what is typed, which is all made in one way."""
    return tuple((p.type, bool(p.choices), p.required) for p in command.parameters)


async def test_no_answer_shows_a_hidden_character_that_was_typed(scene: Scene) -> None:
    """Every command of the bot's own, and of those made from orders one of each kind."""
    told, tried = list[tuple[str, str, str]](), 0
    orders = scene.table.bot.tree.get_commands(guild=discord.Object(scene.guild))
    kinds = set[tuple[tuple[object, ...], ...]]()
    for command in list(_commands(scene.table, scene.guild)):
        path = command.qualified_name
        if command.root_parent in orders:
            if _alike(command) in kinds:
                continue
            kinds.add(_alike(command))
        texts = [p.display_name for p in command.parameters if p.type is Type.string]
        who = "Morgan" if path.startswith(("campaign ", "module ")) else "Ada"
        for name in [""] if command.root_parent in orders or not texts else texts:
            answer = await scene.say(who, path, **_filled(scene, command, name))
            tried += 1
            if hidden := _hidden(answer.text):
                told.append((path, name, hidden))
    assert told == []
    assert len(kinds) > 20
    assert tried > 100


async def test_a_refusal_repeats_what_was_typed_without_what_is_hidden(scene: Scene) -> None:
    options: dict[str, Any] = {
        "kind": "city",
        "called": HOSTILE,
        "name": "Newhome",
        "reason": "because",
    }
    answer = await scene.say("Morgan", "rename", **options)
    scene.check_refusal(answer)
    assert "A" in answer.text
    assert _hidden(answer.text) == ""
    assert "\\*\\*c\\*\\*" in answer.text


async def test_whatever_a_refusal_is_made_of_it_shows_nothing_hidden() -> None:
    shown = Refused(HOSTILE, way_out=HOSTILE).embed()
    assert _hidden(shown.description or "") == _hidden(shown.fields[0].value or "") == ""
    kept = f"First\nsecond @{QUIET}everyone"
    assert Refused(kept).embed().description == kept


async def test_plain_text_holds_nothing_hidden_and_keeps_its_lines() -> None:
    assert _hidden(plain(HOSTILE)) == _hidden(seen(HOSTILE)) == ""
    assert plain("a\tb\r\nc") == "a b\nc"
    assert seen("Größe 第一 🗺️") == "Größe 第一 🗺️"
