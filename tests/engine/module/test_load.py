"""Reading modules: inheritance, names, terms, what one says otherwise, how they are stored."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.calendar import Calendar, Weekday
from engine.module import Module, ModuleError, load
from engine.module.changes import ModuleChange, changes
from engine.module.load import check, described
from engine.module.names import closest, display_of, key_of
from engine.module.schema import Victory
from engine.module.terms import Terms, read_terms, section_read, terms_of, with_terms
from engine.packs.cohorts.content import Content
from engine.packs.kingdoms.content.armies import ArmyContent
from tests.engine.module.conftest import Write
from tests.rules.scene import MODULES, module

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


def test_a_draft_is_read_as_any_other_and_says_so_plainly(write: Write, shipped: Path) -> None:
    folder = write("small", module=CHILD + "draft = true")
    assert described(folder).draft
    assert not check(folder, [shipped])
    (fault,) = check(write("small", module=CHILD + 'draft = "nearly"'), [shipped])
    assert "neither true nor false" in fault.message


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


@pytest.fixture(scope="module")
def narrows() -> Module:
    return load("narrows", [MODULES])


def changed(module: Module, change: Any) -> Module:
    """The module after a change of its plain tree."""
    tree = json.loads(module.to_json())
    change(tree, tree["contents"]["cohorts"])
    return Module.from_json(json.dumps(tree))


def test_a_module_changes_nothing_of_itself(narrows: Module):
    assert changes(narrows, narrows) == []
    assert changes(narrows, Module.from_json(narrows.to_json())) == []


def test_which_rule_a_record_names_is_no_fact_of_the_game(narrows: Module):
    def change(tree: Any, cohorts: Any) -> None:
        del cohorts["spells"]["fury"]["rule"]
        cohorts["spells"]["tremors"]["rule"] = "narrows.spell.tremors"

    other = changed(narrows, change)
    assert other != narrows
    assert changes(narrows, other) == changes(other, narrows) == []


def test_a_fact_a_record_and_an_entry_of_a_list_are_told_by_their_path(narrows: Module):
    def change(tree: Any, cohorts: Any) -> None:
        tree["factions"]["ashmark"]["players"] = 1
        cohorts["diplomacy"]["war"] = 5
        cohorts["drawing"]["deposits"][1]["resources"] = ["iron"]
        del tree["rivals"][next(iter(tree["rivals"]))]

    found = changes(narrows, changed(narrows, change))
    assert ModuleChange("factions", ("ashmark", "players"), "changed", "2", "1") in found
    assert ModuleChange("diplomacy", ("war",), "changed", "2", "5") in found
    assert (
        ModuleChange("drawing", ("deposits", "2", "resources"), "changed", '["fish"]', '["iron"]')
        in found
    )
    gone = [each for each in found if each.how == "removed"]
    assert [(each.section, len(each.path)) for each in gone] == [("rivals", 1)]
    assert gone[0].before.startswith('{"name": ')
    assert len(found) == 4


def test_there_and_back_are_the_same_changes_turned_round(narrows: Module):
    there = changes(load("veterans", [MODULES]), narrows)
    back = changes(narrows, load("veterans", [MODULES]))
    turned = {"added": "removed", "removed": "added", "changed": "changed"}
    assert there
    assert {(c.section, c.path, c.how, c.before, c.after) for c in there} == {
        (c.section, c.path, turned[c.how], c.after, c.before) for c in back
    }


def test_the_order_of_a_table_is_a_fact(narrows: Module):
    def turn(tree: Any, _: Any) -> None:
        tree["rivals"] = dict(reversed(tree["rivals"].items()))

    (found,) = changes(narrows, changed(narrows, turn))
    assert (found.section, found.path, found.how) == ("rivals", ("order",), "changed")


@pytest.mark.parametrize("name", ["cohorts", "kingdoms", "warmaster"])
def test_a_module_on_its_own_terms_is_the_same_byte_for_byte(name: str):
    own = module(name)
    terms = read_terms(terms_of(own).to_json())
    assert with_terms(own, terms).to_json() == own.to_json()


@settings(max_examples=8, deadline=None)
@given(
    hour=st.times().map(lambda t: t.replace(microsecond=0, tzinfo=None)),
    days=st.sets(st.sampled_from(Weekday), min_size=1),
    turns=st.none() | st.integers(1, 500),
    seats=st.none() | st.integers(1, 40),
)
def test_whatever_is_set_is_what_is_read_and_can_be_set_back(
    hour: dt.time, days: set[Weekday], turns: int | None, seats: int | None
):
    own = module("cohorts")
    before = terms_of(own)
    calendar = before.calendar.model_copy(
        update={"cut_off": hour, "run_days": tuple(day for day in Weekday if day in days)}
    )
    terms = Terms(
        calendar=calendar,
        victory=Victory(turns=turns),
        seats=dict.fromkeys(own.factions, seats),
        winning=before.winning,
    )
    other = with_terms(own, terms)
    stored = Module.from_json(other.to_json())
    assert terms_of(stored) == terms
    assert stored.digest() == other.digest()
    assert with_terms(stored, before).digest() == own.digest()


def test_what_the_models_find_wrong_is_told_in_the_words_of_the_check():
    own = module("cohorts")
    terms = terms_of(own)
    bad = {"cohorts": {**terms.winning["cohorts"], "title": "emperor_of_mice", "lats": True}}
    with pytest.raises(ModuleError) as caught:
        with_terms(own, terms.model_copy(update={"winning": bad}))
    (fault,) = caught.value.faults
    assert fault.message.startswith("is not known here")
    bad["cohorts"].pop("lats")
    with pytest.raises(ModuleError) as caught:
        with_terms(own, terms.model_copy(update={"winning": bad}))
    assert "emperor_of_mice" in str(caught.value)
    with pytest.raises(ModuleError) as caught:
        section_read(Calendar, {"run_days": ["monday"], "production_days": []}, "calendar")
    assert "the game week from monday needs one production" in str(caught.value)


@pytest.mark.parametrize("name", ["Spider Wart", "spider_wart", "SPIDER-WART", " spiderwart "])
def test_names_are_compared_without_case_blanks_hyphens_and_underscores(name: str) -> None:
    assert key_of(name) == key_of("spider wart")


def test_names_of_other_letters_differ() -> None:
    assert key_of("spider wart") != key_of("spider wort")


@given(st.text())
def test_a_compared_name_compares_as_itself(name: str) -> None:
    assert key_of(key_of(name)) == key_of(name)


def test_a_misspelt_name_finds_the_nearest_in_its_own_spelling() -> None:
    assert closest("heavy-forst", ["forest", "heavy_forest", "sea"]) == "heavy_forest"


def test_a_name_like_no_other_finds_none() -> None:
    assert closest("xyzzy", ["forest", "heavy_forest"]) is None


def test_a_key_without_a_name_is_shown_in_words() -> None:
    assert display_of("spider_wart") == "Spider wart"
