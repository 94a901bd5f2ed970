"""What a host sets through the environment, and the log.

Every fault is found at start and told at once, by the name of its variable and with the way out;
the token is never printed. What a campaign can choose is not here but in its module.
"""

import logging
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
)

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]

VARIABLES = {
    "DISCORD_TOKEN": "token",
    "HEXMUSTER_DATA": "data",
    "HEXMUSTER_LOG": "log",
    "HEXMUSTER_WAIT": "wait",
    "HEXMUSTER_WORKERS": "workers",
    "HEXMUSTER_WORDS": "words",
}
WAYS_OUT = {
    "DISCORD_TOKEN": "set it to the bot's token from Discord's developer portal, page Bot",
    "HEXMUSTER_DATA": "name a folder that this user may write to",
    "HEXMUSTER_LOG": "choose DEBUG, INFO, WARNING or ERROR",
    "HEXMUSTER_WAIT": "choose a number of seconds from 0 to 600",
    "HEXMUSTER_WORKERS": "choose a whole number from 1 to 16",
    "HEXMUSTER_WORDS": "choose on or off",
}


_NOT_SET = "is not set"


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


def _filled(token: SecretStr | None) -> SecretStr | None:
    """A token without the spaces that copying adds; an empty one is none."""
    text = token.get_secret_value().strip() if token else ""
    if any(character.isspace() or not character.isprintable() for character in text):
        raise ValueError("holds spaces or control characters, which no token has")
    return SecretStr(text) if text else None


class Settings(BaseModel):
    """The host's choices. Made by `from_environment`, or directly in tests."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    token: Annotated[SecretStr | None, AfterValidator(_filled)] = None
    """Lets the bot log in to Discord."""
    data: Annotated[Path, AfterValidator(_writable)] = Field(
        default=Path("campaigns"), validate_default=True
    )
    """The one folder that holds every campaign."""
    log: Annotated[LogLevel, BeforeValidator(str.upper)] = "INFO"
    """The least level that is logged."""
    wait: float = Field(default=0, ge=0, le=600)
    """Seconds to wait at the start for another bot on the folder to end."""
    workers: int = Field(default=2, ge=1, le=16)
    """Processes that resolve turns and draw images."""
    words: bool = True
    """Whether what players type is looked through for offensive words; campaigns may do without."""

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
        text = super().format(record)
        return text.replace(self._token, "[token]") if self._token else text


def start_logging(settings: Settings) -> None:
    """Send the log to standard error, at the host's level; libraries no lower than INFO."""
    formatter = _WithoutToken(settings.token)
    formatter.converter = time.gmtime
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=settings.log, force=True)
    for library in ("discord", "matplotlib", "PIL", "asyncio", "aiohttp", "aiosqlite"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.root.level))
