"""The game of kings as a pack: kingdoms, characters, provinces, the turn and its end."""

from __future__ import annotations

from typing import Final

from engine.battle import BATTLE
from engine.packs import Pack, Step
from engine.packs.kingdoms.crowns import (
    battles,
    encounters,
    ending,
    gleaning,
    growing,
    healing,
    honours,
    noticing,
    ownership,
    paying,
    raiding,
    ranks,
    rivals,
    tidings,
    waiting,
)
from engine.packs.kingdoms.crowns.chapter import CHAPTER
from engine.packs.kingdoms.crowns.duels import KingdomsDuels
from engine.packs.kingdoms.crowns.founding import found
from engine.packs.kingdoms.crowns.knowing import VIEW
from engine.packs.kingdoms.crowns.turning import timetable, turn_of
from engine.packs.kingdoms.crowns.ventures import burying, fading, heirs, moving, plagues, treating

PACK: Final = Pack(
    name="kingdoms.crowns",
    builds_on=("kingdoms.battle", "kingdoms.bouts", "kingdoms.arts"),
    records=CHAPTER.records,
    events=CHAPTER.events,
    orders=CHAPTER.orders,
    # Behind the work that each step is named with (kingdoms.turn.phase-steps).
    turn=turn_of(
        {
            "pick-up": (Step("buried", "The dead lie down again", burying.bury_left),),
            "trail": (
                Step("follow", "Trails are followed", moving.follow),
                Step("battles", "Battles", battles.fight_all),
                Step("ownership", "Provinces change hands", ownership.change_hands),
                Step("chance", "Meetings by chance", encounters.chance_meetings),
                Step("pursued", "Pursuers meet whom they sought", moving.meet_pursued),
            ),
            "practice": (Step("plague", "Plague spreads", plagues.spread),),
        }
    ),
    timetable=timetable,
    # kingdoms.turn.end-steps
    weekly=(
        Step("raids", "Monsters raid", raiding.raid),
        Step("income", "Provinces pay", paying.collect),
        Step("pay", "Heroes and armies are paid", paying.pay),
        Step("bitten", "Who was bitten changes", growing.change_bitten),
        Step("treaties", "Treaties end by notice", treating.end_by_notice),
        Step("healing", "Wounds heal", healing.heal),
        Step("spells", "Spells end", fading.end_spells),
        Step("graves", "Graves rot", growing.rot),
        Step("green", "Green armies settle", growing.settle_armies),
        Step("new-heroes", "New heroes may appear", growing.new_heroes),
        Step("heirs", "Royal Heirs appear", heirs.appear),
        Step("landless", "Kingdoms without provinces fall", ending.eliminate_landless),
        Step("gleaned", "Spies report what they chanced to see", gleaning.glean),
        Step("sightings", "Kingdoms look around", noticing.watch),
        Step("ranks", "Merit and standing are counted", ranks.count_ranks),
        Step("anew", "A new turn begins", ending.begin_anew),
    ),
    closing=(Step("tidings", "All the world hears of great deeds", tidings.tell),),
    views=(VIEW,),
    found=found,
    contests={BATTLE: battles.BATTLES, encounters.ENCOUNTER: encounters.ENCOUNTERS},
    untils=waiting.UNTILS,
    ending=ending.ending,
    standing=ranks.standing,
    honours=honours.give_offices,
    rival=rivals.PLAY,
    duels=KingdomsDuels(),
    cites={
        "failed-orders": "kingdoms.action.invalid-orders",
        "unknown-things": "kingdoms.action.invalid-orders",
        "order-phases": "kingdoms.turn.phases",
        "shared-orders": "kingdoms.mapping.kingdom",
        "submission": "kingdoms.mapping.turn",
        "run-days": "kingdoms.mapping.turn",
        "names": "kingdoms.setup.kingdom-choices",
        "joining": "kingdoms.mapping.kingdom",
        "late-joining": "kingdoms.setup.start-provinces",
    },
)
