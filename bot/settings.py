"""What a host sets through the environment, and the log.

Every fault is found at start and told at once, by the name of its variable and with the way out;
the token is never printed. What a campaign can choose is not here but in its module.
"""

import json
import logging
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from bot.shards import ALL, Shards

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["plain", "json"]

VARIABLES = {
    "DISCORD_TOKEN": "token",
    "HEXMUSTER_BACKUPS": "backups",
    "HEXMUSTER_DATA": "data",
    "HEXMUSTER_LOG": "log",
    "HEXMUSTER_LOG_FORMAT": "log_format",
    "HEXMUSTER_METRICS": "metrics",
    "HEXMUSTER_SHARDS": "shards",
    "HEXMUSTER_WAIT": "wait",
    "HEXMUSTER_WORKERS": "workers",
    "HEXMUSTER_WORDS": "words",
}
WAYS_OUT = {
    "DISCORD_TOKEN": "set it to the bot's token from Discord's developer portal, page Bot",
    "HEXMUSTER_BACKUPS": "name a folder that this user may write to, best on another disk; not the "
    "data folder itself",
    "HEXMUSTER_DATA": "name a folder that this user may write to",
    "HEXMUSTER_LOG": "choose DEBUG, INFO, WARNING or ERROR",
    "HEXMUSTER_LOG_FORMAT": "choose plain or json",
    "HEXMUSTER_METRICS": "name a port that is free, such as 9464, or an address of this "
    "machine with a port such as 0.0.0.0:9464",
    "HEXMUSTER_SHARDS": "say which shards this process has of how many, such as 0-3/16, or leave "
    "it out: one process has all",
    "HEXMUSTER_WAIT": "choose a number of seconds from 0 to 600",
    "HEXMUSTER_WORKERS": "choose a whole number from 1 to 16",
    "HEXMUSTER_WORDS": "choose on or off",
}


_NOT_SET = "is not set"
LOOPBACK = "127.0.0.1"
"""Reached from this machine alone."""


class ListenAddress(NamedTuple):
    """Where a port is opened."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class SettingsError(Exception):
    """The environment is at fault; `faults` holds one line per fault, fit for the host's eyes."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(self.faults)


def _writable(folder: Path) -> Path:
    """Make the folder if need be, and write to it: permissions alone do not tell."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ValueError(f"cannot write to {folder} ({error.strerror})") from error
    return folder.resolve()


def _writable_if_set(folder: Path | None) -> Path | None:
    return None if folder is None else _writable(folder)


def _shards(given: object) -> object:
    return Shards.parse(given) if isinstance(given, str) else given


def _filled(token: SecretStr | None) -> SecretStr | None:
    """A token without the spaces that copying adds; an empty one is none."""
    text = token.get_secret_value().strip() if token else ""
    if any(character.isspace() or not character.isprintable() for character in text):
        raise ValueError("holds spaces or control characters, which no token has")
    return SecretStr(text) if text else None


def _address(given: object) -> object:
    """An address from how hosts write it: a port, which is then of this machine only, or both.

    Port 0 is any that is free; the log says which.
    """
    if not isinstance(given, str):
        return given
    host, _, port = given.strip().rpartition(":")
    host = host.removeprefix("[").removesuffix("]") or LOOPBACK
    if not (port.isascii() and port.isdigit() and int(port) <= 65535) or "/" in host:
        raise ValueError("is no port from 0 to 65535, with or without an address before it")
    return ListenAddress(host, int(port))


class Settings(BaseModel):
    """The host's choices. Made by `from_environment`, or directly in tests."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    token: Annotated[SecretStr | None, AfterValidator(_filled)] = None
    """Lets the bot log in to Discord."""
    data: Annotated[Path, AfterValidator(_writable)] = Field(
        default=Path("campaigns"), validate_default=True
    )
    """The one folder that holds every campaign."""
    backups: Annotated[Path | None, AfterValidator(_writable_if_set)] = None
    """The folder of the backups that the bot makes; none without."""
    log: Annotated[LogLevel, BeforeValidator(str.upper)] = "INFO"
    """The least level that is logged."""
    log_format: Annotated[LogFormat, BeforeValidator(str.lower)] = "plain"
    """A line for people, or an object of JSON, for each record."""
    metrics: Annotated[ListenAddress | None, BeforeValidator(_address)] = None
    """Where the figures for Prometheus are served; nowhere without."""
    shards: Annotated[Shards, BeforeValidator(_shards)] = ALL
    """Discord's shards that this process has, and so the guilds."""
    wait: float = Field(default=0, ge=0, le=600)
    """Seconds to wait at the start for another bot on the folder to end."""
    workers: int = Field(default=2, ge=1, le=16)
    """Processes that resolve turns and draw images."""
    words: bool = True
    """Whether what players type is looked through for offensive words; campaigns may do without."""

    @field_validator("backups")
    @classmethod
    def _apart(cls, backups: Path | None, info: ValidationInfo) -> Path | None:
        if backups is not None and backups == info.data.get("data"):
            raise ValueError("is the data folder itself")
        return backups

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], *, need_token: bool = False) -> Self:
        """Read and check the settings; an empty variable counts as not set.

        Raises `SettingsError` with all faults at once.
        """
        given = {
            name: environment[variable]
            for variable, name in VARIABLES.items()
            if environment.get(variable, "").strip()
        }
        wrong: dict[str, str] = {}
        if need_token and "token" not in given:
            wrong["token"] = _NOT_SET
        settings = None
        try:
            settings = cls.model_validate(given)
        except ValidationError as error:
            for fault in error.errors(include_input=False, include_url=False):
                what = fault["msg"].removeprefix("Value error, ")
                wrong[str(fault["loc"][0])] = what[0].lower() + what[1:]
        if settings is None or wrong:
            faults = [
                f"{variable}: {wrong[name]}; {WAYS_OUT[variable]}."
                for variable, name in VARIABLES.items()
                if name in wrong
            ]
            raise SettingsError(tuple(faults))
        return settings


class _WithoutToken(logging.Formatter):
    """One line per record, and the token struck out wherever it may have come from."""

    def __init__(self, token: SecretStr | None) -> None:
        super().__init__(
            "%(asctime)s.%(msecs)03dZ level=%(levelname)s logger=%(name)s %(message)s",
            datefmt="%Y-%m-%dT%H:%M:%S",
        )
        self._token = token.get_secret_value() if token else None

    def format(self, record: logging.LogRecord) -> str:
        return self._struck_out(super().format(record))

    def _struck_out(self, text: str) -> str:
        return text.replace(self._token, "[token]") if self._token else text


class _Json(_WithoutToken):
    """An object in one line per record: time, level, logger, message, and trace if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": f"{self.formatTime(record, self.datefmt)}.{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        # Before it is quoted: then the token may look otherwise.
        return json.dumps({name: self._struck_out(text) for name, text in told.items()})


def start_logging(settings: Settings) -> None:
    """Send the log to standard error, at the host's level; libraries no lower than INFO."""
    formats = {"plain": _WithoutToken, "json": _Json}
    formatter = formats[settings.log_format](settings.token)
    formatter.converter = time.gmtime
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=settings.log, force=True)
    for library in ("discord", "matplotlib", "PIL", "asyncio", "aiohttp", "aiosqlite"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.root.level))
