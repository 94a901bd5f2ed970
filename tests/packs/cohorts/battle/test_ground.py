"""What the record of a battle tells of the ground: the terrain, and walls that serve a defender."""

import pytest

from engine.packs.cohorts.battle.record import Gathered
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.state import State
from tests.rules.adapters.battle_world import Field
from tests.rules.adapters.movement import state_of


def ground(field: Field) -> Gathered:
    """The first event of the battle, when it is fought."""
    system = CohortsBattles()
    state: State = state_of(field.scene)
    met = system.muster(state, field.clash)
    record = system.fight(*met, state.stream("test", "battle"), field.clash)
    gathered = record.engagements[0].events[0]
    assert isinstance(gathered, Gathered)
    return gathered


def walled(trigger: str, *, garrison: bool) -> Field:
    """A battle where my foe has a city with walls of level 3."""
    field = Field(trigger=trigger)
    scene = field.scene
    scene.province(*field.at, terrain="hills", fortification=3)
    city = scene.city(*field.at, field.foe)
    scene.unit(field.mine)
    scene.unit(city if garrison else field.theirs, field.foe)
    field.city = city if garrison else None
    return field


@pytest.mark.rule("cohorts.battle.report")
def test_the_record_tells_the_terrain() -> None:
    field = Field()
    field.scene.province(*field.at, terrain="marsh")
    field.scene.unit(field.mine)
    field.scene.unit(field.theirs, field.foe)
    assert (ground(field).terrain, ground(field).fortification) == ("marsh", 0)


@pytest.mark.rule("cohorts.improvement.fortification-scope")
def test_the_record_tells_of_walls_that_serve_a_defender() -> None:
    assert ground(walled("conquer", garrison=True)).fortification == 3


@pytest.mark.rule("cohorts.improvement.fortification-scope")
def test_walls_that_serve_nobody_are_not_told_of() -> None:
    field = walled("movement", garrison=False)
    city = field.scene.now(field.scene.city(12, 12, field.scene.me))
    field.scene.change(field.scene.at(*field.at), barony=city.barony)
    assert ground(field).fortification == 0


@pytest.mark.rule("cohorts.order.repel-intruders")
def test_a_sortie_leaves_the_walls_behind() -> None:
    assert ground(walled("repel", garrison=True)).fortification == 0
