"""The host carries a campaign from one data folder into another, by two commands."""

import asyncio
import io
from pathlib import Path

import pytest

from bot import cli
from bot.file_commands import FAULT
from bot.store.records import CampaignState
from bot.store.world import read_campaigns
from tests.bot.played import play

OTHER = "8"


def begin(folder: Path) -> Path:
    async def playing() -> Path:
        made = await play(folder, CampaignState.RUNNING)
        await made.stores.close()
        return made.path

    return asyncio.run(playing())


def test_a_campaign_goes_out_and_in_and_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    path, new = begin(tmp_path / "old"), tmp_path / "new"
    monkeypatch.setenv("HEXMUSTER_DATA", str(new))
    assert cli.main(["export", str(path), "1", str(tmp_path)]) == 0
    assert "show it to nobody" in capsys.readouterr().out
    (file,) = tmp_path.glob("*.hexmuster.zip")
    assert cli.main(["import", str(file), OTHER]) == 0
    assert "March is campaign 1. All of it holds." in capsys.readouterr().out
    (row,) = read_campaigns(new / "8.sqlite")
    assert (row.state, row.tick) == (CampaignState.PAUSED, 5)
    assert cli.main(["verify", str(new / "8.sqlite")]) == 0
    assert cli.main(["import", str(file), OTHER]) == FAULT
    assert "already has a campaign called March" in capsys.readouterr().err
    assert cli.main(["import", str(file), OTHER, "--name", "March the second"]) == 0
    left = sorted(each.name for each in new.iterdir() if "import" in each.name)
    assert left == []


def test_what_cannot_be_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("HEXMUSTER_DATA", str(tmp_path / "new"))
    (tmp_path / "x.zip").write_bytes(b"no zip")
    assert cli.main(["import", str(tmp_path / "x.zip"), OTHER]) == FAULT
    assert capsys.readouterr().err == "It is no zip file.\n"
    (tmp_path / "void").touch()
    for command, name, says in (
        (["import"], "y.zip", "There is no file y.zip"),
        (["import"], "void", "void is empty"),
        (["verify"], "none.sqlite", "There is no file none.sqlite"),
        (["verify"], "void", "void is empty"),
        (["film"], "void", "void is empty"),
        (["module", "check"], "void", "void: is a file, not a folder"),
        (["module", "check"], "none", "none: is not there"),
    ):
        behind = [OTHER] if command == ["import"] else []
        assert cli.main([*command, str(tmp_path / name), *behind]) != 0
        told = capsys.readouterr()
        assert says in told.out + told.err
    assert cli.main(["export", str(tmp_path / "none.sqlite"), "1", str(tmp_path)]) == FAULT
    assert "There is no file none.sqlite" in capsys.readouterr().err


def test_a_console_without_a_letter_shows_a_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", out)
    assert cli.main(["module", "check", str(tmp_path / "Łódź")]) == 1
    out.flush()
    assert out.buffer.getvalue().startswith(b"??d?: is not there")
