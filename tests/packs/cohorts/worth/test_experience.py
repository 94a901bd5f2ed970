"""Experience: levels that come and go with XP; and what equipment gives its bearer."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.bonuses import attribute, skill_level
from engine.packs.cohorts.worth.experience import LevelChanged, earn
from engine.state import State
from tests.rules.adapters.battle_field import going
from tests.rules.scene import Scene

CHART = Scene().content.experience


def hero(scene: Scene, xp: int = 15, **values: Any) -> Character:
    return scene.character(scene.at(0, 0), xp=xp, level=CHART.level_of(xp), **values)


def gain(scene: Scene, piece: Character | Unit, *amounts: int) -> tuple[Any, list[LevelChanged]]:
    """The piece after it earned these XP, and what was told of its levels."""
    state = State(scene.rules, scene.world, ForeseeDice())
    for amount in amounts:
        piece = earn(state, scene.now(piece), amount)
    assert scene.now(piece) == piece
    events = [entry.event for entry in state.log.entries]
    return piece, [event for event in events if isinstance(event, LevelChanged)]


@given(st.lists(st.integers(-400, 400), max_size=12))
def test_xp_and_level_never_fall_below_their_least_and_points_fit_the_best_level(
    amounts: list[int],
) -> None:
    scene = Scene()
    someone = hero(scene)
    best = 1
    for amount in amounts:
        now, _ = gain(scene, someone, amount)
        best = max(best, now.level)
        assert now.xp >= 0
        assert now.level == CHART.level_of(now.xp) >= 1
        assert max(now.level, now.reached) == best
        assert (now.skill_points, now.attribute_points) == (3 * (best - 1), 2 * (best - 1))


def test_the_points_of_a_level_are_the_modules() -> None:
    scene = Scene(content={"experience": {"skill_points": 5, "attribute_points": 0}})
    now, _ = gain(scene, hero(scene), 30)
    assert (now.skill_points, now.attribute_points) == (5, 0)


RING, CAP, SWORD, PLATE = "gold_ring", "leather_cap", "broadsword", "plate"
WORN = {"head": CAP}
RULE = pytest.mark.rule("cohorts.item.equipment-characteristics")


def giving(item: str = CAP, table: str = "gear", **gifts: Any) -> Scene:
    """A scene in which an item gives something more."""
    return Scene(content={table: {item: gifts}})


def fighter(scene: Scene, **equipment: str) -> Combatant:
    return going(scene, scene.unit(scene.stack(2, 2), equipment=equipment))


def bearer(scene: Scene, **values: Any) -> Character:
    return scene.character(scene.stack(2, 2), **{"equipment": WORN, "job": "priest", **values})


# ---------------------------------------------------------------- figures


@RULE
@pytest.mark.parametrize(
    "item, table, place",
    [(CAP, "gear", "head"), (PLATE, "armors", "armor"), (SWORD, "weapons", "main_hand"),
     ("palfrey", "mounts", "mount")],
)  # fmt: skip
def test_every_kind_of_equipment_can_give_anything(item: str, table: str, place: str) -> None:
    gifts = {
        "modifiers": {"res": 3, "resist_fire": 2, "str": 4},
        "special": SpecialAttack(type="fire", strength=4),
    }
    plain, scene = fighter(giving(), **{place: item}), giving(item, table, **gifts)
    worn = fighter(scene, **{place: item})
    assert worn.res - plain.res == 3
    assert worn.res_against["fire"] == 2
    assert ("fire", 4) in [(each.type, each.damage) for each in worn.specials]
    unit = scene.unit(scene.stack(2, 2), equipment={place: item})
    assert attribute(scene.world, scene.content, unit, "STR").value == 14


@RULE
def test_attributes_and_skills_change_by_percents_and_by_points() -> None:
    scene = giving(
        modifiers={"wis_percent": 20, "wis": 3, "stealth_percent": 50, "stealth_levels": 2}
    )
    one = bearer(scene, attributes={"WIS": 10}, skills={"stealth": 10})
    assert attribute(scene.world, scene.content, one, "WIS").value == pytest.approx(15, abs=0.7)
    assert skill_level(scene.world, scene.content, one, "stealth") == 17
    bare = one.replace(equipment={})
    assert attribute(scene.world, scene.content, bare, "WIS").value == 10
    assert skill_level(scene.world, scene.content, bare, "stealth") == 10
