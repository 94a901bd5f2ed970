"""Which other modules fit a running campaign's world, and which do not."""

import json
from typing import Any

import pytest

from engine.dice import Seed, SeededDice
from engine.fields import tables_of
from engine.module import Module
from engine.module_compat import bearable
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Possession, Unit
from engine.world import World
from tests.rules.plain import blank
from tests.rules.scene import module


@pytest.fixture(scope="module")
def rules() -> Rules:
    return Rules.of(module())


@pytest.fixture(scope="module")
def world(rules: Rules) -> World:
    assert rules.found is not None
    made = rules.found(rules, SeededDice(Seed(bytes(32)), 1), {"width": 16, "height": 12})
    made.settle()
    return made


def changed(rules: Rules, *path: str, to: Any = None, gone: bool = False) -> Rules:
    """The rules of the module with one value of its stored form changed, or taken out."""
    tree = json.loads(rules.module.to_json())
    node = tree
    for part in path[:-1]:
        node = node[part]
    if gone:
        del node[path[-1]]
    else:
        node[path[-1]] = to
    return Rules.of(Module.from_json(json.dumps(tree)))


def test_a_world_bears_its_own_module_and_one_with_other_figures(rules: Rules, world: World):
    assert bearable(rules, rules, world) == []
    richer = changed(rules, "contents", "cohorts", "winning", "points", "city", to=99)
    assert bearable(rules, richer, world) == []


@pytest.mark.parametrize(
    "path, to, reason",
    [
        (("meta", "packs"), ["cohorts", "warlords"], "It is played by other rule packs"),
        (("map", "width"), 40, "Its map is of another size or shape"),
        (("map", "wraps"), False, "Its map is of another size or shape"),
        (("year", "days_per_turn"), 2, "Its year is counted otherwise"),
    ],
)
def test_what_it_was_founded_on_stays(
    rules: Rules, world: World, path: tuple[str, ...], to: Any, reason: str
):
    if path == ("meta", "packs"):
        meta = rules.module.meta.model_copy(update={"packs": tuple(to)})
        other = Rules(rules.module.model_copy(update={"meta": meta}), rules.packs)
    else:
        other = changed(rules, *path, to=to)
    (said,) = bearable(rules, other, world)
    assert said.startswith(reason)


def test_factions_stay_in_their_order(rules: Rules, world: World):
    turned = dict(reversed(list(rules.module.factions.items())))
    other = Rules(rules.module.model_copy(update={"factions": turned}), rules.packs)
    (said,) = bearable(rules, other, world)
    assert said.startswith("Its factions are others, or in another order")


def test_content_may_go_unless_something_in_the_world_is_of_it(rules: Rules, world: World):
    content = rules.module.contents["cohorts"]
    gear = dict(content.gear)  # type: ignore[attr-defined]
    held = {each.item for each in world.all(Possession)}
    spare = next(key for key in reversed(gear) if key not in held)
    fewer = {key: item for key, item in gear.items() if key != spare}
    without = content.model_copy(update={"gear": fewer})
    other = Rules(rules.module.model_copy(update={"contents": {"cohorts": without}}), rules.packs)
    assert not [each for each in bearable(rules, other, world) if f"'{spare}'" in each]

    forked = world.fork()
    forked.add(Possession, **{**blank(Possession), "item": spare, "count": 1})
    found = [each for each in bearable(rules, other, forked) if f"'{spare}'" in each]
    assert found == [
        f"It has no '{spare}' any more in its gear, and 1 thing of this world is of it."
    ]


def test_a_name_that_reads_like_a_key_is_no_reference(rules: Rules, world: World):
    content = rules.module.contents["cohorts"]
    kept = dict(content.skills)  # type: ignore[attr-defined]
    gone = next(iter(kept))
    used = {word for unit in world.all(Unit) for word in (unit.race, unit.type)}
    assert gone not in used
    forked = world.fork()
    forked.add(Unit, **{**blank(Unit), "race": "human", "type": "soldiers", "name": gone})
    kept.pop(gone)
    without = content.model_copy(update={"skills": kept})
    other = Rules(rules.module.model_copy(update={"contents": {"cohorts": without}}), rules.packs)
    named = [each for each in bearable(rules, other, forked) if f"no '{gone}'" in each]
    before = [each for each in bearable(rules, other, world) if f"no '{gone}'" in each]
    assert named == before


def test_what_would_break_the_next_production_is_refused(
    rules: Rules, world: World, monkeypatch: pytest.MonkeyPatch
):
    other = changed(rules, "contents", "cohorts", "winning", "points", "city", to=99)

    def breaks(*_: object) -> World:
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr(other, "view", breaks)
    (said,) = bearable(rules, other, world)
    assert said.startswith("What House Ashmark sees would break under it (ZeroDivisionError")


def test_the_keys_of_a_module_are_those_of_its_tables(rules: Rules):
    keys = tables_of(rules.module)
    assert "human" in keys["races"]
    assert rules.module.contents["cohorts"].gear.keys() == keys["gear"].keys()  # type: ignore[attr-defined]
