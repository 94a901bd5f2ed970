"""What `/rules` shows fits into Discord's limits and can mention nobody."""

import re

import pytest
from pydantic import JsonValue

from bot.faces.words.rulebook import MESSAGE, found_pages, pages, rule_pages
from bot.faces.words.tables import EMBED, table_blocks
from bot.faces.words.text import plain
from engine.rulebook import Entry, Rulebook

BOOK = Rulebook.load()
MENTION = re.compile(r"@(everyone|here|[!&]?\d{17,20})|<[@#!/:a-z]")


def entry(**fields: object) -> Entry:
    return Entry.model_validate(
        {"ledger": "small", "id": "a.b.c", "source": "s", "rule": "r", **fields}
    )


@pytest.mark.parametrize("limit", [500, MESSAGE, EMBED])
def test_every_rule_fits_into_pages_whose_code_blocks_are_closed(limit: int) -> None:
    for one in BOOK:
        for page in rule_pages(one, BOOK.neighbours(one.id), limit):
            assert 0 < len(page) <= limit, one.id
            assert page.count("```") % 2 == 0, one.id
            assert not MENTION.search(page), one.id


def test_every_cell_of_a_wide_table_is_shown() -> None:
    rows = BOOK.get("cohorts.combat-spell.list").table
    assert isinstance(rows, list)
    shown = "".join(table_blocks(rows, MESSAGE)).replace("\n", " ").replace("  ", " ")
    for row in rows:
        assert isinstance(row, dict)
        assert f"{row['spell']}: " in shown


def test_an_id_shows_the_rule_with_source_ruling_and_table() -> None:
    [page] = pages(BOOK, " COHORTS.world.hex-directions ")
    assert page.startswith("**World: hex directions**\n`cohorts.world.hex-directions` · Cohorts:")
    assert "**Ruling** (prevails): The text names only direction 0" in page
    assert "direction  name        even_row  odd_row\n" in page
    assert "0          north-east  0, -1     1, -1\n" in page
    assert "`cohorts.world.hex-distance`" in page


def test_a_rule_of_this_game_s_own_says_so() -> None:
    assert "Decided by this game" in rule_pages(entry(designed=True))[0]
    assert "Decided by this game" not in rule_pages(entry())[0]


def test_words_show_the_rules_found_with_their_ids() -> None:
    [page] = pages(BOOK, "build walls")
    assert page.startswith("**Rules for “build walls”**")
    assert "`cohorts.order.build-walls`" in page


def test_nothing_found_says_what_to_try() -> None:
    [page] = pages(BOOK, "qqzzxxw")
    assert page == "No rule found for “qqzzxxw”. Try one or two plain words, or the id of a rule."
    [page] = pages(BOOK, "qqzzxxw", hint="Ask the elder.")
    assert page == "No rule found for “qqzzxxw”. Ask the elder."


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
        *pages(BOOK, hostile),
        *pages(BOOK, f"village {hostile}"),
        *found_pages(hostile, [entry(rule=hostile)]),
        *rule_pages(entry(rule=hostile, ruling=hostile, source=hostile)),
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
    [page] = pages(BOOK, "qqzzxxw " * 500)
    assert len(page) < 400


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
    made = rule_pages(entry(rule="word " * 2000), limit=MESSAGE)
    assert all(len(page) <= MESSAGE for page in made)
    assert sum(page.count("word") for page in made) == 2000


@pytest.mark.rule("cohorts.setup.abbreviations")
def test_players_can_look_up_every_abbreviation():
    book = Rulebook.load()
    shown = "\n".join(pages(book, "cohorts.setup.abbreviations"))
    rows = book.get("cohorts.setup.abbreviations").table
    assert isinstance(rows, list)
    assert len(rows) > 20
    for row in rows:
        assert isinstance(row, dict)
        assert str(row["short"]) in shown
        assert str(row["means"]) in shown
