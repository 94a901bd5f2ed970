"""Battles in lines as a pack.

The battle itself knows no world: `values` say who fights, `fight` how, `happenings` what happened.
In the world of Cohorts military units fight so (`on_cohorts`).
"""

from __future__ import annotations

from typing import Final

from engine.battle import BATTLE
from engine.packs import Pack
from engine.packs.kingdoms.battle.on_cohorts.system import CohortsLineBattles
from engine.packs.kingdoms.battle.on_cohorts.told import LinesFought

PACK: Final = Pack(
    name="kingdoms.battle",
    beside={
        "cohorts": Pack(
            name="kingdoms.battle.cohorts",
            events=(LinesFought,),
            drops={"orders": ("set directive", "set combat-spell")},
            contests={BATTLE: CohortsLineBattles()},
            reading=("level", "slot", "wounds", "equipment", "nature", "skills"),
        )
    },
)
