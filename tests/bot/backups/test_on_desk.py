"""The desk tells of the newest copy as soon as it is made."""

from pathlib import Path

import pytest

from bot.backups.making import APART
from bot.practice.table import Table
from bot.settings import Settings
from tests.bot.backups.scene import at_rest
from tests.bot.samples import ALL_BUT_HEALTH, campaign_on, channel, says, words

COGS = ALL_BUT_HEALTH


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "campaigns", backups=tmp_path / "backups")


async def test_the_desk_tells_of_the_newest_copy_and_of_one_that_failed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, guild = table.bot.backups, table.guild.handle.id
    assert made is not None

    def desk() -> str:
        history = channel(table, "moderators").history()
        (found,) = [m for m in history if m.embeds and (m.embeds[0].title or "").endswith("· desk")]
        return words(found)

    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "desk run")
    for _ in range(2):
        made.ticked(guild)
        await at_rest(made, table.clock)
        await table.rest()
        newest = made.newest(guild)
        assert newest is not None
        assert f"Last backup: <t:{int(newest.timestamp())}:R>" in desk()
        await table.move(APART)
    monkeypatch.setattr(made.shelf, "make", _no_room)
    made.ticked(guild)
    await table.move(APART)
    await at_rest(made, table.clock)
    await table.rest()
    assert guild in made.failing
    assert "The newest backup failed" in desk()


def _no_room(*_: object) -> None:
    raise OSError("no room")
