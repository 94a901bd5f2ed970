"""Cohorts, the base game, as a rule pack: what it brings, part by part."""

from engine.packs import Pack, Phase, Step
from engine.packs.cohorts import knowledge, records, sighting, stacks

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
        records.Stack,
        records.Position,
        records.Character,
        records.Unit,
        records.Agent,
        records.Possession,
        records.Relation,
        records.Sighting,
        records.Memory,
    ),
    events=(
        sighting.StackSighted,
        stacks.StackActivated,
    ),
    orders=(stacks.ActivateStack,),
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
    closing=(
        Step("presence", "Who shares a province knows of each other", sighting.settle),
        Step("memories", "What left view is remembered", knowledge.fade),
    ),
    views=(knowledge.look,),
)
