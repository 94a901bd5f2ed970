"""The rulebook as the project ships it, and what a broken one says."""

from pathlib import Path

import pytest
import yaml

from engine.rulebook import FOLDER, LedgerEntry, Rulebook, RulebookError, UnknownRuleError
from tests.rules.ledger import BOOK, ENTRIES


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
