"""Cohorts, the base game, as a rule pack: what it brings, part by part."""

from engine.packs import Pack, Phase, Step
from engine.packs.cohorts import items, records
from engine.packs.cohorts.cities import access, acting, training, villages
from engine.packs.cohorts.guilds import acting as guilds
from engine.packs.cohorts.knowledge import sighting, views
from engine.packs.cohorts.movement import encounters, moving
from engine.packs.cohorts.production import drowning, healing, mana, weekly
from engine.packs.cohorts.setup import founding, joining
from engine.packs.cohorts.stacks import activation, battle_slots, messages, rest, transfers

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
        records.Guild,
        records.Stack,
        records.Position,
        records.Character,
        records.Unit,
        records.Agent,
        records.Possession,
        records.Relation,
        records.Sighting,
        records.Memory,
        items.Unique,
        access.Tribute,
    ),
    events=(
        joining.PlayerJoined,
        joining.PlayerLeft,
        sighting.StackSighted,
        activation.StackActivated,
        activation.StackDeactivated,
        transfers.PieceTransferred,
        transfers.ItemsTransferred,
        transfers.AllTransferred,
        transfers.PrisonerReleased,
        battle_slots.BattleSlotAssigned,
        messages.MessageChanged,
        moving.StackMoved,
        moving.MoveEnded,
        encounters.WouldMeet,
        encounters.StacksMet,
        rest.StackRested,
        acting.RecruitsConscripted,
        acting.PeopleAttracted,
        villages.VillageBuilt,
        villages.VillageImproved,
        training.UnitTrained,
        weekly.PopulationGrew,
        weekly.RecruitsRaised,
        healing.Recovered,
        mana.ManaRegained,
        drowning.Drowned,
    ),
    orders=(
        joining.Join,
        joining.Leave,
        activation.ActivateStack,
        activation.DeactivateStack,
        transfers.TransferCharacter,
        transfers.TransferMilitaryUnit,
        transfers.TransferItems,
        transfers.TransferAll,
        battle_slots.AssignBattleSlot,
        messages.ChangeMessage,
        moving.Move,
        rest.Rest,
        villages.ConstructVillage,
        villages.ImproveVillage,
        training.TrainMilitaryUnits,
        acting.ConscriptRecruits,
        acting.AttractPopulation,
    ),
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
    ),
    # cohorts.production.weekly
    weekly=(
        Step("defaults", "Default actions", weekly.act_by_default),
        Step("actions", "Reset of actions", weekly.reset_actions),
        Step("movement", "Reset of used movement", weekly.reset_movement),
        Step("growth", "Growth", weekly.grow),
        Step("recruits", "Recruits", weekly.raise_recruits),
        Step("drowning", "Drowning", drowning.drown),
    ),
    # cohorts.production.monthly
    monthly=(
        Step("healing", "Healing and morale", healing.recover),
        Step("mana", "Mana", mana.recover),
    ),
    closing=(
        Step("presence", "Who shares a province knows of each other", sighting.settle),
        Step("memories", "What left view is remembered", views.fade),
    ),
    views=(views.look, guilds.show, access.show_tributes),
    knows=views.knows,
    found=founding.found,
)
