"""Cohorts, the base game, as a rule pack: what it brings, part by part."""

from engine.battle import BATTLE
from engine.packs import Pack, Phase, Step, View
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.characters import drinking
from engine.packs.cohorts.covert import bodyguards, sabotage
from engine.packs.cohorts.diplomacy import decisions, votes
from engine.packs.cohorts.events import EVENTS
from engine.packs.cohorts.guilds import acting as guilds
from engine.packs.cohorts.guilds import raising
from engine.packs.cohorts.guilds import uniques as works
from engine.packs.cohorts.knowledge import (
    captives,
    hot_spots,
    memories,
    sighting,
    treasures,
    views,
)
from engine.packs.cohorts.magic import lasting, sight
from engine.packs.cohorts.movement import drowning
from engine.packs.cohorts.orders import ORDERS
from engine.packs.cohorts.pieces import hotspots, records
from engine.packs.cohorts.production import idling, regeneration, statuses, weekly
from engine.packs.cohorts.setup import founding
from engine.packs.cohorts.stacks import banners, captivity
from engine.packs.cohorts.things import uniques
from engine.packs.cohorts.trade import access, books, parties, settling
from engine.packs.cohorts.worth import active_spells as magic
from engine.packs.cohorts.worth import casters as caster
from engine.packs.cohorts.worth import healing, mana

PACK = Pack(
    name="cohorts",
    records=(
        records.Map,
        records.Province,
        records.Link,
        records.Barony,
        records.Territory,
        records.Kingdom,
        records.City,
        records.Village,
        records.Tower,
        votes.Vote,
        votes.Counter,
        records.Guild,
        records.Stack,
        records.Position,
        records.Character,
        records.Unit,
        records.Agent,
        records.Possession,
        records.Relation,
        memories.Sighting,
        memories.Memory,
        memories.Captive,
        uniques.Unique,
        access.Tribute,
        hotspots.HotSpot,
        books.Market,
        books.Offer,
        books.Agreement,
        magic.ActiveSpell,
        magic.Countdown,
    ),
    events=EVENTS,
    orders=ORDERS,
    # cohorts.turn.order-phases; basic orders are limited by cohorts.turn.basic-orders.
    turn=(
        Phase("basic", "Basic orders", limit=1000, limit_rule="cohorts.turn.basic-orders"),
        Phase("city", "City actions"),
        Phase("guild", "Guild actions"),
        Phase("ritual", "Character rituals"),
        Phase("character-1", "Character actions, first phase"),
        Phase("military-1", "Military actions, first phase"),
        Phase("encounter", "Encounter orders"),
        Phase("movement", "Movement"),
        Phase("character-2", "Character actions, second phase"),
        Phase("military-2", "Military actions, second phase"),
        # cohorts.order.college-create-unique-item
        Step("unique-items", "Unique items made this turn appear", works.deliver),
    ),
    # cohorts.production.weekly
    weekly=(
        Step("defaults", "Default actions", weekly.act_by_default),
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
        Step("regeneration", "Regeneration", regeneration.regenerate),
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
    ),
    closing=(
        Step("banners", "Banners of lost territories come down", banners.strike),
        Step("trade", "Trade that nothing backs any more ends", settling.settle),
        Step("magic", "Magic on what is gone ends", lasting.clear),
        Step("pools", "Mana that can no longer be stored is lost", mana.spill),
        Step("miracles", "Priests learn the miracles they have reached", caster.enlighten),
        Step("prisoners", "Prisoners go with their container", captivity.settle),
        Step("captives", "Who is free is a captive no more", captives.settle),
        Step("posts", "Bodyguards leave posts that have ended", bodyguards.stand_down),
        Step("presence", "Who shares a province knows of each other", sighting.settle),
        Step("memories", "What left view is remembered", views.fade),
    ),
    views=(
        View("lands and pieces", views.look, views.knows),
        View("captives", captives.show),
        View("votes", votes.show),
        View("guilds", guilds.show),
        View("tributes", access.show_tributes),
        View("trade", parties.show),
        View("treasures", treasures.show),
        View("magic", sight.show),
        View("hot spots", hot_spots.show),
    ),
    found=founding.found,
    contests={BATTLE: CohortsBattles()},
)
