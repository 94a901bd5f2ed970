"""The looks that a module gives its content: what is drawn is known, and what is not is told."""

from pathlib import Path

import pytest

from engine.module import Fault, Module, check, load
from engine.module.art import emblem_icon, icons, symbols
from engine.packs.cohorts.content import Content
from tests.engine.module.conftest import Write

HEAD = '[meta]\nextends = "cohorts"\n'


@pytest.fixture
def faults(write: Write, shipped: Path):
    def check_text(text: str) -> list[Fault]:
        return check(write("small", module=HEAD, more=text), [shipped])

    return check_text


@pytest.mark.parametrize(
    "text, said, suggestion",
    [
        (
            '[races.elf]\nicon = "elf-eer"',
            "names 'elf-eer', which is not among the icons of data/art/icons.json",
            "elf-ear",
        ),
        (
            '[terrains.moors]\nsymbol = "moor"',
            "names 'moor', which is not among the symbols of data/art/symbols.json",
            "moors",
        ),
        (
            '[resources.iron]\ncolour = "grey"',
            "is 'grey', which is no colour; write red, green and blue as #RRGGBB",
            None,
        ),
        ('[resources.iron]\nmark = "icons"', "must be 'icon' or 'letters'", "icon"),
        (
            '[hot_spots.old_arena]\nicon = "shrine"',
            "names 'shrine', which is not among the icons of data/art/icons.json",
            None,
        ),
    ],
)
def test_what_is_not_drawn_is_a_fault_with_file_and_line(faults, text, said, suggestion) -> None:
    (fault,) = faults(text)
    assert (fault.file, fault.line) == ("small/more.toml", 2)
    assert fault.message == said
    assert fault.suggestion == suggestion


def test_an_emblem_that_is_not_drawn_is_a_warning(faults) -> None:
    (name,) = [fault for fault in faults('[factions.ashmark]\nemblem = "lyon"') if fault.warning]
    assert "names 'lyon', which is not drawn" in name.message
    assert "did you mean 'lion'?" in name.message
    assert emblem_icon("bull's horns") == "bull-horns"


def test_names_are_taken_in_any_spelling_and_colours_in_any_case(
    write: Write, shipped: Path
) -> None:
    text = '[races.elf]\nicon = "Oak Leaf"\n[terrains.moors]\ncolour = "#a1b2c3"'
    folder = write("small", module=HEAD, more=text)
    module = load(folder.name, [folder.parent, shipped])
    content = module.content(Content)
    assert content.races["elf"].icon == "oak-leaf"
    assert content.terrains["moors"].colour == "#A1B2C3"


def test_every_drawing_is_listed_once() -> None:
    assert len(icons()) == len(set(icons())) > 40
    assert "unit" not in icons()
    assert all(colour.startswith("#") and len(colour) == 7 for colour in symbols().values())


def test_what_a_module_leaves_out_is_not_stored(shipped: Path) -> None:
    module = load("cohorts", [shipped])
    assert '"human":{"key":"human","name":"Human"' in module.to_json()
    assert '"icon":null' not in module.to_json()
    assert Module.from_json(module.to_json()) == module
