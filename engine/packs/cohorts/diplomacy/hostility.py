"""What may be done against whom: relations between factions, and provinces that are safe for all.

Spells and missions have further conditions (cohorts.magic.target-relations,
cohorts.covert.relations); whether two forces do fall upon each other stands in `encounters`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Refusal
from engine.packs.cohorts.diplomacy.votes import suing
from engine.packs.cohorts.pieces.ownership import (
    faction_of,
    owner_of,
    player_of,
    province_of,
    relation,
)
from engine.packs.cohorts.pieces.records import Province
from engine.state import State
from engine.world import Record, World

RELATIONS = "cohorts.world.faction-relations"
SAFE = "cohorts.world.pvp-restriction"
SUING = "cohorts.order.sue-for-peace"


def safe(world: World, actor: Record, target: Record) -> bool:
    """Whether a safe province keeps one player's things from acting against another's.

    It does if either of them stands in one. Source: cohorts.world.pvp-restriction.
    """
    one, other = player_of(world, actor), player_of(world, target)
    if one == other or 0 in (one, other):
        return False
    return any(calm(world, _spot(world, each)) for each in (actor, target))


def calm(world: World, province: int) -> bool:
    """Whether a province is safe for all; one of which that is not known counts as not.

    Source: cohorts.world.pvp-restriction.
    """
    found = world.find(Province, province)
    return found is not None and found.knows("pvp_free") and found.pvp_free


def bound(world: World, faction: int, other: int, province: int) -> bool:
    """Whether suing for peace keeps a faction from hostile acts against another in a province.

    In its own baronies it may defend itself. Source: cohorts.order.sue-for-peace.
    """
    if not suing(world, faction, other):
        return False
    where = world.find(Province, province)
    return where is None or owner_of(world, where) != faction


def _spot(world: World, thing: Record) -> int:
    return thing.id if isinstance(thing, Province) else province_of(world, thing.place)


def no_attack(state: State, actor: Record, target: Record) -> Iterator[Refusal]:
    """Why one thing may not attack another: how their factions stand, then where they are.

    Enemies may, and neutrals whatever no player has. Source: cohorts.world.faction-relations.
    """
    world = state.world
    mine, theirs = faction_of(world, actor), faction_of(world, target)
    stands = relation(world, mine, theirs)
    if stands == "allied":
        yield Refusal(
            "relation",
            RELATIONS,
            "Factions never attack their own or their allies.",
            "Break the alliance first, or choose another target.",
        )
    elif stands == "neutral" and player_of(world, target):
        yield Refusal(
            "relation",
            RELATIONS,
            "Your factions are neutral, and only what no player has may be attacked then.",
            "Declare war first, or choose another target.",
        )
    yield from held_back(state, actor, target)


def held_back(state: State, actor: Record, target: Record) -> Iterator[Refusal]:
    """Why hostile acts must wait, however the factions stand: suing for peace, and safe provinces.

    Sources: cohorts.order.sue-for-peace, cohorts.world.pvp-restriction.
    """
    world = state.world
    if bound(world, faction_of(world, actor), faction_of(world, target), _spot(world, target)):
        yield still_suing()
    if safe(world, actor, target):
        yield safe_province()


def still_suing() -> Refusal:
    """Refuses hostile acts while the own faction sues for peace (cohorts.order.sue-for-peace)."""
    return Refusal(
        "relation",
        SUING,
        "Your faction sues them for peace, and until it has peace or gives up it does nothing "
        "hostile to them outside its own baronies.",
        "Rescind the votes for peace first, or wait until they enter your land.",
    )


def safe_province(instead: str = "Wait until they have left it.") -> Refusal:
    """Refuses hostile and secret acts in a safe province (cohorts.world.pvp-restriction)."""
    says = "That province is safe: players do nothing hostile or in secret to each other there."
    return Refusal("relation", SAFE, says, instead)
