"""The harness itself, on small rulebooks that are made up here."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from engine.rulebook import Rulebook
from tests.rules import __main__ as coverage
from tests.rules import adapters as own_adapters
from tests.rules.__main__ import CollectionError, Mark, collect, faults, report
from tests.rules.brought import DEEPEST, LARGEST, BroughtFileError, brought_cases
from tests.rules.harness import (
    Adapter,
    AdapterError,
    Case,
    Given,
    Name,
    UnknownKeyError,
    adapters_of,
    cases_of,
    check,
    differences,
    rule,
)
from tests.rules.ledger import ENTRIES

RULEBOOK = """
- id: small.sums.double
  source: here
  rule: Twice as much.
  cases:
    - given: {number: 2}
      expect: {double: 4}
    - given: {number: 3}
      expect: {double: 6}
- id: small.sums.triple
  source: here
  rule: Thrice as much.
  cases:
    - given: {number: 2}
      expect: {triple: 6}
- id: small.sums.none
  source: here
  rule: Nothing at all.
"""
BOOK = Rulebook({"small": RULEBOOK})
SMALL = {rule: BOOK.get(rule) for rule in BOOK.ids}
USUAL = Decimal("1e-6")


def double(given: Given) -> Mapping[str, object]:
    return {"double": 2 * given["number"], "more": "than asked"}


ADAPTERS = {"small.sums.double": Adapter("small.sums.double", double)}


def case(given: Mapping[str, object], expect: Mapping[str, object]) -> Case:
    return Case("small.sums.double/x", given, expect)


def agree(expected: object, actual: object, tolerance: Decimal = USUAL) -> bool:
    return not list(differences(expected, actual, tolerance, "here"))


# ---------------------------------------------------------------- a case is run


def test_the_cases_of_a_rule_with_an_adapter_are_numbered_from_one() -> None:
    found = cases_of(SMALL, ADAPTERS)
    assert [one.id for one in found] == ["small.sums.double/1", "small.sums.double/2"]
    for one in found:
        check(one, BOOK, ADAPTERS)


def test_a_wrong_expectation_fails_and_says_case_key_and_both_values() -> None:
    with pytest.raises(AssertionError, match=r"sums\.double/x.*\n.*double: expected 5, got 4"):
        check(case({"number": 2}, {"double": 5}), BOOK, ADAPTERS)


def test_a_key_of_expect_that_the_adapter_does_not_return_fails_naming_it() -> None:
    with pytest.raises(AssertionError, match=r"half: .* returns only double, more"):
        check(case({"number": 2}, {"half": 1}), BOOK, ADAPTERS)


def test_an_unknown_key_of_given_is_an_error_naming_key_rule_and_case() -> None:
    with pytest.raises(UnknownKeyError, match=r"read nothing of small\.sums\.double/x numbr"):
        check(case({"number": 2, "numbr": 2}, {"double": 4}), BOOK, ADAPTERS)
    with pytest.raises(KeyError, match="number") as missing:
        check(case({"numbr": 2}, {"double": 4}), BOOK, ADAPTERS)
    assert missing.value.__notes__ == ["not read: small.sums.double/x numbr"]


def test_a_case_of_a_rule_without_adapter_is_an_error_naming_the_rule() -> None:
    with pytest.raises(AdapterError, match=r"no adapter runs the cases of small\.sums\.triple"):
        check(Case("small.sums.triple/a/b", {}, {}), BOOK, ADAPTERS)


def test_keys_are_read_in_either_case() -> None:
    check(case({"NUMBER": 2}, {"Double": 4}), BOOK, ADAPTERS)


# ---------------------------------------------------------------- given


def test_mappings_inside_given_name_their_unknown_keys_and_where_they_stand() -> None:
    given = Given({"units": [{"dex": 1}, {"STR": 12, "speeed": 3}]}, "a.b.c/1")
    unit = given["units"][1]
    assert unit["str"] == 12
    assert list(unit) == ["STR", "speeed"]
    with pytest.raises(UnknownKeyError, match=r"a\.b\.c/1 units\[1\]: unknown key 'speeed'"):
        unit.takes("STR", "DEX")


def test_given_says_what_is_not_there() -> None:
    given = Given({"a": None}, "a.b.c/1")
    assert "A" in given
    assert "b" not in given
    assert given.get("b", 7) == 7
    with pytest.raises(KeyError, match="b"):
        given["b"]


# ---------------------------------------------------------------- all that is given is read


def reading(function: Callable[[Given], object], given: Mapping[str, object]) -> None:
    """Run a case through an adapter that does no more than this with what is given."""

    def adapter(given: Given) -> Mapping[str, object]:
        function(given)
        return {}

    check(case(given, {}), BOOK, {"small.sums.double": Adapter("small.sums.double", adapter)})


def test_an_adapter_that_does_not_read_a_key_fails_naming_adapter_case_and_key() -> None:
    given = {"number": 2, "Twice": True, "again": 1}
    says = r"reading\.<locals>\.adapter read nothing of small\.sums\.double/x Twice; .*x again$"
    with pytest.raises(UnknownKeyError, match=says):
        reading(lambda given: given["number"], given)


@pytest.mark.parametrize(
    "look",
    [
        lambda given: "number" in given,
        list,
        len,
        lambda given: given.takes("number"),
        lambda given: given.get("numbers"),
    ],
)
def test_to_look_whether_a_key_is_there_is_not_to_read_it(look: Callable[[Given], object]) -> None:
    with pytest.raises(UnknownKeyError, match=r"read nothing of small\.sums\.double/x number"):
        reading(look, {"number": 2})


@pytest.mark.parametrize(
    "read",
    [
        lambda given: given["NUMBER"],
        lambda given: given.get("number"),
        dict,
        lambda given: list(given.values()),
        lambda given: [value for _, value in given.items()],
    ],
)
def test_a_value_that_was_taken_is_read(read: Callable[[Given], object]) -> None:
    reading(read, {"number": 2})


def test_what_stands_in_mappings_and_lists_must_be_read_too() -> None:
    given: dict[str, object] = {
        "unit": {"level": 3, "talents": {"might": 1}},
        "others": [{"level": 1}, {"level": 2, "race": "elf"}],
        "empty": {},
        "numbers": [1, 2],
    }

    def some(given: Given) -> object:
        levels = [other["level"] for other in given["others"]]
        return given["unit"]["talents"], given["empty"], given["numbers"], levels

    says = (
        "small.sums.double/x unit level; small.sums.double/x unit talents might; "
        r"small.sums.double/x others\[1\] race$"
    )
    with pytest.raises(UnknownKeyError, match=says):
        reading(some, given)

    def all_(given: Given) -> object:
        unit = given["unit"]
        return some(given), unit["level"], dict(unit["talents"]), given["others"][1]["race"]

    reading(all_, given)


# ---------------------------------------------------------------- adapters


def test_one_function_can_run_the_cases_of_several_rules() -> None:
    @rule("small.sums.triple")
    @rule("small.sums.double")
    def multiply(given: Given) -> Mapping[str, object]:
        return given

    found: list[Adapter] = multiply.__dict__["adapts"]
    assert [one.rule for one in found] == ["small.sums.double", "small.sums.triple"]


def package(folder: Path, name: str, text: str) -> ModuleType:
    (folder / f"{name}.py").write_text(text)
    made = ModuleType(name)
    made.__path__ = [str(folder)]
    return made


def test_two_adapters_for_one_rule_are_an_error_naming_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.import_module", lambda name: twice)
    twice = ModuleType("twice")
    for name in ("first", "second"):

        def function(given: Given) -> Mapping[str, object]:
            return given

        function.__qualname__ = name
        setattr(twice, name, rule("small.sums.double")(function))
    with pytest.raises(AdapterError, match=r"small\.sums\.double: .*\.first and .*\.second"):
        adapters_of(package(tmp_path, "twice", ""))


def test_an_adapter_for_no_rule_of_the_rulebook_is_an_error() -> None:
    unknown = "small.sums.quadruple"
    with pytest.raises(AdapterError, match=f"has no {unknown}"):
        cases_of(SMALL, {unknown: Adapter(unknown, double)})


def test_an_adapter_may_wait_for_cases_that_somebody_brings() -> None:
    assert cases_of(SMALL, {"small.sums.none": Adapter("small.sums.none", double)}) == []


@pytest.mark.parametrize("value", ["yes", 1, None])
def test_a_flag_is_true_or_false_and_no_other_word(value: object) -> None:
    with pytest.raises(UnknownKeyError, match="large is true or false"):
        Given({"large": value}, "case").flag("large")


def test_an_adapter_that_returns_no_mapping_is_an_error() -> None:
    def nothing(given: Given) -> Mapping[str, object]:
        return None  # type: ignore[return-value]

    with pytest.raises(AdapterError, match="returned None"):
        check(case({}, {}), BOOK, {"small.sums.double": Adapter("", nothing)})


# ---------------------------------------------------------------- comparison


@pytest.mark.parametrize(
    "expected, actual",
    [
        (3, 3.0),
        (3.0, 3),
        (3, Fraction(6, 2)),
        (0.5, Fraction(1, 2)),
        ("a", "a"),
        (None, None),
        (True, True),
        ([1, [2, "x"]], (1, [2, "x"])),
        ([], ()),
        ({"a": {"b": 1}}, {"A": {"b": 1}}),
        (float("inf"), float("inf")),
    ],
)
def test_these_agree(expected: object, actual: object) -> None:
    assert agree(expected, actual)


@pytest.mark.parametrize(
    "expected, actual",
    [
        (3, 3.0000000001),
        (3, Fraction(7, 2)),
        (3, "3"),
        (1, True),
        (True, 1),
        (False, 0),
        (False, None),
        (0, None),
        ("a", "A"),
        ("a b", "a_b"),
        ([1, 2], [2, 1]),
        ([1, 2], [1, 2, 3]),
        ([1, 2], [1]),
        (["a"], "a"),
        ("ab", ["a", "b"]),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"a": 1}, [1]),
        (0.5, "0.5"),
        (float("inf"), 1e300),
        (0.5, float("nan")),
    ],
)
def test_these_differ(expected: object, actual: object) -> None:
    assert not agree(expected, actual)


@pytest.mark.parametrize(
    "ledger, inside, outside",
    [
        ("cohorts-battle", "0.001", "0.0010001"),
        ("warlords", "0.0000005", "0.00000051"),
        ("cohorts-magic-and-actions", "0.000001", "0.0000011"),
    ],
)
def test_a_number_with_a_fraction_may_be_off_by_the_tolerance_of_its_file(
    ledger: str, inside: str, outside: str
) -> None:
    book = Rulebook({ledger: RULEBOOK})

    def run(expected: str, off: str, sign: int) -> None:
        actual = float(Decimal(expected) + sign * Decimal(off))
        given = {"small.sums.double": Adapter("", lambda given: {"double": actual})}
        check(case({}, {"double": float(expected)}), book, given)

    for expected in ("0.3", "10.1", "99.999"):
        for sign in (1, -1):
            run(expected, inside, sign)
            with pytest.raises(AssertionError, match="double: expected"):
                run(expected, outside, sign)


def test_names_compare_without_case_blanks_hyphens_and_underscores() -> None:
    assert agree("Spider Wart", Name("spider_wart"))
    assert agree(["half-orc"], [Name("Half Orc")])
    assert agree({"Spider Wart": 2}, {Name("spider_wart"): 2})
    assert not agree("Spider Wart", Name("spider_warts"))
    assert not agree({"Spider Wart": 2}, {"spider_wart": 2})


def test_every_difference_is_told_with_its_place() -> None:
    found = list(
        differences({"a": [1, {"b": 2}], "c": 3}, {"a": [1, {"b": 4}], "d": 5}, USUAL, "x")
    )
    assert found == [
        "x.a[1].b: expected 2, got 4",
        "x.c: expected 3, got nothing",
        "x.d: expected nothing, got 5",
    ]


# ---------------------------------------------------------------- cases brought along


def test_cases_of_a_folder_are_read_with_any_ending_of_their_ids(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "mine.yml").write_text(
        "- {id: small.sums.double/a zero/1, given: {number: 0}, expect: {double: 0}}"
    )
    (tmp_path / "notes.txt").write_text("not cases")
    [(name, found)] = brought_cases(tmp_path)
    assert name == "small.sums.double/a zero/1"
    assert isinstance(found, Case)
    assert found.rule == "small.sums.double"
    check(found, BOOK, ADAPTERS)


@pytest.mark.parametrize(
    "content, says",
    [
        (b"\x00\xff\xfe", "cannot be read"),
        (b"- id: [", "not YAML"),
        (b"", "a list of cases"),
        (b"just text", "a list of cases"),
        (b"{id: a, given: {}, expect: {}}", "a list of cases"),
        (b"- {id: a, given: {}}", r"0\.expect: Field required"),
        (b"- {id: a, given: [], expect: {}}", r"0\.given"),
        (b"- {id: a, given: {}, expect: {}, exspect: {}}", r"0\.exspect: Extra"),
        (b"- {id: a, given: {day: 2024-05-07}, expect: {}}", "dates must be quoted"),
        (b"- {id: a, given: {1: 2}, expect: {}}", r"0\.given"),
        (b"- {id: !!python/object/apply:os.getcwd [], given: {}, expect: {}}", "not YAML"),
        (b"- &a {id: a, given: {}, expect: {}}\n- *a", "line 2: an alias"),
        (b"- " * 100_000, f"nested over {DEEPEST} deep"),
        (b"[" * 900, f"nested over {DEEPEST} deep"),
        (b"#" * (LARGEST + 1), f"more than the {LARGEST}"),
    ],
)
def test_a_hostile_file_is_an_error_that_names_it_and_stops_no_other(
    tmp_path: Path, content: bytes, says: str
) -> None:
    (tmp_path / "bad.yaml").write_bytes(content)
    (tmp_path / "good.yaml").write_text("- {id: small.sums.double/x, given: {}, expect: {}}")
    (name, error), (_, good) = brought_cases(tmp_path)
    assert name == "bad.yaml"
    assert isinstance(error, BroughtFileError)
    assert isinstance(good, Case)
    with pytest.raises(BroughtFileError, match=rf"^bad\.yaml(?s:.*){says}"):
        raise error


def test_a_folder_without_cases_is_an_error(tmp_path: Path) -> None:
    [(_, error)] = brought_cases(tmp_path / "missing")
    assert isinstance(error, BroughtFileError)
    assert "no YAML file" in str(error)


# ---------------------------------------------------------------- what is tested


def test_the_report_counts_rules_and_cases_per_file_and_lists_what_is_not_tested() -> None:
    marks = [
        Mark("t", "small.sums.double", "small.sums.double/1"),
        Mark("t", "small.sums.none", None),
    ]
    assert list(report(BOOK, marks)) == [
        "small: 2 of 3 rules tested, 1 of 3 cases run",
        "  not tested: small.sums.triple",
    ]


def test_a_rule_counts_as_tested_only_if_all_its_cases_are_run() -> None:
    first = Mark("cases", "small.sums.double", "small.sums.double/1")
    second = Mark("cases", "small.sums.double", "small.sums.double/2")
    by_hand = Mark("by hand", "small.sums.double", None)
    none = Mark("by hand", "small.sums.none", None)
    assert not list(faults(BOOK, [first, second, by_hand, none]))
    assert list(faults(BOOK, [by_hand])) == [
        "by hand: small.sums.double counts as tested, but 2 of its cases are not run"
    ]
    assert list(faults(BOOK, [first])) == [
        "cases: small.sums.double counts as tested, but 1 of its cases are not run"
    ]


@pytest.mark.parametrize("rule_id", ["small.sums.quadruple", "", "small.sums.double/1"])
def test_a_mark_that_names_no_rule_is_a_fault(rule_id: str) -> None:
    [fault] = faults(BOOK, [Mark("here::test", rule_id, None)])
    assert fault.startswith("here::test: ")
    assert repr(rule_id) in fault


def test_marks_are_collected_from_functions_classes_modules_and_parameters(tmp_path: Path) -> None:
    (tmp_path / "test_marked_for_collection.py").write_text(
        "import pytest\n"
        "pytestmark = pytest.mark.rule('of.the.module')\n"
        "class TestClass:\n"
        "    pytestmark = pytest.mark.rule('of.the.class', 'and.of.it')\n"
        "    def test_one(self): raise AssertionError\n"
        "MARK = pytest.mark.rule('a.b.c', case='a.b.c/1')\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=MARK)])\n"
        "@pytest.mark.skip\n"
        "def test_two(x): pass\n"
        "@pytest.mark.rule()\n"
        "@pytest.mark.soak\n"
        "def test_three(): pass\n"
    )
    found = {(mark.rule, mark.case) for mark in collect(tmp_path)}
    assert found == {
        ("of.the.module", None),
        ("of.the.class", None),
        ("and.of.it", None),
        ("a.b.c", "a.b.c/1"),
        ("", None),
    }


def test_tests_that_cannot_be_collected_are_an_error_that_says_why(tmp_path: Path) -> None:
    (tmp_path / "test_broken_for_collection.py").write_text("import no_such_thing_at_all\n")
    with pytest.raises(CollectionError, match="no_such_thing_at_all"):
        collect(tmp_path)


@pytest.mark.parametrize("mark, code", [("small.sums.none", 0), ("small.sums.double", 1)])
def test_the_command_ends_with_an_error_if_there_is_a_fault(
    mark: str,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(Rulebook, "load", lambda: BOOK)
    monkeypatch.setattr(coverage, "collect", lambda folder: [Mark("t", mark, None)])
    assert coverage.main() == code
    assert "small: 1 of 3 rules tested, 0 of 3 cases run" in capsys.readouterr().out


def test_every_adapter_of_the_project_runs_cases_of_its_rulebook() -> None:
    assert cases_of(ENTRIES, adapters_of(own_adapters))
