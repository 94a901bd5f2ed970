"""A module of each system, and the world that it founds, are stored and read back as they are."""

import pytest

from engine.dice import SeededDice
from engine.module import check
from engine.packs import Rules
from engine.world import World
from tests.rules.scene import MODULES, SEED, module

systems = pytest.mark.parametrize("name", ["cohorts", "warlords", "kingdoms", "warmaster"])


@systems
def test_a_module_is_sound_and_stored_and_read_back_as_it_is(name: str) -> None:
    assert check(MODULES / name, [MODULES]) == []
    stored = module(name).to_json()
    read = type(module(name)).from_json(stored)
    assert read == module(name)
    assert read.to_json() == stored
    assert Rules.read(stored).orders.keys() == Rules.of(module(name)).orders.keys()


@systems
def test_all_parts_of_a_founded_world_are_stored_and_loaded_as_they_are(name: str) -> None:
    rules = Rules.of(module(name))
    assert rules.found
    world = rules.found(rules, SeededDice(SEED, 0), {"width": 20, "height": 16})
    assert World.load(rules.records, world.rows()).rows() == world.rows()
