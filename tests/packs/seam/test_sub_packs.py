"""A part of a shipped pack that a module may switch on alone, by a dotted name."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import engine.packs
from engine.module import load as load_module
from engine.module.sections import content_of, packs
from engine.packs import Pack, Rules, Step, load
from tests.rules.scene import MODULES, module

MODULE = module()

CONTENT = """
from pydantic import Field

from engine.module.sections import Named, Sections, Table, declare


class Banner(Named):
    pass


class BannerContent(Sections):
    banners: Table[Banner] = Field(default_factory=dict)


declare("marches.battle", BannerContent)
"""
PACK = """
from engine.packs import Pack, Step

PACK = Pack(
    "marches.battle",
    builds_on=("cohorts",),
    closing=(Step("marches", "Marches are counted", lambda state: None),),
)
"""


@pytest.fixture
def marches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A pack folder `marches` that is no pack itself, with the pack `marches.battle` in it."""
    inside = tmp_path / "marches" / "battle"
    inside.mkdir(parents=True)
    (tmp_path / "marches" / "__init__.py").write_text("", encoding="utf-8")
    (inside / "__init__.py").write_text(PACK, encoding="utf-8")
    (inside / "content.py").write_text(CONTENT, encoding="utf-8")
    known = {pack: content_of(pack) for pack in packs()}
    monkeypatch.setattr("engine.module.sections._CONTENTS", known)
    engine.packs.__path__.append(str(tmp_path))
    monkeypatch.setattr(engine.packs, "SHIPPED", (*engine.packs.SHIPPED, "marches.battle"))
    yield
    engine.packs.__path__.remove(str(tmp_path))
    for name in [each for each in sys.modules if each.startswith("engine.packs.marches")]:
        del sys.modules[name]


@pytest.mark.usefixtures("marches")
def test_a_module_switches_the_part_on_alone_and_has_its_sections(tmp_path: Path) -> None:
    made = tmp_path / "modules" / "border"
    made.mkdir(parents=True)
    text = """
        [meta]
        title = "Border"
        extends = "cohorts"
        packs = ["cohorts", "marches.battle"]
        [banners.red]
    """
    (made / "module.toml").write_text(text, encoding="utf-8")
    module = load_module("border", [made.parent, MODULES])
    rules = Rules.read(module.to_json())
    assert [pack.name for pack in rules.packs] == ["cohorts", "marches.battle"]
    assert rules.closing[-1].name == "marches"
    assert rules.packs[-1] is load("marches.battle")


@pytest.mark.usefixtures("marches")
def test_a_folder_is_a_pack_only_with_sections_of_its_own() -> None:
    assert "marches.battle" in packs()
    assert "marches" not in packs()
    with pytest.raises(LookupError, match="no rule pack 'marches'"):
        load("marches")


def test_a_part_brings_more_beside_a_pack_that_comes_before_it() -> None:
    more = Pack("marches.war.cohorts", closing=(Step("beside", "Beside", lambda state: None),))
    part = Pack("marches.war", beside={"cohorts": more, "warlords": Pack("marches.war.warlords")})
    meta = MODULE.meta.model_copy(update={"packs": ("cohorts", "marches.war")})
    rules = Rules.of(MODULE.model_copy(update={"meta": meta}), {"marches.war": part})
    assert [pack.name for pack in rules.packs] == ["cohorts", "marches.war", more.name]
    assert rules.closing[-1].name == "beside"
    alone = meta.model_copy(update={"packs": ("marches.war",)})
    rules = Rules.of(MODULE.model_copy(update={"meta": alone}), {"marches.war": part})
    assert [pack.name for pack in rules.packs] == ["marches.war"]


def test_a_folder_of_packs_is_none_itself_whatever_it_shares() -> None:
    assert find_spec("engine.packs.kingdoms.content") is not None
    assert "kingdoms" not in packs()
    assert {"kingdoms.battle", "kingdoms.crowns"} <= set(packs())


def test_what_is_shipped_is_what_a_module_may_name() -> None:
    assert set(engine.packs.SHIPPED) <= set(packs())
    assert all(load(name).name == name for name in engine.packs.SHIPPED)
