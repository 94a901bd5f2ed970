"""Modules for the tests: the shipped one, and small ones that extend it, written to a folder."""

from collections.abc import Callable
from pathlib import Path

import pytest

SHIPPED = Path(__file__).parents[3] / "data" / "modules"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a module's files (by name without ``.toml``) into a folder beside others."""

    def write_module(name: str, **files: str) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        for file, text in files.items():
            (folder / f"{file}.toml").write_text(text, encoding="utf-8")
        return folder

    return write_module


@pytest.fixture
def shipped() -> Path:
    """The folder of the modules that come with the game."""
    return SHIPPED
