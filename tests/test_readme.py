"""What the README tells newcomers holds: its commands, its files, its numbers, its module."""

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
TOML = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)


def test_its_module_is_sound(tmp_path: Path) -> None:
    (toml,) = [each for each in TOML if each.startswith("# data/modules/winter/module.toml")]
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
    assert not [path for path in paths if not (ROOT / path).exists() and "winter" not in path]


def test_it_names_every_setting_and_the_permissions_of_the_invitation() -> None:
    assert all(f"`{name}`" in README for name in VARIABLES)
    assert f"`{PERMISSIONS.value}`" in README


def test_a_rule_system_is_brought_as_the_small_one_of_the_tests_is() -> None:
    (toml,) = [tomllib.loads(each) for each in TOML if "entry-points" in each]
    points = ConfigParser()
    points.read(ROOT / "tests/systems/skirmish/installed/skirmish-1.0.dist-info/entry_points.txt")
    assert toml["project"]["entry-points"] == {
        name: dict(points[name]) for name in points.sections()
    }
