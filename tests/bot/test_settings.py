"""The host's settings: all faults at once, each with its way out, and no token told."""

import io
import json
import logging
import os
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.practice import PATIENCE
from bot.settings import Settings, SettingsError, start_logging

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMA.GabcDE.this-is-no-real-token-but-looks-it"
ROOT = Path(__file__).parents[2]


def test_without_variables_the_defaults_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    settings = Settings.from_environment({})
    assert (settings.token, settings.log, settings.workers) == (None, "INFO", 2)
    assert (settings.log_format, settings.metrics) == ("plain", None)
    assert settings.data == tmp_path / "campaigns"
    assert settings.data.is_dir()


def test_variables_are_read_and_a_level_may_be_in_small_letters(tmp_path: Path):
    settings = Settings.from_environment(
        {
            "DISCORD_TOKEN": f" {TOKEN}\n",
            "HEXMUSTER_DATA": str(tmp_path / "deep" / "down"),
            "HEXMUSTER_LOG": "debug",
            "HEXMUSTER_WAIT": "90",
            "HEXMUSTER_WORKERS": "16",
        },
        need_token=True,
    )
    assert settings.token is not None
    assert settings.token.get_secret_value() == TOKEN
    assert (settings.log, settings.wait, settings.workers) == ("DEBUG", 90, 16)
    assert settings.data.is_dir()


def test_all_faults_are_told_at_once_with_variable_and_way_out(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment(
            {
                "HEXMUSTER_DATA": str(tmp_path / "file" / "data"),
                "HEXMUSTER_LOG": "LOUD",
                "HEXMUSTER_LOG_FORMAT": "xml",
                "HEXMUSTER_METRICS": "everywhere",
                "HEXMUSTER_WAIT": "601",
                "HEXMUSTER_WORKERS": "17",
            },
            need_token=True,
        )
    told = caught.value.faults
    assert [line.split(":")[0] for line in told] == [
        "DISCORD_TOKEN",
        "HEXMUSTER_DATA",
        "HEXMUSTER_LOG",
        "HEXMUSTER_LOG_FORMAT",
        "HEXMUSTER_METRICS",
        "HEXMUSTER_WAIT",
        "HEXMUSTER_WORKERS",
    ]
    assert "is not set; set it to the bot's token" in told[0]
    assert "cannot write to" in told[1]
    assert "choose DEBUG, INFO, WARNING or ERROR" in told[2]
    assert "choose plain or json" in told[3]
    assert "is no port from 0 to 65535" in told[4]
    assert "name a port that is free, such as 9464" in told[4]
    assert "choose a number of seconds from 0 to 600" in told[5]
    assert "choose a whole number from 1 to 16" in told[6]


@pytest.mark.parametrize(
    "given, host, port",
    [
        ("9464", "127.0.0.1", 9464),
        (":9464", "127.0.0.1", 9464),
        (" 0.0.0.0:80 ", "0.0.0.0", 80),
        ("[::]:65535", "::", 65535),
        ("0", "127.0.0.1", 0),
        ("metrics.local:1", "metrics.local", 1),
    ],
)
def test_metrics_are_for_this_machine_alone_unless_an_address_is_given(
    given: str, host: str, port: int, tmp_path: Path
):
    settings = Settings.from_environment(
        {"HEXMUSTER_DATA": str(tmp_path), "HEXMUSTER_METRICS": given}
    )
    assert settings.metrics == (host, port)


@pytest.mark.parametrize("given", ["-1", "65536", "on", "127.0.0.1", "http://here:80", "1:²"])
def test_what_is_no_port_is_a_fault(given: str, tmp_path: Path):
    with pytest.raises(SettingsError, match="HEXMUSTER_METRICS: is no port"):
        Settings.from_environment({"HEXMUSTER_DATA": str(tmp_path), "HEXMUSTER_METRICS": given})


@pytest.mark.parametrize("count", ["0", "-1", "2.5", "many"])
def test_a_number_of_workers_that_cannot_be_is_a_fault(count: str, tmp_path: Path):
    with pytest.raises(SettingsError, match="HEXMUSTER_WORKERS"):
        Settings.from_environment({"HEXMUSTER_DATA": str(tmp_path), "HEXMUSTER_WORKERS": count})


def test_an_empty_variable_counts_as_not_set(tmp_path: Path):
    settings = Settings.from_environment({"HEXMUSTER_DATA": str(tmp_path), "HEXMUSTER_LOG": ""})
    assert settings.log == "INFO"


def test_a_broken_token_is_a_fault_that_does_not_show_it(tmp_path: Path):
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment(
            {"HEXMUSTER_DATA": str(tmp_path), "DISCORD_TOKEN": "two words"}, need_token=True
        )
    assert caught.value.faults[0].startswith("DISCORD_TOKEN: holds spaces")
    assert "two words" not in str(caught.value)
    assert len(caught.value.faults) == 1


def test_the_token_is_nowhere_in_settings_or_log(tmp_path: Path):
    settings = Settings(token=SecretStr(TOKEN), data=tmp_path)
    assert TOKEN not in repr(settings)
    text = _logged(settings)
    assert "level=WARNING logger=bot logging in with [token]" in text
    assert "bad header: Bot [token]" in text
    assert TOKEN not in text


def test_the_log_as_json_is_an_object_a_line_without_the_token(tmp_path: Path):
    environment = {"HEXMUSTER_DATA": str(tmp_path), "HEXMUSTER_LOG_FORMAT": "JSON"}
    token = 'quoted"to-look-otherwise'
    settings = Settings.from_environment({**environment, "DISCORD_TOKEN": token})
    warning, error = [json.loads(line) for line in _logged(settings).splitlines()]
    assert (warning["level"], warning["logger"]) == ("WARNING", "bot")
    assert warning["message"] == "logging in with [token]"
    assert "trace" not in warning
    assert datetime.fromisoformat(warning["time"]).utcoffset() == timedelta()
    assert (error["level"], error["message"]) == ("ERROR", "it failed")
    assert error["trace"].endswith("RuntimeError: bad header: Bot [token]")


def _logged(settings: Settings) -> str:
    """What is logged of a warning and an error that both hold the token."""
    assert settings.token is not None
    token = settings.token.get_secret_value()
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    try:
        start_logging(settings)
        (handler,) = root.handlers
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(stream := io.StringIO())
        logging.getLogger("bot").warning("logging in with %s", token)
        try:
            raise RuntimeError(f"bad header: Bot {token}")
        except RuntimeError:
            logging.getLogger("bot").exception("it failed")
    finally:
        root.handlers[:], root.level = kept, level
    return stream.getvalue()


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        env=plain | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_bot_without_a_token_ends_with_2_and_says_how_to_get_one(tmp_path: Path):
    done = _run("bot", HEXMUSTER_DATA=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == (
        "DISCORD_TOKEN: is not set; "
        "set it to the bot's token from Discord's developer portal, page Bot.\n"
    )
