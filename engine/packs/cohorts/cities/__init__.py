"""Cities of Cohorts: their actions, what they build, train and make.

It stands on `stacks`, where what they train may go. Their people are in `pieces.people`, the
resources they have in `trade.access`; their guilds stand above.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.cities import (
    acting,
    handing,
    improvements,
    making,
    roads,
    towers,
    training,
    villages,
    walls,
)

CHAPTER: Final = Chapter(
    events=(
        handing.CityTransferred,
        acting.RecruitsConscripted,
        acting.PeopleAttracted,
        villages.VillageBuilt,
        villages.VillageImproved,
        villages.VillageMoved,
        walls.WallsBuilt,
        towers.TowerBuilt,
        roads.RoadBuilt,
        improvements.ImprovementBuilt,
        improvements.ImprovementsLost,
        training.UnitTrained,
        making.EquipmentMade,
    ),
    orders=(
        handing.TransferCity,
        villages.ConstructVillage,
        villages.ImproveVillage,
        villages.RelocateVillage,
        walls.BuildWalls,
        towers.BuildWatchTower,
        towers.BuildGuardTower,
        towers.BuildWizardTower,
        towers.BuildCastle,
        roads.BuildRoad,
        improvements.BuildImprovement,
        training.TrainMilitaryUnits,
        making.MakeEquipment,
        acting.ConscriptRecruits,
        acting.AttractPopulation,
    ),
)
