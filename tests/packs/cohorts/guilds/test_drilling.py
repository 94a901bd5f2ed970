"""Warrior guilds train units: who is fit for it, what the dice give, and who is told."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.guilds.teaching import GuildTrainCombatUnit
from engine.packs.cohorts.pieces.records import Character, Guild, Unit
from engine.packs.cohorts.worth.drill import UnitDrilled, bonus, result
from engine.packs.cohorts.worth.experience import LevelChanged
from tests.packs.cohorts.guilds.town import town
from tests.rules.scene import Ran, Scene, ref


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    scene.guild(town(scene), "warrior", 10)
    return scene


def soldiers(scene: Scene, who: str = "self", x: int = 0, **values: Any) -> Unit:
    """A unit of 100 soldiers of level 3, of encounter level 5."""
    usual = {"level": 3, "xp": 90, "soldiers": 100}
    return scene.unit(scene.at(x, 0), scene.someone(who), **{**usual, **values})


def drill(scene: Scene, *units: Unit | Character, rolls: tuple[int, ...] = (12, 12)) -> Ran:
    guild = next(scene.world.all(Guild))
    order = GuildTrainCombatUnit(guild=ref(guild), units=tuple(map(ref, units)))
    return scene.run(order, dice=ScriptedDice([Whole(roll, 20) for roll in rolls]))


def test_each_owner_is_told_of_its_own_and_an_allys_level_stays_its_own(scene: Scene) -> None:
    ally = soldiers(scene, "allied")
    scene.met(scene.someone("allied"), scene.someone("neutral"))
    scene.change(next(scene.world.all(Guild)), level=13)
    ran = drill(scene, ally, rolls=(20,))
    heard = {type(entry.event): set(entry.audience) for entry in ran.entries}
    theirs = scene.faction("allied").id
    assert heard == {UnitDrilled: {scene.ours.id, theirs}, LevelChanged: {theirs}}


@pytest.mark.parametrize(
    "who, values, code",
    [
        ("self", {"level": 8}, "guild_level_too_low"),
        ("self", {"x": 1}, "not_here"),
        ("neutral", {}, "relation"),
        ("at_war", {"level": 30}, "relation"),
    ],
)
def test_one_unfit_unit_has_the_whole_order_refused(
    scene: Scene, who: str, values: dict[str, Any], code: str
) -> None:
    fit, unfit = soldiers(scene), soldiers(scene, who, **values)
    assert drill(scene, fit, unfit).code == code
    assert scene.now(fit) == fit
    assert next(scene.world.all(Guild)).actions == 1


def test_1_to_4_different_units_are_trained(scene: Scene) -> None:
    units = [soldiers(scene) for _ in range(5)]
    assert drill(scene).code == "bad_target"
    assert drill(scene, *units).code == "bad_target"
    assert drill(scene, units[0], units[0]).code == "bad_target"
    assert not drill(scene, *units[:4], rolls=(9, 9, 9, 9)).refused


@given(
    roll=st.integers(1, 20),
    trainer=st.integers(2, 40),
    target=st.integers(1, 39),
    targets=st.integers(1, 4),
    gap=st.integers(0, 600),
)
def test_no_roll_gives_more_than_one_and_a_half_levels_or_takes_more_than_half(
    roll: int, trainer: int, target: int, targets: int, gap: int
) -> None:
    figures = Scene().content.drill
    plus = bonus(figures, trainer, target, targets)
    got = result(figures, roll, plus, gap)
    assert got.total == roll + plus
    assert -gap / 2 <= got.xp <= gap * 3 / 2
    assert roll == 1 or got.xp >= 0
    alone = result(figures, roll, bonus(figures, trainer, target), gap)
    assert got.xp <= alone.xp
