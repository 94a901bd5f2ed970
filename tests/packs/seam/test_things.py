"""Items of a table that the small pack brings: the base names and gives them like its own."""

from pathlib import Path

import pytest

from engine.module import Module, ModuleError, load
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.packs.cohorts.things.item_names import item_name
from engine.stored import upcast
from tests.packs.seam.scene import BORDERLAND, BorderScene
from tests.rules.scene import MODULES, module, ref

FOLDER = Path(__file__).parent / "modules"


def test_a_quest_may_give_an_item_of_the_packs_table() -> None:
    quest = BORDERLAND.content(Content).quests["wolves_at_the_ford"]
    assert [gift.item for gift in quest.reward.items] == ["wolf_tooth"]
    scene = BorderScene()
    stack = scene.stack(5, 5)
    scene.character(stack)
    assert not scene.run(PerformQuest(stack=ref(stack), quest=quest.key)).refused
    assert scene.held(stack)["wolf_tooth"] == 1


def test_it_is_called_by_its_own_name_also_in_a_stored_module() -> None:
    stored = Module.from_json(BORDERLAND.to_json()).content(Content)
    assert item_name(stored, BorderScene().world, "wolf_tooth") == "Tooth of the Wolf"
    assert module().content(Content).thing_names == {}


def test_an_item_that_no_pack_in_use_has_is_a_fault_that_names_the_packs_table(
    tmp_path: Path,
) -> None:
    made = tmp_path / "lost"
    made.mkdir()
    text = (FOLDER / "borderland" / "module.toml").read_text(encoding="utf-8")
    (made / "module.toml").write_text(text.replace("Wolf Tooth", "Wolf Toth"), encoding="utf-8")
    with pytest.raises(ModuleError, match=r"names 'Wolf Toth', .* or charms.*wolf_tooth"):
        load("lost", [tmp_path, MODULES])


def test_a_stored_module_of_before_still_names_its_relics() -> None:
    plain = {"races": {}, "relic_names": {"horn": "Horn of Panic"}}
    assert upcast(Content, plain, 1) == {"races": {}, "thing_names": {"horn": "Horn of Panic"}}
