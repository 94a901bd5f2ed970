"""War between cities and stacks: orders of garrisons, sieges, razing, bombardment.

How battles are fought is the battle system's matter; what a stack runs into on its way, and what
becomes of a city that falls, stands below in `marching`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.military import (
    assisting,
    besieging,
    bombarding,
    bombardment,
    conquering,
    defending,
    expelling,
    razing,
    repelling,
)

CHAPTER: Final = Chapter(
    events=(
        defending.DefenseSet,
        assisting.AssistanceSet,
        conquering.CityAssailed,
        besieging.BaronyBesieged,
        expelling.StackExpelled,
        razing.ImprovementsRazed,
        bombarding.BombardmentBegun,
        bombardment.ProvinceBombarded,
        bombardment.BombardmentSuffered,
        repelling.WouldRepel,
        repelling.IntrudersRepelled,
        repelling.StackTaken,
    ),
    orders=(
        conquering.ConquerCity,
        besieging.SiegeBarony,
        razing.RazeImprovements,
        bombarding.Bombard,
        repelling.RepelIntruders,
        defending.DefendBarony,
        assisting.AssistBarony,
    ),
)
