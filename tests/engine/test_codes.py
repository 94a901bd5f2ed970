"""Rules and reason codes that the product names: each is known, told and worded in one place."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
import skirmish
import yaml
from skirmish.rules import PACK as SKIRMISH

import bot
import data
import engine
from engine import packs
from engine.codes import COMMON
from engine.forms import given_by_players
from engine.packs import Pack, Rules
from engine.packs.cohorts import PACK as COHORTS
from engine.refusals import FROM_LIST, no_such
from engine.rule_refs import Cited
from engine.rulebook import FOLDER, LedgerEntry, Rulebook, RulebookError, UnknownRuleError
from tests.engine import toy
from tests.rules.ledger import BOOK, ENTRIES
from tests.rules.scene import module

FRAME = {"internal_error"}
"""Of an order that broke the program, which no rule of the game foresees."""
ENGINE = Path(engine.__file__).parent
PACKS = {
    **{ENGINE / "packs" / name: packs.load(name) for name in packs.SHIPPED},
    Path(skirmish.__file__).parent: SKIRMISH,
}
"""By the folder of its sources."""


def of_table(rule: str) -> set[str]:
    rows: Any = BOOK.get(rule).table
    return {code for row in rows for code in row.get("codes", [row.get("code")])}


def refusals(tree: ast.AST) -> Iterator[ast.expr]:
    """What stands as the code in every refusal that a file makes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = (
                node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            )
            named = [each.value for each in node.keywords if each.arg == "code"]
            if called in {"Refusal", "refusal", "refuses"}:
                yield (node.args or named)[0]


def in_reach(pack: Pack) -> set[str]:
    """The codes that a pack may use: the common ones, its own, and those of what it builds on."""
    bases = (packs.load(base) for base in pack.builds_on)
    return {*COMMON, *pack.codes, *(code for base in bases for code in in_reach(base))}


def allowed(source: Path) -> set[str]:
    """The codes that a source may use, by the pack in whose folder it lies."""
    inside = (pack for folder, pack in PACKS.items() if source.is_relative_to(folder))
    return next(map(in_reach, inside), set(COMMON))


def sources() -> Iterator[tuple[Path, ast.AST]]:
    for folder in (ENGINE, Path(skirmish.__file__).parent):
        for source in sorted(folder.rglob("*.py")):
            if source.name != "codes.py":
                yield source, ast.parse(source.read_text(encoding="utf-8"))


@pytest.mark.rule("cohorts.action.order-failure", "cohorts.order.city-guild-reason-codes")
def test_the_codes_of_cohorts_are_those_of_the_ledger() -> None:
    ledger = of_table("cohorts.action.order-failure")
    ledger |= of_table("cohorts.order.city-guild-reason-codes")
    assert ledger == in_reach(packs.load("cohorts")) - FRAME


@pytest.mark.rule("cohorts.action.order-failure", "cohorts.order.city-guild-reason-codes")
def test_every_refusal_has_a_code_of_the_frame_or_of_its_pack_and_every_code_is_told() -> None:
    walked, texts = 0, set[str]()
    for source, tree in sources():
        constants = (each.value for each in ast.walk(tree) if isinstance(each, ast.Constant))
        texts |= {each for each in constants if isinstance(each, str)}
        for code in refusals(tree):
            walked += 1
            words = [e.value for e in ast.walk(code) if isinstance(e, ast.Constant)]
            # What is passed on has the type of the list, which the type checker sees to.
            assert words or isinstance(code, ast.Name), f"{source}: {ast.unparse(code)}"
            assert {each for each in words if each} <= allowed(source), (
                f"{source}: {ast.unparse(code)}"
            )
    assert walked > 300
    assert texts >= {*COMMON, *(code for pack in PACKS.values() for code in pack.codes)}


def test_the_codes_of_a_campaign_are_those_of_its_packs() -> None:
    by = toy.rules(Pack("one", codes=("rusty",)), Pack("other", codes=("wet",)))
    assert by.codes == {*COMMON, "rusty", "wet"}


@pytest.mark.parametrize("code", ["rusty", "not_allowed"])
def test_no_pack_brings_a_code_that_is_there_already(code: str) -> None:
    with pytest.raises(LookupError, match=f"'other' brings the reason code '{code}'"):
        toy.rules(Pack("one", codes=("rusty",)), Pack("other", codes=(code,)))


SYSTEMS = ("cohorts", "warlords", "kingdoms", "warmaster")
FILES = [path for each in (engine, bot) for path in Path(each.__path__[0]).rglob("*.py")]
OTHERS = {"name", "pack", "tag"}
"""Fields whose values have the shape of a rule's id, as packs and happenings have dotted names."""


BY_TESTS_ALONE = {
    "cohorts.battle.worked-example-magic",
    "cohorts.battle.worked-example-weapons",
    "kingdoms.battle.example-forest",
    "kingdoms.battle.example-plain",
    "kingdoms.encounter.example-ogre",
    "kingdoms.encounter.example-spells",
    "warlords.case.notation",
    "warmaster.case.notation",
}
"""Worked examples, and how entries are written: no place of the code is theirs."""


def cited(tree: ast.AST) -> Iterator[str]:
    """The texts of a file that have the shape of a rule's id."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=field)]) | ast.keyword(arg=field):
                if field in OTHERS:
                    continue
            case _:
                pass
        yield from cited(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            system, _, rest = node.value.partition(".")
            if (
                system in SYSTEMS
                and "." in rest
                and rest.replace(".", "").replace("-", "").isalnum()
            ):
                yield node.value


def unknown(text: str) -> list[str]:
    """The rules that a file names and that do not exist."""
    return [each for each in cited(ast.parse(text)) if not _known(each)]


def _known(id: str) -> bool:
    """Whether there is such a rule, or for the beginning of an id one that begins so."""
    return id in BOOK or (id[-1] in ".-" and any(each.startswith(id) for each in BOOK.ids))


def test_every_rule_that_the_code_names_is_in_the_rulebook() -> None:
    found = {
        str(path): wrong for path in FILES if (wrong := unknown(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_one_search_of_an_id_finds_where_its_rule_is_obeyed() -> None:
    rows = (Path(data.__path__[0]) / "modules").rglob("*.toml")
    texts = "\n".join(path.read_text(encoding="utf-8") for path in (*FILES, *rows))
    named = set(re.findall(rf"\b(?:{'|'.join(SYSTEMS)})(?:\.[a-z0-9-]*[a-z0-9])+", texts))
    assert set(BOOK.ids) - named == BY_TESTS_ALONE


def test_a_rule_that_was_made_up_is_found() -> None:
    assert unknown('rule = "cohorts.city.made-up"\nreal = "cohorts.setup.names"') == [
        "cohorts.city.made-up"
    ]


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_order_of_a_system_names_a_rule_of_the_rulebook(name: str) -> None:
    rules = Rules.of(module(name))
    players = given_by_players(rules)
    assert {path: cls.rule for path, cls in players.items() if cls.rule not in BOOK} == {}
    assert len(players) > 10
    hosts = {cls.rule for path, cls in rules.orders.items() if path not in players}
    assert [each for each in hosts if each and each not in BOOK] == []


SOURCES = sorted(Path(engine.__file__).parent.rglob("*.py"))


@dataclass
class Skill:
    name: str


SKILLS = [Skill("Riding"), Skill("Troop training")]


def test_a_name_that_nothing_has_is_answered_with_the_one_most_like_it() -> None:
    refusal = no_such("some.rule", "skill", "ridng", SKILLS)
    assert refusal.code == "bad_target"
    assert refusal.says == "There is no skill called “ridng”."
    assert refusal.instead == "Did you mean Riding?"


def test_a_name_like_none_is_answered_with_the_list_and_shown_in_part() -> None:
    refusal = no_such("some.rule", "skill", "x" * 100, SKILLS)
    assert refusal.says == f"There is no skill called “{'x' * 40}”."
    assert refusal.instead == FROM_LIST


def test_no_fault_is_worded_alike_in_two_places() -> None:
    """Two wordings drift apart: what several orders refuse has one maker."""
    places = defaultdict[str, list[str]](list)
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            # An order's own maker leaves out the rule.
            at = {"Refusal": 2, "self.refusal": 1}.get(ast.unparse(node.func), len(node.args))
            for says in node.args[at : at + 1]:
                text = re.sub(r"\{[^{}]*\}", "", ast.unparse(says))
                if isinstance(says, ast.JoinedStr | ast.Constant):
                    places[text].append(f"{source.name}:{node.lineno}")
    assert len(places) > 330
    shared = {text: found for text, found in places.items() if len(found) > 1}
    assert [found for text, found in shared.items() if len(re.findall(r"[a-z]+", text)) > 3] == []


def test_cohorts_has_an_entry_for_each_in_its_own_rulebook():
    book = Rulebook.load()
    assert set(COHORTS.cites) == set(get_args(Cited))
    assert [rule for rule in COHORTS.cites.values() if rule not in book] == []


def test_the_last_pack_that_has_one_says_it_and_none_is_named_where_none_does():
    other = Pack(name="other", cites={"cut-off": "other.turn.end"})
    rules = Rules(module(), (COHORTS, other))
    assert rules.cites("cut-off") == "other.turn.end"
    assert rules.cites("names") == "cohorts.setup.names"
    assert Rules(module(), (other,)).cites("names") == ""


def entries(ledger: str) -> list[LedgerEntry]:
    """The entries of a ledger, in their order."""
    return [entry for entry in ENTRIES.values() if entry.ledger == ledger]


def book(text: str) -> Rulebook:
    return Rulebook({"small": text})


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_cutting_a_file_into_entries_loses_and_changes_nothing(path: Path) -> None:
    whole = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    cut = [entry.model_dump(exclude={"ledger"}, exclude_unset=True) for entry in entries(path.stem)]
    for entry in cut:
        if "cases" in entry:
            entry["cases"] = list(entry["cases"])
    assert cut == whole


def test_the_readme_counts_the_entries_and_cases_of_every_file() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for path in FOLDER.glob("*.yaml"):
        found = entries(path.stem)
        cases = [case for entry in found for case in entry.cases]
        assert f"| {path.name} | {len(found)} | {len(cases)} |" in readme


def test_an_entry_is_found_by_its_id() -> None:
    entry = BOOK.get("cohorts.world.hex-distance")
    assert entry.ledger == "cohorts-world-and-cities"
    assert entry.title == "World: hex distance"
    assert entry.source.startswith("Cohorts: Game Map")
    assert entry.cases[0].expect == {"distance": 1}
    assert not entry.designed


def test_an_unknown_id_is_answered_with_similar_ids() -> None:
    with pytest.raises(UnknownRuleError, match=r"cohorts\.world\.hex-distance") as caught:
        BOOK.get("cohorts.world.hex-distence")
    assert caught.value.similar[0] == "cohorts.world.hex-distance"


def test_neighbours_are_the_rules_of_the_same_area_nearest_first() -> None:
    small = book("".join(f"- id: a.{name}\n  rule: x\n" for name in ("b.p", "b.q", "c.r", "b.s")))
    assert small.neighbours("a.b.s") == ("a.b.q", "a.b.p")
    assert small.neighbours("a.c.r") == ()


def test_what_a_rule_says_first_can_be_had_without_reading_its_entry() -> None:
    for entry in ENTRIES.values():
        assert BOOK.told(entry.id) == " ".join(entry.rule.split()), entry.id


def test_the_fields_of_an_entry_can_be_had_as_they_are_written() -> None:
    small = book(
        "- id: a.b.p\n  source: here\n  rule: >-\n    One: two.\n  cases:\n    - given: {}\n"
    )
    assert small.raw("a.b.p")["rule"].split() == [">-", "One:", "two."]
    assert small.ledger("a.b.p") == "small"
    with pytest.raises(UnknownRuleError):
        small.raw("a.b.q")


def test_an_id_that_occurs_twice_is_an_error_with_file_and_line() -> None:
    with pytest.raises(RulebookError, match=r"small\.yaml, line 3: a\.b is there a second time"):
        book("- id: a.b\n  rule: x\n- id: a.b\n  rule: y\n")


@pytest.mark.parametrize(
    "fields, wrong",
    [
        ("  source: s\n", "rule"),
        ("  source: s\n  rule: r\n  tabel: {}\n", "tabel"),
        ("  source: s\n  rule: r\n  cases:\n    - given: {a: 2024-01-01}\n", "given"),
        ("  source: [\n", "small.yaml"),
    ],
)
def test_a_malformed_entry_is_an_error_with_file_and_line(fields: str, wrong: str) -> None:
    with pytest.raises(RulebookError, match=r"small\.yaml, line 2: a\.b: ") as caught:
        book(f"# Rules\n- id: a.b\n{fields}").get("a.b")
    assert wrong in str(caught.value)


def test_a_file_that_is_not_text_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_bytes(b"- id: \xff\xfe")
    with pytest.raises(RulebookError, match=r"bad\.yaml"):
        Rulebook.load(tmp_path)


def test_an_entry_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        setattr(BOOK.get("cohorts.turn.cut-off"), "rule", "none")  # noqa: B010
