"""Agents: how they enter service, what they do with their action, and how they end.

Guilds summon and hunt them (`of_guilds`); it stands on `guilds` and `characters`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.agents import detecting, hunting, of_guilds, stealing, summoning, trading

CHAPTER: Final = Chapter(
    events=(
        summoning.AgentSummoned,
        of_guilds.AgentHunted,
        detecting.AgentsSought,
        stealing.SpellStealing,
        hunting.AgentRobbed,
        hunting.AgentStruck,
        trading.TradeNegotiated,
    ),
    orders=(
        of_guilds.GuildSummonAgent,
        of_guilds.GuildAssassinateAgent,
        summoning.CharacterSummonAgent,
        detecting.DetectAgent,
        stealing.StealSpell,
        hunting.RobAgent,
        hunting.AgentAssassinateAgent,
        trading.EstablishTradeAgreement,
    ),
)
