"""The order commands of a guild in which campaigns of several systems are played."""

from __future__ import annotations

from bot.callers.made_commands import SUBCOMMANDS
from bot.orders.commands import commands
from engine.forms import given_by_players
from engine.orders import parameters
from engine.packs import Rules
from tests.rules.scene import module

EVERY = ("cohorts", "warlords", "kingdoms", "iron_lines", "regency", "warmaster")


def options_of(*names: str) -> dict[str, list[set[str]]]:
    """By order the options of each command that gives it, whatever its group is called."""
    found: dict[str, list[set[str]]] = {}
    for group in commands([Rules.of(module(name)) for name in names]):
        assert len(group.commands) <= SUBCOMMANDS
        for command in group.walk_commands():
            path = f"{group.name.partition('-')[0]} {command.name}"
            options = {each.display_name for each in command.parameters}  # type: ignore[union-attr]
            found.setdefault(path, []).append(options)
    return found


def test_every_order_of_every_system_can_be_typed_in_one_guild() -> None:
    found = options_of(*EVERY)
    for name in EVERY:
        for path, cls in given_by_players(Rules.of(module(name))).items():
            asked = {each.name for each in parameters(cls)}
            assert asked in [options - {"when"} for options in found[" ".join(path)]], (name, path)


def test_one_system_alone_has_its_groups_by_their_names() -> None:
    for name in EVERY:
        groups = [group.name for group in commands([Rules.of(module(name))])]
        assert not [each for each in groups if each.endswith("-2")]


def test_campaigns_with_the_same_orders_share_their_commands() -> None:
    alone, both = options_of("cohorts"), options_of("cohorts", "iron_lines")
    assert all(len(options) == 1 for options in both.values())
    assert both.keys() > alone.keys()
