"""Every rule that the product names is in the rulebook: of orders, refusals and answers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
import data
import engine
from engine.forms import given_by_players
from engine.packs import Rules
from engine.rulebook import Rulebook
from tests.rules.scene import module

BOOK = Rulebook.load()
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
