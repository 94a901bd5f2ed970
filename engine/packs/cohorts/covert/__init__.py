"""Covert missions: what spies, thieves and assassins do from afar, and what keeps them off.

It stands on `characters`, as missions are actions of theirs.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.covert import (
    assassins,
    bodyguards,
    findings,
    mission,
    poisoning,
    prisoners,
    sabotage,
    spying,
    thieving,
)

CHAPTER: Final = Chapter(
    events=(
        mission.MissionEnded,
        mission.MissionFoiled,
        findings.PieceSpied,
        findings.HoardSpied,
        findings.PiecesSpied,
        spying.DefensesSpied,
        spying.SpySpotted,
        thieving.ItemsStolen,
        prisoners.PrisonerRescued,
        prisoners.EscapeAttempted,
        bodyguards.BodyguardAssigned,
        bodyguards.PostLeft,
        poisoning.WeaponsPoisoned,
        sabotage.TroopsDisheartened,
        sabotage.MoraleSabotaged,
        sabotage.StrifeCaused,
        sabotage.FortificationsSabotaged,
        assassins.CharacterStabbed,
        assassins.CharacterKidnapped,
    ),
    orders=(
        prisoners.RescueCharacter,
        prisoners.AttemptEscape,
        thieving.StealItemFromProvincialPossessions,
        thieving.StealItemFromCharacterPossessions,
        thieving.StealItemFromStackPossessions,
        thieving.StealItemFromCityPossessions,
        thieving.StealEquippedItem,
        spying.SpyDefenses,
        spying.SpyProvince,
        spying.SpyBarony,
        spying.SpyCharacter,
        spying.SpyParty,
        spying.SpyLegionFleet,
        spying.SpyCity,
        bodyguards.AssignBodyguard,
        poisoning.MakePoisonWeapons,
        sabotage.SabotageMoraleOfTroops,
        sabotage.CauseStrifeInCity,
        sabotage.SabotageFortifications,
        assassins.AssassinateCharacter,
        assassins.KidnapCharacter,
    ),
)
