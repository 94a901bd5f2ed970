"""One line of a report for every event that the rules emit, by subject; every file here is one."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from bot.faces.words.telling import Lines

LINES: Final = Lines(
    import_module(f"{__name__}.{part.name}").LINES for part in iter_modules(__path__)
)
