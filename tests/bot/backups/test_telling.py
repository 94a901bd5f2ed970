"""What a host is told of backups while the bot runs."""

from pathlib import Path
from typing import cast

import pytest

from bot.backups.shelf import look_into
from bot.cli import main
from bot.health import Health
from bot.practice.table import Table
from bot.settings import Settings, SettingsError
from bot.sign_of_life import check
from tests.bot.backups.scene import at_rest, play
from tests.bot.store.scene import GUILD

COGS = ["bot.health", "bot.backups.rounds"]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "campaigns", backups=tmp_path / "backups")


async def test_health_says_when_and_what_fails_and_is_well_all_the_same(
    table: Table,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HEXMUSTER_DATA", str(settings.data))
    made = table.bot.backups
    assert made is not None
    health = cast("Health", table.bot.get_cog("Health"))  # of a module that was loaded anew

    def told() -> str:
        health._write()
        assert check(settings.data) is None
        assert main(["health"]) == 0
        return capsys.readouterr().out

    assert told() == "The bot is well.\nNo backup was made yet.\n"
    await play(table.bot.host.stores, GUILD)
    table.bot.host.after_tick(GUILD)
    await at_rest(made, table.clock)
    [copy] = made.shelf.of(GUILD)
    assert look_into(copy.path).campaigns[0].tick == 1
    assert told() == f"The bot is well.\nThe last backup was made at {copy.at.isoformat()}.\n"
    made.failing[GUILD] = "the disk is full."
    assert told().endswith("Backups fail for a guild: the disk is full.\n")
    assert len(table.bot.standing) == 1


def test_backups_into_the_data_folder_itself_are_refused(tmp_path: Path) -> None:
    both = {name: str(tmp_path) for name in ("HEXMUSTER_DATA", "HEXMUSTER_BACKUPS")}
    with pytest.raises(SettingsError, match="HEXMUSTER_BACKUPS: is the data folder itself; name"):
        Settings.from_environment(both)
