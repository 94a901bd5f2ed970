"""All orders of the game, the events that come of them, and what goes on by itself between them."""

from __future__ import annotations

from typing import Final

from engine.packs import Step
from engine.packs.chapters import Chapter
from engine.packs.kingdoms.crowns import dying, encounters, ranks
from engine.packs.kingdoms.crowns.ventures import (
    burying,
    casting,
    fading,
    following,
    heirs,
    moving,
    parting,
    plagues,
    recruiting,
    ruling,
    searching,
    spying,
    treating,
    working,
)

CHAPTER: Final = Chapter(
    events=(
        moving.RulerMoved,
        following.Pursued,
        following.Trailed,
        working.Explored,
        searching.SiteSearched,
        spying.ProvinceReported,
        working.InventionGained,
        recruiting.Recruited,
        recruiting.HireTried,
        working.Practised,
        casting.SpellCast,
        plagues.PlagueSpread,
        fading.IllusionFaded,
        fading.FeatureRevealed,
        parting.ArmiesLeft,
        parting.ArmiesPickedUp,
        burying.ArmyBuried,
        encounters.EncounterFought,
        dying.RulerDied,
        dying.FellIntoComa,
        heirs.HeirAppeared,
        heirs.HeirSchooled,
        treating.TreatyOffered,
        treating.TreatyMade,
        treating.TreatyBroken,
        treating.TreatyEnded,
        ruling.ArmyDisbanded,
        ruling.HeroDismissed,
        ruling.GoldGiven,
        ruling.TributePaid,
        ruling.ItemAssigned,
        ruling.DraughtDrunk,
        ruling.PlanChanged,
        ruling.LineChanged,
        ranks.RanksCounted,
    ),
    orders=(
        moving.Move,
        following.Pursue,
        following.Trail,
        working.Explore,
        searching.Search,
        spying.Spy,
        recruiting.Recruit,
        recruiting.Hire,
        working.Practice,
        casting.Cast,
        parting.PickUp,
        parting.Leave,
        working.Wait,
        treating.Treat,
        treating.BreakTreaty,
        heirs.HeirSkills,
        ruling.AssignItem,
        ruling.Drink,
        ruling.Disband,
        ruling.Dismiss,
        ruling.GiveGold,
        ruling.PayTribute,
        ruling.EncounterPlan,
        ruling.BattleOrder,
    ),
)
"""In the order of kingdoms.action.table."""

BURIALS: Final = Step("burials", "Skeletons that nobody leads lie down", burying.bury_left)
"""Behind Pick Up."""
TRAILS: Final = Step("trails", "Trails are followed", following.follow)
"""Behind Trail, before the battles."""
ENCOUNTERS: Final = Step("encounters", "Those who moved meet others", following.meet_on_the_way)
"""Behind the battles and the change of ownership."""
PLAGUES: Final = Step("plagues", "Plagues spread", plagues.spread)
"""The last of a phase."""

TREATIES: Final = Step("treaties", "Treaties broken by notice end", treating.end_by_notice)
SPELLS: Final = Step("spells", "Spells end", fading.end_spells)
HEIRS: Final = Step("heirs", "Royal Heirs appear", heirs.appear)
RANKS: Final = Step("ranks", "Merit and standing are counted", ranks.count_ranks)
