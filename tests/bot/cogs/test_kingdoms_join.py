"""A kingdom is taken and its first turn opened on the unchanged bot, by tapping."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.campaigns import library
from bot.practice.table import Table
from tests.bot.samples import EXTENSIONS, says
from tests.bot.tapping import Thumb


@pytest.fixture
def extensions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    # The module is a draft until its face is whole; hosts are not offered it yet.
    draft = library.Offer("kingdoms", "Kingdoms", "")
    monkeypatch.setattr(library, "offers", lambda: [draft])
    return [*EXTENSIONS, "bot.cogs.guild_commands", "bot.cogs.queue", "bot.cogs.turn"]


async def test_a_kingdom_with_a_ready_made_king_is_taken_and_its_turn_begins(table: Table) -> None:
    await says(table, "Morgan", "campaign create", module="kingdoms", name="The Vacant Throne")
    await says(table, "Morgan", "campaign open")
    await says(table, "Bram", "join", faction="thistledown", start="warden")
    await says(table, "Morgan", "campaign start")
    joined = await says(table, "Ada", "join", faction="vesperine", start="marshal")
    game = cast("Any", SimpleNamespace(table=table))
    thumb = Thumb(game, table.guild.people["Ada"], joined)
    assert "Aldric the Steadfast" in thumb.text
    turn = thumb.on(await thumb.press("Your turn"))
    assert turn.text.count("☐") == 5
    assert "6 phases left" in turn.text
    assert "100 gold now" in turn.text
