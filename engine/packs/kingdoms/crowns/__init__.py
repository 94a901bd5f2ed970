"""The game of kings as a pack: kingdoms, characters, provinces, the turn and its end."""

from __future__ import annotations

from typing import Final

from engine.battle import BATTLE
from engine.packs import Pack, Step
from engine.packs.kingdoms.crowns import (
    battles,
    ending,
    experience,
    growing,
    healing,
    joining,
    noticing,
    outcome,
    ownership,
    paying,
)
from engine.packs.kingdoms.crowns.founding import found
from engine.packs.kingdoms.crowns.knowing import VIEW
from engine.packs.kingdoms.crowns.turning import timetable, turn_of
from engine.packs.kingdoms.pieces.records import RECORDS

PACK: Final = Pack(
    name="kingdoms.crowns",
    builds_on=("kingdoms.battle", "kingdoms.bouts", "kingdoms.arts"),
    records=RECORDS,
    events=(
        joining.KingdomJoined,
        joining.KingdomLeft,
        experience.AbilityRose,
        ownership.ProvinceTaken,
        outcome.BattleFought,
        paying.TaxesCame,
        paying.PayTaken,
        paying.HeroLeft,
        paying.ArmyUnpaid,
        growing.ArmySettled,
        growing.ArmyChanged,
        growing.HeroAppeared,
        noticing.CharacterNoticed,
        ending.KingdomFell,
    ),
    orders=(joining.Join, joining.Leave),
    turn=turn_of(
        {
            "trail": (
                Step("battles", "Battles", battles.fight_all),
                Step("ownership", "Provinces change hands", ownership.change_hands),
            )
        }
    ),
    timetable=timetable,
    weekly=(
        Step("income", "Provinces pay", paying.collect),
        Step("pay", "Heroes and armies are paid", paying.pay),
        Step("bitten", "Who was bitten changes", growing.change_bitten),
        Step("healing", "Wounds heal", healing.heal),
        Step("graves", "Graves rot", growing.rot),
        Step("green", "Green armies settle", growing.settle_armies),
        Step("new-hero", "A new hero may appear", growing.new_hero),
        Step("landless", "Kingdoms without provinces fall", ending.eliminate_landless),
        Step("sightings", "Kingdoms look around", noticing.watch),
        Step("anew", "A new turn begins", ending.begin_anew),
    ),
    views=(VIEW,),
    found=found,
    contests={BATTLE: battles.BATTLES},
    ending=ending.ending,
)
