"""Faults of a module's files: each with its place, never an exception."""

import os
from pathlib import Path

import pytest

from bot.modules import library
from engine.module import check, described, load
from engine.module.files import BEYOND, DEEPEST, MOST, TOO_DEEP
from engine.module.rings import rings
from engine.packs.cohorts.content import Content
from tests.engine.module.conftest import Write

HEAD = '[meta]\nextends = "cohorts"\ntitle = "Small"\n'


@pytest.fixture
def folder(write: Write) -> Path:
    return write("small", module=HEAD)


@pytest.fixture
def faults(folder: Path, shipped: Path):
    """Faults of the small module, each on a separate line."""
    return lambda: [str(fault) for fault in check(folder, [shipped])]


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("encoded", ["utf-8", "utf-8-sig"])
def test_a_byte_order_mark_is_left_out(folder: Path, faults, encoded: str) -> None:
    (folder / "module.toml").write_text(HEAD, encoded)
    (folder / "more.toml").write_text("[races.elf]\ngrowth = 2\n", encoded)
    assert faults() == []
    assert described(folder) == ("Small", "", False, "cohorts")


@pytest.mark.parametrize("encoded", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_named_with_the_remedy(folder: Path, faults, encoded: str) -> None:
    mark = {"utf-16": b"", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[encoded]
    (folder / "more.toml").write_bytes(mark + "[races.elf]\ngrowth = 2\n".encode(encoded))
    assert faults() == ["small/more.toml: is text in UTF-16; save it as UTF-8"]


def test_a_module_without_its_first_file_is_told_that_alone(folder: Path, faults) -> None:
    (folder / "module.toml").rename(folder / "Module.TOML")
    (folder / "more.toml").write_text("[races.elf]\ngrowth = 2\n")
    assert faults() == ["small/module.toml: is not here; its [meta] begins a module"]


def test_a_pipe_is_named_and_not_waited_for(folder: Path, faults) -> None:
    os.mkfifo(folder / "more.toml")
    os.mkfifo(folder / "drawing.map")
    assert faults() == ["small/more.toml: is not a file", "small/drawing.map: is not a file"]


def test_links_that_lead_nowhere_are_named(folder: Path, faults) -> None:
    (folder / "loop.toml").symlink_to("loop.toml")
    (folder / "gone.toml").symlink_to("nowhere.toml")
    assert faults() == [
        "small/gone.toml: is a link that leads nowhere",
        "small/loop.toml: is a link that leads nowhere",
    ]


def test_a_folder_called_like_a_file_is_named(folder: Path, faults) -> None:
    (folder / "more.toml").mkdir()
    assert faults() == ["small/more.toml: is a folder, not a file"]


def test_a_file_in_a_folder_within_is_named(folder: Path, faults) -> None:
    (folder / "land" / "north").mkdir(parents=True)
    (folder / "land" / "north" / "more.toml").write_text("[races.elf]\ngrowth = 2\n")
    assert faults() == ["small/land/north/more.toml: " + TOO_DEEP]


def test_a_file_that_may_not_be_read_is_named(
    folder: Path, faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "more.toml").write_text("")
    read = Path.read_bytes

    def refuse(self: Path) -> bytes:
        if self.name == "more.toml":
            raise PermissionError(13, "Permission denied")
        return read(self)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert faults() == ["small/more.toml: cannot be read: Permission denied"]


# ---------------------------------------------------------------- tables


@pytest.mark.parametrize("depth", [DEEPEST + 1, 900, 5000])
def test_deep_nesting_is_named_with_its_line(folder: Path, faults, depth: int) -> None:
    text = f"[races.elf]\ngrowth = 2\nlist = {'[' * depth}{']' * depth}\n"
    (folder / "more.toml").write_text(text)
    assert faults() == [f"small/more.toml:3: nests tables and lists more than {DEEPEST} deep"]


@pytest.mark.parametrize("depth", [DEEPEST + 1, 900])
def test_a_deep_dotted_key_is_named_with_its_line(folder: Path, faults, depth: int) -> None:
    (folder / "more.toml").write_text(f"[races.elf]\n{'.'.join('a' * depth)} = 1\n")
    assert faults() == [f"small/more.toml:2: nests tables and lists more than {DEEPEST} deep"]


@pytest.mark.parametrize(
    "figure",
    ["1" + "0" * 5000, "9" * 30, "10000000000000000000", "-10000001", "0x" + "f" * 5000, "1e300",
     "inf", "-inf"],
)  # fmt: skip
def test_a_figure_beyond_reason_is_named_once_with_its_line(
    folder: Path, faults, figure: str
) -> None:
    (folder / "more.toml").write_text(f"[races.elf]\n\ngrowth = {figure}\n")
    (fault,) = faults()
    assert fault.startswith("small/more.toml:3:")
    assert fault.endswith(BEYOND)


def test_a_figure_beyond_reason_in_a_list_is_named(folder: Path, faults) -> None:
    (folder / "more.toml").write_text(f"[seeding]\ndeposits_percent = [50, {MOST + 1}]\n")
    assert faults() == [f"small/more.toml:2: [seeding] deposits_percent {BEYOND}"]


# ---------------------------------------------------------------- rings


@pytest.mark.parametrize(
    "text, table, key, rounds",
    [
        (
            '[skills.blade]\nraises = ["knight"]\n',
            "skills.{}",
            "raises",
            ["knight, then blade, then knight", "blade, then knight, then blade"],
        ),
        ('[skills.axe]\nraises = ["axe"]\n', "skills.{}", "raises", ["axe, then axe"]),
        (
            "[improvements.barracks]\nimprovements = { library = 1 }\n"
            "[improvements.library]\nlevels = 1\nimprovements = { barracks = 1 }\n",
            "improvements.{}",
            "improvements",
            ["barracks, then library, then barracks", "library, then barracks, then library"],
        ),
        (
            '[titles.one]\n[titles.two]\n[adventures.first]\ntext = "a"\n'
            'requires = { titles = ["two"] }\nreward = { title = "one" }\n'
            '[adventures.second]\ntext = "b"\n'
            'requires = { titles = ["one"] }\nreward = { title = "two" }\n',
            "adventures.{}",
            "requires",
            ["first, then second, then first", "second, then first, then second"],
        ),
        (
            '[tokens.coin]\n[quests.alone]\ntext = "a"\n'
            "consumes = { tokens = { coin = 1 } }\nreward = { tokens = { coin = 2 } }\n",
            "quests.{}",
            "requires",
            ["alone, then alone"],
        ),
    ],
    ids=["skills", "own skill", "improvements", "titles", "tokens"],
)
def test_what_leads_back_to_itself_is_named_at_each_of_the_ring(
    folder: Path, shipped: Path, text: str, table: str, key: str, rounds: list[str]
) -> None:
    (folder / "more.toml").write_text(text)
    found = check(folder, [shipped])
    firsts = [each.split(",")[0] for each in rounds]
    assert [(each.table, each.key) for each in found] == [(table.format(f), key) for f in firsts]
    assert all(
        fault.message.endswith(f"goes round in a ring: {each}")
        for fault, each in zip(found, rounds, strict=True)
    )
    assert any(fault.file == "small/more.toml" and fault.line for fault in found)


def test_a_task_that_can_be_done_in_another_way_is_in_no_ring(folder: Path, faults) -> None:
    """Either option gives the title; only one of them asks for it."""
    (folder / "more.toml").write_text(
        '[titles.one]\n[adventures.first]\ntext = "a"\n'
        '[adventures.first.options.hard]\ntext = "b"\nrequires = { titles = ["one"] }\n'
        'reward = { title = "one" }\n'
        '[adventures.first.options.easy]\ntext = "c"\nreward = { title = "one" }\n'
    )
    assert faults() == []


def test_rings_are_told_from_their_first_record_each_once() -> None:
    links = {"a": ["b"], "b": ["c", "b"], "c": ["a"], "d": ["e"], "e": ["d", "gone"], "f": ["a"]}
    assert sorted(rings(links)) == [("a", "b", "c", "a"), ("b", "b"), ("d", "e", "d")]
    assert list(rings({"a": ["b"], "b": []})) == []


# ---------------------------------------------------------------- beside each other


def test_one_bad_folder_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = {
        "deep": "[" * 900,
        "long": f"[meta]\nn = {'1' * 5000}",
        "headless": "meta = 5",
        "odd": "[meta]\ntitle = []\ndescription = 3",
    }
    for name, text in bad.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.toml").write_text(text)
    for name in ("pipe", "loop", "folder", "good"):
        (tmp_path / name).mkdir()
    os.mkfifo(tmp_path / "pipe" / "module.toml")
    (tmp_path / "loop" / "module.toml").symlink_to("module.toml")
    (tmp_path / "folder" / "module.toml").mkdir()
    (tmp_path / "good" / "module.toml").write_text('[meta]\ntitle = "Good"\ndescription = "One"')
    (tmp_path / "itself").symlink_to("itself")
    (tmp_path / "unfinished").mkdir()
    (tmp_path / "unfinished" / "module.toml").write_text('[meta]\ntitle = "Soon"\ndraft = true')
    monkeypatch.setattr(library, "folders", lambda: (tmp_path,))
    offers = {offer.name: (offer.title, offer.description) for offer in library.offers()}
    assert offers["good"] == ("Good", "One")
    assert "unfinished" not in offers
    assert offers["deep"] == ("deep", "")
    assert offers["odd"] == ("odd", "3")
    assert all(check(tmp_path / name) for name in offers)


SPELLS = '[meta]\nextends = "cohorts"\n'
BOLT = '{ does = "bolt", type = "fire", multiplier = 5 }'
STORM = '{ does = "storm", type = "fire", base = 5 }'
MORALE = '{ does = "alter", rating = "morale", amount = 1 }'
BARE = '{ does = "bare" }'


def spell(effect: str, group: str = "utility", form: str = "charm", more: str = "") -> str:
    head = f'level = 1\ngroup = "{group}"\nform = "{form}"\n{more}\n'
    return f"[combat_spells.test]\n{head}effect = {effect}\n"


@pytest.mark.rule("cohorts.combat-spell.groups")
@pytest.mark.parametrize(
    "text, says",
    [
        (spell(BOLT, "duel", "charm"), "form attack"),
        (spell(MORALE, "utility", "attack"), "form attack"),
        (spell(BOLT, "battle", "attack"), "its group must be duel"),
        (spell(STORM, "duel", "attack"), "its group cannot be duel"),
        (spell(MORALE, "battle", more="aura = true"), "its group must be utility"),
        (spell(BARE, form="task", more="aura = true"), "it must alter a rating or give"),
        (spell(BOLT.replace("fire", "fyre"), "duel", "attack"), "not among damage_types"),
        (spell('{ does = "give", status = "burnin" }'), "not among battle_statuses"),
        (spell('{ does = "give", status = "stoned" }'), "comes with an attack alone"),
        (spell('{ does = "give", status = "aura_of_life" }'), "is an aura, unlike the spell"),
        (spell('{ does = "give", status = "blinded" }', more="aura = true"), "is not an aura"),
        (spell(MORALE.replace("}", ', against = "undead" }')), "for damage percent alone"),
        (
            spell('{ does = "alter", rating = "damage percent", amount = 1, against = "undeed" }'),
            "is no keyword",
        ),
        (spell(MORALE).replace("test", "firestorm"), "has the key of a strategic spell"),
        ('[deities.verda.spells]\n1 = ["flame_blot"]', "not among spells or combat_spells"),
    ],
)
def test_a_combat_spell_that_cannot_be_is_a_fault(
    write: Write, shipped: Path, text: str, says: str
) -> None:
    (fault,) = check(write("small", module=SPELLS, more=text), [shipped])
    assert says in fault.message
    assert fault.file == "small/more.toml"


def test_deities_and_parties_may_name_combat_spells(write: Write, shipped: Path) -> None:
    text = '[deities.verda.spells]\n1 = ["Flame Bolt", "fireball"]\n'
    assert check(write("small", module=SPELLS, more=text), [shipped]) == []


FACTIONS = '[meta]\nextends = "cohorts"\n'
RULE = "cohorts.diplomacy.relations"


def relations(*pairs: str) -> str:
    entries = (f'{{ between = [{pair}], relation = "at_war" }}' for pair in pairs)
    return f"[diplomacy]\nrelations = [{', '.join(entries)}]\n"


@pytest.mark.rule(RULE)
def test_a_module_sets_relations_by_the_names_of_its_factions(write: Write, shipped: Path) -> None:
    folder = write("small", module=FACTIONS, more=relations('"Ashmark", "salt ports"'))
    module = load("small", [folder.parent, shipped])
    (standing,) = module.content(Content).diplomacy.relations
    assert (standing.between, standing.relation) == (("ashmark", "salt_ports"), "at_war")


@pytest.mark.rule(RULE)
def test_without_a_word_about_it_a_module_sets_no_relation(shipped: Path) -> None:
    assert load("cohorts", [shipped]).content(Content).diplomacy.relations == ()


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    "pairs, says",
    [
        (['"ashmark", "ashmark"'], "names one faction twice"),
        (['"ashmark", "atlantis"'], "names 'atlantis', which is not among factions"),
        (['"ashmark", "hornhelm"', '"hornhelm", "ashmark"'], "names ashmark and hornhelm twice"),
        (['"ashmark"'], ""),
    ],
)
def test_a_relation_is_one_of_two_factions_and_named_once(
    write: Write, shipped: Path, pairs: list[str], says: str
) -> None:
    (fault,) = check(write("small", module=FACTIONS, more=relations(*pairs)), [shipped])
    assert fault.file == "small/more.toml"
    assert says in str(fault)
