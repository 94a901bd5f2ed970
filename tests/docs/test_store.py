"""The page on the store names every table, and no class or file that is not there."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.schema import prepare

ROOT = Path(__file__).parents[2]
STORE = ROOT / "bot" / "store"
PAGE = (ROOT / "docs" / "store.md").read_text("utf-8")
EVERYWHERE = {"moves", "erasing", "traces", "pouring", "unpacking"}
"""The files that write rows of nearly every table: moving a campaign, erasing a person."""
ROWS = [
    [cell.strip() for cell in row.strip("|").split("|")]
    for row in PAGE.splitlines()
    if re.match(r"\| `[a-z_]+`", row)
]


def test_each_table_of_the_schema_is_told_once(tmp_path: Path) -> None:
    prepare(tmp_path / "1.sqlite")
    with closing(sqlite3.connect(tmp_path / "1.sqlite")) as db:
        found = db.execute("SELECT name, type FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
        named = [(name, kind) for name, kind in found if kind in ("table", "view")]
    told = [name for row in ROWS for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(told) == sorted(name for name, kind in named if kind == "table")
    assert all(f"`{name}`" in PAGE for name, _ in named)


def test_its_classes_and_files_are_there() -> None:
    source = "\n".join(path.read_text("utf-8") for path in STORE.glob("*.py"))
    classes = {name for row in ROWS for name in re.findall(r"`([A-Z]\w+)`", " ".join(row))}
    assert classes
    assert not [name for name in classes if f"class {name}" not in source]
    files = set(re.findall(r"`([a-z_]+\.py)`", PAGE))
    assert files
    assert not [name for name in files if not (STORE / name).exists()]


def test_it_says_which_files_write_each_table() -> None:
    sources = {
        path.stem: path.read_text("utf-8")
        for path in (ROOT / "bot").rglob("*.py")
        if path.stem not in EVERYWHERE
    }
    for row in ROWS:
        tables = "|".join(re.findall(r"`(\w+)`", row[0]))
        writes = re.compile(rf"(?:INSERT INTO|REPLACE INTO|UPDATE|DELETE FROM) (?:{tables})\b")
        told = set(re.findall(r"`(\w+)\.py`", row[-1]))
        if row[-1] != "as `entity`":
            assert {name for name, source in sources.items() if writes.search(source)} <= told, row
