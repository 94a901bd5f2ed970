"""A kingdom's history: its chapters, and where what is told of happened."""

from __future__ import annotations

from typing import Final

from bot.faces.history import Chapter
from engine.ending import CampaignEnded, LeadChanged
from engine.events import Event
from engine.hexes import located
from engine.packs.kingdoms.crowns.dying import FellIntoComa, RulerDied
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.ending import KingdomFell
from engine.packs.kingdoms.crowns.growing import HeroAppeared
from engine.packs.kingdoms.crowns.honours import OfficesGiven
from engine.packs.kingdoms.crowns.joining import KingdomJoined, KingdomLeft
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken
from engine.packs.kingdoms.crowns.paying import HeroLeft
from engine.packs.kingdoms.crowns.tidings import (
    KingdomBattleHeard,
    LandHeard,
    RulerMourned,
    TreatyHeard,
)
from engine.packs.kingdoms.crowns.ventures.casting import ActionSpellCast
from engine.packs.kingdoms.crowns.ventures.fading import FeatureRevealed
from engine.packs.kingdoms.crowns.ventures.heirs import HeirAppeared
from engine.packs.kingdoms.crowns.ventures.plagues import PlagueSpread
from engine.packs.kingdoms.crowns.ventures.recruiting import HireTried, Recruited
from engine.packs.kingdoms.crowns.ventures.ruling import HeroDismissed
from engine.packs.kingdoms.crowns.ventures.searching import SiteSearched
from engine.packs.kingdoms.crowns.ventures.treating import TreatyBroken, TreatyEnded, TreatyMade
from engine.packs.kingdoms.crowns.ventures.working import Explored, InventionGained
from engine.packs.kingdoms.pieces.records import Holding, Ruler, Site
from engine.seat_transfer import SeatTaken
from engine.world import Place, World

CHAPTERS: Final = (
    Chapter(
        "Kings and thrones",
        "👑",
        (
            CampaignEnded,
            OfficesGiven,
            KingdomFell,
            KingdomJoined,
            KingdomLeft,
            SeatTaken,
            HeirAppeared,
        ),
        "kingdoms.character.kinds",
    ),
    Chapter("Battles", "⚔️", (KingdomBattleFought,), "kingdoms.battle.sequence", battles=True),
    Chapter("Land", "🚩", (ProvinceTaken,), "kingdoms.map.ownership"),
    Chapter(
        "Deaths and encounters",
        "🕯️",
        (RulerDied, FellIntoComa, EncounterFought),
        "kingdoms.encounter.kinds",
    ),
    Chapter("Treaties", "🤝", (TreatyMade, TreatyBroken, TreatyEnded), "kingdoms.treaty.making"),
    Chapter(
        "Tidings of the world",
        "📯",
        (LeadChanged, KingdomBattleHeard, LandHeard, RulerMourned, TreatyHeard),
        "kingdoms.turn.tidings",
    ),
    Chapter(
        "Finds and inventions",
        "🧭",
        (SiteSearched, InventionGained, Explored, FeatureRevealed),
        "kingdoms.feature.table",
    ),
    Chapter("Magic", "🔮", (ActionSpellCast, PlagueSpread), "kingdoms.magic.schools"),
    Chapter(
        "Heroes and armies",
        "🛡️",
        (HireTried, HeroAppeared, HeroLeft, HeroDismissed, Recruited),
        "kingdoms.economy.hiring",
    ),
)
"""What weighs most first."""


def spot(view: World, event: Event) -> str:
    """The province of an event, as `/map` takes it; empty where nobody could look for it."""
    known = event.known()
    for name in ("holding", "goal", "home", "site", "target", "on"):
        value = known.get(name)
        if value and (holding := _holding(view, name, value)):
            return located(holding.x, holding.y)
    return ""


def _holding(view: World, name: str, value: object) -> Holding | None:
    """The province that a field of that name is about, as far as the view has it."""
    match value:
        case Place():
            thing = view.at(value)
        case int():
            thing = view.find(Site if name == "site" else Holding, value)
        case _:
            return None
    if isinstance(thing, Site | Ruler):
        return view.find(Holding, thing.holding) if thing.knows("holding") else None
    return thing if isinstance(thing, Holding) else None
