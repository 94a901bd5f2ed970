"""The tables of the rulebook and the figures of module `cohorts` are the same."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest

from engine.packs.cohorts.content import Content
from tests.rules import tables
from tests.rules.ledger import ENTRIES
from tests.rules.scene import module
from tests.rules.tables import MAKERS, TABLES

for part in iter_modules(tables.__path__):
    import_module(f"{tables.__name__}.{part.name}")  # each adds its own to MAKERS


def marked(rule: str) -> Any:
    """A rule of which the table is all that there is to test counts as tested by it."""
    return pytest.param(rule, marks=() if ENTRIES[rule].cases else pytest.mark.rule(rule))


@pytest.mark.parametrize("rule", [marked(rule) for rule in sorted(MAKERS)])
def test_the_table_of_the_rulebook_is_what_the_module_says(rule: str) -> None:
    told, made = MAKERS[rule](TABLES[rule], module().content(Content))
    assert made == told


IN_CODE = {
    # Words, lists and examples that no module may change: code, and the cases of their entries.
    "cohorts.item.equipment-slots",
    "cohorts.order.basic-list",
    "cohorts.order.city-guild-reason-codes",
    "cohorts.action.order-failure",
    "cohorts.production.default-actions",
    "cohorts.production.monthly",
    "cohorts.production.weekly",
    "cohorts.setup.abbreviations",
    "cohorts.table.makeable-equipment",
    "cohorts.world.faction-relations",
    "cohorts.world.playing-pieces",
}
NO_DATA_YET = (
    "cohorts.action.",
    "cohorts.battle",
    "cohorts.covert.",
    "cohorts.magic.",
    "cohorts.order.",
    "cohorts.quest.",
    "cohorts.skill.",
    "cohorts.spell.",
    "cohorts.status.",
)
"""Tables of battle, magic, guilds, actions, covert work and quests, by how they begin."""


def test_no_table_of_cohorts_is_overlooked() -> None:
    left = {
        rule
        for rule in TABLES
        if rule.startswith("cohorts.")
        and rule not in MAKERS
        and rule not in IN_CODE
        and not rule.startswith(NO_DATA_YET)
    }
    assert left == set()
    assert set(TABLES) >= MAKERS.keys()
