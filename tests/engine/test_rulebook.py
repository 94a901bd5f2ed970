"""The rulebook as the project ships it, and what a broken one says."""

from pathlib import Path

import pytest
import yaml

from engine.rulebook import FOLDER, Rulebook, RulebookError, UnknownRuleError

BOOK = Rulebook.load()


def book(text: str) -> Rulebook:
    return Rulebook({"small": text})


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_cutting_a_file_into_entries_loses_and_changes_nothing(path: Path) -> None:
    whole = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    cut = [
        entry.model_dump(exclude={"ledger"}, exclude_unset=True)
        for entry in BOOK
        if entry.ledger == path.stem
    ]
    for entry in cut:
        if "cases" in entry:
            entry["cases"] = list(entry["cases"])
    assert cut == whole


def test_the_readme_counts_the_entries_and_cases_of_every_file() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for path in FOLDER.glob("*.yaml"):
        entries = [entry for entry in BOOK if entry.ledger == path.stem]
        cases = [case for entry in entries for case in entry.cases]
        assert f"| {path.name} | {len(entries)} | {len(cases)} |" in readme


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


@pytest.mark.parametrize(
    "words, first",
    [
        ("cohorts.turn.cut-off", "cohorts.turn.cut-off"),
        ("cohorts.turn.cut", "cohorts.turn.cut-off"),
        ("hex distance", "cohorts.world.hex-distance"),
        ("HEX   Distances!", "cohorts.world.hex-distance"),
        ("how do I conscript recruits", "cohorts.city.conscript-recruits"),
        ("hex distence", "cohorts.world.hex-distance"),
        ("sighting chanse", "cohorts.turn.sighting-chance"),
        ("overburdn", "cohorts.movement.overburden-air"),
    ],
)
def test_a_search_puts_the_rule_that_is_meant_first(words: str, first: str) -> None:
    assert BOOK.search(words)[0] == first


def test_a_search_gives_at_most_as_many_as_asked_and_each_once() -> None:
    found = BOOK.search("village", 7)
    assert len(found) == len(set(found)) == 7


@pytest.mark.parametrize("words", ["", "  ", "...", "\x00\ud800", "qqzzxxw", "🏰"])
def test_a_search_for_nothing_known_finds_nothing(words: str) -> None:
    assert BOOK.search(words) == ()


def test_a_search_looks_only_at_the_first_words_of_a_long_text() -> None:
    eight = "hex distance map width height column row wrap"
    assert BOOK.search(f"{eight} morale", 3) == BOOK.search(eight, 3)


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


@pytest.mark.rule("cohorts.setup.abbreviations")
def test_whoever_looks_up_an_abbreviation_finds_what_it_means() -> None:
    rows = yaml.load(
        (FOLDER / "cohorts-characters-and-turns.yaml").read_text(encoding="utf-8"),
        Loader=yaml.CSafeLoader,
    )
    [entry] = [row for row in rows if row["id"] == "cohorts.setup.abbreviations"]
    told = {row["short"]: row["means"] for row in entry["table"]}
    assert told["EL"] == "Encounter Level"
    for short in told:
        assert "cohorts.setup.abbreviations" in BOOK.search(f"abbreviation {short}"), short
