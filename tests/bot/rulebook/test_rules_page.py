"""What `/rules` shows fits into Discord's limits and can mention nobody."""

import re

import pytest
from pydantic import JsonValue

from bot.faces.words.rulebook import (
    LABEL,
    ON_PAGE,
    found,
    listed,
    mentioned,
    rule_pages,
    suggestion,
    summary,
)
from bot.faces.words.tables import EMBED, table_blocks
from bot.faces.words.text import plain
from engine.rulebook import LedgerEntry
from tests.rules.ledger import BOOK, ENTRIES

MENTION = re.compile(r"@(everyone|here|[!&]?\d{17,20})|<[@#!/:a-z]")


def entry(**fields: object) -> LedgerEntry:
    return LedgerEntry.model_validate(
        {"ledger": "small", "id": "a.b.c", "source": "s", "rule": "r", **fields}
    )


@pytest.mark.parametrize("limit", [500, EMBED])
def test_every_rule_fits_into_pages_whose_code_blocks_are_closed(limit: int) -> None:
    for one in ENTRIES.values():
        for page in rule_pages(BOOK, one, limit):
            assert 0 < len(page) <= limit, one.id
            assert page.count("```") % 2 == 0, one.id
            assert not MENTION.search(page), one.id


def test_every_cell_of_a_wide_table_is_shown() -> None:
    rows = BOOK.get("cohorts.combat-spell.list").table
    assert isinstance(rows, list)
    shown = "".join(table_blocks(rows)).replace("\n", " ").replace("  ", " ")
    for row in rows:
        assert isinstance(row, dict)
        assert f"{row['spell']}: " in shown


def test_a_rule_reads_as_people_read_and_its_id_stands_at_the_very_end() -> None:
    [page] = rule_pages(BOOK, BOOK.get("cohorts.world.hex-directions"))
    assert page.startswith("**World: hex directions**\n\n")
    assert "**Ruling** (it prevails): The text names only direction 0" in page
    assert "direction  name        even_row  odd_row\n" in page
    assert "0          north-east  0, -1     1, -1\n" in page
    assert page.splitlines()[-1].startswith("-# `cohorts.world.hex-directions` · Cohorts:")
    assert page.count("cohorts.") == 1


def test_rules_that_a_rule_names_are_named_by_their_titles_and_can_be_read_next() -> None:
    one = BOOK.get("cohorts.order.conquer-city")
    [page] = rule_pages(BOOK, one)
    assert "(“Battle: garrison defeated”)" in page
    assert mentioned(BOOK, one)[0] == "cohorts.battle.garrison-defeated"
    assert "cohorts.order.conquer-city" not in mentioned(BOOK, one)


def test_a_rule_is_cut_into_short_paragraphs_between_its_sentences() -> None:
    sentence = "A hero walks (e.g. to the hills) on. "
    page = rule_pages(BOOK, entry(rule=sentence * 20))[0]
    paragraphs = page.split("\n\n")[1:-1]
    assert len(paragraphs) == 3
    assert all(each.endswith("on.") for each in paragraphs)
    assert " ".join(paragraphs) == (sentence * 20).strip()


def test_a_rule_of_this_game_s_own_says_so() -> None:
    assert "decided by this game" in rule_pages(BOOK, entry(designed=True))[0]
    assert "decided by this game" not in rule_pages(BOOK, entry())[0]


def test_lists_of_rules_show_how_each_begins_and_no_ids() -> None:
    rules = BOOK.ids[:23]
    pages = listed(BOOK, "**Many**", rules)
    assert [rule for page in pages for rule in page.rules] == [*rules]
    assert [len(page.rules) for page in pages] == [ON_PAGE, ON_PAGE, 3]
    assert all(page.text.startswith("**Many**\n\n**") for page in pages)
    assert all(len(page.text) <= EMBED and "cohorts." not in page.text for page in pages)


def test_every_rule_fits_into_a_suggestion_and_an_option() -> None:
    for rule in BOOK.ids:
        assert 0 < len(suggestion(BOOK, rule)) <= LABEL
        assert 0 < len(summary(BOOK, rule, LABEL)) <= LABEL


def test_what_was_found_is_headed_by_what_was_asked() -> None:
    [page] = found(BOOK, "build walls", ["cohorts.order.build-walls"], "Try something else.")
    assert page.text.startswith(
        "**Rules for “build walls”**, the best first\n\n**Order: build walls**"
    )


def test_nothing_found_says_what_to_try() -> None:
    [page] = found(BOOK, "qqzzxxw", [], "Ask the elder.")
    assert page.text == "No rule found for “qqzzxxw”. Ask the elder."


@pytest.mark.parametrize(
    "hostile",
    [
        "@everyone",
        "@here",
        "<@123456789012345678>",
        "<@!123456789012345678>",
        "<@&123456789012345678>",
        "<#123456789012345678>",
        "</ban:123456789012345678>",
        "<:x:123456789012345678>",
        "<t:1700000000>",
        "<id:customize>",
    ],
)
def test_nothing_that_a_player_or_a_rulebook_writes_mentions_anybody(hostile: str) -> None:
    shown = [
        *(page.text for page in found(BOOK, hostile, [], "")),
        *(page.text for page in found(BOOK, hostile, ["cohorts.city.actions"], "")),
        *rule_pages(BOOK, entry(rule=hostile, ruling=hostile, source=hostile)),
    ]
    for page in shown:
        assert not MENTION.search(page)
    for block in table_blocks([{"a": hostile, "b": 1}]):
        assert not re.search(r"@(everyone|here|\d)", block)


def test_backticks_of_a_table_cannot_end_its_code_block() -> None:
    [block] = table_blocks([{"a": "``` @everyone ```"}])
    assert block.count("```") == 2


def test_markdown_and_links_are_shown_as_they_are_written() -> None:
    assert plain("2 * L * 3, a_b_c") == r"2 \* L \* 3, a\_b\_c"
    assert "://" not in plain("https://example.com")


def test_a_very_long_question_is_cut() -> None:
    [page] = found(BOOK, "qqzzxxw " * 500, [], "")
    assert len(page.text) < 400


def test_a_long_table_is_cut_between_rows_and_every_part_has_the_header() -> None:
    rows: list[JsonValue] = [{"level": level, "name": f"level {level}"} for level in range(200)]
    blocks = table_blocks(rows, 500)
    assert len(blocks) > 1
    for block in blocks:
        assert len(block) <= 500
        assert block.startswith("```\nlevel  name")
    assert re.findall(r"^(\d+)  ", "\n".join(blocks), re.MULTILINE) == [str(n) for n in range(200)]


@pytest.mark.parametrize(
    "table",
    [[{"a": "x" * 9000}], {"a": "x" * 9000}, {"columns": ["a"], "rows": [["x" * 9000]]}],
)
def test_one_endless_cell_is_cut_into_pages(table: JsonValue) -> None:
    blocks = table_blocks(table, 500)
    assert all(len(block) <= 500 for block in blocks)
    assert sum(block.count("x") for block in blocks) == 9000


def test_a_table_of_columns_and_rows_is_drawn_as_one() -> None:
    [block] = table_blocks({"columns": ["ship", "speed"], "rows": [["barge", 25], ["runner", 55]]})
    assert block == "```\nship    speed\n─────────────\nbarge   25\nrunner  55\n```"


def test_an_endless_rule_is_broken_into_pages_that_keep_every_word() -> None:
    made = rule_pages(BOOK, entry(rule="word " * 2000), 500)
    assert all(len(page) <= 500 for page in made)
    assert sum(page.count("word") for page in made) == 2000


@pytest.mark.rule("cohorts.setup.abbreviations")
def test_players_can_look_up_every_abbreviation():
    one = BOOK.get("cohorts.setup.abbreviations")
    shown = "\n".join(rule_pages(BOOK, one))
    rows = one.table
    assert isinstance(rows, list)
    assert len(rows) > 20
    for row in rows:
        assert isinstance(row, dict)
        assert str(row["short"]) in shown
        assert str(row["means"]) in shown
