"""The samples in the pages of `docs` work: a newcomer may begin by copying them."""

import ast
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import yaml

import run
from data import FOLDER
from engine.module import check
from engine.packs import Rules
from tests.docs import salute
from tests.docs.salute import Salute, StackSaluted
from tests.rules.scene import Scene, module, ref

ROOT = Path(__file__).parents[2]
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "README.md"])
FENCED = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
READERS: Mapping[str, Callable[[str], object]] = {
    "toml": tomllib.loads,
    "yaml": yaml.safe_load,
    "json": json.loads,
    "python": lambda text: compile(text, "sample", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT),
}


def samples(page: str, language: str) -> list[str]:
    """The samples of a page in one language."""
    text = (ROOT / page).read_text("utf-8")
    return [sample for told, sample in FENCED.findall(text) if told == language]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_samples_can_be_read_and_commands_are_there(path: Path) -> None:
    text = path.read_text("utf-8")
    for language, sample in FENCED.findall(text):
        if language in READERS:
            READERS[language](sample)
    assert set(re.findall(r"run\.py (\w+)", text)) <= run.COMMANDS.keys()


def test_the_spells_that_are_shown_can_be_added(tmp_path: Path) -> None:
    (sample,) = samples("docs/adding-a-spell.md", "toml")
    folder = tmp_path / "haste"
    folder.mkdir()
    (folder / "module.toml").write_text('[meta]\nextends = "cohorts"\n', "utf-8")
    (folder / "spells.toml").write_text(sample, "utf-8")
    assert check(folder, [FOLDER / "modules"]) == []


class SaluteScene(Scene):
    """A scene by the rules of Cohorts and the order that is shown."""

    def __init__(self) -> None:
        super().__init__()
        meta = self.module.meta.model_copy(update={"packs": ("cohorts", "salutes")})
        self.module = module().model_copy(update={"meta": meta})
        self.rules = Rules.of(self.module, known={"salutes": salute.PACK})


def test_the_order_that_is_shown_is_the_file_beside_this_one() -> None:
    (sample,) = samples("docs/adding-an-order.md", "python")
    assert sample == Path(salute.__file__).read_text("utf-8")


def test_the_order_that_is_shown_can_be_given() -> None:
    scene = SaluteScene()
    stack = scene.stack(5, 5, name="Vanguard")
    assert scene.give(Salute, stack=ref(stack)).code == "unable"
    scene.unit(stack)
    order = scene.rules.orders["stack", "salute"].model_validate({"stack": f"stack:{stack.id}"})
    ran = scene.run(order)
    assert not ran.refused
    (event,) = ran.events(StackSaluted)
    assert (event.stack, event.name, event.player) == (stack.id, "Vanguard", scene.me.id)
