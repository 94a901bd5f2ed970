"""What the README and the pages that it leads to tell newcomers holds."""

import re
import tomllib
from configparser import ConfigParser
from pathlib import Path

import run
from bot.client import PERMISSIONS
from bot.settings import VARIABLES
from data import FOLDER
from engine.module import check

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
A_SCREEN = 45
"""The most lines of a section, as long as a screen is."""


def page(name: str) -> str:
    """A page of `docs`."""
    return (ROOT / "docs" / name).read_text("utf-8")


def tomls(text: str) -> list[str]:
    """The samples in TOML."""
    return re.findall(r"```toml\n(.*?)```", text, re.DOTALL)


def test_a_module_as_it_is_shown_is_sound(tmp_path: Path) -> None:
    (toml,) = tomls(page("modules.md"))
    assert toml.startswith("# data/modules/winter/module.toml")
    folder = tmp_path / "winter"
    folder.mkdir()
    (folder / "module.toml").write_text(toml, "utf-8")
    assert check(folder, [FOLDER / "modules"]) == []


def test_its_commands_are_those_of_the_runner() -> None:
    told = set(re.findall(r"run\.py (\w+)", README))
    assert {"demo", "test", "bot"} <= told <= run.COMMANDS.keys()


def test_its_pictures_and_files_are_there() -> None:
    named = re.findall(r"\]\(([\w/.]+)\)|`((?:engine|data|bot|tests)/[\w/.]*)`", README)
    paths = {one or other for one, other in named}
    assert len(paths) > 5
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_each_of_its_sections_fits_a_screen_and_every_page_is_reached() -> None:
    sections = re.split(r"^## ", README, flags=re.MULTILINE)
    assert all(section.count("\n") <= A_SCREEN for section in sections)
    index = page("README.md")
    names = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert not [name for name in names if f"]({name})" not in index]


def test_every_setting_and_the_permissions_of_the_invitation_are_told() -> None:
    assert all(f"| `{name}` |" in page("hosting.md") for name in VARIABLES)
    assert f"`{PERMISSIONS.value}`" in README


def test_a_rule_system_is_brought_as_the_small_one_of_the_tests_is() -> None:
    (toml,) = map(tomllib.loads, tomls(page("adding-a-system.md")))
    points = ConfigParser()
    points.read(ROOT / "tests/systems/skirmish/installed/skirmish-1.0.dist-info/entry_points.txt")
    assert toml["project"]["entry-points"] == {
        name: dict(points[name]) for name in points.sections()
    }
