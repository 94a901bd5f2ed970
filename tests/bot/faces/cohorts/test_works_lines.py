"""How a report tells what cities build."""

import pytest

from bot import faces
from bot.faces.words.names import Names
from bot.faces.words.telling import tell
from engine.events import Event
from engine.packs.cohorts.cities.improvements import ImprovementBuilt, ImprovementsLost
from engine.packs.cohorts.cities.roads import RoadBuilt
from engine.packs.cohorts.cities.towers import TowerBuilt
from engine.packs.cohorts.cities.villages import VillageMoved
from engine.packs.cohorts.cities.walls import WallsBuilt
from tests.rules.scene import Scene


@pytest.fixture(scope="module")
def names() -> Names:
    scene = Scene()
    scene.city(0, 0, scene.me, name="Harrow")
    return faces.of(scene.rules).names(scene.world)


@pytest.mark.parametrize(
    "event, line",
    [
        (WallsBuilt(city=1, province=2, level=1), "Harrow built walls at grassland 1,0."),
        (
            WallsBuilt(city=1, province=1, level=3),
            "Harrow raised the walls at Harrow 0,0 to level 3.",
        ),
        (
            TowerBuilt(city=1, province=2, tower=1, type="guard", level=1),
            "Harrow built a guard tower at grassland 1,0.",
        ),
        (
            TowerBuilt(city=1, province=2, tower=1, type="castle", level=1),
            "Harrow built a castle at grassland 1,0.",
        ),
        (
            RoadBuilt(city=1, province=2, neighbour=3, level=2),
            "Harrow raised the road from grassland 1,0 to grassland 2,0 to level 2.",
        ),
        (
            ImprovementBuilt(city=1, improvement="lumber_mill", level=1),
            "Harrow built its lumber mill.",
        ),
        (
            ImprovementsLost(city=1, improvements=("livery", "smithy")),
            "Harrow lost its livery and smithy: no village gathered what that needs.",
        ),
        (
            VillageMoved(
                city=1,
                village=1,
                start=2,
                province=3,
                level=2,
                opened=("iron",),
                closed=("oak", "wheat"),
            ),
            "Harrow moved the village at grassland 1,0 to grassland 2,0, with level 2 there. "
            "New there: iron. No longer worked: oak and wheat.",
        ),
    ],
)
def test_a_report_tells_what_a_city_built_or_lost(event: Event, line: str, names: Names) -> None:
    assert tell(event, names) == line
