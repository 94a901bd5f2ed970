"""What a module says of its looks is drawn, and what it leaves out has a sound stand-in."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot import faces
from bot.faces.battle.scene import Setting, Side
from bot.faces.cohorts.battle.scenes import field_battle
from bot.faces.cohorts.looks import badge_of, land_of, looks_of, samples_of
from bot.faces.map.chart import Cell, Chart, Focus, Resource
from bot.faces.map.picture import draw_map
from bot.faces.paint.looks import Badge, Land, natural
from data import FOLDER
from engine.module import Module, load
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from tests.bot.faces.battle.sample import fought
from tests.bot.faces.map.test_layers import count, pixels
from tests.rules.adapters.battle_field import hero, unit

OWN = """
[terrains.lava]
family = "mountains"
air = 20
symbol = "badlands"
colour = "#D01010"
legend = 10

[terrains.scree]
family = "mountains"
land = 15
air = 12

[resources.salt]
class = "resource"
level = 1
availability = "common"
coast = true
icon = "moon"
colour = "#10D0D0"

[resources.tea]
class = "flora"
level = 1
availability = "common"
families = ["swamp"]

[races.elf]
icon = "sun"
unit_icon = "flame"

[classes.mage]
icon = "skull-crossed-bones"

[artillery.catapult]
icon = "anvil"
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Module:
    folder = tmp_path_factory.mktemp("modules") / "hot"
    folder.mkdir()
    (folder / "module.toml").write_text('[meta]\nextends = "cohorts"\n', "utf-8")
    (folder / "own.toml").write_text(OWN, "utf-8")
    return load("hot", [folder.parent, FOLDER / "modules"])


@pytest.fixture(scope="module")
def content(module: Module) -> Content:
    return module.content(Content)


def test_a_hosts_own_terrain_and_resource_have_the_looks_that_the_module_says(content) -> None:
    assert land_of(content, "lava") == Land("lava", "Lava", "#D01010", "badlands")
    assert badge_of(content, "salt") == Badge("moon", "#10D0D0", "square", "always", "Sa")
    assert [land.key for land in samples_of(content).lands][-2:] == ["mountains", "lava"]


def test_what_is_left_out_is_that_of_the_family_or_class(content) -> None:
    mountains = land_of(content, "mountains")
    assert land_of(content, "scree") == replace(mountains, key="scree", label="Scree")
    tea = badge_of(content, "tea")
    assert (tea.icon, tea.plate, tea.told, tea.letters) == ("oak-leaf", "lozenge", "never", "Te")


def test_of_resources_that_share_an_icon_one_alone_bears_it_where_it_is_small(content) -> None:
    small = {key: badge_of(content, key).told == "always" for key in content.resources}
    assert (small["drake"], small["dragon_scales"]) == (True, False), "as the module's mark says"
    assert (small["gold"], small["gems"]) == (True, False), "as the first of them"
    icons = [badge_of(content, key).icon for key, told in small.items() if told]
    assert len(icons) == len(set(icons))


def test_own_land_and_goods_are_drawn_on_the_map_without_python(content) -> None:
    lands = tuple(looks_of(content).lands.values())
    cells = tuple(Cell(x, y, "lava") for x in range(8) for y in range(6))
    chart = Chart(8, 6, cells, wrap=False, lands=lands)
    image = pixels(draw_map(chart, Focus(legend="none")))
    assert count(image, "#D01010") > 100_000
    salt = Resource(3, 2, "salt", "resource", badge=badge_of(content, "salt"))
    near = Focus("zoom", (3, 2), 2, legend="none")
    with_salt = pixels(draw_map(replace(chart, resources=(salt,)), near))
    assert count(with_salt, "#10D0D0") > 300
    key = draw_map(replace(chart, samples=samples_of(content)), Focus(legend="full"))
    assert key.height > draw_map(chart, Focus(legend="factions")).height


def test_a_terrain_that_no_module_knows_is_drawn_as_the_symbol_of_its_name_or_as_plain() -> None:
    assert natural("crags").symbol == "crags"
    assert natural("ocean").water
    assert natural("nowhere").symbol == "grassland"
    one, other = (
        draw_map(Chart(2, 1, tuple(Cell(x, 0, key) for x in range(2))), Focus(legend="none"))
        for key in ("nowhere", "grassland")
    )
    assert one.png == other.png


def test_those_who_fight_are_drawn_by_their_races_classes_and_engines(content) -> None:
    setting = Setting("A", "B", 1, (Side("A", 1), Side("B", 2)), looks_of(content))
    band = [
        unit(1, 0, race="elf", type="soldiers", arm="soldier"),
        unit(2, 0, race="human", type="soldiers", arm="soldier"),
        unit(3, 0, race="human", type="catapult", arm="artillery", soldiers=25),
        hero(4, 0, race="elf", type="mage"),
        hero(5, 0, race="elf", type="bard"),
        unit(101, 1, race="dwarf", type="soldiers", arm="soldier"),
    ]
    shown = [each.icon for each in field_battle(fought(band), setting).units]
    assert shown == ["flame", "spears", "anvil", "skull-crossed-bones", "crown", "dwarf-helmet"]


def test_the_looks_of_all_packs_of_a_campaign_are_one(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "module.toml").write_text('[meta]\nextends = "warlords"\n', "utf-8")
    (folder / "own.toml").write_text('[unit_types.archer]\nicon = "moon"\n', "utf-8")
    rules = Rules.of(load("own", [tmp_path, FOLDER / "modules"]))
    looks = faces.of(rules).looks
    assert looks.icon("unit_types", "Archer", "") == "moon"
    assert looks.icon("races", "elf", "") == "elf-ear"
    assert looks.land("crags").symbol == "crags"


def test_a_module_stored_before_it_said_its_looks_looks_as_it_did() -> None:
    module = load("cohorts", [FOLDER / "modules"])
    tree = json.loads(module.to_json())
    assert tree["forms"]["cohorts"] == 2
    tree["forms"]["cohorts"] = 1
    for table in ("terrains", "resources", "races", "classes", "improvements", "guilds"):
        for row in tree["contents"]["cohorts"][table].values():
            for field in ("icon", "unit_icon", "colour", "symbol", "mark", "legend"):
                row.pop(field, None)
    before = Module.from_json(json.dumps(tree)).content(Content)
    now = module.content(Content)
    assert looks_of(before) == looks_of(now)
    assert samples_of(before) == samples_of(now)
