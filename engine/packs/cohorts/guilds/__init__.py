"""Guilds of Cohorts: founding and raising them, and everything that they do.

The merchants' markets and offers are here, the books of trade in `trade`. It stands on `magic` and
`cities`; which guilds a city has is in `pieces.guilds`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.guilds import (
    brewing,
    casting,
    college,
    enchanting,
    founding,
    healing,
    market,
    raising,
    studying,
    talents,
    teaching,
    uniques,
)

CHAPTER: Final = Chapter(
    events=(
        talents.TalentsSet,
        market.ResourceOpened,
        market.TradeOffered,
        founding.GuildBuilt,
        raising.GuildImproved,
        raising.GuildGrew,
        teaching.CharacterTaught,
        brewing.PotionsBrewed,
        college.ItemResearched,
        enchanting.ItemsEnchanted,
        uniques.UniqueItemCreated,
        uniques.EnchantmentBestowed,
        healing.HealedByChurch,
    ),
    orders=(
        talents.SetUnitTalents,
        brewing.GuildMakePotion,
        brewing.GuildMakePoison,
        brewing.GuildMakeAntidote,
        brewing.ChurchMakeHealingDraughts,
        college.CollegeResearchItem,
        enchanting.CollegeEnchantItem,
        uniques.CollegeCreateUniqueItem,
        uniques.CollegeBestowEnchantment,
        healing.ChurchHealCombatUnit,
        market.OpenResource,
        market.RemoveResource,
        market.OfferTrade,
        market.WithdrawOffer,
        market.AcceptOffer,
        founding.BuildGuild,
        raising.ImproveGuild,
        raising.ImproveSelf,
        teaching.GuildTrainCharacter,
        teaching.GuildTrainCombatUnit,
        casting.GuildCastSpell,
        casting.PerformMiracle,
        studying.GuildResearchSpell,
        studying.GuildLearnSpellFromCharacter,
    ),
)
