"""Reading modules: inheritance, names, and the module as it is stored."""

from pathlib import Path

import pytest

from engine.module import Module, ModuleError, load
from engine.module.load import check
from engine.packs.cohorts.content import Content
from engine.packs.kingdoms.content.armies import ArmyContent
from tests.engine.module.conftest import Write

CHILD = """
[meta]
title = "Small"
extends = "cohorts"
"""


def child_of(write: Write, shipped: Path, text: str) -> Module:
    folder = write("small", module=CHILD + text)
    return load("small", [folder.parent, shipped])


@pytest.mark.rule("cohorts.world.modules")
def test_what_a_module_sets_replaces_the_starter_value(write: Write, shipped: Path) -> None:
    content = child_of(write, shipped, "[races.human]\ngrowth = 5").content(Content)
    assert content.races["human"].growth == 5


@pytest.mark.rule("cohorts.world.modules")
def test_what_a_module_leaves_out_takes_the_starter_value(write: Write, shipped: Path) -> None:
    module = child_of(write, shipped, "")
    parent = load("cohorts", [shipped])
    assert module.content(Content).races["human"].growth == 4
    assert module.contents == parent.contents
    assert module.meta.title == "Small"
    assert module.meta.version == parent.meta.version


def test_tables_merge_by_key_and_anything_else_is_replaced(write: Write, shipped: Path) -> None:
    text = """
        [races.human]
        homes = ["swamp"]
        attributes = { STR = 12 }
        [races.gnome]
        plural = "Gnomes"
    """
    gnome = '[races.gnome.combat]\nweapon = "fist"'
    with pytest.raises(ModuleError, match=r"\[races.gnome\] growth is missing"):
        child_of(write, shipped, text + gnome)
    human = (
        child_of(write, shipped, text.partition("[races.gnome]")[0]).content(Content).races["human"]
    )
    assert human.homes == ("swamp",)
    assert (human.attributes.STR, human.attributes.DEX) == (12, 10)


def test_a_child_may_write_a_key_otherwise(write: Write, shipped: Path) -> None:
    races = child_of(write, shipped, '[races."Giant Spider"]\ngrowth = 1').content(Content).races
    assert races["giant_spider"].growth == 1
    assert "Giant Spider" not in races


def test_a_reference_takes_the_spelling_of_what_it_names(write: Write, shipped: Path) -> None:
    content = child_of(write, shipped, '[ships.barge]\nneeds = [["Any-Food"], ["Spider Silk"]]')
    assert content.content(Content).ships["barge"].needs == (("any food",), ("spider_silk",))


def test_a_child_can_remove_what_it_does_not_want(write: Write, shipped: Path) -> None:
    module = child_of(write, shipped, 'remove = ["parties.first_drum", "races.wyrm.spoils"]')
    content = module.content(Content)
    assert "first_drum" not in content.parties
    assert content.races["wyrm"].spoils == {}


def test_a_removed_table_can_be_given_anew(write: Write, shipped: Path) -> None:
    text = """
        remove = ["factions", "realms", "names.cities.troll"]
        [factions.alone]
        short = "Alone"
        colour = 2
        emblem = "raven"
        description = "One."
        [realms.alone]
        peoples = ["human"]
        home_race = "human"
        second_race = "human"
        cities = ["Onehouse"]
    """
    module = child_of(write, shipped, text)
    assert list(module.factions) == ["alone"]
    assert module.factions["alone"].players is None
    assert list(module.content(Content).realms) == ["alone"]


def test_modules_may_extend_one_after_another(write: Write, shipped: Path) -> None:
    write("middle", module='[meta]\nextends = "cohorts"\ntitle = "Middle"\nversion = "7.1"')
    folder = write("last", module='[meta]\nextends = "Middle"\n[victory]\nturns = 30')
    module = load("LAST", [folder.parent, shipped])
    assert module.lineage == ("middle", "cohorts")
    assert (module.meta.title, module.meta.version) == ("Middle", "7.1")
    assert module.victory.turns == 30


LINES = """
[meta]
title = "Lines"
version = "1.0"
description = "Choirs in line."
extends = "cohorts"
packs = ["cohorts", "kingdoms.battle"]
takes = { kingdoms = [%s] }

[[stand_ins]]
army = "LE"

[grounds.Forest]
tax = 9
"""
SECTIONS = '"army_types", "army_races", "grounds", "columns"'


def test_a_module_takes_sections_of_another_and_says_only_what_differs(
    write: Write, shipped: Path
) -> None:
    folder = write("lines", module=LINES % SECTIONS)
    module = load("lines", [folder.parent, shipped])
    taken = load("kingdoms", [shipped]).content(ArmyContent)
    mine = module.content(ArmyContent)
    assert mine.army_types == taken.army_types
    assert mine.grounds["Forest"] == taken.grounds["Forest"].model_copy(update={"tax": 9})
    assert (module.lineage, module.meta.title) == (("cohorts",), "Lines")


@pytest.mark.parametrize(
    "change, told",
    [
        (('"columns"', '"colums"'), "names section 'colums', which module 'kingdoms' does not"),
        (("kingdoms =", "kingdom ="), "names module 'kingdom', which is not here"),
        (("kingdoms =", "lines ="), "names module 'lines', which is not here"),
    ],
)
def test_what_cannot_be_taken_is_told(
    write: Write, shipped: Path, change: tuple[str, str], told: str
) -> None:
    folder = write("lines", module=(LINES % SECTIONS).replace(*change))
    faults = check(folder, [shipped])
    assert any(told in fault.message and fault.table.startswith("meta") for fault in faults)


def test_packs_are_named_as_they_are_declared(write: Write, shipped: Path) -> None:
    assert child_of(write, shipped, 'packs = ["Cohorts"]').meta.packs == ("cohorts",)


@pytest.mark.parametrize(
    "turn, date", [(1, "1 Sowingtide, year 412"), (5, "29 Sowingtide, year 412"), (6, "6 Larkmoon")]
)
def test_the_world_counts_its_own_days(shipped: Path, turn: int, date: str) -> None:
    assert load("cohorts", [shipped]).year.date_of(turn).startswith(date)


def test_the_worlds_year_follows_the_last_of_its_months(shipped: Path) -> None:
    year = load("cohorts", [shipped]).year
    assert year.date_of(1 + 43) == "2 Firstthaw, year 413"


def test_an_unknown_module_is_answered_with_the_nearest(shipped: Path) -> None:
    with pytest.raises(ModuleError, match="there is no module 'cohrots'; did you mean 'cohorts'"):
        load("cohrots", [shipped])


def test_a_module_reads_back_as_it_was_stored(shipped: Path) -> None:
    module = load("cohorts", [shipped])
    again = Module.from_json(module.to_json())
    assert again == module
    assert again.to_json() == module.to_json()
    assert again.content(Content).weapons["spear"].classes == ("pole",)


def test_the_digest_tells_modules_apart_and_nothing_else(write: Write, shipped: Path) -> None:
    module = load("cohorts", [shipped])
    assert module.digest() == load("Cohorts", [shipped]).digest()
    assert module.digest() == Module.from_json(module.to_json()).digest()
    plain = child_of(write, shipped, "")
    assert plain.digest() != module.digest()
    same = child_of(write, shipped, "[races.human]\ngrowth = 4")
    assert same.digest() == plain.digest()
    other = child_of(write, shipped, "[races.human]\ngrowth = 5")
    assert other.digest() != plain.digest()


def test_a_stored_module_of_a_pack_that_is_gone_says_so(shipped: Path) -> None:
    text = (
        load("cohorts", [shipped]).to_json().replace('"contents":{"cohorts"', '"contents":{"gone"')
    )
    with pytest.raises(LookupError, match="there is no rule pack 'gone'"):
        Module.from_json(text)
