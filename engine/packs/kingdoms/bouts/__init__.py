"""Encounters as a pack: two fighters, each with a plan, round by round until one is beaten.

The encounter itself knows no world: `fighters` say who fights, `bout` how, `happenings` what
happened, `contest` what is kept of it. In the world of Cohorts characters fight so (`on_cohorts`),
and duel before battles in lines if those are on too.
"""

from __future__ import annotations

from typing import Final

from engine.battle import BATTLE
from engine.packs import Pack
from engine.packs.kingdoms.battle.on_cohorts.system import CohortsLineBattles
from engine.packs.kingdoms.bouts.contest import BOUT
from engine.packs.kingdoms.bouts.on_cohorts import challenging, dueling, planning, system

PACK: Final = Pack(
    name="kingdoms.bouts",
    beside={
        "cohorts": Pack(
            name="kingdoms.bouts.cohorts",
            events=(planning.PlanSet, challenging.WouldChallenge, system.BoutFought),
            orders=(planning.SetEncounterPlan, challenging.Challenge),
            contests={BOUT: system.Bouts()},
            reading=("skills", "nature", "wounds", "ext"),
        ),
        ("cohorts", "kingdoms.battle"): Pack(
            name="kingdoms.bouts.champions",
            contests={BATTLE: CohortsLineBattles(dueling.Champions())},
        ),
    },
)
