"""The chapters of a faction's history, what weighs most first."""

from __future__ import annotations

from typing import Final

from bot.faces.history import Chapter
from engine.ending import CampaignEnded, LeadChanged
from engine.events import OrderFailed
from engine.packs.cohorts.agents.detecting import Detection
from engine.packs.cohorts.agents.hunting import AgentRobbed, AgentStruck
from engine.packs.cohorts.agents.of_guilds import AgentHunted
from engine.packs.cohorts.agents.stealing import SpellStealing
from engine.packs.cohorts.battle.told import (
    BattleFought,
    BattleRewarded,
    ForceBeaten,
    PiecesCaptured,
)
from engine.packs.cohorts.campaign.elimination import FactionOut, PlayerOut
from engine.packs.cohorts.campaign.leading import LeaderCame
from engine.packs.cohorts.campaign.tidings import (
    CityFell,
    HeroMourned,
    LandWasted,
    RenownHeard,
    WarUnderWay,
    WorkHeard,
)
from engine.packs.cohorts.campaign.winning import DominionHeld, DominionLost
from engine.packs.cohorts.characters.influencing import PieceInfluenced
from engine.packs.cohorts.characters.preaching import (
    ChurchAttacked,
    ChurchWeakened,
    ConversionSuffered,
    ConversionTried,
)
from engine.packs.cohorts.characters.recruiting import CharacterRecruited
from engine.packs.cohorts.cities.handing import CityTransferred
from engine.packs.cohorts.cities.improvements import ImprovementBuilt, ImprovementsLost
from engine.packs.cohorts.cities.roads import RoadBuilt
from engine.packs.cohorts.cities.towers import TowerBuilt
from engine.packs.cohorts.cities.training import UnitTrained
from engine.packs.cohorts.cities.villages import VillageBuilt, VillageImproved, VillageMoved
from engine.packs.cohorts.cities.walls import WallsBuilt
from engine.packs.cohorts.covert.assassins import CharacterKidnapped, CharacterStabbed
from engine.packs.cohorts.covert.mission import MissionEnded, MissionFoiled
from engine.packs.cohorts.covert.prisoners import EscapeAttempted, PrisonerRescued
from engine.packs.cohorts.covert.sabotage import (
    FortificationsSabotaged,
    MoraleSabotaged,
    StrifeCaused,
    TroopsDisheartened,
)
from engine.packs.cohorts.covert.spying import SpySpotted
from engine.packs.cohorts.covert.thieving import ItemsStolen
from engine.packs.cohorts.diplomacy.decisions import CounterAdvanced, RelationChanged
from engine.packs.cohorts.diplomacy.orders import VoteCast, VoteRescinded
from engine.packs.cohorts.guilds.founding import GuildBuilt
from engine.packs.cohorts.guilds.raising import GuildGrew, GuildImproved
from engine.packs.cohorts.guilds.uniques import EnchantmentBestowed, UniqueItemCreated
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.magic.casting import CastingFailed, SpellCast, SpellFelt
from engine.packs.cohorts.magic.studying import SpellLearned
from engine.packs.cohorts.marching.conquest import CityConquered
from engine.packs.cohorts.marching.encounters import StacksMet
from engine.packs.cohorts.marching.guard_towers import TowerFired
from engine.packs.cohorts.marching.hearing import BattleHeard
from engine.packs.cohorts.military.besieging import BaronyBesieged
from engine.packs.cohorts.military.bombarding import BombardmentBegun
from engine.packs.cohorts.military.bombardment import BombardmentSuffered, ProvinceBombarded
from engine.packs.cohorts.military.conquering import CityAssailed
from engine.packs.cohorts.military.expelling import StackExpelled
from engine.packs.cohorts.military.razing import ImprovementsRazed
from engine.packs.cohorts.military.repelling import IntrudersRepelled, StackTaken
from engine.packs.cohorts.movement.drowning import Drowned
from engine.packs.cohorts.production.hunger import GarrisonHungered
from engine.packs.cohorts.production.idling import PlayerIdle
from engine.packs.cohorts.production.statuses import StatusSuffered
from engine.packs.cohorts.production.weekly import SiegeEndured
from engine.packs.cohorts.quests.adventures import AdventureDone
from engine.packs.cohorts.quests.questing import QuestBegun, QuestDone, QuestFailed
from engine.packs.cohorts.quests.rewards import RewardGained
from engine.packs.cohorts.setup.joining import PlayerJoined, PlayerLeft
from engine.packs.cohorts.stacks.leaving import CityInherited, PieceBuried, PieceGifted
from engine.packs.cohorts.stacks.sinking import ShipSunk
from engine.packs.cohorts.trade.agreements import AgreementEnded, AgreementStruck
from engine.packs.cohorts.worth.experience import LevelChanged
from engine.seat_transfer import SeatTaken

CHAPTERS: Final[tuple[Chapter, ...]] = (
    Chapter("The campaign", "🏁", (CampaignEnded,)),
    Chapter(
        "Conquests",
        "🏰",
        (CityConquered, CityTransferred, CityInherited, ImprovementsRazed),
        "cohorts.order.conquer-city",
    ),
    Chapter(
        "Battles",
        "⚔️",
        (
            BattleFought, StacksMet, ForceBeaten, CityAssailed, BaronyBesieged,
            SiegeEndured, GarrisonHungered, BombardmentBegun, ProvinceBombarded,
            BombardmentSuffered, IntrudersRepelled, StackTaken, StackExpelled, TowerFired, ShipSunk,
        ),
        "cohorts.battle.wounds",
        battles=True,
    ),
    Chapter(
        "The dead and the captured",
        "☠️",
        (
            CharacterStabbed, CharacterKidnapped, PieceBuried, PiecesCaptured, PrisonerRescued,
            EscapeAttempted, Drowned, StatusSuffered,
        ),
        "cohorts.battle.capture",
    ),
    Chapter(
        "Diplomacy",
        "🤝",
        (
            RelationChanged, AgreementStruck, AgreementEnded, PlayerJoined, PlayerLeft, SeatTaken,
            PlayerIdle, PlayerOut, FactionOut, DominionHeld, DominionLost,
        ),
        "cohorts.diplomacy.relations",
    ),
    Chapter(
        "Tidings of the world",
        "📯",
        (
            LeadChanged, CityFell, BattleHeard, LandWasted, HeroMourned, RenownHeard, WorkHeard,
            WarUnderWay,
        ),
        "cohorts.campaign.tidings",
    ),
    Chapter(
        "Quests",
        "🧭",
        (QuestDone, QuestFailed, QuestBegun),
        "cohorts.order.perform-quest",
    ),
    Chapter(
        "Heroes",
        "⭐",
        (CharacterRecruited, PieceInfluenced, PieceGifted, LeaderCame),
        "cohorts.xp.level-up",
    ),
    Chapter(
        "Spies and knaves",
        "🗡️",
        (
            MissionFoiled, SpySpotted, ItemsStolen, AgentStruck, AgentHunted,
            AgentRobbed, SpellStealing, Detection, TroopsDisheartened, MoraleSabotaged,
            StrifeCaused, FortificationsSabotaged,
        ),
        "cohorts.covert.success-chance",
    ),
    Chapter(
        "Magic and faith",
        "✨",
        (
            CastingFailed, SpellLearned, UniqueItemCreated,
            EnchantmentBestowed, ChurchAttacked, ChurchWeakened, ConversionTried,
            ConversionSuffered,
        ),
        "cohorts.magic.cast-outcomes",
    ),
    Chapter(
        "Cities and works",
        "🏗️",
        (
            GuildBuilt, ImprovementBuilt, ImprovementsLost, VillageBuilt, TowerBuilt, WallsBuilt,
            RoadBuilt,
        ),
        "cohorts.guild.actions",
    ),
    Chapter(
        "Lessons and rewards",
        "🎓",
        (AdventureDone, LevelChanged, BattleRewarded, RewardGained),
        "cohorts.xp.level-up",
        daily=True,
    ),
    Chapter("Missions", "🕵️", (MissionEnded,), "cohorts.covert.success-chance", daily=True),
    Chapter(
        "Spells cast", "🪄", (SpellCast, SpellFelt), "cohorts.magic.cast-outcomes", daily=True
    ),
    Chapter(
        "Growth and soldiers",
        "📈",
        (GuildImproved, GuildGrew, VillageImproved, VillageMoved, UnitTrained),
        "cohorts.guild.actions",
        daily=True,
    ),
    Chapter(
        "Votes",
        "🗳️",
        (VoteCast, VoteRescinded, CounterAdvanced),
        "cohorts.diplomacy.votes",
        daily=True,
    ),
    Chapter("Sightings", "👁️", (StackSighted,), "cohorts.knowledge.view", daily=True),
    Chapter("Orders that failed", "✗", (OrderFailed,), daily=True),
)  # fmt: skip
