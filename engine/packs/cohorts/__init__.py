"""Cohorts, the base game, as a rule pack: what its folders bring, and what runs when.

Each folder lists its records, events and orders as its `CHAPTER`. The folders form a ladder: none
imports one above it (`tool.importlinter` in pyproject.toml).
"""

from typing import Final

from engine.battle import BATTLE
from engine.duels import BalanceGoal
from engine.packs import Pack, Phase, Step, View
from engine.packs.chapters import Chapter
from engine.packs.cohorts import (
    agents,
    battle,
    campaign,
    characters,
    cites,
    cities,
    codes,
    covert,
    diplomacy,
    guilds,
    knowledge,
    magic,
    marching,
    military,
    movement,
    pieces,
    production,
    quests,
    rivals,
    setup,
    stacks,
    things,
    trade,
    worth,
)
from engine.packs.cohorts.battle import fallen
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.campaign import elimination, leading, points, tidings, winning
from engine.packs.cohorts.characters import drinking
from engine.packs.cohorts.covert import bodyguards, sabotage
from engine.packs.cohorts.diplomacy import decisions, votes, wars
from engine.packs.cohorts.duels.arms import CohortsDuels
from engine.packs.cohorts.guilds import acting, raising, uniques
from engine.packs.cohorts.knowledge import (
    captives,
    discoveries,
    hot_spots,
    looking,
    sighting,
    treasures,
    views,
    waiting,
)
from engine.packs.cohorts.magic import lasting, sight
from engine.packs.cohorts.movement import drowning
from engine.packs.cohorts.production import hunger, idling, statuses, weekly
from engine.packs.cohorts.setup import founding
from engine.packs.cohorts.stacks import banners, captivity
from engine.packs.cohorts.trade import access, parties, settling
from engine.packs.cohorts.worth import casters, healing, mana

BOOK: Final = Chapter.of(
    (
        # In the order in which players read of their orders, phase by phase.
        pieces.CHAPTER,
        things.CHAPTER,
        worth.CHAPTER,
        knowledge.CHAPTER,
        movement.CHAPTER,
        setup.CHAPTER,
        production.CHAPTER,
        stacks.CHAPTER,
        battle.CHAPTER,
        cities.CHAPTER,
        guilds.CHAPTER,
        trade.CHAPTER,
        diplomacy.CHAPTER,
        marching.CHAPTER,
        military.CHAPTER,
        magic.CHAPTER,
        characters.CHAPTER,
        agents.CHAPTER,
        covert.CHAPTER,
        quests.CHAPTER,
        campaign.CHAPTER,
    )
)

PACK = Pack(
    name="cohorts",
    records=BOOK.records,
    events=BOOK.events,
    orders=BOOK.orders,
    codes=codes.OWN,
    cites=cites.OWN,
    # cohorts.turn.order-phases; basic orders (cohorts.order.basic-list) are limited by
    # cohorts.turn.basic-orders.
    turn=(
        Phase(
            "basic",
            "Basic orders",
            limit=1000,
            limit_rule="cohorts.turn.basic-orders",
            when="before all else",
        ),
        Phase("city", "City actions"),
        Phase("guild", "Guild actions"),
        Phase("ritual", "Character rituals"),
        Phase("character-1", "Character actions, first phase", when="before movement"),
        Phase("military-1", "Military actions, first phase", when="before movement"),
        Phase("encounter", "Encounter orders"),
        Phase("movement", "Movement", when="among the moves"),
        Phase("character-2", "Character actions, second phase", when="after movement"),
        Phase("military-2", "Military actions, second phase", when="after movement"),
        # cohorts.order.college-create-unique-item
        Step("unique-items", "Unique items made this turn appear", uniques.deliver),
    ),
    # cohorts.production.weekly
    weekly=(
        Step("defaults", "Default actions", weekly.act_by_default),
        Step("hunger", "Hungry garrisons", hunger.hunger),
        Step("actions", "Reset of actions", weekly.reset_actions),
        Step("countdowns", "Countdowns of spells", lasting.count_down),
        Step("guilds", "Spontaneous improvement of guilds", raising.grow),
        Step("movement", "Reset of used movement", weekly.reset_movement),
        Step("growth", "Growth", weekly.grow),
        Step("recruits", "Recruits", weekly.raise_recruits),
        Step("drowning", "Drowning", drowning.drown),
        Phase("production", "Production orders"),
        Step("idle", "Missed weeks", idling.count_missed),
        Step("diplomacy", "Diplomatic counters", decisions.count),
        # cohorts.status.production-order
        Step("statuses", "Statuses", statuses.weekly),
        Step("regeneration", "Regeneration", statuses.regenerate),
        # cohorts.campaign
        Step("barons", "Dead barons are followed", leading.name_barons),
        Step("out", "Who has lost all is out", elimination.put_out_fallen),
        Step("shares", "Who holds the share that wins", winning.count_shares),
    ),
    # cohorts.production.monthly
    monthly=(
        Step("healing", "Healing and morale", healing.recover),
        Step("bans", "End of trade bans", weekly.end_bans),
        Step("mana", "Mana", mana.recover),
        Step("lasting", "Long lasting spells diminish", lasting.diminish),
        Step("spells", "Monthly spells end", lasting.end_monthly),
        Step("fading", "Blesses and curses fade", lasting.fade),
        Step("statuses", "Statuses", statuses.monthly),
        Step("draughts", "Potions wear off", drinking.wear_off),
        Step("sabotage", "Strife and sabotage end", sabotage.settle),
        Step("leaders", "Newcomers lead who has nobody left", leading.bring_leaders),
    ),
    closing=(
        Step("banners", "Banners of lost territories come down", banners.strike),
        Step("trade", "Trade that nothing backs any more ends", settling.settle),
        Step("magic", "Magic on what is gone ends", lasting.clear),
        Step("pools", "Mana that can no longer be stored is lost", mana.spill),
        Step("miracles", "Priests learn the miracles they have reached", casters.enlighten),
        Step("prisoners", "Prisoners go with their container", captivity.settle),
        Step("captives", "Who is free is a captive no more", captives.settle),
        Step("posts", "Bodyguards leave posts that have ended", bodyguards.stand_down),
        Step("presence", "Who shares a province knows of each other", sighting.settle),
        Step("memories", "What left view is remembered", views.fade),
        Step("discoveries", "Who came to know something is told", discoveries.tell),
        Step("fallen", "Those who died are remembered", fallen.tell),
        # cohorts.campaign.tidings
        Step("tidings", "All the world hears of great deeds", tidings.tell),
    ),
    views=(
        View("lands and pieces", looking.look, views.knows),
        View("captives", captives.show),
        View("votes", votes.show),
        View("wars", wars.show),
        View("guilds", acting.show),
        View("tributes", access.show_tributes),
        View("trade", parties.show),
        View("treasures", treasures.show),
        View("magic", sight.show),
        View("hot spots", hot_spots.show),
        View("meetings", discoveries.show),
    ),
    untils=waiting.UNTILS,
    found=founding.found,
    ending=winning.ending,
    standing=points.standing,
    honours=tidings.wars_to_tell,
    rival=rivals.PLAY,
    duels=CohortsDuels(),
    balance=(BalanceGoal(pairs=0, peoples=(25, 100), beats=1),),
    contests={BATTLE: CohortsBattles()},
)
