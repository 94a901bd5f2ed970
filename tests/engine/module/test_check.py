"""What is wrong with a module: every fault at once, with file, line, table, key and suggestion."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from engine.module import Fault, Module, check, load
from engine.module.schema import FRAME
from engine.module.sections import KeyOf, Named, Sections, Table, content_of, declare, packs
from engine.packs.cohorts.content import Content
from tests.engine.module.conftest import SHIPPED, Write

HEAD = '[meta]\nextends = "cohorts"\n'


@pytest.fixture
def faults(write: Write, shipped: Path):
    """The faults of a module that extends the shipped one by a file ``more.toml``."""

    def check_text(text: str, head: str = HEAD) -> list[Fault]:
        return check(write("small", module=head, more=text), [shipped])

    return check_text


def only(faults: list[Fault]) -> Fault:
    assert len(faults) == 1, "\n".join(map(str, faults))
    return faults[0]


def test_the_shipped_modules_have_no_faults(shipped: Path) -> None:
    folders = sorted(folder for folder in shipped.iterdir() if folder.is_dir())
    assert [folder.name for folder in folders if (folder / "module.toml").exists()]
    for folder in folders:
        assert check(folder) == []


def test_a_fault_is_written_with_its_place_and_what_was_meant(faults) -> None:
    fault = only(faults("\n[races.elf]\nterrain_percent = { Forrest = -20 }"))
    assert fault == Fault(
        file="small/more.toml",
        line=3,
        table="races.elf.terrain_percent",
        key="Forrest",
        message="names 'Forrest', which is not among terrains",
        suggestion="forest",
    )
    assert str(fault) == (
        "small/more.toml:3: [races.elf.terrain_percent] Forrest names 'Forrest', "
        "which is not among terrains; did you mean 'forest'?"
    )


@pytest.mark.parametrize(
    "text, table, key, suggestion",
    [
        ('[races.elf]\nhomes = ["forst"]', "races.elf", "homes", "forest"),
        ('[races.elf.combat]\ntalents = ["bowmen"]', "races.elf.combat", "talents", "bowman"),
        ('[races.elf]\nspoils = { lether = 1 }', "races.elf.spoils", "lether", "leather"),
        ('[terrains.fen]\nfamily = "swmp"', "terrains.fen", "family", "swamp"),
        ('[resources.fish]\nterrains = ["oceann"]', "resources.fish", "terrains", "ocean"),
        ('[weapons.spear]\nneeds = [["oka"]]', "weapons.spear", "needs", "oak"),
        ('[weapons.spear]\nmade_in = "smity"', "weapons.spear", "made_in", "smithy"),
        ('[weapons.spear]\nrace = "humann"', "weapons.spear", "race", "human"),
        ('[ships.barge.artillery]\nbalista = 1', "ships.barge.artillery", "balista", "ballista"),
        ('[gear.boots]\nneeds = [["any hert"]]', "gear.boots", "needs", "any herd"),
        ('[gear.boots]\ntalents = ["bowmen"]', "gear.boots", "talents", "bowman"),
        ('[armors.plate]\nspells = ["firebal"]', "armors.plate", "spells", "fireball"),
        ('[weapons.spear]\nmissile_type = "fier"', "weapons.spear", "missile_type", "fire"),
        ('[races.elf.combat]\nresist = { fier = 2 }', "races.elf.combat", "fier", "fire"),
        ('[classes.bard]\ntrained = ["stelth"]', "classes.bard", "trained", "stealth"),
        ('[deities.verda]\ntrained = ["potion", "ranger"]', "deities.verda", "trained", "potions"),
        ('[realms.ashmark]\nhome_race = "humen"', "realms.ashmark", "home_race", "human"),
        ('[realms.ashmerk]\nname = "x"', "realms.ashmerk", "key", "ashmark"),
        ('[starting_city]\nitems = { speer = 1 }', "starting_city.items", "speer", "spear"),
        ('[parties.ash_raiders]\nfactions = ["hornhlm"]', "parties", "factions", "hornhelm"),
        ('[parties.first_drum]\nspells = ["firebal"]', "parties.first_drum", "spells", "fireball"),
        ('[names.cities]\nelff = { first = ["a"], last = ["b"] }', "names.cities", "elff", "elf"),
    ],
)  # fmt: skip
def test_every_reference_is_checked(faults, text, table, key, suggestion) -> None:
    found = [fault for fault in faults(text) if fault.suggestion == suggestion]
    fault = only(found)
    assert fault.file == "small/more.toml"
    assert fault.line == (1 if key == "key" else 2)
    assert fault.table.startswith(table.partition("[")[0])
    assert "is not among" in fault.message


@pytest.mark.parametrize(
    "text, table, key, words",
    [
        ("[races.elf]\ngrowht = 2", "races.elf", "growht", "not known here"),
        ("[races.elf]\ngrowth = -1", "races.elf", "growth", "must be 0 or more"),
        ('[races.elf]\ngrowth = "2"', "races.elf", "growth", "must be a whole number"),
        ("[races.elf]\ngrowth = 2.0", "races.elf", "growth", "must be a whole number"),
        ("[races.elf]\ngrowth = true", "races.elf", "growth", "whole number (it is true)"),
        ("[gear.boots.modifiers]\nfury = true", "gear.boots.modifiers", "fury", "be a number"),
        ("[map]\nwraps = 1", "map", "wraps", "must be true or false"),
        ("[calendar]\nquorum = true", "calendar", "quorum", "must be a whole number"),
        ("[calendar]\ncut_off = 9", "calendar", "cut_off", "a time of day such as 21:30:00"),
        ("[calendar]\nholidays = [20]", "calendar", "holidays", "a date such as 2026-05-31"),
        ('[races.elf]\nsize = "meduim"', "races.elf", "size", "must be 'small'"),
        ("[races.elf]\nattributes = { STR = 99 }", "races.elf.attributes", "STR", "30"),
        ("[seeding]\ndeposits_percent = [50, 40]", "", "seeding", "add up to 100"),
        ("[names]\nbarony = '{city}'", "names", "barony", "{capital} only"),
        ("[calendar]\ntime_zone = 'America/Nowhere'", "calendar", "time_zone", "is no time zone"),
        ("[year]\ndate_form = '{hour}'", "", "year", "{day}, {month} and {year} only"),
        ("[year]\nfirst_date = { day = 31 }", "", "year", "outside the months"),
        ("[calendar]\nrun_days = ['tuesdy']", "calendar", "run_days", "must be 'monday'"),
        ("[calendar]\nrun_days = 'monday'", "calendar", "run_days", "a list in square brackets"),
        ("[calendar]\nrun_time = 3", "calendar", "run_time", "known: cut_off"),
        ("[spells.fury.effect]\ndoes = 'modfy'", "spells.fury", "effect", "must be 'shell'"),
        (
            "[spells.charm_of_speed.effect]\nchanges = [{ target = 'ratte', percent = 5 }]",
            "spells.charm_of_speed.effect.changes[1]",
            "target",
            "or 'tactics'",
        ),
        (
            "[quests.snow_wolves.requires]\nlevel_min = 9",
            "quests.snow_wolves.requires",
            "level_max",
            "nobody is both",
        ),
        ("[drawing.legend]\ng = 'grassland'", "drawing", "legend", "drawing.map"),
        ("[map]\nwidth = 3", "map", "width", "must be 4 or more"),
        ("[victory]\nturns = 0", "victory", "turns", "must be 1 or more"),
        ("[factions.ashmark]\ncolour = 8", "factions.ashmark", "colour", "must be 7 or less"),
        ("[world.barony_provinces]\nmin = 10", "world", "barony_provinces", "above max"),
        ("[realms.ashmark]\nhome_race = 'orc'", "realms", "ashmark", "not one of its peoples"),
        ("[gear.boots]\nmodifiers = { stelth_levels = 5 }", "gear.boots", "modifiers", "stealth?"),
        ("[gear.boots]\nmodifiers = { resist_fier = 5 }", "gear.boots", "modifiers", "fire?"),
        ('[gear.boots]\nname = "Bo\u202eots"', "gear.boots", "name", "Character 3 is a mark"),
    ],
)
def test_every_value_is_checked(faults, text, table, key, words) -> None:
    fault = only(faults(text))
    assert (fault.file, fault.table, fault.key) == ("small/more.toml", table, key)
    assert words in fault.message
    assert fault.line in (1, 2)


def test_a_misspelt_field_is_answered_with_the_right_one(faults) -> None:
    assert only(faults("[races.elf]\ngrowht = 2")).suggestion == "growth"
    assert only(faults("[races.elf.combat]\nmannapercent = 2")).suggestion == "mana_percent"
    assert only(faults("[calendar]\nrunn_days = []")).suggestion == "run_days"
    assert only(faults('[races.elf]\nsize = "meduim"')).suggestion == "medium"
    assert only(faults('[calendar]\ntime_zone = "Berlin"')).suggestion == "Europe/Berlin"


def test_what_is_missing_is_named_at_its_table(faults) -> None:
    text = '\n\n[deities.hum]\nattributes = ["STR", "DEX"]\ntrained = ["blade", "axe"]'
    fault = only(faults(text))
    assert (fault.line, fault.table, fault.key) == (3, "deities.hum", "domain")
    assert fault.message == "is missing"


def test_all_faults_are_told_at_once(faults) -> None:
    text = """
        [races.elf]
        growth = -1
        homes = ["forst"]
        [weapons.spear]
        weigth = 2
        [map]
        width = 1
        [nonsense]
        a = 1
    """
    head = HEAD + 'remove = ["races.gnome"]\nversion = "one"\n'
    keys = sorted(fault.key for fault in faults(text, head))
    assert keys == ["growth", "homes", "nonsense", "remove", "version", "weigth", "width"]


@pytest.mark.parametrize(
    "line, key, words",
    [
        ("spells = ['fireball', 'tempest']", "spells", "too high a level"),
        ("spells = ['fireball', 'Fire Ball']", "spells", "name one twice"),
        ("characters = []", "characters", "has 0 characters, not 5"),
    ],
)
@pytest.mark.rule("cohorts.setup.spells")
def test_a_party_keeps_to_the_rules_of_setup(faults, line, key, words) -> None:
    found = faults(f"[parties.first_drum]\n{line}")
    fault = next(each for each in found if words in each.message)
    assert (fault.table, fault.key, fault.line) == ("parties.first_drum", key, 2)


NAMES = ("STR", "DEX", "CON", "INT")
PARTY = """
[parties.test]
description = "Five of a kind."
""" + "".join(
    f"""
[[parties.test.characters]]
name = "Number {number}"
race = "human"
class = "warrior"
skills = ["blade", "axe", "bow"]
talents = ["bowman", "raider"]
"""
    for number in range(1, 6)
)


@pytest.mark.parametrize(
    "field, key, words",
    [
        ("raises = { STR = 5, DEX = 5, CON = 3 }", "raises", "cost 27 points of 26"),
        ("raises = { STR = 9 }", "STR", "at most 8"),
        ('skills = ["blade", "axe"]', "skills", "has 2 skills, not 3"),
        ('skills = ["blade", "axe", "thief"]', "skills", "no trained skill of a Warrior"),
        ('skills = ["knight", "knight", "axe"]', "skills", "names a skill twice"),
        ('talents = ["assassin"]', "talents", "no start-up talent"),
        ('talents = ["bowman", "raider", "scout"]', "talents", "more than 2 talents"),
        ('class = "priest"\nskills = ["stealth"]', "deity", "missing for a priest"),
        ('armor = "plate"', "armor", "not among starting equipment"),
        ('main_hand = "mithril_sword"', "main_hand", "no mundane weapon"),
        ('ranged = "broadsword"', "ranged", "no missile attack"),
        ('main_hand = "greatsword"\noff_hand = "shield"', "off_hand", "two-handed"),
        ('name = " number 2 "', "name", "taken by another"),
    ],
)
@pytest.mark.rule(
    "cohorts.setup.attribute-points",
    "cohorts.setup.skills",
    "cohorts.setup.talents",
    "cohorts.setup.equipment",
    "cohorts.setup.names",
)
def test_a_starting_character_is_one_that_a_player_could_design(faults, field, key, words) -> None:
    assert faults(PARTY) == []
    lines = PARTY.rpartition("[[")
    given = field.split(" =")[0]
    others = [line for line in lines[2].splitlines() if not line.startswith(given)]
    if "skills =" in field:
        others = [line for line in others if not line.startswith("skills")]
    found = faults(lines[0] + "[[" + "\n".join([*others, field, ""]))
    fault = next(each for each in found if words in each.message)
    assert fault.key == key
    assert fault.table.startswith("parties.test.characters[5]")
    assert fault.line is not None
    assert fault.line > 25


@pytest.mark.parametrize(
    "increases, points", [((8, 1, 1), 26), ((5, 5, 3), 27), ((4, 4, 3, 3), 26), ((6, 5), 26)]
)
@pytest.mark.rule("cohorts.setup.attribute-points")
def test_raises_cost_what_the_chart_says(faults, increases, points) -> None:
    raises = ", ".join(f"{a} = {n}" for a, n in zip(NAMES, increases, strict=False))
    found = faults(PARTY + f"raises = {{ {raises} }}")
    assert bool(found) == (points > 26)
    assert all(f"cost {points} points" in fault.message for fault in found)


def test_a_section_that_nobody_knows_is_a_fault(faults) -> None:
    fault = only(faults("\n[raeces.elf]\ngrowth = 1"))
    assert (fault.line, fault.key, fault.suggestion) == (2, "raeces", "races")


def test_a_key_given_twice_is_a_fault_wherever_it_stands(faults) -> None:
    fault = only(faults('[meta]\nTitle = "x"', HEAD + 'title = "y"\n'))
    assert (fault.file, fault.line, fault.key) == ("small/more.toml", 2, "Title")
    assert fault.message == "is given twice, first in small/module.toml on line 3"


def test_a_file_that_is_no_toml_is_told_with_its_line_and_the_rest_is_checked(faults) -> None:
    found = faults("[races.elf\n", HEAD + 'version = "one"\n')
    places = sorted((fault.file, fault.line) for fault in found)
    assert places == [("small/module.toml", 3), ("small/more.toml", 1)]


def test_a_broken_file_does_not_make_what_it_holds_missing(write: Write) -> None:
    folder = write("alone", module='[meta]\ntitle = "Alone"\n', races="[races.elf")
    assert {fault.file for fault in check(folder)} >= {"alone/races.toml"}
    assert all(fault.table or fault.message != "is missing" for fault in check(folder))


def test_a_file_that_is_no_text_is_a_fault(write: Write, shipped: Path) -> None:
    folder = write("small", module=HEAD)
    (folder / "more.toml").write_bytes(b"\xff\xfe\x00")
    assert only(check(folder, [shipped])).message == "is not text in UTF-8; save it as UTF-8"


def test_an_empty_folder_and_a_missing_one_are_faults(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert any(fault.message == "has no TOML file" for fault in check(tmp_path / "empty"))
    assert only(check(tmp_path / "nowhere")).message.startswith("is not there")


@pytest.mark.parametrize(
    "head, key, words, suggestion",
    [
        ('[meta]\nextends = "chohorts"', "extends", "which is not here", "cohorts"),
        ('[meta]\nextends = "small"', "extends", "goes round in a circle", None),
        (HEAD + 'packs = ["cohots"]', "packs", "names rule pack 'cohots'", "cohorts"),
        (HEAD + 'remove = ["races.elv"]', "remove", "names 'races.elv'", "races.elf"),
        (HEAD + 'packs = ["cohorts", "gone"]', "packs", "not here (known: cohorts, king", None),
        ('[meta]\nextends = "winter"', "extends", "not here (known: barrow, cohorts, ", None),
    ],
)
def test_the_head_of_a_module_is_checked(faults, head, key, words, suggestion) -> None:
    fault = next(each for each in faults("", head) if words in each.message)
    assert (fault.table, fault.key, fault.suggestion) == ("meta", key, suggestion)
    assert fault.file == "small/module.toml"


def test_factions_of_one_colour_are_told_of(faults) -> None:
    fault = only(faults("\n[factions.hornhelm]\ncolour = 1"))
    assert (fault.line, fault.table, fault.key) == (3, "factions.hornhelm", "colour")
    assert fault.message == "is 1, as that of 'ashmark' is; free are [2, 5, 6, 7]"
    assert fault.warning


def test_a_faction_without_a_realm_is_a_fault(faults) -> None:
    text = '[factions.new]\nshort = "New"\ncolour = 2\nemblem = "raven"\ndescription = "New."'
    fault = only(faults(text))
    assert (fault.table, fault.key) == ("realms", "new")
    assert fault.message == "is missing for this faction"
    assert fault.file == "small/module.toml", "the module extended has no such faction"


def test_what_the_module_extended_lacks_by_its_heir_s_doing_is_told_of_the_heir(faults) -> None:
    told = faults("", HEAD + 'remove = ["terrains.forest"]')
    assert told
    assert {(each.file, each.line) for each in told} == {("small/module.toml", 3)}


def test_behind_a_module_that_is_not_here_nothing_else_is_told(faults) -> None:
    text = "[races.elf]\nterrain_percent = { Forrest = -20 }"
    fault = only(faults(text, '[meta]\nextends = "chohorts"'))
    assert (fault.key, fault.suggestion) == ("extends", "cohorts")


class Tune(Named):
    """A record of a test pack."""

    sung_by: Annotated[str, KeyOf(("races",))]


class TuneContent(Sections):
    """The sections of a test pack."""

    tunes: Table[Tune] = Field(default={})


def test_a_pack_brings_its_own_sections(faults, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = {pack: content_of(pack) for pack in packs()}
    monkeypatch.setattr("engine.module.sections._CONTENTS", shipped)
    text = '[tunes.lay]\nsung_by = "Elv"'
    assert "not a section" in only(faults(text)).message
    declare("bards", TuneContent)
    assert "bards" in packs()
    fault = only(faults(text))
    assert fault.message == "is a section of rule pack 'bards', which is not in packs"
    fault = only(faults(text, HEAD + 'packs = ["cohorts", "Bards"]'))
    assert (fault.table, fault.key, fault.suggestion) == ("tunes.lay", "sung_by", "elf")


NOWHERE = """
[meta]
title = "Songs"
version = "1.0"
description = "Two choirs and no land."
packs = ["bards"]
[calendar]
[year]
months = [{ name = "May", days = 30 }]
first_date = { day = 1, month = 1, year = 1 }
days_per_turn = 7
date_form = "{day} {month} {year}"
[factions.reds]
short = "Reds"
colour = 1
emblem = "flame"
description = "They sing."
"""


def test_a_module_has_a_map_only_if_one_of_its_packs_needs_it(
    write: Write, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "engine.module.sections._CONTENTS", {pack: content_of(pack) for pack in packs()}
    )
    declare("bards", TuneContent)
    assert check(write("songs", module=NOWHERE)) == []
    module = load("songs", [write("songs", module=NOWHERE).parent])
    assert module.map is None
    assert Module.from_json(module.to_json()) == module
    with pytest.raises(LookupError, match="module songs has no map"):
        _ = module.extent
    fault = only(check(write("small", module=HEAD + 'remove = ["map"]'), [shipped]))
    assert (fault.key, fault.message) == ("map", "is missing")


def test_two_packs_of_one_module_cannot_have_a_section_of_one_name(
    faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = {pack: content_of(pack) for pack in packs()}
    monkeypatch.setattr("engine.module.sections._CONTENTS", shipped)
    declare("bards", TuneContent)
    declare("pipers", TuneContent)
    assert faults("", HEAD + 'packs = ["cohorts", "pipers"]') == []
    fault = only(faults("", HEAD + 'packs = ["cohorts", "bards", "pipers"]'))
    message = "names rule packs 'bards' and 'pipers', which both have section 'tunes'"
    assert (fault.table, fault.key, fault.message) == ("meta", "packs", message)


SECTIONS = sorted({*FRAME, *Content.model_fields})
ODD = [
    "5",
    '"x"',
    "[]",
    "[1]",
    "{}",
    "{ a = 1 }",
    "{ a = { b = [{}] } }",
    "[{ a = [] }]",
    "09:00:00",
]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SECTIONS), st.sampled_from(ODD), st.sampled_from(["", "human.", "first."]))
def test_whatever_stands_in_a_section_check_answers_with_faults(section, odd, key) -> None:
    with TemporaryDirectory() as root:
        folder = Path(root) / "odd"
        folder.mkdir()
        text = f"{section}.{key}thing = {odd}" if key else f"{section} = {odd}"
        (folder / "more.toml").write_text(text)
        if section != "meta":
            (folder / "module.toml").write_text(HEAD)
        found = check(folder, [SHIPPED])
        harmless = odd == "{}" and not key and section != "meta"
        assert harmless or found
        assert all(str(fault) for fault in found)


def test_what_stands_for_unknown_land_must_be_a_terrain(faults) -> None:
    fault = only(faults('\n[movement]\nunknown_land = "grasland"'))
    assert (fault.table, fault.key, fault.suggestion) == ("movement", "unknown_land", "grassland")


CHARM = """
[spells.charm_of_haste]
rule = "%s"
level = 1
family = "charm"
side = "friendly"
targets = ["stack"]
lasts = "month"
effect = { does = "modify", changes = [{ target = "rate", percent = 20 }] }
"""


@pytest.mark.parametrize(
    "rule, meant",
    [
        ("cohorts.spell.charm-of-sped", "cohorts.spell.charm-of-speed"),
        ("cohorts.spel.charm-of-speed", "cohorts.spell.charm-of-speed"),
        ("cohorts.spell", None),
        ("large.spell.charm-of-haste", None),
        ("small.", None),
        ("small.spell.Charm of Haste", None),
        ("small", None),
    ],
)
def test_a_row_names_no_rule_that_is_not_there(faults, rule: str, meant: str | None) -> None:
    fault = only(faults(CHARM % rule))
    assert (fault.file, fault.line, fault.table, fault.key) == (
        "small/more.toml",
        3,
        "spells.charm_of_haste",
        "rule",
    )
    assert fault.message.startswith(f"names '{rule}', which is no rule of the rulebook")
    assert meant is None or fault.suggestion == meant


@pytest.mark.parametrize("rule", ["cohorts.spell.charm-of-speed", "small.spell.charm-of-haste"])
def test_a_row_names_a_rule_of_the_rulebook_or_of_its_own_module(faults, rule: str) -> None:
    assert faults(CHARM % rule) == []


def test_a_module_keeps_the_own_rules_of_those_that_it_builds_on(
    write: Write, shipped: Path
) -> None:
    write("small", module=HEAD, more=CHARM % "small.spell.charm-of-haste")
    larger = write("larger", module=HEAD.replace("cohorts", "small"))
    taker = write("taker", module=f'{HEAD}takes = {{ small = ["spells"] }}')
    assert check(larger, [shipped]) == check(taker, [shipped]) == []


def test_a_module_that_is_called_as_a_system_brings_no_rules_to_it(
    write: Write, shipped: Path
) -> None:
    folder = write("warmaster", module=HEAD, more=CHARM % "warmaster.spell.charm-of-haste")
    assert only(check(folder, [shipped])).key == "rule"


def test_a_row_that_names_no_rule_is_stored_as_ever_and_still_has_one(shipped: Path) -> None:
    module = load("cohorts", [shipped])
    assert module.content(Content).spells["fury"].rule == "cohorts.spell.fury"
    early = Module.from_json(module.to_json().replace('"rule":"cohorts.spell.fury",', ""))
    fury = early.content(Content).spells["fury"]
    assert (fury.rule, fury.rule_in("cohorts.spell")) == ("", "cohorts.spell.fury")
    assert '"key":"fury","name":"Fury","rule"' not in early.to_json()
